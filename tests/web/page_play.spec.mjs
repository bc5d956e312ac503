// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Playing on the page, as one likes it: a rematch, Chess960, automatic queens,
 * moves that are asked about, blindfold; and the library of what was played.
 *
 *	make web && node --test tests/web/page_play.spec.mjs
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { begin, drag, moves, pages, read, shared, state, text, type }
	from "./page.mjs";

const page = pages();

page("a rematch has the colours the other way round", async (page) => {
	await begin(page, { levels: [0, 1], clock: "5+3" });
	await type(page, "e4", "resign");
	await page.locator("#ask-dialog .primary").click();
	await state(page, /wins/);
	await page.getByRole("button", { name: "Rematch" }).click();
	// The computer has White now, and the board is turned.
	await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 1);
	assert.match(await text(page, "#near"), /Black/);
	assert.match(await text(page, "#far"), /Level 1/);
	assert.match(await text(page, "#near .clock"), /^[45]:/);
	assert.match(await text(page, "#near .score"), /0$/);
});

page("Chess960 is begun from one of its positions", async (page) => {
	await page.click("#new");
	await page.selectOption('[data-key="s1"]', "0");
	await page.selectOption('[data-key="start"]', "960");
	await page.click("#new-dialog [type=submit]");
	const fen = await shared(page, "FEN");

	assert.match(fen, /^[bnrqk]{8}\/p{8}\/8\/8\/8\/8\/P{8}\/[BNRQK]{8} w \S+ - 0 1$/);
	const row = fen.split("/")[0];

	assert.ok(row.indexOf("r") < row.indexOf("k") && row.indexOf("k") < row.lastIndexOf("r"));
});

page("settings of play: queens by themselves, moves asked about, blindfold", async (page) => {
	const set = async (name) => {
		await page.click("#settings");
		await page.getByLabel(name).check();
		await page.keyboard.press("Escape");
	};

	await set("A pawn becomes a queen");
	await read(page, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
	await drag(page, "a7", "a8");
	assert.deepEqual(await moves(page), ["a8=Q+"]);
	await begin(page, { levels: [0, 0] });
	await set("Ask before a move");
	await drag(page, "e2", "e4");
	await page.getByRole("button", { name: "No", exact: true }).click();
	assert.deepEqual(await moves(page), []);
	await drag(page, "e2", "e4");
	await page.getByRole("button", { name: "Play it" }).click();
	await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 1);
	await set("Blindfold");
	assert.equal(await page.locator("rookery-board .piece").first().evaluate((piece) =>
		getComputedStyle(piece).opacity), "0");
	await page.keyboard.press("?");
	assert.match(await text(page, "#settings-dialog"), /one move back/);
});

page("the library: found, opened, deleted, saved; a file stays together", async (page) => {
	for (const first of ["a3", "b3", "c3"]) {
		await begin(page, { levels: [0, 0] });
		await type(page, first, "e5");
	}
	await page.click("#open");
	await page.setInputFiles("#open-file", { name: "two.pgn", mimeType: "text/plain",
		buffer: Buffer.from('[White "Ann"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 *\n') });
	await page.locator("#open-dialog .games button", { hasText: "Bob" }).click();
	assert.deepEqual(await moves(page), ["d4"]);
	await page.click("#open");
	const rows = page.locator("#open-dialog .row");

	await rows.nth(3).waitFor();
	assert.equal(await rows.count(), 4); // a file and three games
	// The file is there as it was.
	await page.getByRole("button", { name: "two.pgn: 2 games", exact: true }).click();
	await page.locator("#open-dialog .games button", { hasText: "Ann" }).click();
	assert.deepEqual(await moves(page), ["e4"]);
	await page.click("#open");
	await rows.nth(4).waitFor();
	const [download] = await Promise.all([page.waitForEvent("download"),
		page.getByRole("button", { name: "Save all" }).click()]);
	const saved = readFileSync(await download.path(), "utf8");

	assert.equal(saved.match(/^\[Event /gm).length, 5);
	for (const first of ["1. a3 e5", "1. b3 e5", "1. c3 e5", "1. d4", "1. e4"])
		assert.ok(saved.includes(first), first);
	await page.locator("#open-dialog .row [aria-label^='Delete Chess']").first().click();
	await page.waitForFunction(() =>
		document.querySelectorAll("#open-dialog .row").length === 4);
	await page.keyboard.press("Escape");
	await page.click("#open");
	await rows.nth(3).waitFor();
	assert.equal(await rows.count(), 4);
});
