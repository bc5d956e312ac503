// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* The first visit: what is loaded, and what is left for later. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { openPage, ready, start } from "./page.mjs";

let place;

before(async () => { place = await start(); });
after(() => place?.close());

test("the first load is small, and has nothing that is for later", async () => {
	const page = await openPage(await place.browser.newContext());
	const bodies = [];

	// The network comes once the page is ready.
	page.on("response", (response) => {
		const path = new URL(response.url()).pathname;

		if (!path.endsWith(".rknet"))
			bodies.push(response.body().then((body) => [path, gzipSync(body).length]));
	});
	await page.goto(place.url);
	await ready(page);
	const loaded = new Map(await Promise.all(bodies));
	const size = [...loaded.values()].reduce((sum, one) => sum + one);

	assert.ok(loaded.has("/rookery/rookery.wasm"));
	assert.ok(size < 400000, `${size} bytes`);
	for (const name of ["rookery/rookery-threads.wasm", "explorer.js", "openings.js",
		"puzzles.js", "puzzle-data.js", "picture.js", "gif.js", "native.js", "text-de.js",
		"pieces-flat.js", "pieces-print.js"])
		assert.ok(!loaded.has(`/${name}`), name);
	assert.deepEqual(page.errors, []);
});
