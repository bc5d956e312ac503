/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as games that get remarks, with a remark of every kind. What comes
 * out has no broken game and the same main lines.
 */
#include "rookery/annotate.h"
#include "rookery/think.h"
#include "tests/fuzz/fuzz.h"

#define LEVELS 8
#define TAGS 64
#define SIZE 65536
#define REMARKS 16

struct heard {
	uint64_t moves; /* a sum of those in main lines */
	unsigned int games;
	unsigned int errors;
	int depth;
	uint64_t game_moves; /* of this one, which may be broken yet */
	bool is_broken;
	struct rk_annotator *annotator;
};

static char written[4 * SIZE];
static size_t length_written;

static void append(void *self, const char *bytes, size_t length)
{
	(void)self;
	must(length <= sizeof(written) - length_written);
	memcpy(written + length_written, bytes, length);
	length_written += length;
}

static void count(struct heard *heard, const struct rk_pgn_event *event)
{
	if (event->kind == RK_PGN_MOVE && !heard->depth)
		heard->game_moves =
			(heard->game_moves ^ event->move) * 0x100000001b3;
	heard->depth +=
		(event->kind == RK_PGN_OPEN) - (event->kind == RK_PGN_CLOSE);
	heard->is_broken |= event->kind == RK_PGN_ERROR;
	heard->errors += event->kind == RK_PGN_ERROR;
	if (event->kind != RK_PGN_END)
		return;
	if (!heard->is_broken) {
		heard->games++;
		heard->moves = heard->moves * 31 + heard->game_moves;
	}
	heard->game_moves = 0;
	heard->depth = 0;
	heard->is_broken = false;
}

static const char *hear(void *self, const struct rk_pgn_event *event)
{
	struct heard *heard = self;

	count(heard, event);
	return heard->annotator ? rk_annotate(heard->annotator, event) : NULL;
}

static struct heard read_all(const char *text, size_t length,
			     struct rk_annotator *annotator)
{
	static struct rk_pgn_level levels[LEVELS + 1];
	static struct rk_pgn_reader reader;
	static char buf[2 * SIZE];
	struct heard heard = {.annotator = annotator};

	rk_pgn_reader_new(&reader, buf, sizeof(buf), levels, LEVELS + 1,
			  (struct rk_pgn_listener){hear, &heard});
	rk_pgn_reader_feed(&reader, text, length);
	rk_pgn_reader_finish(&reader);
	return heard;
}

static void make_remarks(struct rk_remark *remarks, rk_any_move *line)
{
	struct rk_pos pos;

	rk_pos_start(&pos);
	must(!rk_rules_standard.read_move(&line[0], rk_any_of(&pos), "a3", 2));
	line[1] = line[0]; /* which cannot be played again */
	for (int i = 0; i < REMARKS; i++)
		remarks[i] = (struct rk_remark){
			.has_score = i % 3 != 2,
			.score = i % 5 ? 100 * i - 500 : RK_SCORE_MATE - i,
			.nag = i % 4 ? 0 : 4,
			.line = line,
			.line_length = i % 2 ? 0 : 2,
		};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct rk_remark remarks[REMARKS];
	static struct rk_pgn_normaliser normaliser;
	static struct rk_annotator annotator;
	static struct rk_pgn_tag tags[TAGS];
	static char game[SIZE], comment[SIZE / 16];
	rk_any_move line[2];
	struct heard before, after;

	if (size > SIZE / 16)
		return 0;
	make_remarks(remarks, line);
	length_written = 0;
	rk_pgn_normaliser_new(&normaliser, (struct rk_out){append, NULL}, tags,
			      TAGS, game, SIZE);
	annotator = (struct rk_annotator){
		.normaliser = &normaliser,
		.remarks = remarks,
		.remark_count = REMARKS,
		.name = "fuzz",
		.strips = size % 5 == 0,
		.buf = comment,
		.buf_size = sizeof(comment),
	};
	before = read_all((const char *)data, size, &annotator);
	after = read_all(written, length_written, NULL);
	must(after.errors == 0);
	must(after.games == before.games);
	must(after.moves == before.moves);
	return 0;
}
