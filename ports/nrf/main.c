/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The firmware's main loop: the console, and UCI once a program asks for it. */
#include "ports/nrf/buttons.h"
#include "ports/nrf/chip.h"
#include "ports/nrf/lights.h"
#include "ports/nrf/serial.h"
#include "ports/nrf/session.h"

union nrf_session nrf_session;

int main(void);

/* Is the stack proven for the lines of the profile that will search? */
static bool has_stack(void)
{
	return NRF_SEARCH_PLIES >= RK_MIDDLE_PLY ||
	       rk_engine_profile(NRF_SCRATCH_SIZE, &rk_rules_standard) ==
		       RK_PROFILE_SMALL;
}

int main(void)
{
	if (!has_stack())
		nrf_fault();
	nrf_serial_start();
	nrf_time_start();
	nrf_watchdog_start();
	nrf_buttons_start();
	nrf_lights_start();
	nrf_console_open(nrf_button_held(NRF_RESIGN));
	for (;;) {
		if (nrf_console_run())
			nrf_uci_run();
	}
}
