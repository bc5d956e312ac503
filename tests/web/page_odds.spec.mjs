// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Time odds: each player has a clock of their own, in the dialog, in the game, in
 * what is kept and saved, and in a rematch.
 *
 *	make web && node --test tests/web/page_odds.spec.mjs
 */
import assert from "node:assert/strict";
import { pages, read, ready, shared, state, text, type, violations } from "./page.mjs";

const page = pages();

/** Chooses a new game with a time for each seat: [minutes, seconds]. */
async function beginWithOdds(page, players, times, levels = []) {
	await page.click("#new");
	await page.check(`[data-key="p${players}"]`);
	for (let seat = 0; seat < players; seat++)
		await page.selectOption(`[data-key="s${seat}"]`, String(levels[seat] ?? 0));
	await page.selectOption('[data-key="clock"]', "5+3");
	if (!await page.locator('[data-key="odds"]').isChecked())
		await page.check('[data-key="odds"]');
	for (const [seat, [minutes, seconds]] of times.entries()) {
		await page.fill(`[data-key="m${seat}"]`, String(minutes));
		await page.fill(`[data-key="i${seat}"]`, String(seconds));
	}
}

const play = (page) => page.click("#new-dialog [type=submit]");
const minutes = async (page, selector) => (await text(page, selector)).split(":")[0];

page("two players: clocks, PGN, reload, rematch", async (page) => {
	await beginWithOdds(page, 2, [[10, 5], [1, 0]]);
	assert.deepEqual(await violations(page), []);
	await play(page);
	assert.match(await text(page, "#near .clock"), /^(10:00|9:59)/);
	assert.match(await text(page, "#far .clock"), /^1:00/);
	await type(page, "e4", "e5");
	assert.match(await text(page, "#near .clock"), /^10:0/);
	assert.match(await text(page, "#far .clock"), /^0:5|^1:00/);
	const pgn = await shared(page, "PGN");

	assert.match(pgn, /\[WhiteTimeControl "600\+5"\]/);
	assert.match(pgn, /\[BlackTimeControl "60\+0"\]/);
	assert.doesNotMatch(pgn, /\[TimeControl/);
	await page.waitForTimeout(200);
	await page.reload();
	await ready(page);
	assert.equal(await minutes(page, "#near .clock"), "10");
	assert.ok(["0", "1"].includes(await minutes(page, "#far .clock")));
	assert.match(await shared(page, "PGN"), /\[BlackTimeControl "60\+0"\]/);
	// Nothing is different for who has resigned; then the colours change.
	await type(page, "resign");
	await page.locator("#ask-dialog .primary").click();
	await state(page, /wins/);
	await page.getByRole("button", { name: "Rematch" }).click();
	await state(page, /^White to move/);
	const again = await shared(page, "PGN");

	assert.match(again, /\[WhiteTimeControl "60\+0"\]/);
	assert.match(again, /\[BlackTimeControl "600\+5"\]/);
	// What was read has them again.
	await read(page, pgn);
	assert.match(await shared(page, "PGN"), /\[BlackTimeControl "60\+0"\]/);
});

page("a delay of one seat; the dialog remembers, and swaps", async (page) => {
	await beginWithOdds(page, 2, [[3, 2], [0.5, 4]]);
	await page.check('[data-key="d1"]');
	await play(page);
	assert.match(await text(page, "#far .clock"), /^0:30/);
	const pgn = await shared(page, "PGN");

	assert.match(pgn, /\[WhiteTimeControl "180\+2"\]/);
	assert.match(pgn, /\[BlackTimeControl "30d4"\]/);
	await page.click("#new");
	assert.equal(await page.inputValue('[data-key="m1"]'), "0.5");
	await page.click('[data-key="swap"]');
	assert.equal(await page.inputValue('[data-key="m0"]'), "0.5");
	assert.equal(await page.locator('[data-key="d0"]').isChecked(), true);
	assert.equal(await page.inputValue('[data-key="m1"]'), "3");
	await page.uncheck('[data-key="odds"]');
	await play(page);
	assert.match(await shared(page, "PGN"), /\[TimeControl "300\+3"\]/);
});

page("who has little time loses by it", async (page) => {
	await beginWithOdds(page, 2, [[10, 0], [0.1, 0]]);
	await play(page);
	await type(page, "e4");
	await state(page, /^White wins!/);
});

page("four players, on a narrow page", async (page) => {
	await page.setViewportSize({ width: 320, height: 640 });
	await beginWithOdds(page, 4, [[1, 0], [2, 0], [3, 0], [4, 0]]);
	assert.ok(await page.evaluate(() => {
		const dialog = document.querySelector("#new-dialog");

		return dialog.scrollWidth <= dialog.clientWidth;
	}));
	await play(page);
	const clocks = await page.locator("#corners .clock").allInnerTexts();

	assert.deepEqual(clocks.map((one) => Math.ceil(Number(one.split(":")[0]) +
		Number(one.split(":")[1]) / 60)).sort(), [1, 2, 3, 4]);
	const pgn = await shared(page, "PGN4");

	assert.match(pgn, /\[RedTimeControl "1\+0"\]/);
	assert.match(pgn, /\[GreenTimeControl "4\+0"\]/);
});
