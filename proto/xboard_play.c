/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine as a player: its moves and those of the opponent, the end of the
 * game, draw offers and resignation. It decides by the scores of its own
 * searches; docs/xboard.md describes how.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define ACCEPT_MIN_PLIES 40 /* to accept a draw in an equal position */
#define ACCEPT_SCORE 50     /* or the engine is worse by this */
#define OFFER_SCORE 5       /* a score that close to 0 counts as drawn */
#define OFFER_SEARCHES 8    /* in a row, before the engine offers a draw */
#define OFFER_MIN_PLIES 60
#define OFFER_INTERVAL 20 /* plies between two offers */
#define RESIGN_SCORE (-900)
#define RESIGN_SEARCHES 4 /* in a row */
#define MAX_COUNT 100     /* of searches in a row that are counted */
#define MAX_LAG_MS 100    /* by which the clock may be less than estimated */

void rk_xboard_reset_scores(struct rk_xboard *xb)
{
	xb->has_score = false;
	xb->lost_searches = 0;
	xb->drawn_searches = 0;
	xb->last_offer = 0;
	xb->draw_offered = false;
}

static uint8_t count_in_a_row(uint8_t count, bool again)
{
	if (!again)
		return 0;
	return count < MAX_COUNT ? (uint8_t)(count + 1) : count;
}

static void note_score(struct rk_xboard *xb, int score)
{
	xb->score = score;
	xb->has_score = true;
	xb->lost_searches =
		count_in_a_row(xb->lost_searches, score <= RESIGN_SCORE);
	xb->drawn_searches =
		count_in_a_row(xb->drawn_searches,
			       score >= -OFFER_SCORE && score <= OFFER_SCORE);
}

/* The score of the last search, or else the static evaluation. */
static bool engine_score(struct rk_xboard *xb, int *score)
{
	const struct rk_thinker *thinker = xb->thinker;

	if (xb->has_score) {
		*score = xb->score;
		return true;
	}
	if (xb->illegal || rk_pos_in_check(rk_xboard_pos(xb)))
		return false;
	*score = thinker->evaluate(thinker->self, &rk_rules_standard,
				   &xb->game.pos);
	if (rk_xboard_pos(xb)->side != xb->engine_side)
		*score = -*score;
	return true;
}

static bool is_better(struct rk_xboard *xb)
{
	int score;

	return !engine_score(xb, &score) || score > 0;
}

static bool accepts_draw(struct rk_xboard *xb)
{
	int score;

	return engine_score(xb, &score) &&
	       (score <= -ACCEPT_SCORE ||
		(score <= 0 && rk_game_plies(&xb->game) >= ACCEPT_MIN_PLIES));
}

static bool offers_draw(const struct rk_xboard *xb)
{
	uint32_t plies = rk_game_plies(&xb->game);

	return xb->drawn_searches >= OFFER_SEARCHES &&
	       plies >= OFFER_MIN_PLIES &&
	       (!xb->last_offer || plies >= xb->last_offer + OFFER_INTERVAL);
}

/* Called before the engine moves: accepts an offer, or makes one. */
static void answer_draw_offer(struct rk_xboard *xb)
{
	bool accepts = xb->draw_offered && accepts_draw(xb);

	xb->draw_offered = false;
	if (!accepts && !offers_draw(xb))
		return;
	if (!accepts)
		xb->last_offer = rk_game_plies(&xb->game);
	rk_out_line(&xb->out, "offer draw");
}

static const char *result_text(const struct rk_xboard *xb,
			       enum rk_reason reason)
{
	static const char *const draws[RK_REASONS] = {
		[RK_REASON_STALEMATE] = "1/2-1/2 {Stalemate}",
		[RK_REASON_INSUFFICIENT] =
			"1/2-1/2 {Draw by insufficient material}",
		[RK_REASON_FIVEFOLD] = "1/2-1/2 {Draw by repetition}",
		[RK_REASON_THREEFOLD] = "1/2-1/2 {Draw by repetition}",
		[RK_REASON_SEVENTY_FIVE] = "1/2-1/2 {Draw by 75 move rule}",
		[RK_REASON_FIFTY] = "1/2-1/2 {Draw by fifty move rule}",
	};

	if (reason == RK_REASON_CHECKMATE)
		return rk_xboard_pos(xb)->side == RK_BLACK
			       ? "1-0 {White mates}"
			       : "0-1 {Black mates}";
	return draws[reason];
}

void rk_xboard_announce_end(struct rk_xboard *xb)
{
	enum rk_reason reason = rk_xboard_end_reason(xb);
	bool by_claim = reason == RK_REASON_THREEFOLD ||
			reason == RK_REASON_FIFTY;

	if (reason == RK_REASON_NONE || xb->force || xb->game_over ||
	    (by_claim && is_better(xb)))
		return;
	rk_out_line(&xb->out, result_text(xb, reason));
	xb->game_over = true;
}

static void make_own_move(struct rk_xboard *xb, const struct rk_answer *answer)
{
	const struct rk_out *out = &xb->out;
	rk_move move = (rk_move)answer->best, reply = (rk_move)answer->ponder;

	rk_out_text(out, "move ");
	rk_xboard_out_move(xb, move);
	rk_out_char(out, '\n');
	rk_xboard_add_move(xb, move);
	rk_xboard_charge_clock(xb);
	if (rk_move_is_legal(rk_xboard_pos(xb), reply))
		xb->expected = reply;
}

void rk_xboard_engine_move(struct rk_xboard *xb, const struct rk_answer *answer)
{
	const struct rk_out *out = &xb->out;

	if (!rk_move_is_legal(rk_xboard_pos(xb), (rk_move)answer->best)) {
		xb->game_over = true;
		return;
	}
	if (answer->score != RK_SCORE_NONE)
		note_score(xb, answer->score);
	if (xb->values[RK_XBOARD_RESIGN] &&
	    xb->lost_searches >= RESIGN_SEARCHES) {
		rk_out_line(out, "resign");
		xb->game_over = true;
	} else if (!rk_game_has_space(&xb->game)) {
		rk_out_line(out, "tellusererror The game is too long");
		xb->game_over = true;
	} else {
		answer_draw_offer(xb);
		make_own_move(xb, answer);
		rk_xboard_announce_end(xb);
	}
}

static void refuse_move(struct rk_xboard *xb, const char *why,
			struct rk_word word)
{
	const struct rk_out *out = &xb->out;

	rk_out_parts(out,
		     (const char *const[]){"Illegal move", why, ": ", NULL});
	for (size_t i = 0; i < word.length && i < 16; i++)
		rk_out_char(out, word.text[i] < ' ' || word.text[i] > '~'
					 ? '?'
					 : word.text[i]);
	rk_out_char(out, '\n');
}

/* The clock may have lost more than was estimated when pondering began. */
static bool clock_matches_task(const struct rk_xboard *xb)
{
	return xb->move_time || xb->time_left >= xb->task.time - MAX_LAG_MS;
}

/* A move of the opponent, or of either side in force mode. */
static void play_user_move(struct rk_xboard *xb, rk_move move)
{
	const struct rk_thinker *thinker = xb->thinker;
	bool expected = xb->activity == RK_XBOARD_PONDER && xb->task.ponder &&
			move == xb->expected && !xb->answered;

	if (!expected)
		rk_xboard_stop_search(xb);
	rk_xboard_add_move(xb, move);
	xb->game_over = false;
	xb->turn_start = rk_xboard_now(xb);
	rk_xboard_announce_end(xb);
	if (!expected)
		return;
	if (xb->game_over || xb->force || !clock_matches_task(xb)) {
		rk_xboard_stop_search(xb);
		return;
	}
	xb->activity = RK_XBOARD_THINK;
	thinker->ponderhit(thinker->self);
}

void rk_xboard_move(struct rk_xboard *xb, const struct rk_line *line,
		    struct rk_word word)
{
	rk_move move = RK_NO_MOVE;

	if (!rk_xboard_apply_turn(xb))
		refuse_move(xb, " (illegal position)", word);
	else if (rk_xboard_read_move(xb, word, &move))
		refuse_move(xb, "", word);
	else if (xb->activity == RK_XBOARD_THINK || xb->paused)
		refuse_move(xb, " (not your turn)", word);
	else if (!rk_game_has_space(&xb->game))
		rk_xboard_error(xb, "the game is too long", line);
	else
		play_user_move(xb, move);
}

void rk_xboard_run_draw(struct rk_xboard *xb, const struct rk_line *line)
{
	(void)line;
	if (xb->force || xb->game_over)
		return;
	/* On the engine's turn the running search decides. */
	if (rk_xboard_pos(xb)->side != xb->engine_side && accepts_draw(xb))
		rk_out_line(&xb->out, "offer draw");
	else
		xb->draw_offered = true;
}

void rk_xboard_out_hint(struct rk_xboard *xb, rk_move move)
{
	if (move == RK_NO_MOVE)
		return;
	rk_out_text(&xb->out, "Hint: ");
	rk_xboard_out_move(xb, move);
	rk_out_char(&xb->out, '\n');
}

void rk_xboard_run_hint(struct rk_xboard *xb, const struct rk_line *line)
{
	rk_move move = xb->expected;

	(void)line;
	if (xb->activity == RK_XBOARD_THINK || xb->paused || xb->illegal)
		return;
	if (move == RK_NO_MOVE && xb->activity != RK_XBOARD_IDLE)
		move = xb->last_best;
	if (rk_move_is_legal(rk_xboard_pos(xb), move))
		rk_xboard_out_hint(xb, move);
	else
		xb->wants_hint = !xb->analysing;
}
