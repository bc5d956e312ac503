/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the computer thinks, as a line of text: depth, score, moves. Scores are
 * White's with two players and those of whoever thinks with more, as in the
 * command analyse.
 */
#include "ports/host/play.h"

#include <stdio.h>
#include <string.h>

#include "rookery/annotate.h"
#include "rookery/think.h"

#define MOVES 8

static void add(struct host_play *play, const char *text)
{
	size_t length = strlen(play->thought);

	snprintf(play->thought + length, sizeof(play->thought) - length, "%s",
		 text);
}

/* A move, with its number where one is due. */
static void add_move(struct host_play *play, const union rk_any_pos *pos,
		     rk_any_move move, bool is_first)
{
	const struct rk_rules *rules = play->console->game.rules;
	char text[RK_CONSOLE_MOVE_SIZE], number[24] = " ";

	if (is_first || rules->turn(pos) == 0)
		snprintf(number, sizeof(number), " %d%s ",
			 rules->move_number(pos),
			 rules->turn(pos) == 0 ? "." : "...");
	rk_console_write_move(play->console, text, pos, move);
	add(play, number);
	add(play, text);
}

void host_watch_think(struct host_play *play, const struct rk_info *info)
{
	const struct rk_game *game = &play->console->game;
	const struct rk_rules *rules = game->rules;
	union rk_any_pos pos = game->pos;
	union rk_any_undo undo;
	char score[RK_SCORE_TEXT_SIZE];
	int sign = rules->players == 2 && rules->turn(&pos) != 0 ? -1 : 1;

	if (!play->console->look.watch || !info->move_count || info->line > 1 ||
	    info->bound != RK_BOUND_EXACT)
		return;
	rk_score_write(score, sign * info->score);
	snprintf(play->thought, sizeof(play->thought), "depth %d  %s%s ",
		 info->depth,
		 *score != '#' && sign * info->score > 0 ? "+" : "", score);
	for (int i = 0; i < info->move_count && i < MOVES; i++) {
		if (!rules->is_legal(&pos, info->moves[i]))
			break;
		add_move(play, &pos, info->moves[i], !i);
		rules->make(&pos, info->moves[i], &undo);
	}
	play->has_thought = true;
}

/* Before what was said since `from`, so that this is the last to go. */
void host_watch_tell(struct host_play *play, size_t from)
{
	struct host_text *said = &play->said;
	struct host_text after = {NULL, 0, 0};

	if (!*play->thought || from > said->length)
		return;
	host_text_add(&after, said->bytes + from, said->length - from);
	said->length = from;
	host_text_put(said, "Thought: ");
	host_text_put(said, play->thought);
	host_text_put(said, "\n");
	host_text_add(said, after.bytes, after.length);
	host_text_free(&after);
	play->thought[0] = '\0';
}
