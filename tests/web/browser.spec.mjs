// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The package in a browser, where WebAssembly can be suspended: thinking in
 * slices, and both ways of stopping.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { open, serve } from "./browser.mjs";

const built = new URL("../../build/web/rookery/", import.meta.url);
const want = (name) => Number(/^\d+$/m.exec(readFileSync(
	new URL(`../${name}.txt`, import.meta.url), "utf8"))[0]);
let server, browser, page;
const complaints = [];

before(async () => {
	server = await serve(built);
	browser = await open();
	page = await browser.newPage();
	page.on("console", (message) => complaints.push(message.text()));
	page.on("pageerror", (error) => complaints.push(error.message));
	await page.goto(server.address);
	await page.evaluate(async () => {
		const { Rookery, Thinker } = await import("/rookery.js");
		window.rookery = await Rookery.load();
		window.Thinker = Thinker;
		window.wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
	});
});

after(async () => {
	await browser?.close();
	server?.close();
	assert.deepEqual(complaints, []);
});

test("bench is the program's", async () => {
	assert.equal(await page.evaluate(() => rookery.bench()), want("bench"));
	assert.equal(await page.evaluate(() => rookery.benchFour()), want("bench-four"));
});

/* Thinks until it is stopped after a while, several times. */
async function stops(options, limits) {
	return page.evaluate(async ([options, limits]) => {
		const thinker = await Thinker.start(rookery, options);
		const game = rookery.game({ rules: limits.rules });
		const found = { slices: thinker.slices, times: [], moves: [], lines: 0 };

		delete limits.rules;
		for (let i = 0; i < 10; i++) {
			const answer = thinker.think(game, limits, () => found.lines++);
			await wait(120 + 7 * i);
			const start = performance.now();
			thinker.stop();
			const { move } = await answer;
			found.times.push(performance.now() - start);
			found.moves.push(game.moves().some((legal) => legal.move === move.move));
		}
		thinker.close();
		return found;
	}, [options, limits]);
}

/* The middle one of several times; of three tries, if the machine is busy. */
async function inTime(options, limits, check) {
	for (let tries = 3; tries--;) {
		const found = await stops(options, { ...limits });
		const median = [...found.times].sort((a, b) => a - b)[found.times.length >> 1];

		check(found);
		assert.ok(found.moves.every(Boolean));
		if (median < 50)
			return;
		assert.ok(tries, `${found.times}`);
	}
}

for (const rules of ["standard", "ffa"])
	test(`a stop is heard within 50 ms: ${rules}`, async () => {
		await inTime({}, { infinite: true, rules }, ({ slices, lines }) => {
			assert.ok(slices, "suspended");
			assert.ok(lines > 10);
		});
	});

test("where nothing can be suspended a stop is at once", async () => {
	await inTime({ slices: false }, { infinite: true }, ({ slices }) =>
		assert.ok(!slices));
});

test("the same task is answered the same both ways", async () => {
	const [one, two] = await page.evaluate(async () => {
		const answers = [];

		for (const slices of [true, false]) {
			const thinker = await Thinker.start(rookery, { slices });
			answers.push(await thinker.think(rookery.game(),
				{ nodes: 200000, lines: 2 }));
			thinker.close();
		}
		return answers;
	});

	assert.deepEqual(one, two);
	assert.ok(one.nodes >= 200000);
});

test("a level is stopped, and cancelled", async () => {
	const found = await page.evaluate(async () => {
		const thinker = await Thinker.start(rookery);
		const fen = "r1bq1rk1/pp4pp/2nbp3/5p2/P2Pp3/2P5/1P1NQPPP/R1B1KB1R w KQ - 3 13";
		const game = rookery.game({ fen });
		const first = thinker.think(game, { level: 12 });
		await wait(100);
		const start = performance.now();
		thinker.stop();
		const { move } = await first;
		const time = performance.now() - start;
		const second = thinker.think(game, { level: 12 });
		await wait(100);
		thinker.cancel();
		const nothing = await second;
		thinker.close();
		return { time, nothing, legal: game.moves().some((m) => m.move === move.move) };
	});

	assert.ok(found.legal);
	assert.equal(found.nothing, null);
	assert.ok(found.time < 500, `${found.time}`);
});

test("a finished search waits for its stop without work", async () => {
	const line = await page.evaluate(async () => {
		const thinker = await Thinker.start(rookery);
		const position = rookery.position({ fen: "k7/8/1K6/8/8/8/8/7R w - - 0 1" });
		const answer = thinker.think(position, { infinite: true });
		await wait(400);
		thinker.stop();
		const { move, mate } = await answer;
		thinker.close();
		return { san: move.san, mate };
	});

	assert.deepEqual(line, { san: "Rh8#", mate: 1 });
});
