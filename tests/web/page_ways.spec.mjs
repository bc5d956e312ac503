// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page by every way that leads through it: keys after a click, dialogs and
 * their messages, fingers on a phone, the typed line in the console's language,
 * new versions, two tabs.
 *
 *	make web && node --test tests/web/page_ways.spec.mjs
 */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { open, serve } from "./browser.mjs";
import { begin, cell, drag, moves, openPage, pages, read, ready, site, state, text, type }
	from "./page.mjs";

const page = pages();
const alone = (page) => begin(page, { levels: [0, 0] });
const here = (page) => page.locator("#moves [aria-current]").textContent();
const answer = async (page, line) => {
	await type(page, line);
	return text(page, "#answer");
};

page("arrow keys go through the game, whatever was clicked", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3", "Nc6");
	for (const click of ["#flip", "#moves .move >> nth=3", "#previous", "#state", "#near"]) {
		await page.click(click);
		await page.keyboard.press("End");
		await page.keyboard.press("ArrowLeft");
		assert.equal(await here(page), "Nf3", click);
		await page.keyboard.press("ArrowRight");
		assert.equal(await here(page), "Nc6", click);
	}
	// A click on an empty square of the board, too; but not the keys of who
	// walks through the board by keyboard.
	await cell(page, "e3").click();
	await page.keyboard.press("ArrowLeft");
	assert.equal(await here(page), "Nf3");
	await page.keyboard.press("End");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Shift+Tab");
	await page.keyboard.press("ArrowLeft");
	assert.equal(await here(page), "Nc6");
});

page("a dialog has the focus where it is needed, and its messages in it", async (page) => {
	const focused = () => page.evaluate(() =>
		document.activeElement.getAttribute("aria-label") ??
		document.activeElement.textContent.slice(0, 30));

	for (const id of ["#new", "#open", "#share", "#settings"]) {
		await page.click(id);
		await page.waitForSelector("dialog[open]");
		assert.notEqual(await focused(), "Close", id);
		await page.keyboard.press("Escape");
		await page.waitForSelector("dialog[open]", { state: "hidden" });
	}
	await page.click("#share");
	await page.getByRole("button", { name: "Copy FEN" }).click();
	await page.locator("#toast").waitFor();
	const seen = await page.locator("#toast").evaluate((toast) => {
		const { left, top, width, height } = toast.getBoundingClientRect();
		const hit = document.elementsFromPoint(left + width / 2, top + height / 2);

		return { isIn: Boolean(toast.closest("dialog[open]")), hits: hit.length };
	});

	assert.equal(seen.isIn, true);
	assert.match(await page.locator("#share-dialog .live").textContent(), /copied|by hand/);
});

page("the board keeps its size when the analysis comes", async (page) => {
	const width = async () => (await page.locator("rookery-board").boundingBox()).width;
	const before = await width();

	await page.click("#analyse");
	assert.equal(await width(), before);
});

page("on a phone the steps are in reach, and a swipe is a step", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3");
	await page.evaluate(() => scrollTo(0, 0));
	const box = await page.locator(".steps").boundingBox();

	assert.ok(box.y + box.height <= 760, JSON.stringify(box));
	const swipe = (square, across) => page.evaluate(([name, by]) => {
		const target = document.querySelector(`rookery-board [data-square="${name}"]`);
		const { left, top, width, height } = target.getBoundingClientRect();
		const touch = (x) => new Touch({ identifier: 1, target,
			clientX: x, clientY: top + height / 2 });
		const x = left + width / 2;

		target.dispatchEvent(new TouchEvent("touchstart", { bubbles: true,
			touches: [touch(x)], changedTouches: [touch(x)] }));
		target.dispatchEvent(new TouchEvent("touchend", { bubbles: true,
			touches: [], changedTouches: [touch(x + by)] }));
	}, [square, across]);

	await swipe("d5", 90);
	assert.equal(await here(page), "e5");
	await swipe("d5", -90);
	assert.equal(await here(page), "Nf3");
	await swipe("b8", 90); // that is a piece, which could be on its way
	assert.equal(await here(page), "Nf3");
}, { viewport: { width: 390, height: 760 }, hasTouch: true, isMobile: true });

page("a phone on its side shows all ranks", async (page) => {
	for (const name of ["a1", "h8"]) {
		const { y, height } = await cell(page, name).boundingBox();

		assert.ok(y >= 0 && y + height <= 360, `${name}: ${y} ${height}`);
	}
}, { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });

page("a king that is put on its rook castles", async (page) => {
	await read(page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
	await drag(page, "e1", "h1");
	await drag(page, "e8", "a8");
	assert.deepEqual(await moves(page), ["O-O", "O-O-O"]);
});

page("the typed line speaks the console's language", async (page) => {
	await alone(page);
	await type(page, "e2 e4", "E7E5", "move g1 f3", "castle");
	assert.deepEqual(await moves(page), ["e4", "e5", "Nf3"]);
	assert.match(await answer(page, "why b8 b6"), /^Not legal: /);
	assert.match(await answer(page, "game human computer"), /^A game is running/);
	await type(page, "undo 2");
	assert.equal(await here(page), "e4");
	await type(page, "redo 2");
	assert.equal(await here(page), "Nf3");
	await type(page, "zoom 4");
	assert.match(await text(page, "#answer"), /^Zoom 4/);
	assert.ok((await page.locator("rookery-board").boundingBox()).width < 400);
	await type(page, "zoom 8", "flip black");
	assert.match(await text(page, "#near"), /Black/);
	await type(page, "theme ocean");
	assert.equal(await page.locator("rookery-board").getAttribute("data-theme"), "sea");
	await type(page, "name white Ada");
	assert.match(await text(page, "#far"), /Ada/);
	assert.match(await answer(page, "help why"), /why a move is not legal/);
	assert.match(await answer(page, "eval"), /Material|material|even|pawn/i);
	// After the end of a game another one is begun.
	await type(page, "resign");
	await page.locator("#ask-dialog .primary").click();
	await state(page, /wins/);
	await type(page, "game human computer2");
	await state(page, /^White to move/);
	assert.match(await text(page, ".table"), /Level 2/);
});

page("a second tab begins a game of its own", async (page, context) => {
	await alone(page);
	await type(page, "d4");
	await page.waitForTimeout(200);
	const [other] = await Promise.all([context.waitForEvent("page"),
		page.evaluate(() => { window.open(location.href); })]);

	await ready(other);
	await other.waitForTimeout(200);
	assert.deepEqual(await moves(other), []);
	await type(page, "d5");
	assert.deepEqual(await moves(page), ["d4", "d5"]);
});

test("a new version is offered, and comes when it is asked for", async () => {
	const folder = mkdtempSync(join(tmpdir(), "rookery-"));

	cpSync(site, folder, { recursive: true });
	const [server, browser] = await Promise.all([serve(pathToFileURL(`${folder}/`)), open()]);

	try {
		const page = await openPage(await browser.newContext());

		await page.goto(server.address);
		await ready(page);
		await page.evaluate(() => navigator.serviceWorker.ready);
		await page.waitForFunction(() => navigator.serviceWorker.controller);
		await begin(page, { levels: [0, 0] });
		await type(page, "g3");
		const html = join(folder, "index.html");

		writeFileSync(html, readFileSync(html, "utf8").replace("<title>Rookery",
			'<meta name="later" content="yes"><title>Rookery'));
		writeFileSync(join(folder, "sw.js"), `${readFileSync(join(folder, "sw.js"), "utf8")
			.replace(/VERSION = "/, 'VERSION = "x')}`);
		await page.evaluate(() => navigator.serviceWorker.getRegistration()
			.then((registration) => registration.update()));
		await page.waitForSelector("#version");
		for (const width of [320, 360, 640, 1060, 1280]) {
			await page.setViewportSize({ width, height: 700 });
			assert.equal(await page.$eval("html", (html) => html.scrollWidth), width);
			const heights = await page.$$eval(".top nav button", (buttons) =>
				buttons.map((button) => button.offsetHeight));

			assert.ok(Math.max(...heights) < 1.5 * Math.min(...heights), `${heights}`);
		}
		await page.click("#version");
		await page.waitForSelector("meta[name=later]", { state: "attached" });
		await ready(page);
		assert.deepEqual(await moves(page), ["g3"]);
		assert.deepEqual(page.errors, []);
	} finally {
		await browser.close();
		server.close();
		rmSync(folder, { recursive: true });
	}
});
