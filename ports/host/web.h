/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Shared by the files of rookery web, a small HTTP server. */
#ifndef RK_HOST_WEB_H
#define RK_HOST_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "ports/host/host.h"
#include "ports/host/web_engine.h"
#include "ports/host/web_watch.h"

/* One place may have two sockets: 127.0.0.1 and ::1. */
#define HOST_WEB_SOCKETS 2
#define HOST_WEB_NO_PORT (-1)

struct MHD_Daemon;

/* Where the server listens. */
struct host_web_place {
	const char *address; /* numeric; NULL: loopback only */
	char name[64];       /* as browsers write it, without [] */
	bool is_any;         /* at every address of this machine */
	int port;
	int sockets[HOST_WEB_SOCKETS];
	int count;
};

struct host_web_site {
	int folder;
	struct host_web_place place;
	struct host_web_engine *engine; /* NULL: not lent */
	struct MHD_Daemon *daemons[HOST_WEB_SOCKETS];
	struct host_web_watch watches[HOST_WEB_SOCKETS];
};

/* An open file and its HTTP headers. */
struct host_web_file {
	int descriptor;
	uint64_t size;
	const char *type;
	bool is_single; /* the single-file page, for download */
	bool is_packed; /* compressed by gzip */
	struct timespec time;
	char tag[64];
	char date[32]; /* modification time in HTTP format */
};

/*
 * Sets a place at a numeric address or, for NULL or "localhost", at the two
 * loopback addresses. False if it is no address.
 */
bool host_web_name(struct host_web_place *place, const char *address);

/*
 * Starts listening. Port 0 means any, HOST_WEB_NO_PORT the first free one of
 * the usual ones. False after an error message.
 */
bool host_web_listen(struct host_web_place *place, int port);
void host_web_deafen(struct host_web_place *place);

/* Is the Host header of a request one of our names? It may include a port. */
bool host_web_is_name(const struct host_web_place *place, const char *host);

/* Can only this machine reach the place? */
bool host_web_is_local(const struct host_web_place *place);

/*
 * One machine, one origin: browsers keep the games of localhost and of 127.0.0.1
 * apart. If the Host header of a request (one of our names) is not the name of
 * this machine that is printed, writes the right header and returns true.
 */
bool host_web_correct(const struct host_web_place *place, const char *host,
		      char *right, size_t size);

/*
 * Opens the file for a path (percent-decoded) inside the folder; does not
 * follow links. `takes_packed`: opens path.gz instead if it is beside the file
 * and was made of it. Returns an HTTP status: 200, or 400 or 404 with nothing
 * opened.
 */
int host_web_open(int folder, const char *path, bool takes_packed,
		  struct host_web_file *file);

/* The words after `rookery web`. */
enum host_exit host_web_command(int count, char **words);

/*
 * Answers requests in its own threads until it is stopped. False if it cannot
 * start.
 */
bool host_web_start(struct host_web_site *site);
void host_web_stop(struct host_web_site *site);

#endif
