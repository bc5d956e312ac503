/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include "kernel.h"
