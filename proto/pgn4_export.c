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

/* "Red +10, Green +10": what each player who is left got at the end. */
static char *append_awards(char *end, const struct rk_game *game, int points)
{
	const struct rk_rules *rules = game->rules;
	unsigned int active = rules->active(&game->pos);
	int each = points;
	const char *between = "";

	/* As much again for each king that walks. */
	for (int seat = 0; seat < rules->players; seat++)
		if (!(active >> seat & 1) &&
		    rk_find_king(rules, &game->pos, seat) >= 0)
			points += each;
	for (int seat = 0; seat < rules->players; seat++) {
		if (!(active >> seat & 1))
			continue;
		end = append(end, between);
		end = append(end, rules->seats[seat]);
		end = append(end, " +");
		end = append(end, rk_number((uint32_t)points).text);
		between = ", ";
	}
	return append(end, ")");
}

/* Did the last event put a player out of the game? */
static bool ends_by_leaving(const struct rk_game *game)
{
	enum rk_event_kind kind;

	if (!game->now)
		return false;
	kind = rk_event_kind(game->log[game->now - 1]);
	return kind == RK_EVENT_RESIGN || kind == RK_EVENT_FLAG;
}

const char *rk_pgn4_write_termination(char text[RK_PGN4_RESULT_SIZE],
				      const struct rk_game *game)
{
	static const char *const words[RK_REASONS] = {
		[RK_REASON_NONE] = "unterminated",
		[RK_REASON_CHECKMATE] = "Checkmate",
		[RK_REASON_KING_TAKEN] = "King captured",
		[RK_REASON_RESIGNATION] = "Resignation",
		[RK_REASON_TIME] = "Time forfeit",
		[RK_REASON_STALEMATE] = "Stalemate",
		[RK_REASON_INSUFFICIENT] = "Insufficient material",
		[RK_REASON_THREEFOLD] = "Threefold repetition",
		[RK_REASON_FIFTY] = "Fifty-move rule",
		[RK_REASON_AGREEMENT] = "Draw by agreement",
		[RK_REASON_LEAD] = "Claimed win",
	};
	enum rk_reason reason = (enum rk_reason)game->outcome.reason;
	const char *word = words[reason];
	char *end = text;

	if (game->rules->points && ends_by_leaving(game)) {
		if (reason == RK_REASON_INSUFFICIENT)
			append_awards(append(end, "(insuff. material; "), game,
				      10);
		else if (reason == RK_REASON_RESIGNATION ||
			 reason == RK_REASON_TIME)
			append_awards(append(end, "("), game, 20);
		else
			append(end, word);
		return text;
	}
	end = append(end, word ? word : rk_reason_text(reason));
	if (reason != RK_REASON_NONE && game->rules == &rk_rules_teams)
		append(append(end, ". "), rk_game_result(game));
	return text;
}

void rk_pgn4_put_game_tags(const struct rk_out *out, const struct rk_game *game,
			   const struct rk_pgn_tag *tags, size_t count,
			   char buf[RK_ANY_FEN_SIZE])
{
	char controls[RK_MAX_SEATS][RK_PGN_CONTROL_SIZE];
	char result[RK_PGN4_RESULT_SIZE];
	char termination[RK_PGN4_RESULT_SIZE];
	const struct rk_pgn_tag known[] = {
		{"Variant", write_variant(game->rules)},
		{"RuleVariants", write_options(game->rules)},
		{"StartFen4", rk_pgn4_write_start(buf, game)},
		{"TimeControl", rk_pgn_write_control(controls[0], game, -1)},
		{"RedTimeControl", rk_pgn_write_control(controls[0], game, 0)},
		{"BlueTimeControl", rk_pgn_write_control(controls[1], game, 1)},
		{"YellowTimeControl",
		 rk_pgn_write_control(controls[2], game, 2)},
		{"GreenTimeControl",
		 rk_pgn_write_control(controls[3], game, 3)},
		{"Result", rk_pgn4_write_result(result, game)},
		{"Termination", rk_pgn4_write_termination(termination, game)},
	};

	rk_pgn4_put_tags(out, tags, count, known,
			 sizeof(known) / sizeof(known[0]), 3);
}
