// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The expected share of each side, of 1000 in total, as the engine sees it:
// shown by the bar and the graph, for two players, four players and teams.

import { listWords, seatName } from "./words.js";

/** The sides, each by the first of its seats: {seat, army, name, share}. */
export function sidesOf(shares, { sides, seats }) {
	return shares.map((share, seat) => ({
		seat, share, army: seats[seat].toLowerCase(),
		name: listWords(seats.filter((_, other) => sides[other] === sides[seat]).map(seatName)),
	})).filter(({ seat }) => sides.indexOf(sides[seat]) === seat);
}

/** The same from bottom to top, for the player at that seat. */
export function sidesFrom(below, shares, rules) {
	const all = sidesOf(shares, rules);
	const first = all.findIndex(({ seat }) => rules.sides[seat] === rules.sides[below]);

	return [...all.slice(first), ...all.slice(0, first)];
}

/** The shares at the end of a game: the winners have all. */
export function sharesOf({ winners }, { sides, seats }) {
	const takes = (seat) => !winners.length || winners.includes(seat);
	const number = new Set(sides.filter((_, seat) => takes(seat))).size;

	return seats.map((_, seat) => takes(seat) ? 1000 / number : 0);
}

const percent = (share) => `${Math.round(share / 10)} %`;

/** "Red 41 %, Blue 20 %, ..." */
export function sharesText(shares, rules) {
	return sidesOf(shares, rules)
		.map(({ name, share }) => `${name} ${percent(share)}`).join(", ");
}

export { percent };
