/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Adds an engine's remarks to PGN. The parts that belong to a move follow it in
 * this order: marks, the comment with the evaluation, the existing variations,
 * and the better line. So a remark is written in two halves: the score before
 * the first event that is no mark, the line before the next main-line move or
 * the end of the game.
 *
 * An old [%eval] is removed from a comment if there is a new one.
 */
#include "rookery/annotate.h"

#include "proto/pgn_reader.h"
#include "rookery/think.h"

static const char eval_sign[] = "[%eval ";

static size_t put_text(char *to, const char *text)
{
	size_t length = 0;

	for (; text[length]; length++)
		to[length] = text[length];
	to[length] = 0;
	return length;
}

/*
 * rk_score_mate_moves() is from the view of the side to move; here the sign
 * says who mates.
 */
static size_t write_mate(char *text, int score)
{
	int plies = RK_SCORE_MATE - (score < 0 ? -score : score);
	size_t length = put_text(text, score < 0 ? "#-" : "#");

	return length + put_text(text + length,
				 rk_number((uint32_t)(plies + 1) / 2).text);
}

size_t rk_score_write(char text[RK_SCORE_TEXT_SIZE], int score)
{
	uint32_t size = (uint32_t)(score < 0 ? -score : score);
	size_t length = 0;

	if (rk_score_is_mate(score))
		return write_mate(text, score);
	if (score < 0)
		text[length++] = '-';
	length += put_text(text + length, rk_number(size / 100).text);
	text[length++] = '.';
	text[length++] = (char)('0' + size / 10 % 10);
	text[length++] = (char)('0' + size % 10);
	text[length] = 0;
	return length;
}

static void tell(struct rk_annotator *annotator, struct rk_pgn_event event)
{
	const char *reason;

	event.rules = annotator->rules;
	reason = rk_pgn_normalise(annotator->normaliser, &event);
	if (!annotator->reason)
		annotator->reason = reason;
}

static void tell_comment(struct rk_annotator *annotator, const char *text,
			 size_t length)
{
	tell(annotator, (struct rk_pgn_event){.kind = RK_PGN_COMMENT,
					      .text = text,
					      .length = length});
}

/* The remark about the last move; empty if there is none. */
static struct rk_remark remark(const struct rk_annotator *annotator)
{
	if (!annotator->ply || annotator->ply > annotator->remark_count)
		return (struct rk_remark){0};
	return annotator->remarks[annotator->ply - 1];
}

/* The length of an [%eval ...] at `text` with the blank behind it, or 0. */
static size_t measure_eval(const char *text, size_t left)
{
	size_t length = sizeof(eval_sign) - 1;

	if (left < length || memcmp(text, eval_sign, length) != 0)
		return 0;
	while (length < left && text[length] != ']')
		length++;
	if (length == left)
		return 0;
	length++;
	return length +
	       (length < left && (text[length] == ' ' || text[length] == '\n'));
}

/* Copies a comment without old scores into `buf` from `start` on. */
static size_t copy_comment(struct rk_annotator *annotator, size_t start,
			   const char *text, size_t length)
{
	char *end = annotator->buf + start;

	for (size_t at = 0; at < length;) {
		size_t cut = measure_eval(text + at, length - at);

		at += cut;
		if (!cut)
			*end++ = text[at++];
	}
	return (size_t)(end - annotator->buf);
}

/* Writes the score as a comment, or as the beginning of one. */
#define EVAL_SIZE (sizeof(eval_sign) + RK_SCORE_TEXT_SIZE + 1)

static size_t write_eval(char text[EVAL_SIZE], int score)
{
	size_t length = put_text(text, eval_sign);

	length += rk_score_write(text + length, score);
	return length + put_text(text + length, "]");
}

static void tell_mark(struct rk_annotator *annotator)
{
	unsigned int nag = remark(annotator).nag;

	if (nag && !annotator->is_marked)
		tell(annotator,
		     (struct rk_pgn_event){.kind = RK_PGN_NAG, .nag = nag});
	annotator->is_marked = true;
}

static void tell_score(struct rk_annotator *annotator)
{
	char text[EVAL_SIZE];

	if (!annotator->owes_score)
		return;
	annotator->owes_score = false;
	tell_mark(annotator);
	if (remark(annotator).has_score)
		tell_comment(annotator, text,
			     write_eval(text, remark(annotator).score));
}

static void tell_moves(struct rk_annotator *annotator, const rk_any_move *line,
		       int length)
{
	const struct rk_rules *rules = annotator->rules;
	union rk_any_undo undo;
	union rk_any_pos *pos = &annotator->before;

	tell(annotator, (struct rk_pgn_event){.kind = RK_PGN_OPEN});
	for (int i = 0; i < length && rules->is_legal(pos, line[i]); i++) {
		tell(annotator, (struct rk_pgn_event){.kind = RK_PGN_MOVE,
						      .pos = pos,
						      .move = line[i]});
		rules->make(pos, line[i], &undo);
	}
	tell(annotator, (struct rk_pgn_event){.kind = RK_PGN_CLOSE});
}

/* Writes what is still missing about the last move. */
static void tell_rest(struct rk_annotator *annotator)
{
	const struct rk_remark last = remark(annotator);

	tell_score(annotator);
	if (annotator->owes_line && last.line_length &&
	    annotator->rules->is_legal(&annotator->before, last.line[0]))
		tell_moves(annotator, last.line, last.line_length);
	annotator->owes_line = false;
}

/* Checks whether an existing variation shows the line that would be added. */
static void hear_variation(struct rk_annotator *annotator,
			   const struct rk_pgn_event *event)
{
	const struct rk_remark last = remark(annotator);
	int met = annotator->met;

	tell(annotator, *event);
	if (event->kind != RK_PGN_MOVE || annotator->depth > 1)
		return;
	annotator->met = met >= 0 && met < last.line_length &&
					 last.line[met] == event->move
				 ? met + 1
				 : -1;
	if (annotator->met == last.line_length)
		annotator->owes_line = false;
}

static void hear_move(struct rk_annotator *annotator,
		      const struct rk_pgn_event *event)
{
	tell_rest(annotator);
	tell(annotator, *event);
	memcpy(&annotator->before, event->pos, annotator->rules->pos_size);
	annotator->ply++;
	annotator->is_marked = false;
	annotator->owes_score = true;
	annotator->owes_line = true;
}

static void hear_nag(struct rk_annotator *annotator,
		     const struct rk_pgn_event *event)
{
	/* $1 to $6 rate the move, the others the position. */
	if (event->nag >= 1 && event->nag <= 6)
		annotator->is_marked = true;
	tell(annotator, *event);
}

static void hear_comment(struct rk_annotator *annotator,
			 const struct rk_pgn_event *event)
{
	const struct rk_remark last = remark(annotator);
	size_t start = 0, length;

	if (!last.has_score || event->is_cut ||
	    event->length + EVAL_SIZE + 1 > annotator->buf_size) {
		tell_score(annotator);
		tell(annotator, *event);
		return;
	}
	if (annotator->owes_score) {
		tell_mark(annotator);
		start = write_eval(annotator->buf, last.score);
		annotator->buf[start++] = ' ';
	}
	length = copy_comment(annotator, start, event->text, event->length);
	if (length == start && start)
		length--; /* drop the blank */
	annotator->owes_score = false;
	if (length)
		tell_comment(annotator, annotator->buf, length);
}

/* Writes the Annotator tag behind the other tags. */
static void begin_moves(struct rk_annotator *annotator)
{
	if (annotator->has_begun)
		return;
	annotator->has_begun = true;
	if (annotator->name && !annotator->has_name)
		tell(annotator, (struct rk_pgn_event){.kind = RK_PGN_TAG,
						      .name = "Annotator",
						      .text = annotator->name});
}

/* A game can end within a variation; RK_PGN_END is never stripped. */
static bool is_stripped(const struct rk_annotator *annotator,
			enum rk_pgn_kind kind)
{
	return annotator->strips && kind != RK_PGN_ERROR &&
	       kind != RK_PGN_END &&
	       (annotator->depth || kind == RK_PGN_NAG ||
		kind == RK_PGN_COMMENT || kind == RK_PGN_OPEN ||
		kind == RK_PGN_CLOSE);
}

static void hear_main_line(struct rk_annotator *annotator,
			   const struct rk_pgn_event *event)
{
	switch (event->kind) {
	case RK_PGN_TAG:
		if (rk_pgn_is(event->name, "Annotator"))
			annotator->has_name = true;
		tell(annotator, *event);
		break;
	case RK_PGN_MOVE:
		hear_move(annotator, event);
		break;
	case RK_PGN_NAG:
		hear_nag(annotator, event);
		break;
	case RK_PGN_COMMENT:
		hear_comment(annotator, event);
		break;
	case RK_PGN_OPEN:
		tell_score(annotator);
		tell(annotator, *event);
		annotator->met = 0;
		break;
	case RK_PGN_RESULT:
	case RK_PGN_END:
		tell_rest(annotator);
		tell(annotator, *event);
		break;
	default:
		tell(annotator, *event);
	}
}

static void start_again(struct rk_annotator *annotator)
{
	annotator->ply = 0;
	annotator->depth = 0;
	annotator->owes_score = false;
	annotator->owes_line = false;
	annotator->has_name = false;
	annotator->has_begun = false;
	annotator->reason = NULL;
}

const char *rk_annotate(void *self, const struct rk_pgn_event *event)
{
	struct rk_annotator *annotator = self;
	bool is_stray = is_stripped(annotator, event->kind);
	const char *reason;

	if (event->rules)
		annotator->rules = event->rules;
	if (event->kind != RK_PGN_TAG && event->kind != RK_PGN_COMMENT)
		begin_moves(annotator);
	annotator->depth -= event->kind == RK_PGN_CLOSE;
	if (!is_stray && annotator->depth)
		hear_variation(annotator, event);
	else if (!is_stray)
		hear_main_line(annotator, event);
	annotator->depth += event->kind == RK_PGN_OPEN;
	reason = annotator->reason;
	if (event->kind == RK_PGN_END)
		start_again(annotator);
	return reason;
}
