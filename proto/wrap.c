/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Word wrap; see rookery/out.h. */
#include "rookery/out.h"

static int width(const char *const *parts)
{
	int columns = 0;

	for (; *parts; parts++)
		columns += rk_text_columns(*parts, rk_text_length(*parts));
	return columns;
}

void rk_wrap_word(struct rk_wrap *wrap, const char *const *parts)
{
	int columns = width(parts);

	if (wrap->column && wrap->column + 1 + columns > wrap->columns)
		rk_wrap_end(wrap);
	if (wrap->column) {
		rk_out_char(wrap->out, ' ');
		wrap->column++;
	}
	rk_out_parts(wrap->out, parts);
	wrap->column += columns;
}

void rk_wrap_end(struct rk_wrap *wrap)
{
	if (wrap->column)
		rk_out_char(wrap->out, '\n');
	wrap->column = 0;
}
