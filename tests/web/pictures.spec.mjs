// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * Pictures of the board and the animation of a game: what is saved is read again
 * by the browser and compared with the board on the screen.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { begin, openPage, ready, site, start, type } from "./page.mjs";
import { Gif, paletteOf } from "../../ports/web/page/gif.js";

let place, other;

before(async () => {
	place = await start();
	// A page without a policy, which may show any picture.
	other = await (await place.browser.newContext({ bypassCSP: true })).newPage();
	await other.goto(`${place.url}manifest.json`);
});
after(() => place?.close());

async function visit(url = place.url) {
	const page = await openPage(await place.browser.newContext({ acceptDownloads: true,
		viewport: { width: 1100, height: 900 } }));

	await page.goto(url);
	await ready(page);
	return page;
}

/** Saves a picture by its button. */
async function save(page, kind) {
	await page.click("#share");
	const [download] = await Promise.all([page.waitForEvent("download"),
		page.click(`#picture-${kind}`)]);

	assert.equal(download.suggestedFilename(), `rookery.${kind}`);
	const bytes = readFileSync(await download.path());
	await page.keyboard.press("Escape");
	return bytes;
}

/**
 * How far pictures are apart, of 255, each as 56 by 56 tiles of 8 by 8 pixels; the
 * first one is the measure.
 */
async function distances(...pictures) {
	return other.evaluate(async (list) => {
		const tiles = await Promise.all(list.map(async (url) => {
			const image = new Image();

			image.src = url;
			await image.decode();
			const context = new OffscreenCanvas(448, 448).getContext("2d");
			const sums = new Float64Array(56 * 56 * 4);

			context.imageSmoothingQuality = "high";
			context.drawImage(image, 0, 0, 448, 448);
			context.getImageData(0, 0, 448, 448).data.forEach((value, i) => {
				const [x, y] = [i / 4 % 448 >> 3, Math.floor(i / 4 / 448) >> 3];

				sums[(y * 56 + x) * 4 + i % 4] += value / 64;
			});
			return sums;
		}));

		return tiles.slice(1).map((tile) => tile.reduce((sum, value, i) =>
			sum + Math.abs(value - tiles[0][i]), 0) / tile.length);
	}, pictures.map(({ type: kind, bytes }) =>
		`data:${kind};base64,${bytes.toString("base64")}`));
}

/** The frames of a GIF: [{width, height, time, url of a PNG}], as Chromium reads it. */
async function framesOf(bytes) {
	return other.evaluate(async (text) => {
		const data = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
		const decoder = new ImageDecoder({ data, type: "image/gif" });

		await decoder.tracks.ready;
		await decoder.completed;
		const track = decoder.tracks.selectedTrack;
		const frames = [];

		for (let i = 0; i < track.frameCount; i++) {
			const { image } = await decoder.decode({ frameIndex: i });
			const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
			const context = canvas.getContext("2d");

			context.drawImage(image, 0, 0);
			frames.push({ width: canvas.width, height: canvas.height,
				duration: image.duration / 1e6,
				pixels: [...context.getImageData(0, 0, canvas.width,
					canvas.height).data],
				png: btoa(String.fromCharCode(...new Uint8Array(await (await canvas
					.convertToBlob({ type: "image/png" })).arrayBuffer()))) });
			image.close();
		}
		return { frames, repeats: track.repetitionCount };
	}, bytes.toString("base64"));
}

const shot = async (page) => ({ type: "image/png", bytes: await page
	.locator("rookery-board .frame").screenshot() });

test("SVG and PNG look like the board", async () => {
	const page = await visit();

	await begin(page, { levels: [0, 0] });
	await type(page, "e4", "f6", "Nc3", "g5", "Qh5");
	await page.waitForTimeout(400);
	const board = await shot(page);
	const svg = await save(page, "svg");
	const png = await save(page, "png");

	assert.match(String(svg),
		/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 8 8"/);
	assert.doesNotMatch(String(svg), /script|href|style|var\(|NaN|undefined/);
	assert.deepEqual([...png.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
	assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1024, 1024]);
	for (const distance of await distances(board, { type: "image/svg+xml", bytes: svg },
		{ type: "image/png", bytes: png }))
		assert.ok(distance < 4, `${distance}`);
	// Another position is another picture.
	await type(page, "undo");
	const [far] = await distances({ type: "image/png", bytes: png },
		{ type: "image/png", bytes: await save(page, "png") });
	assert.ok(far > 0.3, `${far}`);
	assert.deepEqual(page.errors, []);
});

test("four players, with walls", async () => {
	const page = await visit();

	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	await page.waitForTimeout(400);
	const svg = await save(page, "svg");

	assert.match(String(svg), /viewBox="0 0 14 14"/);
	assert.equal(String(svg).match(/h1v1h-1Z/g).length, 160);
	const png = await save(page, "png");
	const [distance] = await distances({ type: "image/svg+xml", bytes: svg },
		{ type: "image/png", bytes: png });
	assert.ok(distance < 3, `${distance}`);
	assert.deepEqual(page.errors, []);
});

test("a game as an animation", async () => {
	const page = await visit();

	await begin(page, { levels: [0, 0] });
	await type(page, "f3", "e5", "g4", "Qh4");
	await page.waitForTimeout(400);
	const gif = await save(page, "gif");
	const board = await shot(page);
	const { frames, repeats } = await framesOf(gif);

	assert.equal(String(gif.subarray(0, 6)), "GIF89a");
	assert.equal(frames.length, 5);
	assert.equal(repeats, Infinity);
	assert.deepEqual(frames.map(({ duration }) => duration), [1, 1, 1, 1, 4]);
	assert.deepEqual([frames[0].width, frames[0].height], [400, 400]);
	const [last] = await distances(board, { type: "image/png",
		bytes: Buffer.from(frames.at(-1).png, "base64") });
	assert.ok(last < 5, `${last}`);
	const pictures = frames.map(({ png }) => png);
	assert.equal(new Set(pictures).size, 5);
	assert.ok(gif.length < 60000, `${gif.length}`);
	assert.deepEqual(page.errors, []);
});

/* Random pixels use every width of codes, and fill the table more than once. */
test("what the encoder writes, Chromium reads", async () => {
	const size = 120;
	let seed = 7;
	const random = () => { seed = seed * 1103515245 + 12345 & 0x7fffffff; return seed >> 16; };
	const colours = Array.from({ length: 256 }, () =>
		[random() & 0xf8, random() & 0xf8, random() & 0xf8]);
	const picture = (pick) => {
		const pixels = new Uint8ClampedArray(size * size * 4).fill(255);

		for (let i = 0; i < size * size; i++)
			pixels.set(pick(i), 4 * i);
		return pixels;
	};
	const pictures = [picture(() => colours[random() & 255]), picture(() => colours[3]),
		picture((i) => colours[i >> 5 & 255]), picture((i) => colours[i >> 5 & 255]),
		...[1, 2, 3].map((bits) => picture(() => colours[random() & (1 << bits) - 1]))];
	const palette = paletteOf(pictures);
	const gif = new Gif(size, size, palette);

	for (const pixels of pictures)
		gif.add(pixels, 10);
	const { frames } = await framesOf(Buffer.from(await gif.end().arrayBuffer()));
	assert.equal(frames.length, pictures.length);
	for (const [i, { pixels }] of frames.entries())
		assert.deepEqual(pixels, [...pictures[i]], `frame ${i}`);
});

test("from the disk, in the single file", async () => {
	const page = await visit(String(new URL("rookery.html", site)));
	const png = await save(page, "png");

	assert.equal(png.readUInt32BE(16), 1024);
	assert.deepEqual(page.errors, []);
});
