/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The layout of PGN4. A line holds the moves of one number, separated by two
 * dots; longer lines are broken as in PGN. There is no result at the end,
 * since the tags of the next game end a game; only a game without moves has a
 * * there.
 *
 * If a player leaves on the own turn and the king walks at once, the letter
 * for leaving is written behind the king's move. So the letter waits for that
 * move, but only until something else is written.
 */
#include "proto/pgn4.h"

/* Writes the number or the dots before a seat's move. */
static void put_place(struct rk_pgn_writer *writer, int number, int seat)
{
	bool begins = writer->number ? number != writer->number : seat == 0;

	if (begins && writer->column && !writer->depth)
		rk_pgn_put_line_end(writer);
	if (begins || !writer->number)
		rk_pgn_put_number(writer, "", (unsigned int)number,
				  begins ? "." : "..");
	else
		rk_pgn_put_word(writer, "..", 2);
	writer->number = number;
	writer->has_moves = true;
}

void rk_pgn4_put_leaving(struct rk_pgn_writer *writer)
{
	char letter = writer->leaving;

	writer->leaving = 0;
	put_place(writer, writer->leaving_number, writer->leaving_seat);
	rk_pgn_put_word(writer, &letter, 1);
}

void rk_pgn4_put_move(struct rk_pgn_writer *writer,
		      const struct rk_rules *rules, const union rk_any_pos *pos,
		      rk_any_move move)
{
	char text[RK_MOVE_TEXT_SIZE + 1];
	size_t length = rules->write_move(text, pos, move, RK_STYLE_SAN);

	writer->mates = 0;
	for (size_t i = 0; i < length; i++)
		writer->mates += text[i] == '#';
	if (writer->leaving)
		text[length++] = writer->leaving;
	writer->leaving = 0;
	put_place(writer, rules->move_number(pos), rules->turn(pos));
	rk_pgn_put_word(writer, text, length);
}

static void put_leave_comment(struct rk_pgn_writer *writer, const char *name,
			      enum rk_reason why)
{
	char text[32];
	size_t length = why == RK_REASON_TIME ? 10 : 11;

	memcpy(text, why == RK_REASON_TIME ? "[%flagged " : "[%resigned ",
	       length);
	while (*name)
		text[length++] = *name++;
	text[length++] = ']';
	rk_pgn_put_comment(writer, text, length);
}

void rk_pgn_put_leave(struct rk_pgn_writer *writer,
		      const struct rk_pgn_event *event)
{
	const struct rk_rules *rules = event->rules;

	rk_pgn4_flush_leaving(writer);
	if (!event->in_turn) {
		put_leave_comment(writer, rules->seats[event->seat],
				  event->why);
		writer->has_moves = true;
		return;
	}
	writer->leaving = event->why == RK_REASON_TIME ? 'T' : 'R';
	writer->leaving_number = event->number;
	writer->leaving_seat = event->seat;
	if (rules->status(event->pos).reason != RK_REASON_NONE ||
	    rules->turn(event->pos) != event->seat)
		rk_pgn4_put_leaving(writer);
}

void rk_pgn_put_gone(struct rk_pgn_writer *writer, const char *text)
{
	rk_pgn4_flush_leaving(writer);
	if (writer->number)
		rk_pgn_put_word(writer, "..", 2);
	rk_pgn_put_word(writer, text, 1);
	writer->has_moves = true;
}

void rk_pgn4_put_stalemated(struct rk_pgn_writer *writer,
			    const struct rk_rules *rules,
			    const union rk_any_pos *pos, unsigned int active)
{
	enum rk_reason reason = rules->status(pos).reason;
	int count = -writer->mates;

	for (active &= ~rules->active(pos); active; active &= active - 1)
		count++;
	if (!writer->mates && count < 1)
		count = reason == RK_REASON_CHECKMATE ||
			reason == RK_REASON_STALEMATE;
	while (count-- > 0)
		rk_pgn_put_gone(writer,
				reason == RK_REASON_CHECKMATE ? "#" : "S");
}

void rk_pgn4_put_end(struct rk_pgn_writer *writer)
{
	rk_pgn4_flush_leaving(writer);
	if (!writer->has_moves)
		rk_pgn_put_word(writer, "*", 1);
	if (writer->column)
		rk_pgn_put_line_end(writer);
	rk_pgn_put_line_end(writer);
}

static void put_known(const struct rk_out *out, const struct rk_pgn_tag *tags,
		      size_t count)
{
	for (; count; tags++, count--)
		if (tags->value)
			rk_pgn_put_tag(out, tags->name, tags->value);
}

void rk_pgn4_put_tags(const struct rk_out *out, const struct rk_pgn_tag *tags,
		      size_t count, const struct rk_pgn_tag *known,
		      size_t known_count, size_t first)
{
	put_known(out, known, first);
	for (size_t i = 0; i < count; i++)
		if (!rk_pgn_find_tag(known, known_count, tags[i].name))
			rk_pgn_put_tag(out, tags[i].name, tags[i].value);
	put_known(out, known + first, known_count - first);
	rk_out_char(out, '\n');
}
