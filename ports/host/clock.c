/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Time, as a clock that never goes back, and chance, which is taken from the
 * time of day and differs between programs started at once.
 */
#define _POSIX_C_SOURCE 200809L

#include <time.h>
#include <unistd.h>

#include "ports/host/host.h"

uint64_t host_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

uint64_t host_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^
	       (uint64_t)getpid() << 24;
}
