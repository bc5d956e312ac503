/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads Polyglot books: a binary search finds the first entry of a position,
 * and its other entries follow. An entry is 16 bytes, big-endian: key (8),
 * move (2), weight (2), learning (4). A move has, from the lowest bit: to
 * file, to rank, from file, from rank, three bits each, and the promotion
 * piece (knight 1 to queen 4). Castling is the king moving to the square of
 * its rook, as in rk_move; the king's own two squares, which some programs
 * write instead, are accepted too.
 *
 * Invariants: nothing from the file is used before it is checked. However
 * large or wrong the file is, a lookup reads at most MAX_SAME entries after
 * its binary search.
 */
#include "rookery/book.h"

#include "core/bits.h"
#include "core/random.h"

#define MAX_SAME 1024 /* entries of one position that are read at most */
#define SAMPLES 64    /* entries whose order is checked when a book is opened */

static uint64_t read_number(const uint8_t *bytes, int count)
{
	uint64_t number = 0;

	for (int i = 0; i < count; i++)
		number = number << 8 | bytes[i];
	return number;
}

static void write_number(uint8_t *bytes, int count, uint64_t number)
{
	for (; count > 0; number >>= 8)
		bytes[--count] = (uint8_t)number;
}

void rk_book_read_entry(struct rk_book_entry *entry,
			const uint8_t bytes[RK_BOOK_ENTRY_SIZE])
{
	entry->key = read_number(bytes, 8);
	entry->move = (uint16_t)read_number(bytes + 8, 2);
	entry->weight = (uint16_t)read_number(bytes + 10, 2);
}

void rk_book_write_entry(uint8_t bytes[RK_BOOK_ENTRY_SIZE],
			 const struct rk_book_entry *entry)
{
	write_number(bytes, 8, entry->key);
	write_number(bytes + 8, 2, entry->move);
	write_number(bytes + 10, 2, entry->weight);
	write_number(bytes + 12, 4, 0);
}

static bool read_at(const struct rk_book *book, uint64_t at,
		    struct rk_book_entry *entry)
{
	uint8_t bytes[RK_BOOK_ENTRY_SIZE];

	if (at >= book->entries ||
	    !book->read(book->self, at * RK_BOOK_ENTRY_SIZE, bytes,
			sizeof(bytes)))
		return false;
	rk_book_read_entry(entry, bytes);
	return true;
}

/* Checks entries from all parts of the book: are they readable and sorted? */
static const char *examine(const struct rk_book *book)
{
	uint64_t step = (book->entries - 1) / SAMPLES + 1;
	struct rk_book_entry entry;
	uint64_t last = 0;

	for (uint64_t at = 0; at < book->entries; at += step) {
		if (!read_at(book, at, &entry))
			return "it cannot be read";
		if (entry.key < last)
			return "its entries are not sorted, it is no Polyglot "
			       "book";
		last = entry.key;
	}
	return NULL;
}

const char *rk_book_init(struct rk_book *book, uint64_t size, void *self,
			 bool (*read)(void *self, uint64_t offset, void *to,
				      size_t size))
{
	book->self = self;
	book->read = read;
	book->entries = size / RK_BOOK_ENTRY_SIZE;
	if (!size)
		return "it is empty";
	if (size % RK_BOOK_ENTRY_SIZE)
		return "its size is no multiple of 16 bytes, it is no Polyglot "
		       "book";
	return examine(book);
}

/* The first entry whose key is not smaller. */
static uint64_t find_first(const struct rk_book *book, uint64_t key)
{
	uint64_t low = 0, high = book->entries;
	struct rk_book_entry entry;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (!read_at(book, middle, &entry))
			return book->entries;
		if (entry.key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

uint16_t rk_book_write_move(rk_move move)
{
	int piece = 0;

	if (rk_move_kind(move) == RK_PROMOTION)
		piece = rk_move_promoted(move) - RK_KNIGHT + 1;
	return (uint16_t)(rk_move_to(move) | rk_move_from(move) << 6 |
			  piece << 12);
}

/* The rook that this king may castle with by going to that square, or -1. */
static int find_rook(const struct rk_pos *pos, int from, int to)
{
	rk_bits own = pos->castle & pos->colour[pos->side];

	if (own & rk_square_bit(to))
		return to;
	/* Standard castling: from the e-file to c or g. */
	if (rk_square_file(from) != 4 ||
	    rk_square_rank(from) != rk_square_rank(to))
		return -1;
	if (to == from + 2 && (own & rk_square_bit(from + 3)))
		return from + 3;
	if (to == from - 2 && (own & rk_square_bit(from - 4)))
		return from - 4;
	return -1;
}

/*
 * Encodes a move between two squares, legal or not; `piece` is the promotion.
 */
static rk_move make_move(const struct rk_pos *pos, int from, int to, int piece)
{
	int type = rk_piece_type(pos->board[from]);
	int rook;

	if (type == RK_KING && !piece) {
		rook = find_rook(pos, from, to);
		if (rook >= 0)
			return rk_move_new(from, rook, RK_CASTLING);
	}
	if (type == RK_PAWN && piece)
		return rk_move_promotion(from, to, piece - 1 + RK_KNIGHT);
	if (piece)
		return RK_NO_MOVE;
	if (type == RK_PAWN && to == pos->ep)
		return rk_move_new(from, to, RK_EN_PASSANT);
	return rk_move_new(from, to, RK_NORMAL);
}

rk_move rk_book_read_move(const struct rk_pos *pos, uint16_t number)
{
	int piece = number >> 12;
	rk_move move;

	if (piece > 4)
		return RK_NO_MOVE;
	move = make_move(pos, number >> 6 & 63, number & 63, piece);
	return move != RK_NO_MOVE && rk_move_is_legal(pos, move) ? move
								 : RK_NO_MOVE;
}

/*
 * Iterates over the entries of a position that are legal moves. walk_next()
 * returns false after the last one.
 */
struct book_walk {
	const struct rk_book *book;
	const struct rk_pos *pos;
	uint64_t at;
	int left;
};

static struct book_walk walk_from(const struct rk_book *book,
				  const struct rk_pos *pos)
{
	return (struct book_walk){
		book,
		pos,
		find_first(book, pos->key),
		MAX_SAME,
	};
}

static bool walk_next(struct book_walk *walk, struct rk_book_move *found)
{
	struct rk_book_entry entry;

	while (walk->left-- > 0 && read_at(walk->book, walk->at++, &entry) &&
	       entry.key == walk->pos->key) {
		found->move = rk_book_read_move(walk->pos, entry.move);
		found->weight = entry.weight;
		if (found->move != RK_NO_MOVE)
			return true;
	}
	walk->left = 0;
	return false;
}

/*
 * Adds a weight to a listed move, or appends the move. Returns the new count.
 */
static int add_move(struct rk_book_move *list, int count, int cap,
		    const struct rk_book_move *found)
{
	for (int i = 0; i < count; i++)
		if (list[i].move == found->move) {
			list[i].weight += found->weight;
			return count;
		}
	if (count < cap)
		list[count++] = *found;
	return count;
}

static void sort_moves(struct rk_book_move *list, int count)
{
	for (int i = 1; i < count; i++) {
		struct rk_book_move move = list[i];
		int at = i;

		for (; at > 0 && list[at - 1].weight < move.weight; at--)
			list[at] = list[at - 1];
		list[at] = move;
	}
}

int rk_book_moves(const struct rk_book *book, const struct rk_pos *pos,
		  struct rk_book_move *list, int cap)
{
	struct book_walk walk = walk_from(book, pos);
	struct rk_book_move found;
	int count = 0;

	while (walk_next(&walk, &found))
		count = add_move(list, count, cap, &found);
	sort_moves(list, count);
	return count;
}

/* A pseudo-random number below the limit. */
static uint32_t random_below(uint64_t seed, uint64_t key, uint32_t limit)
{
	uint64_t number = rk_mix(rk_mix_seed(seed) ^ key);

	return (uint32_t)((number >> 32) * limit >> 32);
}

rk_move rk_book_pick(const struct rk_book *book, const struct rk_pos *pos,
		     uint64_t seed)
{
	struct book_walk walk = walk_from(book, pos);
	struct book_walk again = walk;
	struct rk_book_move found;
	uint32_t sum = 0, number;

	while (walk_next(&walk, &found))
		sum += found.weight;
	if (!sum)
		return RK_NO_MOVE;
	number = random_below(seed, pos->key, sum);
	while (walk_next(&again, &found)) {
		if (number < found.weight)
			return found.move;
		number -= found.weight;
	}
	return RK_NO_MOVE; /* the file has changed since the first pass */
}
