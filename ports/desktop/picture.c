/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery picture: reads what was asked for and makes boards of it. An option is
 * a row of a table. Nothing is drawn or written before all of it is known to be
 * right. It needs no display.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "ports/desktop/desktop.h"
#include "ports/desktop/picture.h"
#include "rookery/words.h"

#define MIN_SIZE 64
#define MAX_SIZE 8192
#define FRAMES 64 /* that are added at once */

/* ---- Options ---- */

static bool take_four(struct picture_task *task, const char *word)
{
	(void)word;
	if (!task->rules || task->rules->players != 4)
		task->rules = &rk_rules_ffa;
	return true;
}

static bool take_rules(struct picture_task *task, const char *word)
{
	task->rules = rk_rules_find(word, strlen(word));
	if (!task->rules)
		host_refuse("there are no rules \"%s\"", word);
	return task->rules != NULL;
}

static bool take_theme(struct picture_task *task, const char *word)
{
	int found = board_theme_find(word);

	if (found < 0)
		host_refuse("there is no theme \"%s\"; there are wood, sea, "
			    "grass and slate",
			    word);
	task->theme = (uint8_t)found;
	return found >= 0;
}

static bool take_number(const char *word, const char *option, uint32_t low,
			uint32_t high, uint32_t *number)
{
	if (rk_word_number((struct rk_word){word, strlen(word)}, low, high,
			   number))
		return true;
	host_refuse("%s needs a number from %u to %u", option, low, high);
	return false;
}

static bool take_size(struct picture_task *task, const char *word)
{
	return take_number(word, "--size", MIN_SIZE, MAX_SIZE, &task->size);
}

static bool take_game(struct picture_task *task, const char *word)
{
	return take_number(word, "--game", 1, 1000000000, &task->game);
}

static bool take_every(struct picture_task *task, const char *word)
{
	return take_number(word, "--every", 1, 10000, &task->every);
}

static bool take_delay(struct picture_task *task, const char *word)
{
	return take_number(word, "--delay", 20, 60000, &task->delay);
}

static bool take_flip(struct picture_task *task, const char *word)
{
	(void)word;
	task->flips = true;
	return true;
}

static bool take_below(struct picture_task *task, const char *word)
{
	task->below = word;
	return true;
}

static bool take_dark(struct picture_task *task, const char *word)
{
	(void)word;
	task->is_dark = true;
	return true;
}

static bool take_no_coordinates(struct picture_task *task, const char *word)
{
	(void)word;
	task->has_coordinates = false;
	return true;
}

static bool take_last(struct picture_task *task, const char *word)
{
	task->last = word;
	return true;
}

static bool take_output(struct picture_task *task, const char *word)
{
	task->output = word;
	if (picture_can_write(word))
		return true;
	host_refuse("\"%s\" does not end in .png, .svg, .pdf or .gif", word);
	return false;
}

static const struct option {
	const char *name;
	bool has_word;
	bool (*take)(struct picture_task *task, const char *word);
} options[] = {
	{"-o", true, take_output},
	{"--output", true, take_output},
	{"--four", false, take_four},
	{"--rules", true, take_rules},
	{"--size", true, take_size},
	{"--theme", true, take_theme},
	{"--dark", false, take_dark},
	{"--flip", false, take_flip},
	{"--below", true, take_below},
	{"--no-coordinates", false, take_no_coordinates},
	{"--last", true, take_last},
	{"--game", true, take_game},
	{"--every", true, take_every},
	{"--delay", true, take_delay},
};

static const struct option *find_option(const char *word)
{
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++)
		if (!strcmp(word, options[i].name))
			return &options[i];
	return NULL;
}

/* Takes one word, or an option and its word. How many; 0: it was wrong. */
static int take(struct picture_task *task, int count, char **words)
{
	const struct option *option = find_option(words[0]);

	if (option && option->has_word && count < 2) {
		host_refuse("%s needs a word after it", words[0]);
		return 0;
	}
	if (option)
		return option->take(task, option->has_word ? words[1] : "")
			       ? 1 + option->has_word
			       : 0;
	if (words[0][0] == '-' && words[0][1])
		host_refuse("picture has no option \"%s\"", words[0]);
	else if (task->what)
		host_refuse("picture draws one thing; is the FEN in quotes?");
	else
		task->what = words[0];
	return task->what == words[0];
}

/* ---- Boards ---- */

static bool set_below(struct board_view *view, const struct picture_task *task)
{
	int players = view->rules->players;
	int seat = 0;

	if (task->below)
		while (seat < players &&
		       strcasecmp(task->below, view->rules->seats[seat]) != 0)
			seat++;
	if (seat == players) {
		host_refuse("nobody is called \"%s\" in %s", task->below,
			    view->rules->name);
		return false;
	}
	if (task->flips)
		seat += players / 2;
	view->below = (uint8_t)(seat % players);
	return true;
}

struct picture_frame *picture_add(struct picture_sheet *sheet,
				  const struct picture_task *task,
				  const struct rk_rules *rules,
				  const union rk_any_pos *pos)
{
	struct picture_frame *frame;

	if (sheet->count == sheet->capacity) {
		size_t capacity = sheet->capacity + FRAMES;
		struct picture_frame *more =
			realloc(sheet->frames,
				capacity * sizeof(*sheet->frames));

		if (!more) {
			host_refuse("there is not enough memory");
			return NULL;
		}
		sheet->frames = more;
		sheet->capacity = capacity;
	}
	frame = &sheet->frames[sheet->count];
	*frame = (struct picture_frame){
		.view = {
			.theme = task->theme,
			.coordinates = task->has_coordinates,
			.dark = task->is_dark,
		}};
	board_from_pos(&frame->view, rules, pos);
	if (!set_below(&frame->view, task))
		return NULL;
	sheet->count++;
	return frame;
}

/* The move was made before the position: only its squares can be judged. */
static bool mark_last(struct board_view *view, const char *text)
{
	const struct rk_rules *rules = view->rules;
	struct rk_move_hint hint;
	int from, to;

	if (!rules->parse_move(&hint, text, strlen(text)) || hint.castling ||
	    hint.from_file < 0 || hint.from_rank < 0 || hint.to_file < 0 ||
	    hint.to_rank < 0) {
		host_refuse("--last needs a move with both squares, as e2e4, "
			    "not \"%s\"",
			    text);
		return false;
	}
	from = hint.from_rank * rules->files + hint.from_file;
	to = hint.to_rank * rules->files + hint.to_file;
	if (!rk_cell_is_piece(view->cells[to]) ||
	    view->cells[from] == RK_CELL_WALL || from == to) {
		host_refuse("--last %s: no piece stands where it ended", text);
		return false;
	}
	view->marks[from] |= BOARD_LAST;
	view->marks[to] |= BOARD_LAST;
	view->by[from] = view->by[to] = (uint8_t)rk_cell_seat(view->cells[to]);
	return true;
}

static bool read_position(const struct picture_task *task,
			  const struct rk_rules *rules, union rk_any_pos *pos)
{
	struct rk_error error;

	if (!strcmp(task->what, "start")) {
		rules->start(pos, 0);
		return true;
	}
	if (rules->read(pos, task->what, strlen(task->what), &error))
		return true;
	if (error.column)
		host_refuse("FEN, column %zu: expected %s", error.column,
			    error.reason);
	else
		host_refuse("FEN: %s", error.reason);
	return false;
}

/* Only a FEN4 has commas. */
static enum host_exit draw_position(struct picture_sheet *sheet,
				    const struct picture_task *task)
{
	const struct rk_rules *rules = task->rules;
	struct picture_frame *frame;
	union rk_any_pos pos;

	if (!rules)
		rules = strchr(task->what, ',') ? &rk_rules_ffa
						: &rk_rules_standard;
	if (!read_position(task, rules, &pos))
		return HOST_USAGE;
	frame = picture_add(sheet, task, rules, &pos);
	if (!frame || (task->last && !mark_last(&frame->view, task->last)))
		return HOST_USAGE;
	return picture_write(sheet, task);
}

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name), end = strlen(ending);

	return length > end && !strcasecmp(name + length - end, ending);
}

static bool is_game(const char *name)
{
	struct stat about;

	return !strcmp(name, "-") || ends_with(name, ".pgn") ||
	       ends_with(name, ".pgn4") ||
	       (strcmp(name, "start") != 0 && !stat(name, &about));
}

static enum host_exit draw_game(struct picture_sheet *sheet,
				const struct picture_task *task)
{
	enum host_exit status;

	if (task->last)
		return host_refuse("--last is for a position; a game has its "
				   "own last moves");
	status = picture_read_game(sheet, task);
	return status ? status : picture_write(sheet, task);
}

enum host_exit desktop_picture(int count, char **words)
{
	struct picture_task task = {.has_coordinates = true, .game = 1};
	struct picture_sheet sheet = {.frames = NULL};
	enum host_exit status;

	for (int i = 0, taken; i < count; i += taken) {
		taken = take(&task, count - i, words + i);
		if (!taken)
			return HOST_USAGE;
	}
	if (!task.what)
		return host_refuse("picture needs a FEN, \"start\" or a PGN "
				   "file");
	if (!task.output)
		return host_refuse("picture needs -o FILE");
	status = is_game(task.what) ? draw_game(&sheet, &task)
				    : draw_position(&sheet, &task);
	free(sheet.frames);
	return status;
}
