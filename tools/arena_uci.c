/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Players of the arena that are other programs: they are started once for each
 * worker and asked by UCI. So a program can play against an older one, or
 * against another that understands `position fen4`.
 *
 * The whole game is sent before each move, so that repetitions are seen. A
 * program that ends or does not answer `bestmove` has made an illegal answer.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "tools/arena.h"

#define MOST_TEXT (1 << 17)

struct arena_uci {
	FILE *to, *from;
	const struct rk_rules *rules; /* that the program was told of */
	char line[MOST_TEXT];
	char *end;
};

static void send_line(struct arena_uci *uci, const char *format, ...)
{
	va_list values;

	va_start(values, format);
	vfprintf(uci->to, format, values);
	va_end(values);
	fputc('\n', uci->to);
	fflush(uci->to);
}

/* Reads up to a line that begins so; false: there is none. */
static bool wait_for(struct arena_uci *uci, const char *word)
{
	while (fgets(uci->line, sizeof(uci->line), uci->from))
		if (strncmp(uci->line, word, strlen(word)) == 0)
			return true;
	return false;
}

static void become(const char *program, const int in[2], const int out[2])
{
	dup2(in[0], STDIN_FILENO);
	dup2(out[1], STDOUT_FILENO);
	close(in[0]);
	close(in[1]);
	close(out[0]);
	close(out[1]);
	execlp(program, program, "uci", (char *)NULL);
	perror(program);
	_exit(127);
}

struct arena_uci *arena_uci_new(const struct arena_player *player)
{
	struct arena_uci *uci = calloc(1, sizeof(*uci));
	int in[2], out[2];
	pid_t child;

	if (!uci || pipe(in) || pipe(out) || (child = fork()) < 0) {
		perror("arena");
		exit(2);
	}
	if (!child)
		become(player->program, in, out);
	close(in[0]);
	close(out[1]);
	uci->to = fdopen(in[1], "w");
	uci->from = fdopen(out[0], "r");
	send_line(uci, "uci\nsetoption name Hash value %ld", player->hash);
	if (!uci->to || !uci->from || !wait_for(uci, "uciok")) {
		fprintf(stderr, "arena: %s: no UCI\n", player->program);
		exit(2);
	}
	return uci;
}

void arena_uci_forget(struct arena_uci *uci)
{
	send_line(uci, "ucinewgame\nisready");
	wait_for(uci, "readyok");
}

/* Appends a move of the game to the text of the position. */
static bool add_move(void *self, const union rk_any_pos *pos,
		     struct rk_event event)
{
	struct arena_uci *uci = self;
	size_t left = (size_t)(uci->line + sizeof(uci->line) - uci->end);

	if (rk_event_kind(event) != RK_EVENT_MOVE)
		return true;
	if (left < RK_MOVE_TEXT_SIZE + 1)
		return false;
	*uci->end++ = ' ';
	uci->end += uci->rules->write_move(uci->end, pos, rk_event_move(event),
					   RK_STYLE_COORD);
	return true;
}

static void send_position(struct arena_uci *uci, const struct rk_game *game)
{
	if (uci->rules != game->rules)
		send_line(uci, "setoption name UCI_Variant value %s",
			  game->rules->name);
	uci->rules = game->rules;
	uci->end = uci->line + sprintf(uci->line, "position fen4 ");
	uci->end += game->rules->write(uci->end, &game->start);
	uci->end += sprintf(uci->end, " moves");
	rk_game_walk(game, add_move, uci);
	*uci->end = 0;
	send_line(uci, "%s", uci->line);
}

rk_any_move arena_uci_choose(struct arena_uci *uci,
			     const struct arena_player *player,
			     const struct rk_game *game, uint64_t *nodes)
{
	char limits[100] = "go";
	char *end = limits + 2, *text;
	rk_any_move move = 0;

	send_position(uci, game);
	if (player->nodes)
		end += sprintf(end, " nodes %ld", player->nodes);
	if (player->depth)
		end += sprintf(end, " depth %ld", player->depth);
	if (player->ms)
		sprintf(end, " movetime %ld", player->ms);
	send_line(uci, "%s", limits);
	if (!wait_for(uci, "bestmove "))
		return 0;
	*nodes += (uint64_t)player->nodes;
	text = uci->line + strlen("bestmove ");
	if (game->rules->read_move(&move, &game->pos, text,
				   strcspn(text, " \r\n")))
		fprintf(stderr, "arena: %s: %s", player->program, text);
	return move;
}
