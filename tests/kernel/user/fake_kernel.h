/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* What the two files of the kernel that is not one share. */
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H

#include "fake.h"

/* Ends the program. */
_Noreturn void fake_complain(const char *what);
void fake_may_sleep(void);
/* Counts down to a failure, and says whether this is it. */
bool fake_fails(int *countdown);
bool fake_has_queue(void);
void fake_log_clear(void);

#endif
