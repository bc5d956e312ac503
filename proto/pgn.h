/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * PGN, the text in which people and programs keep games, and PGN4, which is
 * the same for four players: the tags say which it is. The reader takes
 * bytes as they come, in pieces of any size, and tells a listener what they
 * say; it needs the same memory for one game and for a million. The writer
 * lays games out as the standard's export format does. Between the two, the
 * normaliser is a listener that writes what it hears, so that reading and
 * writing keeps moves, tags, comments, annotations and variations.
 */
#ifndef RK_PROTO_PGN_H
#define RK_PROTO_PGN_H

#include "proto/out.h"
#include "rookery/game.h"

/* Reading. */

enum rk_pgn_kind {
	RK_PGN_TAG,   /* `name` and `text` */
	RK_PGN_MOVE,  /* `move`, legal in `pos`; `text` as it was written */
	RK_PGN_LEAVE, /* `seat` has left (`why`); `pos` is after that */
	RK_PGN_GONE, /* `text` is S or #: a player's last turn, without a move */
	RK_PGN_NAG,  /* `nag`, the number of an annotation like ! or $14 */
	RK_PGN_COMMENT, /* `text` */
	RK_PGN_OPEN,    /* a variation: moves in place of the last one */
	RK_PGN_CLOSE,
	RK_PGN_RESULT, /* `text` is 1-0, 0-1, 1/2-1/2 or *, and stays */
	RK_PGN_ERROR,  /* `reason` and the `text` it is about */
	RK_PGN_END,    /* of the game, be it broken or not */
};

/* Counted in bytes from 1; a line ends with CR, LF or both. */
struct rk_pgn_place {
	uint64_t line;
	uint64_t column;
	uint64_t offset; /* from the beginning of everything */
};

/*
 * What the reader found. Texts end with a NUL that their length does not
 * count, hold no other, and are gone when the listener returns.
 */
struct rk_pgn_event {
	enum rk_pgn_kind kind;
	struct rk_pgn_place
		place; /* where it begins; of the end, the next byte */
	const char *text;
	size_t length;
	bool is_cut;        /* the text is longer than the reader's room */
	const char *name;   /* of the tag; of an error: words to begin with */
	const char *reason; /* a constant string without a full stop */
	unsigned int nag;
	rk_any_move move;
	/* Of who leaves: the seat, resigned or flagged, in its turn or not. */
	int seat;
	enum rk_reason why;
	bool in_turn;
	int number; /* of the move in place of which that is */
	/* Of the game; the position is there when the moves begin. */
	const struct rk_rules *rules;
	const void *pos;
};

/*
 * A listener returns NULL, or the reason why it cannot take the game. After
 * an error, found by the reader or the listener, nothing more comes of that
 * game but one RK_PGN_ERROR and the RK_PGN_END.
 */
struct rk_pgn_listener {
	const char *(*hear)(void *self, const struct rk_pgn_event *event);
	void *self;
};

/* Where a line of moves is to be taken up again after a variation. */
struct rk_pgn_level {
	union rk_any_pos pos;
	union rk_any_pos before;
	bool has_before;
};

/* Of the FENs that are read, with blanks, or with what is in braces. */
#ifdef RK_TWO_PLAYERS
#define RK_PGN_FEN_SIZE 160
#else
#define RK_PGN_FEN_SIZE (2 * RK4_FEN_SIZE)
#endif

/* Filled in by rk_pgn_reader_new(); all of it is the reader's own. */
struct rk_pgn_reader {
	struct rk_pgn_listener listener;
	char *room;
	size_t room_size;
	struct rk_pgn_level *levels;
	int level_count;

	/* Characters. */
	uint8_t state;
	bool after_cr;
	bool blank_line; /* nothing but blanks so far in this line */
	bool is_cut;
	uint8_t event_match; /* how much of a new game a comment has seen */
	uint64_t line;
	uint64_t line_start;       /* as an offset */
	uint64_t offset;           /* of the present character */
	struct rk_pgn_place begin; /* of what is in the room */
	size_t length;             /* of it */
	struct rk_pgn_place value_place;
	size_t value;     /* where a tag's value begins in it */
	size_t value_end; /* where it ends if the tag does */

	/* The game. */
	uint8_t phase;
	bool is_broken;
	bool has_event;
	int depth; /* of variations */
	const struct rk_rules *rules;
	const struct rk_rules *variant; /* what the tag says, or NULL */
	uint8_t options; /* and what the one for four players says */
	bool fen_is_four;
	struct rk_pgn_place fen_place;
	size_t fen_length;
	char fen[RK_PGN_FEN_SIZE];
	union rk_any_pos pos;
	union rk_any_undo undo;
	/* Before the last word of the present line, if there is one. */
	union rk_any_pos before;
	bool has_before;
};

/*
 * A reader for a new text. `room` holds one word, tag or comment at a time:
 * RK_PGN_ROOM bytes at least; a longer comment comes cut, a longer tag or
 * word is an error. `levels` are for variations within variations; without
 * any (0) only main lines are read, and nothing is told of variations.
 */
#define RK_PGN_ROOM (RK_PGN_FEN_SIZE + 96)

void rk_pgn_reader_new(struct rk_pgn_reader *reader, char *room, size_t size,
		       struct rk_pgn_level *levels, int level_count,
		       struct rk_pgn_listener listener);

/* The next bytes, any bytes, any number of them. */
void rk_pgn_reader_feed(struct rk_pgn_reader *reader, const char *text,
			size_t length);

/* The text is at its end. */
void rk_pgn_reader_finish(struct rk_pgn_reader *reader);

/* Writing. */

struct rk_pgn_tag {
	const char *name;
	const char *value;
};

/* Lays out the text of a game in lines of less than 80 columns. */
struct rk_pgn_writer {
	struct rk_out out;
	size_t column;     /* how much of the line is full */
	bool is_tight;     /* no blank before the next word */
	bool wants_number; /* the next move shows its number in any case */
	/* Of four players: a line has the moves of one number. */
	bool has_moves;
	int depth;    /* of variations */
	int number;   /* of the line, 0: to be written again */
	int mates;    /* signs of the last move */
	char leaving; /* a letter that the next move takes along, or 0 */
	int leaving_number;
	int leaving_seat;
};

void rk_pgn_writer_new(struct rk_pgn_writer *writer, struct rk_out out);
void rk_pgn_put_move(struct rk_pgn_writer *writer, const struct rk_rules *rules,
		     const void *pos, rk_any_move move);

/* The event of one who leaves. */
void rk_pgn_put_leave(struct rk_pgn_writer *writer,
		      const struct rk_pgn_event *event);

/* S or #, in place of a move that there is not. */
void rk_pgn_put_gone(struct rk_pgn_writer *writer, const char *text);

void rk_pgn_put_nag(struct rk_pgn_writer *writer, unsigned int nag);
void rk_pgn_put_open(struct rk_pgn_writer *writer);
void rk_pgn_put_close(struct rk_pgn_writer *writer);

/*
 * A comment keeps its bytes, but that a line may be broken at a single blank
 * and a single line break may become one. Text with a } in it becomes a
 * comment to the end of the line, and must have no line breaks.
 */
void rk_pgn_put_comment(struct rk_pgn_writer *writer, const char *text,
			size_t length);

/* The result and the empty line that ends a game. */
void rk_pgn_put_result(struct rk_pgn_writer *writer, const char *result);

/*
 * The seven tags that every game has, "?" where they are in no list; the
 * others in their order; and an empty line. A tag that is `known` counts
 * more than one of the list; if its value is NULL, there is no such tag.
 */
void rk_pgn_put_tags(const struct rk_out *out, const struct rk_pgn_tag *tags,
		     size_t count, const struct rk_pgn_tag *known,
		     size_t known_count);

/*
 * A whole game, with the time left after each move if it has clocks. What
 * the game itself knows is not taken from the tags: Result, SetUp, FEN,
 * Variant, TimeControl and Termination; of four players RuleVariants and
 * StartFen4 too. `room` is memory to write the start in.
 */
void rk_pgn_write_game(const struct rk_out *out, const struct rk_game *game,
		       const struct rk_pgn_tag *tags, int tag_count,
		       char room[RK_ANY_FEN_SIZE]);

/* From text to text. */

/*
 * Writes every game that is not broken, when it is complete; until then it
 * is kept in memory of the caller. A game that does not fit is broken.
 */
struct rk_pgn_normaliser {
	struct rk_out out;
	struct rk_pgn_tag *tags;
	size_t tag_room; /* how many of them */
	char *room;      /* moves from the front, texts of tags from the end */
	size_t room_size;

	struct rk_pgn_writer writer;
	size_t tag_count;
	size_t front;
	size_t back;
	const char *result;
	bool is_full;
	bool is_broken;
};

void rk_pgn_normaliser_new(struct rk_pgn_normaliser *normaliser,
			   struct rk_out out, struct rk_pgn_tag *tags,
			   size_t tag_room, char *room, size_t room_size);

/* The listener; `self` is the normaliser. */
const char *rk_pgn_normalise(void *self, const struct rk_pgn_event *event);

/* From text to a game. */

/* What reading needs for a while; nothing in it has to be set. */
struct rk_pgn_read {
	struct rk_pgn_reader reader;
	char room[RK_PGN_ROOM];
	struct rk_game game;
	struct rk_event move; /* the last one, waiting for its clock */
	bool has_move;
	bool is_started;
	bool is_flagged; /* says the Termination */
	bool is_agreed;
	bool is_claimed;
	bool is_done;
	struct rk_clock clock;
	struct rk_clock minutes; /* the same text as four players mean it */
	const char *result;
	const char *told;      /* what the tag says, for four players */
	struct rk_error error; /* no reason: none so far */
};

/*
 * The first game of a text. The main line is played; a result that the moves
 * do not explain becomes a resignation, a fallen flag (if Termination says
 * so), a claim if one is possible, or an agreed draw. Clocks come from
 * TimeControl and from comments with %clk.
 *
 * `game` brings its log, which needs room for the new events behind those it
 * has: length / 2 and RK_MAX_SEATS more are always enough. If there is no
 * game to be read, false and the error; its column is the place in the text,
 * and the game is as it was.
 */
bool rk_pgn_read_game(struct rk_game *game, const char *text, size_t length,
		      struct rk_pgn_read *scratch, struct rk_error *error);

#endif
