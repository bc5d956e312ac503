/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery analyse of positions: the best lines, from White's view. On a
 * terminal the table is updated during the search; elsewhere only the final one
 * is written.
 */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <string.h>

#include "ports/host/analyse.h"
#include "ports/host/term.h"
#include "rookery/notation.h"
#include "rookery/status.h"
#include "rookery/words.h"

#define MAX_LINE 1024

struct live_table {
	struct host_analyse *analyse;
	const struct rk_pos *pos;
	struct host_text shown;
	int rows; /* rows of the table on the screen */
};

static const char *colour_of(const struct host_analyse *analyse, int score)
{
	if (!analyse->colours)
		return "";
	return score > 0 ? "\033[32m" : score < 0 ? "\033[31m" : "";
}

static void put_row(struct host_text *text, const struct live_table *table,
		    int number, const struct host_line *line)
{
	int score = table->pos->side == RK_WHITE ? line->score : -line->score;
	struct host_text value = {NULL, 0, 0};

	host_analyse_put_score(&value, score);
	host_text_format(text, "%2d  ", number);
	host_text_put(text, colour_of(table->analyse, score));
	host_text_pad(text, 7 - (int)value.length);
	host_text_add(text, value.bytes, value.length);
	host_text_put(text, table->analyse->colours ? "\033[m  " : "  ");
	host_analyse_put_line(text, table->pos, line->moves, line->length);
	host_text_put(text, "\n");
	host_text_free(&value);
}

/*
 * Where nodes or depth are the limit, a file has the same bytes on every machine
 * and in every run.
 */
static bool shows_time(const struct host_analyse *analyse)
{
	return analyse->is_live || analyse->options.time ||
	       analyse->options.infinite;
}

static void put_table(struct host_text *text, const struct live_table *table,
		      const struct host_search_result *found)
{
	host_text_format(text, "%s to move, depth %d, %" PRIu64 " nodes",
			 table->pos->side == RK_WHITE ? "White" : "Black",
			 found->depth, found->nodes);
	if (shows_time(table->analyse))
		host_text_format(text, ", %" PRIu64 ".%" PRIu64 " s",
				 found->time / 1000, found->time / 100 % 10);
	host_text_put(text, "\n");
	for (int i = 0; i < found->count; i++)
		put_row(text, table, i + 1, &found->lines[i]);
}

/* Overwrites the table on the screen; rows are cut at its width. */
static void draw(struct live_table *table,
		 const struct host_search_result *found)
{
	struct host_text all = {NULL, 0, 0};
	struct host_text *shown = &table->shown;
	int rows, columns;
	const char *from, *line;
	size_t left, length;

	host_term_size(&rows, &columns);
	put_table(&all, table, found);
	shown->length = 0;
	if (table->rows)
		host_text_format(shown, "\033[%dA", table->rows);
	host_text_put(shown, "\r\033[J");
	from = all.bytes;
	left = all.length;
	table->rows = 0;
	while (table->rows < rows - 1 &&
	       host_text_line(&from, &left, &line, &length)) {
		host_text_clip(shown, line, length, columns - 1);
		host_text_put(shown, "\n");
		table->rows++;
	}
	fwrite(shown->bytes, 1, shown->length, table->analyse->out);
	fflush(table->analyse->out);
	host_text_free(&all);
}

static void watch(void *self, const struct host_search_result *found)
{
	struct live_table *table = self;

	if (table->analyse->is_live && found->count)
		draw(table, found);
}

static void think(struct host_analyse *analyse, const struct rk_pos *pos)
{
	static struct host_search_result found; /* large */
	struct live_table table = {.analyse = analyse, .pos = pos};
	struct rk_task task = {
		.rules = &rk_rules_standard,
		.pos.two = *pos,
	};

	analyse->thinker->forget(analyse->thinker->self);
	host_analyse_think(analyse, &task, &found, watch, &table);
	if (analyse->is_live) {
		draw(&table, &found);
	} else {
		put_table(&table.shown, &table, &found);
		fwrite(table.shown.bytes, 1, table.shown.length, analyse->out);
	}
	host_text_free(&table.shown);
}

void host_analyse_position(struct host_analyse *analyse,
			   const struct rk_pos *pos, const char *title,
			   size_t length)
{
	struct host_text head = {NULL, 0, 0};
	char fen[RK_FEN_SIZE];

	rk_fen_write(fen, pos, RK_FEN_STANDARD);
	if (length)
		host_text_wrap(&head, title, length, 1000);
	host_text_format(&head, "%s\n", fen);
	fwrite(head.bytes, 1, head.length, analyse->out);
	host_text_free(&head);
	if (rk_pos_has_move(pos))
		think(analyse, pos);
	else if (rk_pos_in_check(pos))
		fprintf(analyse->out, "%s is mated.\n",
			pos->side ? "Black" : "White");
	else
		fprintf(analyse->out, "Stalemate.\n");
	fflush(analyse->out);
}

/*
 * Where the operations of an EPD line begin: behind the counters, if there are
 * any.
 */
static size_t find_operations(const char *text, size_t length)
{
	struct rk_word rest = {text, length};
	uint32_t number;

	for (int i = 0; i < 6; i++) {
		const struct rk_word before = rest;
		const struct rk_word word = rk_word_take(&rest);

		if (i >= 4 && !rk_word_number(word, 0, RK_COUNTER_MAX, &number))
			return (size_t)(before.text - text);
	}
	return (size_t)(rest.text - text);
}

/* The value of the operation id "...". */
static struct rk_word find_id(const char *text, size_t length)
{
	static const char sign[] = "id \"";
	const char *end = text + length;

	for (; text + sizeof(sign) <= end; text++)
		if (!memcmp(text, sign, sizeof(sign) - 1)) {
			const char *id = text + sizeof(sign) - 1;
			const char *quote = memchr(id, '"', (size_t)(end - id));

			if (quote)
				return (struct rk_word){id,
							(size_t)(quote - id)};
		}
	return (struct rk_word){text, 0};
}

bool host_analyse_read_line(struct rk_pos *pos, struct rk_word *title,
			    const char *text, size_t length,
			    struct rk_error *error)
{
	size_t end = length;

	*title = (struct rk_word){text, 0};
	if (memchr(text, ';', length)) {
		end = find_operations(text, length);
		*title = find_id(text + end, length - end);
	}
	return rk_fen_read(pos, text, end, error);
}

/* Reads the next line into `line`; false at the end. */
static bool next_line(struct host_source *source, char *line, size_t *length)
{
	bool is_something = false;

	*length = 0;
	while (source->at < source->length || host_source_fill(source)) {
		char c = source->piece[source->at++];

		is_something = true;
		if (c == '\n')
			return true;
		if (*length < MAX_LINE && c != '\r')
			line[(*length)++] = c;
	}
	return is_something;
}

static bool is_blank(const char *line, size_t length)
{
	while (length && (*line == ' ' || *line == '\t'))
		line++, length--;
	return !length || *line == '#';
}

static void complain(FILE *to, const char *name, uint64_t line,
		     const struct rk_error *error)
{
	if (error->column)
		fprintf(to, "%s:%" PRIu64 ":%zu: FEN: expected %s\n", name,
			line, error->column, error->reason);
	else
		fprintf(to, "%s:%" PRIu64 ": FEN: %s\n", name, line,
			error->reason);
}

enum host_exit host_analyse_lines(struct host_analyse *analyse,
				  struct host_source *source)
{
	enum host_exit status = HOST_OK;
	char line[MAX_LINE];
	size_t length;
	uint64_t number = source->start.line - 1, shown = analyse->games;
	struct rk_word title;
	struct rk_error error;
	struct rk_pos pos;

	while (!host_analyse_is_stopped() && next_line(source, line, &length)) {
		number++;
		if (is_blank(line, length))
			continue;
		if (!host_analyse_read_line(&pos, &title, line, length,
					    &error)) {
			complain(analyse->err, source->name, number, &error);
			status = HOST_FAILED;
			continue;
		}
		if (shown++)
			fprintf(analyse->out, "\n");
		host_analyse_position(analyse, &pos, title.text, title.length);
	}
	if (source->failed)
		return HOST_FAILED;
	if (!shown && status == HOST_OK && !host_analyse_is_stopped())
		return host_analyse_miss(analyse, source->name);
	return status;
}
