#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Does a piece follow the pointer while engines think? Two workers think, one for
 * the computer's move and one for the analysis; meanwhile a premove is dragged
 * around the board. What counts is the time from the movement of the pointer, as
 * the browser stamps it, until its frame has been drawn.
 *
 *	make web && bench/web_drag.mjs [DRAGS]
 *
 * Fails if more than one movement in a hundred takes longer than 34 ms, which is
 * two frames.
 */
import { begin, middle, openPage, ready, start, type } from "../tests/web/page.mjs";

const DRAGS = Number(process.argv[2] ?? 20);
const STEPS = 40;
const LIMIT = 34; // milliseconds

const place = await start();
const page = await openPage(await place.browser.newContext({
	viewport: { width: 1280, height: 800 },
}));

await page.goto(place.url);
await ready(page);
await begin(page, { levels: [0, 12], clock: "30+20" });
await page.click("#analyse");
await page.waitForSelector("#lines-list .score");
await type(page, "Na3");
await page.evaluate(() => {
	const { port1, port2 } = new MessageChannel();
	let stamps = [];

	window.times = [];
	// A message that is sent in a frame arrives when it has been drawn.
	port2.onmessage = () => {
		window.times.push(...stamps.map((stamp) => performance.now() - stamp));
		stamps = [];
	};
	addEventListener("pointermove", ({ timeStamp }) => {
		if (stamps.push(timeStamp) === 1)
			requestAnimationFrame(() => port1.postMessage(null));
	}, { capture: true });
});
const from = await middle(page, "g1");
const size = (await middle(page, "h1"))[0] - from[0];

for (let i = 0; i < DRAGS; i++) {
	await page.mouse.move(...from);
	await page.mouse.down();
	for (let step = 1; step <= STEPS; step++) {
		const angle = 2 * Math.PI * step / STEPS;

		await page.mouse.move(from[0] - 2 * size * (1 - Math.cos(angle)),
			from[1] - 2 * size * (1 + Math.sin(angle)));
	}
	await page.mouse.move(...from);
	await page.mouse.up();
}
await page.waitForTimeout(200);
const { times, carried } = await page.evaluate(() => ({ times: window.times,
	carried: document.querySelectorAll("#moves .move").length }));

await place.close();
times.sort((one, other) => other - one);
const late = times.filter((time) => time > LIMIT).length;
const share = Math.floor(times.length / 100);

console.log(`${times.length} movements of a dragged piece while two engines think: ` +
	`${times.length - late} drawn within ${LIMIT} ms; half at most ` +
	`${times[times.length >> 1].toFixed(1)} ms, 99 in 100 at most ` +
	`${times[share].toFixed(1)} ms, the slowest ${times[0].toFixed(1)} ms` +
	`${carried > 1 ? "; the computer moved meanwhile" : ""}`);
process.exit(late > share ? 1 : 0);
