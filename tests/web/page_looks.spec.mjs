// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * What the page looks like: it fits from 320 to 2560 pixels, axe finds
 * nothing in any of its views, light or dark, and some of them look like the
 * pictures of them that somebody has looked at, from afar: letters differ from
 * machine to machine.
 *
 *	make web && node --test tests/web/page_looks.spec.mjs
 *
 * With SHOTS=folder every view is kept there as a picture; with
 * SHOTS=tests/web/pictures NEW=1 those that are there are taken anew.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open as openBrowser } from "./browser.mjs";
import { cell, openPage, read, ready, start, state, type, violations }
	from "./page.mjs";

let place;

before(async () => { place = await start(); });
after(() => place?.close());

async function begin(page, players) {
	await page.click("#new");
	await page.check(`[data-key="p${players}"]`);
	for (let seat = 0; seat < players; seat++)
		await page.selectOption(`[data-key="s${seat}"]`, "0");
	await page.selectOption('[data-key="clock"]', "10+5");
	await page.click("#new-dialog [type=submit]");
}

async function two(page) {
	await begin(page, 2);
	await type(page, "e4", "d5", "exd5", "Qxd5", "Nc3");
	await page.click("#previous");
	await type(page, "d4");
	await page.click("text=Back to the game");
}

async function four(page) {
	await begin(page, 4);
	await type(page, "h2-h4", "b7-d7", "g13-g11", "m8-k8", "Nj1-i3");
}

const VIEWS = {
	two, four,
	async end(page) {
		await begin(page, 2);
		await type(page, "f3", "e5", "g4", "Qh4");
		await state(page, /Checkmate/);
	},
	async analysis(page) {
		await read(page, "1. e4 e5 2. Nf3 {the knight} Nc6 3. Bb5 (3. Bc4 Bc5) a6 *");
		await page.click("#last");
		await page.waitForSelector("#lines-list .score");
	},
	async review(page) {
		await read(page, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 *");
		await page.click("#review");
		await page.waitForFunction(() => /Review done/.test(
			document.querySelector("#live").innerText));
		await page.waitForSelector("#lines-list .score");
	},
	async shares(page) {
		await read(page, '[Variant "FFA"]\n\n1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n' +
			"2. i2-i3 .. Qa8xg2\n");
		await page.click("#review");
		await page.waitForFunction(() => /Review done/.test(
			document.querySelector("#live").innerText));
		await page.waitForSelector("#lines-list .score");
	},
	async editor(page) {
		await page.click("#edit");
		await page.click('[data-tool="erase"]');
		await cell(page, "e1").click();
		await page.fill("#fen", "8/8/x");
		await page.press("#fen", "Enter");
	},
	async new(page) {
		await two(page);
		await page.click("#new");
		await page.selectOption('[data-key="clock"]', "own");
	},
	async refusal(page) {
		await read(page, "1. e4 e5\n2. Ke3 Nc6");
	},
	async share(page) {
		await two(page);
		await page.click("#share");
	},
	async settings(page) {
		await page.click("#settings");
	},
	async resign(page) {
		await two(page);
		await page.click("#resign");
	},
	async refused(page) {
		await two(page);
		await type(page, "Ke4");
	},
	async help(page) {
		await type(page, "help");
		await cell(page, "a1").click();
	},
};

/** A page that shows a view; what is done with it; and nothing went wrong. */
async function view(name, size, use) {
	const context = await place.browser.newContext({
		viewport: { width: size[0], height: size[1] }, reducedMotion: "reduce",
	});
	const page = await openPage(context);

	try {
		await page.goto(place.url);
		await ready(page);
		await VIEWS[name](page);
		await page.mouse.move(1, 1);
		await use(page);
		assert.deepEqual(page.errors, []);
	} finally {
		await context.close();
	}
}

const kept = (name) => new URL(`pictures/${name}.png`, import.meta.url);

async function shoot(page, name) {
	const { SHOTS, NEW } = process.env;

	await page.evaluate(() => scrollTo(0, 0));
	if (SHOTS && (!NEW || existsSync(kept(name))))
		await page.screenshot({ path: join(SHOTS, `${name}.png`) });
	if (existsSync(kept(name)) && !NEW) {
		const far = await distance(await page.screenshot(), readFileSync(kept(name)));

		assert.ok(far.mean < 3 && far.wrong < 0.02,
			`${name} looks otherwise: ${JSON.stringify(far)}`);
	}
}

/**
 * How far two pictures are apart, of 255, seen as tiles of 20 pixels, and the
 * share of what is plainly wrong; an arrow of the engine's may point elsewhere.
 */
async function distance(...pictures) {
	const page = await place.browser.newPage();
	const [one, two] = await page.evaluate((all) => Promise.all(all.map(async (text) => {
		const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
		const image = await createImageBitmap(new Blob([bytes]));
		const [width, height] = [image.width / 20, image.height / 20].map(Math.round);
		const small = await createImageBitmap(image,
			{ resizeWidth: width, resizeHeight: height, resizeQuality: "high" });
		const context = new OffscreenCanvas(width, height).getContext("2d");

		context.drawImage(small, 0, 0);
		return [...context.getImageData(0, 0, width, height).data];
	})), pictures.map((picture) => picture.toString("base64")));
	const steps = one.map((value, index) => Math.abs(value - two[index]));

	await page.close();
	return { mean: steps.reduce((a, b) => a + b) / steps.length,
		wrong: one.length === two.length
			? steps.filter((step) => step > 60).length / steps.length : 1 };
}

for (const name of Object.keys(VIEWS))
	test(`axe: ${name}`, () => view(name, [1100, 760], async (page) => {
		for (const colorScheme of ["light", "dark"]) {
			await page.emulateMedia({ colorScheme });
			await shoot(page, `${name}-${colorScheme}`);
			assert.deepEqual(await violations(page), [], colorScheme);
		}
	}));

for (const name of ["two", "editor", "analysis", "new"])
	test(`axe: ${name}, on a phone`, () => view(name, [360, 740], async (page) => {
		await shoot(page, `${name}-phone`);
		assert.deepEqual(await violations(page), []);
	}));

const SIZES = [[320, 568], [360, 740], [568, 320], [600, 600], [768, 1024],
	[1024, 768], [1366, 768], [1920, 1080], [2560, 1440]];

/** What sticks out of the window to the side, and how large the board is. */
const measure = (page) => page.evaluate(() => {
	const board = document.querySelector("rookery-board .frame")
		.getBoundingClientRect();

	return {
		over: document.documentElement.scrollWidth - innerWidth,
		wide: board.width, high: board.height, left: board.left,
		right: innerWidth - board.right,
		// Their words must not touch the edge.
		tight: [...document.querySelectorAll("#actions span")].filter((word) =>
			word.getBoundingClientRect().width &&
			word.parentElement.clientWidth - word.getBoundingClientRect().width < 4)
			.map((word) => word.innerText),
	};
});

for (const name of ["two", "four", "editor", "review"])
	test(`${name} fits into every window`, () => view(name, [1280, 800], async (page) => {
		for (const [width, height] of SIZES) {
			await page.setViewportSize({ width, height });
			await page.evaluate(() => scrollTo(0, 0));
			await shoot(page, `${name}-${width}`);
			const { over, wide, high, left, right, tight } = await measure(page);
			const least = Math.min(width, height);
			const at = `${width} by ${height}, board ${wide}`;

			assert.ok(over <= 0, `${over} too wide, ${at}`);
			assert.ok(Math.abs(wide - high) < 1, at);
			assert.ok(left >= 0 && right >= 0, at);
			assert.deepEqual(tight, [], at);
			// The board is as large as it can be.
			assert.ok(wide > least * (width === height ? 0.5 : 0.66), at);
			assert.ok(wide <= least, at);
		}
		assert.equal(await page.locator("rookery-board .cell").count() % 32, 0);
	}));

test("letters are as large as the browser is told, and everything fits", async () => {
	const browser = await openBrowser(["--blink-settings=defaultFontSize=32"]);

	try {
		for (const [width, height] of [[390, 800], [1100, 760], [1920, 1080]]) {
			const page = await browser.newPage({ viewport: { width, height } });

			await page.goto(place.url);
			await ready(page);
			const [size, over] = await page.evaluate(() => [
				getComputedStyle(document.documentElement).fontSize,
				Math.max(...Array.from(
					document.querySelectorAll("button, rookery-board"),
					(one) => one.getBoundingClientRect().right)) - innerWidth,
			]);

			assert.ok(parseFloat(size) >= 32, `${size}, ${width} wide`);
			assert.ok(over <= 0, `${over} too wide of ${width}`);
			await page.close();
		}
	} finally {
		await browser.close();
	}
});
