// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * For the tests of the page: pages that take down every error and every
 * violation of the security policy, and how games are played in them. SITE is a
 * folder other than build/web where the page lies.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { open, serve } from "./browser.mjs";

const root = new URL("../../", import.meta.url);
const require = createRequire(new URL("build/", root));
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Where the page lies. */
export const site = process.env.SITE ? pathToFileURL(`${process.env.SITE}/`)
	: new URL("build/web/", root);

/** The page served, and a browser; both are to be closed. */
export async function start() {
	const [server, browser] = await Promise.all([serve(site), open()]);

	return {
		browser, url: server.address,
		async close() {
			await browser.close();
			server.close();
		},
	};
}

/** A page of a context that takes down what goes wrong in it. */
export async function openPage(context) {
	const page = await context.newPage();

	// A busy machine may be slow; what never happens fails a test all the same.
	page.setDefaultTimeout(120000);
	page.errors = [];
	page.on("console", (message) => {
		if (["error", "warning"].includes(message.type()))
			page.errors.push(message.text());
	});
	page.on("pageerror", (error) => page.errors.push(error.stack));
	await page.addInitScript(() =>
		document.addEventListener("securitypolicyviolation", (event) =>
			console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`)));
	return page;
}

/**
 * For a file of tests: page(name, use, options) is a test with a page of its own,
 * where nobody has played yet. `at` gives another address; `init` runs in the page
 * before anything else; the rest are options of the browser's context.
 */
export function pages(usual = {}) {
	let place;

	before(async () => { place = await start(); });
	after(() => place?.close());
	return (name, use, { at, init, ...options } = {}) => test(name, async () => {
		const context = await place.browser.newContext({
			viewport: { width: 1100, height: 760 }, reducedMotion: "reduce",
			...usual, ...options,
		});
		const page = await openPage(context);

		try {
			if (init)
				await context.addInitScript(init);
			await page.goto(at?.(place.url) ?? place.url);
			await ready(page);
			await use(page, context, place);
			assert.deepEqual(page.errors, []);
		} finally {
			await context.close();
		}
	});
}

/** Opens a text by the dialog. */
export async function read(page, text) {
	await page.click("#open");
	await page.fill("#open-text", text);
	await page.click("#open-dialog [type=submit]");
}

/** A text of the dialog "Share". */
export async function shared(page, title) {
	await page.click("#share");
	const found = await page.locator(`#share-dialog[open] pre[aria-label="${title}"]`)
		.innerText();

	await page.keyboard.press("Escape");
	return found;
}

/** Until the game can be played. */
export const ready = (page) =>
	page.waitForSelector("body[data-ready]", { state: "attached" });

/** What axe finds; the tests want nothing of it. */
export async function violations(page) {
	// The policy forbids scripts in the page, but not those of the debugger.
	const found = await page.evaluate(`(() => { const module = undefined;
		const exports = undefined; ${axe}; return axe.run(document, {
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa",
				"best-practice"] }); })()`);

	return found.violations.map(({ id, nodes }) => `${id}: ${nodes
		.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
}

export const cell = (page, name) =>
	page.locator(`rookery-board:not(.mini) [data-square="${name}"]`);

export async function middle(page, name) {
	const { x, y, width, height } = await cell(page, name).boundingBox();

	return [x + width / 2, y + height / 2];
}

export async function drag(page, from, to, button = "left") {
	await page.mouse.move(...await middle(page, from));
	await page.mouse.down({ button });
	await page.mouse.move(...await middle(page, to), { steps: 3 });
	await page.mouse.up({ button });
}

export async function type(page, ...texts) {
	for (const text of texts) {
		await page.fill("#typed", text);
		await page.press("#typed", "Enter");
	}
}

/** A new game; levels and clock as the dialog has them. */
export async function begin(page, { players = 2, rules, levels = [], clock }) {
	await page.click("#new");
	await page.check(`[data-key="p${players}"]`);
	if (rules)
		await page.selectOption('[data-key="rules"]', rules);
	for (const [seat, level] of levels.entries())
		await page.selectOption(`[data-key="s${seat}"]`, String(level));
	if (clock)
		await page.selectOption('[data-key="clock"]', clock);
	await page.click("#new-dialog [type=submit]");
}

export const text = (page, selector) => page.locator(selector).innerText();

/** The moves of the list, as they are written. */
export const moves = (page) => page.locator("#moves .move").allTextContents();

/** Until the line of the state is like this. */
export async function state(page, pattern) {
	const element = page.locator("#state");

	for (let i = 0; i < 600; i++) {
		if (pattern.test(await element.innerText()))
			return;
		await page.waitForTimeout(100);
	}
	assert.match(await element.innerText(), pattern);
}
