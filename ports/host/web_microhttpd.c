/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Answers requests with libmicrohttpd. Each socket has one thread, which never
 * waits for a single client.
 *
 * Invariant: every answer has the headers of the table below; its body is a
 * file that host_web_open() opened, what the engine says, or a line of text.
 */
#define _POSIX_C_SOURCE 200809L

#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "ports/host/web.h"

#define IDLE_SECONDS 10
#define REQUEST_BYTES \
	16384 /* request line, headers and send buffer of a connection */

#define LOCATION_SIZE 4096

/*
 * The first is the content security policy of the page, see
 * ports/web/page/page.md, and what can only be said here: nobody may show it in
 * a frame.
 */
static const char *const headers[][2] = {
	{"Content-Security-Policy",
	 "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
	 "style-src 'self'; img-src 'self'; connect-src 'self'; "
	 "worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
	 "form-action 'none'; frame-ancestors 'none'"},
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

/* The client, for its deadlines. */
static struct host_web_client *client_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(connection,
					MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
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

/* Tells the page what the engine offers. */
static bool offer(struct MHD_Response *response,
		  const struct host_web_site *site)
{
	char text[64];

	if (!site->engine)
		return true;
	host_web_engine_describe(text, sizeof(text));
	return add(response, "X-Rookery-Engine", text);
}

static bool describe(struct MHD_Response *response,
		     const struct host_web_file *file, bool is_known)
{
	return add(response, "ETag", file->tag) &&
	       add(response, "Last-Modified", file->date) &&
	       add(response, "Vary", "Accept-Encoding") &&
	       (is_known || add(response, "Content-Type", file->type)) &&
	       (!file->is_packed ||
		add(response, "Content-Encoding", "gzip")) &&
	       (!file->is_single ||
		add(response, "Content-Disposition", "attachment"));
}

/*
 * The file is closed with the response. The single-file page needs another
 * policy than ours, so it is offered as a download.
 */
static enum MHD_Result send_file(struct MHD_Connection *connection,
				 const struct host_web_site *site,
				 const struct host_web_file *file)
{
	bool known = is_known(connection, file);
	struct host_web_client *client = client_of(connection);
	struct MHD_Response *response =
		known ? make_text("")
		      : MHD_create_response_from_fd64(file->size,
						      file->descriptor);

	if (known || !response)
		close(file->descriptor);
	if (!response)
		return MHD_NO;
	if (client)
		host_web_watch_phase(client, HOST_WEB_READS, file->size);
	return send_response(connection,
			     known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK,
			     response,
			     describe(response, file, known) &&
				     offer(response, site));
}

/*
 * Does a header value list this word, with a weight above 0? Accept-Encoding:
 * "br, gzip;q=0.5".
 */
static bool lists(const char *value, const char *word)
{
	size_t length = strlen(word);

	while (value && *value) {
		size_t item = strcspn(value, ",");
		size_t blanks = strspn(value, " \t");
		const char *at = value + blanks;
		const char *weight = at + length;

		if (blanks < item && !strncasecmp(at, word, length) &&
		    weight <= value + item && strchr(" \t;,", *weight)) {
			weight += strspn(weight, " \t;");
			if (strncasecmp(weight, "q=0", 3) != 0)
				return true;
			weight += 3 + strspn(weight + 3, ".0");
			return *weight >= '1' && *weight <= '9';
		}
		value += item + (value[item] == ',');
	}
	return false;
}

/* Sends a client of 127.0.0.1 to localhost; see host_web_correct(). */
static enum MHD_Result redirect(struct MHD_Connection *connection,
				const char *host, const char *path)
{
	struct MHD_Response *response = make_text("");
	char address[LOCATION_SIZE];
	int length =
		snprintf(address, sizeof(address), "http://%s%s", host, path);

	if (!response)
		return MHD_NO;
	return send_response(connection, MHD_HTTP_TEMPORARY_REDIRECT, response,
			     length < (int)sizeof(address) &&
				     add(response, "Location", address));
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

/* ---- The engine ---- */

#define ENGINE_PATH "/engine"

/* A request with a body. */
struct upload {
	size_t length; /* more than HOST_WEB_QUESTION: too much */
	char bytes[HOST_WEB_QUESTION];
};

/*
 * Is it our own page that asks? Browsers say where a request comes from, and
 * send our own header from elsewhere only after a question that is refused here.
 */
static bool is_own_page(struct MHD_Connection *connection)
{
	const char *host = header_of(connection, "Host");
	const char *origin = header_of(connection, "Origin");
	const char *site = header_of(connection, "Sec-Fetch-Site");

	return host && origin && !strncmp(origin, "http://", 7) &&
	       !strcmp(origin + 7, host) &&
	       (!site || !strcmp(site, "same-origin")) &&
	       header_of(connection, "X-Rookery");
}

static bool is_for_engine(const struct host_web_site *site, const char *url,
			  const char *method)
{
	return site->engine && !strcmp(url, ENGINE_PATH) &&
	       !strcmp(method, "POST");
}

static void take_bytes(struct upload *upload, const char *data, size_t length)
{
	if (length > HOST_WEB_QUESTION - upload->length) {
		upload->length = HOST_WEB_QUESTION + 1;
		return;
	}
	memcpy(upload->bytes + upload->length, data, length);
	upload->length += length;
}

static enum MHD_Result answer_engine(struct MHD_Connection *connection,
				     const struct host_web_site *site,
				     const struct upload *upload)
{
	char reply[HOST_WEB_REPLY];
	int status = host_web_engine_do(site->engine, upload->bytes,
					upload->length, reply);
	struct MHD_Response *response;

	if (status == MHD_HTTP_BAD_REQUEST)
		return refuse(connection, status, "That is no question.\n");
	if (status == MHD_HTTP_CONFLICT)
		return refuse(connection, status, "It thinks for another.\n");
	if (status != MHD_HTTP_OK)
		return refuse(connection, status, "There is no engine.\n");
	response = MHD_create_response_from_buffer(strlen(reply), reply,
						   MHD_RESPMEM_MUST_COPY);
	if (!response)
		return MHD_NO;
	return send_response(connection, status, response,
			     add(response, "Content-Type", "text/plain"));
}

/* The calls for one request: its headers, its body in parts, its end. */
static enum MHD_Result hear_engine(struct MHD_Connection *connection,
				   const struct host_web_site *site,
				   const char *data, size_t *length,
				   void **request)
{
	struct upload *upload = *request;

	if (!upload) {
		if (!is_for_us(connection, &site->place) ||
		    !is_own_page(connection))
			return refuse(connection, MHD_HTTP_FORBIDDEN,
				      "Only its own page may ask.\n");
		*request = calloc(1, sizeof(*upload));
		return *request ? MHD_YES : MHD_NO;
	}
	if (!*length)
		return answer_engine(connection, site, upload);
	if (upload->length <= HOST_WEB_QUESTION)
		take_bytes(upload, data, *length);
	*length = 0;
	return MHD_YES;
}

/* ---- Answers ---- */

static bool has_body(struct MHD_Connection *connection)
{
	return header_of(connection, "Content-Length") ||
	       header_of(connection, "Transfer-Encoding");
}

static enum MHD_Result answer_file(struct MHD_Connection *connection,
				   const struct host_web_site *site,
				   const char *url)
{
	struct host_web_file file;
	char right[128];
	int status;

	if (*url == '/' &&
	    host_web_correct(&site->place, header_of(connection, "Host"), right,
			     sizeof(right)))
		return redirect(connection, right, url);
	status = host_web_open(
		site->folder, url,
		lists(header_of(connection, "Accept-Encoding"), "gzip"), &file);
	if (status == MHD_HTTP_BAD_REQUEST)
		return refuse(connection, status, "That is no path.\n");
	if (status != MHD_HTTP_OK)
		return refuse(connection, status, "There is no such file.\n");
	return send_file(connection, site, &file);
}

static enum MHD_Result answer(void *self, struct MHD_Connection *connection,
			      const char *url, const char *method,
			      const char *version, const char *data,
			      size_t *length, void **request)
{
	const struct host_web_site *site = self;

	(void)version;
	if (is_for_engine(site, url, method))
		return hear_engine(connection, site, data, length, request);
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
	return answer_file(connection, site, url);
}

/* A connection begins or ends. */
static void note_connection(void *self, struct MHD_Connection *connection,
			    void **context,
			    enum MHD_ConnectionNotificationCode what)
{
	const union MHD_ConnectionInfo *info;

	if (what == MHD_CONNECTION_NOTIFY_STARTED) {
		info = MHD_get_connection_info(
			connection, MHD_CONNECTION_INFO_CONNECTION_FD);
		*context = host_web_watch_add(self, info->connect_fd);
	} else if (*context) {
		host_web_watch_remove(*context);
		*context = NULL;
	}
}

/* An answer was sent; the client may ask again. */
static void note_end(void *self, struct MHD_Connection *connection,
		     void **request, enum MHD_RequestTerminationCode why)
{
	struct host_web_client *client = client_of(connection);

	(void)why;
	if (*request != self)
		free(*request);
	if (client)
		host_web_watch_phase(client, HOST_WEB_ASKS, 0);
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
				       struct host_web_watch *watch,
				       int descriptor)
{
	return MHD_start_daemon(
		MHD_USE_POLL_INTERNAL_THREAD, 0, NULL, NULL, answer, site,
		MHD_OPTION_LISTEN_SOCKET, descriptor,
		MHD_OPTION_CONNECTION_LIMIT, (unsigned int)HOST_WEB_CLIENTS,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)IDLE_SECONDS,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES,
		MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK,
		keep_escapes, NULL, MHD_OPTION_NOTIFY_CONNECTION,
		note_connection, watch, MHD_OPTION_NOTIFY_COMPLETED, note_end,
		site, MHD_OPTION_END);
}

bool host_web_start(struct host_web_site *site)
{
	for (int i = 0; i < site->place.count; i++) {
		if (!host_web_watch_start(&site->watches[i]))
			return false;
		site->daemons[i] = start_daemon(site, &site->watches[i],
						site->place.sockets[i]);
		if (!site->daemons[i])
			return false;
	}
	return true;
}

/* Each closes its socket. */
void host_web_stop(struct host_web_site *site)
{
	for (int i = 0; i < site->place.count; i++) {
		if (site->daemons[i])
			MHD_stop_daemon(site->daemons[i]);
		host_web_watch_stop(&site->watches[i]);
	}
	site->place.count = 0;
}
