/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The referee of a match: rules without an engine. tools/match.py runs one for
 * every game that it plays at the same time. A line in, a line out:
 *
 *	start [FEN]  ok SIDE FEN | over RESULT REASON | bad REASON
 *	move TEXT    ok COORD COORD960 SAN
 *	             over COORD COORD960 SAN RESULT REASON
 *	             illegal REASON; the game is unchanged
 *	line MOVES   legal PLIES | checkmate PLIES | illegal PLIES
 *	moves        the legal moves, as COORD
 *	fen          the position
 *
 * TEXT is coordinates or SAN. Draws that a player could claim end the game:
 * engines cannot be relied on to claim them. `line` looks ahead from the
 * current position and changes nothing; PLIES is the number of legal moves.
 */
#include <stdio.h>
#include <string.h>

#include "rookery/game.h"
#include "rookery/moves.h"

#define LOG_SIZE 16384 /* more plies than the fifty-move rule allows */
#define LINE_SIZE 65536

static const struct rk_rules *const rules = &rk_rules_standard;

struct referee {
	struct rk_game game;
	struct rk_event log[LOG_SIZE];
};

static void say_result(const struct rk_game *game)
{
	printf("%s %s\n", rk_game_result(game),
	       rk_reason_text(game->outcome.reason));
}

static void start(struct referee *referee, const char *text)
{
	union rk_any_pos pos;
	struct rk_error error;
	char fen[RK_ANY_FEN_SIZE];

	rules->start(&pos, 0);
	if (*text && !rules->read(&pos, text, strlen(text), &error)) {
		printf("bad %s\n", error.reason);
		return;
	}
	rk_game_new(&referee->game, rules, &pos, referee->log, LOG_SIZE);
	if (rk_game_is_over(&referee->game)) {
		printf("over ");
		say_result(&referee->game);
		return;
	}
	rules->write(fen, &pos);
	printf("ok %c %s\n", rules->turn(&pos) ? 'b' : 'w', fen);
}

static void say_move(const union rk_any_pos *pos, rk_any_move move)
{
	static const enum rk_move_style styles[] = {
		RK_STYLE_COORD,
		RK_STYLE_COORD_960,
		RK_STYLE_SAN,
	};
	char text[RK_MOVE_TEXT_SIZE];

	for (size_t i = 0; i < sizeof(styles) / sizeof(styles[0]); i++) {
		rules->write_move(text, pos, move, styles[i]);
		printf(" %s", text);
	}
}

static void play(struct referee *referee, const char *text)
{
	struct rk_game *game = &referee->game;
	union rk_any_pos before = game->pos;
	rk_any_move move;
	enum rk_notation_error wrong =
		rules->read_move(&move, &before, text, strlen(text));

	if (rk_game_is_over(game)) {
		printf("illegal the game is over\n");
		return;
	}
	if (wrong || rk_game_play(game, move, 0)) {
		printf("illegal %s\n", rk_notation_error_text(wrong));
		return;
	}
	if (!rk_game_is_over(game))
		rk_game_claim(game);
	fputs(rk_game_is_over(game) ? "over" : "ok", stdout);
	say_move(&before, move);
	putchar(rk_game_is_over(game) ? ' ' : '\n');
	if (rk_game_is_over(game))
		say_result(game);
}

static void look_ahead(struct referee *referee, const char *text)
{
	union rk_any_pos pos = referee->game.pos;
	union rk_any_undo undo;
	rk_any_move move;
	int plies = 0;

	for (; *text; text += strspn(text, " "), plies++) {
		size_t length = strcspn(text, " ");

		if (rules->read_move(&move, &pos, text, length)) {
			printf("illegal %d\n", plies);
			return;
		}
		rules->make(&pos, move, &undo);
		text += length;
	}
	printf("%s %d\n",
	       rules->status(&pos).reason == RK_REASON_CHECKMATE ? "checkmate"
								 : "legal",
	       plies);
}

static void list_moves(struct referee *referee, const char *text)
{
	const union rk_any_pos *pos = &referee->game.pos;
	static rk_any_move list[RK_ANY_MAX_MOVES];
	char word[RK_MOVE_TEXT_SIZE];
	int count = rules->moves(pos, list);

	(void)text;
	for (int i = 0; i < count; i++) {
		rules->write_move(word, pos, list[i], RK_STYLE_COORD);
		printf("%s%s", i ? " " : "", word);
	}
	putchar('\n');
}

static void say_fen(struct referee *referee, const char *text)
{
	char fen[RK_ANY_FEN_SIZE];

	(void)text;
	rules->write(fen, &referee->game.pos);
	puts(fen);
}

static const struct command {
	const char *name;
	void (*function)(struct referee *referee, const char *text);
} commands[] = {
	{"start", start},      {"move", play},   {"line", look_ahead},
	{"moves", list_moves}, {"fen", say_fen},
};

static void obey(struct referee *referee, const char *line)
{
	size_t length = strcspn(line, " ");

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strlen(commands[i].name) == length &&
		    !memcmp(commands[i].name, line, length)) {
			line += length;
			commands[i].function(referee, line + strspn(line, " "));
			return;
		}
	printf("bad no such command\n");
}

int main(void)
{
	static struct referee referee;
	static char line[LINE_SIZE];

	rk_game_new(&referee.game, rules, NULL, referee.log, LOG_SIZE);
	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\r\n")] = 0;
		obey(&referee, line);
		if (fflush(stdout))
			return 1;
	}
	return 0;
}
