/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The PGN4 tags of a struct rk_game with four players. */
#include "proto/pgn4.h"

static const char *write_variant(const struct rk_rules *rules)
{
	return rules == &rk_rules_teams ? "Teams" : "FFA";
}

static const char *write_options(const struct rk_rules *rules)
{
	if (rules == &rk_rules_teams)
		return "EnPassant";
	if (rules == &rk_rules_last)
		return "EnPassant Play4Mate PromoteTo=D";
	return rules == &rk_rules_still
		       ? "EnPassant PromoteTo=D"
		       : "DeadKingWalking EnPassant PromoteTo=D";
}

static char *append(char *end, const char *text)
{
	while (*text)
		*end++ = *text++;
	*end = 0;
	return end;
}

/* If the rules count no points, a winner has one. */
static uint32_t points(const struct rk_game *game, int seat)
{
	return game->rules->points
		       ? (uint32_t)game->rules->points(&game->pos, seat)
		       : game->outcome.winners >> seat & 1u;
}

const char *rk_pgn4_write_result(char text[RK_PGN4_RESULT_SIZE],
				 const struct rk_game *game)
{
	const struct rk_rules *rules = game->rules;
	char *end = text;

	if (!rk_game_is_over(game) || rules == &rk_rules_teams ||
	    (!rules->points && !game->outcome.winners))
		return rk_game_result(game);
	for (int seat = 0; seat < rules->players; seat++) {
		end = append(end, seat ? " - " : "");
		end = append(end, rules->seats[seat]);
		end = append(end, ": ");
		end = append(end, rk_number(points(game, seat)).text);
	}
	return text;
}

void rk_pgn4_put_game_tags(const struct rk_out *out, const struct rk_game *game,
			   const struct rk_pgn_tag *tags, size_t count,
			   char buf[RK_ANY_FEN_SIZE])
{
	char control[RK_PGN_CONTROL_SIZE], result[RK_PGN4_RESULT_SIZE];
	bool is_over = rk_game_is_over(game);
	enum rk_reason reason = (enum rk_reason)game->outcome.reason;
	const struct rk_pgn_tag known[] = {
		{"Variant", write_variant(game->rules)},
		{"RuleVariants", write_options(game->rules)},
		{"StartFen4", rk_pgn4_write_start(buf, game)},
		{"TimeControl",
		 rk_pgn_write_time_control(control, &game->clock, true)},
		{"Result", rk_pgn4_write_result(result, game)},
		{"Termination",
		 is_over ? rk_reason_text(reason) : "unterminated"},
	};

	rk_pgn4_put_tags(out, tags, count, known,
			 sizeof(known) / sizeof(known[0]), 3);
}
