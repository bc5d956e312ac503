/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Intermediate results of `rookery analyse -o FILE`. FILE.part has a line with
 * the settings, a line for each game with a hash of its text, and a line for
 * each position with its score and best moves. A run that finds such a file
 * takes results from it instead of searching, and continues behind its end. An
 * incomplete last line is ignored.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ports/host/analyse.h"
#include "rookery/notation.h"

#define MAX_LINE 512

_Static_assert(HOST_LINE_LENGTH *RK_COORD_SIZE < MAX_LINE - 40,
	       "a line has room for a position's");

/*
 * Reads the next complete line without its newline; false, with the position
 * restored, if there is none.
 */
static bool read_line(struct host_part *part, char line[MAX_LINE])
{
	long start = ftell(part->file);
	char *end;

	if (fgets(line, MAX_LINE, part->file)) {
		end = strchr(line, '\n');
		if (end) {
			*end = 0;
			return true;
		}
	}
	fseek(part->file, start, SEEK_SET);
	return false;
}

/* Switches from reading to writing; cuts off the rest of the file. */
static void stop_reading(struct host_part *part)
{
	long here = ftell(part->file);

	part->is_reading = false;
	if (here < 0 || fseek(part->file, here, SEEK_SET) ||
	    ftruncate(fileno(part->file), here))
		part->failed = true;
}

static void write_line(struct host_part *part, const char *text)
{
	if (fprintf(part->file, "%s\n", text) < 0 || fflush(part->file))
		part->failed = true;
}

static void write_settings(char line[MAX_LINE],
			   const struct host_analyse_options *options)
{
	snprintf(line, MAX_LINE,
		 "rookery analyse 1: nodes %" PRIu32 " depth %" PRIu32
		 " time %" PRIu32 " threads %" PRIu32 " hash %" PRIu32
		 " from %" PRIu32 " to %" PRIu32,
		 options->nodes, options->depth, options->time,
		 options->threads, options->hash, options->from, options->to);
}

/* Returns NULL or an error, which may be in `buf`. */
static const char *begin(struct host_part *part, char *buf, size_t size,
			 const struct host_analyse_options *options)
{
	char wanted[MAX_LINE], line[MAX_LINE];

	write_settings(wanted, options);
	if (!read_line(part, line)) {
		/* The file is empty or incomplete. */
		stop_reading(part);
		write_line(part, wanted);
	} else if (strcmp(line, wanted) != 0) {
		snprintf(buf, size,
			 "%s is of another analysis; --restart "
			 "begins anew",
			 part->name);
		return buf;
	}
	return NULL;
}

/* Does not follow a link or wait for a pipe; NULL with errno. */
static FILE *open_file(const char *name, bool restart)
{
	int file = open(name,
			O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
			0666);
	struct stat about;
	FILE *stream = NULL;
	int reason;

	if (file < 0)
		return NULL;
	errno = EEXIST;
	if (!fstat(file, &about) && S_ISREG(about.st_mode) &&
	    !(restart && ftruncate(file, 0)))
		stream = fdopen(file, "r+");
	reason = errno;
	if (!stream)
		close(file);
	errno = reason;
	return stream;
}

const char *host_part_open(struct host_part *part, const char *output,
			   const struct host_analyse_options *options)
{
	static char reason[1024];
	size_t size = strlen(output) + sizeof(".part");

	*part = (struct host_part){.is_reading = true};
	part->name = malloc(size);
	if (!part->name)
		return "not enough memory";
	snprintf(part->name, size, "%s.part", output);
	part->file = open_file(part->name, options->restart);
	if (!part->file) {
		snprintf(reason, sizeof(reason), "cannot open %s: %s",
			 part->name, strerror(errno));
		return reason;
	}
	return begin(part, reason, sizeof(reason), options);
}

bool host_part_game(struct host_part *part, uint64_t number, uint64_t sum)
{
	char line[MAX_LINE], wanted[MAX_LINE];

	if (!part->file)
		return true;
	snprintf(wanted, sizeof(wanted), "game %" PRIu64 " %016" PRIx64, number,
		 sum);
	if (part->is_reading && read_line(part, line))
		return !strcmp(line, wanted);
	if (part->is_reading)
		stop_reading(part);
	write_line(part, wanted);
	return true;
}

/* Reads the moves of a line up to the first illegal one. */
static void read_moves(const char *text, struct rk_pos pos,
		       struct host_line *line)
{
	struct rk_undo undo;
	rk_move move;

	line->length = 0;
	while (*text == ' ' && line->length < HOST_LINE_LENGTH) {
		size_t length = strcspn(++text, " ");

		if (rk_move_read(&move, &pos, text, length))
			return;
		line->moves[line->length++] = move;
		rk_pos_make(&pos, move, &undo);
		text += length;
	}
}

bool host_part_read(struct host_part *part, size_t ply,
		    const struct rk_pos *pos, struct host_line *line)
{
	char text[MAX_LINE], *end;
	long start;

	if (!part->file || !part->is_reading)
		return false;
	start = ftell(part->file);
	if (read_line(part, text) && strtoull(text, &end, 10) == ply &&
	    end > text && *end == ' ') {
		const char *number = end;
		long score = strtol(number, &end, 10);

		line->score = (int)score;
		read_moves(end, *pos, line);
		if (end > number && score >= -RK_SCORE_MATE &&
		    score <= RK_SCORE_MATE && line->length)
			return true;
	}
	fseek(part->file, start, SEEK_SET);
	stop_reading(part);
	return false;
}

void host_part_write(struct host_part *part, size_t ply,
		     const struct host_line *line)
{
	char text[MAX_LINE], move[RK_COORD_SIZE];
	size_t length;

	if (!part->file)
		return;
	length = (size_t)snprintf(text, sizeof(text), "%zu %d", ply,
				  line->score);
	for (int i = 0; i < line->length; i++) {
		rk_coord_write(move, line->moves[i], RK_CASTLE_ROOK);
		length += (size_t)snprintf(text + length, sizeof(text) - length,
					   " %s", move);
	}
	write_line(part, text);
}

void host_part_close(struct host_part *part, bool is_done)
{
	if (part->file) {
		fclose(part->file);
		if (is_done)
			remove(part->name);
	}
	free(part->name);
	*part = (struct host_part){.file = NULL};
}
