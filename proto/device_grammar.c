/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The grammar of /dev/chess commands: what may follow the number, byte for
 * byte, up to the newline. What the words mean on the board is not asked
 * here, so nothing here depends on the game.
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

static bool is_one_of(const char *letters, char letter)
{
	for (; *letters; letters++)
		if (*letters == letter)
			return true;
	return false;
}

static bool is_colour(char letter)
{
	for (int seat = 0; seat < rules->players; seat++)
		if (rules->seats[seat][0] == letter)
			return true;
	return false;
}

/*
 * In a form, C is the letter of a colour, P that of a piece, p that of a
 * piece to promote to, f a file, r a rank; anything else is itself.
 */
static bool fits_letter(char form, char letter)
{
	switch (form) {
	case 'C':
		return is_colour(letter);
	case 'P':
		return is_one_of(rules->types, letter);
	case 'p':
		return is_one_of("nbrq", letter);
	case 'f':
		return letter >= 'a' && letter < 'a' + rules->files;
	case 'r':
		return letter >= '1' && letter < '1' + rules->ranks;
	default:
		return letter == form;
	}
}

static bool fits(const char *form, const char *text, size_t length)
{
	size_t at = 0;

	while (at < length && form[at] && fits_letter(form[at], text[at]))
		at++;
	return at == length && !form[at];
}

bool rk_device_fits_nothing(struct rk_device_job *job)
{
	return job->length == 0;
}

bool rk_device_fits_colour(struct rk_device_job *job)
{
	return fits(" C", job->text, job->length);
}

bool rk_device_fits_move(struct rk_device_job *job)
{
	return fits(" CPfr-fr", job->text, job->length) ||
	       fits(" CPfr-frxCP", job->text, job->length) ||
	       fits(" CPfr-fryCP", job->text, job->length) ||
	       fits(" CPfr-frxCPyCP", job->text, job->length);
}

/* From 1 up, no sign, no zero in front. */
bool rk_device_fits_number(struct rk_device_job *job)
{
	if (job->length < 2 || job->text[0] != ' ' || job->text[1] == '0')
		return false;
	for (size_t i = 1; i < job->length; i++)
		if (job->text[i] < '0' || job->text[i] > '9')
			return false;
	return true;
}

/* None, or some with single blanks between them. */
static bool fits_moves(const char *text, size_t length)
{
	size_t at = 0, size;

	if (!length)
		return true;
	do {
		size = rk_device_find(text + at, length - at, ' ');
		if (!fits("frfr", text + at, size) &&
		    !fits("frfrp", text + at, size))
			return false;
		at += size;
	} while (at++ < length);
	return true;
}

/* All six fields, with single blanks between them. */
static bool fits_fen(struct rk_device_job *job, const char *text,
		     size_t length)
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
