/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Buttons pull their pins low. They are sampled in the tick interrupt, so that
 * no press is missed while the program is busy. A pin's change counts when it
 * has been stable for 30 ms. Only the interrupt writes `presses`, only
 * nrf_button_take() writes `taken`.
 */
#include "ports/nrf/buttons.h"
#include "ports/nrf/chip.h"
#include "ports/nrf/regs.h"

#define STABLE (30000 / NRF_TICK) /* ticks */
#define HELD 1000000              /* microseconds */

static const uint8_t pins[NRF_BUTTONS] = {NRF_BUTTON_RESIGN, NRF_BUTTON_NOW};

static struct {
	uint8_t ticks; /* that the pin has not changed */
	bool down;     /* the last sample */
	bool counts;   /* the debounced state */
	volatile uint8_t presses;
	uint8_t taken;
} buttons[NRF_BUTTONS];

void nrf_buttons_start(void)
{
	for (int i = 0; i < NRF_BUTTONS; i++)
		NRF_PIN_CONFIG(pins[i]) = NRF_PIN_INPUT_PULL_UP;
}

void nrf_buttons_tick(void)
{
	for (int i = 0; i < NRF_BUTTONS; i++) {
		bool down = !nrf_pin_read(pins[i]);

		if (down != buttons[i].down) {
			buttons[i].down = down;
			buttons[i].ticks = 0;
		} else if (down != buttons[i].counts &&
			   ++buttons[i].ticks >= STABLE) {
			buttons[i].counts = down;
			if (down)
				buttons[i].presses++;
		}
	}
}

bool nrf_button_held(enum nrf_button button)
{
	uint64_t begun = nrf_now();

	while (!nrf_pin_read(pins[button])) {
		if (nrf_now() - begun < HELD)
			continue;
		nrf_button_take(button);
		return true;
	}
	return false;
}

bool nrf_button_waits(enum nrf_button button)
{
	return buttons[button].presses != buttons[button].taken;
}

bool nrf_button_take(enum nrf_button button)
{
	bool pressed = nrf_button_waits(button);

	buttons[button].taken = buttons[button].presses;
	return pressed;
}
