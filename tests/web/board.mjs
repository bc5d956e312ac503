// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * For the tests of the board: a page with nothing but a board on it, shown with
 * data that no game made. Every page here has the security policy of the real
 * one, and every test fails on a violation of it and on anything that the
 * browser's console complains about.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { sprite } from "../../art/sprite.mjs";
import { open as openBrowser, policy } from "./browser.mjs";
import { openPage } from "./page.mjs";

export { cell, drag, middle, violations } from "./page.mjs";

const root = new URL("../../", import.meta.url);

const html = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/board.css"><link rel="stylesheet" href="/test.css">
<script type="module" src="/test.js"></script>
${sprite()}
<main><h1>Board</h1><rookery-board></rookery-board><button id="after">After</button></main>
</html>`;

const css = `html { color-scheme: light dark; }
body { margin: 0; }
h1 { margin: 0; font: 16px/20px sans-serif; }
rookery-board { max-width: 100vh; }`;

// What the page of the tests knows: positions, and a list of what it was told.
function script() {
	const letters = "pnbrqk";
	const board = document.querySelector("rookery-board");
	const home = [3, 1, 2, 4, 5, 2, 1, 3];

	window.board = board;
	window.told = [];
	for (const type of ["move", "select", "press", "remove", "put", "draw"])
		board.addEventListener(type, ({ detail }) => {
			window.told.push({ type, ...detail });
			if (type === "move")
				window.onMove?.(detail);
		});

	window.two = (rows) => {
		const cells = Array(64).fill(null);

		rows.split("/").forEach((row, fromTop) => {
			let file = 0;

			for (const sign of row)
				if (Number(sign))
					file += Number(sign);
				else
					cells[(7 - fromTop) * 8 + file++] = {
						type: letters.indexOf(sign.toLowerCase()),
						seat: sign === sign.toLowerCase() ? 1 : 0,
					};
		});
		return cells;
	};
	window.four = () => {
		const cells = Array(196).fill(null);
		const inside = (i) => i > 2 && i < 11;
		const put = (file, rank, type, seat) => {
			cells[rank * 14 + file] = { type, seat };
		};

		cells.forEach((_, square) => {
			if (!inside(square % 14) && !inside(Math.floor(square / 14)))
				cells[square] = "wall";
		});
		home.forEach((type, i) => {
			put(3 + i, 0, type, 0);
			put(3 + i, 1, 0, 0);
			put(0, 10 - i, type, 1);
			put(1, 10 - i, 0, 1);
			put(10 - i, 13, type, 2);
			put(10 - i, 12, 0, 2);
			put(13, 3 + i, type, 3);
			put(12, 3 + i, 0, 3);
		});
		return cells;
	};
	window.square = (name) => {
		const files = board.view.files;

		return (Number(name.slice(1)) - 1) * files + name.charCodeAt(0) - 97;
	};
	// Moves from a table: { e2: ["e4", "d8=4,1"] }
	window.allow = (table) => {
		const ways = new Map(Object.entries(table).map(([from, list]) =>
			[window.square(from), list.map((text) => {
				const [to, types] = text.split("=");

				return {
					square: window.square(to),
					promotions: types?.split(",").map(Number),
				};
			})]));

		board.targets = (from) => ways.get(from) ?? null;
	};
	// Does as it is told, as a page would.
	window.obey = () => {
		window.onMove = ({ from, to, promotion }) => {
			const cells = [...board.view.cells];

			cells[to] = promotion === null ? cells[from]
				: { ...cells[from], type: promotion };
			cells[from] = null;
			board.show({ cells, last: [from, to] });
		};
	};
	window.ready = true;
}

export const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

let browser;

before(async () => { browser = await openBrowser(); });
after(() => browser?.close());

function answer(path) {
	if (path === "/")
		return ["text/html", html];
	if (path === "/test.css")
		return ["text/css", css];
	if (path === "/test.js")
		return ["text/javascript", `import "/board.js";\n(${script})();`];
	return [path.endsWith(".css") ? "text/css" : "text/javascript",
		readFileSync(new URL(`ports/web/page${path}`, root), "utf8")];
}

export const usual = { viewport: { width: 480, height: 500 } };
export const touch = {
	hasTouch: true, isMobile: true, viewport: { width: 320, height: 560 },
};

const pages = new Map();

/** The page for tests with these options; they share it one after the other. */
async function open(options) {
	if (pages.has(options))
		return pages.get(options);
	const context = await browser.newContext(options);
	const page = await openPage(context);

	await context.route("**/*", (route) => {
		const path = new URL(route.request().url()).pathname;

		if (path === "/favicon.ico")
			return route.fulfill({ status: 204 });
		const [contentType, body] = answer(path);

		return route.fulfill({ contentType, body,
			headers: { "content-security-policy": policy } });
	});
	pages.set(options, { context, page });
	return pages.get(options);
}

/** A test of the board, loaded anew. */
export function board(name, use, options = usual, reducedMotion = "reduce") {
	test(name, async () => {
		const { context, page } = await open(options);

		await page.emulateMedia({
			colorScheme: "light", forcedColors: "none", reducedMotion,
		});
		await page.setViewportSize(options.viewport);
		await page.goto("http://board.test/");
		await page.waitForFunction("window.ready");
		await use(page, context);
		assert.deepEqual(page.errors.splice(0), []);
	});
}

/** Shows a position of two players; `ways` is for allow(). */
export const two = (page, rows = start, ways = {}) =>
	page.evaluate(([rows, ways]) => {
		board.show({ files: 8, ranks: 8, cells: two(rows), seats: ["White", "Black"] });
		allow(ways);
	}, [rows, ways]);

export const four = (page, change = {}, ways = {}) =>
	page.evaluate(([change, ways]) => {
		board.show({ files: 14, ranks: 14, cells: four(),
			seats: ["Red", "Blue", "Yellow", "Green"], ...change });
		allow(ways);
	}, [change, ways]);

/** What the board said of one kind, since asked last; squares by name. */
export const said = (page, type) => page.evaluate((type) => {
	const list = told.filter((one) => one.type === type);

	told.length = 0;
	return list.map(({ from, to, promotion }) => board.geometry.name(from) +
		board.geometry.name(to) + (promotion === null ? "" : `=${promotion}`));
}, type);

export const marked = (page, mark) => page.evaluate((mark) =>
	[...document.querySelectorAll(`rookery-board .${mark}`)]
		.map((one) => one.dataset.square).sort(), mark);

export const focused = (page) => page.evaluate(() =>
	document.activeElement.dataset.square ?? document.activeElement.ariaLabel);

export async function press(page, ...keys) {
	for (const key of keys)
		await page.keyboard.press(key);
}

/** Two pawns one step away from promotion. */
export const pawns = "8/P6k/8/8/8/8/p6K/8";
export const promotions = { a7: ["a8=4,3,2,1"], a2: ["a1=4,3,2,1"], h2: ["h1"] };
