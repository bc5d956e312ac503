/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The two buttons, debounced: a press counts when it has lasted for 30 ms, and
 * once.
 */
#ifndef NRF_BUTTONS_H
#define NRF_BUTTONS_H

#include "core/deps.h"

enum nrf_button {
	NRF_RESIGN,
	NRF_MOVE_NOW,
	NRF_BUTTONS,
};

void nrf_buttons_start(void);

/* Every tick. */
void nrf_buttons_tick(void);

/* Has it been pressed since it was last taken? */
bool nrf_button_take(enum nrf_button button);

/* The same without taking it. */
bool nrf_button_waits(enum nrf_button button);

#endif
