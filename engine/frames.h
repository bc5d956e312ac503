/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Which functions get a stack frame of their own.
 *
 * The search is recursive, so every frame on its path is multiplied by the
 * number of plies, and a small chip has a few kilobytes for all of them. For
 * the reader, a function of a hundred lines is split into parts. The compiler
 * would be free to give each part a frame, or to merge a rarely used helper
 * with large locals into the recursive function. Two macros decide instead.
 * RK_PART is for code on the path of the recursion: all parts share the frame
 * of one function. RK_APART is for helpers that return before the recursion
 * goes on: their locals are off the stack before the next ply begins.
 *
 * ports/mcu/calls.txt and tools/check-freestanding.sh bound how many of these
 * frames there are (`limit rk_search = ...`); docs/engine.md explains why.
 */
#ifndef RK_ENGINE_FRAMES_H
#define RK_ENGINE_FRAMES_H

/* Inlined into its caller, at every level of optimisation. */
#define RK_PART static inline __attribute__((__always_inline__))

/* Never inlined. */
#define RK_APART static __attribute__((__noinline__))

/*
 * Called seldom by a function that is called often: not inlined, so that the
 * latter saves no registers for it. With -Os only size counts.
 */
#ifdef __OPTIMIZE_SIZE__
#define RK_RARE static
#else
#define RK_RARE RK_APART
#endif

#endif
