/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Rank 0: hands out pieces, collects results, and has them taken in order.
 *
 * Pieces that were generated and not yet taken are in a ring of slots: number N is
 * in slot N modulo the ring's size, so that no more of them are in memory than the
 * ring holds, however long the input is; and most of its slots are empty, unless one
 * piece takes much longer than others. A piece whose rank is silent for too long
 * goes to another rank; if the first one answers after all, the later of the two
 * equal results is ignored. So does one that takes longer than --limit, and its next
 * rank may take twice as long, so that a piece which is just long is done in the end.
 *
 * Results that come back are written to the checkpoint, free ranks get the next
 * piece, and only then is the disk waited for: one fsync for all that have come
 * since the last.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ports/cluster/checkpoint.h"
#include "ports/cluster/cluster.h"
#include "ports/cluster/hands.h"
#include "ports/cluster/transport.h"

#define SHORT_US 50  /* between two looks for messages, at first */
#define LONG_US 1000 /* the same, after a while */
#define AHEAD \
	16 /* pieces in the ring for each rank: one may take so much longer */
#define MOST_DOUBLED 20 /* times that a piece gets twice as long */
#define WORKING 32      /* with more ranks, rank 0 only coordinates */

enum slot_state {
	EMPTY,
	WAITING, /* for a rank */
	OUT,     /* a rank has it */
	READY,   /* has its result */
};

struct slot {
	enum slot_state state;
	bool is_found; /* the result is from the checkpoint */
	int given;     /* how many ranks have got it */
	struct host_text piece, result;
};

struct coordinator_rank {
	bool is_at_work;
	bool is_lost;
	bool is_late; /* lost because of its piece: only a result brings it back */
	uint64_t number;     /* of the piece */
	uint64_t since_ms;   /* when it got it */
	uint64_t allowed_ms; /* for it; 0: any time */
	uint64_t heard_ms;   /* when it was heard last */
};

struct coordinator {
	struct cluster_work *work;
	struct checkpoint checkpoint;
	struct cluster_hands *hands; /* of rank 0, or NULL */
	struct slot *slots;
	uint64_t slot_count;
	uint64_t oldest, next; /* numbers: to be taken, to be generated */
	uint64_t waiting;      /* slots that wait, given back by a lost rank */
	struct coordinator_rank *ranks;
	int rank_count;
	int busy, lost; /* ranks */
	bool is_at_end; /* of the pieces */
	bool failed;
	uint64_t start_ms, busy_us, pieces, found, notes;
};

static struct slot *slot_of(const struct coordinator *self, uint64_t number)
{
	return &self->slots[number % self->slot_count];
}

/* ---- Speaking ---- */

static void say(struct coordinator *self, const char *text)
{
	host_progress_hide(&self->work->progress);
	fprintf(stderr, "rookery-mpi: %s\n", text);
}

static void fail(struct coordinator *self, const char *reason)
{
	if (!self->failed)
		say(self, reason);
	self->failed = true;
}

static void show_progress(struct coordinator *self)
{
	char what[80];

	snprintf(what, sizeof(what), "%d of %d ranks at work,", self->busy,
		 self->rank_count - self->lost - !self->hands);
	host_progress_show(&self->work->progress, what);
}

static void report(struct coordinator *self)
{
	uint64_t ms = host_now() - self->start_ms;
	uint64_t ranks = (uint64_t)self->rank_count - !self->hands;
	uint64_t pieces = self->pieces - self->notes;
	uint64_t percent = self->busy_us / (10 * (ms ? ms : 1) * ranks);
	char text[200];

	snprintf(text, sizeof(text),
		 "%" PRIu64 " piece%s, %" PRIu64
		 " of them from the checkpoint; "
		 "%" PRIu64 " rank%s, %" PRIu64 ".%" PRIu64 " s, %" PRIu64
		 " %% of it at work%s",
		 pieces, pieces == 1 ? "" : "s", self->found, ranks,
		 ranks == 1 ? "" : "s", ms / 1000, ms / 100 % 10, percent,
		 self->lost ? "; not all ranks have answered" : "");
	say(self, text);
}

/* ---- Handing out ---- */

static void give(struct coordinator *self, int rank, uint64_t number)
{
	struct coordinator_rank *to = &self->ranks[rank];
	struct slot *slot = slot_of(self, number);
	const struct transport_head head = {.number = number};

	slot->state = OUT;
	to->since_ms = to->heard_ms = host_now();
	to->allowed_ms = self->work->options.limit * UINT64_C(1000)
			 << slot->given;
	slot->given += slot->given < MOST_DOUBLED;
	to->is_at_work = true;
	to->number = number;
	self->busy++;
	if (rank)
		transport_send(rank, TRANSPORT_WORK, &head, slot->piece.bytes,
			       slot->piece.length);
	else
		hands_give(self->hands, number, &slot->piece);
}

/* A piece that a lost rank did not do. */
static bool find_waiting(const struct coordinator *self, uint64_t *number)
{
	for (*number = self->oldest; self->waiting && *number < self->next;
	     ++*number)
		if (slot_of(self, *number)->state == WAITING)
			return true;
	return false;
}

static void look_into_checkpoint(struct coordinator *self, struct slot *slot)
{
	switch (checkpoint_find(&self->checkpoint, self->next, &slot->piece,
				&slot->result)) {
	case CHECKPOINT_OTHER:
		fail(self, "the input is not that of the checkpoint; "
			   "--restart begins anew");
		break;
	case CHECKPOINT_FOUND:
		slot->state = READY;
		slot->is_found = true;
		self->found++;
		break;
	default:
		slot->state = WAITING;
	}
}

/* Generates the next piece; false if there is none now, or no room. */
static bool generate(struct coordinator *self)
{
	struct slot *slot = slot_of(self, self->next);
	struct cluster_work *work = self->work;

	if (self->is_at_end || self->next - self->oldest == self->slot_count)
		return false;
	slot->piece.length = slot->result.length = 0;
	slot->is_found = false;
	slot->given = 0;
	switch (work->next(work->self, &slot->piece)) {
	case CLUSTER_PIECE:
		look_into_checkpoint(self, slot);
		break;
	case CLUSTER_NOTE:
		slot->state = READY;
		self->notes++;
		break;
	case CLUSTER_LATER:
		return false;
	case CLUSTER_ENOUGH:
		self->next = self->oldest;
		self->is_at_end = true;
		return false;
	case CLUSTER_END:
		self->is_at_end = true;
		return false;
	}
	self->next++;
	return true;
}

/* The next piece that somebody has to work on. */
static bool next_piece(struct coordinator *self, uint64_t *number)
{
	if (find_waiting(self, number)) {
		self->waiting--;
		return true;
	}
	while (!self->failed && generate(self)) {
		*number = self->next - 1;
		if (slot_of(self, *number)->state == WAITING)
			return true;
	}
	return false;
}

static bool is_free(const struct coordinator *self, int rank)
{
	return !self->ranks[rank].is_at_work && !self->ranks[rank].is_lost &&
	       (rank || self->hands);
}

static void hand_out(struct coordinator *self)
{
	uint64_t number;

	for (int i = 1; i <= self->rank_count; i++) {
		int rank = i % self->rank_count; /* rank 0 is the last */

		if (is_free(self, rank)) {
			if (!next_piece(self, &number))
				return;
			give(self, rank, number);
		}
	}
}

/* ---- Collecting ---- */

static void keep(struct coordinator *self, uint64_t number,
		 const struct host_text *result)
{
	struct slot *slot = slot_of(self, number);

	if (number < self->oldest || number >= self->next ||
	    slot->state == READY)
		return; /* another rank was sooner */
	self->waiting -= slot->state == WAITING;
	slot->state = READY;
	host_text_add(&slot->result, result->bytes, result->length);
	if (slot->result.length != result->length)
		fail(self, "not enough memory");
	else if (!checkpoint_add(&self->checkpoint, number, &slot->piece,
				 &slot->result))
		fail(self, self->checkpoint.reason);
}

static void set_free(struct coordinator *self, int rank)
{
	struct coordinator_rank *from = &self->ranks[rank];

	if (from->is_at_work && !from->is_lost)
		self->busy--;
	from->is_at_work = false;
}

static void collect(struct coordinator *self, int rank,
		    const struct hands_result *result)
{
	char text[120];

	set_free(self, rank);
	self->busy_us += result->busy_us;
	if (!result->failed) {
		keep(self, result->number, result->text);
		return;
	}
	if (!self->work->is_stopped(self->work->self))
		snprintf(text, sizeof(text), "rank %d could not do its piece",
			 rank);
	else
		snprintf(text, sizeof(text), "stopped%s",
			 self->checkpoint.file >= 0
				 ? "; the same command goes on from there"
				 : "");
	fail(self, text);
}

static void welcome(struct coordinator *self, int rank, bool has_result)
{
	struct coordinator_rank *from = &self->ranks[rank];
	char text[60];

	from->heard_ms = host_now();
	if (!from->is_lost || (from->is_late && !has_result))
		return;
	from->is_lost = from->is_late = false;
	self->lost--;
	self->busy += from->is_at_work;
	snprintf(text, sizeof(text), "rank %d is back", rank);
	say(self, text);
}

/* All results that have come; false if none has. */
static bool collect_all(struct coordinator *self,
			struct transport_message *message)
{
	struct hands_result result;
	bool any = false;

	if (self->hands && hands_take(self->hands, &result)) {
		welcome(self, 0, true);
		collect(self, 0, &result);
		any = true;
	}
	while (!self->failed && transport_receive(message)) {
		welcome(self, message->rank, message->kind == TRANSPORT_RESULT);
		if (message->kind != TRANSPORT_RESULT)
			continue;
		result = (struct hands_result){
			.number = message->head.number,
			.busy_us = message->head.busy_us,
			.failed = message->head.failed != 0,
			.text = &message->bytes,
		};
		collect(self, message->rank, &result);
		any = true;
	}
	return any;
}

/* Has the results taken whose turn it is. */
static bool deliver(struct coordinator *self)
{
	struct cluster_work *work = self->work;
	bool any = false;

	while (!self->failed && self->oldest < self->next) {
		struct slot *slot = slot_of(self, self->oldest);
		uint64_t before = work->progress.done;

		if (slot->state != READY)
			break;
		if (!work->take(work->self, &slot->piece, &slot->result)) {
			self->failed = true;
			break;
		}
		if (slot->is_found)
			work->progress.given += work->progress.done - before;
		self->pieces++;
		host_text_free(&slot->piece);
		host_text_free(&slot->result);
		slot->state = EMPTY;
		self->oldest++;
		any = true;
	}
	return any;
}

/* ---- Ranks that do not answer ---- */

static void lose(struct coordinator *self, int rank, bool is_late,
		 uint64_t since_ms)
{
	struct coordinator_rank *from = &self->ranks[rank];
	struct slot *slot = slot_of(self, from->number);
	char text[120];

	from->is_lost = true;
	from->is_late = is_late;
	self->lost++;
	self->busy--;
	/* One that was lost before may still be at a piece that is done. */
	if (from->number >= self->oldest && slot->state == OUT) {
		slot->state = WAITING;
		self->waiting++;
	}
	snprintf(text, sizeof(text), "rank %d has %s for %" PRIu64 " s; %s",
		 rank, is_late ? "been at its piece" : "not answered",
		 (host_now() - since_ms) / 1000,
		 is_late ? "another gets it, too"
			 : "its piece goes to another");
	say(self, text);
	if (self->lost == self->rank_count - !self->hands)
		fail(self, "no rank is left");
}

/*
 * The rank's machine may be gone, which is silence; or the piece takes longer
 * than it may. The hands of rank 0 are never silent.
 */
static void look_after(struct coordinator *self)
{
	uint64_t silence = self->work->options.silence * UINT64_C(1000);
	uint64_t now = host_now();

	for (int i = 0; i < self->rank_count; i++) {
		const struct coordinator_rank *rank = &self->ranks[i];

		if (!rank->is_at_work || rank->is_lost)
			continue;
		if (i && now - rank->heard_ms > silence)
			lose(self, i, false, rank->heard_ms);
		else if (rank->allowed_ms &&
			 now - rank->since_ms > rank->allowed_ms)
			lose(self, i, true, rank->since_ms);
	}
}

/* ---- The run ---- */

static bool is_over(const struct coordinator *self)
{
	return self->failed || (self->is_at_end && self->oldest == self->next);
}

static void notice_stop(struct coordinator *self)
{
	const struct hands_result nothing = {.failed = true};

	if (self->work->is_stopped(self->work->self) && !self->failed)
		collect(self, 0, &nothing);
}

static void go_on(struct coordinator *self)
{
	struct transport_message message = {.rank = 0};
	uint64_t looked_ms = host_now();
	uint32_t nap_us = SHORT_US;

	while (!is_over(self)) {
		bool any = collect_all(self, &message);

		hand_out(self);
		any |= deliver(self);
		if (!checkpoint_sync(&self->checkpoint))
			fail(self, self->checkpoint.reason);
		notice_stop(self);
		if (host_now() - looked_ms > 100) {
			look_after(self);
			show_progress(self);
			looked_ms = host_now();
		}
		nap_us = any                ? SHORT_US
			 : nap_us < LONG_US ? nap_us * 2
					    : nap_us;
		if (!any)
			hands_wait(self->hands, nap_us);
	}
	checkpoint_sync(&self->checkpoint);
	host_text_free(&message.bytes);
}

static bool prepare(struct coordinator *self)
{
	struct cluster_work *work = self->work;
	const char *reason;

	self->rank_count = transport_size();
	self->slot_count = (uint64_t)self->rank_count * AHEAD + 16;
	self->slots = calloc(self->slot_count, sizeof(*self->slots));
	self->ranks = calloc((size_t)self->rank_count, sizeof(*self->ranks));
	self->oldest = self->next = work->first;
	self->start_ms = host_now();
	if (self->rank_count <= WORKING)
		self->hands = hands_new(work);
	if (!self->slots || !self->ranks ||
	    (self->rank_count <= WORKING && !self->hands)) {
		fail(self, "not enough memory");
		return false;
	}
	reason = work->checkpoint
			 ? checkpoint_open(&self->checkpoint, work->checkpoint,
					   work->settings,
					   work->options.restart)
			 : NULL;
	if (reason)
		fail(self, reason);
	work->resumed = self->checkpoint.count;
	if (!reason && work->begin && !work->begin(work->self))
		self->failed = true;
	return !self->failed;
}

/* Waits until all ranks have said their last word; false if one does not. */
static bool dismiss(const struct coordinator *self)
{
	uint64_t until = host_now() + self->work->options.silence * 1000;
	struct transport_message message = {.rank = 0};
	int left = self->rank_count - 1;

	while (left && host_now() < until)
		if (!transport_receive(&message))
			hands_wait(NULL, SHORT_US);
		else if (message.kind == TRANSPORT_BYE)
			left--;
	host_text_free(&message.bytes);
	return !left;
}

/* Tells all ranks; those that were lost cannot be waited for. */
static void end(struct coordinator *self, enum host_exit status)
{
	const struct transport_head head = {.number = (uint64_t)status};
	bool is_alone = self->lost > 0;

	for (int i = 1; i < self->rank_count && !is_alone; i++)
		transport_send(i, TRANSPORT_STOP, &head, NULL, 0);
	if (is_alone || !dismiss(self)) {
		fflush(stdout);
		transport_abort(status);
	}
	hands_free(self->hands);
	for (uint64_t i = 0; self->slots && i < self->slot_count; i++) {
		host_text_free(&self->slots[i].piece);
		host_text_free(&self->slots[i].result);
	}
	free(self->slots);
	free(self->ranks);
}

enum host_exit cluster_coordinate(struct cluster_work *work)
{
	struct coordinator self = {.work = work, .checkpoint = NO_CHECKPOINT};
	bool is_done;

	if (prepare(&self))
		go_on(&self);
	host_progress_hide(&work->progress);
	is_done = work->finish(work->self, !self.failed) && !self.failed;
	if (!is_done && work->status == HOST_OK)
		work->status = HOST_FAILED;
	checkpoint_close(&self.checkpoint, is_done);
	if (is_done)
		report(&self);
	end(&self, work->status);
	return work->status;
}
