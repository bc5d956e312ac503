/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Four LEDs, one for each light; the first may blink. */
#include "ports/mcu/chip.h"
#include "ports/mcu/lights.h"

static const uint8_t pins[4] = MCU_LEDS;
static volatile uint8_t pattern;

static void light(int led, bool on)
{
	mcu_pin_write(pins[led], on == MCU_LIT);
}

void mcu_lights_start(void)
{
	for (int i = 0; i < 4; i++) {
		light(i, false);
		mcu_pin_output(pins[i]);
	}
}

void mcu_lights_show(const struct mcu_lights *lights)
{
	pattern = mcu_lights_pattern(lights);
	light(1, lights->thinking);
	light(2, lights->check);
	light(3, lights->over);
}

void mcu_lights_tick(void)
{
	static uint32_t tick;

	light(0, mcu_lights_turn(pattern, tick++));
}
