#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Makes docs/page.png, the picture of the page in the README, from the page
 * itself in Chromium.
 *
 *	make web && tools/picture_page.mjs
 *
 * The game is the one of tools/picture.py: Morphy against the Duke of Brunswick
 * and Count Isouard, 1858. It is reviewed, and shown at its end but one.
 */
import { fileURLToPath } from "node:url";
import { openPage, ready, start } from "../tests/web/page.mjs";

const picture = fileURLToPath(new URL("../docs/page.png", import.meta.url));
const game = `1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7
14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;

const place = await start();
const page = await openPage(await place.browser.newContext({
	viewport: { width: 1120, height: 732 }, colorScheme: "light", reducedMotion: "reduce",
}));

await page.goto(place.url);
await ready(page);
await page.click("#open");
await page.fill("#open-text", game);
await page.click("#open-dialog [type=submit]");
await page.click("#review");
await page.waitForFunction(() => /Review done/.test(
	document.querySelector("#live").innerText), null, { timeout: 120000 });
await page.click("#last");
await page.click("#previous");
await page.click("#previous");
await page.waitForSelector("#lines-list .score");
await page.waitForTimeout(10000);
await page.screenshot({ path: picture });
await place.close();
