/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Generates the legal moves of a seat, or counts them. Only en passant is
 * tested by making the move. A scan from the own king outwards finds the
 * checkers, the squares that answer the check, and the pinned pieces with their
 * directions; only king steps and castling look for attackers square by square.
 *
 * The code exists once: listing or counting, all moves or captures only, in
 * check or not are inlined versions of the same functions with constant
 * arguments.
 */
#include "core/four/board.h"

enum four_part {
	ALL,
	TACTICAL, /* captures and promotions */
};

struct pin {
	uint8_t square;
	uint8_t direction;
};

struct gen {
	const struct rk4_pos *pos;
	rk4_move *list; /* NULL: only count */
	int count;
	int seat;
	int king;
	enum four_part part;
	bool any;       /* stop at the first move */
	uint64_t own;   /* own living cells */
	uint64_t enemy; /* cells of living enemies */
	uint64_t takes; /* cells that may be taken: enemies and dead pieces */
	unsigned int hostile; /* seats whose pawns can be taken en passant */
	unsigned int danger;  /* the seats that give check or pin */
	int checks;
	int pins;
	struct pin pin[RK4_DIRECTIONS];
	uint64_t free[RK4_BOARD / 64]; /* pieces that are not pinned */
	uint64_t answer[RK4_BOARD /
			64]; /* in check: the squares that answer it */
};

RK_INLINE void add(struct gen *gen, int from, int to, int promoted, int kind)
{
	if (gen->list)
		gen->list[gen->count] = rk4_move_new(from, to, promoted, kind);
	gen->count++;
}

/* Not for kings, and not for en passant. */
RK_INLINE void add_normal(struct gen *gen, int from, int to, bool in_check)
{
	if (!in_check || rk4_set_has(gen->answer, to))
		add(gen, from, to, 0, RK4_NORMAL);
}

static void set_up(struct gen *gen)
{
	const struct rk4_pos *pos = gen->pos;
	int seat = gen->seat;
	unsigned int enemies = rk4_enemies(pos, seat);
	unsigned int friends = rk4_living(pos) & ~enemies;

	gen->own = rk4_cells_living(pos, 1u << seat);
	gen->enemy = rk4_cells_living(pos, enemies);
	gen->takes = RK4_CELLS_PIECES & ~rk4_cells_living(pos, friends);
	gen->hostile = enemies & ~(unsigned int)pos->left;
	memcpy(gen->free, pos->pieces[seat], sizeof(gen->free));
}

static void add_check(struct gen *gen, int from, int step)
{
	gen->checks++;
	gen->danger |= 1u << rk4_seat(gen->pos->board[from]);
	if (!step)
		rk4_set_flip(gen->answer, from);
	for (int square = gen->king; step && square != from;) {
		square += step;
		rk4_set_flip(gen->answer, square);
	}
}

RK_INLINE void look_along(struct gen *gen, int direction)
{
	const uint8_t *board = gen->pos->board;
	int step = rk4_steps[direction];
	int square = gen->king + step;
	uint64_t checkers = rk4_cells_beside(direction);
	int shield;

	while (board[square] == RK4_EMPTY) {
		square += step;
		checkers = rk4_cells_sliders(direction);
	}
	if (rk4_cells_have(gen->enemy & checkers, board[square]))
		add_check(gen, square, step);
	if (!rk4_cells_have(gen->own, board[square]))
		return;
	shield = square;
	do
		square += step;
	while (board[square] == RK4_EMPTY);
	if (!rk4_cells_have(gen->enemy & rk4_cells_sliders(direction),
			    board[square]))
		return;
	gen->danger |= 1u << rk4_seat(board[square]);
	rk4_set_flip(gen->free, shield);
	gen->pin[gen->pins++] =
		(struct pin){(uint8_t)shield, (uint8_t)direction};
}

static void look_around(struct gen *gen)
{
	uint64_t knights = gen->enemy & RK4_CELLS_OF(RK_KNIGHT);

	for (int i = 0; i < RK4_DIRECTIONS; i++)
		look_along(gen, i);
	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int square = rk4_step_from(gen->king, rk4_leaps[i]);

		if (rk4_cells_have(knights, gen->pos->board[square]))
			add_check(gen, square, 0);
	}
}

/* One direction of a slider. */
RK_INLINE void slide(struct gen *gen, int from, int step, bool in_check)
{
	const uint8_t *board = gen->pos->board;
	int to = from + step;

	for (; board[to] == RK4_EMPTY; to += step)
		if (gen->part == ALL)
			add_normal(gen, from, to, in_check);
	if (rk4_cells_have(gen->takes, board[to]))
		add_normal(gen, from, to, in_check);
}

/* The even directions or the odd ones. */
RK_INLINE void slide_all(struct gen *gen, int from, int first, bool in_check)
{
	for (int i = first; i < RK4_DIRECTIONS; i += 2)
		slide(gen, from, rk4_steps[i], in_check);
}

RK_INLINE void step_to(struct gen *gen, int from, int to, bool in_check)
{
	uint64_t wanted = gen->takes;

	if (gen->part == ALL)
		wanted |= RK4_CELLS_EMPTY;
	if (rk4_cells_have(wanted, gen->pos->board[to]))
		add_normal(gen, from, to, in_check);
}

/* Adds a pawn's move with every promotion piece that the rules allow. */
static void add_promotions(struct gen *gen, int from, int to, int kind)
{
	if (!(gen->pos->options & RK4_TEAMS)) {
		add(gen, from, to, RK_QUEEN, kind);
		return;
	}
	for (int type = RK_QUEEN; type >= RK_KNIGHT; type--)
		add(gen, from, to, type, kind);
}

RK_INLINE bool promotes(const struct gen *gen, int seat, int to)
{
	return rk4_rank_for(seat, to) == rk4_promotion_rank(gen->pos->options);
}

RK_INLINE void add_pawn(struct gen *gen, int seat, int from, int to, bool quiet,
			bool in_check)
{
	if (in_check && !rk4_set_has(gen->answer, to))
		return;
	if (promotes(gen, seat, to))
		add_promotions(gen, from, to, RK4_NORMAL);
	else if (!quiet || gen->part == ALL)
		add(gen, from, to, 0, RK4_NORMAL);
}

RK_INLINE void push(struct gen *gen, int seat, int from, bool in_check)
{
	const uint8_t *board = gen->pos->board;
	int to = from + rk4_ahead(seat);

	if (board[to] != RK4_EMPTY)
		return;
	add_pawn(gen, seat, from, to, true, in_check);
	if (rk4_rank_for(seat, from) != RK4_PAWN_RANK)
		return;
	to += rk4_ahead(seat);
	if (board[to] == RK4_EMPTY)
		add_pawn(gen, seat, from, to, true, in_check);
}

/* Has a hostile pawn skipped this square? A capture there is en passant. */
RK_INLINE bool is_passed(const struct gen *gen, int to)
{
	int owner = rk4_ep_owner(gen->pos->ep, to);

	return owner >= 0 && gen->hostile >> owner & 1;
}

/* A capture to one side; `aside` is 1 or -1. */
RK_INLINE void pawn_takes(struct gen *gen, int seat, int from, int aside,
			  bool in_check)
{
	int to = from + rk4_steps[(2 * seat + aside) & 7];

	if (rk4_cells_have(gen->takes, gen->pos->board[to]) &&
	    !is_passed(gen, to))
		add_pawn(gen, seat, from, to, false, in_check);
}

RK_INLINE void free_piece(struct gen *gen, int seat, int from, bool in_check)
{
	switch (rk4_type(gen->pos->board[from])) {
	case RK_PAWN:
		push(gen, seat, from, in_check);
		pawn_takes(gen, seat, from, 1, in_check);
		pawn_takes(gen, seat, from, -1, in_check);
		break;
	case RK_KNIGHT:
		for (int i = 0; i < 8; i++)
			step_to(gen, from, rk4_step_from(from, rk4_leaps[i]),
				in_check);
		break;
	case RK_BISHOP:
		slide_all(gen, from, 1, in_check);
		break;
	case RK_ROOK:
		slide_all(gen, from, 0, in_check);
		break;
	case RK_QUEEN:
		slide_all(gen, from, 1, in_check);
		slide_all(gen, from, 0, in_check);
		break;
	}
}

RK_INLINE void free_pieces(struct gen *gen, int seat, bool in_check)
{
	for (int i = 0; i < RK4_BOARD / 64; i++) {
		uint64_t set = gen->free[i];

		while (set && !(gen->any && gen->count))
			free_piece(gen, seat, i << 6 | rk_bits_pop(&set),
				   in_check);
	}
}

/* Checks are rare, so one version that is not inlined is enough. */
static __attribute__((__noinline__)) void answer_check(struct gen *gen)
{
	free_pieces(gen, gen->seat, true);
}

/*
 * A pinned piece moves only along the line of the pin, and in check not at all.
 */
static void pinned_piece(struct gen *gen, struct pin pin)
{
	int direction = pin.direction, from = pin.square, seat = gen->seat;
	int cell = gen->pos->board[from];

	if (rk4_type(cell) == RK_PAWN) {
		if (!((direction ^ 2 * seat) & 3))
			push(gen, seat, from, false);
		for (int aside = -1; aside <= 1; aside += 2)
			if (!((direction ^ (2 * seat + aside)) & 3))
				pawn_takes(gen, seat, from, aside, false);
	}
	if (rk4_cells_have(rk4_cells_sliders(direction), cell)) {
		slide(gen, from, rk4_steps[direction], false);
		slide(gen, from, -rk4_steps[direction], false);
	}
}

static void en_passant(struct gen *gen, int owner)
{
	const struct rk4_pos *pos = gen->pos;
	int seat = gen->seat;
	int to = pos->ep[owner];

	if (!rk4_cells_have(gen->takes | RK4_CELLS_EMPTY, pos->board[to]))
		return;
	for (int aside = -1; aside <= 1; aside += 2) {
		int step = rk4_steps[(2 * seat + aside) & 7];
		int from = rk4_step_from(to, -step);

		if (pos->board[from] != rk4_piece(seat, RK_PAWN) ||
		    !rk4_ep_is_safe(pos, seat, from, to))
			continue;
		if (promotes(gen, gen->seat, to))
			add_promotions(gen, from, to, RK4_EN_PASSANT);
		else
			add(gen, from, to, 0, RK4_EN_PASSANT);
	}
}

static void king_steps(struct gen *gen)
{
	const uint8_t *board = gen->pos->board;
	uint64_t wanted = gen->takes;
	uint64_t clear = RK4_CELLS_EMPTY | (gen->own & RK4_CELLS_OF(RK_KING));

	if (gen->part == ALL)
		wanted |= RK4_CELLS_EMPTY;
	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int to = gen->king + rk4_steps[i];

		if (rk4_cells_have(wanted, board[to]) &&
		    !rk4_find_attackers(board, to,
					rk4_cells_after(gen->pos, gen->enemy,
							board[to]),
					clear, NULL))
			add(gen, gen->king, to, 0, RK4_NORMAL);
	}
}

static void castling(struct gen *gen)
{
	const struct rk4_pos *pos = gen->pos;
	int seat = gen->seat, along = seat & 1 ? 16 : 1;

	/* A fast exit: usually the king has a neighbour on either side. */
	if (pos->board[gen->king + along] != RK4_EMPTY &&
	    pos->board[gen->king - along] != RK4_EMPTY)
		return;
	for (int far = 0; far < 2; far++)
		if (pos->castle >> (2 * seat + far) & 1 &&
		    rk4_castling_is_free(pos, seat, far))
			add(gen, gen->king,
			    rk4_castling_of(seat, gen->king, far).king_to, 0,
			    RK4_CASTLING);
}

/*
 * Captures of a king that are legal although they leave the own king attacked:
 * by that king's seat, which is out of the game and attacks nothing, or in teams
 * by anybody, since the game is over. They are few, so each is tested by making
 * it.
 */
static void take_king(struct gen *gen, int to)
{
	const struct rk4_pos *pos = gen->pos;
	uint64_t pieces = gen->own & ~RK4_CELLS_OF(RK_KING);
	bool passed = is_passed(gen, to);
	bool answers = !gen->checks ||
		       (gen->checks == 1 && rk4_set_has(gen->answer, to));
	uint8_t list[16];
	int count = rk4_find_attackers(pos->board, to, pieces, RK4_CELLS_EMPTY,
				       list);

	for (int i = 0; i < count; i++) {
		int from = list[i];
		bool pawn = rk4_type(pos->board[from]) == RK_PAWN;
		bool listed = (passed && pawn) ||
			      (answers && rk4_set_has(gen->free, from));

		if (listed || !rk4_is_safe_after(pos, gen->seat, from, to))
			continue;
		if (pawn && promotes(gen, gen->seat, to))
			add_promotions(gen, from, to, RK4_NORMAL);
		else
			add(gen, from, to, 0, RK4_NORMAL);
	}
}

static void take_kings(struct gen *gen)
{
	const uint8_t *kings = gen->pos->king;
	bool teams = gen->pos->options & RK4_TEAMS;
	unsigned int seats = teams ? gen->hostile : gen->danger;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (seats >> seat & 1 && kings[seat])
			take_king(gen, kings[seat]);
}

/* All moves except the king's steps. */
RK_INLINE void all_but_king_steps(struct gen *gen, int seat)
{
	const struct rk4_pos *pos = gen->pos;

	look_around(gen);
	rk4_set_flip(gen->free, gen->king);
	if (gen->checks == 1) {
		answer_check(gen);
	} else if (!gen->checks) {
		free_pieces(gen, seat, false);
		for (int i = 0; i < gen->pins; i++)
			pinned_piece(gen, gen->pin[i]);
		if (gen->part == ALL && pos->castle >> 2 * seat & 3)
			castling(gen);
	}
	/*
	 * En passant may remove two checkers at once, so it is tried in any
	 * case.
	 */
	for (int i = 0; i < RK4_SEATS; i++)
		if (pos->ep[i] && gen->hostile >> i & 1)
			en_passant(gen, i);
}

/*
 * Calls an inline function with the seat as a constant, so that the compiler
 * makes one version for each seat. With -Os there is one for all.
 */
#ifdef RK_BY_SIZE
#define RK4_FOR_TURN(pos, call, ...) call(pos, (pos)->turn, __VA_ARGS__)
#else
#define RK4_FOR_TURN(pos, call, ...) \
	((pos)->turn == RK4_RED      ? call(pos, RK4_RED, __VA_ARGS__) \
	 : (pos)->turn == RK4_BLUE   ? call(pos, RK4_BLUE, __VA_ARGS__) \
	 : (pos)->turn == RK4_YELLOW ? call(pos, RK4_YELLOW, __VA_ARGS__) \
				     : call(pos, RK4_GREEN, __VA_ARGS__))
#endif

RK_INLINE int enumerate(const struct rk4_pos *pos, int seat, rk4_move *list,
			enum four_part part, bool any)
{
	struct gen gen = {.pos = pos,
			  .list = list,
			  .seat = seat,
			  .part = part,
			  .any = any,
			  .king = pos->king[seat]};

	if (!gen.king || !(rk4_living(pos) >> seat & 1))
		return 0;
	set_up(&gen);
	/*
	 * The pieces of a seat that has left stand still; only its king may
	 * walk.
	 */
	if (!(pos->left >> seat & 1))
		all_but_king_steps(&gen, seat);
	if (gen.danger)
		take_kings(&gen);
	if (!any || !gen.count)
		king_steps(&gen);
	return gen.count;
}

int rk4_gen_legal(const struct rk4_pos *pos, rk4_move *list)
{
	return RK4_FOR_TURN(pos, enumerate, list, ALL, false);
}

int rk4_gen_tactical(const struct rk4_pos *pos, rk4_move *list)
{
	return RK4_FOR_TURN(pos, enumerate, list, TACTICAL, false);
}

int rk4_gen_count(const struct rk4_pos *pos)
{
	return RK4_FOR_TURN(pos, enumerate, NULL, ALL, false);
}

bool rk4_has_move(const struct rk4_pos *pos, int seat)
{
	return enumerate(pos, seat, NULL, ALL, true);
}
