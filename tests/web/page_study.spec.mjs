// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page as a place to study: which line is the game, comments, marks and
 * drawings, long games and large files.
 *
 *	make web && node --test tests/web/page_study.spec.mjs
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Rookery } from "../../build/web/rookery/rookery.js";
import { begin, drag, moves, pages, read, ready, shared, state, text, type,
	violations } from "./page.mjs";

const rookery = await Rookery.load();
const page = pages();
const alone = (page) => begin(page, { levels: [0, 0] });
const oneLine = (pgn) => pgn.slice(pgn.indexOf("\n\n") + 2).replace(/\s+/g, " ").trim();

const listed = (page, name) =>
	page.locator("#moves").getByRole("button", { name, exact: true });

async function resign(page) {
	await type(page, "resign");
	await page.locator("#ask-dialog .primary").click();
	await state(page, /wins/);
}

page("what is taken back is no longer the game", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3");
	for (let i = 0; i < 3; i++)
		await page.click("#undo");
	await type(page, "d4", "d5", "c4");
	await resign(page);
	const pgn = await shared(page, "PGN");

	assert.equal(oneLine(pgn), "1. d4 (1. e4 e5 2. Nf3) 1... d5 2. c4 1-0");
	assert.match(pgn, /\[Result "1-0"\]/);
	assert.deepEqual(await moves(page),
		["d4", "e4", "e5", "Nf3", "d5", "c4", "resigns"]);
	// The buttons follow the game, too.
	await page.click("#first");
	await page.click("#next");
	assert.equal(await text(page, "#moves [aria-current]"), "d4");
	await page.click("#last");
	assert.equal(await text(page, "#moves [aria-current]"), "resigns");
	// It is the same after a reload.
	await page.reload();
	await ready(page);
	assert.equal(oneLine(await shared(page, "PGN")), oneLine(pgn));
});

page("who resigns after a takeback has played what was left", async (page) => {
	await alone(page);
	await type(page, "e4", "e5", "Nf3");
	await page.click("#undo");
	await page.click("#undo");
	await resign(page);
	// What was taken back is a variation of the last move, which it repeats.
	assert.equal(oneLine(await shared(page, "PGN")), "1. e4 (1. e4 e5 2. Nf3) 1-0");
	await read(page, await shared(page, "PGN"));
	assert.equal(oneLine(await shared(page, "PGN")), "1. e4 (1. e4 e5 2. Nf3) 1-0");
});

page("a study keeps its result and its line, whatever is tried in it", async (page) => {
	await read(page, '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3 0-1\n');
	await page.click("#next");
	await type(page, "c5", "Nf3");
	assert.equal(oneLine(await shared(page, "PGN")),
		"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 0-1");
	// Undo goes back from here, not to the end of the game.
	await page.click("#undo");
	assert.equal(await text(page, "#moves [aria-current]"), "c5");
	await page.click("#undo");
	assert.equal(await text(page, "#moves [aria-current]"), "e4");
	await page.click("#redo");
	assert.equal(await text(page, "#moves [aria-current]"), "e5");
	assert.equal(oneLine(await shared(page, "PGN")),
		"1. e4 e5 (1... c5 2. Nf3) 2. Nf3 0-1");
	await listed(page, "c5").click();
	await page.getByRole("button", { name: "Make it the main line" }).click();
	assert.equal(oneLine(await shared(page, "PGN")),
		"1. e4 c5 (1... e5 2. Nf3) 2. Nf3 0-1");
	await listed(page, "e5").click();
	await page.getByRole("button", { name: "Delete" }).click();
	assert.equal(oneLine(await shared(page, "PGN")), "1. e4 c5 2. Nf3 0-1");
});

page("a comment before a variation, a flag, a promotion, levels for four", async (page) => {
	await read(page, '[White "A"]\n[Black "B"]\n[Result "1-0"]\n[TimeControl "60"]\n' +
		'[Termination "Time forfeit"]\n\n1. e4 {one} e5 ({or} 1... c5 {two}) 2. Nf3 1-0\n');
	const pgn = await shared(page, "PGN");

	assert.equal(oneLine(pgn), "1. e4 {one} 1... e5 ({or} 1... c5 {two}) 2. Nf3 1-0");
	assert.match(pgn, /\[Termination "time forfeit"\]/);
	assert.match(await text(page, ".variation"), /^or\s*1…c5\s*two$/);
	await page.click("#last");
	await state(page, /^White wins! \(time\)$/);
	// A pawn that became a queen was not taken.
	await read(page, "4k3/P7/8/8/8/8/3p4/4K3 w - - 0 1");
	await type(page, "a8=Q", "Kf7");
	assert.equal(await page.locator("#far .won .man").count(), 0);
	await type(page, "Kxd2");
	assert.equal(await page.locator("#near .won .man").count(), 1);
	await page.click("#new");
	await page.check('[data-key="p4"]');
	assert.equal(await page.locator('[data-key="s1"] option[value="4"]').innerText(),
		"Level 4");
	await page.keyboard.press("Escape");
});

// Anderssen – Dufresne, Berlin 1852, from the 17th move on.
const evergreen = '[White "Anderssen"]\n[Black "Dufresne"]\n[Result "1-0"]\n' +
	'[SetUp "1"]\n[FEN "1r2k2r/pbppnppp/1bn5/4P2q/Q3N3/B1PB1N2/P4PPP/R3R1K1 w k - 5 17"]\n\n' +
	"17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 " +
	"22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0\n";
const reviewed = (page) => page.waitForFunction(() =>
	/Review done/.test(document.querySelector("#live").innerText));

page("a review blames the move that lost, not the one after it", async (page) => {
	await read(page, evergreen);
	await page.click("#review");
	// The analysis goes on meanwhile, wherever one looks.
	await listed(page, "Bd7+").click();
	// Both moves of the king are mated by the next one.
	await page.waitForFunction(() =>
		/K[df]8/.test(document.querySelector("#lines-list .move")?.innerText));
	await reviewed(page);
	const verdict = (name) => listed(page, name).getAttribute("data-verdict");

	// 19... Qxf3 loses by force; the mate in five is the answer to it.
	assert.match(await verdict("Qxf3??"), /3/);
	assert.equal(await verdict("Nxe7"), null);
	for (const good of ["Rxe7+", "Qxd7+", "Bf5+", "Bd7+", "Bxe7#"])
		assert.equal(await verdict(good), null, good);
	// Stockfish gives White 4.8 pawns before the 17th move and 0.6 after it.
	assert.match(await text(page, "#verdicts"), /White \d+ % accurate/);
	assert.match(await text(page, "#verdicts"), /Black .*1 blunder,/);
});

// Processor time of the page's own thread, in milliseconds: scripts, styles and
// layout. Painting without a graphics card is another matter.
const PARTS = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"];

async function busy(page, context, act) {
	const session = await context.newCDPSession(page);

	await session.send("Performance.enable", { timeDomain: "threadTicks" });
	const time = async () => (await session.send("Performance.getMetrics")).metrics
		.filter(({ name }) => PARTS.includes(name))
		.reduce((sum, { value }) => sum + 1000 * value, 0);
	const start = await time();

	await act();
	return await time() - start;
}

// A game of that many plies, always the same, which no rule ends: pieces walk,
// and a pawn moves now and then. `more` are the next moves.
function longGame(plies, more = 0) {
	const game = rookery.game();
	let seed = 1;

	while (game.plies < plies + more) {
		const legal = game.moves();
		const quiet = legal.filter(({ captured, san }) =>
			captured === null && !/[+#]/.test(san));
		const pawns = quiet.filter(({ san }) => /^[a-h]/.test(san));
		const isDue = game.plies % 130 === 129 || game.repetitions > 2;
		const list = [isDue ? pawns : [],
			isDue ? legal.filter(({ captured }) => captured !== null) : [],
			quiet.filter(({ san }) => /^[NRBQ]/.test(san)), quiet, legal]
			.find(({ length }) => length);

		if (!list)
			throw new Error(`${game.plies}: ${game.result?.words}`);

		seed = (seed * 1103515245 + 12345) % 2 ** 31;
		game.play(list[seed % list.length]);
	}
	assert.equal(game.result, null);
	const all = game.history.map(({ san }) => san);

	game.close();
	return { text: `[White "Long"]\n[Black "Game"]\n\n${all.slice(0, plies).join(" ")} *\n`,
		more: all.slice(plies) };
}

page("a move at ply 600 takes no time", async (page, context) => {
	const { text: pgn, more } = longGame(600, 12);
	const play = (sans) => page.evaluate(async (list) => {
		for (const san of list) {
			document.querySelector("#typed").value = san;
			document.querySelector("#talk").requestSubmit();
			await new Promise((done) => setTimeout(done, 100));
		}
	}, sans);

	await read(page, pgn);
	await page.click("#analyse"); // off: the engine is another's time
	await page.click("#last");
	await page.waitForTimeout(300);
	await play(more.splice(0, 2)); // what is done once, as opening the loudspeaker
	const spent = await busy(page, context, () => play(more));

	assert.equal(await page.locator("#moves .move").count(), 612);
	assert.ok(spent / more.length < 10, `${(spent / more.length).toFixed(1)} ms a move`);
});

page("a game of 3000 plies is loaded in a moment, and kept", async (page, context) => {
	const { text: pgn } = longGame(3000);
	const spent = await busy(page, context, () => read(page, pgn));

	assert.equal(await page.locator("#moves .move").count(), 3000);
	assert.ok(spent < 1500, `${spent} ms`);
	await page.click("#last");
	await page.waitForTimeout(500);
	await page.reload();
	await ready(page);
	assert.equal(await page.locator("#moves .move").count(), 3000);
});

page("ten megabytes of games are listed at once", async (page) => {
	const body = longGame(90).text.split("\n\n")[1];
	const one = (index) => `[Event "Match ${index}"]\n[White "Player ${index}"]\n` +
		`[Black "B"]\n[Result "*"]\n\n${body}\n\n`;
	const games = [];

	for (let size = 0; size < 10 << 20; size += games.at(-1).length)
		games.push(one(games.length));
	// How long the page does not answer at most.
	await page.evaluate(() => {
		window.longest = 0;
		let last = performance.now();

		setInterval(() => {
			window.longest = Math.max(window.longest, performance.now() - last);
			last = performance.now();
		}, 10);
	});
	await page.click("#open");
	const shown = page.evaluate(() => new Promise((done) => {
		document.querySelector("#open-file").addEventListener("change", () => {
			const start = performance.now();

			new MutationObserver((_, observer) => {
				if (document.querySelector("#open-dialog .games button")) {
					observer.disconnect();
					done(performance.now() - start);
				}
			}).observe(document.querySelector("#open-dialog"),
				{ childList: true, subtree: true });
		}, { capture: true });
	}));

	const folder = mkdtempSync(join(tmpdir(), "rookery-"));

	writeFileSync(join(folder, "games.pgn"), games.join(""));
	await page.setInputFiles("#open-file", join(folder, "games.pgn"));
	const wait = await shown;

	assert.ok(wait < 1000, `${wait} ms`);
	await page.waitForFunction((count) => document.querySelector("#open-dialog [role=status]")
		?.innerText.startsWith(`${count} games`), games.length);
	const longest = await page.evaluate(() => window.longest);

	assert.ok(longest < 1000, `${longest} ms`);
	await page.getByLabel("Find a game").fill(`Player ${games.length - 1},`);
	await page.getByLabel("Find a game").fill(`Player ${games.length - 1} `);
	await page.locator("#open-dialog .games button").click();
	assert.equal((await moves(page)).length, 90);
	assert.match(await text(page, "#near"), new RegExp(`Player ${games.length - 1}`));
	rmSync(folder, { recursive: true });
});

page("notes, marks, tags and drawings are edited in place, and are in the PGN", async (page) => {
	await read(page, '[White "A"]\n[Black "B"]\n\n1. e4 {[%clk 0:04:12] [%eval 0.35] best ' +
		"[%cal Ge2e4,Rd7d5][%csl Ye5] by test [%mdl 64]} e5 *");
	assert.equal(await page.locator("#moves .comment").allTextContents().then(String),
		"best by test");
	await page.click("#next");
	// Two arrows and a circle, and those of the analysis.
	assert.equal(await page.locator("rookery-board:not(.mini) .drawings .circle.yellow")
		.count(), 1);
	await page.click("#notes summary");
	assert.equal(await page.inputValue("#comment"), "best by test");
	assert.match(await text(page, "#notes"), /Clock 4:12 · Evaluation 0.35/);
	await page.fill("#comment", "better } now");
	await page.getByRole("button", { name: "good move", exact: true }).click();
	await page.getByRole("button", { name: "White is a little better" }).click();
	assert.equal(await page.locator("#moves .move").first().textContent(), "e4!+=");
	assert.deepEqual(await violations(page), []);
	// A circle of one's own, which stays when one goes away and comes back.
	await drag(page, "a3", "a3", "right");
	await page.click("#next");
	assert.equal(await page.locator("rookery-board:not(.mini) .circle").count(), 0);
	await page.click("#previous");
	assert.equal(await page.locator("rookery-board:not(.mini) .circle").count(), 2);
	await page.getByRole("button", { name: "Tags…" }).click();
	await page.getByLabel("Event").fill("A study");
	await page.getByLabel("White", { exact: true }).fill("Ada");
	await page.locator("#settings-dialog [type=submit]").click();
	const pgn = await shared(page, "PGN");

	assert.match(pgn, /\[Event "A study"\]/);
	assert.match(pgn, /\[White "Ada"\]/);
	assert.equal(oneLine(pgn), "1. e4 $1 $14 ;[%eval 0.35] [%clk 0:04:12] [%csl Ye5,Ga3] " +
		"[%cal Ge2e4,Rd7d5] [%mdl 64] better } now 1... e5 *");
	await page.waitForTimeout(200);
	await page.reload();
	await ready(page);
	assert.equal(await shared(page, "PGN"), pgn);
});

page("a line is shown on a small board when it is pointed at", async (page) => {
	await read(page, "1. e4 (1. d4 d5) e5 *");
	await listed(page, "d5").hover();
	const mini = page.locator("rookery-board.mini");

	await mini.waitFor();
	assert.match(await mini.locator('[data-square="d5"]').getAttribute("aria-label"),
		/black pawn/);
	await page.hover("#state");
	await mini.waitFor({ state: "hidden" });
	await page.locator("#lines-list .move").first().hover();
	await mini.waitFor();
});

page("what was wrong is told, and can be played better", async (page) => {
	await read(page, '[FEN "6k1/5ppp/8/8/8/8/1q3PPP/R5K1 w - - 0 1"]\n\n1. h3 Qxa1+ 2. Kh2 *');
	await page.click("#review");
	await reviewed(page);
	await listed(page, "h3??").click();
	assert.match(await text(page, "#verdict"), /^Blunder; best was Ra8\+ Qb8 Rxb8#\.$/);
	await page.getByRole("button", { name: "Learn from the mistakes" }).click();
	assert.match(await text(page, "#task"), /Move 1, White: h3 was a blunder/);
	assert.deepEqual(await violations(page), []);
	await type(page, "g3");
	await page.locator("#task", { hasText: /Try another move/ }).waitFor();
	await type(page, "Ra8");
	await page.locator("#task", { hasText: "right, that is the best move" }).waitFor();
	await page.getByRole("button", { name: "Finish" }).click();
	assert.equal(await page.locator("#task").isVisible(), false);
	// What would come if it were the other's turn.
	await read(page, "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1");
	await page.click("#threat");
	await page.locator("#toast", { hasText: "The threat: rook a1 to a8, checkmate" }).waitFor();
});
