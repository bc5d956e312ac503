// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page in other languages. To find what is not translated, a table is served
 * in place of the German one in which every English text stands in brackets:
 * letters outside of brackets, that are no moves, are a text that has not come
 * out of the table. Every view is looked at in a page that began so, and again
 * after the language was switched there and back, so that what is not drawn
 * anew is found as well.
 */
import assert from "node:assert/strict";
import { begin, cell, drag, moves, pages, read, site, state, text, type } from "./page.mjs";
import { LANGUAGES } from "../../ports/web/page/i18n.js";
import { TEXTS as english } from "../../ports/web/page/text-en.js";

const page = pages();

const bracketed = `export const TEXTS = ${JSON.stringify(Object.fromEntries(
	Object.entries(english).map(([key, words]) => [key, `⟦${words}⟧`])))};`;

/** A page in which the table in brackets is the German one. */
function inBrackets(name, use) {
	page(name, async (tab, context, place) => {
		await context.route("**/text-de.js", (route) =>
			route.fulfill({ contentType: "text/javascript", body: bracketed }));
		await tab.reload();
		await tab.waitForSelector("body[data-ready]", { state: "attached" });
		await use(tab, context, place);
	}, { locale: "de-DE" });
}

/** Chooses a language as another tab would. */
async function choose(tab, code, expected = code) {
	await tab.evaluate((chosen) => {
		const settings = JSON.parse(localStorage.getItem("rookery.settings")) ?? {};

		localStorage.setItem("rookery.settings",
			JSON.stringify({ ...settings, language: chosen }));
		dispatchEvent(new StorageEvent("storage", { key: "rookery.settings" }));
	}, code);
	await tab.waitForFunction((lang) => document.documentElement.lang === lang, expected);
}

/** All texts of the page that are seen or heard: [text, where]. */
function texts() {
	// Moves, opening names, and what comes from files is the same everywhere.
	const SAME = ".move, #opening, pre, .explored td, .explored th, #typed, .comment, h1, " +
		"script, style, noscript";
	const found = [[document.title, "title"]];
	const add = (words, element, what = "") => {
		if (!element.closest(`${SAME}, [hidden], dialog:not([open])`))
			found.push([words, `${what}${element.tagName}#${element.id}.` +
				element.className]);
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);

	while (walker.nextNode())
		add(walker.currentNode.data, walker.currentNode.parentElement);
	for (const name of ["aria-label", "title", "placeholder", "data-drop"])
		for (const element of document.querySelectorAll(`[${name}]`))
			add(element.getAttribute(name), element, `${name} of `);
	return found;
}

/** What is left of a text without the brackets and what is between them. */
function outside(words) {
	for (let before = ""; before !== words;) {
		before = words;
		words = words.replace(/⟦[^⟦⟧]*⟧/g, " ");
	}
	return words;
}

/** Tags have the names that they have in a file. */
const TAGS = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
const NAMES = /\b(?:Rookery|FEN4?|PGN4?|Elo)\b|\b[a-n]\d+\b/g;

/** Waits until nothing is left that this calls wrong. */
async function until(tab, name, isWrong) {
	let wrong;

	for (let i = 0; i < 40; i++) {
		wrong = (await tab.evaluate(texts)).filter(([words]) => isWrong(words));
		if (!wrong.length)
			return;
		await tab.waitForTimeout(100);
	}
	assert.deepEqual(wrong, [], name);
}

const isEnglish = (words) => /\p{L}{2}/u.test(outside(words).replace(NAMES, "")) &&
	!Object.values(LANGUAGES).includes(words);

/** Everything is in brackets; nothing is in English; everything is, again. */
async function look(tab, name, { isKept = true } = {}) {
	await until(tab, name, isEnglish);
	if (!isKept)
		return;
	await choose(tab, "en");
	await until(tab, `${name}, in English`, (words) => /[⟦⟧]/.test(words));
	await choose(tab, "de");
	await until(tab, `${name}, switched`, isEnglish);
}

inBrackets("a game for two", async (tab) => {
	await look(tab, "thinking");
	await begin(tab, { levels: [0, 0], clock: "10+5" });
	await look(tab, "start");
	for (const move of ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+"]) {
		await type(tab, move);
		await look(tab, `${move}, announced`, { isKept: false });
	}
	await look(tab, "check");
	await tab.click("#undo");
	await look(tab, "undo");
	await tab.click("#redo");
	await tab.click("#previous");
	await look(tab, "back");
	await type(tab, "Qd6");
	await look(tab, "variation");
	await tab.click("#asked button >> nth=0");
	await tab.click("#flip");
	await look(tab, "flipped", { isKept: false });
	await tab.click("#hint");
	await tab.waitForFunction(() => /hint/i.test(document.querySelector("#toast").innerText));
	await look(tab, "hint");
	await tab.click("#draw");
	await look(tab, "draw offered");
	await tab.click("#asked button >> nth=1");
	await look(tab, "draw declined", { isKept: false });
	await tab.click("#resign");
	await look(tab, "resign?", { isKept: false });
	await tab.click("#ask-dialog .primary");
	await state(tab, /resignation/);
	await look(tab, "resigned");
	await tab.click("#draw", { force: true });
	await tab.click("#asked button >> nth=0"); // once more, with a score
	await look(tab, "rematch");
	await type(tab, "f3", "e5", "g4", "Qh4");
	await state(tab, /Checkmate/);
	await look(tab, "mate", { isKept: false });
	await tab.click("#analyse");
	await look(tab, "analysis of the end");
});

inBrackets("draws and claims", async (tab) => {
	await begin(tab, { levels: [0, 0] });
	await type(tab, ..."Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8".split(" "));
	await look(tab, "claimable");
	await tab.click("#draw");
	await state(tab, /Draw/);
	await look(tab, "threefold");
});

inBrackets("four players, and computers that are paused", async (tab) => {
	await begin(tab, { players: 4, levels: [0, 0, 0, 0] });
	await type(tab, "h2-h4", "b7-d7");
	await look(tab, "four");
	await tab.click("#resign");
	await tab.click("#ask-dialog .primary");
	await look(tab, "a king walks");
	await type(tab, "board", "score", "what is on h4");
	await look(tab, "answers", { isKept: false });
	await tab.click("#edit");
	await look(tab, "editor");
	await begin(tab, { players: 2, levels: [1, 1] });
	await tab.click("#asked button >> nth=0");
	await look(tab, "paused");
});

inBrackets("the typed line", async (tab) => {
	await begin(tab, { levels: [0, 0], clock: "10+5" });
	for (const line of ["help", "what is on e4", "what is on e2", "what is on n9",
		"list my moves", "moves e2", "where are my knights", "where is black's queen",
		"where are my dogs",
		"where is pink's queen", "who attacks e4", "whose turn", "last move", "board",
		"score", "time", "opening", "redo", "quit", "start"]) {
		await type(tab, line);
		await look(tab, line, { isKept: false });
	}
	await type(tab, "e4", "e5", "Qh5", "Ke7", "who attacks e5", "last move");
	await look(tab, "answers");
});

inBrackets("studies: notes, analysis, explorer", async (tab) => {
	await read(tab, "1. e4 {[%clk 0:04:12] [%eval 0.3] the pawn} e5 " +
		"2. Nf3 (2. Bc4) (2. d4) Nc6 *");
	await tab.click("#last");
	await tab.click("#notes summary");
	await tab.click("#explorer summary");
	await tab.click("#engine summary");
	await tab.waitForSelector("#lines-list .score");
	await tab.waitForSelector("#explored");
	await look(tab, "study");
	await tab.click("#first");
	await tab.click("#next");
	await look(tab, "clock and evaluation");
	await tab.check('[value="own"]');
	await tab.locator("#moves .variation .move").nth(1).click();
	await look(tab, "a variation");
	await tab.click("#threat");
	await tab.waitForFunction(() => !document.querySelector("#toast").hidden);
	await look(tab, "threat", { isKept: false });
});

inBrackets("review and learning", async (tab) => {
	await read(tab, "1. f3 e5 2. g4 *");
	await tab.click("#review");
	await look(tab, "reviewing");
	await tab.waitForSelector("#verdicts:not([hidden])");
	await tab.locator("#moves .move", { hasText: "g4" }).click();
	await tab.waitForSelector("#verdict:not([hidden])");
	await look(tab, "review");
	await tab.click("#learn");
	await look(tab, "task");
	await type(tab, "h3");
	await tab.waitForFunction(() => /h3/.test(document.querySelector("#task").innerText));
	await look(tab, "answer");
	await tab.click("#task button >> nth=0");
	await look(tab, "shown");
	await tab.click("#task button >> nth=-1");
	await look(tab, "learned", { isKept: false });
});

inBrackets("the editor", async (tab) => {
	await tab.click("#edit");
	await look(tab, "editor");
	await drag(tab, "e2", "e5");
	await tab.selectOption("#editor select", "teams");
	await look(tab, "editor for four");
	assert.equal(await cell(tab, "n8").count(), 1);
	await tab.locator("#editor button").last().click();
	await look(tab, "closed");
});

inBrackets("dialogs", async (tab) => {
	await begin(tab, { levels: [0, 0] });
	await type(tab, "e4", "e5");
	await begin(tab, { levels: [0, 2] });
	await tab.click("#share");
	await look(tab, "share");
	await tab.locator("#share-dialog .head button").nth(1).click();
	await look(tab, "copied", { isKept: false });
	await tab.keyboard.press("Escape");
	await tab.click("#open");
	await tab.waitForSelector("#open-dialog .games .row");
	await look(tab, "open");
	await tab.fill("#open-text", "nothing");
	await tab.click("#open-dialog [type=submit]");
	assert.equal(await tab.inputValue("#open-text"), "nothing");
	await tab.fill("#open-text", '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 e5 *\n');
	await tab.click("#open-dialog [type=submit]");
	await tab.waitForSelector("#open-dialog .games button >> nth=1");
	await tab.keyboard.press("Escape");
	await tab.click("#puzzles");
	await tab.waitForSelector("#puzzle-hint:not([disabled])");
	await tab.click("#puzzle-hint");
	await look(tab, "puzzle");
	await tab.click("#puzzle-show");
	await tab.waitForSelector("#puzzle-next");
	await look(tab, "solution");
	assert.equal(await tab.locator("dialog[open]").count(), 1);
});

inBrackets("dialogs of other modules", async (tab) => {
	await begin(tab, { levels: [0, 0] });
	await type(tab, "e4", "e5");
	await tab.click("#new");
	await tab.selectOption('[data-key="clock"]', "own");
	await look(tab, "new game");
	await tab.check('[data-key="p4"]');
	await look(tab, "new game for four");
	await tab.keyboard.press("Escape");
	await tab.click("#settings");
	await look(tab, "settings");
	await tab.keyboard.press("Escape");
	await tab.locator("#new").press("?");
	await tab.waitForSelector("#settings-dialog[open] kbd");
	await look(tab, "keys");
	await tab.keyboard.press("Escape");
	await tab.click("#notes summary");
	await tab.click("#notes button:has-text('Tags')");
	await tab.waitForSelector("#settings-dialog[open] [name=Event]");
	await until(tab, "tags", (words) => isEnglish(words) && !TAGS.includes(words));
});

page("links that cannot be read", async (tab) => {
	await tab.waitForSelector("#toast:not([hidden])");
	assert.equal(await text(tab, "#toast"),
		"Der Link ist nicht lesbar: er ist beschädigt oder unvollständig.");
}, { locale: "de-AT", at: (url) => `${url}#game=%%%` });

/** The clock of the player to move, in seconds. */
async function clock(tab) {
	const [minutes, seconds] = (await text(tab, ".plate.turn .clock")).split(":").map(Number);

	return 60 * minutes + seconds;
}

page("switching keeps the game, the place in it, the clock and the analysis", async (tab) => {
	await begin(tab, { levels: [0, 0], clock: "10+5" });
	await type(tab, "e4", "e5", "Nf3");
	await tab.click("#analyse");
	await tab.waitForSelector("#lines-list .score");
	await tab.click("#previous");
	await tab.waitForTimeout(1500);
	const played = await moves(tab);
	const here = await tab.locator("#moves [aria-current]").innerText();
	const before = (await tab.evaluate(texts)).filter(([, place]) =>
		!/lines|depth|bar|value|clock|live|toast|score|unseen/.test(place));
	const left = await clock(tab);

	assert.equal(await text(tab, "#state"), "White to move.");
	assert.equal(await tab.title(), "White to move – Rookery");
	for (const [code, words] of Object.entries({ de: "Weiß ist am Zug.",
		fr: "Trait aux Blancs.", es: "Juegan las blancas.", sv: "Vit är vid draget.",
		en: "White to move." })) {
		await choose(tab, code);
		assert.equal(await text(tab, "#state"), words);
		assert.equal(await tab.title(), `${words.slice(0, -1)} – Rookery`);
		assert.deepEqual(await moves(tab), played);
		assert.equal(await tab.locator("#moves [aria-current]").innerText(), here);
		assert.equal(await tab.getAttribute("#analyse", "aria-pressed"), "true");
	}
	assert.deepEqual((await tab.evaluate(texts)).filter(([, place]) =>
		!/lines|depth|bar|value|clock|live|toast|score|unseen/.test(place)), before);
	await tab.click("#last");
	const now = await clock(tab);

	assert.ok(now <= left && now > left - 120, `${left} ${now}`);
	await tab.waitForSelector("#lines-list .score");
	await type(tab, "Nc6");
	assert.deepEqual(await moves(tab), [...played, "Nc6"]);
});

page("the language of the browser, then the one that is chosen", async (tab) => {
	assert.equal(await tab.getAttribute("html", "lang"), "de");
	assert.equal(await text(tab, "#new"), "Neue Partie");
	await begin(tab, { levels: [0, 0] });
	await type(tab, "f3", "e5", "g4", "Qh4");
	await state(tab, /^Schachmatt! Schwarz gewinnt!$/);
	assert.equal(await text(tab, "#live"),
		"Schwarz: Dame d8 nach h4, matt. Schachmatt! Schwarz gewinnt!");
	await choose(tab, "es");
	assert.equal(await text(tab, "#state"), "¡Jaque mate! ¡Ganan las negras!");
	await tab.reload();
	await state(tab, /^¡Jaque mate! ¡Ganan las negras!$/);
	await choose(tab, "auto", "de");
	assert.equal(await text(tab, "#state"), "Schachmatt! Schwarz gewinnt!");
}, { locale: "de-CH" });

page("a browser with none of the languages gets English", async (tab) => {
	assert.equal(await tab.getAttribute("html", "lang"), "en");
	assert.equal(await text(tab, "#new"), "New game");
}, { locale: "ja-JP" });

page("the single file has all languages", async (tab) => {
	assert.equal(await text(tab, "#new"), "Nytt parti");
	for (const [code, words] of Object.entries({ de: "Neue Partie", fr: "Nouvelle partie",
		es: "Nueva partida", en: "New game" })) {
		await choose(tab, code);
		assert.equal(await text(tab, "#new"), words);
	}
}, { locale: "sv-SE", at: () => new URL("rookery.html", site).href });

page("a table that does not load leaves the page in English", async (tab, context) => {
	await context.route("**/text-fr.js", (route) => route.abort());
	await tab.evaluate(() => {
		localStorage.setItem("rookery.settings", JSON.stringify({ language: "fr" }));
		dispatchEvent(new StorageEvent("storage", { key: "rookery.settings" }));
	});
	await tab.waitForSelector("#toast:not([hidden])");
	assert.equal(await text(tab, "#toast"), "This part of the page cannot be loaded.");
	assert.equal(await tab.getAttribute("html", "lang"), "en");
	tab.errors.length = 0; // the browser tells of the file
});

/** What is too wide for its place, and words of buttons that are broken. */
function misfits() {
	const seen = (selector) => [...document.querySelectorAll(selector)]
		.filter((element) => element.checkVisibility() && !element.closest(".unseen"));
	const wide = seen("html, button, summary, label, legend, h2, h3, p, .plate, .actions, " +
		".choices, .inline").filter((element) =>
		getComputedStyle(element).display !== "inline" && element.clientWidth &&
		element.scrollWidth > element.clientWidth + 1);
	// A text of one pixel is for screen readers.
	const texts = seen("button, button span").filter((element) =>
		element.getBoundingClientRect().width > 1).flatMap((element) =>
		[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE));
	const lines = (node, { index, 0: word }) => {
		const range = document.createRange();

		range.setStart(node, index);
		range.setEnd(node, index + word.length);
		return range.getClientRects().length;
	};

	return [...wide.map((element) => `wide: ${element.tagName} ${element.innerText}`),
		...texts.flatMap((node) => [...node.data.matchAll(/[\p{L}’]+/gu)]
			.filter((word) => lines(node, word) > 1)
			.map(([word]) => `broken: ${word}`))];
}

for (const [width, height] of [[320, 640], [1100, 760]])
	page(`texts fit, at ${width}`, async (tab) => {
		const fit = async (name) => {
			for (const code of ["de", "fr", "es", "sv"]) {
				await choose(tab, code);
				assert.deepEqual(await tab.evaluate(misfits), [],
					`${name}, ${code}`);
			}
		};

		await begin(tab, { levels: [0, 0], clock: "10+5" });
		await type(tab, "f3", "e5", "g4", "Qh4");
		await fit("mate");
		await tab.click("#analyse");
		await tab.click("#engine summary");
		await tab.click("#notes summary");
		await tab.click("#previous");
		await fit("analysis");
		await tab.click("#share");
		await fit("share");
		await tab.keyboard.press("Escape");
		await tab.click("#open");
		await fit("open");
		await tab.keyboard.press("Escape");
		await begin(tab, { players: 4, levels: [0, 0, 0, 0] });
		await fit("four");
		await tab.click("#edit");
		await fit("editor");
	}, { viewport: { width, height } });
