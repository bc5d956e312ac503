/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Buttons pull their pins low. They are sampled in the tick interrupt, so that
 * no press is missed while the program is busy. A pin's change counts when it
 * has been stable for 30 ms. Only the interrupt writes `presses`, only
 * mcu_button_take() writes `taken`.
 */
#include "ports/mcu/buttons.h"
#include "ports/mcu/chip.h"

#define STABLE (30000 / MCU_TICK) /* ticks */
#define HELD 1000000              /* microseconds */

static const uint8_t pins[MCU_BUTTONS] = {MCU_BUTTON_RESIGN, MCU_BUTTON_NOW};

static struct {
	uint8_t ticks; /* that the pin has not changed */
	bool down;     /* the last sample */
	bool counts;   /* the debounced state */
	volatile uint8_t presses;
	uint8_t taken;
} buttons[MCU_BUTTONS];

void mcu_buttons_start(void)
{
	for (int i = 0; i < MCU_BUTTONS; i++)
		mcu_pin_input(pins[i]);
}

static bool is_down(int button)
{
	return mcu_pin_read(pins[button]) == MCU_PRESSED;
}

void mcu_buttons_tick(void)
{
	for (int i = 0; i < MCU_BUTTONS; i++) {
		bool down = is_down(i);

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

bool mcu_button_held(enum mcu_button button)
{
	uint64_t begun = mcu_now();

	while (is_down(button)) {
		if (mcu_now() - begun < HELD)
			continue;
		mcu_button_take(button);
		return true;
	}
	return false;
}

bool mcu_button_waits(enum mcu_button button)
{
	return buttons[button].presses != buttons[button].taken;
}

bool mcu_button_take(enum mcu_button button)
{
	bool pressed = mcu_button_waits(button);

	buttons[button].taken = buttons[button].presses;
	return pressed;
}
