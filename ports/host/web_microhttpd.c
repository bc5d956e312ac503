/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Answers requests with libmicrohttpd. Each socket has one thread, which never
 * waits for a single client.
 *
 * Invariant: every answer has the headers of the table below; its body is a
 * file that host_web_open() opened, or a line of text.
 */
#define _POSIX_C_SOURCE 200809L

#include <microhttpd.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "ports/host/web.h"

#define MOST_CONNECTIONS 64
#define IDLE_SECONDS 10
#define REQUEST_BYTES \
	16384 /* request line, headers and send buffer of a connection */

const bool host_web_is_there = true;

/*
 * The first is the content security policy of the page; see
 * ports/web/page/page.md.
 */
static const char *const headers[][2] = {
	{"Content-Security-Policy",
	 "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
	 "style-src 'self'; img-src 'self'; connect-src 'self'; "
	 "worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
	 "form-action 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Embedder-Policy", "require-corp"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Permissions-Policy",
	 "camera=(), display-capture=(), geolocation=(), microphone=(), "
	 "midi=(), payment=(), usb=()"},
	{"Cache-Control", "no-cache"},
};

static bool add(struct MHD_Response *response, const char *name,
		const char *value)
{
	return MHD_add_response_header(response, name, value) == MHD_YES;
}

/* Sends a complete response; otherwise closes the connection. */
static enum MHD_Result send_response(struct MHD_Connection *connection,
				     int status, struct MHD_Response *response,
				     bool is_whole)
{
	enum MHD_Result result = MHD_NO;

	for (size_t i = 0; i < sizeof(headers) / sizeof(headers[0]); i++)
		is_whole = is_whole &&
			   add(response, headers[i][0], headers[i][1]);
	if (is_whole)
		result = MHD_queue_response(connection, (unsigned int)status,
					    response);
	MHD_destroy_response(response);
	return result;
}

static struct MHD_Response *make_text(const char *text)
{
	return MHD_create_response_from_buffer(strlen(text), (void *)text,
					       MHD_RESPMEM_PERSISTENT);
}

static enum MHD_Result refuse(struct MHD_Connection *connection, int status,
			      const char *words)
{
	struct MHD_Response *response = make_text(words);

	if (!response)
		return MHD_NO;
	return send_response(connection, status, response,
			     add(response, "Content-Type", "text/plain") &&
				     (status != MHD_HTTP_METHOD_NOT_ALLOWED ||
				      add(response, "Allow", "GET, HEAD")));
}

static const char *header_of(struct MHD_Connection *connection,
			     const char *name)
{
	return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* Does the client already have this version of the file? */
static bool is_known(struct MHD_Connection *connection,
		     const struct host_web_file *file)
{
	const char *tags = header_of(connection, "If-None-Match");
	const char *date = header_of(connection, "If-Modified-Since");

	if (tags)
		return !strcmp(tags, "*") || strstr(tags, file->tag);
	return date && !strcmp(date, file->date);
}

/*
 * The file is closed with the response. The single-file page needs another
 * policy than ours, so it is offered as a download.
 */
static enum MHD_Result send_file(struct MHD_Connection *connection,
				 const struct host_web_file *file)
{
	bool known = is_known(connection, file);
	struct MHD_Response *response =
		known ? make_text("")
		      : MHD_create_response_from_fd64(file->size,
						      file->descriptor);

	if (known || !response)
		close(file->descriptor);
	if (!response)
		return MHD_NO;
	return send_response(
		connection, known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK,
		response,
		add(response, "ETag", file->tag) &&
			add(response, "Last-Modified", file->date) &&
			(known || add(response, "Content-Type", file->type)) &&
			(!file->is_single ||
			 add(response, "Content-Disposition", "attachment")));
}

/* Collects the Host headers. */
struct hosts {
	const struct host_web_place *place;
	int ours;
	int strange;
};

static enum MHD_Result look_at_host(void *self, enum MHD_ValueKind kind,
				    const char *name, const char *value)
{
	struct hosts *hosts = self;

	(void)kind;
	if (strcasecmp(name, "Host") != 0)
		return MHD_YES;
	if (value && host_web_is_name(hosts->place, value))
		hosts->ours++;
	else
		hosts->strange++;
	return MHD_YES;
}

static bool is_for_us(struct MHD_Connection *connection,
		      const struct host_web_place *place)
{
	struct hosts hosts = {.place = place};

	MHD_get_connection_values(connection, MHD_HEADER_KIND, look_at_host,
				  &hosts);
	return hosts.ours == 1 && !hosts.strange;
}

static bool has_body(struct MHD_Connection *connection)
{
	return header_of(connection, "Content-Length") ||
	       header_of(connection, "Transfer-Encoding");
}

static enum MHD_Result answer(void *self, struct MHD_Connection *connection,
			      const char *url, const char *method,
			      const char *version, const char *data,
			      size_t *length, void **request)
{
	const struct host_web_site *site = self;
	struct host_web_file file;
	int status;

	(void)version;
	(void)data;
	(void)length;
	/*
	 * An answer at the first call closes the connection: request bodies are
	 * not read.
	 */
	if (!*request && !has_body(connection)) {
		*request = self;
		return MHD_YES;
	}
	if (!is_for_us(connection, &site->place))
		return refuse(connection, MHD_HTTP_MISDIRECTED_REQUEST,
			      "Nobody of that name is here.\n");
	if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
		return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
			      "Files can be read here, nothing else.\n");
	status = host_web_open(site->folder, url, &file);
	if (status == MHD_HTTP_BAD_REQUEST)
		return refuse(connection, status, "That is no path.\n");
	if (status != MHD_HTTP_OK)
		return refuse(connection, status, "There is no such file.\n");
	return send_file(connection, &file);
}

/* Keeps the path encoded; host_web_open() decodes it. */
static size_t keep_escapes(void *self, struct MHD_Connection *connection,
			   char *text)
{
	(void)self;
	(void)connection;
	return strlen(text);
}

/*
 * Uses poll: with epoll, clients that left may occupy a slot for IDLE_SECONDS.
 */
static struct MHD_Daemon *start_daemon(struct host_web_site *site,
				       int descriptor)
{
	return MHD_start_daemon(
		MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, answer, site,
		MHD_OPTION_LISTEN_SOCKET, descriptor,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned int)MOST_CONNECTIONS,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)IDLE_SECONDS,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK,
		keep_escapes, NULL, MHD_OPTION_END);
}

bool host_web_start(struct host_web_site *site)
{
	for (int i = 0; i < site->place.count; i++) {
		site->daemons[i] = start_daemon(site, site->place.sockets[i]);
		if (!site->daemons[i])
			return false;
	}
	return true;
}

/* Each closes its socket. */
void host_web_stop(struct host_web_site *site)
{
	for (int i = 0; i < site->place.count; i++)
		if (site->daemons[i])
			MHD_stop_daemon(site->daemons[i]);
	site->place.count = 0;
}
