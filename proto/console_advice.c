/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Help with the game: hint, eval, analyse. If the port has a thinker that
 * supports the rules, it searches; otherwise the highest level answers with a
 * move and no evaluation. Nothing here changes the game.
 */
#include "proto/console.h"
#include "rookery/annotate.h"

#define NODES 200000 /* short, and the same answer every time */

static bool can_think(const struct rk_console *console)
{
	const struct rk_thinker *thinker = console->thinker;

	return thinker && thinker->knows(thinker->self, console->game.rules);
}

static void hear_info(void *self, const struct rk_info *info)
{
	struct rk_console_advice *advice = self;
	struct rk_console_variation *line;
	int number = info->line - 1;

	if (!info->move_count || info->bound != RK_BOUND_EXACT || number < 0 ||
	    number >= RK_ADVICE_LINES)
		return;
	line = &advice->lines[number];
	if (!number)
		advice->before = *line;
	line->depth = info->depth;
	line->score = info->score;
	line->count = info->move_count < RK_ADVICE_MOVES ? info->move_count
							 : RK_ADVICE_MOVES;
	memcpy(line->moves, info->moves,
	       (size_t)line->count * sizeof(*line->moves));
}

static void hear_answer(void *self, const struct rk_answer *answer)
{
	struct rk_console_advice *advice = self;

	advice->best = answer->best;
	/*
	 * A new first line makes the other lines, of a lower depth, obsolete.
	 */
	if (advice->lines[1].count &&
	    advice->lines[0].depth != advice->lines[1].depth)
		advice->lines[0] = advice->before;
}

/* Searches and fills in the console's advice. */
static struct rk_console_advice *think(struct rk_console *console, int lines)
{
	const struct rk_thinker *thinker = console->thinker;
	const struct rk_game *game = &console->game;
	struct rk_console_advice *advice = &console->advice;
	const struct rk_listener listener = {advice, hear_info, hear_answer};
	struct rk_task *task = &advice->task;

	memset(task, 0, sizeof(*task));
	task->rules = game->rules;
	task->pos = game->pos;
	task->keys = advice->keys;
	task->key_count = rk_game_keys(game, advice->keys, RK_QUIET_KEYS);
	task->nodes = NODES;
	task->move_time = console->platform->advice_ms;
	task->lines = lines;
	task->analyse = true;
	memset(advice->lines, 0, sizeof(advice->lines));
	advice->best = 0;
	thinker->forget(thinker->self);
	thinker->start(thinker->self, task, &listener);
	return advice;
}

/* The highest level's move; 0 if there is none or it was cancelled. */
static rk_any_move ask_level(struct rk_console *console)
{
	const struct rk_player *player = console->player;
	struct rk_question question;

	if (!player->levels) {
		rk_console_say(console, "There are no computers here.");
		return 0;
	}
	question = rk_console_question(console, player->levels);
	return player->choose(player->self, &question);
}

void rk_console_hint(struct rk_console *console, const struct rk_line *line)
{
	char text[RK_CONSOLE_MOVE_SIZE];
	rk_any_move move;

	(void)line;
	move = can_think(console) ? think(console, 1)->best
				  : ask_level(console);
	if (!move)
		return;
	rk_console_light_move(console, move);
	rk_console_write_move(console, text, &console->game.pos, move);
	rk_console_say(console, "Hint: ", text);
}

/* Scores are White's with two players, and of the player to move with more. */
static int viewer(const struct rk_game *game)
{
	return game->rules->players == 2 ? RK_WHITE : rk_game_turn(game);
}

static void write_score(const struct rk_console *console, int score)
{
	const struct rk_out *out = &console->out;
	char text[RK_SCORE_TEXT_SIZE];

	if (rk_game_turn(&console->game) != viewer(&console->game))
		score = -score;
	rk_score_write(text, score);
	if (*text != '#' && score > 0)
		rk_out_char(out, '+');
	rk_out_text(out, text);
}

/* In a plain console the output depends only on the position. */
void rk_console_eval(struct rk_console *console, const struct rk_line *line)
{
	const struct rk_thinker *thinker = console->thinker;
	const struct rk_game *game = &console->game;
	const struct rk_out *out = &console->out;

	(void)line;
	rk_out_text(out, "Material in pawns:");
	for (int seat = 0; seat < game->rules->players; seat++)
		rk_out_parts(
			out,
			(const char *const[]){
				seat ? ", " : " ", game->rules->seats[seat],
				" ",
				rk_number(rk_console_material(game, seat)).text,
				NULL});
	rk_out_line(out, ".");
	if (!can_think(console) || console->look.drawing == RK_DRAW_PLAIN ||
	    game->rules->in_check(&game->pos, rk_game_turn(game)))
		return;
	rk_out_parts(out,
		     (const char *const[]){"At first sight, as ",
					   game->rules->seats[viewer(game)],
					   " sees it: ", NULL});
	write_score(console,
		    thinker->evaluate(thinker->self, game->rules, &game->pos));
	rk_out_line(out, ".");
}

/* Writes score and moves; the moves are played on a copy. */
static void write_line(const struct rk_console *console,
		       const struct rk_console_variation *line)
{
	const struct rk_out *out = &console->out;
	const struct rk_rules *rules = console->game.rules;
	union rk_any_pos *pos = &rk_console_scratch(console)->pos;
	union rk_any_undo undo;
	char text[RK_CONSOLE_MOVE_SIZE];
	int round = -1;

	write_score(console, line->score);
	rk_out_char(out, ' ');
	*pos = console->game.pos;
	for (int i = 0; i < line->count; i++) {
		rk_any_move move = line->moves[i];
		bool is_first = !rules->turn(pos);

		if (!rules->is_legal(pos, move))
			break;
		if (rules->move_number(pos) != round) {
			round = rules->move_number(pos);
			rk_out_parts(
				out,
				(const char *const[]){
					" ", rk_number((uint32_t)round).text,
					i || is_first ? "." : "...", NULL});
		}
		rk_console_write_move(console, text, pos, move);
		rk_out_parts(out, (const char *const[]){" ", text, NULL});
		rules->make(pos, move, &undo);
	}
	rk_out_line(out, "");
}

void rk_console_analyse(struct rk_console *console, const struct rk_line *line)
{
	char text[RK_CONSOLE_MOVE_SIZE];
	rk_any_move move;

	if (can_think(console)) {
		const struct rk_console_advice *advice =
			think(console, RK_ADVICE_LINES);
		const struct rk_game *game = &console->game;

		rk_console_say(console, "The best lines, as ",
			       game->rules->seats[viewer(game)], " sees them:");
		for (int i = 0; i < RK_ADVICE_LINES; i++)
			if (advice->lines[i].count)
				write_line(console, &advice->lines[i]);
		return;
	}
	move = ask_level(console);
	if (!move)
		return;
	rk_console_write_move(console, text, &console->game.pos, move);
	rk_console_say(console, "Level ",
		       rk_number((uint32_t)console->player->levels).text,
		       " would play ", text, ".");
	rk_console_eval(console, line);
}
