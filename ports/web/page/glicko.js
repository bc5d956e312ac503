// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Ratings by Glicko (Mark Glickman, 1999), one game at a time: a rating and its
// deviation, which falls with every game, so that the first ones move it most.

const Q = Math.LN10 / 400;
const LEAST = 60; // the deviation never falls below, so that a rating can follow
const MOST = 350;

/** Of somebody who is not known yet. */
export const UNKNOWN = Object.freeze({ rating: 1200, deviation: MOST });

const weight = (deviation) => 1 / Math.sqrt(1 + 3 * (Q * deviation / Math.PI) ** 2);

/** The expected score against an opponent. */
export function expected({ rating }, opponent) {
	return 1 / (1 + 10 ** (weight(opponent.deviation) *
		(opponent.rating - rating) / 400));
}

/** The rating after a game: score 1 is a win, 0 a loss. */
export function after(player, opponent, score) {
	const g = weight(opponent.deviation);
	const e = expected(player, opponent);
	const precision = 1 / player.deviation ** 2 + (Q * g) ** 2 * e * (1 - e);

	return {
		rating: player.rating + Q / precision * g * (score - e),
		deviation: Math.min(MOST, Math.max(LEAST, Math.sqrt(1 / precision))),
	};
}
