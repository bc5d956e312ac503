/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* rookery web: what the parts of the small server share. */
#ifndef RK_HOST_WEB_H
#define RK_HOST_WEB_H

#include <stdbool.h>
#include <stdint.h>

/* 127.0.0.1 and ::1 are one place. */
#define HOST_WEB_SOCKETS 2
#define HOST_WEB_NO_PORT (-1)

struct MHD_Daemon;

/* Where the page is to be had. */
struct host_web_place {
	const char *address; /* in figures; NULL: only this machine's own */
	char name[64];       /* as browsers write it, but without [] */
	bool is_any;         /* at every address of this machine */
	int port;
	int sockets[HOST_WEB_SOCKETS];
	int count;
};

struct host_web_site {
	int folder;
	struct host_web_place place;
	struct MHD_Daemon *daemons[HOST_WEB_SOCKETS];
};

/* A file that is open, and what is said about it. */
struct host_web_file {
	int descriptor;
	uint64_t size;
	const char *type;
	bool is_single; /* the page as one file, which is for the disk */
	char tag[64];
	char date[32]; /* when it was changed, as HTTP writes it */
};

/*
 * A place at an address in figures, or, where it is NULL or "localhost", at the
 * two that only this machine reaches. False if it is no address.
 */
bool host_web_name(struct host_web_place *place, const char *address);

/*
 * Listens there. The port may be 0 for any, or HOST_WEB_NO_PORT for the first
 * free one of the usual ones. False after a complaint.
 */
bool host_web_listen(struct host_web_place *place, int port);
void host_web_deafen(struct host_web_place *place);

/* Is this, the Host of a request, a name of ours? It may have a port. */
bool host_web_is_name(const struct host_web_place *place, const char *host);

/*
 * Opens what a path means, percent signs and all, inside the folder; no link is
 * followed. Returns a status of HTTP: 200, or 400 or 404 with nothing opened.
 */
int host_web_open(int folder, const char *path, struct host_web_file *file);

/*
 * Answers requests, in threads of its own, until it is stopped. False if it
 * cannot; where the library for it is missing, host_web_is_there is false.
 */
extern const bool host_web_is_there;
bool host_web_start(struct host_web_site *site);
void host_web_stop(struct host_web_site *site);

#endif
