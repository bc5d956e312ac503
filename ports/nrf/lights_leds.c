/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Four LEDs, one for each light; the first may blink. */
#include "ports/nrf/chip.h"
#include "ports/nrf/lights.h"
#include "ports/nrf/regs.h"

static const uint8_t pins[4] = NRF_LEDS;
static volatile uint8_t pattern;

static void light(int led, bool on)
{
	nrf_pin_write(pins[led], !on);
}

void nrf_lights_start(void)
{
	for (int i = 0; i < 4; i++) {
		light(i, false);
		NRF_PIN_CONFIG(pins[i]) = NRF_PIN_OUTPUT;
	}
}

void nrf_lights_show(const struct nrf_lights *lights)
{
	pattern = nrf_lights_pattern(lights);
	light(1, lights->thinking);
	light(2, lights->check);
	light(3, lights->over);
}

void nrf_lights_tick(void)
{
	static uint32_t tick;

	light(0, nrf_lights_turn(pattern, tick++));
}
