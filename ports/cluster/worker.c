/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * A rank that works: it listens, gives pieces to its hands, and sends back what
 * comes out. While it works it says from time to time that it is alive.
 */
#include "ports/cluster/cluster.h"
#include "ports/cluster/hands.h"
#include "ports/cluster/transport.h"

#define SHORT_US 50      /* between two looks for a message, at first */
#define LONG_US 2000     /* the same, after a while */
#define AT_WORK_US 50000 /* the same, at work: only a stop can come */

struct worker {
	struct cluster_hands *hands;
	bool is_at_work;
	uint32_t nap_us;
	uint64_t said_ms; /* when the coordinator heard last of this rank */
};

static void send_result(struct worker *worker)
{
	struct hands_result result;
	struct transport_head head;

	if (!worker->is_at_work || !hands_take(worker->hands, &result))
		return;
	head = (struct transport_head){
		.number = result.number,
		.busy_us = result.busy_us,
		.failed = result.failed,
	};
	transport_send(0, TRANSPORT_RESULT, &head, result.text->bytes,
		       result.failed ? 0 : result.text->length);
	worker->is_at_work = false;
	worker->nap_us = SHORT_US;
	worker->said_ms = host_now();
}

static void say(struct worker *worker, enum transport_kind kind)
{
	const struct transport_head head = {.number = 0};

	transport_send(0, kind, &head, NULL, 0);
	worker->said_ms = host_now();
}

static void nap(struct worker *worker)
{
	if (worker->is_at_work) {
		hands_wait(worker->hands, AT_WORK_US);
		return;
	}
	hands_wait(NULL, worker->nap_us);
	if (worker->nap_us < LONG_US)
		worker->nap_us *= 2;
}

enum host_exit cluster_serve(struct cluster_work *work)
{
	struct worker worker = {
		.hands = hands_new(work),
		.nap_us = SHORT_US,
		.said_ms = host_now(),
	};
	struct transport_message message = {.rank = 0};
	uint64_t every_ms = work->options.silence * 1000 / 4;
	uint64_t status = HOST_FAILED;
	bool is_over = !worker.hands;

	if (is_over)
		transport_abort(HOST_FAILED);
	while (!is_over) {
		send_result(&worker);
		if (host_now() - worker.said_ms > every_ms)
			say(&worker, TRANSPORT_ALIVE);
		if (!transport_receive(&message)) {
			nap(&worker);
		} else if (message.kind == TRANSPORT_STOP) {
			status = message.head.number;
			is_over = true;
		} else {
			hands_give(worker.hands, message.head.number,
				   &message.bytes);
			worker.is_at_work = true;
		}
	}
	hands_free(worker.hands);
	say(&worker, TRANSPORT_BYE);
	host_text_free(&message.bytes);
	return (enum host_exit)status;
}
