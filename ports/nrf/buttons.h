/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The two buttons, debounced: a press counts once it has lasted 30 ms. */
#ifndef NRF_BUTTONS_H
#define NRF_BUTTONS_H

#include "rookery/deps.h"

enum nrf_button {
	NRF_RESIGN,
	NRF_MOVE_NOW,
	NRF_BUTTONS,
};

void nrf_buttons_start(void);

/*
 * Has this button been held since the reset, for a second? Waits that long if it
 * is down, and no longer than it is. Its press does not count then.
 */
bool nrf_button_held(enum nrf_button button);

/* Called in every tick interrupt. */
void nrf_buttons_tick(void);

/* Was it pressed since the last call? Takes the press. */
bool nrf_button_take(enum nrf_button button);

/* The same without taking it. */
bool nrf_button_waits(enum nrf_button button);

#endif
