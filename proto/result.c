/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The sentence for a result; see rookery/result.h. */
#include "rookery/result.h"

/* "White wins!", "Red and Yellow win!", "Red, Blue and Yellow win!" */
static void write_winners(const struct rk_out *out, const struct rk_game *game)
{
	unsigned int winners = game->outcome.winners;
	const char *before = "";

	for (int seat = 0; seat < game->rules->players; seat++) {
		unsigned int rest = winners >> seat >> 1;

		if (!(winners >> seat & 1))
			continue;
		rk_out_parts(out,
			     (const char *const[]){
				     before, game->rules->seats[seat], NULL});
		before = rest & (rest - 1) ? ", " : " and ";
	}
	rk_out_text(out, winners & (winners - 1) ? " win!" : " wins!");
}

/*
 * The text before the winners, and whether the reason is always told. With
 * points there are winners even in a draw.
 */
static const struct {
	const char *word;
	bool has_reason;
} words[RK_REASONS] = {
	[RK_REASON_CHECKMATE] = {"Checkmate!", false},
	[RK_REASON_STALEMATE] = {"Stalemate!", false},
	[RK_REASON_INSUFFICIENT] = {"Draw!", true},
	[RK_REASON_FIVEFOLD] = {"Draw!", true},
	[RK_REASON_SEVENTY_FIVE] = {"Draw!", true},
	[RK_REASON_THREEFOLD] = {"Draw!", true},
	[RK_REASON_FIFTY] = {"Draw!", true},
	[RK_REASON_AGREEMENT] = {"Draw!", true},
	[RK_REASON_TIME_DRAW] = {"Draw!", true},
	[RK_REASON_TIME] = {NULL, true},
	[RK_REASON_LEAD] = {NULL, true},
};

/* Have those who are left drawn, with equal points? Then nobody has won. */
static bool is_shared(const struct rk_game *game)
{
	return game->outcome.reason >= RK_REASON_STALEMATE &&
	       game->outcome.winners == game->rules->active(&game->pos);
}

void rk_result_write(const struct rk_out *out, const struct rk_game *game,
		     bool says_why)
{
	const struct rk_outcome *outcome = &game->outcome;
	const char *word = words[outcome->reason].word;

	if (!word)
		write_winners(out, game);
	else
		rk_out_text(out, word);
	if (words[outcome->reason].has_reason || (says_why && !word))
		rk_out_parts(out, (const char *const[]){
					  " (", rk_reason_text(outcome->reason),
					  ")", NULL});
	if (word && outcome->winners && !is_shared(game)) {
		rk_out_char(out, ' ');
		write_winners(out, game);
	}
}
