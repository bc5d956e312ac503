/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which functions have a frame of their own on the stack. What calls itself
 * is to have one frame a ply, and in it nothing that is not needed below.
 */
#ifndef RK_ENGINE_FRAMES_H
#define RK_ENGINE_FRAMES_H

/* A part of the function that calls it, whatever is optimised for. */
#define RK_PART static inline __attribute__((__always_inline__))

/* Never a part of the function that calls it. */
#define RK_APART static __attribute__((__noinline__))

#endif
