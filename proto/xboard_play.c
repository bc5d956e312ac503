/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The engine as a player: moves of the opponent and its own, how a game ends,
 * when it agrees to a draw, offers one or resigns. It decides by what its own
 * searches said; docs/xboard.md tells users how.
 */
#include "proto/xboard.h"

#include "rookery/status.h"

#define YOUNG_PLIES 40 /* so long a game must be for a draw when level */
#define WORSE 50       /* or the engine must stand that much worse */
#define DULL_SCORE 5   /* a score that says: nothing happens here */
#define DULL_MOVES 8   /* after so many of those a draw is offered, */
#define DULL_PLIES 60  /* not before this ply, */
#define OFFER_EVERY 20 /* nor again before so many more */
#define HOPELESS_SCORE (-900)
#define HOPELESS_MOVES 4
#define MOST 100   /* moves in a row that are counted */
#define LAG_MS 100 /* less on the clock than was thought: too much */

void rk_xboard_forget_scores(struct rk_xboard *xb)
{
	xb->has_score = false;
	xb->hopeless = 0;
	xb->dull = 0;
	xb->last_offer = 0;
	xb->draw_offered = false;
}

static uint8_t count_up(uint8_t count, bool again)
{
	if (!again)
		return 0;
	return count < MOST ? (uint8_t)(count + 1) : count;
}

static void note_score(struct rk_xboard *xb, int score)
{
	xb->score = score;
	xb->has_score = true;
	xb->hopeless = count_up(xb->hopeless, score <= HOPELESS_SCORE);
	xb->dull =
		count_up(xb->dull, score >= -DULL_SCORE && score <= DULL_SCORE);
}

/* Without a search, what the position looks like must do. */
static bool know_score(struct rk_xboard *xb, int *score)
{
	const struct rk_thinker *thinker = xb->port->thinker;

	if (xb->has_score) {
		*score = xb->score;
		return true;
	}
	if (xb->illegal || rk_pos_in_check(&xb->pos))
		return false;
	*score = thinker->evaluate(thinker->self, &rk_rules_standard, &xb->pos);
	if (xb->pos.side != xb->plays)
		*score = -*score;
	return true;
}

static bool is_better(struct rk_xboard *xb)
{
	int score;

	return !know_score(xb, &score) || score > 0;
}

static bool accepts_draw(struct rk_xboard *xb)
{
	int score;

	return know_score(xb, &score) &&
	       (score <= -WORSE || (score <= 0 && xb->count >= YOUNG_PLIES));
}

static bool offers_draw(const struct rk_xboard *xb)
{
	return xb->dull >= DULL_MOVES && xb->count >= DULL_PLIES &&
	       (!xb->last_offer || xb->count >= xb->last_offer + OFFER_EVERY);
}

/* With the move that it is about to make. */
static void talk_about_draw(struct rk_xboard *xb)
{
	bool accepts = xb->draw_offered && accepts_draw(xb);

	xb->draw_offered = false;
	if (!accepts && !offers_draw(xb))
		return;
	if (!accepts)
		xb->last_offer = xb->count;
	rk_out_line(&xb->port->out, "offer draw");
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
		return xb->pos.side == RK_BLACK ? "1-0 {White mates}"
						: "0-1 {Black mates}";
	return draws[reason];
}

void rk_xboard_announce_end(struct rk_xboard *xb)
{
	enum rk_reason reason = rk_xboard_ending(xb);
	bool by_claim = reason == RK_REASON_THREEFOLD ||
			reason == RK_REASON_FIFTY;

	if (reason == RK_REASON_NONE || xb->forced || xb->over ||
	    (by_claim && is_better(xb)))
		return;
	rk_out_line(&xb->port->out, result_text(xb, reason));
	xb->over = true;
}

static void make_own_move(struct rk_xboard *xb, const struct rk_answer *answer)
{
	const struct rk_out *out = &xb->port->out;
	rk_move move = (rk_move)answer->best, reply = (rk_move)answer->ponder;

	rk_out_text(out, "move ");
	rk_xboard_out_move(xb, move);
	rk_out_char(out, '\n');
	rk_xboard_play(xb, move);
	rk_xboard_charge_clock(xb);
	if (rk_move_is_legal(&xb->pos, reply))
		xb->expected = reply;
}

void rk_xboard_own_move(struct rk_xboard *xb, const struct rk_answer *answer)
{
	const struct rk_out *out = &xb->port->out;

	if (!rk_move_is_legal(&xb->pos, (rk_move)answer->best)) {
		xb->over = true;
		return;
	}
	if (answer->score != RK_SCORE_NONE)
		note_score(xb, answer->score);
	if (xb->values[RK_XBOARD_RESIGN] && xb->hopeless >= HOPELESS_MOVES) {
		rk_out_line(out, "resign");
		xb->over = true;
	} else if (xb->count == xb->capacity) {
		rk_out_line(out, "tellusererror The game is too long");
		xb->over = true;
	} else {
		talk_about_draw(xb);
		make_own_move(xb, answer);
		rk_xboard_announce_end(xb);
	}
}

static void refuse_move(struct rk_xboard *xb, const char *why,
			struct rk_word word)
{
	const struct rk_out *out = &xb->port->out;

	rk_out_parts(out,
		     (const char *const[]){"Illegal move", why, ": ", NULL});
	for (size_t i = 0; i < word.length && i < 16; i++)
		rk_out_char(out, word.text[i] < ' ' || word.text[i] > '~'
					 ? '?'
					 : word.text[i]);
	rk_out_char(out, '\n');
}

/* The clock may have lost more than the engine knew when it began to ponder. */
static bool clock_is_as_thought(const struct rk_xboard *xb)
{
	return xb->move_time || xb->left >= xb->task.time - LAG_MS;
}

/* The opponent's move, or one of a game that is only shown to the engine. */
static void play_given(struct rk_xboard *xb, rk_move move)
{
	const struct rk_thinker *thinker = xb->port->thinker;
	bool expected = xb->activity == RK_XBOARD_PONDER && xb->task.ponder &&
			move == xb->expected && !xb->answered;

	if (!expected)
		rk_xboard_abandon(xb);
	rk_xboard_play(xb, move);
	xb->over = false;
	xb->turn_start = rk_xboard_now(xb);
	rk_xboard_announce_end(xb);
	if (!expected)
		return;
	if (xb->over || xb->forced || !clock_is_as_thought(xb)) {
		rk_xboard_abandon(xb);
		return;
	}
	xb->activity = RK_XBOARD_THINK;
	thinker->ponderhit(thinker->self);
}

void rk_xboard_move(struct rk_xboard *xb, const struct rk_line *line,
		    struct rk_word word)
{
	rk_move move = RK_NO_MOVE;

	if (!rk_xboard_take_turn(xb))
		refuse_move(xb, " (illegal position)", word);
	else if (rk_xboard_read_move(xb, word, &move))
		refuse_move(xb, "", word);
	else if (xb->activity == RK_XBOARD_THINK || xb->paused)
		refuse_move(xb, " (not your turn)", word);
	else if (xb->count == xb->capacity)
		rk_xboard_error(xb, "the game is too long", line);
	else
		play_given(xb, move);
}

void rk_xboard_run_draw(struct rk_xboard *xb, const struct rk_line *line)
{
	(void)line;
	if (xb->forced || xb->over)
		return;
	/* On the own turn the search that runs will know better. */
	if (xb->pos.side != xb->plays && accepts_draw(xb))
		rk_out_line(&xb->port->out, "offer draw");
	else
		xb->draw_offered = true;
}

void rk_xboard_run_hint(struct rk_xboard *xb, const struct rk_line *line)
{
	rk_move move = xb->expected;

	(void)line;
	if (xb->activity == RK_XBOARD_THINK || xb->paused || xb->illegal)
		return;
	if (move == RK_NO_MOVE && xb->activity != RK_XBOARD_IDLE)
		move = xb->seen_best;
	if (!rk_move_is_legal(&xb->pos, move)) {
		xb->wants_hint = !xb->analysing;
		return;
	}
	rk_out_text(&xb->port->out, "Hint: ");
	rk_xboard_out_move(xb, move);
	rk_out_char(&xb->port->out, '\n');
}
