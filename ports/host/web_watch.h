/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Deadlines for the clients of rookery web. */
#ifndef RK_HOST_WEB_WATCH_H
#define RK_HOST_WEB_WATCH_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define HOST_WEB_CLIENTS 64 /* connections of a socket */

enum host_web_phase {
	HOST_WEB_NO_CLIENT,
	HOST_WEB_ASKS,    /* sends its request */
	HOST_WEB_READS,   /* reads the answer */
	HOST_WEB_LISTENS, /* reads an answer that goes on: no deadline */
};

struct host_web_client {
	struct host_web_watch *watch;
	enum host_web_phase phase;
	int descriptor;
	uint64_t since_ms;
	uint64_t deadline_ms;
};

/* The clients of one socket, and the thread that sends slow ones away. */
struct host_web_watch {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t thread;
	bool is_running;
	bool is_over;
	struct host_web_client clients[HOST_WEB_CLIENTS];
};

/* False if no thread can be started; there is nothing to stop then. */
bool host_web_watch_start(struct host_web_watch *watch);

/* Waits for the thread; may be called without a successful start. */
void host_web_watch_stop(struct host_web_watch *watch);

/*
 * A connection begins, and the client has its time to ask. NULL if there are
 * too many already. The descriptor must stay open until it is removed.
 */
struct host_web_client *host_web_watch_add(struct host_web_watch *watch,
					   int descriptor);

/* A phase begins; `size` is the number of bytes to read. */
void host_web_watch_phase(struct host_web_client *client,
			  enum host_web_phase phase, uint64_t size);
void host_web_watch_remove(struct host_web_client *client);

#endif
