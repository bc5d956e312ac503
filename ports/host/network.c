/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Networks of this program. The assembler puts data/network.rknet into it, if
 * that file is there when the program is built; a file that is loaded later is
 * read as a whole, so that nobody can truncate it meanwhile.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/network.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_SIZE ((size_t)64 << 20)

#if __has_include("data/network.rknet")

__asm__(".pushsection .rodata\n"
	".balign 64\n"
	".globl host_network_start\n"
	".hidden host_network_start\n"
	"host_network_start:\n"
	".incbin \"data/network.rknet\"\n"
	".globl host_network_end\n"
	".hidden host_network_end\n"
	"host_network_end:\n"
	".popsection\n");

extern const char host_network_start[]
	__attribute__((visibility("hidden"), aligned(RK_NETWORK_ALIGN)));
extern const char host_network_end[] __attribute__((visibility("hidden")));

const struct rk_network *host_network_embedded(void)
{
	static struct rk_network network;

	if (!network.width &&
	    rk_network_init(&network, host_network_start,
			    (uintptr_t)host_network_end -
				    (uintptr_t)host_network_start))
		return NULL;
	return &network;
}

#else

const struct rk_network *host_network_embedded(void)
{
	return NULL;
}

#endif

static bool read_bytes(int file, char *to, size_t size)
{
	while (size) {
		ssize_t got = read(file, to, size);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		size -= (size_t)got;
	}
	return true;
}

/* The whole of an open file, aligned; NULL with *wrong set. */
static void *read_all(int file, size_t *size, const char **wrong)
{
	struct stat about;
	void *data;

	*wrong = "it is no regular file";
	if (fstat(file, &about) || !S_ISREG(about.st_mode))
		return NULL;
	*wrong = "it is too large for a network";
	if (about.st_size < 0 || (uint64_t)about.st_size > MOST_SIZE)
		return NULL;
	*size = (size_t)about.st_size;
	*wrong = "not enough memory";
	data = aligned_alloc(RK_NETWORK_ALIGN,
			     (*size / RK_NETWORK_ALIGN + 1) * RK_NETWORK_ALIGN);
	if (!data)
		return NULL;
	*wrong = "it cannot be read";
	if (read_bytes(file, data, *size))
		return data;
	free(data);
	return NULL;
}

static const char *replace(struct host_network *network, int file)
{
	struct rk_network next;
	const char *wrong;
	size_t size;
	void *data = read_all(file, &size, &wrong);

	if (!data)
		return wrong;
	wrong = rk_network_init(&next, data, size);
	if (wrong) {
		free(data);
		return wrong;
	}
	host_network_free(network);
	network->data = data;
	network->network = next;
	return NULL;
}

const char *host_network_load(struct host_network *network, const char *name,
			      size_t length)
{
	char *copy = strndup(name, length);
	/* Not blocked by a pipe that nobody writes to. */
	int file = copy ? open(copy, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;
	const char *wrong = file >= 0 ? replace(network, file)
			    : copy    ? strerror(errno)
				      : "not enough memory";

	if (wrong)
		snprintf(network->reason, sizeof(network->reason),
			 "cannot use network %.*s: %s",
			 (int)(length < 256 ? length : 256), name, wrong);
	if (file >= 0)
		close(file);
	free(copy);
	return wrong ? network->reason : NULL;
}

void host_network_free(struct host_network *network)
{
	free(network->data);
	network->data = NULL;
}
