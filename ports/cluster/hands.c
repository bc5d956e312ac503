/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A rank's working thread; see hands.h. What it works on and what comes out of it
 * belong to the thread while the state is AT_WORK, otherwise to the caller.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/cluster/hands.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum hands_state { FREE, AT_WORK, DONE, ENDING };

struct cluster_hands {
	struct cluster_work *work;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	enum hands_state state;
	uint64_t number;
	uint64_t busy_us;
	bool failed;
	struct host_text piece, result;
};

static void work_once(struct cluster_hands *hands)
{
	uint64_t start = host_now_us(NULL);

	hands->result.length = 0;
	hands->failed =
		!hands->work->answer(hands->work->self, hands->piece.bytes,
				     hands->piece.length, &hands->result);
	hands->busy_us = host_now_us(NULL) - start;
}

static void *run(void *self)
{
	struct cluster_hands *hands = self;

	pthread_mutex_lock(&hands->lock);
	while (hands->state != ENDING) {
		if (hands->state != AT_WORK) {
			pthread_cond_wait(&hands->changed, &hands->lock);
			continue;
		}
		pthread_mutex_unlock(&hands->lock);
		work_once(hands);
		pthread_mutex_lock(&hands->lock);
		if (hands->state == AT_WORK)
			hands->state = DONE;
		pthread_cond_broadcast(&hands->changed);
	}
	pthread_mutex_unlock(&hands->lock);
	return NULL;
}

struct cluster_hands *hands_new(struct cluster_work *work)
{
	struct cluster_hands *hands = calloc(1, sizeof(*hands));
	pthread_condattr_t clock;

	if (!hands)
		return NULL;
	hands->work = work;
	pthread_mutex_init(&hands->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&hands->changed, &clock);
	pthread_condattr_destroy(&clock);
	if (!pthread_create(&hands->thread, NULL, run, hands))
		return hands;
	free(hands);
	return NULL;
}

void hands_free(struct cluster_hands *hands)
{
	if (!hands)
		return;
	pthread_mutex_lock(&hands->lock);
	if (hands->state == AT_WORK)
		hands->work->stop(hands->work->self);
	hands->state = ENDING;
	pthread_cond_broadcast(&hands->changed);
	pthread_mutex_unlock(&hands->lock);
	pthread_join(hands->thread, NULL);
	pthread_cond_destroy(&hands->changed);
	pthread_mutex_destroy(&hands->lock);
	host_text_free(&hands->piece);
	host_text_free(&hands->result);
	free(hands);
}

void hands_give(struct cluster_hands *hands, uint64_t number,
		const struct host_text *piece)
{
	hands->piece.length = 0;
	host_text_add(&hands->piece, piece->bytes, piece->length);
	hands->number = number;
	pthread_mutex_lock(&hands->lock);
	hands->state = AT_WORK;
	pthread_cond_broadcast(&hands->changed);
	pthread_mutex_unlock(&hands->lock);
}

static struct timespec after(uint32_t most_us)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	time.tv_nsec += (long)most_us * 1000;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

bool hands_wait(struct cluster_hands *hands, uint32_t most_us)
{
	struct timespec until = after(most_us);
	bool is_done;

	if (!hands) {
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
		return false;
	}
	pthread_mutex_lock(&hands->lock);
	if (hands->state != DONE)
		pthread_cond_timedwait(&hands->changed, &hands->lock, &until);
	is_done = hands->state == DONE;
	pthread_mutex_unlock(&hands->lock);
	return is_done;
}

bool hands_take(struct cluster_hands *hands, struct hands_result *result)
{
	bool is_done;

	pthread_mutex_lock(&hands->lock);
	is_done = hands->state == DONE;
	if (is_done)
		hands->state = FREE;
	pthread_mutex_unlock(&hands->lock);
	if (is_done)
		*result = (struct hands_result){
			.number = hands->number,
			.busy_us = hands->busy_us,
			.failed = hands->failed,
			.text = &hands->result,
		};
	return is_done;
}
