/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The firmware's main loop: the console, and UCI once a program asks for it. */
#include "ports/mcu/buttons.h"
#include "ports/mcu/chip.h"
#include "ports/mcu/lights.h"
#include "ports/mcu/serial.h"
#include "ports/mcu/session.h"

union mcu_session mcu_session;

int main(void);

/* Is the stack proven for the lines of the profile that will search? */
static bool has_stack(void)
{
	return MCU_SEARCH_PLIES >= RK_MIDDLE_PLY ||
	       rk_engine_profile(MCU_SCRATCH_SIZE, &rk_rules_standard) ==
		       RK_PROFILE_SMALL;
}

int main(void)
{
	mcu_serial_start();
	if (!has_stack())
		mcu_fault();
	mcu_time_start();
	mcu_watchdog_start();
	mcu_buttons_start();
	mcu_lights_start();
	mcu_console_open(mcu_button_held(MCU_RESIGN));
	for (;;) {
		if (mcu_console_run())
			mcu_uci_run();
	}
}
