// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The thinker in node's worker threads. Where node cannot suspend WebAssembly
 * this is the other way of stopping; browser.spec.mjs has both.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Rookery, RookeryError, Thinker } from "../../build/web/rookery/rookery.js";

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const middle = "r1bq1rk1/pp4pp/2nbp3/5p2/P2Pp3/2P5/1P1NQPPP/R1B1KB1R w KQ - 3 13";
let rookery, thinker;

before(async () => {
	rookery = await Rookery.load();
	thinker = await Thinker.start(rookery, { hash: 4 });
});

after(() => thinker.close());

const isLegal = (game, { move }) =>
	game.moves().some((legal) => legal.move === move.move && legal.san === move.san);

test("a task, and its lines", async () => {
	const game = rookery.game({ fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" });
	const lines = [];
	const answer = await thinker.think(game, { depth: 5, lines: 3 },
		(line) => lines.push(line));

	assert.deepEqual([answer.move.san, answer.mate, answer.ponder], ["Ra8#", 1, null]);
	assert.deepEqual(new Set(lines.map(({ line }) => line)), new Set([1, 2, 3]));
	const best = lines.filter(({ line }) => line === 1).at(-1);
	assert.equal(best.mate, 1);
	assert.equal(best.moves[0].san, "Ra8#");
	/* Every line can be played. */
	for (const { moves } of lines)
		moves.reduce((position, move) => position.after(move), game.position);
});

test("what each seat would take", async () => {
	const look = async (options, limits = { depth: 4 }) => {
		let told;

		await thinker.think(rookery.position(options), limits, (line) => { told = line; });
		return told;
	};
	const queen = await look({ fen: "3qk3/8/8/8/8/8/8/4K3 w - - 0 1" });

	assert.ok(queen.shares[0] < 50 && queen.shares[0] + queen.shares[1] === 1000);
	assert.equal(queen.shares[0], (1000 + queen.win - queen.loss) / 2);
	const { shares } = await look({ rules: "teams" });
	assert.equal(shares.length, 4);
	assert.deepEqual(shares.slice(0, 2), shares.slice(2));
	assert.ok(Math.abs(shares[0] + shares[1] - 1000) < 3);
	const ffa = (await look({ rules: "ffa" })).shares;
	assert.ok(Math.abs(ffa.reduce((a, b) => a + b) - 1000) < 5);
});

/* A random one, as bytes. */
function makeNetwork() {
	const folder = mkdtempSync(join(tmpdir(), "network-"));
	const name = join(folder, "random");

	execFileSync(new URL("../../tools/gen_network.py", import.meta.url).pathname, [name]);
	const bytes = readFileSync(name);
	rmSync(folder, { recursive: true });
	return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

test("a network evaluates, and stays with the thinker", async () => {
	const own = await Thinker.start(rookery, { hash: 1 });
	const position = rookery.position({ fen: middle });
	const nodes = async () => {
		await own.forget();
		return (await own.think(position, { depth: 6 })).nodes;
	};
	const classical = await nodes();
	const network = makeNetwork();

	await assert.rejects(own.useNetwork(network.slice(1)), /it is no network/);
	await assert.rejects(own.useNetwork(network.slice(0, -1)), /it is truncated/);
	assert.equal(await nodes(), classical);
	await own.useNetwork(network);
	const other = await nodes();
	assert.notEqual(other, classical);
	const thought = own.think(position, { infinite: true });
	await wait(100);
	await assert.rejects(own.useNetwork(network), /one thing at a time/);
	own.stop();
	await thought;
	assert.equal(await nodes(), other);
	own.close();
});

test("a network that comes later is used from the next search on", async () => {
	const position = rookery.position({ fen: middle });
	const nodes = async (own) => {
		await own.forget();
		return (await own.think(position, { depth: 6 })).nodes;
	};
	const start = (network, slices = true) =>
		Thinker.start(rookery, { hash: 1, slices, network });
	const network = makeNetwork();
	const known = await start();
	const classical = await nodes(known);

	await known.useNetwork(network);
	const other = await nodes(known);
	assert.notEqual(other, classical);
	for (const slices of [true, false]) {
		let come;
		const own = await start(new Promise((resolve) => { come = resolve; }), slices);
		const thought = own.think(position, { infinite: true });

		await wait(50);
		come(network);
		await wait(50);
		own.stop();
		await thought;
		assert.equal(await nodes(own), other);
		// It stays when the worker is another one.
		const next = own.think(position, { infinite: true });
		await wait(50);
		own.cancel();
		await next;
		assert.equal(await nodes(own), other);
		own.close();
	}
	const missing = async () => { throw new Error("there is none"); };
	for (const none of [() => null, () => network.slice(1), async () => null, missing]) {
		const own = await start(none());

		assert.equal(await nodes(own), classical);
		assert.equal(await nodes(own), classical);
		own.close();
	}
	known.close();
});

test("only some moves are looked at", async () => {
	const position = rookery.position({ fen: middle });

	for (const { move } of position.moves().slice(0, 5)) {
		const answer = await thinker.think(position, { depth: 3, only: [move] });

		assert.equal(answer.move.move, move);
	}
	const { move } = rookery.position().read("a3");
	await assert.rejects(thinker.think(position, { depth: 3, only: [move] }),
		/only legal moves can be looked at/);
	for (const only of ["e4", [1.5], [{}], null])
		await assert.rejects(thinker.think(position, { depth: 3, only }),
			/only is a list of moves, by their numbers/);
	assert.equal(thinker.isThinking, false);
	await thinker.think(position, { depth: 1 });
});

test("the same task, the same answer", async () => {
	const position = rookery.position({ fen: middle });
	const ask = async () => {
		await thinker.forget();
		return thinker.think(position, { nodes: 30000 });
	};

	assert.deepEqual(await ask(), await ask());
});

test("repetitions are known", async () => {
	/* A rook and more down, but the third time it is a draw. */
	const game = rookery.game({ fen: "6k1/6p1/8/7Q/8/1r6/1q3PPP/6K1 w - - 0 1" });
	const score = async (about) => {
		await thinker.forget();
		return (await thinker.think(about, { depth: 2 })).score;
	};

	for (const text of ["Qe8", "Kh7", "Qh5", "Kg8", "Qe8", "Kh7"])
		game.play(text);
	const [known, unknown] = [await score(game), await score(game.position)];

	assert.ok(Math.abs(known) < 50 && unknown < -200, `${known} ${unknown}`);
});

test("all levels move, in all kinds of chess", async () => {
	for (const { name } of rookery.rules) {
		const game = rookery.game({ rules: name });

		for (const level of [1, 2, 3, 4, 5, 7]) {
			const answer = await thinker.think(game, { level, seed: 5 });
			assert.ok(isLegal(game, answer), `${name} ${level}`);
			game.play(answer.move);
		}
	}
	await assert.rejects(thinker.think(rookery.game(), { level: 13 }), RookeryError);
	await assert.rejects(thinker.think(rookery.game(), { level: 0 }), /levels are 1 to 12/);
	await assert.rejects(thinker.think(rookery.game(), { speed: 3 }), /no limit speed/);
	await assert.rejects(thinker.think(rookery.game(), { depth: NaN }), /depth is a number/);
	await assert.rejects(thinker.think(rookery.game(), { nodes: -1 }), /nodes is a number/);
});

test("the engine refuses what it does not know, in words", async () => {
	for (const rules of rookery.rules) {
		const about = rookery.position({ rules: rules.name });
		const answer = () => thinker.think(about, { depth: 1 });

		assert.equal(rules.searchable, rules.name !== "casual");
		if (rules.searchable)
			assert.ok((await answer()).move, rules.name);
		else
			await assert.rejects(answer, { constructor: RookeryError,
				message: "the engine does not know these rules" });
	}
	for (const limits of [{}, { infinite: true }, { elo: 900 }])
		await assert.rejects(thinker.think(rookery.game({ rules: "casual" }), limits),
			/does not know these rules/);
	assert.ok((await thinker.think(rookery.game({ rules: "casual" }),
		{ level: rookery.levels })).move);
});

test("in casual chess all levels from 4 up play alike", async () => {
	const game = rookery.game({ rules: "casual", fen: "rnbqkb1r/pppp1ppp/5n2/4p2Q/4P3/8/" +
		"PPPP1PPP/RNB1KBNR w KQkq - 2 3" });
	const choose = async (level, seed) =>
		(await thinker.think(game, { level, seed })).move.san;

	for (let seed = 0; seed < 4; seed++) {
		const wanted = await choose(game.rules.levels.length, seed);

		for (let level = 5; level <= rookery.levels; level++)
			assert.equal(await choose(level, seed), wanted);
	}
});

test("more lines than there are moves, and no moves", async () => {
	const game = rookery.game({ fen: "7k/8/8/8/8/8/6PP/7K w - - 0 1" });
	const lines = new Set();
	const mated = ["f3", "e5", "g4", "Qh4"].reduce((position, text) =>
		position.after(text), rookery.position());

	await thinker.think(game, { depth: 2, lines: 1000 }, ({ line }) => lines.add(line));
	assert.deepEqual(lines, new Set(game.moves().map((_, i) => i + 1)));
	for (const limits of [{ depth: 3 }, { level: 3 }, { level: 9 }])
		assert.equal((await thinker.think(mated, limits)).move, null);
});

test("the same seed, the same choice", async () => {
	const game = rookery.game();
	const choose = async (seed) => (await thinker.think(game, { level: 2, seed })).move.san;
	const choices = new Set();

	for (let seed = 0; seed < 8; seed++) {
		choices.add(await choose(seed));
		assert.equal(await choose(3), await choose(3));
	}
	assert.ok(choices.size > 1);
});

test("a game of four computers comes to its end", async () => {
	const game = rookery.game({ rules: "ffa" });
	let seed = 11;

	while (!game.result)
		if (!game.position.walks)
			game.play((await thinker.think(game,
				{ level: 1 + seed % 4, seed: seed++ })).move);
		else
			game.walk(seed++);
	assert.ok(game.result.winners.length);
	assert.ok(game.active.length <= 4);
	const again = rookery.game({ pgn: game.pgn() });

	assert.equal(again.fen, game.fen);
	assert.deepEqual(again.points, game.points);
});

test("Elo, clocks, times", async () => {
	const game = rookery.game({ clock: { initial: 5000, increment: 0 } });
	const start = performance.now();

	assert.ok(isLegal(game, await thinker.think(game, {})));
	assert.ok(performance.now() - start < 2500);
	assert.ok(isLegal(game, await thinker.think(game, { elo: 800, nodes: 20000, seed: 1 })));
	const before = performance.now();
	await thinker.think(game, { movetime: 200 });
	assert.ok(performance.now() - before > 150);
});

test("one thing at a time, and stops", async () => {
	const game = rookery.game({ fen: middle });
	const first = thinker.think(game, { infinite: true });

	assert.ok(thinker.isThinking);
	await assert.rejects(thinker.think(game, { depth: 1 }), /one thing at a time/);
	await wait(300);
	const start = performance.now();
	thinker.stop();
	const answer = await first;

	assert.ok(performance.now() - start < 50);
	assert.ok(isLegal(game, answer));
	assert.ok(answer.depth >= 3);
	assert.ok(!thinker.isThinking);
	thinker.stop();
});

test("stopped before anything was said", async () => {
	const game = rookery.game({ fen: middle });

	for (const limits of [{ infinite: true }, { level: 12 }, { elo: 1500, movetime: 5000 }]) {
		const answer = thinker.think(game, limits);
		thinker.stop();
		assert.ok(isLegal(game, await answer));
		const second = thinker.think(game, limits);
		await wait(1);
		thinker.stop();
		thinker.stop();
		assert.ok(isLegal(game, await second));
	}
});

test("a level that is stopped moves, one that is cancelled does not", async () => {
	const game = rookery.game({ fen: middle });
	const first = thinker.think(game, { level: 12 });

	await wait(150);
	thinker.stop();
	assert.ok(isLegal(game, await first));
	const second = thinker.think(game, { level: 12 });
	await wait(50);
	thinker.cancel();
	assert.equal(await second, null);
	assert.ok(isLegal(game, await thinker.think(game, { depth: 3 })));
});

test("closed while it thinks", async () => {
	const other = await Thinker.start(rookery, { hash: 1 });
	const answer = other.think(rookery.game(), { infinite: true });

	await wait(50);
	other.close();
	assert.equal(await answer, null);
});

test("too much is refused", async () => {
	await assert.rejects(Thinker.start(rookery, { hash: 3000 }), /no memory/);
});
