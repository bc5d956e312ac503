// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Several threads for one search: in node, in a page that may share memory, and
 * in one that may not.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Rookery, RookeryError, Thinker } from "../../build/web/rookery/rookery.js";
import { open, serve } from "./browser.mjs";

const built = new URL("../../build/web/rookery/", import.meta.url);
const rookery = await Rookery.load();
const busy = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const isLegal = (game, { move }) => game.moves().some((legal) => legal.move === move);

test("the helpers search, and are counted", async () => {
	const position = rookery.position({ fen: busy });
	const count = async (threads) => {
		const thinker = await Thinker.start(rookery, { threads });

		assert.equal(thinker.threads, threads);
		let told = 0;
		const { nodes, depth } = await thinker.think(position, { depth: 13 },
			(line) => { told = line.nodes; });

		assert.equal(depth, 13);
		assert.ok(nodes >= told);
		thinker.close();
		return nodes;
	};
	const alone = await count(1);

	// One thread counts the same each time, several never do.
	assert.equal(await count(1), alone);
	assert.notEqual(await count(3), alone);
});

test("answers are right: mates, only moves, four players, levels", async () => {
	const thinker = await Thinker.start(rookery, { threads: 3, hash: 8 });
	const mate = rookery.position({ fen: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1" });
	const game = rookery.game();

	assert.equal((await thinker.think(mate, { depth: 6 })).mate, 1);
	const only = game.moves("a2").map(({ move }) => move);
	assert.ok(only.includes((await thinker.think(game, { movetime: 50, only })).move.move));
	for (const rules of ["ffa", "teams", "standard"]) {
		const other = rookery.game({ rules });
		const { move } = await thinker.think(other, { nodes: 30000 });

		assert.ok(isLegal(other, move));
	}
	assert.ok(isLegal(game, (await thinker.think(game, { level: 5 })).move));
	const { nodes } = await thinker.think(game, { nodes: 50000 });
	assert.ok(nodes >= 50000 && nodes < 150000, `${nodes}`);
	await thinker.forget();
	const lines = new Set();
	await thinker.think(game, { depth: 5, lines: 4 }, ({ line }) => lines.add(line));
	assert.deepEqual([...lines].sort(), [1, 2, 3, 4]);
	thinker.close();
});

/* A network by which every position is even, as docs/network.md describes it. */
function evenNetwork() {
	const header = Buffer.alloc(512);
	const body = Buffer.alloc(2 * (768 * 32 + 32 + 2 * 32) + 4);

	header.write("rknet\0\0\u0001", "latin1");
	header.writeUInt32LE(header.length + body.length, 8);
	header.set(gzipSync(body).subarray(-8, -4), 12); // its CRC-32
	header.writeUInt16LE(32, 16);
	header.set([1, 1], 18);
	for (const [i, number] of [255, 64, 400].entries())
		header.writeUInt16LE(number, 20 + 2 * i);
	return new Uint8Array([...header, ...body]);
}

/* Helpers with another evaluation would write their scores to the table. */
test("all threads have the network", async () => {
	const ahead = rookery.position(
		{ fen: "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" });
	const most = async (thinker, limits) => {
		const scores = [];

		await thinker.think(ahead, limits, ({ score }) => scores.push(Math.abs(score)));
		return Math.max(...scores);
	};
	const later = await Thinker.start(rookery, { threads: 3 });
	const thinker = await Thinker.start(rookery,
		{ threads: 3, network: Promise.resolve(evenNetwork()) });

	assert.ok(await most(later, { depth: 6 }) > 300);
	await later.useNetwork(evenNetwork());
	for (const own of [thinker, later])
		assert.equal(await most(own, { movetime: 1000 }), 0);
	later.close();
	thinker.close();
});

// Nothing is suspended here, so a stop must come through memory.
test("stopped, cancelled and closed at any moment", async () => {
	const thinker = await Thinker.start(rookery, { threads: 3, slices: false });
	const game = rookery.game({ fen: busy });

	for (let i = 0; i < 12; i++) {
		const answer = thinker.think(game, { infinite: true });

		await sleep(i * 7);
		const start = performance.now();
		thinker.stop();
		assert.ok(isLegal(game, (await answer).move));
		assert.ok(performance.now() - start < 2000);
	}
	for (let i = 0; i < 6; i++) {
		const answer = thinker.think(game, { infinite: true });

		await sleep(i * 7);
		thinker.cancel();
		assert.equal(await answer, null);
	}
	// A mate that is found at once is still waited with until it is stopped.
	const found = thinker.think(rookery.position({ fen: "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1" }),
		{ infinite: true });
	await sleep(200);
	assert.ok(thinker.isThinking);
	thinker.stop();
	assert.equal((await found).mate, 1);
	const last = thinker.think(game, { infinite: true });
	await sleep(50);
	thinker.close();
	assert.equal(await last, null);
});

test("numbers of threads that are none", async () => {
	for (const threads of [0, -1, 1.5, 65, "2", NaN])
		await assert.rejects(Thinker.start(rookery, { threads }), RookeryError);
});

for (const isolated of [true, false])
	test(`in a page that may${isolated ? "" : " not"} share memory`, async () => {
		const server = await serve(built, { isolated });
		const browser = await open();
		const page = await browser.newPage();
		const asked = [], errors = [];

		page.on("request", (request) => asked.push(new URL(request.url()).pathname));
		page.on("console", (message) => errors.push(message.text()));
		await page.goto(server.address);
		const found = await page.evaluate(async (fen) => {
			const { Rookery, Thinker } = await import("/rookery.js");
			const rookery = await Rookery.load();
			const thinker = await Thinker.start(rookery, { threads: 4, hash: 32 });
			const answer = thinker.think(rookery.game({ fen }), { infinite: true });

			setTimeout(() => thinker.stop(), 300);
			const { move, nodes } = await answer;

			return { threads: thinker.threads, san: move.san, nodes };
		}, busy);

		assert.equal(found.threads, isolated ? 4 : 1);
		assert.ok(found.nodes > 1000);
		assert.equal(asked.includes("/rookery-threads.wasm"), isolated);
		assert.deepEqual(errors, []);
		await browser.close();
		server.close();
	});
