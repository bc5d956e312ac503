/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Sends away clients of rookery web that are too slow. The library only knows
 * clients that are silent; one that sends a byte now and then would keep its
 * connection for ever, and 64 of them would keep out everybody else.
 *
 * Each phase of a connection has a deadline that nothing extends. While no
 * connection is free, less patience is left for those that are in a phase
 * already. A connection is shut down, not closed: the library notices and
 * closes it. Its descriptor is in the table only while it is open.
 */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "ports/host/web_watch.h"

#define TICK_MS 250
#define ASK_MS 10000
#define READ_MS 20000
#define READ_BYTES_MS 16 /* bytes that a client must read in a millisecond */

/* If no connection is free: */
#define CROWDED_ASK_MS 2000
#define CROWDED_READ_MS 10000

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static int count_clients(const struct host_web_watch *watch)
{
	int count = 0;

	for (int i = 0; i < HOST_WEB_CLIENTS; i++)
		count += watch->clients[i].phase != HOST_WEB_NO_CLIENT;
	return count;
}

static bool is_late(const struct host_web_client *client, uint64_t now,
		    bool is_crowded)
{
	if (client->phase != HOST_WEB_ASKS && client->phase != HOST_WEB_READS)
		return false;
	if (now >= client->deadline_ms)
		return true;
	return is_crowded &&
	       now - client->since_ms >= (client->phase == HOST_WEB_ASKS
						  ? CROWDED_ASK_MS
						  : CROWDED_READ_MS);
}

static void send_away(struct host_web_watch *watch, int count)
{
	uint64_t now = now_ms();

	for (int i = 0; i < HOST_WEB_CLIENTS; i++)
		if (is_late(&watch->clients[i], now, count == HOST_WEB_CLIENTS))
			shutdown(watch->clients[i].descriptor, SHUT_RDWR);
}

/* Looks every TICK_MS while there are clients. */
static void *run(void *self)
{
	struct host_web_watch *watch = self;
	struct timespec until;
	int count;

	pthread_mutex_lock(&watch->lock);
	while (!watch->is_over) {
		count = count_clients(watch);
		send_away(watch, count);
		if (!count) {
			pthread_cond_wait(&watch->wake, &watch->lock);
			continue;
		}
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += TICK_MS * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&watch->wake, &watch->lock, &until);
	}
	pthread_mutex_unlock(&watch->lock);
	return NULL;
}

bool host_web_watch_start(struct host_web_watch *watch)
{
	memset(watch, 0, sizeof(*watch));
	pthread_mutex_init(&watch->lock, NULL);
	pthread_cond_init(&watch->wake, NULL);
	watch->is_running = !pthread_create(&watch->thread, NULL, run, watch);
	return watch->is_running;
}

void host_web_watch_stop(struct host_web_watch *watch)
{
	if (!watch->is_running)
		return;
	pthread_mutex_lock(&watch->lock);
	watch->is_over = true;
	pthread_cond_signal(&watch->wake);
	pthread_mutex_unlock(&watch->lock);
	pthread_join(watch->thread, NULL);
	watch->is_running = false;
}

static void begin_phase(struct host_web_client *client,
			enum host_web_phase phase, uint64_t size)
{
	client->phase = phase;
	client->since_ms = now_ms();
	client->deadline_ms =
		client->since_ms + (phase == HOST_WEB_ASKS
					    ? ASK_MS
					    : READ_MS + size / READ_BYTES_MS);
}

struct host_web_client *host_web_watch_add(struct host_web_watch *watch,
					   int descriptor)
{
	struct host_web_client *client = NULL;

	pthread_mutex_lock(&watch->lock);
	for (int i = 0; !client && i < HOST_WEB_CLIENTS; i++)
		if (watch->clients[i].phase == HOST_WEB_NO_CLIENT)
			client = &watch->clients[i];
	if (client) {
		client->watch = watch;
		client->descriptor = descriptor;
		begin_phase(client, HOST_WEB_ASKS, 0);
		pthread_cond_signal(&watch->wake);
	}
	pthread_mutex_unlock(&watch->lock);
	return client;
}

void host_web_watch_phase(struct host_web_client *client,
			  enum host_web_phase phase, uint64_t size)
{
	pthread_mutex_lock(&client->watch->lock);
	begin_phase(client, phase, size);
	pthread_mutex_unlock(&client->watch->lock);
}

void host_web_watch_remove(struct host_web_client *client)
{
	host_web_watch_phase(client, HOST_WEB_NO_CLIENT, 0);
}
