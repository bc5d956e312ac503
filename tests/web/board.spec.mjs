// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The board of the page, alone, in Debian's Chromium: names of squares, and
 * moves by mouse, touch, keyboard and a screen reader's click.
 *
 *	node --test tests/web/board.spec.mjs
 */
import assert from "node:assert/strict";
import { board, cell, drag, focused, four, marked, middle, pawns, press, promotions, said,
	start, touch, two, usual } from "./board.mjs";

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
