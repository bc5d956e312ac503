/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Syzygy tables by libfathom. The library maps files into memory and trusts what
 * is in them, so each file is looked at before: its first bytes and its size
 * must be those of a table. A file that is truncated later, while it is mapped,
 * ends the program; that is the library's limit.
 *
 * The library numbers squares and sets as we do (a1 is 0), so that positions
 * pass as they are. It maps a table when it is first needed, and Debian's build
 * has no locks for that, so threads take turns here.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tbprobe.h>
#include <unistd.h>

#include "ports/host/tables.h"
#include "rookery/moves.h"

static struct {
	char *path; /* of the open tables, or NULL */
	char reason[512];
} tables;

static pthread_mutex_t lookups = PTHREAD_MUTEX_INITIALIZER;

bool host_tables_are_known(void)
{
	return true;
}

int host_tables_men(void)
{
	return tables.path ? (int)TB_LARGEST : 0;
}

/* ---- Opening ---- */

static const char *ending(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot : "";
}

/*
 * The first four bytes of a table tell its kind, and a checksum of 16 bytes
 * stands behind blocks of 64 bytes.
 */
static bool is_table(int folder, const char *name)
{
	static const unsigned char wdl[] = {0x71, 0xe8, 0x23, 0x5d};
	static const unsigned char dtz[] = {0xd7, 0x66, 0x0c, 0xa5};
	unsigned char start[4];
	int file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat about;
	bool good;

	if (file < 0)
		return false;
	good = !fstat(file, &about) && S_ISREG(about.st_mode) &&
	       (about.st_size & 63) == 16 &&
	       pread(file, start, sizeof(start), 0) == sizeof(start) &&
	       !memcmp(start, strcmp(ending(name), ".rtbw") ? dtz : wdl,
		       sizeof(start));
	close(file);
	return good;
}

/* Counts the tables of a folder; -1 if there is a reason against it. */
static int count_tables(const char *name)
{
	DIR *folder = opendir(name);
	struct dirent *entry;
	int count = 0;

	if (!folder) {
		snprintf(tables.reason, sizeof(tables.reason),
			 "cannot open tables in %s: %s", name, strerror(errno));
		return -1;
	}
	while (count >= 0 && (entry = readdir(folder))) {
		const char *end = ending(entry->d_name);

		if (strcmp(end, ".rtbw") != 0 && strcmp(end, ".rtbz") != 0)
			continue;
		count++;
		if (is_table(dirfd(folder), entry->d_name))
			continue;
		snprintf(tables.reason, sizeof(tables.reason),
			 "cannot open tables in %s: %s is no Syzygy table",
			 name, entry->d_name);
		count = -1;
	}
	closedir(folder);
	return count;
}

/* Looks at all folders of a path, which is written to and restored. */
static bool is_path_good(char *path)
{
	int all = 0;

	for (char *at = path; at;) {
		char *colon = strchr(at, ':');
		int count;

		if (colon)
			*colon = '\0';
		count = *at ? count_tables(at) : 0;
		if (colon)
			*colon = ':';
		if (count < 0)
			return false;
		all += count;
		at = colon ? colon + 1 : NULL;
	}
	if (!all)
		snprintf(tables.reason, sizeof(tables.reason),
			 "there are no Syzygy tables in %s", path);
	return all > 0;
}

/*
 * Opens the tables of a path in place of the open ones; "" only closes those.
 * The library writes a line "munmap: ..." to standard error for each file that
 * it closes, though nothing is wrong, so that has to go nowhere.
 */
static bool replace(const char *path)
{
	int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	bool done;

	if (nowhere >= 0 && saved >= 0)
		dup2(nowhere, STDERR_FILENO);
	done = tb_init(path) && TB_LARGEST;
	if (nowhere >= 0 && saved >= 0)
		dup2(saved, STDERR_FILENO);
	if (nowhere >= 0)
		close(nowhere);
	if (saved >= 0)
		close(saved);
	return done;
}

const char *host_tables_open(const char *path, size_t length)
{
	char *copy;

	if (!length) {
		if (tables.path)
			replace("");
		free(tables.path);
		tables.path = NULL;
		return NULL;
	}
	copy = strndup(path, length);
	if (!copy)
		return "not enough memory for endgame tables";
	if (!is_path_good(copy)) {
		free(copy);
		return tables.reason;
	}
	if (replace(copy)) {
		free(tables.path);
		tables.path = copy;
		return NULL;
	}
	snprintf(tables.reason, sizeof(tables.reason),
		 "cannot open tables in %s", copy);
	free(copy);
	if (tables.path)
		replace(tables.path);
	return tables.reason;
}

/* ---- Looking up ---- */

/* The arguments of all lookups up to the fifty-move counter. */
#define SETS(pos) \
	(pos)->colour[RK_WHITE], (pos)->colour[RK_BLACK], \
		(pos)->type[RK_KING], (pos)->type[RK_QUEEN], \
		(pos)->type[RK_ROOK], (pos)->type[RK_BISHOP], \
		(pos)->type[RK_KNIGHT], (pos)->type[RK_PAWN]

static unsigned int en_passant(const struct rk_pos *pos)
{
	return pos->ep == RK_NO_SQUARE ? 0 : pos->ep;
}

enum rk_tb_result host_tables_probe(const struct rk_pos *pos)
{
	static const uint8_t results[] = {
		[TB_LOSS] = RK_TB_LOSS, [TB_BLESSED_LOSS] = RK_TB_BLESSED_LOSS,
		[TB_DRAW] = RK_TB_DRAW, [TB_CURSED_WIN] = RK_TB_CURSED_WIN,
		[TB_WIN] = RK_TB_WIN,
	};
	unsigned int result;

	pthread_mutex_lock(&lookups);
	result = tb_probe_wdl(SETS(pos), pos->halfmove, pos->castle != 0,
			      en_passant(pos), pos->side == RK_WHITE);
	pthread_mutex_unlock(&lookups);
	return result < sizeof(results) ? results[result] : RK_TB_UNKNOWN;
}

/* The library ranks moves: 900 and more surely wins, 0 draws. */
static enum rk_tb_result result_of(int rank, bool fifty)
{
	int sure = fifty ? 900 : 1;

	if (rank > 0)
		return rank >= sure ? RK_TB_WIN : RK_TB_CURSED_WIN;
	if (rank < 0)
		return rank <= -sure ? RK_TB_LOSS : RK_TB_BLESSED_LOSS;
	return RK_TB_DRAW;
}

/* One of our legal moves, by its squares and what a pawn becomes. */
static rk_move find_move(const rk_move *list, int count, TbMove wanted)
{
	static const uint8_t types[] = {RK_NONE, RK_QUEEN, RK_ROOK, RK_BISHOP,
					RK_KNIGHT};
	int from = TB_MOVE_FROM(wanted), to = TB_MOVE_TO(wanted);
	int promoted = types[TB_MOVE_PROMOTES(wanted) % 5];

	for (int i = 0; i < count; i++) {
		bool becomes = rk_move_kind(list[i]) == RK_PROMOTION;

		if (rk_move_from(list[i]) == from &&
		    rk_move_to(list[i]) == to &&
		    (becomes ? rk_move_promoted(list[i]) : RK_NONE) == promoted)
			return list[i];
	}
	return RK_NO_MOVE;
}

/* Without tables of distances those of results must do. */
static bool rank_moves(const struct rk_pos *pos, bool repeated, bool fifty,
		       struct TbRootMoves *ranked)
{
	bool known;

	pthread_mutex_lock(&lookups);
	known = tb_probe_root_dtz(SETS(pos), pos->halfmove, pos->castle != 0,
				  en_passant(pos), pos->side == RK_WHITE,
				  repeated, fifty, ranked) ||
		tb_probe_root_wdl(SETS(pos), pos->halfmove, pos->castle != 0,
				  en_passant(pos), pos->side == RK_WHITE, fifty,
				  ranked);
	pthread_mutex_unlock(&lookups);
	return known && ranked->size;
}

enum rk_tb_result host_tables_root(const struct rk_pos *pos, bool repeated,
				   bool fifty, rk_move *moves, int *count)
{
	static struct TbRootMoves ranked; /* too large for a stack */
	rk_move legal[RK_MAX_MOVES];
	int legal_count = rk_gen_legal(pos, legal);
	int best = INT32_MIN;

	if (!legal_count || pos->castle ||
	    __builtin_popcountll(pos->colour[RK_WHITE] |
				 pos->colour[RK_BLACK]) > host_tables_men() ||
	    !rank_moves(pos, repeated, fifty, &ranked))
		return RK_TB_UNKNOWN;
	for (unsigned int i = 0; i < ranked.size; i++)
		if (ranked.moves[i].tbRank > best)
			best = ranked.moves[i].tbRank;
	*count = 0;
	for (unsigned int i = 0; i < ranked.size; i++) {
		rk_move move =
			find_move(legal, legal_count, ranked.moves[i].move);

		if (ranked.moves[i].tbRank == best && move)
			moves[(*count)++] = move;
	}
	return *count ? result_of(best, fifty) : RK_TB_UNKNOWN;
}
