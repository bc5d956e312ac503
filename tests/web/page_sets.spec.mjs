// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Sets of pieces and looks of the board: every place shows them, pictures too, and
 * they stay. The language is chosen in the same dialog.
 *
 *	make web && node --test tests/web/page_sets.spec.mjs
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { begin, cell, drag, pages, read, ready, site, text, type, violations }
	from "./page.mjs";

const page = pages({ acceptDownloads: true });

async function choose(page, name, value) {
	await page.click("#settings");
	await page.selectOption(`#settings-dialog [data-key="${name}"]`, value);
	await page.keyboard.press("Escape");
	if (name === "pieces")
		await page.waitForFunction((value) =>
			(document.documentElement.dataset.pieces ?? "classic") === value, value);
}

const shot = async (page, selector) => (await page.locator(selector).first().screenshot())
	.toString("base64");

async function saved(page, kind) {
	await page.click("#share");
	const [download] = await Promise.all([page.waitForEvent("download"),
		page.click(`#picture-${kind}`)]);
	const bytes = readFileSync(await download.path());

	await page.keyboard.press("Escape");
	return bytes.toString("base64");
}

/** Are these all different? */
function differ(list, what) {
	assert.equal(new Set(list).size, list.length, what);
}

page("every place shows the chosen set", async (page) => {
	const places = {
		board: 'rookery-board:not(.mini) [data-square="g1"]', plate: "#near .piece",
		won: "#far .won",
	};
	const seen = { board: [], plate: [], won: [], promotion: [], editor: [], svg: [],
		png: [], gif: [] };
	const list = ["classic", "flat", "print"];

	await begin(page, { levels: [0, 0] });
	await type(page, "e4", "d5", "exd5", "Qxd5");
	for (const set of list) {
		await choose(page, "pieces", set);
		for (const [name, selector] of Object.entries(places))
			seen[name].push(await shot(page, selector));
		for (const kind of ["svg", "png", "gif"])
			seen[kind].push(await saved(page, kind));
		await page.click("#edit");
		seen.editor.push(await shot(page, "#editor [data-tool='1']"));
		await page.getByRole("button", { name: "Cancel", exact: true }).click();
	}
	await read(page, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
	for (const set of list) {
		await choose(page, "pieces", set);
		await drag(page, "a7", "a8");
		seen.promotion.push(await shot(page, ".promotion"));
		await page.keyboard.press("Escape");
	}
	for (const [name, pictures] of Object.entries(seen))
		differ(pictures, name);
	// The first one comes back as it was.
	await choose(page, "pieces", "classic");
	await drag(page, "a7", "a8");
	// Once nothing moves any more, which takes longer on a busy machine.
	let again = await shot(page, ".promotion");
	for (let tries = 0; tries < 30 && again !== seen.promotion[0]; tries++) {
		await page.waitForTimeout(100);
		again = await shot(page, ".promotion");
	}
	assert.equal(again, seen.promotion[0]);
});

page("a set and a look stay, and axe has nothing to say", async (page) => {
	await begin(page, { levels: [0, 0] });
	await type(page, "e4");
	const boards = [];

	for (const theme of ["wood", "walnut", "marble", "paper", "contrast"]) {
		await choose(page, "theme", theme);
		boards.push(await shot(page, "rookery-board .frame"));
		assert.deepEqual(await violations(page), [], theme);
	}
	differ(boards);
	await choose(page, "pieces", "print");
	await choose(page, "theme", "paper");
	const before = await shot(page, "rookery-board .frame");

	assert.match(Buffer.from(await saved(page, "svg"), "base64").toString(),
		/fill="rgb\(140, 140, 140\)"/); // the hatching
	await page.reload();
	await ready(page);
	await page.waitForFunction(() => document.documentElement.dataset.pieces === "print");
	assert.equal(await page.locator("rookery-board").getAttribute("data-theme"), "paper");
	assert.equal(await shot(page, "rookery-board .frame"), before);
	// The small board of a line is of the same kind.
	await type(page, "e5", "Nf3");
	await page.locator("#moves .move").first().hover();
	const mini = page.locator("rookery-board.mini");

	await mini.waitFor();
	assert.equal(await mini.getAttribute("data-theme"), "paper");
});

page("four players can be told apart on every board", async (page) => {
	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	await choose(page, "pieces", "flat");
	for (const theme of ["paper", "contrast", "marble", "walnut"]) {
		await choose(page, "theme", theme);
		differ(await Promise.all(["e1", "a10", "j14", "n5"].map((name) =>
			cell(page, name).locator(".piece").evaluate((piece) =>
				getComputedStyle(piece).color))), theme);
	}
});

page("sets in the single file", async (page) => {
	const before = await shot(page, "rookery-board .frame");

	await choose(page, "pieces", "flat");
	assert.notEqual(await shot(page, "rookery-board .frame"), before);
}, { at: () => String(new URL("rookery.html", site)) });

page("settings that are broken are the usual ones", async (page) => {
	assert.equal(await page.evaluate(() => document.documentElement.dataset.pieces),
		undefined);
	await page.click("#settings");
	assert.equal(await text(page, "#settings-title"), "Settings");
}, { init: () => localStorage.setItem("rookery.settings",
	'{"pieces":"constructor","theme":"no","language":"xx",' +
	'"last":{"clock":"5+3","odds":[{"minutes":-1}]}}') });

page("languages are offered in their own words", async (page) => {
	await page.click("#settings");
	assert.deepEqual(await page.locator('[data-key="language"] option').allTextContents(),
		["As the browser", "English", "Deutsch", "Français", "Español", "Svenska"]);
	await page.selectOption('[data-key="language"]', "de");
	assert.equal(await page.evaluate(() =>
		JSON.parse(localStorage.getItem("rookery.settings")).language), "de");
});

page("open dialogs follow the language", async (page) => {
	const speak = (code) => page.evaluate(async (code) =>
		(await import("./i18n.js")).setLanguage(code), code);

	await page.click("#settings");
	await speak("de");
	assert.equal(await text(page, "#settings-title"), "Einstellungen");
	assert.match(await text(page, "#settings-dialog"), /Töne/);
	await page.getByRole("button", { name: "Tasten" }).click();
	await speak("fr");
	assert.equal(await text(page, "#settings-title"), "Touches");
	await page.keyboard.press("Escape");
	await page.click("#new");
	await page.selectOption('[data-key="clock"]', "own");
	await speak("es");
	assert.equal(await text(page, "#new-title"), "Nueva partida");
	assert.match(await text(page, "#new-dialog"), /Segundos por jugada/);
	await page.keyboard.press("Escape");
	assert.equal(await page.locator("rookery-board [role=grid]").getAttribute("aria-label"),
		"Tablero de ajedrez");
	await speak("sv");
	assert.match(await cell(page, "e4").getAttribute("aria-label"), /tom/);
});
