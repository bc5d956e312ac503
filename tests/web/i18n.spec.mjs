// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The languages of the page: every table has every text, with the same values in
 * it; every key that the page uses is in the tables, and no other; and results
 * are told in English as the core tells them. i18n_page.spec.mjs looks at the page
 * itself.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { Rookery } from "../../build/web/rookery/rookery.js";
import { capital, LANGUAGES, language, setLanguage, t }
	from "../../ports/web/page/i18n.js";
import { TEXTS as english } from "../../ports/web/page/text-en.js";
import { resultText } from "../../ports/web/page/words.js";

const page = new URL("../../ports/web/page/", import.meta.url);
const codes = ["de", "fr", "es", "sv"];
const sources = readdirSync(page)
	.filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("text-"))
	.map((name) => [name, readFileSync(new URL(name, page), "utf8")]);
// {Seat} is {seat} with a capital letter.
const values = (text) => [...text.matchAll(/\{\w+\}/g)]
	.map((value) => String(value).toLowerCase()).sort();

test("there is a table for every language", () => {
	assert.deepEqual(Object.keys(LANGUAGES), ["en", ...codes]);
	assert.deepEqual(readdirSync(page).filter((name) => name.startsWith("text-")).sort(),
		Object.keys(LANGUAGES).map((code) => `text-${code}.js`).sort());
});

for (const code of ["en", ...codes])
	test(`every text is there: ${code}`, async () => {
		const { TEXTS } = await import(new URL(`text-${code}.js`, page));
		const keys = Object.keys(TEXTS);

		assert.deepEqual(keys, [...keys].sort());
		assert.deepEqual(keys, Object.keys(english));
		for (const [key, text] of Object.entries(TEXTS)) {
			assert.ok(text.trim(), key);
			assert.equal(text, text.trim(), key);
			assert.deepEqual(values(text), values(english[key]), `${key}: ${text}`);
		}
		// A key that stands twice would hide the first text.
		assert.equal(readFileSync(new URL(`text-${code}.js`, page), "utf8")
			.match(/^\t"/gm).length, keys.length);
	});

test("every key that is used is in the table", () => {
	const used = /(?:\b(?:t|kept)\(|data-t(?:-\w+)?=|"data-t(?:-\w+)?": )"([^"]+)"/g;

	for (const [name, text] of sources)
		for (const [, key] of text.matchAll(used))
			assert.ok(key === "key" || key in english, `${name}: ${key}`);
});

test("every key of the table is used", () => {
	const text = sources.map(([, source]) => source).join("\n");
	// `theme.${name}` is any theme.
	const patterns = [...text.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`\s]*)`/g)]
		.map(([, template]) => new RegExp(`^${template.replace(/\$\{[^}]*\}*/g, "@")
			.replace(/[^\w@-]/g, "\\$&").replaceAll("@", "[\\w-]+")}$`));

	for (const key of Object.keys(english)) {
		const plain = key.replace(/\.one$/, "");

		assert.ok(text.includes(`"${plain}"`) ||
			patterns.some((pattern) => pattern.test(plain)), key);
	}
});

test("values, capital letters and the singular", async () => {
	globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
	assert.equal(t("status.to-move", { seat: "white" }), "White to move.");
	assert.equal(t("status.paused", { seat: "white" }), "Paused; white to move.");
	assert.equal(t("game.plies", { count: 1 }), "1 ply");
	assert.equal(t("game.plies", { count: 0 }), "0 plies");
	assert.equal(t("no such key"), "no such key");
	assert.equal(capital("élan"), "Élan");
	await setLanguage("fr");
	assert.equal(language.code, "fr");
	assert.equal(t("game.plies", { count: 0 }), "0 demi-coup");
	assert.equal(t("game.plies", { count: 2 }), "2 demi-coups");
	// The last choice holds, whichever table comes first.
	await Promise.all([setLanguage("es"), setLanguage("en")]);
	assert.equal(language.code, "en");
	delete globalThis.document;
});

test("English results are those of the core", async () => {
	const rookery = await Rookery.load(readFileSync(new URL(
		"../../build/web/rookery/rookery.wasm", import.meta.url)));
	const play = (options, ...moves) => {
		const game = rookery.game(options);

		for (const move of moves)
			if (typeof move === "string")
				game.play(move);
			else
				move(game);
		return game;
	};
	const knights = ["Nf3", "Nf6", "Ng1", "Ng8"];
	const games = [
		play({}, "f3", "e5", "g4", "Qh4"),
		play({}, (game) => game.resign()),
		play({ fen: "7k/5Q2/8/8/8/8/8/K7 b - - 0 1" }),
		play({ fen: "7k/8/8/8/8/8/8/K7 w - - 0 1" }),
		play({}, ...knights, ...knights, (game) => game.claim()),
		play({}, ...knights, ...knights, ...knights, ...knights),
		play({ fen: "7k/8/8/8/8/8/R7/K7 w - - 100 80" }, (game) => game.claim()),
		play({ fen: "7k/8/8/8/8/8/R7/K7 w - - 150 80" }),
		play({}, (game) => game.offerDraw(0), (game) => game.offerDraw(1)),
		play({ rules: "casual" }, "e4", "f6", "Qh5", "a6", "Qxe8"),
		play({ rules: "teams" }, (game) => game.resign()),
		play({ rules: "ffa" }, ...[0, 1, 2].map((seat) => (game) => game.resign(seat))),
		play({ rules: "last" }, ...[0, 1, 2].map((seat) => (game) => game.resign(seat))),
		play({ rules: "ffa" }, ...[0, 1, 2, 3].map((seat) =>
			(game) => game.offerDraw(seat))),
	];
	const seen = new Set();

	for (const { result, rules } of games) {
		const { words, reason } = result ?? {};

		assert.ok(result);
		seen.add(reason);
		assert.equal(resultText(result, rules, false), words);
		assert.equal(resultText(result, rules),
			words.toLowerCase().includes(reason) ? words : `${words} (${reason})`);
	}
	assert.ok(seen.size >= 9, [...seen].join());
	// A reason that the page does not know is told as it comes.
	assert.equal(resultText({ winners: [0], reason: "luck", words: "White wins!" },
		games[0].rules), "White wins!");
});
