#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 *	bench/web.mjs ROOKERY
 *
 * WebAssembly against the program ROOKERY: nodes a second of one thread with
 * a table of 16 MB, on the same positions with the same number of nodes, one
 * after the other so that what else the machine does is shared. In node's
 * worker, where nothing can be suspended, and in Chromium's, in slices. At
 * least half is wanted. Nodes a second of four threads against one, in node, where
 * two and a half times as many are wanted of a machine with four processors. And
 * the first visit to the page: what is loaded, compressed, 400 KB at most, and how
 * long it takes until one can play, a second at most.
 *
 *	bench/web.mjs --threads
 *
 * measures only the threads, and needs neither the program nor a browser.
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Rookery, Thinker } from "../build/web/rookery/rookery.js";

const site = new URL("../build/web/", import.meta.url);
const built = new URL("rookery/", site);
const least = 0.5;
const gain = 2.5;
const largest = 400000;
const longest = 1000;
const warm = 2; // rounds that do not count: what runs often is compiled twice
const rounds = 5;

const tasks = [
	{ rules: "standard", nodes: 150000, fens: [
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"r1bq1rk1/pp4pp/2nbp3/5p2/P2Pp3/2P5/1P1NQPPP/R1B1KB1R w KQ - 3 13",
		"r4rk1/2qbn1b1/1p2n1pp/4p3/4p3/PQ1PP1PP/3N1PB1/1RB1K2R w K - 0 20",
		"1r1qb3/6bk/1p4pp/3P4/3nN1Pn/P7/1R3PB1/3QR1K1 w - - 0 31",
		"6k1/5p2/6p1/R1P5/2K1P3/6PP/8/1r6 w - - 8 46",
	] },
	{ rules: "ffa", nodes: 100000, fens: [null] },
	{ rules: "teams", nodes: 100000, fens: [null] },
];

/** The program, one line in and lines out. */
class Native {
	constructor(program) {
		this.process = spawn(program, ["uci"], { stdio: ["pipe", "pipe", "inherit"] });
		this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
		this.say("setoption name Threads value 1");
		this.say("setoption name Hash value 16");
	}

	say(line) { this.process.stdin.write(`${line}\n`); }

	async think(rules, fen, nodes) {
		const variant = rules === "standard" ? "chess" : rules;

		this.say(`setoption name UCI_Variant value ${variant}`);
		this.say("ucinewgame");
		this.say(`position ${fen ? `fen ${fen}` : "startpos"}`);
		this.say("isready");
		while ((await this.lines.next()).value !== "readyok")
			;
		const start = performance.now();
		this.say(`go nodes ${nodes}`);
		for (;;) {
			const { value, done } = await this.lines.next();
			if (done)
				throw new Error("the program has ended");
			if (value.startsWith("bestmove"))
				return performance.now() - start;
		}
	}

	close() { this.say("quit"); }
}

/** The package, here or in a page: the same text for both. */
async function thinkHere({ rookery, thinker }, rules, fen, nodes) {
	const position = rookery.position({ rules, fen: fen ?? undefined });

	await thinker.forget();
	const start = performance.now();
	await thinker.think(position, { nodes });
	return performance.now() - start;
}

async function openNode() {
	const rookery = await Rookery.load();
	const here = { rookery, thinker: await Thinker.start(rookery) };

	return {
		think: (...task) => thinkHere(here, ...task),
		close: () => here.thinker.close(),
	};
}

/* Loaded only here, so that the threads can be measured without a browser. */
const browsers = () => import("../tests/web/browser.mjs");

async function openChromium() {
	const { open, serve } = await browsers();
	const server = await serve(built);
	const browser = await open();
	const page = await browser.newPage();

	await page.goto(server.address);
	await page.evaluate(async () => {
		const { Rookery, Thinker } = await import("/rookery.js");
		const rookery = await Rookery.load();

		window.here = { rookery, thinker: await Thinker.start(rookery) };
		if (!here.thinker.slices)
			throw new Error("nothing can be suspended");
	});
	return {
		think: (...task) =>
			page.evaluate(`(${thinkHere})(here, ...${JSON.stringify(task)})`),
		close: async () => {
			await browser.close();
			server.close();
		},
	};
}

/* The median of the rounds, for each of them. */
async function measure(players, { rules, nodes, fens }) {
	const times = players.map(() => []);

	for (let round = -warm; round < rounds; round++)
		for (const [i, player] of players.entries()) {
			let time = 0;

			for (const fen of fens)
				time += await player.think(rules, fen, nodes);
			if (round >= 0)
				times[i].push(time);
		}
	return times.map((list) =>
		nodes * fens.length / list.sort((a, b) => a - b)[rounds >> 1]);
}

/* One visit of a browser that was never there: bytes, and milliseconds. */
async function visit(browser, address) {
	const context = await browser.newContext({ serviceWorkers: "block" });
	const page = await context.newPage();
	const bodies = [];
	const start = performance.now();

	// The network is fetched when one can play already.
	page.on("response", (response) => response.url().endsWith(".rknet") ||
		bodies.push(response.body().catch(() => "")));
	await page.goto(address);
	await page.waitForSelector("body[data-ready]", { state: "attached" });
	const time = performance.now() - start;
	const loaded = await Promise.all(bodies);
	const sum = (compress) => loaded.reduce((size, body) => size + compress(body).length, 0);

	await context.close();
	return { time, brotli: sum(brotliCompressSync),
		gzip: sum((body) => gzipSync(body, { level: 9 })) };
}

async function visits() {
	const { open, serve } = await browsers();
	const server = await serve(site);
	const browser = await open();
	const all = [];

	for (let round = 0; round < rounds; round++)
		all.push(await visit(browser, server.address));
	await browser.close();
	server.close();
	return all.sort((one, other) => one.time - other.time)[rounds >> 1];
}

/* Nodes a second of each number of threads, in turns; medians of the rounds. */
async function measureThreads(counts) {
	const rookery = await Rookery.load();
	const [{ fens }] = tasks;
	const speeds = counts.map(() => []);

	for (let round = -1; round < rounds; round++)
		for (const [i, threads] of counts.entries()) {
			const thinker = await Thinker.start(rookery, { threads, hash: 64 });
			let nodes = 0, time = 0;

			for (const fen of fens) {
				const start = performance.now();

				nodes += (await thinker.think(rookery.position({ fen }),
					{ movetime: 600 })).nodes;
				time += performance.now() - start;
			}
			thinker.close();
			if (round >= 0)
				speeds[i].push(nodes / time);
		}
	return speeds.map((list) => list.sort((a, b) => a - b)[rounds >> 1]);
}

async function benchThreads() {
	const [one, four] = await measureThreads([1, 4]);
	const enough = availableParallelism() >= 4;

	console.log(`threads: one ${one.toFixed(0)} knps, four ${four.toFixed(0)} ` +
		`(${(four / one).toFixed(2)}), ${availableParallelism()} processors`);
	return !enough || four >= gain * one;
}

if (process.argv[2] === "--threads")
	process.exit(await benchThreads() ? 0 : 1);

const native = new Native(process.argv[2] ?? "./rookery");
const players = [native, await openNode(), await openChromium()];
let good = true;

console.log("knps      program      node        Chromium");
for (const task of tasks) {
	const [program, ...others] = await measure(players, task);
	const shown = others.map((speed) =>
		`${speed.toFixed(0).padStart(6)} (${(speed / program).toFixed(2)})`);

	console.log(task.rules.padEnd(9), program.toFixed(0).padStart(7), ...shown);
	good &&= others.every((speed) => speed >= least * program);
}
for (const player of players)
	await player.close();

good &&= await benchThreads();

const { time, brotli, gzip } = await visits();
console.log(`first load: ${gzip} bytes by gzip, ${brotli} by brotli; ` +
	`ready after ${time.toFixed(0)} ms`);
good &&= gzip < largest && time < longest;
console.log(good ? "at least half everywhere, small and soon there"
	: "NOT at least half, or threads of no use, or too large, or too late");
process.exit(good ? 0 : 1);
