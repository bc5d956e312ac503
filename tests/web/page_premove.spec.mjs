// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Premoves: several in a row while the computer thinks, which here waits until it
 * is told to. In some positions it has one legal move, so that the test knows it.
 *
 *	make web && node --test tests/web/page_premove.spec.mjs
 */
import assert from "node:assert/strict";
import { begin, cell, drag, middle, moves, pages, shared, state, text, type, violations }
	from "./page.mjs";

/** In the page: questions to the computer wait for think(). */
function hold() {
	const post = Worker.prototype.postMessage;
	const held = [];
	let allowed = 0;

	Worker.prototype.postMessage = function (...args) {
		const send = () => post.apply(this, args);

		if (!("row" in args[0]) || allowed-- > 0)
			return send();
		allowed = 0;
		held.push(send);
	};
	window.think = () => {
		if (held.length)
			held.shift()();
		else
			allowed++;
	};
}

const pageOf = pages();
const page = (name, use, options) => pageOf(name, use, { init: hold, ...options });

/** A game from a position; White is a person, Black a computer. */
async function from(page, fen, clock = "") {
	await page.click("#edit");
	await page.fill("#fen", fen);
	await page.press("#fen", "Enter");
	await page.getByRole("button", { name: "Play from here" }).click();
	await page.selectOption('[data-key="s0"]', "0");
	await page.selectOption('[data-key="s1"]', "1");
	await page.selectOption('[data-key="clock"]', clock);
	await page.click("#new-dialog [type=submit]");
}

const label = (page, name) => cell(page, name).getAttribute("aria-label");
const marked = (page) => page.locator("rookery-board .premove").evaluateAll((list) =>
	list.map((one) => one.dataset.square).sort());

/** Lets the computer answer, and waits until the list has that many moves. */
async function answer(page, count) {
	await page.evaluate(() => window.think());
	await page.waitForFunction((count) =>
		document.querySelectorAll("#moves .move").length === count, count,
	{ timeout: 30000 });
}

/* Black has nothing but pawn moves on the e-file. */
const FORCED = "7k/7p/4p2P/8/8/4P3/8/K5R1 w - - 0 1";

page("three premoves are played in order, with a clock", async (page) => {
	await from(page, "7k/8/8/8/8/8/P7/K7 w - - 0 1", "5+3");
	await type(page, "a3");
	await drag(page, "a3", "a4");
	assert.match(await text(page, "#live"), /^Premove noted\.\s?$/);
	assert.equal(await label(page, "a4"), "a4, white pawn, premove");
	await drag(page, "a4", "a5");
	assert.match(await text(page, "#live"), /^Premove 2 noted\.\s?$/);
	await drag(page, "a5", "a6");
	assert.deepEqual(await marked(page), ["a3", "a4", "a5", "a6"]);
	assert.equal(await label(page, "a6"), "a6, white pawn, premove 3");
	assert.match(await label(page, "a3"), /^a3, empty, premove/);
	assert.deepEqual(await page.locator("rookery-board .planned .piece").evaluateAll(
		(list) => list.map((one) => getComputedStyle(one).opacity)), ["0.7"]);
	assert.deepEqual(await violations(page), []);
	// The game itself has not changed.
	assert.match(await shared(page, "FEN"), /^7k\/8\/8\/8\/8\/P7\/8\/K7 b/);
	await answer(page, 3);
	assert.equal((await moves(page))[2], "a4");
	assert.equal(await label(page, "a6"), "a6, white pawn, premove 2");
	await answer(page, 5);
	assert.equal(await label(page, "a6"), "a6, white pawn, premove");
	await answer(page, 7);
	assert.deepEqual((await moves(page)).filter((_, i) => i % 2 === 0),
		["a3", "a4", "a5", "a6"]);
	assert.deepEqual(await marked(page), []);
	assert.match(await text(page, "#near .clock"), /^5:/);
});

page("one that is not legal cancels all the rest", async (page) => {
	await from(page, FORCED);
	await type(page, "Ka2");
	await drag(page, "e3", "d4");
	await drag(page, "a2", "a3");
	assert.deepEqual(await marked(page), ["a2", "a3", "d4", "e3"]);
	await answer(page, 2);
	await page.locator("#toast", { hasText: "e3–d4 is not possible" }).waitFor();
	await state(page, /^White to move/);
	assert.deepEqual(await moves(page), ["Ka2", "e5"]);
	assert.deepEqual(await marked(page), []);
	assert.match(await label(page, "e3"), /white pawn/);
	assert.match(await label(page, "a2"), /white king/);
});

page("a recapture, onto a square of one's own", async (page) => {
	await from(page, "7k/7p/7P/4p3/3NP3/4P3/8/K5R1 w - - 0 1");
	await type(page, "Ka2");
	await drag(page, "e3", "d4");
	assert.equal(await label(page, "d4"), "d4, white pawn, premove");
	await answer(page, 3);
	assert.deepEqual(await moves(page), ["Ka2", "exd4", "exd4"]);
});

page("castling, and a pawn that becomes a knight", async (page) => {
	await from(page, "7k/P6p/7P/4p3/8/8/2P5/4K2R w K - 0 1");
	await type(page, "c3");
	await drag(page, "e1", "g1");
	assert.match(await label(page, "f1"), /white rook/);
	assert.match(await label(page, "h1"), /empty/);
	await drag(page, "a7", "a8");
	await page.getByRole("button", { name: "knight", exact: true }).click();
	assert.equal(await label(page, "a8"), "a8, white knight, premove 2");
	await answer(page, 3);
	await answer(page, 5);
	const list = await moves(page);

	assert.match(list[2], /^O-O/);
	assert.match(list[4], /^a8=N/);
});

page("right click, Escape and an empty square cancel; a piece does not", async (page) => {
	await from(page, FORCED);
	await type(page, "Ka2");
	const plan = async () => {
		await drag(page, "a2", "a3");
		await drag(page, "a3", "a4");
		assert.deepEqual(await marked(page), ["a2", "a3", "a4"]);
	};
	const isCancelled = async () => {
		assert.deepEqual(await marked(page), []);
		assert.match(await label(page, "a2"), /white king/);
		assert.match(await text(page, "#live"), /^2 premoves cancelled\.\s?$/);
	};

	await plan();
	await page.mouse.click(...await middle(page, "c6"), { button: "right" });
	await isCancelled();
	assert.equal(await page.locator("rookery-board .drawings > *").count(), 0);
	await plan();
	await page.keyboard.press("Escape");
	await isCancelled();
	await plan();
	await page.evaluate(() => document.activeElement.blur());
	await page.keyboard.press("Escape");
	await isCancelled();
	await plan();
	await page.mouse.click(...await middle(page, "c6"));
	await isCancelled();
	// By pressing: a piece, and where it goes; another piece goes on.
	await cell(page, "a2").click();
	await cell(page, "b2").click();
	await cell(page, "g1").click();
	await cell(page, "g5").click();
	assert.deepEqual(await marked(page), ["a2", "b2", "g1", "g5"]);
	// Looking back does not stop them.
	await page.click("#first");
	await answer(page, 3);
	await answer(page, 5);
	assert.deepEqual((await moves(page)).slice(2), ["Kb2", "e4", "Rg5"]);
});

page("by keyboard", async (page) => {
	await from(page, FORCED);
	await type(page, "Ka2");
	await cell(page, "a2").focus();
	for (const key of ["Enter", "ArrowUp", "Enter", "Enter", "ArrowUp", "Enter"])
		await page.keyboard.press(key);
	assert.deepEqual(await marked(page), ["a2", "a3", "a4"]);
	await answer(page, 3);
	await answer(page, 5);
	assert.deepEqual((await moves(page)).filter((_, i) => i % 2 === 0),
		["Ka2", "Ka3", "Ka4"]);
});

page("with a finger", async (page) => {
	const tap = async (name) => page.touchscreen.tap(...await middle(page, name));

	await from(page, FORCED);
	await type(page, "Ka2");
	await cell(page, "a2").scrollIntoViewIfNeeded();
	for (const name of ["a2", "a3", "a3", "a4"])
		await tap(name);
	assert.deepEqual(await marked(page), ["a2", "a3", "a4"]);
	await tap("c6");
	assert.deepEqual(await marked(page), []);
	for (const name of ["a2", "b2", "b2", "c2"])
		await tap(name);
	await answer(page, 3);
	await answer(page, 5);
	assert.deepEqual((await moves(page)).filter((_, i) => i % 2 === 0),
		["Ka2", "Kb2", "Kc2"]);
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

page("four players: one in each round", async (page) => {
	await begin(page, { players: 4, levels: [0, 1, 1, 1] });
	await type(page, "h2-h3");
	await drag(page, "e2", "e3");
	await drag(page, "e1", "d3");
	assert.deepEqual(await marked(page), ["d3", "e1", "e2", "e3"]);
	assert.match(await label(page, "d3"), /^d3, red knight, premove 2/);
	await answer(page, 2);
	await answer(page, 3);
	assert.equal((await marked(page)).length, 4);
	await answer(page, 5);
	assert.deepEqual(await marked(page), ["d3", "e1"]);
	await answer(page, 6);
	await answer(page, 7);
	await answer(page, 9);
	assert.deepEqual(await marked(page), []);
	assert.deepEqual((await moves(page)).filter((_, i) => i % 4 === 0),
		["h2-h3", "e2-e3", "Ne1-d3"]);
});
