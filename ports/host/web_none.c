/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Replaces web_microhttpd.c if there is no libmicrohttpd. */
#include "ports/host/web.h"

const bool host_web_is_there = false;

bool host_web_start(struct host_web_site *site)
{
	(void)site;
	return false;
}

void host_web_stop(struct host_web_site *site)
{
	(void)site;
}
