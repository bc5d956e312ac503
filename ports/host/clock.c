/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Monotonic time, the date, and seeds, which come from the time of day and differ between
 * programs started at the same moment.
 */
#define _POSIX_C_SOURCE 200809L

#include <time.h>
#include <unistd.h>

#include "ports/host/host.h"

uint64_t host_now_us(void *self)
{
	struct timespec now;

	(void)self;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t host_now(void)
{
	return host_now_us(NULL) / 1000;
}

bool host_today(void *self, int *year, int *month, int *day)
{
	time_t now = time(NULL);
	struct tm here;

	(void)self;
	if (now == (time_t)-1 || !localtime_r(&now, &here))
		return false;
	*year = here.tm_year + 1900;
	*month = here.tm_mon + 1;
	*day = here.tm_mday;
	return true;
}

uint64_t host_random(void *self)
{
	struct timespec now;

	(void)self;
	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^
	       (uint64_t)getpid() << 24;
}
