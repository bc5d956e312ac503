/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What the board shows. Every board has four lights: turn, thinking, check,
 * game over. A matrix of 25 LEDs also shows the target square of the last move,
 * letter and number in turn. docs/firmware.md describes both for players.
 */
#ifndef MCU_LIGHTS_H
#define MCU_LIGHTS_H

#include "rookery/deps.h"

struct mcu_lights {
	uint8_t turn; /* the seat to move */
	bool playing; /* a game is running */
	bool thinking;
	bool check;
	bool over;
	uint8_t file; /* of the last move's target, from 1; 0: no move yet */
	uint8_t rank; /* from 1 */
};

void mcu_lights_start(void);
void mcu_lights_show(const struct mcu_lights *lights);

/* Called in every tick interrupt. */
void mcu_lights_tick(void);

#define MCU_BLINK 512 /* ticks, about a second */

/*
 * In which eighths of a blink the turn light is lit, as bits: always for the
 * first seat, never for the second; the third blinks, the fourth flashes.
 */
static inline uint8_t mcu_lights_pattern(const struct mcu_lights *lights)
{
	return lights->playing ? 0x010f00ffu >> 8 * (lights->turn & 3) & 0xff
			       : 0;
}

static inline bool mcu_lights_turn(uint8_t pattern, uint32_t tick)
{
	return pattern >> tick / (MCU_BLINK / 8) % 8 & 1;
}

#endif
