#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * What a move of a long game costs the page: a game of 600 plies is played by the
 * typed line, then some moves more. What counts is the processor time of the
 * page's own thread for each of them, for scripts, styles and layout, as Chromium
 * counts it (Performance.getMetrics); painting and all else of that thread is in the
 * second number. Pieces do not walk here.
 *
 *	make web && bench/web_long.mjs [PLIES]
 *
 * Fails if a move costs more than 10 ms in the median.
 */
import { begin, openPage, ready, start } from "../tests/web/page.mjs";
import { Rookery } from "../build/web/rookery/rookery.js";

const PLIES = Number(process.argv[2] ?? 600);
const MORE = 20;
const LIMIT = 10; // milliseconds

/** A game of that many plies that does not end: moves as SAN. */
async function longGame(plies) {
	const rookery = await Rookery.load();

	for (let seed = 1; ; seed++) {
		const game = rookery.game();
		const list = [];
		let random = seed;
		const next = (count) => {
			random = (Math.imul(random, 1103515245) + 12345) >>> 0;
			return (random >>> 8) % count;
		};

		while (list.length < plies && !game.result) {
			const all = game.moves();
			const quiet = all.filter((move) => move.capturedCell === null);
			// Now and then a pawn moves, or the game would be drawn.
			const pawns = quiet.filter(({ san, promotion }) =>
				/^[a-h]/.test(san) && !promotion);
			const some = game.position.quiet > 60 && pawns.length ? pawns
				: quiet.length ? quiet : all;
			const move = some[next(some.length)];

			game.play(move);
			list.push(move.san);
		}
		const isLong = list.length === plies && !game.result;

		game.close();
		if (isLong)
			return list;
	}
}

const moves = await longGame(PLIES + MORE);
const place = await start();
const page = await openPage(await place.browser.newContext({
	viewport: { width: 1280, height: 800 }, reducedMotion: "reduce",
}));

await page.goto(place.url);
await ready(page);
await begin(page, { levels: [0, 0] });

/** Types moves, and waits until each is drawn if `isSlow`. */
const play = (list, isSlow) => page.evaluate(async ([list, isSlow]) => {
	const form = document.getElementById("talk");
	const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

	for (const move of list) {
		document.getElementById("typed").value = move;
		form.requestSubmit();
		if (isSlow)
			await frame();
	}
	await frame();
}, [list, isSlow]);
const session = await page.context().newCDPSession(page);
const HANDLING = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];

/** Milliseconds so far: of handling, and of everything. */
async function spent() {
	const { metrics } = await session.send("Performance.getMetrics");
	const sum = (names) => metrics.filter(({ name }) => names.includes(name))
		.reduce((all, { value }) => all + 1000 * value, 0);

	return [sum(HANDLING), sum(["TaskDuration"])];
}

const medianOf = (list) => list.sort((one, other) => one - other)[list.length >> 1];

await play(moves.slice(0, PLIES), false);
await page.waitForTimeout(2000);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
const costs = [];

for (const move of moves.slice(PLIES)) {
	await page.waitForTimeout(400); // what is written down later, and animations
	const before = await spent();

	await play([move], true);
	await page.waitForTimeout(50);
	costs.push((await spent()).map((time, i) => time - before[i]));
}
const count = await page.locator("#moves .move").count();

await place.close();
if (count !== moves.length)
	throw new Error(`${count} of ${moves.length} moves were played`);
const [handling, all] = [0, 1].map((i) => medianOf(costs.map((cost) => cost[i])));

console.log(`a move after ${PLIES} plies: ${handling.toFixed(1)} ms of processor, ` +
	`${all.toFixed(1)} ms with painting; medians of ${MORE}`);
process.exit(handling > LIMIT ? 1 : 0);
