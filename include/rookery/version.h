/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The version of all of it, for every port to say. */
#ifndef ROOKERY_VERSION_H
#define ROOKERY_VERSION_H

#define RK_VERSION "0.1.0"

#endif
