// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* The explorer of openings: named lines, own games, and what it loads. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { begin, moves, openPage, ready, site, start, state, text, type, violations }
	from "./page.mjs";

const lines = readFileSync(new URL("../../data/openings.txt", import.meta.url), "utf8")
	.split("\n").filter((line) => /^[A-E]\d\d\t/.test(line))
	.map((line) => line.split("\t")).map(([, name, played]) => ({ name,
		moves: played.split(" ").filter((word) => !/^\d/.test(word)) }));
let place;

before(async () => { place = await start(); });
after(() => place?.close());

async function visit(url = place.url) {
	const page = await openPage(await place.browser.newContext());

	await page.goto(url);
	await ready(page);
	return page;
}

/** The rows: [move, number, what else]. */
async function rows(page) {
	await page.waitForSelector("#explored table, #explored p");
	return page.locator("#explored tbody tr").evaluateAll((list) =>
		list.map((row) => [...row.children].map((cell) => cell.textContent)));
}

/** Until there are rows that fit. */
async function until(page, fits) {
	let found;

	for (let i = 0; i < 100; i++) {
		found = await rows(page);
		if (fits(found))
			return found;
		await page.waitForTimeout(50);
	}
	assert.fail(JSON.stringify(found));
}

test("the first moves are those of the table, with their names", async () => {
	const page = await visit();
	const asked = [];

	page.on("request", (request) => asked.push(request.url()));
	assert.ok(!asked.some((url) => /explorer|openings/.test(url)));
	await page.click("#explorer summary");
	const found = await rows(page);
	const firsts = new Map();

	for (const { moves: [first] } of lines)
		firsts.set(first, (firsts.get(first) ?? 0) + 1);
	assert.deepEqual(new Map(found.map(([san, count]) => [san, Number(count)])), firsts);
	const counts = found.map(([, count]) => Number(count));
	assert.deepEqual(counts, [...counts].sort((one, other) => other - one));
	for (const [san, , name] of found) {
		const line = lines.find((one) => one.moves.length === 1 && one.moves[0] === san);

		assert.equal(name, line?.name ?? "");
	}
	assert.ok(asked.some((url) => url.endsWith("/openings.js")));
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(page.errors, []);
});

test("a click goes there; other orders of moves are the same position", async () => {
	const page = await visit();

	await begin(page, { levels: [0, 0] });
	await page.click("#explorer summary");
	await until(page, (found) => found.length);
	await page.locator("#explored .move", { hasText: /^d4$/ }).click();
	assert.deepEqual(await moves(page), ["d4"]);
	await type(page, "Nf6", "c4", "e6");
	const one = await until(page, (found) => found.some(([san]) => san === "Nc3"));
	await begin(page, { levels: [0, 0] });
	await type(page, "c4", "e6", "d4", "Nf6");
	assert.deepEqual(await until(page, (found) => found.length === one.length), one);
	await type(page, "a4", "a5", "h4");
	await page.waitForFunction(() => /No line that has a name/
		.test(document.getElementById("explored").textContent));
	assert.deepEqual(page.errors, []);
});

test("own games, with their results", async () => {
	const page = await visit();

	for (const played of [["f3", "e5", "g4", "Qh4"], ["e4", "e5", "Qh5", "Ke7", "Qxe5"]]) {
		await begin(page, { levels: [0, 0] });
		await type(page, ...played);
		await state(page, /Checkmate/);
	}
	await begin(page, { levels: [0, 0] });
	await type(page, "e4", "c5");
	await begin(page, { levels: [0, 0] });
	await page.click("#explorer summary");
	await page.check('[name="explorer-source"][value="own"]');
	const found = await until(page, (list) => list.length === 2);

	assert.deepEqual(found.map(([san, count]) => [san, count]), [["e4", "2"], ["f3", "1"]]);
	const bars = await page.locator("#explored .results")
		.evaluateAll((list) => list.map((bar) => bar.getAttribute("aria-label")));
	assert.deepEqual(bars, ["White won 100 %, 0 % drawn, Black won 0 %",
		"White won 0 %, 0 % drawn, Black won 100 %"]);
	await type(page, "e4");
	const next = await until(page, (list) => list.some(([san]) => san === "c5"));
	assert.deepEqual(next.map(([san, , rest]) => [san, rest]),
		[["c5", "not finished"], ["e5", ""]]);
	assert.deepEqual(await violations(page), []);
	assert.deepEqual(page.errors, []);
});

test("four players have none", async () => {
	const page = await visit();

	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	await page.click("#explorer summary");
	await page.waitForSelector("#explored p");
	assert.match(await text(page, "#explored"), /two players only/);
	assert.deepEqual(page.errors, []);
});

test("from the disk, in the single file", async () => {
	const page = await visit(String(new URL("rookery.html", site)));

	await page.click("#explorer summary");
	assert.ok((await rows(page)).length > 10);
	assert.deepEqual(page.errors, []);
});
