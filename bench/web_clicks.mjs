#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Does the page stay alive while the engine thinks? Two workers think, one for
 * the computer's move and one for the analysis, which tells its lines all the
 * time; meanwhile squares are clicked. What counts is the time from the click to
 * the next picture, as the browser itself measures it (Event Timing).
 *
 *	make web && bench/web_clicks.mjs [CLICKS]
 *
 * Fails if more than one in a hundred takes longer than 100 ms.
 */
import { cell, openPage, ready, start, type } from "../tests/web/page.mjs";

const CLICKS = Number(process.argv[2] ?? 200);
const LIMIT = 100; // milliseconds

const place = await start();
const page = await openPage(await place.browser.newContext({
	viewport: { width: 1280, height: 800 },
}));

await page.addInitScript(() => {
	window.clicks = new Map();
	new PerformanceObserver((list) => {
		for (const { interactionId, duration } of list.getEntries())
			if (interactionId)
				window.clicks.set(interactionId, Math.max(duration,
					window.clicks.get(interactionId) ?? 0));
	}).observe({ type: "event", durationThreshold: 16, buffered: true });
});
await page.goto(place.url);
await ready(page);
await page.click("#new");
await page.selectOption('[data-key="s1"]', "12");
await page.selectOption('[data-key="clock"]', "30+20");
await page.click("#new-dialog [type=submit]");
await page.click("#analyse");
await page.waitForSelector("#lines-list .score");
await type(page, "Na3");
await page.evaluate(() => window.clicks.clear());
for (let i = 0; i < CLICKS; i++) {
	await cell(page, ["g1", "e2", "a3", "d2"][i % 4]).click();
	await page.waitForTimeout(15);
}
await page.waitForTimeout(300);
const slow = await page.evaluate(() => [...window.clicks.values()]);

await place.close();
slow.sort((one, other) => other - one);
const late = slow.filter((time) => time > LIMIT).length;
const share = Math.floor(CLICKS / 100);

console.log(`${CLICKS} clicks while the engine thinks: ${CLICKS - late} answered ` +
	`within ${LIMIT} ms; the slowest took ${slow[0] ?? "under 16"} ms, ` +
	`99 in 100 at most ${slow[share] ?? "16"} ms`);
process.exit(late > share ? 1 : 0);
