// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The pieces keep to what art/README.md says of them, and can be told apart
 * where they are smallest.
 *
 *	node --test tests/web/art.spec.mjs
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawing, sets, shapes, sprite, types } from "../../art/sprite.mjs";
import { open } from "./browser.mjs";

const all = ["", ...sets];

test("plain drawings in inherited colours", () => {
	for (const [set, type] of all.flatMap((set) => types.map((type) => [set, type]))) {
		const text = drawing(type, set);
		const shade = set ? [] : ["#000"];
		const [head] = text.match(/^<svg[^>]*>/);
		const inside = text.slice(head.length);
		const values = (name) => new Set([...inside.matchAll(
			new RegExp(` ${name}="([^"]*)"`, "g"))].map((match) => match[1]));

		assert.match(head, / viewBox="0 0 64 64"/);
		assert.doesNotMatch(text, /style|script|href|url\(| id=| on\w+=/);
		assert.deepEqual(values("fill"), new Set(["currentColor", ...shade]), type);
		values("stroke").forEach((value) => assert.equal(value, "none", type));
	}
});

test("the sprite has all six and no colours of its own", () => {
	const text = sprite();
	const symbols = [...text.matchAll(/<symbol ([^>]*)>/g)].map((match) => match[1]);

	assert.deepEqual(symbols.map((one) => one.match(/id="piece-(\w+)"/)[1]), types);
	for (const one of symbols) {
		assert.doesNotMatch(one, /xmlns|color=|fill=|stroke="/);
		assert.match(one, /viewBox="0 0 64 64"/);
	}
	assert.equal(text.match(/<\/symbol>/g).length, 6);
});

test("the other sets as data are what the files have", () => {
	for (const set of sets)
		for (const [type, list] of Object.entries(shapes(set))) {
			const count = drawing(type, set).match(/<(?!\/|svg)/g).length;

			assert.equal(list.length, count, `${set} ${type}`);
			for (const [element, attributes] of list)
				assert.ok(element === "path" ? attributes.d : attributes.r);
		}
});

/** Which pixels of a square of this side each piece covers. */
function cover([images, side]) {
	return Promise.all(images.map(async (source) => {
		const image = new Image(side, side);

		image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
		await image.decode();
		const canvas = new OffscreenCanvas(side, side).getContext("2d");

		canvas.drawImage(image, 0, 0, side, side);
		const { data } = canvas.getImageData(0, 0, side, side);

		return Array.from({ length: side * side }, (_, i) => data[4 * i + 3] > 127);
	}));
}

const standing = (set) => async () => {
	const browser = await open();

	try {
		const page = await browser.newPage();
		const images = types.map((type) => drawing(type, set));
		const large = await page.evaluate(cover, [images, 256]);
		const small = await page.evaluate(cover, [images, 24]);
		const rows = (pixels) => pixels.flatMap((is, i) => is ? [Math.floor(i / 256)] : []);
		const columns = (pixels) => pixels.flatMap((is, i) => is ? [i % 256] : []);
		const most = (list, pick) => list.reduce((a, b) => pick(a, b));

		large.forEach((pixels, i) => {
			assert.equal(most(rows(pixels), Math.max), 233, `${types[i]} stands`);
			assert.ok(most(rows(pixels), Math.min) >= 8, `${types[i]} above`);
			assert.ok(most(columns(pixels), Math.min) >= 16, `${types[i]} left`);
			assert.ok(most(columns(pixels), Math.max) < 240, `${types[i]} right`);
		});
		small.forEach((one, i) => small.slice(0, i).forEach((other, j) => {
			const differ = one.filter((is, at) => is !== other[at]).length;

			assert.ok(differ >= 40, `${types[i]} and ${types[j]}: ${differ}`);
		}));
	} finally {
		await browser.close();
	}
};

for (const set of all)
	test(`${set || "the first set"}: on one line, inside the box, different at 24 pixels`,
		standing(set));
