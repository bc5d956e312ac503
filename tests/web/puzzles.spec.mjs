// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Puzzles: the file data/puzzles.txt as chess.js and stockfish see it, the themes
 * of positions that are known, the rating, and solving them on the page.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { Rookery } from "../../build/web/rookery/rookery.js";
import { after as rated, expected, UNKNOWN } from "../../ports/web/page/glicko.js";
import { themesOf } from "../../tools/puzzle_themes.mjs";
import { openPage, ready, site, start, text, violations } from "./page.mjs";

const root = new URL("../../", import.meta.url);
const { Chess } = createRequire(new URL("build/", root))("chess.js");
const data = readFileSync(new URL("data/puzzles.txt", root), "utf8");
const rookery = await Rookery.load();
const puzzles = data.trim().split("\n").filter((line) => !line.startsWith("#"))
	.map((line) => line.split("\t")).map(([fen, moves, rating, themes]) => ({ fen,
		moves: moves.split(" "), rating: Number(rating), themes: themes.split(" "),
		id: `${fen.split(" ")[0]} ${moves.split(" ")[0]}` }));
let place;

before(async () => { place = await start(); });
after(() => place?.close());

const play = (chess, text) => chess.move({ from: text.slice(0, 2), to: text.slice(2, 4),
	promotion: text[4] });

test("the file, as chess.js reads it", () => {
	assert.ok(puzzles.length >= 400, `${puzzles.length}`);
	assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length);
	assert.ok(gzipSync(data, { level: 9 }).length < 40000);
	for (const { fen, moves, rating, themes } of puzzles) {
		const chess = new Chess(fen);
		const played = moves.map((move) => play(chess, move));
		const mine = played.filter((_, i) => i % 2);
		const has = (theme) => themes.includes(theme);

		assert.equal(moves.length % 2, 0);
		assert.ok(rating >= 300 && rating <= 3000);
		assert.equal(chess.isCheckmate(), has(`mate-in-${moves.length / 2}`), fen);
		assert.equal(!chess.isCheckmate(), has("advantage"));
		assert.equal(mine.some((move) => move.promotion === "q"), has("promotion"), fen);
		assert.equal(mine.some((move) => move.promotion && move.promotion !== "q"),
			has("underpromotion"));
		assert.equal(mine.some((move) => move.isEnPassant()), has("en-passant"));
		assert.deepEqual(themesOf(rookery.position({ fen }).after(moves[0]),
			moves.slice(1)), themes);
	}
});

const known = [
	["r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5c7 e8d7 c7a8", ["fork"], ["pin", "hanging"]],
	["4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "f1b5", ["pin", "endgame", "quiet"], ["skewer"]],
	["4q3/8/2k5/8/8/8/8/5BK1 w - - 0 1", "f1b5 c6b5", ["skewer"], ["pin"]],
	["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "d1d8", ["back-rank", "mate-in-1"],
		["smothered", "advantage"]],
	["6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "g5f7", ["smothered", "mate-in-1"], ["back-rank"]],
	["4q2k/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4f6 e8e1", ["discovered"], ["promotion"]],
	["8/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8q", ["promotion", "pawn-endgame"],
		["underpromotion", "rook-endgame"]],
	["8/2P5/k7/8/8/1K6/8/8 w - - 0 1", "c7c8r", ["underpromotion"], ["promotion"]],
	["7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6", ["en-passant"], ["hanging", "quiet"]],
	["7k/8/8/3r4/8/8/8/K2R4 w - - 0 1", "d1d5", ["hanging", "rook-endgame"], ["quiet"]],
	["7k/8/4p3/3r4/8/8/8/K2R4 w - - 0 1", "d1d5", [], ["hanging"]],
	["r4rk1/5ppp/8/8/8/3B4/5PPP/3Q2K1 w - - 0 1", "d3h7 g8h7 d1h5", ["sacrifice"],
		["endgame"]],
];

test("themes of positions that are known", () => {
	for (const [fen, moves, with_, without] of known) {
		const themes = themesOf(rookery.position({ fen }), moves.split(" "));

		for (const theme of with_)
			assert.ok(themes.includes(theme), `${fen}: ${theme} of ${themes}`);
		for (const theme of without)
			assert.ok(!themes.includes(theme), `${fen}: not ${theme} of ${themes}`);
	}
});

/* The numbers are those of Glickman's own example. */
test("the rating", () => {
	const player = { rating: 1500, deviation: 200 };
	const near = (value, wanted, by) => assert.ok(Math.abs(value - wanted) < by, `${value}`);

	near(expected(player, { rating: 1400, deviation: 30 }), 0.639, 0.0006);
	near(expected(player, { rating: 1550, deviation: 100 }), 0.432, 0.0006);
	near(expected(player, { rating: 1700, deviation: 300 }), 0.303, 0.0006);
	const won = rated(UNKNOWN, { rating: 1200, deviation: 90 }, 1);
	const lost = rated(UNKNOWN, { rating: 1200, deviation: 90 }, 0);
	near(won.rating - 1200, 1200 - lost.rating, 1e-9);
	assert.ok(won.rating > 1300 && won.deviation < 350);
	// Who solves what is rated 1600 three times of four comes near 1800.
	let one = UNKNOWN;
	for (let i = 0; i < 400; i++)
		one = rated(one, { rating: 1600, deviation: 90 }, i % 4 ? 1 : 0);
	near(one.rating, 1600 + 400 * Math.log10(3), 60);
	assert.equal(one.deviation, 60);
});

/** Stockfish's two best moves of a position. */
async function* stockfish() {
	const child = spawn("/usr/games/stockfish", { stdio: ["pipe", "pipe", "inherit"] });
	const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
	let fen = yield null;

	child.stdin.write("setoption name MultiPV value 2\n");
	while (fen) {
		const found = [];

		child.stdin.write(`ucinewgame\nposition fen ${fen}\ngo nodes 60000\n`);
		for (;;) {
			const { value } = await lines.next();
			const info = / multipv (\d) score (cp|mate) (-?\d+) .* pv (\S+)/
				.exec(value);

			if (value.startsWith("bestmove"))
				break;
			if (info)
				found[info[1] - 1] = { move: info[4], score: info[2] === "cp"
					? Number(info[3]) : Math.sign(info[3]) * 30000 - info[3] };
		}
		fen = yield found;
	}
	child.kill();
}

test("stockfish is of the same opinion", async () => {
	const engine = stockfish();
	const some = puzzles.filter((_, i) => i % Math.ceil(puzzles.length / 24) === 0);

	await engine.next();
	for (const { fen, moves } of some) {
		const chess = new Chess(fen);

		for (const [i, move] of moves.entries()) {
			if (i % 2) {
				const { value: [best, other] } = await engine.next(chess.fen());
				const after = new Chess(chess.fen());

				play(after, move);
				if (!after.isCheckmate() && other) {
					assert.equal(best.move, move, chess.fen());
					assert.ok(best.score - other.score >= 100, chess.fen());
				}
			}
			play(chess, move);
		}
	}
	await engine.next(null);
});

// ---- The page ----

/** A page with this puzzle: all others are done. */
async function open(puzzle, url = place.url) {
	const page = await openPage(await place.browser.newContext());
	const done = Object.fromEntries(puzzles.filter((one) => one !== puzzle)
		.map(({ id }) => [id, 1]));

	await page.addInitScript((record) => {
		localStorage.getItem("rookery.puzzles") ??
			localStorage.setItem("rookery.puzzles", record);
	}, JSON.stringify({ rating: 1300, deviation: 100, done }));
	await page.goto(url);
	await ready(page);
	await page.click("#puzzles");
	await solvable(page);
	return page;
}

const square = (page, name) =>
	page.locator(`#puzzles-dialog rookery-board [data-square="${name}"]`);
const solvable = (page) => page.waitForSelector("#puzzle-hint:not([disabled])");
const rating = async (page) => Number(/\d+/.exec(await text(page, "#puzzle-rating"))[0]);
const solved = (page) => page.waitForSelector("#puzzle-next");

async function tryMove(page, move) {
	await page.fill("#puzzle-typed", move);
	await page.press("#puzzle-typed", "Enter");
}

/** A move that is legal but not the solution. */
function wrong({ fen, moves }) {
	const chess = new Chess(fen);

	play(chess, moves[0]);
	return chess.moves({ verbose: true }).find(({ lan, san }) =>
		lan !== moves[1] && !san.includes("#") && !san.includes("=")).lan;
}

const long = puzzles.find(({ moves }) => moves.length >= 6);
const short = puzzles.find(({ moves, themes }) => moves.length === 2 &&
	!themes.includes("promotion"));

test("solved by mouse and by typing: the rating rises, and is kept", async () => {
	const page = await open(long);

	assert.equal(await rating(page), 1300);
	assert.equal(await text(page, "#puzzle-themes"), "");
	for (let i = 1; i < long.moves.length; i += 2) {
		await solvable(page);
		if (i === 1 && !long.moves[1][4])
			await square(page, long.moves[1].slice(0, 2))
				.dragTo(square(page, long.moves[1].slice(2, 4)));
		else
			await tryMove(page, long.moves[i]);
	}
	await solved(page);
	assert.match(await text(page, "#puzzle-state"), /Solved!$/);
	assert.match(await text(page, "#puzzle-themes"), new RegExp(`^Rated ${long.rating}: .`));
	const risen = await rating(page);
	assert.ok(risen > 1300);
	assert.deepEqual(await violations(page), []);
	// Done again it does not count.
	await page.click("#puzzle-actions button:nth-child(2)");
	await solvable(page);
	await tryMove(page, wrong(long));
	assert.equal(await rating(page), risen);
	await page.reload();
	await ready(page);
	await page.click("#puzzles");
	assert.equal(await rating(page), risen);
	assert.deepEqual(page.errors, []);
});

test("a wrong move costs once, and the puzzle goes on", async () => {
	const page = await open(short);

	await tryMove(page, wrong(short));
	assert.match(await text(page, "#puzzle-state"), /is not it\. Try again\./);
	const fallen = await rating(page);
	assert.ok(fallen < 1300);
	await tryMove(page, "nonsense");
	assert.match(await text(page, "#puzzle-state"), /not the text of a move/);
	await tryMove(page, short.moves[1]);
	await solved(page);
	assert.equal(await rating(page), fallen);
	assert.match(await text(page, "#puzzle-state"), /That was the solution\.$/);
	assert.deepEqual(page.errors, []);
});

test("hint and solution", async () => {
	const page = await open(long);

	await page.click("#puzzle-hint");
	assert.match(await text(page, "#puzzle-state"),
		new RegExp(`Look at ${long.moves[1].slice(0, 2)}\\.`));
	const fallen = await rating(page);
	assert.ok(fallen < 1300);
	await page.click("#puzzle-show");
	await solved(page);
	assert.equal(await rating(page), fallen);
	await page.click("#puzzle-actions button:nth-child(3)");
	assert.equal(await page.locator("#puzzles-dialog").isVisible(), false);
	assert.equal(await page.locator("#analysis").isVisible(), true);
	assert.deepEqual(page.errors, []);
});

test("themes are chosen; nothing is loaded before it is wanted", async () => {
	const page = await openPage(await place.browser.newContext());
	const asked = [];

	page.on("request", (request) => asked.push(request.url()));
	await page.goto(place.url);
	await ready(page);
	assert.ok(!asked.some((url) => /puzzle|glicko/.test(url)));
	await page.click("#puzzles");
	await solvable(page);
	assert.ok(asked.some((url) => url.endsWith("puzzle-data.js")));
	await page.selectOption("#puzzle-theme", "endgame");
	await solvable(page);
	await page.click("#puzzle-show");
	await solved(page);
	assert.match(await text(page, "#puzzle-themes"), /endgame/);
	assert.deepEqual(page.errors, []);
});

test("from the disk, in the single file", async () => {
	const page = await open(short, String(new URL("rookery.html", site)));

	await tryMove(page, short.moves[1]);
	await solved(page);
	assert.deepEqual(page.errors, []);
});
