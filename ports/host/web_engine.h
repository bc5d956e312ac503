/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine of this machine for the page that rookery web serves: one child,
 * "rookery uci", for one job at a time. docs/web.md describes what is asked and
 * answered.
 */
#ifndef RK_HOST_WEB_ENGINE_H
#define RK_HOST_WEB_ENGINE_H

#include <stddef.h>

#define HOST_WEB_QUESTION 32768 /* most bytes of a request */
#define HOST_WEB_REPLY 16384    /* most bytes of an answer */

struct host_web_engine;

/* NULL if there is no memory or thread for it. Nothing else is started yet. */
struct host_web_engine *host_web_engine_new(void);

/* Ends the child, too. NULL is allowed. */
void host_web_engine_free(struct host_web_engine *engine);

/* What it offers, as the page reads it: "threads=4 hash=1024". */
void host_web_engine_describe(char *text, size_t size);

/*
 * Does what a request asks for and writes the answer, a text. Any thread may
 * call it. Returns an HTTP status: 200; 400 for a request that cannot be read; 409
 * if another page uses the engine; 503 if the engine does not start.
 */
int host_web_engine_do(struct host_web_engine *engine, const char *text,
		       size_t length, char reply[HOST_WEB_REPLY]);

#endif
