// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The engine of the analysis and its settings: threads, table, limits, speed,
 * pause; and the program of this machine, where `rookery web` serves the page.
 *
 *	make FLAVOUR=gcc build/gcc/rookery build/gcc/rookery-web && make web
 *	node --test tests/web/engine.spec.mjs
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { open, serve } from "./browser.mjs";
import { openPage, ready, site, text, violations } from "./page.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const program = `${root}${process.env.PROGRAM ?? "build/gcc/rookery"}`;
let browser;

before(async () => { browser = await open(); });
after(() => browser?.close());

/** A page with the analysis and its settings open. */
async function analysing(url, context = undefined) {
	const page = await openPage(context ?? await browser.newContext());

	await page.goto(url);
	await ready(page);
	await page.click("#analyse");
	await page.click("#engine summary");
	return page;
}

const choose = (page, key, value) =>
	page.selectOption(`#engine [data-key="${key}"]`, value);
const values = (page, key) => page.locator(`#engine [data-key="${key}"] option`)
	.evaluateAll((options) => options.map(({ value }) => value));

/** Until the line beside the title is like this. */
async function progress(page, pattern) {
	await page.waitForFunction(([source]) => new RegExp(source)
		.test(document.getElementById("depth").textContent), [pattern.source]);
	return text(page, "#depth");
}

test("without shared memory there is one thread, and it says so", async () => {
	const server = await serve(site);
	const page = await analysing(server.address);

	assert.deepEqual(await values(page, "threads"), ["1"]);
	assert.match(await text(page, "#engine"), /More threads/);
	assert.equal(await page.locator('#engine [data-key="engine"]').count(), 0);
	await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
	assert.deepEqual(page.errors, []);
	server.close();
});

test("threads, table and limits; they are kept", async () => {
	const server = await serve(site, { isolated: true });
	const context = await browser.newContext();
	// As many processors as somebody may have.
	await context.addInitScript(() => Object.defineProperty(navigator,
		"hardwareConcurrency", { value: 4 }));
	const page = await analysing(server.address, context);
	const asked = [];

	page.on("request", (request) => asked.push(request.url()));
	assert.deepEqual(await values(page, "threads"), ["1", "2", "3", "4"]);
	await progress(page, /^depth ([3-9]|\d\d)/);
	await choose(page, "threads", "3");
	await choose(page, "hash", "64");
	await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
	assert.ok(asked.some((url) => url.endsWith("rookery-threads.wasm")));
	await choose(page, "limit", "depth 12");
	assert.match(await progress(page, /finished/), /^depth 12 · .* · finished$/);
	assert.equal(await page.locator("#lines-list li").count(), 3);
	// The next position has the same limit.
	await page.fill("#typed", "e4");
	await page.press("#typed", "Enter");
	await progress(page, /^depth 12 · .* · finished$/);
	assert.deepEqual(await violations(page), []);
	await page.reload();
	await ready(page);
	await page.click("#analyse");
	await page.click("#engine summary");
	assert.equal(await page.inputValue('#engine [data-key="threads"]'), "3");
	assert.equal(await page.inputValue('#engine [data-key="hash"]'), "64");
	await progress(page, /^depth 12 · .* · finished$/);
	assert.deepEqual(page.errors, []);
	server.close();
});

test("it pauses while nobody sees the page", async () => {
	const server = await serve(site);
	const page = await analysing(server.address);
	const see = (isSeen) => page.evaluate((hidden) => {
		Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	}, !isSeen);

	await progress(page, /^depth ([5-9]|\d\d)/);
	await see(false);
	const paused = await progress(page, /paused$/);
	await page.waitForTimeout(1500);
	assert.equal(await text(page, "#depth"), paused);
	await see(true);
	await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
	assert.deepEqual(page.errors, []);
	server.close();
});

const queens = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4";

/** What is said where service workers are not wanted, so that requests are seen. */
const blocked = /Service Worker registration blocked/;

/** The program's scores of three lines at depth 12, as the page writes them. */
async function programScores(...options) {
	const child = spawn(program, ["uci"]);
	let told = "";

	child.stdin.write(["setoption name Hash value 32", "setoption name MultiPV value 3",
		"setoption name UCI_AnalyseMode value true", ...options,
		`position fen ${queens}`, "go depth 12", ""].join("\n"));
	for await (const part of child.stdout) {
		told += part;
		if (/^bestmove/m.test(told))
			child.stdin.end();
	}
	return [1, 2, 3].map((line) => {
		const [, score] = [...told.matchAll(new RegExp(
			`depth 12 .*multipv ${line} score cp (-?\\d+) nodes`, "g"))].at(-1);

		return `${score > 0 ? "+" : ""}${(score / 100).toFixed(2)}`.replace("-", "−");
	});
}

/** A page that analyses the position to that depth; `fetched` is about the network. */
async function scoresOf(page, address, fetched) {
	await page.goto(`${address}#rules=standard&fen=${encodeURIComponent(queens)}`);
	await ready(page);
	await fetched;
	await page.click("#engine summary");
	await choose(page, "limit", "depth 12");
	await progress(page, /^depth 12 · .* · finished$/);
	return page.locator("#lines-list .score").allTextContents();
}

test("the page fetches the network, once and late, and thinks as the program does", async () => {
	const child = spawn(program, ["web", fileURLToPath(site), "--port", "0", "--no-open"]);
	const [line] = await once(child.stdout, "data");
	const [address] = /http:\S+/.exec(String(line));

	try {
		const context = await browser.newContext({ serviceWorkers: "block" });
		const page = await openPage(context);
		const asked = [];
		let wasReady;

		await page.route("**/*.rknet", async (route) => {
			wasReady = await page.evaluate(() => "ready" in document.body.dataset);
			asked.push(route.request().url());
			await route.continue();
		});
		const fetched = page.waitForResponse("**/rookery/network.rknet")
			.then((response) => response.finished().then(() => response));
		const scores = await scoresOf(page, address, fetched);
		const headers = await (await fetched).allHeaders();

		assert.deepEqual(scores, await programScores());
		assert.notDeepEqual(scores,
			await programScores("setoption name Use NNUE value false"));
		assert.equal(headers["content-encoding"], "gzip");
		assert.equal(headers["content-type"], "application/octet-stream");
		// The one of the hint is another thinker.
		await page.click("#hint");
		await page.waitForTimeout(1000);
		assert.equal(asked.length, 1);
		assert.ok(wasReady);
		assert.deepEqual(page.errors.filter((error) => !blocked.test(error)), []);
		await context.close();
	} finally {
		child.kill("SIGKILL");
	}
});

test("without the network's file the page thinks by the classical evaluation", async () => {
	const server = await serve(site);
	const classical = await programScores("setoption name Use NNUE value false");

	for (const answer of [{ status: 404 }, { body: "none" }]) {
		const context = await browser.newContext({ serviceWorkers: "block" });
		const page = await openPage(context);

		await page.route("**/*.rknet", (route) => route.fulfill(answer));
		const fetched = page.waitForResponse("**/*.rknet");
		assert.deepEqual(await scoresOf(page, server.address, fetched), classical);
		assert.deepEqual(page.errors.filter((error) => !blocked.test(error) &&
			!/status of 404/.test(error)), []);
		await context.close();
	}
	server.close();
});

test("the network is kept for use without a connection", async () => {
	const server = await serve(site);
	const context = await browser.newContext();
	const page = await openPage(context);

	await page.goto(server.address);
	await ready(page);
	await page.waitForFunction(() => navigator.serviceWorker.controller);
	await context.setOffline(true);
	assert.equal(await page.evaluate(async () =>
		(await (await fetch("rookery/network.rknet")).arrayBuffer()).byteLength),
	statSync(new URL("rookery/network.rknet", site)).size);
	assert.deepEqual(page.errors, []);
	await context.close();
	server.close();
});

test("the program of this machine thinks for the page", async () => {
	const child = spawn(program, ["web", fileURLToPath(site), "--port", "0", "--no-open"]);
	const [line] = await once(child.stdout, "data");
	const [address] = /http:\S+/.exec(String(line));

	try {
		const page = await analysing(address);
		const asked = [];

		page.on("request", (request) => {
			if (request.method() === "POST")
				asked.push(request.postData());
		});
		await page.waitForSelector('#engine [data-key="engine"]');
		await progress(page, /^depth ([3-9]|\d\d)/);
		assert.deepEqual(asked, []);
		await choose(page, "engine", "native");
		await choose(page, "limit", "depth 12");
		await progress(page, /^depth 12 · .* · finished$/);
		assert.ok(asked.some((one) => /^ask \d+\nthreads 1\nhash 32\nlines 3\n/.test(one)));
		assert.equal(await page.locator("#lines-list li").count(), 3);
		// Its lines can be played, and the next position is asked with its history.
		await page.locator("#lines-list .move").first().click();
		await progress(page, /^depth 12 · .* · finished$/);
		assert.match(asked.findLast((one) => one.startsWith("ask")), / moves [a-h]\d/);
		assert.match(await page.getAttribute("#bar", "aria-label"), /[+−]?\d\.\d\d$/);
		await choose(page, "limit", "infinite");
		await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
		// When the server has ended, the browser goes on, and that is said.
		child.kill("SIGTERM");
		await once(child, "close");
		await page.waitForFunction(() => /cannot be used: the server does not answer/
			.test(document.getElementById("engine").textContent));
		await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
		assert.ok(page.errors.every((error) => /ERR_CONNECTION_REFUSED/.test(error)),
			page.errors.join("\n"));
	} finally {
		child.kill("SIGKILL");
	}
});

test("two pages: who asks last has it, and the other one thinks by itself", async () => {
	const child = spawn(program, ["web", fileURLToPath(site), "--port", "0", "--no-open"]);
	const [line] = await once(child.stdout, "data");
	const [address] = /http:\S+/.exec(String(line));

	try {
		const context = await browser.newContext();
		const page = await analysing(address, context);

		await page.waitForSelector('#engine [data-key="engine"]');
		await choose(page, "engine", "native");
		await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
		const other = await analysing(address, context);
		await other.waitForSelector('#engine [data-key="engine"]');
		await progress(other, /^depth \d+ · [\d.]+ [kM]\/s$/);
		await page.waitForFunction(() => /another page uses it/
			.test(document.getElementById("engine").textContent));
		await progress(page, /^depth \d+ · [\d.]+ [kM]\/s$/);
	} finally {
		child.kill("SIGKILL");
	}
});
