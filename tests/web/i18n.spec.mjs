// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The languages of the page: every table has every text, with the same values in
 * it; and every key that the page uses is in the tables.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { TEXTS as english } from "../../ports/web/page/text-en.js";

const page = new URL("../../ports/web/page/", import.meta.url);
const codes = ["de", "fr", "es", "sv"];
const sources = readdirSync(page)
	.filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("text-"))
	.map((name) => [name, readFileSync(new URL(name, page), "utf8")]);
const values = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

for (const code of codes)
	test(`every text is there: ${code}`, async () => {
		const { TEXTS } = await import(new URL(`text-${code}.js`, page));

		assert.deepEqual(Object.keys(TEXTS).sort(), Object.keys(english).sort());
		for (const [key, text] of Object.entries(TEXTS)) {
			assert.ok(text.trim(), key);
			assert.deepEqual(values(text), values(english[key]), `${key}: ${text}`);
		}
	});

test("every key that is used is in the table", () => {
	const used = /(?:\bt\(|data-t(?:-\w+)?=|"data-t(?:-\w+)?": )"([^"]+)"/g;

	for (const [name, text] of sources)
		for (const [, key] of text.matchAll(used))
			assert.ok(key === "key" || key in english, `${name}: ${key}`);
});
