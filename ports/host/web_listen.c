/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Where rookery web listens, and its host names. Checking names protects
 * against DNS rebinding: a foreign page whose name resolves to this machine
 * sends that name as Host, and gets no answer.
 */
#define _POSIX_C_SOURCE 200809L

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ports/host/host.h"
#include "ports/host/web.h"

#define FIRST_PORT 8080
#define LAST_PORT 8099
#define WAITING 64 /* length of the queue of new connections */
#define TRIES 16

static const char *const loopback[HOST_WEB_SOCKETS] = {"127.0.0.1", "::1"};

static bool set_up(int descriptor, const struct addrinfo *address)
{
	const int yes = 1;

	if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) ||
	    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)))
		return false;
	if (address->ai_family == AF_INET6 &&
	    setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &yes,
		       sizeof(yes)))
		return false;
	return !bind(descriptor, address->ai_addr, address->ai_addrlen) &&
	       !listen(descriptor, WAITING);
}

static int open_socket(const struct addrinfo *address)
{
	int descriptor = socket(address->ai_family, SOCK_STREAM, 0);
	int error;

	if (descriptor < 0 || set_up(descriptor, address))
		return descriptor;
	error = errno;
	close(descriptor);
	errno = error;
	return -1;
}

static struct addrinfo *resolve(const char *address, int port)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV,
		.ai_socktype = SOCK_STREAM,
	};
	struct addrinfo *found = NULL;
	char digits[16];

	snprintf(digits, sizeof(digits), "%d", port);
	return getaddrinfo(address, digits, &hints, &found) ? NULL : found;
}

/* The port that the system chose for a socket. */
static int port_of(int descriptor)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char digits[16] = "";
	int port = 0;

	if (!getsockname(descriptor, (struct sockaddr *)&address, &length))
		getnameinfo((struct sockaddr *)&address, length, NULL, 0,
			    digits, sizeof(digits), NI_NUMERICSERV);
	for (const char *at = digits; *at >= '0' && *at <= '9'; at++)
		port = port * 10 + (*at - '0');
	return port;
}

/* Adds a socket to the place; false with errno. */
static bool add_socket(struct host_web_place *place, const char *address)
{
	struct addrinfo *found = resolve(address, place->port);
	int descriptor = -1, error;

	errno = EAFNOSUPPORT;
	if (found)
		descriptor = open_socket(found);
	error = errno;
	if (found)
		freeaddrinfo(found);
	errno = error;
	if (descriptor < 0)
		return false;
	if (!place->port)
		place->port = port_of(descriptor);
	place->sockets[place->count++] = descriptor;
	return true;
}

void host_web_deafen(struct host_web_place *place)
{
	while (place->count)
		close(place->sockets[--place->count]);
}

/* Not every machine has both addresses; those it has must be free. */
static bool is_missing(int error)
{
	return error == EAFNOSUPPORT || error == EADDRNOTAVAIL;
}

static bool listen_at(struct host_web_place *place, int port)
{
	const char *address = place->address;
	int error;

	place->port = port;
	if (!add_socket(place, address ? address : loopback[0]))
		return false;
	if (address || add_socket(place, loopback[1]) || is_missing(errno))
		return true;
	error = errno;
	host_web_deafen(place);
	errno = error;
	return false;
}

/* Tries the usual ports, or any, or the requested one. */
static bool try_ports(struct host_web_place *place, int port)
{
	int tries = port == HOST_WEB_NO_PORT ? LAST_PORT - FIRST_PORT + 1
		    : port                   ? 1
					     : TRIES;

	for (int i = 0; i < tries; i++) {
		if (listen_at(place,
			      port == HOST_WEB_NO_PORT ? FIRST_PORT + i : port))
			return true;
		if (errno != EADDRINUSE)
			return false;
	}
	return false;
}

bool host_web_name(struct host_web_place *place, const char *address)
{
	struct addrinfo *found;
	bool is_named;

	*place = (struct host_web_place){.name = "localhost"};
	if (!address || !strcmp(address, place->name))
		return true;
	place->address = address;
	found = resolve(address, 0);
	if (!found)
		return false;
	is_named = !getnameinfo(found->ai_addr, found->ai_addrlen, place->name,
				sizeof(place->name), NULL, 0, NI_NUMERICHOST);
	freeaddrinfo(found);
	place->is_any = is_named && (!strcmp(place->name, "0.0.0.0") ||
				     !strcmp(place->name, "::"));
	return is_named;
}

bool host_web_listen(struct host_web_place *place, int port)
{
	if (try_ports(place, port))
		return true;
	if (errno != EADDRINUSE)
		host_refuse("cannot listen at %s, port %d: %s", place->name,
			    place->port, strerror(errno));
	else if (port > 0)
		host_refuse("port %d is taken; without --port, the next free "
			    "one is found",
			    port);
	else
		host_refuse("no port is free; --port N asks for another");
	return false;
}

static bool is_figures(const char *host)
{
	unsigned char bytes[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, host, bytes) == 1 ||
	       inet_pton(AF_INET6, host, bytes) == 1;
}

/* Copies the part before the port, without the brackets of IPv6 addresses. */
static bool cut_name(char *name, size_t cap, const char *host)
{
	bool has_brackets = *host == '[';
	size_t length = strcspn(host += has_brackets, has_brackets ? "]" : ":");
	const char *rest = host + length;

	if (length >= cap || (has_brackets && !*rest++))
		return false;
	memcpy(name, host, length);
	name[length] = '\0';
	if (has_brackets != (strchr(name, ':') != NULL))
		return false;
	return !*rest ||
	       (*rest == ':' && !rest[1 + strspn(rest + 1, "0123456789")]);
}

static bool is_loopback(const char *name)
{
	return !strcasecmp(name, "localhost") || !strcmp(name, loopback[0]) ||
	       !strcmp(name, loopback[1]);
}

bool host_web_is_name(const struct host_web_place *place, const char *host)
{
	char name[sizeof(place->name)];

	if (!cut_name(name, sizeof(name), host))
		return false;
	return is_loopback(name) || !strcmp(name, place->name) ||
	       (place->is_any && is_figures(name));
}

bool host_web_is_local(const struct host_web_place *place)
{
	return !place->is_any && is_loopback(place->name);
}

bool host_web_correct(const struct host_web_place *place, const char *host,
		      char *right, size_t size)
{
	const char *ours = is_loopback(place->name) ? place->name : "localhost";
	bool has_colons = strchr(ours, ':');
	char name[sizeof(place->name)];
	const char *port;

	if (!cut_name(name, sizeof(name), host) || !is_loopback(name) ||
	    !strcasecmp(name, ours))
		return false;
	port = strrchr(host, ':');
	if (port && strchr(port, ']'))
		port = NULL;
	snprintf(right, size, "%s%s%s%s", has_colons ? "[" : "", ours,
		 has_colons ? "]" : "", port ? port : "");
	return true;
}
