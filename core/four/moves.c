/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The legal moves of a seat, listed or counted. Nothing is tried out but en
 * passant: from the own king outwards it is found who gives check, which
 * squares answer that, and which own pieces are pinned in which direction;
 * only king steps and castling ask for attackers square by square.
 *
 * There is one text for all: list or count, all moves or captures alone, in
 * check or not. Each is an inlining of the same functions with constants.
 */
#include "core/four/board.h"

enum part {
	ALL,
	TACTICAL, /* captures and promotions */
};

struct pin {
	uint8_t square;
	uint8_t direction;
};

struct search {
	const struct rk4_pos *pos;
	rk4_move *list; /* NULL: only count */
	int count;
	int seat;
	int king;
	enum part part;
	bool any;       /* one move is enough */
	uint64_t own;   /* the own living cells */
	uint64_t enemy; /* those of living enemies */
	uint64_t takes; /* what may be taken: enemies, and all that is dead */
	unsigned int hostile; /* seats that can be taken en passant */
	unsigned int danger;  /* the seats that give check or pin */
	int checks;
	int pins;
	struct pin pin[RK4_DIRECTIONS];
	uint64_t free[RK4_BOARD / 64];   /* own pieces that are not pinned */
	uint64_t answer[RK4_BOARD / 64]; /* in check: the squares that end it */
};

RK_INLINE void add(struct search *search, int from, int to, int promoted,
		   int kind)
{
	if (search->list)
		search->list[search->count] =
			rk4_move_new(from, to, promoted, kind);
	search->count++;
}

/* Not for kings, and not for en passant. */
RK_INLINE void add_normal(struct search *search, int from, int to,
			  bool in_check)
{
	if (!in_check || rk4_set_has(search->answer, to))
		add(search, from, to, 0, RK4_NORMAL);
}

static void set_up(struct search *search)
{
	const struct rk4_pos *pos = search->pos;
	int seat = search->seat;
	unsigned int enemies = rk4_enemies(pos, seat);
	unsigned int friends = rk4_living(pos) & ~enemies;

	search->own = rk4_cells_living(pos, 1u << seat);
	search->enemy = rk4_cells_living(pos, enemies);
	search->takes = RK4_CELLS_PIECES & ~rk4_cells_living(pos, friends);
	search->hostile = enemies & ~(unsigned int)pos->left;
	memcpy(search->free, pos->pieces[seat], sizeof(search->free));
}

static void add_check(struct search *search, int from, int step)
{
	search->checks++;
	search->danger |= 1u << rk4_seat(search->pos->board[from]);
	if (!step)
		rk4_set_flip(search->answer, from);
	for (int square = search->king; step && square != from;) {
		square += step;
		rk4_set_flip(search->answer, square);
	}
}

RK_INLINE void look_along(struct search *search, int direction)
{
	const uint8_t *board = search->pos->board;
	int step = rk4_steps[direction];
	int square = search->king + step;
	uint64_t checkers = rk4_cells_beside(direction);
	int shield;

	while (board[square] == RK4_EMPTY) {
		square += step;
		checkers = rk4_cells_sliders(direction);
	}
	if (rk4_cells_have(search->enemy & checkers, board[square]))
		add_check(search, square, step);
	if (!rk4_cells_have(search->own, board[square]))
		return;
	shield = square;
	do
		square += step;
	while (board[square] == RK4_EMPTY);
	if (!rk4_cells_have(search->enemy & rk4_cells_sliders(direction),
			    board[square]))
		return;
	search->danger |= 1u << rk4_seat(board[square]);
	rk4_set_flip(search->free, shield);
	search->pin[search->pins++] =
		(struct pin){(uint8_t)shield, (uint8_t)direction};
}

static void look_around(struct search *search)
{
	uint64_t knights = search->enemy & RK4_CELLS_OF(RK_KNIGHT);

	for (int i = 0; i < RK4_DIRECTIONS; i++)
		look_along(search, i);
	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int square = rk4_step_from(search->king, rk4_leaps[i]);

		if (rk4_cells_have(knights, search->pos->board[square]))
			add_check(search, square, 0);
	}
}

/* One way of a slider. */
RK_INLINE void slide(struct search *search, int from, int step, bool in_check)
{
	const uint8_t *board = search->pos->board;
	int to = from + step;

	for (; board[to] == RK4_EMPTY; to += step)
		if (search->part == ALL)
			add_normal(search, from, to, in_check);
	if (rk4_cells_have(search->takes, board[to]))
		add_normal(search, from, to, in_check);
}

/* The even directions or the odd ones. */
RK_INLINE void slide_all(struct search *search, int from, int first,
			 bool in_check)
{
	for (int i = first; i < RK4_DIRECTIONS; i += 2)
		slide(search, from, rk4_steps[i], in_check);
}

RK_INLINE void step_to(struct search *search, int from, int to, bool in_check)
{
	uint64_t wanted = search->takes;

	if (search->part == ALL)
		wanted |= RK4_CELLS_EMPTY;
	if (rk4_cells_have(wanted, search->pos->board[to]))
		add_normal(search, from, to, in_check);
}

/* A pawn's way to a square, with all that it may become there. */
static void add_promotions(struct search *search, int from, int to, int kind)
{
	if (!(search->pos->options & RK4_TEAMS)) {
		add(search, from, to, RK_QUEEN, kind);
		return;
	}
	for (int type = RK_QUEEN; type >= RK_KNIGHT; type--)
		add(search, from, to, type, kind);
}

RK_INLINE bool promotes(const struct search *search, int seat, int to)
{
	return rk4_rank_for(seat, to) ==
	       rk4_promotion_rank(search->pos->options);
}

RK_INLINE void add_pawn(struct search *search, int seat, int from, int to,
			bool quiet, bool in_check)
{
	if (in_check && !rk4_set_has(search->answer, to))
		return;
	if (promotes(search, seat, to))
		add_promotions(search, from, to, RK4_NORMAL);
	else if (!quiet || search->part == ALL)
		add(search, from, to, 0, RK4_NORMAL);
}

RK_INLINE void push(struct search *search, int seat, int from, bool in_check)
{
	const uint8_t *board = search->pos->board;
	int to = from + rk4_ahead(seat);

	if (board[to] != RK4_EMPTY)
		return;
	add_pawn(search, seat, from, to, true, in_check);
	if (rk4_rank_for(seat, from) != RK4_PAWN_RANK)
		return;
	to += rk4_ahead(seat);
	if (board[to] == RK4_EMPTY)
		add_pawn(search, seat, from, to, true, in_check);
}

/* Where a hostile pawn has passed, the capture is one en passant. */
RK_INLINE bool is_passed(const struct search *search, int to)
{
	int owner = rk4_ep_owner(search->pos->ep, to);

	return owner >= 0 && search->hostile >> owner & 1;
}

/* To one side, `aside` is 1 or -1. */
RK_INLINE void pawn_takes(struct search *search, int seat, int from, int aside,
			  bool in_check)
{
	int to = from + rk4_steps[(2 * seat + aside) & 7];

	if (rk4_cells_have(search->takes, search->pos->board[to]) &&
	    !is_passed(search, to))
		add_pawn(search, seat, from, to, false, in_check);
}

RK_INLINE void free_piece(struct search *search, int seat, int from,
			  bool in_check)
{
	switch (rk4_type(search->pos->board[from])) {
	case RK_PAWN:
		push(search, seat, from, in_check);
		pawn_takes(search, seat, from, 1, in_check);
		pawn_takes(search, seat, from, -1, in_check);
		break;
	case RK_KNIGHT:
		for (int i = 0; i < 8; i++)
			step_to(search, from, rk4_step_from(from, rk4_leaps[i]),
				in_check);
		break;
	case RK_BISHOP:
		slide_all(search, from, 1, in_check);
		break;
	case RK_ROOK:
		slide_all(search, from, 0, in_check);
		break;
	case RK_QUEEN:
		slide_all(search, from, 1, in_check);
		slide_all(search, from, 0, in_check);
		break;
	}
}

RK_INLINE void free_pieces(struct search *search, int seat, bool in_check)
{
	for (int i = 0; i < RK4_BOARD / 64; i++) {
		uint64_t set = search->free[i];

		while (set && !(search->any && search->count))
			free_piece(search, seat, i << 6 | rk_bits_pop(&set),
				   in_check);
	}
}

/* Checks are rare: one version is enough for all of them. */
static __attribute__((__noinline__)) void answer_check(struct search *search)
{
	free_pieces(search, search->seat, true);
}

/* Along the line of the pin and back; in check not even that helps. */
static void pinned_piece(struct search *search, struct pin pin)
{
	int direction = pin.direction, from = pin.square, seat = search->seat;
	int cell = search->pos->board[from];

	if (rk4_type(cell) == RK_PAWN) {
		if (!((direction ^ 2 * seat) & 3))
			push(search, seat, from, false);
		for (int aside = -1; aside <= 1; aside += 2)
			if (!((direction ^ (2 * seat + aside)) & 3))
				pawn_takes(search, seat, from, aside, false);
	}
	if (rk4_cells_have(rk4_cells_sliders(direction), cell)) {
		slide(search, from, rk4_steps[direction], false);
		slide(search, from, -rk4_steps[direction], false);
	}
}

static void en_passant(struct search *search, int owner)
{
	const struct rk4_pos *pos = search->pos;
	int seat = search->seat;
	int to = pos->ep[owner];

	if (!rk4_cells_have(search->takes | RK4_CELLS_EMPTY, pos->board[to]))
		return;
	for (int aside = -1; aside <= 1; aside += 2) {
		int step = rk4_steps[(2 * seat + aside) & 7];
		int from = rk4_step_from(to, -step);

		if (pos->board[from] != rk4_piece(seat, RK_PAWN) ||
		    !rk4_ep_is_safe(pos, seat, from, to))
			continue;
		if (promotes(search, search->seat, to))
			add_promotions(search, from, to, RK4_EN_PASSANT);
		else
			add(search, from, to, 0, RK4_EN_PASSANT);
	}
}

static void king_steps(struct search *search)
{
	const uint8_t *board = search->pos->board;
	uint64_t wanted = search->takes;
	uint64_t clear = RK4_CELLS_EMPTY |
			 (search->own & RK4_CELLS_OF(RK_KING));

	if (search->part == ALL)
		wanted |= RK4_CELLS_EMPTY;
	for (int i = 0; i < RK4_DIRECTIONS; i++) {
		int to = search->king + rk4_steps[i];

		if (rk4_cells_have(wanted, board[to]) &&
		    !rk4_find_attackers(board, to,
					rk4_cells_after(search->enemy,
							board[to]),
					clear, NULL))
			add(search, search->king, to, 0, RK4_NORMAL);
	}
}

static void castling(struct search *search)
{
	const struct rk4_pos *pos = search->pos;
	int seat = search->seat, along = seat & 1 ? 16 : 1;

	/* Mostly somebody stands beside the king on either side. */
	if (pos->board[search->king + along] != RK4_EMPTY &&
	    pos->board[search->king - along] != RK4_EMPTY)
		return;
	for (int far = 0; far < 2; far++)
		if (pos->castle >> (2 * seat + far) & 1 &&
		    rk4_castling_is_free(pos, seat, far))
			add(search, search->king,
			    rk4_castling_of(seat, search->king, far).king_to, 0,
			    RK4_CASTLING);
}

/*
 * The moves that leave the own king to one who loses his own by them: whoever
 * is out of the game attacks nobody. They are few, so they are tried out.
 */
static void take_king(struct search *search, int to)
{
	const struct rk4_pos *pos = search->pos;
	uint64_t pieces = search->own & ~RK4_CELLS_OF(RK_KING);
	bool passed = is_passed(search, to);
	bool answers = !search->checks ||
		       (search->checks == 1 && rk4_set_has(search->answer, to));
	uint8_t list[16];
	int count = rk4_find_attackers(pos->board, to, pieces, RK4_CELLS_EMPTY,
				       list);

	for (int i = 0; i < count; i++) {
		int from = list[i];
		bool pawn = rk4_type(pos->board[from]) == RK_PAWN;
		bool listed = (passed && pawn) ||
			      (answers && rk4_set_has(search->free, from));

		if (listed || !rk4_is_safe_after(pos, search->seat, from, to))
			continue;
		if (pawn && promotes(search, search->seat, to))
			add_promotions(search, from, to, RK4_NORMAL);
		else
			add(search, from, to, 0, RK4_NORMAL);
	}
}

static void take_kings(struct search *search)
{
	const uint8_t *kings = search->pos->king;

	for (int seat = 0; seat < RK4_SEATS; seat++)
		if (search->danger >> seat & 1 && kings[seat])
			take_king(search, kings[seat]);
}

/* All but the king's steps. */
RK_INLINE void army(struct search *search, int seat)
{
	const struct rk4_pos *pos = search->pos;

	look_around(search);
	rk4_set_flip(search->free, search->king);
	if (search->checks == 1) {
		answer_check(search);
	} else if (!search->checks) {
		free_pieces(search, seat, false);
		for (int i = 0; i < search->pins; i++)
			pinned_piece(search, search->pin[i]);
		if (search->part == ALL && pos->castle >> 2 * seat & 3)
			castling(search);
	}
	/* It may take two who give check. */
	for (int i = 0; i < RK4_SEATS; i++)
		if (pos->ep[i] && search->hostile >> i & 1)
			en_passant(search, i);
}

/*
 * With the seat a constant, so that the compiler makes a version for each out
 * of one text; where size counts more than speed there is one for all.
 */
#ifdef __OPTIMIZE_SIZE__
#define RK4_FOR_TURN(pos, call, ...) call(pos, (pos)->turn, __VA_ARGS__)
#else
#define RK4_FOR_TURN(pos, call, ...) \
	((pos)->turn == RK4_RED      ? call(pos, RK4_RED, __VA_ARGS__) \
	 : (pos)->turn == RK4_BLUE   ? call(pos, RK4_BLUE, __VA_ARGS__) \
	 : (pos)->turn == RK4_YELLOW ? call(pos, RK4_YELLOW, __VA_ARGS__) \
				     : call(pos, RK4_GREEN, __VA_ARGS__))
#endif

RK_INLINE int enumerate(const struct rk4_pos *pos, int seat, rk4_move *list,
			enum part part, bool any)
{
	struct search search = {.pos = pos,
				.list = list,
				.seat = seat,
				.part = part,
				.any = any,
				.king = pos->king[seat]};

	if (!search.king || !(rk4_living(pos) >> seat & 1))
		return 0;
	set_up(&search);
	/* An army that has left stands still; only its king may walk. */
	if (!(pos->left >> seat & 1))
		army(&search, seat);
	if (search.danger)
		take_kings(&search);
	if (!any || !search.count)
		king_steps(&search);
	return search.count;
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
