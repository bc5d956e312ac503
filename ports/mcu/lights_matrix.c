/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * 25 LEDs, lit row by row from the tick interrupt, so that the picture is
 * steady while the program is busy. The right column shows the four lights from
 * the top; the rest shows letters and digits.
 */
#include "ports/mcu/chip.h"
#include "ports/mcu/lights.h"

#define LINES 5

static const uint8_t rows[] = MCU_MATRIX_ROWS;
static const uint8_t columns[] = MCU_MATRIX_COLUMNS;
static const uint8_t leds[LINES * LINES] = MCU_MATRIX_LEDS;

#define ROWS (sizeof(rows))
#define COLUMNS (sizeof(columns))

/*
 * Glyphs four columns wide: each hexadecimal digit is a row, the first on top.
 */
static const uint32_t letters[] = {
	0x06997, 0x88e9e, 0x07887, 0x11797, 0x69e86, 0x34e44, 0x79716,
	0x88e99, 0x40444, 0x20226, 0x9ace9, 0x44446, 0x0f999, 0x0e999,
};
static const uint32_t digits[] = {
	0x69996, 0x26227, 0xe168f, 0xe161e, 0x8aaf2,
	0xf8e1e, 0x68e96, 0xf1244, 0x69696, 0x69716,
};
#define CHEQUERED 0xa5a50 /* no move yet */

#define PICTURES 3

/* The columns to light in each row, for the pictures that alternate. */
static volatile uint16_t pictures[PICTURES][ROWS];
static volatile uint8_t picture_count = 1;
static volatile uint8_t pattern;

void mcu_lights_start(void)
{
	for (size_t i = 0; i < ROWS; i++) {
		mcu_pin_write(rows[i], false);
		mcu_pin_output(rows[i]);
	}
	for (size_t i = 0; i < COLUMNS; i++) {
		mcu_pin_write(columns[i], true);
		mcu_pin_output(columns[i]);
	}
}

/* Draws a glyph and the three lights below the turn light. */
static void paint(int picture, uint32_t glyph, uint32_t lights)
{
	uint16_t lit[ROWS] = {0};

	for (int line = 0; line < LINES; line++) {
		uint32_t dots = (glyph >> 4 * (LINES - 1 - line) & 15) << 1 |
				(lights >> line & 1);

		for (int x = 0; x < LINES; x++) {
			uint8_t led = leds[LINES * line + x];

			if (dots >> (LINES - 1 - x) & 1)
				lit[led >> 4] |= (uint16_t)(1u << (led & 15));
		}
	}
	for (size_t row = 0; row < ROWS; row++)
		pictures[picture][row] = lit[row];
}

void mcu_lights_show(const struct mcu_lights *lights)
{
	uint32_t others = (uint32_t)lights->thinking << 1 |
			  (uint32_t)lights->check << 2 |
			  (uint32_t)lights->over << 3;
	uint8_t count = 0;

	if (!lights->file) {
		paint(count++, CHEQUERED, others);
	} else {
		paint(count++, letters[lights->file - 1], others);
		if (lights->rank >= 10)
			paint(count++, digits[lights->rank / 10], others);
		paint(count++, digits[lights->rank % 10], others);
	}
	picture_count = count;
	pattern = mcu_lights_pattern(lights);
}

/* Lights the next row: all off, then its columns, then the row. */
void mcu_lights_tick(void)
{
	static uint8_t row, picture;
	static uint32_t tick;
	uint32_t lit;

	if (++tick % MCU_BLINK == 0)
		picture++;
	if (picture >= picture_count)
		picture = 0;
	mcu_pin_write(rows[row], false);
	row = row + 1u < ROWS ? (uint8_t)(row + 1) : 0;
	lit = pictures[picture][row];
	if (leds[LINES - 1] >> 4 == row && mcu_lights_turn(pattern, tick))
		lit |= 1u << (leds[LINES - 1] & 15);
	for (size_t i = 0; i < COLUMNS; i++)
		mcu_pin_write(columns[i], !(lit >> i & 1));
	mcu_pin_write(rows[row], true);
}
