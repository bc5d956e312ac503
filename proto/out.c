/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Writing text and numbers without a C library; see out.h. */
#include "rookery/out.h"

void rk_out_bytes(const struct rk_out *out, const char *text, size_t length)
{
	out->write(out->self, text, length);
}

void rk_out_text(const struct rk_out *out, const char *text)
{
	rk_out_bytes(out, text, rk_text_length(text));
}

void rk_out_char(const struct rk_out *out, char letter)
{
	rk_out_bytes(out, &letter, 1);
}

void rk_out_number(const struct rk_out *out, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + number % 10);
	while (number /= 10);
	rk_out_bytes(out, digits + at, sizeof(digits) - at);
}

void rk_out_signed(const struct rk_out *out, int64_t number)
{
	if (number < 0)
		rk_out_char(out, '-');
	rk_out_number(out,
		      number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
}

void rk_out_parts(const struct rk_out *out, const char *const *parts)
{
	while (*parts)
		rk_out_text(out, *parts++);
}

size_t rk_text_length(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	return length;
}

int rk_text_columns(const char *text, size_t length)
{
	int columns = 0;

	while (length--)
		columns += (*text++ & 0xc0) != 0x80;
	return columns;
}

struct rk_short_text rk_number(uint32_t number)
{
	struct rk_short_text short_text = {""};
	uint32_t rest = number;
	size_t length = 1;

	while (rest /= 10)
		length++;
	while (length) {
		short_text.text[--length] = (char)('0' + number % 10);
		number /= 10;
	}
	return short_text;
}

void rk_out_halves(const struct rk_out *out, uint32_t halves)
{
	rk_out_number(out, halves / 2);
	if (halves % 2)
		rk_out_text(out, ".5");
}
