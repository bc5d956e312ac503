// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The board of the page, alone, in Debian's Chromium: shown with data that no
 * game made, moved by mouse, touch, keyboard and a screen reader's click.
 *
 *	node --test tests/web/board.spec.mjs
 *
 * Every page here has the security policy of the real one, and every test
 * fails on a violation of it and on any error in the browser's console.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { sprite } from "../../art/sprite.mjs";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("build/", root));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'";

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
	document.addEventListener("securitypolicyviolation", (event) =>
		console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));

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

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

let browser;

before(async () => {
	browser = await chromium.launch({
		executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
		args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update",
			"--disable-sync"],
	});
});

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

const usual = { viewport: { width: 480, height: 500 } };
const pages = new Map();

/** The page for tests with these options; they share it one after the other. */
async function open(options) {
	if (pages.has(options))
		return pages.get(options);
	const context = await browser.newContext(options);
	const page = await context.newPage();
	const errors = [];

	page.on("console", (message) => {
		if (message.type() === "error")
			errors.push(message.text());
	});
	page.on("pageerror", (error) => errors.push(error.stack));
	await context.route("**/*", (route) => {
		const path = new URL(route.request().url()).pathname;

		if (path === "/favicon.ico")
			return route.fulfill({ status: 204 });
		const [contentType, body] = answer(path);

		return route.fulfill({ contentType, body,
			headers: { "content-security-policy": policy } });
	});
	pages.set(options, { context, page, errors });
	return pages.get(options);
}

/** A test of the board, loaded anew. */
function board(name, use, options = usual, reducedMotion = "reduce") {
	test(name, async () => {
		const { context, page, errors } = await open(options);

		await page.emulateMedia({
			colorScheme: "light", forcedColors: "none", reducedMotion,
		});
		await page.setViewportSize(options.viewport);
		await page.goto("http://board.test/");
		await page.waitForFunction("window.ready");
		await use(page, context);
		assert.deepEqual(errors.splice(0), []);
	});
}

/** Shows a position of two players; `ways` is for allow(). */
const two = (page, rows = start, ways = {}) =>
	page.evaluate(([rows, ways]) => {
		board.show({ files: 8, ranks: 8, cells: two(rows), seats: ["White", "Black"] });
		allow(ways);
	}, [rows, ways]);

const four = (page, change = {}, ways = {}) =>
	page.evaluate(([change, ways]) => {
		board.show({ files: 14, ranks: 14, cells: four(),
			seats: ["Red", "Blue", "Yellow", "Green"], ...change });
		allow(ways);
	}, [change, ways]);

const cell = (page, name) => page.locator(`rookery-board [data-square="${name}"]`);

async function middle(page, name) {
	const { x, y, width, height } = await cell(page, name).boundingBox();

	return [x + width / 2, y + height / 2];
}

async function drag(page, from, to, button = "left") {
	await page.mouse.move(...await middle(page, from));
	await page.mouse.down({ button });
	await page.mouse.move(...await middle(page, to), { steps: 4 });
	await page.mouse.up({ button });
}

/** What the board said of one kind, since asked last; squares by name. */
const said = (page, type) => page.evaluate((type) => {
	const list = told.filter((one) => one.type === type);

	told.length = 0;
	return list.map(({ from, to, promotion }) => board.geometry.name(from) +
		board.geometry.name(to) + (promotion === null ? "" : `=${promotion}`));
}, type);

const marked = (page, mark) => page.evaluate((mark) =>
	[...document.querySelectorAll(`rookery-board .${mark}`)]
		.map((one) => one.dataset.square).sort(), mark);

const focused = (page) => page.evaluate(() =>
	document.activeElement.dataset.square ?? document.activeElement.ariaLabel);

async function press(page, ...keys) {
	for (const key of keys)
		await page.keyboard.press(key);
}

board("a grid of squares with names", async (page) => {
	await two(page);
	assert.equal(await page.getByRole("grid", { name: "Chess board" }).count(), 1);
	assert.equal(await page.getByRole("row").count(), 8);
	assert.equal(await page.getByRole("gridcell").count(), 64);
	for (const label of ["e2, white pawn", "g8, black knight", "e4, empty"])
		assert.equal(await page.getByRole("gridcell",
			{ name: label, exact: true }).count(), 1);
	assert.equal(await page.locator("rookery-board [tabindex='0']").count(), 1);
	// a1 is dark and lies below on the left.
	const [x, y] = await middle(page, "a1");
	const [left, top] = await middle(page, "h8");

	assert.ok(x < left && y > top);
	assert.ok(await cell(page, "a1").evaluate((one) => one.classList.contains("dark")));
});

board("what is special about a square is in its name", async (page) => {
	await two(page, "4k3/8/8/8/8/8/8/R3K2R", { a1: ["a8", "b1"] });
	await page.evaluate(() => {
		board.show({
			last: [square("h1")], checks: [square("e8")], premove: [square("e1")],
		});
		board.select(square("a1"));
	});
	const label = (name) => cell(page, name).getAttribute("aria-label");

	assert.equal(await label("e8"), "e8, black king, in check");
	assert.equal(await label("h1"), "h1, white rook, last move");
	assert.equal(await label("e1"), "e1, white king, premove");
	assert.equal(await label("a8"), "a8, empty, can go here");
	assert.equal(await cell(page, "a1").getAttribute("aria-selected"), "true");
	assert.equal(await cell(page, "a8").getAttribute("aria-selected"), "false");
});

board("two players: the board turned by half", async (page) => {
	await two(page);
	await page.evaluate(() => board.show({ below: 1 }));
	const [x, y] = await middle(page, "h8");
	const [right, top] = await middle(page, "a1");

	assert.ok(x < right && y > top);
	const texts = (where) => page.locator(`rookery-board .${where}`).evaluateAll((all) =>
		all.map((one) => one.dataset.text).join(""));

	assert.equal(await texts("below"), "hgfedcba");
	assert.equal(await texts("left"), "12345678");
});

board("the cross, seen from each of its seats", async (page) => {
	await four(page);
	assert.equal(await page.getByRole("gridcell").count(), 160);
	// Below on the left is the first square of the seat that looks.
	for (const [below, name, army] of [[0, "d1", "red"], [1, "a11", "blue"],
		[2, "k14", "yellow"], [3, "n4", "green"]]) {
		await page.evaluate((below) => board.show({ below }), below);
		const row = page.locator("rookery-board .row").last().locator(".cell");

		assert.equal(await row.count(), 8);
		assert.equal(await row.first().getAttribute("data-square"), name);
		assert.equal(await row.first().getAttribute("aria-label"), `${name}, ${army} rook`);
		assert.equal(await row.locator(`.piece.${army}`).count(), 8);
	}
});

board("a dead army is grey and says so", async (page) => {
	await four(page);
	await page.evaluate(() => board.show({ cells: board.view.cells.map((one) =>
		one?.seat === 1 ? { ...one, dead: true } : one) }));
	assert.equal(await page.locator("rookery-board .piece.dead").count(), 16);
	assert.equal(await page.locator("rookery-board .piece.blue").count(), 0);
	assert.equal(await cell(page, "a11").getAttribute("aria-label"), "a11, dead blue rook");
});

board("by mouse: drag", async (page) => {
	await two(page, start, { e2: ["e3", "e4"], g1: ["f3"] });
	await page.evaluate(() => obey());
	await drag(page, "e2", "e4");
	assert.deepEqual(await said(page, "move"), ["e2e4"]);
	assert.equal(await cell(page, "e4").locator(".piece.white").count(), 1);
	assert.equal(await cell(page, "e2").locator(".piece").count(), 0);
	await drag(page, "g1", "g3");
	assert.deepEqual(await said(page, "move"), []);
	assert.equal(await cell(page, "g1").locator(".piece").count(), 1);
	assert.equal(await page.locator("rookery-board .carried, rookery-board .hover").count(), 0);
	assert.deepEqual(await marked(page, "selected"), ["g1"]);
	await drag(page, "e7", "e5");
	assert.deepEqual(await said(page, "move"), []);
	assert.deepEqual(await marked(page, "selected"), []);
});

board("by mouse: a piece follows the pointer and can be left outside", async (page) => {
	await two(page, start, { e2: ["e4"] });
	await page.mouse.move(...await middle(page, "e2"));
	await page.mouse.down();
	await page.mouse.move(...await middle(page, "e4"), { steps: 3 });
	const box = await cell(page, "e2").locator(".piece").boundingBox();
	const [x, y] = await middle(page, "e4");

	assert.ok(Math.abs(box.x + box.width / 2 - x) < 2);
	assert.ok(Math.abs(box.y + box.height / 2 - y) < 2);
	assert.deepEqual(await marked(page, "hover"), ["e4"]);
	await page.mouse.move(240, 5);
	await page.mouse.up();
	assert.deepEqual(await page.evaluate(() => told.at(-1)), { type: "remove", from: 12 });
});

board("by mouse: click and click", async (page) => {
	await two(page, start, { e2: ["e3", "e4"], g1: ["f3", "h3"], b8: [] });
	await cell(page, "e2").click();
	assert.deepEqual(await marked(page, "target"), ["e3", "e4"]);
	await cell(page, "e4").click();
	assert.deepEqual(await said(page, "move"), ["e2e4"]);
	assert.deepEqual(await marked(page, "target"), []);
	// Another piece, the same again, one without moves, one of others.
	await cell(page, "e2").click();
	await cell(page, "g1").click();
	assert.deepEqual(await marked(page, "target"), ["f3", "h3"]);
	await cell(page, "g1").click();
	assert.deepEqual(await marked(page, "selected"), []);
	await cell(page, "b8").click();
	assert.deepEqual(await marked(page, "selected"), ["b8"]);
	await cell(page, "d7").click();
	assert.deepEqual(await marked(page, "selected"), []);
	assert.deepEqual(await said(page, "move"), []);
});

board("by mouse: nothing is decided before the button is up", async (page) => {
	await two(page, start, { e2: ["e4"] });
	await cell(page, "e2").click();
	await page.mouse.move(...await middle(page, "e4"));
	await page.mouse.down();
	assert.deepEqual(await said(page, "move"), []);
	await page.mouse.move(...await middle(page, "a5"), { steps: 2 });
	await page.mouse.up();
	assert.deepEqual(await said(page, "move"), []);
});

const touch = { hasTouch: true, isMobile: true, viewport: { width: 320, height: 560 } };

async function finger(context, page) {
	const client = await context.newCDPSession(page);

	return (type, ...points) => client.send("Input.dispatchTouchEvent", {
		type: `touch${type}`, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
	});
}

board("by touch: tap and tap, and drag", async (page, context) => {
	await two(page, start, { e2: ["e4"], g1: ["f3"] });
	await page.evaluate(() => obey());
	await page.touchscreen.tap(...await middle(page, "e2"));
	await page.touchscreen.tap(...await middle(page, "e4"));
	assert.deepEqual(await said(page, "move"), ["e2e4"]);
	const touches = await finger(context, page);
	const [x, y] = await middle(page, "g1");
	const [tox, toy] = await middle(page, "f3");

	await touches("Start", [x, y]);
	await touches("Move", [(x + tox) / 2, (y + toy) / 2]);
	await touches("Move", [tox, toy]);
	assert.equal(await page.locator("rookery-board .carried.touch").count(), 1);
	await touches("End");
	assert.deepEqual(await said(page, "move"), ["g1f3"]);
	assert.equal(await page.locator("rookery-board .carried").count(), 0);
}, touch);

board("by touch: a second finger ends a drag for nothing", async (page, context) => {
	await two(page, start, { g1: ["f3"] });
	const touches = await finger(context, page);
	const from = await middle(page, "g1");
	const to = await middle(page, "f3");

	await touches("Start", from);
	await touches("Move", to);
	await touches("Start", to, [100, 200]);
	await touches("End");
	assert.deepEqual(await said(page, "move"), []);
	assert.equal(await page.locator("rookery-board .carried").count(), 0);
}, touch);

board("by keyboard", async (page) => {
	await two(page, start, { e2: ["e3", "e4"] });
	await press(page, "Tab");
	assert.equal(await focused(page), "a1");
	await press(page, "ArrowLeft", "ArrowDown");
	assert.equal(await focused(page), "a1");
	await press(page, "ArrowUp", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "Enter");
	assert.equal(await focused(page), "e2");
	assert.deepEqual(await marked(page, "selected"), ["e2"]);
	await press(page, "Escape");
	assert.deepEqual(await marked(page, "selected"), []);
	await press(page, "Space", "ArrowUp", "ArrowUp", "Enter");
	assert.deepEqual(await said(page, "move"), ["e2e4"]);
	await press(page, "Home");
	assert.equal(await focused(page), "a4");
	await press(page, "PageUp");
	assert.equal(await focused(page), "a8");
	await press(page, "Control+End");
	assert.equal(await focused(page), "h1");
	await press(page, "Control+Home", "PageDown");
	assert.equal(await focused(page), "a1");
	await press(page, "Tab");
	assert.equal(await page.evaluate(() => document.activeElement.id), "after");
	await press(page, "Shift+Tab");
	assert.equal(await focused(page), "a1");
});

board("by keyboard: turned, and along walls", async (page) => {
	await four(page, { below: 1 });
	await page.evaluate(() => board.focusSquare(square("a11")));
	await press(page, "ArrowRight");
	assert.equal(await focused(page), "a10");
	await press(page, "ArrowLeft", "ArrowLeft", "ArrowDown");
	assert.equal(await focused(page), "a11");
	await press(page, "PageUp");
	assert.equal(await focused(page), "n11");
	await press(page, "Control+Home");
	assert.equal(await focused(page), "n11");
	await press(page, "Control+End");
	assert.equal(await focused(page), "a4");
});

board("by keyboard: other keys are the page's", async (page) => {
	await two(page);
	await page.evaluate(() => {
		window.kept = [];
		document.addEventListener("keydown", (event) =>
			kept.push([event.key, event.defaultPrevented]));
	});
	await press(page, "Tab", "n", "Escape", "ArrowUp");
	assert.deepEqual(await page.evaluate(() => kept),
		[["Tab", false], ["n", false], ["Escape", false], ["ArrowUp", true]]);
});

board("by a screen reader's click", async (page) => {
	await two(page, start, { e2: ["e4"] });
	for (const name of ["e2", "e4"])
		await cell(page, name).evaluate((one) => one.click());
	assert.deepEqual(await said(page, "move"), ["e2e4"]);
});

const pawns = "8/P6k/8/8/8/8/p6K/8";
const promotions = { a7: ["a8=4,3,2,1"], a2: ["a1=4,3,2,1"], h2: ["h1"] };

board("promotion: chosen by mouse, keyboard, or not at all", async (page) => {
	await two(page, pawns, promotions);
	await drag(page, "a7", "a8");
	const buttons = page.getByRole("dialog", { name: "Promote to" }).getByRole("button");

	assert.deepEqual(await buttons.evaluateAll((all) => all.map((one) => one.ariaLabel)),
		["queen", "rook", "bishop", "knight"]);
	assert.deepEqual(await said(page, "move"), []);
	await buttons.nth(3).click();
	assert.deepEqual(await said(page, "move"), ["a7a8=1"]);
	assert.equal(await buttons.count(), 0);

	await page.evaluate(() => board.focusSquare(square("a2")));
	await press(page, "Enter", "ArrowDown", "Enter");
	assert.equal(await focused(page), "queen");
	// It opens upwards here, the first one next to the pawn.
	await press(page, "ArrowUp", "ArrowUp", "ArrowDown", "Enter");
	assert.deepEqual(await said(page, "move"), ["a2a1=3"]);
	assert.equal(await focused(page), "a1");

	await press(page, "ArrowUp", "Enter", "ArrowDown", "Enter", "Escape");
	assert.equal(await buttons.count(), 0);
	assert.equal(await focused(page), "a2");
	await cell(page, "a7").click();
	await cell(page, "a8").click();
	await page.mouse.click(...await middle(page, "e4"));
	assert.equal(await buttons.count(), 0);
	assert.deepEqual(await said(page, "move"), []);
});

board("promotion: the only choice is not asked for", async (page) => {
	await two(page, pawns, { a7: ["a8=4"] });
	await drag(page, "a7", "a8");
	assert.deepEqual(await said(page, "move"), ["a7a8=4"]);
});

board("promotion: never mind when the position changes", async (page) => {
	await two(page, pawns, promotions);
	await drag(page, "a7", "a8");
	await two(page, start);
	assert.equal(await page.getByRole("dialog").count(), 0);
	assert.deepEqual(await said(page, "move"), []);
});

board("promotion: large enough and inside on a small cross", async (page) => {
	for (const [name, way] of [["n10", "n11"], ["a5", "a4"], ["d13", "d14"], ["k2", "k1"]]) {
		await four(page, {}, { [name]: [`${way}=4,3,2,1`] });
		await page.evaluate(([from, to]) => {
			board.select(square(from));
			board.go(square(to));
		}, [name, way]);
		const outer = await page.locator("rookery-board .frame").boundingBox();
		const box = await page.getByRole("dialog").boundingBox();

		assert.ok(box.x >= outer.x && box.x + box.width <= outer.x + outer.width + 0.5);
		assert.ok(box.y >= outer.y && box.y + box.height <= outer.y + outer.height + 0.5);
		for (const button of await page.getByRole("dialog").getByRole("button").all())
			assert.ok((await button.boundingBox()).height >= 44);
		await press(page, "Escape");
	}
}, touch);

board("arrows and circles", async (page) => {
	await two(page);
	const shapes = () => page.locator("rookery-board .drawings > *").evaluateAll((all) =>
		all.map((one) => one.getAttribute("class")));

	await drag(page, "e2", "e4", "right");
	await page.keyboard.down("Shift");
	await page.mouse.click(...await middle(page, "d5"), { button: "right" });
	await page.keyboard.up("Shift");
	assert.deepEqual(await shapes(), ["path green", "circle red"]);
	assert.deepEqual(await page.evaluate(() => told.at(-1).drawings), [
		{ from: 12, to: 28, brush: "green" }, { from: 35, to: 35, brush: "red" }]);
	await drag(page, "e2", "e4", "right");
	assert.deepEqual(await shapes(), ["circle red"]);
	await page.evaluate(() => board.show({ arrows: [{ from: 1, to: 18, brush: "blue" }] }));
	assert.deepEqual(await shapes(), ["path blue", "circle red"]);
	await cell(page, "e5").click();
	assert.deepEqual(await shapes(), ["path blue"]);
	// The same without a mouse.
	await page.evaluate(() => board.focusSquare(12));
	await press(page, "Control+Enter", "ArrowUp", "Control+Enter");
	assert.deepEqual(await shapes(), ["path blue", "path green"]);
	await press(page, "Escape");
	assert.deepEqual(await shapes(), ["path blue"]);
	assert.deepEqual(await said(page, "move"), []);
});

board("an arrow points from square to square, turned or not", async (page) => {
	await two(page);
	for (const below of [0, 1]) {
		await page.evaluate((below) => board.show({ below,
			arrows: [{ from: square("b1"), to: square("b5") }] }), below);
		const box = await page.locator("rookery-board .drawings .path").boundingBox();
		const [x, from] = await middle(page, "b1");
		const [, to] = await middle(page, "b5");

		assert.ok(Math.abs(box.x + box.width / 2 - x) < 1);
		assert.ok(Math.abs((below ? box.y + box.height : box.y) - to) < 2);
		assert.ok(Math.abs(from - to) > box.height);
	}
});

board("a position that changes during a drag", async (page) => {
	await two(page, start, { e2: ["e4"], g1: ["f3"] });
	await page.mouse.move(...await middle(page, "g1"));
	await page.mouse.down();
	await page.mouse.move(...await middle(page, "f3"), { steps: 3 });
	// Somebody else moves: the drag goes on.
	await page.evaluate(() => board.show({
		cells: two("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR") }));
	assert.equal(await page.locator("rookery-board .carried").count(), 1);
	assert.deepEqual(await marked(page, "target"), ["f3"]);
	// The knight is taken: it does not.
	await page.evaluate(() => board.show({
		cells: two("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBpR") }));
	assert.equal(await page.locator("rookery-board .carried").count(), 0);
	await page.mouse.up();
	assert.deepEqual(await said(page, "move"), []);
});

board("Escape ends a drag for nothing", async (page) => {
	await two(page, start, { e2: ["e4"] });
	await page.evaluate(() => board.focusSquare(12));
	await page.mouse.move(...await middle(page, "e2"));
	await page.mouse.down();
	await page.mouse.move(...await middle(page, "e4"), { steps: 3 });
	await press(page, "Escape");
	await page.mouse.up();
	assert.deepEqual(await said(page, "move"), []);
});

board("a page that takes the press for itself", async (page) => {
	await two(page, start, { e2: ["e4"] });
	await page.evaluate(() => board.addEventListener("press",
		(event) => event.preventDefault()));
	await cell(page, "e2").click();
	await page.evaluate(() => board.focusSquare(12));
	await press(page, "Enter");
	assert.deepEqual(await marked(page, "selected"), []);
	assert.deepEqual(await page.evaluate(() => told),
		[{ type: "press", square: 12 }, { type: "press", square: 12 }]);
});

board("a piece carried in from outside", async (page) => {
	await two(page, "8/8/8/8/8/8/8/8");
	await page.evaluate(() => document.querySelector("h1").addEventListener("pointerdown",
		(event) => board.carry({ type: 4, seat: 1 }, event)));
	await page.mouse.move(20, 10);
	await page.mouse.down();
	await page.mouse.move(...await middle(page, "c6"), { steps: 3 });
	const box = await page.locator("rookery-board .carried.black").boundingBox();
	const [x, y] = await middle(page, "c6");

	assert.ok(Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) < 2);
	await page.mouse.up();
	assert.deepEqual(await page.evaluate(() => told.at(-1)),
		{ type: "put", square: 42, cell: { type: 4, seat: 1 } });
	assert.equal(await page.locator("rookery-board .piece").count(), 0);
});

const walking = (page) => page.evaluate(() =>
	[...document.querySelectorAll("rookery-board .walking")]
		.map((one) => one.parentElement.dataset.square).sort());

board("pieces walk", async (page) => {
	await two(page, "8/P7/8/8/8/8/8/R3K2R");
	await page.evaluate(() => { board.duration = 5000; });
	const show = (rows) => page.evaluate((rows) => board.show({ cells: two(rows) }), rows);

	await show("8/P7/8/8/8/8/8/R4RK1");
	assert.deepEqual(await walking(page), ["f1", "g1"]);
	await show("Q7/8/8/8/8/8/8/R4RK1");
	assert.ok((await walking(page)).includes("a8"));
	// A new game is no walk.
	await two(page, "8/8/8/8/8/8/8/8");
	await show(start);
	assert.deepEqual(await walking(page), []);
	await page.evaluate(() => { board.duration = 0; });
	await show("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
	assert.deepEqual(await walking(page), []);
}, usual, "no-preference");

board("a piece that was dropped does not walk", async (page) => {
	await two(page, start, { e2: ["e4"] });
	await page.evaluate(() => {
		board.duration = 5000;
		obey();
	});
	await drag(page, "e2", "e4");
	assert.deepEqual(await walking(page), []);
}, usual, "no-preference");

board("nothing walks for those who do not want it", async (page) => {
	await two(page, "8/8/8/8/8/8/8/R3K2R");
	await page.evaluate(() => {
		board.duration = 5000;
		board.show({ cells: two("8/8/8/8/8/8/8/R4RK1") });
	});
	assert.deepEqual(await walking(page), []);
});

board("squares are squares at every size", async (page) => {
	for (const width of [320, 800, 1600, 2560])
		for (const show of [two, four]) {
			await page.setViewportSize({ width, height: width + 60 });
			await show(page);
			const box = await cell(page, "e4").boundingBox();
			const side = width / (show === two ? 8 : 14);

			assert.ok(Math.abs(box.width - side) < 0.6);
			assert.ok(Math.abs(box.height - side) < 0.6);
			assert.ok(await page.evaluate(() =>
				document.documentElement.scrollWidth <= innerWidth));
		}
});

// Contrast as WCAG 2.2 reckons it; colours as the browser drew them.
const luminance = (colour) => colour.slice(0, 3)
	.map((part) => part / 255)
	.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
	.reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);

function contrast(one, other) {
	const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);

	return (high + 0.05) / (low + 0.05);
}

const over = ([r, g, b, a = 1], under) =>
	[r, g, b].map((part, i) => part * a + under[i] * (1 - a));

/** The colours of the board as numbers, by name. */
const colours = (page) => page.evaluate(() => {
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const probe = document.createElement("i");
	const numbers = (text) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = text;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;

		return [r, g, b, a / 255];
	};
	const found = {};

	board.append(probe);
	for (const name of ["light", "dark", "coordinate", "target", "focus", "gap", "last",
		"last-red", "last-blue", "last-green", "selected", "premove"]) {
		probe.style.color = `var(--board-${name})`;
		found[name] = numbers(getComputedStyle(probe).color);
	}
	probe.remove();
	for (const piece of board.querySelectorAll(".piece")) {
		const style = getComputedStyle(piece);

		found[piece.classList[1]] = {
			body: numbers(style.color),
			line: numbers(style.stroke),
			inner: numbers(style.fill),
		};
	}
	return found;
});

const tints = ["last", "last-red", "last-blue", "last-green", "selected", "premove"];
const armies = ["white", "black", "red", "blue", "yellow", "green", "dead"];

/** The contrasts that are needed: [what, how much, one colour, another]. */
function contrasts(found) {
	const list = [["focus", 3, found.focus, found.gap]];

	for (const name of ["light", "dark"]) {
		const square = found[name];

		list.push([`target on ${name}`, 3, found.target, square]);
		list.push([`coordinate on ${name}`, 4.5, found.coordinate, square]);
		for (const tint of tints)
			list.push([`coordinate on ${tint} ${name}`, 4.5, found.coordinate,
				over(found[tint], square)]);
		for (const army of armies)
			for (const tint of ["", ...tints])
				list.push([`outline of ${army} on ${tint} ${name}`, 3,
					found[army].line,
					tint ? over(found[tint], square) : square]);
	}
	for (const army of armies)
		list.push([`inner lines of ${army}`, 3,
			found[army].inner, found[army].body]);
	return list;
}

board("contrast in every theme, light and dark", async (page) => {
	for (const colorScheme of ["light", "dark"])
		for (const theme of ["wood", "sea", "grass", "slate"]) {
			await page.emulateMedia({ colorScheme });
			await page.evaluate((theme) => { board.dataset.theme = theme; }, theme);
			await two(page);
			const found = await colours(page);

			await four(page);
			await page.evaluate(() => {
				const cells = [...board.view.cells];

				cells[3] = { ...cells[3], dead: true };
				board.show({ cells });
			});
			for (const [what, least, one, other] of
				contrasts({ ...found, ...await colours(page) }))
				assert.ok(contrast(one, other) >= least,
					[theme, colorScheme, what, contrast(one, other)].join());
		}
});

board("axe has nothing to say", async (page) => {
	const check = async (view) => {
		await page.evaluate(axe);
		const { violations } = await page.evaluate(() => window.axe.run());

		assert.deepEqual(violations.map(({ id, nodes }) =>
			`${id}: ${nodes[0].html}`), [], view);
	};

	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		await two(page, pawns, promotions);
		await page.evaluate(() => board.show({ last: [1, 18], checks: [4], premove: [60],
			coordinates: "every" }));
		await cell(page, "a7").click();
		await check(`two, ${colorScheme}`);
		await cell(page, "a8").click();
		await check(`promotion, ${colorScheme}`);
		await press(page, "Escape");
		await four(page, { coordinates: "edge" });
		await check(`four, ${colorScheme}`);
	}
});

board("the focus is seen, with chosen colours too", async (page) => {
	await two(page);
	for (const forcedColors of ["none", "active"]) {
		await page.emulateMedia({ forcedColors });
		await page.evaluate(() => board.focusSquare(0));
		await press(page, "ArrowUp", "ArrowDown");
		const seen = await page.evaluate(() => {
			const style = getComputedStyle(document.activeElement);

			return [document.activeElement.dataset.square, style.outlineStyle,
				parseFloat(style.outlineWidth)];
		});

		assert.equal(seen[0], "a1");
		assert.equal(seen[1], "solid");
		assert.ok(seen[2] >= 3);
	}
});
