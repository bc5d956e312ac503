/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The two buttons, debounced: a press counts once it has lasted 30 ms. */
#ifndef MCU_BUTTONS_H
#define MCU_BUTTONS_H

#include "rookery/deps.h"

enum mcu_button {
	MCU_RESIGN,
	MCU_MOVE_NOW,
	MCU_BUTTONS,
};

void mcu_buttons_start(void);

/*
 * Has this button been held since the reset, for a second? Waits that long if it
 * is down, and no longer than it is. Its press does not count then.
 */
bool mcu_button_held(enum mcu_button button);

/* Called in every tick interrupt. */
void mcu_buttons_tick(void);

/* Was it pressed since the last call? Takes the press. */
bool mcu_button_take(enum mcu_button button);

/* The same without taking it. */
bool mcu_button_waits(enum mcu_button button);

#endif
