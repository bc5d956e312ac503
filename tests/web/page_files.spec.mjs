// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page: positions and games in and out, links, the position editor, the
 * analysis, and the page as one single file opened from the disk.
 *
 *	make web && node --test tests/web/page_files.spec.mjs
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, drag, moves, openPage, read, ready, shared, site, start, state, text, type }
	from "./page.mjs";

let place;

before(async () => { place = await start(); });
after(() => place?.close());

function page(name, use, { at, ...options } = {}) {
	test(name, async () => {
		const context = await place.browser.newContext({
			viewport: { width: 1100, height: 760 }, reducedMotion: "reduce",
			permissions: ["clipboard-read", "clipboard-write"], ...options,
		});
		const page = await openPage(context);

		try {
			await page.goto(at?.(place.url) ?? place.url);
			await ready(page);
			await use(page, context);
			assert.deepEqual(page.errors, []);
		} finally {
			await context.close();
		}
	});
}

const after2 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2";
const four = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/" +
	"3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/" +
	"bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/14/" +
	"3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
const pgn = `[Event "A match"]
[White "Anna <b>bold</b>"]
[Black "Bela"]
[Result "0-1"]

1. f3 e5 {why not <script>alert(1)</script>} (1... d5 2. e3 (2. e4 dxe4)) 2. g4 Qh4# 0-1
`;

const label = (page, name) => cell(page, name).getAttribute("aria-label");

page("FEN in and out", async (page) => {
	await read(page, `  ${after2}\n`);
	assert.match(await label(page, "e5"), /black pawn/);
	assert.equal(await shared(page, "FEN"), after2.replace("e6", "-"));
	await type(page, "Nf3");
	assert.deepEqual(await moves(page), ["Nf3"]);
});

page("FEN4 in and out", async (page) => {
	await read(page, four);
	await state(page, /^Red to move/);
	assert.equal(await shared(page, "FEN4"), four);
	await type(page, "h2-h3", "b7-c7");
	assert.match(await shared(page, "PGN4"), /1\. h2-h3 \.\. b7-c7/);
});

page("PGN in with variations and comments, and out again", async (page) => {
	await read(page, pgn);
	assert.equal(await page.locator("#open-dialog[open]").count(), 0);
	assert.deepEqual(await moves(page),
		["f3", "e5", "d5", "e3", "e4", "dxe4", "g4", "Qh4#"]);
	assert.equal(await text(page, ".comment"), "why not <script>alert(1)</script>");
	assert.match(await text(page, "#near"), /Anna <b>bold<\/b>/);
	assert.equal(await page.locator("#near b").count(), 0);
	await page.click("#last");
	await state(page, /^Checkmate! Black wins!$/);
	const out = (await shared(page, "PGN")).replace(/\s+/g, " ");

	assert.match(out, /\[White "Anna <b>bold<\/b>"\]/);
	assert.ok(out.endsWith(pgn.slice(pgn.indexOf("1. f3")).replace("\n", " ")), out);
});

page("PGN4 in: one leaves, the others play on", async (page) => {
	await read(page, '[Variant "FFA"]\n[RuleVariants "EnPassant PromoteTo=D"]\n\n' +
		"1. h2-h3 .. R .. g13-g12 .. T\n2. h3-h4\n");
	assert.deepEqual(await page.locator(".problem").allInnerTexts(), []);
	assert.deepEqual(await moves(page),
		["h2-h3", "resigns", "g13-g12", "is out of time", "h3-h4"]);
	assert.match(await shared(page, "PGN4"),
		/1\. h2-h3 \.\. R \.\. g13-g12 \.\. T\s+2\. h3-h4/);
	await page.click("#last");
	assert.match(await label(page, "a4"), /dead blue rook/);
});

page("many games are listed, one is chosen", async (page) => {
	await read(page, `${pgn}\n[White "C"]\n[Black "D"]\n\n1. d4 d5 1/2-1/2\n`);
	const games = page.locator(".games button");

	await games.nth(1).waitFor();
	assert.equal(await games.count(), 2);
	await games.nth(1).click();
	assert.deepEqual(await moves(page), ["d4", "d5"]);
});

page("bad FEN and bad PGN: the place is marked, nothing changes", async (page) => {
	await type(page, "e4");
	await read(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPX/RNBQKBNR w KQkq - 0 1");
	assert.match(await text(page, ".problem"), /^Line 1, column 34: expected a piece/);
	assert.equal(await text(page, "#open-dialog mark"), "X");
	assert.match(await label(page, "e4"), /white pawn/);
	await page.fill("#open-text", "1. e4 e5\n2. Ke3 Nc6");
	await page.click("#open-dialog [type=submit]");
	assert.match(await text(page, ".problem"),
		/^Line 2, column 4: no piece can move like that/);
	assert.equal(await text(page, "#open-dialog mark"), "Ke3");
	await page.fill("#open-text", "what is this");
	await page.click("#open-dialog [type=submit]");
	assert.equal(await page.locator(".problem").count(), 1);
	await page.fill("#open-text", "");
	await page.click("#open-dialog [type=submit]");
	assert.equal(await page.locator(".problem").count(), 1);
	await page.keyboard.press("Escape");
	assert.equal((await moves(page))[0], "e4");
});

page("by file, by drop, by paste", async (page) => {
	await page.click("#open");
	await page.setInputFiles("#open-file", { name: "game.pgn",
		mimeType: "text/plain", buffer: Buffer.from("1. c4 c5 *") });
	await page.waitForFunction(() => !document.querySelector("#open-dialog").open);
	assert.deepEqual(await moves(page), ["c4", "c5"]);
	await page.evaluate(() => {
		const dataTransfer = new DataTransfer();

		dataTransfer.items.add(new File(["1. b3 b6 *"], "game.pgn"));
		for (const type of ["dragover", "drop"])
			document.body.dispatchEvent(new DragEvent(type,
				{ dataTransfer, bubbles: true, cancelable: true }));
	});
	await page.waitForFunction(() =>
		document.querySelector("#moves .move")?.innerText === "b3");
	await page.evaluate((fen) => {
		const clipboardData = new DataTransfer();

		clipboardData.setData("text/plain", fen);
		document.body.dispatchEvent(new ClipboardEvent("paste",
			{ clipboardData, bubbles: true, cancelable: true }));
	}, after2);
	assert.match(await label(page, "e5"), /black pawn/);
	await page.click("#share");
	await page.getByRole("button", { name: "Copy FEN" }).click();
	assert.match(await page.evaluate(() => navigator.clipboard.readText()),
		/^rnbqkbnr\/pppp1ppp/);
	const [download] = await Promise.all([page.waitForEvent("download"),
		page.getByRole("button", { name: "Save PGN" }).click()]);

	assert.equal(download.suggestedFilename(), "game.pgn");
});

page("links carry a position or a game", async (page, context) => {
	await read(page, pgn);
	const link = await shared(page, "Link to the game");
	const other = await openPage(context);

	await other.goto(link);
	await ready(other);
	assert.deepEqual(await moves(other), await moves(page));
	assert.equal(new URL(other.url()).hash, "");
	await other.click("#last");
	const place = await shared(other, "Link to the position");
	const third = await openPage(context);

	await third.goto(place);
	await ready(third);
	assert.match(await label(third, "h4"), /black queen/);
	await state(third, /Checkmate/);
	assert.deepEqual([...other.errors, ...third.errors], []);
});

page("a bad link says so", async (page) => {
	assert.match(await text(page, "#toast"), /link cannot be read/);
	await type(page, "e4");
	assert.equal((await moves(page))[0], "e4");
}, { at: (url) => `${url}#fen=8/8/x/8` });

page("the editor: refusals in words, pieces by press, drag and FEN", async (page) => {
	await page.click("#edit");
	await page.getByRole("button", { name: "Clear", exact: true }).click();
	assert.deepEqual((await text(page, ".defects")).split(/\n+/),
		["White must have exactly one king.", "Black must have exactly one king."]);
	assert.equal(await page.getByRole("button", { name: "Play from here" })
		.isDisabled(), true);
	await page.getByRole("button", { name: "white king" }).click();
	await cell(page, "e1").click();
	assert.match(await text(page, ".defects"), /^Black must have exactly one king\.$/);
	await drag2(page, '[data-tool="13"]', "e8");
	assert.match(await label(page, "e8"), /black king/);
	assert.match(await text(page, ".defects"), /in order/);
	await page.getByRole("button", { name: "white pawn" }).click();
	await cell(page, "a8").click();
	assert.match(await text(page, ".defects"), /pawn/i);
	await page.getByRole("button", { name: "Move", exact: true }).click();
	await drag(page, "a8", "a7");
	assert.match(await label(page, "a7"), /white pawn/);
	await page.getByRole("button", { name: "Erase" }).click();
	await cell(page, "a7").click();
	assert.equal(await label(page, "a7"), "a7, empty");
	await page.getByRole("button", { name: "white queen" }).click();
	await cell(page, "e4").click();
	assert.match(await text(page, ".defects"), /check/i);
	await page.getByRole("radio", { name: "Black" }).check();
	assert.match(await text(page, ".defects"), /The side that is to move is in check/);
	await page.getByRole("checkbox", { name: "White may castle with the near rook" })
		.click();
	assert.equal(await page.inputValue("#fen"), "4k3/8/8/8/4Q3/8/8/4K3 b - - 0 1");
	await page.fill("#fen", "4k3/8/8/8/8/8/8/4K2x w - - 0 1");
	await page.getByRole("button", { name: "Take", exact: true }).click();
	assert.match(await text(page, ".problem"), /^Line 1, column 20: expected a piece/);
	assert.match(await label(page, "e4"), /white queen/);
	await page.fill("#fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	await page.press("#fen", "Enter");
	await page.getByRole("button", { name: "Play from here" }).click();
	await page.selectOption('[data-key="s1"]', "0");
	await page.click("#new-dialog [type=submit]");
	await type(page, "O-O");
	assert.deepEqual(await moves(page), ["O-O"]);
});

page("the editor with four players: pieces of one who has left", async (page) => {
	await page.click("#edit");
	await page.selectOption("#editor select", "ffa");
	assert.match(await text(page, ".defects"), /in order/);
	await page.getByRole("button", { name: "Dead" }).click();
	await page.getByRole("button", { name: "blue rook" }).click();
	await cell(page, "g7").click();
	assert.match(await label(page, "g7"), /dead \w+ rook/);
	await page.getByRole("button", { name: "Analyse" }).click();
	assert.match(await label(page, "g7"), /dead \w+ rook/);
	assert.match(await shared(page, "FEN4"), /bK,bP,4,dR,5,gP,gQ/);
});

async function drag2(page, selector, to) {
	const from = await page.locator(selector).boundingBox();
	const box = await cell(page, to).boundingBox();

	await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
	await page.mouse.up();
}

page("analysis: lines, bar, arrows; a line can be gone through", async (page) => {
	await read(page, "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
	await page.waitForFunction(() =>
		document.querySelector("#lines-list .score")?.innerText === "#1");
	assert.equal(await page.locator("#lines-list .move").first().innerText(), "Qxf7#");
	assert.match(await page.locator("#bar").getAttribute("aria-label"), /#1/);
	assert.ok(await page.locator("rookery-board .drawings .path").count() > 0);
	await page.locator("#lines-list .move").first().click();
	await state(page, /^Checkmate! White wins!$/);
	assert.deepEqual(await moves(page), ["Qxf7#"]);
	await page.click("#analyse");
	assert.equal(await page.locator("#analysis").isVisible(), false);
});

page("from any position of a game one can play against a computer", async (page) => {
	await read(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
	await page.getByRole("button", { name: "Nc6", exact: true }).click();
	await page.getByRole("button", { name: "Play from here" }).click();
	await page.selectOption('[data-key="s0"]', "0");
	await page.selectOption('[data-key="s1"]', "1");
	await page.click("#new-dialog [type=submit]");
	assert.match(await label(page, "c6"), /black knight/);
	await type(page, "d4");
	await page.waitForFunction(() =>
		document.querySelectorAll("#moves .move").length === 2);
	assert.match(await text(page, "#moves"), /^3\./);
});

page("a position that other rules do not allow is refused", async (page) => {
	await read(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
	await page.click("#edit");
	await page.selectOption("#editor select", "casual");
	await page.getByRole("button", { name: "white queen" }).click();
	await cell(page, "e4").click();
	assert.match(await text(page, ".defects"), /in order/);
	await page.getByRole("button", { name: "Play from here" }).click();
	await page.selectOption('[data-key="rules"]', "standard");
	await page.click("#new-dialog [type=submit]");
	assert.match(await text(page, "#new-dialog .problem"), /check/);
	assert.equal(await page.locator("#new-dialog[open]").count(), 1);
	await page.selectOption('[data-key="rules"]', "casual");
	await page.selectOption('[data-key="s0"]', "0");
	await page.selectOption('[data-key="s1"]', "0");
	await page.click("#new-dialog [type=submit]");
	await type(page, "Qxe8");
	await state(page, /^White wins!/);
});

page("what no engine knows: levels that differ, a hint, no analysis", async (page) => {
	const levels = () => page.locator('[data-key="s1"] option').allInnerTexts();

	await page.click("#new");
	assert.equal((await levels()).length, 13);
	assert.deepEqual((await levels()).slice(-2), ["Level 11, Elo 2850",
		"Level 12, at its best"]);
	await page.selectOption('[data-key="s1"]', "9");
	await page.selectOption('[data-key="rules"]', "casual");
	assert.equal((await levels()).at(-1), "Level 4, knows openings");
	assert.equal(await page.inputValue('[data-key="s1"]'), "4");
	await page.click("#new-dialog [type=submit]");
	await type(page, "e4");
	await page.waitForFunction(() =>
		document.querySelectorAll("#moves .move").length === 2);
	await type(page, "hint");
	await page.waitForFunction(() => /Hint: /.test(
		document.querySelector("#toast").innerText));
	await page.click("#analyse");
	assert.equal(await text(page, "#lines-list"), "The engine does not know these rules.");
	assert.equal(await page.locator("#bar").isVisible(), false);
	assert.equal(await page.locator("#review").isVisible(), false);
});

page("a review marks blunders and draws the game", async (page) => {
	await read(page, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. O-O g5 5. Qe1 Qe7 *");
	await page.click("#review");
	await page.waitForFunction(() => /Review done/.test(
		document.querySelector("#live").innerText));
	assert.ok(await page.locator("#graph .area").count());
	assert.match(await text(page, "#verdicts"), /blunder/);
	assert.ok(await page.locator("#moves [data-verdict]").count() > 0);
	await page.locator("#graph").click({ position: { x: 3, y: 20 } });
	assert.match(await label(page, "e2"), /white pawn/);
});

page("four players: a bar of four colours, a review, a graph", async (page) => {
	/* Blue gives his queen for a pawn. */
	await read(page, `[Variant "FFA"]

1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8
2. i2-i3 .. Qa8xg2`);
	assert.deepEqual(await page.locator(".problem").allInnerTexts(), []);
	await page.click("#last");
	await page.waitForFunction(() => /: Red \d+ %, Blue \d+ %, Yellow \d+ %, Green \d+ %$/
		.test(document.querySelector("#bar").getAttribute("aria-label")));
	assert.equal(await page.locator("#bar .fill").count(), 4);
	/* A few plies deep the search sees what the check has cost. */
	await page.waitForFunction(() => {
		const [red, blue, yellow] = [...document.querySelectorAll("#bar .fill")]
			.map((one) => one.getBoundingClientRect().height);

		return blue < Math.min(red, yellow);
	});
	await page.click("#review");
	await page.waitForFunction(() => /Review done/.test(
		document.querySelector("#live").innerText));
	assert.equal(await page.locator("#graph .area").count(), 4);
	assert.equal(await page.locator("#moves [data-verdict]").last()
		.getAttribute("data-verdict"), "3");
	await page.reload();
	await ready(page);
	assert.equal(await page.locator("#moves [data-verdict='3']").last().innerText(),
		"Qa8xg2+??");
});

page("four players: a review of a game in which some leave", async (page) => {
	await read(page, '[Variant "FFA"]\n[RuleVariants "EnPassant PromoteTo=D"]\n\n' +
		"1. h2-h3 .. R .. g13-g12 .. T\n2. h3-h4\n");
	await page.click("#review");
	await page.waitForFunction(() => /Review done/.test(
		document.querySelector("#live").innerText));
	assert.equal(await page.locator("#graph .area").count(), 4);
	assert.match(await page.locator("#graph .area").first().getAttribute("d"), /L100 40Z$/);
	assert.doesNotMatch((await moves(page)).join(" "), /resigns\?|time\?/);
});

page("teams: a bar and a graph of two colours", async (page) => {
	await read(page, '[Variant "Teams"]\n\n1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n');
	await page.waitForFunction(() => /^Evaluation: Red and Yellow \d+ %, Blue and Green \d+ %$/
		.test(document.querySelector("#bar").getAttribute("aria-label")));
	assert.equal(await page.locator("#bar .fill").count(), 2);
	await page.click("#review");
	await page.waitForFunction(() => /Review done/.test(
		document.querySelector("#live").innerText));
	assert.equal(await page.locator("#graph .area").count(), 2);
});

page("one single file, opened from the disk", async (page) => {
	await type(page, "e4");
	await state(page, /^White to move/);
	assert.equal((await moves(page)).length, 2);
	await page.reload();
	await ready(page);
	assert.equal((await moves(page)).length, 2);
	await page.click("#analyse");
	await page.waitForSelector("#lines-list .score");
}, { at: () => new URL("rookery.html", site).href });
