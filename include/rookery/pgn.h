/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN, and PGN4, its variant for four players; the tags of a game say which it
 * is. The reader takes bytes in pieces of any size and calls a listener for
 * what it finds; its memory does not depend on the number of games. The writer
 * lays games out in the standard's export format. The normaliser is a listener
 * that writes what it is told, so that reading and writing keeps moves, tags,
 * comments, annotations and variations.
 */
#ifndef ROOKERY_PGN_H
#define ROOKERY_PGN_H

#include "rookery/game.h"
#include "rookery/out.h"

/* ---- Reading ---- */

enum rk_pgn_kind {
	RK_PGN_TAG,   /* `name` and `text` */
	RK_PGN_MOVE,  /* `move`, legal in `pos`; `text` as it was written */
	RK_PGN_LEAVE, /* `seat` leaves the game (`why`); `pos` is after that */
	RK_PGN_GONE,  /* `text` is S or #: stalemated or mated, no move */
	RK_PGN_STAY,  /* the king of `seat`, who has left, makes no move yet */
	RK_PGN_NAG,   /* `nag`: the number of an annotation like ! or $14 */
	RK_PGN_COMMENT, /* `text` */
	RK_PGN_OPEN,    /* a variation begins: moves in place of the last one */
	RK_PGN_CLOSE,
	RK_PGN_RESULT, /* `text` is 1-0, 0-1, 1/2-1/2 or *; a constant */
	RK_PGN_ERROR,  /* `reason`, and the `text` it is about */
	RK_PGN_END,    /* the game ends, broken or not */
};

/*
 * A place in the text. Line and column count from 1, columns in bytes; a line
 * ends with CR, LF or both.
 */
struct rk_pgn_place {
	uint64_t line;
	uint64_t column;
	uint64_t offset; /* from the start of the text, from 0 */
};

/*
 * What the reader found. Texts end with a NUL that their length does not count
 * and contain no other; they are valid only until the listener returns.
 */
struct rk_pgn_event {
	enum rk_pgn_kind kind;
	struct rk_pgn_place
		place; /* where it begins; for RK_PGN_END, the next byte */
	const char *text;
	size_t length;
	bool is_cut; /* the text was longer than the reader's buffer */
	const char *
		name; /* name of the tag; for an error, a prefix of the message */
	const char *reason; /* a constant string without a full stop */
	unsigned int nag;
	rk_any_move move;
	/*
	 * RK_PGN_LEAVE: the seat, whether it resigned or ran out of time, and
	 * whether it was its turn. RK_PGN_STAY: the seat.
	 */
	int seat;
	enum rk_reason why;
	bool in_turn;
	int number; /* the move number at which it leaves */
	/* Of the game; `pos` is valid once the moves have begun. */
	const struct rk_rules *rules;
	const union rk_any_pos *pos;
};

/*
 * A listener returns NULL, or the reason why it cannot accept the game. After
 * an error of the reader or the listener, the rest of that game yields only one
 * RK_PGN_ERROR and the RK_PGN_END.
 */
struct rk_pgn_listener {
	const char *(*hear)(void *self, const struct rk_pgn_event *event);
	void *self;
};

/* The state to return to after a variation. */
struct rk_pgn_level {
	union rk_any_pos pos;
	union rk_any_pos before;
	bool has_before;
	bool may_stay;
};

/* The longest FEN that is read, with blanks, or with extra fields in braces. */
#ifdef RK_TWO_PLAYERS
#define RK_PGN_FEN_SIZE 160
#else
#define RK_PGN_FEN_SIZE (2 * RK4_FEN_SIZE)
#endif

/* Filled in by rk_pgn_reader_new(); all members are private. */
struct rk_pgn_reader {
	struct rk_pgn_listener listener;
	char *buf;
	size_t buf_size;
	struct rk_pgn_level *levels;
	int level_count;

	/* The tokeniser. */
	uint8_t state;
	bool after_cr;
	bool blank_line; /* only blanks so far in this line */
	bool is_cut;
	uint8_t event_match; /* of a new game's "[Event", in a comment */
	uint64_t line;
	uint64_t line_start;       /* offset of the line's first byte */
	uint64_t offset;           /* of the current character */
	struct rk_pgn_place begin; /* of the token in `buf` */
	size_t length;             /* bytes in `buf` */
	struct rk_pgn_place value_place;
	size_t value;     /* where a tag's value begins in `buf` */
	size_t value_end; /* where the value ends if the tag ends here */

	/* The game. */
	uint8_t phase;
	bool is_broken;
	bool has_event;
	int depth; /* of variations */
	const struct rk_rules *rules;
	const struct rk_rules *variant; /* by the tag Variant, or NULL */
	uint8_t options;                /* by the tag RuleVariants, RK_PGN4_* */
	bool fen_is_four;
	struct rk_pgn_place fen_place;
	size_t fen_length;
	char fen[RK_PGN_FEN_SIZE];
	union rk_any_pos pos;
	union rk_any_undo undo;
	/* The position before the last move of the current line. */
	union rk_any_pos before;
	bool has_before;
	/* The player to move has just left with a bare R or T. */
	bool may_stay;
	/* By the tag Date, from before 2022. */
	bool is_old;
};

/*
 * Initialises a reader for a new text. `buf` holds one word, tag or comment at
 * a time and needs at least RK_PGN_BUF_SIZE bytes; a longer comment is cut, a
 * longer tag or word is an error. `levels` holds one entry for each nested
 * variation; with 0 levels only main lines are read and variations are skipped.
 */
#define RK_PGN_BUF_SIZE (RK_PGN_FEN_SIZE + 96)

void rk_pgn_reader_new(struct rk_pgn_reader *reader, char *buf, size_t size,
		       struct rk_pgn_level *levels, int level_count,
		       struct rk_pgn_listener listener);

/* Begins at a place in a larger text, which counts for the places of events. */
void rk_pgn_reader_begin_at(struct rk_pgn_reader *reader,
			    struct rk_pgn_place place);

/* Feeds the next bytes; any bytes, any number. */
void rk_pgn_reader_feed(struct rk_pgn_reader *reader, const char *text,
			size_t length);

/* Ends the text. */
void rk_pgn_reader_finish(struct rk_pgn_reader *reader);

/* ---- Writing ---- */

struct rk_pgn_tag {
	const char *name;
	const char *value;
};

/* Lays out the text of a game in lines shorter than 80 columns. */
struct rk_pgn_writer {
	struct rk_out out;
	size_t column; /* bytes in the current line */
	bool is_tight; /* no blank before the next word */
	bool wants_number; /* the next move is written with its number in any case */
	/* For four players: a line holds the moves of one number. */
	bool has_moves;
	int depth;    /* of variations */
	int number;   /* of the current line; 0: write it again */
	int mates;    /* mate signs of the last move */
	char leaving; /* a letter to append to the next move, or 0 */
	int leaving_number;
	int leaving_seat;
};

/*
 * Begins the text of a game, after its tags; then come its parts in order.
 * `move` is legal in `pos`.
 */
void rk_pgn_writer_new(struct rk_pgn_writer *writer, struct rk_out out);
void rk_pgn_put_move(struct rk_pgn_writer *writer, const struct rk_rules *rules,
		     const union rk_any_pos *pos, rk_any_move move);

/* Writes an RK_PGN_LEAVE event. */
void rk_pgn_put_leave(struct rk_pgn_writer *writer,
		      const struct rk_pgn_event *event);

/* Writes S or # in place of a move. */
void rk_pgn_put_gone(struct rk_pgn_writer *writer, const char *text);

/* Write an annotation ($ and its number), and the brackets of a variation. */
void rk_pgn_put_nag(struct rk_pgn_writer *writer, unsigned int nag);
void rk_pgn_put_open(struct rk_pgn_writer *writer);
void rk_pgn_put_close(struct rk_pgn_writer *writer);

/*
 * A comment keeps its bytes, except that a line may be broken at a single blank
 * and a single line break may become a blank. Text with a } in it becomes a
 * comment to the end of the line and must not contain line breaks.
 */
void rk_pgn_put_comment(struct rk_pgn_writer *writer, const char *text,
			size_t length);

/* Writes the result and the empty line that ends a game. */
void rk_pgn_put_result(struct rk_pgn_writer *writer, const char *result);

/*
 * Writes the seven mandatory tags ("?" if they are in no list), the others in
 * their order, and an empty line. A tag in `known` overrides one in the list;
 * if its value is NULL, the tag is left out.
 */
void rk_pgn_put_tags(const struct rk_out *out, const struct rk_pgn_tag *tags,
		     size_t count, const struct rk_pgn_tag *known,
		     size_t known_count);

/*
 * Writes a whole game, with the time left after each move if it has clocks.
 * Result, SetUp, FEN, Variant, TimeControl and Termination, and for four
 * players RuleVariants and StartFen4, come from the game and not from `tags`.
 * `buf` is scratch memory for the starting position.
 */
void rk_pgn_write_game(const struct rk_out *out, const struct rk_game *game,
		       const struct rk_pgn_tag *tags, int tag_count,
		       char buf[RK_ANY_FEN_SIZE]);

/* ---- From text to text ---- */

/*
 * Writes every complete game that is not broken. A game is collected in the
 * caller's memory until then; one that does not fit is broken.
 */
struct rk_pgn_normaliser {
	struct rk_out out;
	struct rk_pgn_tag *tags;
	size_t tag_cap; /* capacity of `tags` */
	char *buf;      /* moves from the front, tag texts from the end */
	size_t buf_size;

	struct rk_pgn_writer writer;
	size_t tag_count;
	size_t front;
	size_t back;
	const char *result;
	bool is_full;
	bool is_broken;
};

/* Initialises it; all memory is the caller's and stays in use. */
void rk_pgn_normaliser_new(struct rk_pgn_normaliser *normaliser,
			   struct rk_out out, struct rk_pgn_tag *tags,
			   size_t tag_cap, char *buf, size_t buf_size);

/*
 * The listener for struct rk_pgn_listener; `self` is a struct
 * rk_pgn_normaliser.
 */
const char *rk_pgn_normalise(void *self, const struct rk_pgn_event *event);

/* ---- From text to a game ---- */

/* Scratch memory of rk_pgn_read_game(); need not be initialised. */
#define RK_PGN_ODDS (2 + RK_MAX_SEATS)

struct rk_pgn_read {
	struct rk_pgn_reader reader;
	char buf[RK_PGN_BUF_SIZE];
	struct rk_game game;
	struct rk_event move; /* the last move, waiting for its clock */
	bool has_move;
	bool is_started;
	bool is_flagged; /* by the tag Termination */
	uint8_t awarded; /* seats: the termination gives them points */
	bool is_agreed;
	bool is_claimed;
	bool is_done;
	struct rk_clock clock;
	struct rk_clock minutes; /* the same text read as PGN4 does */
#ifndef RK_SMALL
	struct rk_clock odds[RK_PGN_ODDS]; /* two players', then four's */
#endif
	const char *result;
	const char *tag_result; /* by the tag Result, for four players */
	struct rk_error error;  /* reason NULL: no error so far */
};

/*
 * Reads the first game of a text and plays its main line. A result that the
 * moves do not explain becomes a resignation, a flag (if Termination says so),
 * a claim if one is possible, or an agreed draw. Clocks come from TimeControl,
 * with time odds from WhiteTimeControl and so on, and from comments with %clk.
 *
 * `game` provides its log, which must have space for the new events behind its
 * present ones: length / 2 + 2 * RK_MAX_SEATS are always enough. On failure,
 * returns false with *error filled in (the column is the offset in the text)
 * and the game unchanged.
 */
bool rk_pgn_read_game(struct rk_game *game, const char *text, size_t length,
		      struct rk_pgn_read *scratch, struct rk_error *error);

#endif
