#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 *	bench/four_shares.mjs [GAMES] [NODES]
 *
 * Do the shares of four players come true? The engine plays against itself, each
 * game from another opening of some moves by chance, and claims what it can; what
 * it said about the shares in every seventh position is held against who won.
 * "power" is what the chances should be raised to so that the results are
 * likeliest: 1 is right, less means too bold, and the scales of
 * engine/four/wdl.c are to be divided by it.
 */
import { Rookery, Thinker } from "../build/web/rookery/rookery.js";

const games = Number(process.argv[2] ?? 100);
const nodes = Number(process.argv[3] ?? 1000);
const BY_CHANCE = 8; // plies
const APART = 7; // plies between two samples, so that all seats have turns
const LONGEST = 1200;

const rookery = await Rookery.load();
const thinker = await Thinker.start(rookery);

async function play(rules, seed) {
	const game = rookery.game({ rules });
	const samples = [];
	let random = seed;
	const choose = (count) => {
		random = (random * 1103515245 + 12345) % 2 ** 31;
		return Math.floor(random / 2 ** 31 * count);
	};

	while (!game.result && game.plies < LONGEST) {
		if (game.walk(seed + game.plies))
			continue;
		if (game.claimable) {
			game.claim();
			continue;
		}
		if (game.plies < BY_CHANCE) {
			const moves = game.moves();
			game.play(moves[choose(moves.length)]);
			continue;
		}
		let told;
		const { move } = await thinker.think(game, { nodes, seed },
			(line) => { told = line; });
		if (game.plies % APART === 0)
			samples.push(told.shares);
		game.play(move);
	}
	const winners = game.result?.winners ?? [];
	game.close();
	return samples.map((shares) => ({ shares, winners }));
}

/* What the winners had, those of a team counted once; a zero is a little. */
function surprise(samples, power) {
	const weigh = (share) => Math.max(share, 0.5) ** power;
	const sum = samples.reduce((total, { shares, winners }) => {
		const all = shares.reduce((a, share) => a + weigh(share), 0);
		const won = winners.reduce((a, seat) => a + weigh(shares[seat]), 0);

		return total - Math.log(won / all);
	}, 0);

	return sum / samples.length;
}

function bestPower(samples) {
	let best = 1;

	for (let power = 0.2; power < 3; power += 0.02)
		if (surprise(samples, power) < surprise(samples, best))
			best = power;
	return best;
}

for (const rules of ["ffa", "teams"]) {
	const samples = [];
	let unfinished = 0;

	for (let seed = 1; seed <= games; seed++) {
		const some = await play(rules, seed * 7919);

		if (some[0]?.winners.length)
			samples.push(...some);
		else
			unfinished++;
	}
	console.log(`${rules}: ${games} games, ${unfinished} without a winner, ` +
		`${samples.length} positions, ${nodes} nodes a move`);
	console.log(`  power ${bestPower(samples).toFixed(2)}, surprise ` +
		`${surprise(samples, 1).toFixed(3)}, of who knows nothing ` +
		`${surprise(samples, 0).toFixed(3)}`);
	console.log("  promised   positions   won");
	for (let low = 0; low < 1000; low += 100) {
		const those = samples.flatMap(({ shares, winners }) => shares
			.map((share, seat) => ({ share, won: winners.includes(seat) }))
			.filter(({ share }) => Math.min(Math.floor(share / 100), 9) === low / 100));
		const mean = (of) => (those.reduce((a, one) => a + of(one), 0) /
			those.length * 100).toFixed(1).padStart(5);

		if (those.length)
			console.log(`  ${mean(({ share }) => share / 1000)} %`,
				String(those.length).padStart(11), ` ${mean(({ won }) => won)} %`);
	}
}
thinker.close();
