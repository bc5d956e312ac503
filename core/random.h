/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Pseudo-random numbers that can be reproduced: a function of a seed, no state.
 */
#ifndef RK_CORE_RANDOM_H
#define RK_CORE_RANDOM_H

#include "rookery/deps.h"

/* Mixes a number so that every input bit affects all output bits. */
static inline uint64_t rk_mix(uint64_t number)
{
	number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
	number = (number ^ number >> 27) * 0x94d049bb133111eb;
	return number ^ number >> 31;
}

/* A well-mixed number from a seed, which may be small. */
static inline uint64_t rk_mix_seed(uint64_t seed)
{
	return rk_mix(seed + 0x9e3779b97f4a7c15);
}

#endif
