/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The version of Rookery, shown by every port. */
#ifndef ROOKERY_VERSION_H
#define ROOKERY_VERSION_H

#define RK_VERSION "0.1.0"

#endif
