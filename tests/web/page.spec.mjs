// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page in Debian's Chromium: whole games by mouse, touch, keyboard and
 * typing; undo, clocks, variations, reload, two tabs, no network.
 *
 *	make web && node --test tests/web/page.spec.mjs
 *
 * Every test fails on an error in the browser's console and on a violation of
 * the security policy.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { begin, cell, drag, moves, openPage, ready, start, state, text,
	type } from "./page.mjs";

let place;

before(async () => { place = await start(); });
after(() => place?.close());

/** A test with a page of its own, where nobody has played yet. */
function page(name, use, options = {}) {
	test(name, async () => {
		const context = await place.browser.newContext({
			viewport: { width: 1100, height: 760 }, reducedMotion: "reduce", ...options,
		});
		const page = await openPage(context);

		try {
			await page.goto(place.url + (options.hash ?? ""));
			await ready(page);
			await use(page, context);
			assert.deepEqual(page.errors, []);
		} finally {
			await context.close();
		}
	});
}

/** A new game with these players: "human", or a level. */
const alone = (page) => begin(page, { levels: [0, 0] });

const pieceOn = (page, name) => cell(page, name).getAttribute("aria-label");

page("a game to mate by mouse: drags and clicks", async (page) => {
	await alone(page);
	await drag(page, "e2", "e4");
	await drag(page, "e7", "e5");
	await cell(page, "d1").click();
	await cell(page, "h5").click();
	await drag(page, "b8", "c6");
	await drag(page, "f1", "c4");
	await drag(page, "g8", "f6");
	await cell(page, "h5").click();
	assert.equal(await cell(page, "f7").evaluate((one) =>
		one.classList.contains("target")), true);
	await cell(page, "f7").click();
	await state(page, /^Checkmate! White wins!$/);
	assert.deepEqual(await moves(page),
		["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
	assert.match(await text(page, "#near"), /White/);
	assert.match(await pieceOn(page, "e8"), /black king, in check/);
	// It is over: nothing moves any more.
	await drag(page, "a7", "a6");
	assert.equal((await moves(page)).length, 7);
});

page("a game to mate by touch", async (page) => {
	await begin(page, { levels: [0, 0] });
	for (const [from, to] of [["f2", "f3"], ["e7", "e5"], ["g2", "g4"], ["d8", "h4"]]) {
		await cell(page, from).tap();
		await cell(page, to).tap();
	}
	await state(page, /^Checkmate! Black wins!$/);
	assert.deepEqual(await moves(page), ["f3", "e5", "g4", "Qh4#"]);
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });

page("a game to mate by keyboard alone", async (page) => {
	const press = async (...keys) => {
		for (const key of keys)
			await page.keyboard.press(key);
	};
	const go = async (from, to) => {
		for (const name of [from, to]) {
			await page.evaluate(() => document.activeElement.dataset.square ||
				document.querySelector("rookery-board [tabindex='0']").focus());
			await press("PageDown", "Home");
			for (let i = 1; i < Number(name[1]); i++)
				await press("ArrowUp");
			for (let i = 97; i < name.charCodeAt(0); i++)
				await press("ArrowRight");
			await press("Enter");
		}
	};

	// By Tab to the button, by keys through the dialog.
	while (await page.evaluate(() => document.activeElement.id) !== "new")
		await press("Tab");
	await press("Enter");
	await page.locator('[data-key="s1"]').focus();
	await press("Home");
	await page.locator("#new-dialog [type=submit]").focus();
	await press("Enter");
	await page.locator("rookery-board [tabindex='0']").focus();
	await go("f2", "f3");
	await go("e7", "e5");
	await go("g2", "g4");
	await go("d8", "h4");
	await state(page, /^Checkmate! Black wins!$/);
	assert.match(await text(page, "#live"), /Black: queen d8 to h4, checkmate/);
});

page("a game to mate by typing, with questions between", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Bc4", "Nc6", "Qh5");
	await type(page, "what is on h5");
	assert.equal(await text(page, "#answer"), "h5: white queen.");
	await type(page, "e4?");
	assert.equal(await text(page, "#answer"), "e4: white pawn.");
	await type(page, "what is on e3");
	assert.equal(await text(page, "#answer"), "e3: empty.");
	await type(page, "where are my knights");
	assert.equal(await text(page, "#answer"), "Black: knight on c6 and g8.");
	await type(page, "where is white's queen");
	assert.equal(await text(page, "#answer"), "White: queen on h5.");
	await type(page, "who attacks f7");
	assert.match(await text(page, "#answer"),
		/white (bishop|queen) on (c4|h5) and white (bishop|queen) on (c4|h5)/);
	await type(page, "moves g8");
	assert.equal(await text(page, "#answer"), "3 moves: Nf6, Nh6, Nge7.");
	await type(page, "list my moves");
	assert.match(await text(page, "#answer"), /^\d+ moves: .*Nf6/);
	await type(page, "whose turn");
	assert.equal(await text(page, "#answer"), "Black to move.");
	await type(page, "last move");
	assert.equal(await text(page, "#answer"), "White: queen d1 to h5.");
	await type(page, "score");
	assert.equal(await text(page, "#answer"), "Material in pawns: White 39, Black 39.");
	await type(page, "help");
	assert.match(await text(page, "#answer"), /what is on e4/);
	await type(page, "Nf6", "Qxf7");
	await state(page, /^Checkmate! White wins!$/);
});

page("what cannot be played is refused in words", async (page) => {
	await alone(page);
	await type(page, "e5");
	assert.notEqual(await text(page, "#answer"), "");
	await type(page, "Qh5");
	assert.match(await text(page, "#answer"), /^[A-Z].*\.$/);
	await type(page, "nonsense");
	assert.match(await text(page, "#answer"), /not the text of a move/);
	assert.equal(await page.inputValue("#typed"), "nonsense");
	await type(page, "e9 e5");
	assert.equal(await text(page, "#answer"), "Coordinates out of range. Use a-h and 1-8.");
	await type(page, "e2 e4 foo");
	assert.equal(await text(page, "#answer"), "Invalid input format. Use format like 'e2 e4'.");
	await type(page, "what is on z9");
	assert.deepEqual(await moves(page), []);
	await type(page, "<img src=x onerror=alert(1)>");
	assert.equal(await page.locator("#answer img").count(), 0);
});

page("promotion: the chooser, and by typing", async (page) => {
	await alone(page);
	await type(page, "H2 H4", "1... g5", "hxg5", "h6", "gxh6", "Nf6", "h7", "Rg8");
	await drag(page, "h7", "g8");
	await page.getByRole("button", { name: "knight", exact: true }).click();
	assert.equal((await moves(page)).at(-1), "hxg8=N");
	assert.match(await pieceOn(page, "g8"), /white knight/);
	await page.click("#undo");
	assert.match(await pieceOn(page, "g8"), /black rook/);
	await type(page, "hxg8=Q");
	assert.match(await pieceOn(page, "g8"), /white queen/);
});

page("undo, redo, and a variation where another move is made", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3");
	await page.click("#undo");
	await page.click("#undo");
	assert.match(await pieceOn(page, "e7"), /black pawn/);
	await page.click("#redo");
	assert.match(await pieceOn(page, "e5"), /black pawn/);
	await page.click("#undo");
	await type(page, "c5");
	// What was played is the main line; what was taken back is a variation.
	assert.deepEqual(await moves(page), ["e4", "c5", "e5", "Nf3"]);
	assert.equal(await text(page, ".variation"), "1…e52.Nf3");
	assert.match(await text(page, "#opening"), /Sicilian/);
});

page("the list of moves is clicked through, and a computer waits", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3", "Nc6");
	await page.getByRole("button", { name: "e4", exact: true }).click();
	assert.match(await pieceOn(page, "e7"), /black pawn/);
	assert.equal(await page.getByRole("button", { name: "e4", exact: true })
		.getAttribute("aria-current"), "step");
	await page.click("#next");
	assert.match(await pieceOn(page, "e5"), /black pawn/);
	await page.click("#first");
	assert.match(await pieceOn(page, "e2"), /white pawn/);
	await page.click("#last");
	assert.match(await pieceOn(page, "c6"), /black knight/);
	await page.keyboard.press("Escape");
	await page.evaluate(() => document.activeElement.blur());
	await page.keyboard.press("ArrowLeft");
	assert.match(await pieceOn(page, "b8"), /black knight/);
});

page("against a computer: it answers, undo goes back by two", async (page) => {
	await begin(page, { levels: [0, 1] });
	await type(page, "e4");
	await state(page, /^White to move/);
	assert.equal((await moves(page)).length, 2);
	await page.click("#undo");
	assert.equal(await pieceOn(page, "e4"), "e4, empty");
	assert.match(await text(page, "#state"), /^White to move/);
	await page.click("#redo");
	assert.match(await text(page, "#state"), /^White to move/);
	assert.match(await pieceOn(page, "e4"), /white pawn/);
	// Looking back does not disturb the game; a move there is a variation.
	await page.click("#first");
	await type(page, "d4");
	assert.match(await text(page, "#asked"), /Back to the game/);
	await page.getByRole("button", { name: "Play on from here" }).click();
	await state(page, /^White to move/);
	assert.match(await pieceOn(page, "d4"), /white pawn/);
});

page("a premove is played as soon as it can be", async (page) => {
	// Where the hand was slower than the computer, another game.
	for (let tries = 20; ; tries--) {
		await begin(page, { levels: [0, 12] });
		await type(page, "Na3");
		await drag(page, "g1", "f3");
		if (/premove/.test(await pieceOn(page, "f3")))
			break;
		assert.ok(tries, "no premove");
	}
	await page.waitForFunction(() =>
		document.querySelectorAll("#moves .move").length > 2);
	assert.equal((await moves(page))[2], "Nf3");
});

page("a hint is an arrow and words", async (page) => {
	await alone(page);
	await page.click("#hint");
	await page.waitForSelector("rookery-board .drawings .path", { state: "attached" });
	assert.match(await text(page, "#live"), /^Hint: \w+ [a-h]\d to [a-h]\d/);
});

page("resign asks first; draw by agreement", async (page) => {
	await alone(page);
	await type(page, "e4");
	await page.click("#resign");
	await page.getByRole("button", { name: "No", exact: true }).click();
	assert.match(await text(page, "#state"), /Black to move/);
	await page.click("#draw");
	await page.getByRole("button", { name: /White: accept the draw/ }).click();
	await state(page, /^Draw! \(agreement\)$/);
	await alone(page);
	await type(page, "e4", "resign");
	await page.locator("#ask-dialog .primary").click();
	await state(page, /^White wins!/);
	assert.match(await text(page, "#near .score"), /^Score:\s1½$/);
	assert.match(await text(page, "#far .score"), /^Score:\s½$/);
	await type(page, "score");
	assert.match(await text(page, "#answer"), /^The score so far: White 1½, Black ½\.\s/);
	await page.reload();
	await ready(page);
	assert.match(await text(page, "#near .score"), /^Score:\s1½$/);
	await page.click("#undo");
	assert.match(await text(page, "#near .score"), /^Score:\s½$/);
	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	assert.equal(await page.locator(".score").count(), 0);
});

page("the board turns to every seat", async (page) => {
	const below = () => page.locator("rookery-board .row").last().locator(".cell")
		.first().getAttribute("data-square");

	assert.equal(await below(), "a1");
	await page.click("#flip");
	assert.equal(await below(), "h8");
	assert.match(await text(page, "#near"), /Black/);
	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	const seen = [await below()];

	for (let i = 0; i < 3; i++) {
		await page.click("#flip");
		seen.push(await below());
	}
	assert.deepEqual(seen, ["d1", "a11", "k14", "n4"]);
});

page("four players: a round, points, one resigns and walks", async (page) => {
	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	assert.equal(await page.locator("#corners .plate").count(), 4);
	await drag(page, "h2", "h4");
	await drag(page, "b7", "d7");
	await type(page, "g13-g11", "m8-k8");
	await state(page, /^Red to move/);
	assert.deepEqual(await moves(page), ["h2-h4", "b7-d7", "g13-g11", "m8-k8"]);
	assert.match(await text(page, "#corners"), /0/);
	await type(page, "Nj1-i3", "resign");
	await page.locator("#ask-dialog .primary").click();
	// Blue's king walks by itself and then Yellow is to move.
	await state(page, /^Yellow to move/);
	assert.match(await pieceOn(page, "a4"), /dead blue rook/);
	await type(page, "score");
	assert.match(await text(page, "#answer"), /^Points: Red \d+, Blue \d+/);
});

page("four players: computers on three seats", async (page) => {
	await begin(page, { players: 4, rules: "teams", levels: [0, 1, 2, 1] });
	await type(page, "h2-h3");
	await state(page, /^Red to move|Red is in check/);
	assert.equal((await moves(page)).length, 4);
});

page("clocks run, and who is out of time loses", async (page) => {
	await page.addInitScript(() => {
		const { now } = Date;

		window.later = 0;
		Date.now = () => now() + window.later;
	});
	await page.reload();
	await ready(page);
	await page.click("#new");
	await page.check('[data-key="p2"]');
	await page.selectOption('[data-key="s1"]', "0");
	await page.selectOption('[data-key="clock"]', "own");
	await page.locator("input[type=number]").first().fill("0.5");
	await page.locator("input[type=number]").nth(1).fill("0");
	await page.click("#new-dialog [type=submit]");
	assert.match(await text(page, "#near .clock"), /^0:(30|29)$/);
	await page.evaluate(() => { window.later = 31000; });
	await state(page, /^Black wins! \(time\)$/);
});

page("the game survives a reload in the middle", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3");
	await page.click("#undo");
	await type(page, "Bc4");
	await page.click("#previous");
	await page.waitForTimeout(100);
	await page.reload();
	await ready(page);
	assert.deepEqual(await moves(page), ["e4", "e5", "Bc4", "Nf3"]);
	assert.match(await pieceOn(page, "f1"), /white bishop/);
	await page.click("text=Back to the game");
	assert.match(await pieceOn(page, "c4"), /white bishop/);
	await page.click("#undo");
	assert.match(await pieceOn(page, "f1"), /white bishop/);
});

page("closing and coming back; two tabs do not touch each other", async (page, context) => {
	await alone(page);
	await type(page, "d4");
	await page.waitForTimeout(100);
	const other = await openPage(context);

	await other.goto(place.url);
	await ready(other);
	assert.deepEqual(await moves(other), []);
	await alone(other);
	await type(other, "c4", "c5");
	await other.waitForTimeout(100);
	await page.reload();
	await ready(page);
	assert.deepEqual(await moves(page), ["d4"]);
	await other.close();
	await page.close();
	const third = await openPage(context);

	await third.goto(place.url);
	await ready(third);
	assert.equal((await moves(third)).length > 0, true);
	assert.deepEqual(third.errors, []);
});

page("a game that was left is found again", async (page) => {
	await alone(page);
	await type(page, "b4");
	await alone(page);
	await type(page, "g4", "g5");
	await page.click("#open");
	await page.getByRole("button", { name: /^Chess: human – human, 1 ply/ }).click();
	await page.waitForFunction(() =>
		document.querySelector("#moves .move")?.innerText === "b4");
	await page.reload();
	await ready(page);
	assert.deepEqual(await moves(page), ["b4"]);
});

page("settings are kept, and reach other tabs at once", async (page, context) => {
	const other = await openPage(context);

	await other.goto(place.url);
	await ready(other);
	await page.click("#settings");
	await page.locator("#settings-dialog select").nth(1).selectOption("sea");
	await page.getByLabel("Light or dark").selectOption("dark");
	await page.getByLabel("Names of squares").selectOption("every");
	await page.getByLabel("Sounds").uncheck();
	await page.getByLabel("Figures in the list").check();
	await page.keyboard.press("Escape");
	await type(page, "Nf3");
	assert.equal((await moves(page))[0], "♞f3");
	await page.reload();
	await ready(page);
	for (const one of [page, other]) {
		assert.equal(await one.locator("rookery-board").getAttribute("data-theme"), "sea");
		assert.equal(await one.evaluate(() =>
			getComputedStyle(document.documentElement).colorScheme), "dark");
		assert.equal(await one.locator("rookery-board .coordinate").count(), 64);
	}
	assert.deepEqual(other.errors, []);
});

page("without a network", async (page, context) => {
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await context.setOffline(true);
	await page.reload();
	await ready(page);
	await begin(page, { levels: [0, 1] });
	await type(page, "e4");
	await state(page, /^White to move/);
	assert.equal((await moves(page)).length, 2);
	await context.setOffline(false);
});
