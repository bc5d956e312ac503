/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Text in pictures: lines that fit a width. Cairo takes nothing but UTF-8, and
 * a context that was given anything else draws nothing more; so texts from
 * files are cleaned first.
 */
#ifndef RK_DESKTOP_PICTURE_TEXT_H
#define RK_DESKTOP_PICTURE_TEXT_H

#include <stddef.h>

#include "ports/desktop/board.h"

/*
 * Copies a text as valid UTF-8 with a NUL at the end, as much as fits. What is
 * not UTF-8 is read as Latin-1; control characters become blanks.
 */
void picture_text_clean(char *to, size_t size, const char *text, size_t length);

/* Selects the font, in units of the drawing. */
void picture_text_font(cairo_t *cr, double size, bool is_bold);

/* Draws one line from x on, its base at y; what is too wide ends in dots. */
void picture_text_line(cairo_t *cr, const char *text, double x, double y,
		       double width);

/*
 * Breaks a text between words. Draws up to `lines` lines of it, `height` apart,
 * if that is not 0. Returns how many lines there are.
 */
int picture_text_wrap(cairo_t *cr, const char *text, double x, double y,
		      double width, int lines, double height);

/* The width of a text in the present font. */
double picture_text_width(cairo_t *cr, const char *text);

#endif
