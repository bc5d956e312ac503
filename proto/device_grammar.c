/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The grammar of /dev/chess commands: what may follow the number, byte for
 * byte, up to the newline. Only syntax is tested, so nothing here depends on
 * the game.
 */
#include "proto/device.h"

static const struct rk_rules *const rules = &rk_rules_standard;

size_t rk_device_find(const char *text, size_t length, char letter)
{
	size_t at = 0;

	while (at < length && text[at] != letter)
		at++;
	return at;
}

/* Classes of letters. */
enum {
	BLANK = 1 << 0,
	COLOUR = 1 << 1,
	PIECE = 1 << 2,
	PROMOTED = 1 << 3, /* a promotion letter in coordinates */
	FILE = 1 << 4,
	RANK = 1 << 5,
	DASH = 1 << 6,
	TAKES = 1 << 7,
	BECOMES = 1 << 8,
};

/* clang-format off */
static const uint16_t meanings[128] = {
	[' '] = BLANK,
	['-'] = DASH,
	['1'] = RANK, RANK, RANK, RANK, RANK, RANK, RANK, RANK,
	['B'] = COLOUR | PIECE,
	['K'] = PIECE,
	['N'] = PIECE,
	['P'] = PIECE,
	['Q'] = PIECE,
	['R'] = PIECE,
	['W'] = COLOUR,
	['a'] = FILE, FILE | PROMOTED, FILE, FILE, FILE, FILE, FILE, FILE,
	['n'] = PROMOTED,
	['q'] = PROMOTED,
	['r'] = PROMOTED,
	['x'] = TAKES,
	['y'] = BECOMES,
};
/* clang-format on */

/* Does each letter belong to the classes that the form has at its index? */
static bool fits(const uint16_t *form, const char *text, size_t count)
{
	size_t at = 0;

	while (at < count && (uint8_t)text[at] < 128 &&
	       meanings[(uint8_t)text[at]] & form[at])
		at++;
	return at == count;
}

bool rk_device_fits_nothing(struct rk_device_job *job)
{
	return job->length == 0;
}

bool rk_device_fits_colour(struct rk_device_job *job)
{
	static const uint16_t form[] = {BLANK, COLOUR};

	return job->length == 2 && fits(form, job->text, 2);
}

bool rk_device_fits_move(struct rk_device_job *job)
{
	static const uint16_t step[] = {
		BLANK, COLOUR, PIECE, FILE, RANK, DASH, FILE, RANK,
	};
	static const uint16_t takes[] = {TAKES, COLOUR, PIECE};
	static const uint16_t becomes[] = {BECOMES, COLOUR, PIECE};
	const char *suffix = job->text + 8;

	if (job->length < 8 || !fits(step, job->text, 8))
		return false;
	switch (job->length) {
	case 8:
		return true;
	case 11:
		return fits(takes, suffix, 3) || fits(becomes, suffix, 3);
	case 14:
		return fits(takes, suffix, 3) && fits(becomes, suffix + 3, 3);
	}
	return false;
}

/* 1 or more, without sign or leading zero. */
bool rk_device_fits_number(struct rk_device_job *job)
{
	if (job->length < 2 || job->text[0] != ' ' || job->text[1] == '0')
		return false;
	for (size_t i = 1; i < job->length; i++)
		if (job->text[i] < '0' || job->text[i] > '9')
			return false;
	return true;
}

/* Zero or more moves with single blanks between them. */
static bool fits_moves(const char *text, size_t length)
{
	static const uint16_t form[] = {FILE, RANK, FILE, RANK, PROMOTED};
	size_t at = 0, size;

	if (!length)
		return true;
	do {
		size = rk_device_find(text + at, length - at, ' ');
		if (size < 4 || size > 5 || !fits(form, text + at, size))
			return false;
		at += size;
	} while (at++ < length);
	return true;
}

/* All six fields, with single blanks between them. */
static bool fits_fen(struct rk_device_job *job, const char *text, size_t length)
{
	struct rk_error error;
	size_t at = 0, size;

	for (int field = 1; field <= 6; field++) {
		size = rk_device_find(text + at, length - at, ' ');
		if (!size || (at + size == length) != (field == 6))
			return false;
		at += size + 1;
	}
	return rules->setup_read(&job->pos, text, length, &error);
}

bool rk_device_fits_line(struct rk_device_job *job)
{
	size_t end = rk_device_find(job->text, job->length, ';');

	return end < job->length && job->text[0] == ' ' &&
	       fits_moves(job->text + end + 1, job->length - end - 1) &&
	       fits_fen(job, job->text + 1, end - 1);
}
