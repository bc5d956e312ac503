// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The page in rough hands: at the wrong moment, with broken or enormous things,
 * with what somebody else has left in the browser. Nothing of it may throw, freeze
 * or change a game.
 *
 *	make web && node --test tests/web/page_rough.spec.mjs
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { begin, cell, drag, moves, openPage, read, ready, start, state, text, type }
	from "./page.mjs";

let place;

before(async () => { place = await start(); });
after(() => place?.close());

function page(name, use, { hash = "", before: prepare, ...options } = {}) {
	test(name, async () => {
		const context = await place.browser.newContext({
			viewport: { width: 1100, height: 760 }, reducedMotion: "reduce", ...options,
		});
		const page = await openPage(context);

		try {
			if (prepare)
				await page.addInitScript(prepare);
			await page.goto(place.url + hash);
			await ready(page);
			await use(page, context);
			assert.deepEqual(page.errors, []);
		} finally {
			await context.close();
		}
	});
}

const label = (page, name) => cell(page, name).getAttribute("aria-label");
const focused = (page) => page.evaluate(() => document.activeElement.id);

// Time that can be put forward: window.later, in milliseconds.
function clockwork() {
	const { now } = Date;

	window.later = 0;
	Date.now = () => now() + window.later;
}

const later = (page, time) => page.evaluate((by) => { window.later += by; }, time);

const rook = "8/8/8/4k3/8/8/4K3/4R3 w - - 0 1";

page("a promotion by touch lets one choose", async (page) => {
	await read(page, "8/7P/k7/8/8/8/8/K7 w - - 0 1");
	await cell(page, "h7").tap();
	await cell(page, "h8").tap();
	await page.waitForTimeout(400);
	assert.deepEqual(await moves(page), []);
	await page.getByRole("button", { name: "rook", exact: true }).tap();
	assert.deepEqual(await moves(page), ["h8=R"]);
}, { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });

page("Enter that is held down does not choose what a pawn becomes", async (page) => {
	await read(page, "8/7P/k7/8/8/8/8/K7 w - - 0 1");
	await cell(page, "h7").focus();
	await page.keyboard.press("Enter");
	await page.keyboard.press("ArrowUp");
	await page.keyboard.down("Enter");
	await page.keyboard.down("Enter");
	await page.keyboard.up("Enter");
	assert.deepEqual(await moves(page), []);
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	assert.deepEqual(await moves(page), ["h8=R"]);
});

page("what begins while a position is being set up is seen", async (page) => {
	await page.click("#edit");
	await begin(page, { levels: [0, 0] });
	await type(page, "e4");
	assert.match(await label(page, "e4"), /white pawn/);
	await page.click("#edit");
	await page.evaluate((fen) => { location.hash = `#fen=${fen}`; }, rook);
	await page.waitForFunction(() => document.body.dataset.mode === "play");
	assert.match(await label(page, "e1"), /white rook/);
	await page.click("#edit");
	await page.evaluate(() => {
		const clipboardData = new DataTransfer();

		clipboardData.setData("text/plain", "1. d4 d5 *");
		document.body.dispatchEvent(new ClipboardEvent("paste",
			{ clipboardData, bubbles: true, cancelable: true }));
	});
	await page.waitForFunction(() => document.querySelectorAll("#moves .move").length === 2);
	assert.equal(await page.locator("#editor").isVisible(), false);
	await page.click("#edit");
	await page.click("#analyse");
	assert.equal(await page.locator("#editor").isVisible(), false);
	await page.click("#edit");
	await page.getByRole("button", { name: "Cancel" }).press("Enter");
	assert.equal(await focused(page), "edit");
});

page("who does not begin from a position keeps it", async (page) => {
	await page.click("#edit");
	await page.fill("#fen", rook);
	await page.press("#fen", "Enter");
	await page.getByRole("button", { name: "Play from here" }).click();
	await page.keyboard.press("Escape");
	assert.equal(await page.inputValue("#fen"), rook);
	await page.getByRole("button", { name: "Play from here" }).click();
	await page.click("#new-dialog [type=submit]");
	assert.equal(await page.locator("#editor").isVisible(), false);
	assert.match(await label(page, "e1"), /white rook/);
});

page("from four with clocks to two with clocks", async (page) => {
	await begin(page, { players: 4, levels: [0, 0, 0, 0], clock: "10+5" });
	await type(page, "h2-h3");
	await begin(page, { players: 2, levels: [0, 0], clock: "10+5" });
	await page.waitForTimeout(300);
	assert.match(await text(page, "#far .clock"), /^\d+:\d\d$/);
});

page("time runs out while somebody is asked whether to resign", async (page) => {
	await begin(page, { levels: [0, 0], clock: "1+0" });
	await type(page, "e4");
	await page.click("#resign");
	await later(page, 70000);
	await state(page, /^White wins! \(time\)$/);
	assert.equal(await page.locator("#ask-dialog[open]").count(), 0);
	assert.match(await text(page, "#live"), /Black: is out of time. White wins!/);
}, { before: clockwork });

page("a reload gives no time back", async (page) => {
	await begin(page, { levels: [0, 0], clock: "1+0" });
	await type(page, "e4");
	await later(page, 30000);
	await page.reload();
	await ready(page);
	assert.match(await text(page, "#far .clock"), /^0:(30|29|28|27)$/);
	assert.match(await text(page, "#near .clock"), /^(1:00|0:5\d)$/);
}, { before: clockwork });

page("no clock runs while computers are paused", async (page) => {
	await begin(page, { levels: [1, 1], clock: "1+0" });
	await page.waitForFunction(() => document.querySelectorAll("#moves .move").length > 1);
	await page.getByRole("button", { name: "Pause" }).click();
	const clocks = () => page.locator(".clock").allInnerTexts();
	const shown = await clocks();

	await later(page, 300000);
	await page.waitForTimeout(300);
	assert.deepEqual(await clocks(), shown);
	await page.getByRole("button", { name: "Go on" }).click();
	const played = (await moves(page)).length;

	await page.waitForFunction((count) =>
		document.querySelectorAll("#moves .move").length > count, played);
	assert.doesNotMatch(await text(page, "#state"), /wins/);
}, { before: clockwork });

page("a resignation is taken back alone", async (page) => {
	await begin(page, { players: 4, rules: "still", levels: [0, 0, 0, 0] });
	for (let i = 0; i < 3; i++) {
		await type(page, "resign");
		await page.locator("#ask-dialog .primary").click();
	}
	await state(page, /^Green wins!/);
	await type(page, "moves");
	assert.equal(await text(page, "#answer"), "There are no moves.");
	await cell(page, "m7").click();
	assert.equal(await page.locator("rookery-board .target").count(), 0);
	await page.click("#undo");
	await begin(page, { levels: [0, 0] });
	await type(page, "e4", "resign");
	await page.locator("#ask-dialog .primary").click();
	await state(page, /^White wins!/);
	await page.click("#undo");
	await state(page, /^Black to move/);
	assert.match(await label(page, "e4"), /white pawn/);
});

page("who has resigned among computers can pause them, and not resign again", async (page) => {
	await begin(page, { players: 4, levels: [0, 1, 1, 1] });
	await type(page, "resign");
	await page.locator("#ask-dialog .primary").click();
	await page.getByRole("button", { name: "Pause" }).click();
	await state(page, /^Paused/);
	assert.equal(await page.isDisabled("#resign"), true);
	await type(page, "resign");
	assert.equal(await text(page, "#answer"), "No person is in the game.");
});

page("a command that can do nothing says so", async (page) => {
	const told = async (command) => {
		await type(page, command);
		return text(page, "#answer");
	};

	await begin(page, { levels: [0, 0] });
	assert.equal(await told("undo"), "There is nothing to undo.");
	assert.equal(await told("redo"), "There is nothing to redo.");
	await type(page, "f3", "e5", "g4", "Qh4");
	for (const command of ["hint", "draw", "resign"])
		assert.equal(await told(command), "The game is over.");
	await begin(page, { levels: [0, 12] });
	await type(page, "e4");
	assert.equal(await told("hint"), "A hint is for your own turn.");
});

page("many presses are one hint, and nobody waits for more", async (page) => {
	await begin(page, { levels: [0, 1] });
	for (let i = 0; i < 8; i++)
		await page.click("#hint");
	const start = Date.now();

	await type(page, "e4");
	await state(page, /^White to move/);
	assert.ok(Date.now() - start < 2500, `${Date.now() - start} ms`);
});

page("the example beside the board is one for this board", async (page) => {
	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	assert.match(await page.getAttribute("#typed", "placeholder"), /^h2-h3/);
	await begin(page, { levels: [0, 0] });
	assert.match(await page.getAttribute("#typed", "placeholder"), /^Nf3/);
});

// Links.
const packed = (text) => `#game=${deflateRawSync(text).toString("base64url")}`;
const LINKS = {
	"cut off": [packed("1. e4 e5 *").slice(0, 12), /it is damaged or cut off\.$/],
	"no letters of a link": ["#game=!!!", /it is damaged or cut off\.$/],
	"a percent sign too much": ["#fen=%zz", /it is damaged or cut off\.$/],
	"a word of half a million letters": [`#pgn=${"x".repeat(500000)}`, /^.{30,300}$/],
	"a hundred megabytes in a few": [packed(Buffer.alloc(100 << 20, " ")),
		/it is too long\.$/],
	"a first game that is broken": [`#pgn=${encodeURIComponent(
		'1. e4 e5 2. Ke3 *\n\n[White "b"]\n\n1. d4 *')}`, /no piece can move like that/],
};

for (const [name, [hash, expected]] of Object.entries(LINKS))
	page(`a link: ${name}`, async (page) => {
		assert.match(await text(page, "#toast"), expected);
		assert.deepEqual(await moves(page), []);
		assert.equal(await page.evaluate(() => location.hash), "");
	}, { hash });

// What somebody has left in the browser.
const SETTINGS = ["hello", "5", "[]", '{"last":5}', '{"last":{"levels":"x"}}',
	'{"last":{"levels":[-1,99,"a",null],"clock":"evil","start":77,"rules":"<b>"}}',
	'{"theme":{"a":1},"coordinates":"zzz","scheme":"\\"><b>"}',
	'{"last":{"clock":"own","minutes":-5,"seconds":"NaN"}}',
	'{"last":{"clock":{"a":1}}}'];

page("strange settings: a new game can be begun", async (page) => {
	for (const kept of SETTINGS) {
		await page.evaluate((value) =>
			localStorage.setItem("rookery.settings", value), kept);
		await page.reload();
		await ready(page);
		await page.click("#new");
		await page.click("#new-dialog [type=submit]");
		assert.equal(await page.locator("#new-dialog[open]").count(), 0, kept);
	}
});

// The games that are kept, and how others get there.
const library = (page, act, values) => page.evaluate(([source, list]) => {
	const run = eval(source); // the debugger's, as the policy goes

	return new Promise((done, fail) => {
		const request = indexedDB.open("rookery");

		request.onerror = fail;
		request.onsuccess = () => {
			const transaction = request.result.transaction(["entries", "games"],
				"readwrite");

			transaction.oncomplete = () => request.result.close();
			run(transaction, list, done);
		};
	});
}, [String(act), values]);
const kept = (page) => library(page, (transaction, _, done) => {
	transaction.objectStore("games").getAll().onsuccess = ({ target }) =>
		done(target.result);
});

page("broken games among those that are kept", async (page, context) => {
	await begin(page, { levels: [0, 0] });
	await type(page, "b4");
	await page.waitForTimeout(150);
	const [good] = (await kept(page)).filter(({ game }) => game.now);
	const extra = { comments: 5, nags: "x", children: 7, parent: {}, review: 1 };
	const broken = ["hello", "5", "null", "{}", "[".repeat(20000),
		{ game: { now: 5 }, time: 9e12 },
		{ ...good, levels: "x", time: 9e12 },
		{ ...good, cursor: "x", time: 9e12 },
		{ ...good, tree: [0, 0, {}, [1, 2, {}]], time: 9e12 },
		{ ...good, tree: { nodes: [5, 1, 2] }, time: 9e12 },
		{ ...good, game: { ...good.game, log: [1, 2, 3] }, time: 9e12 },
		{ ...good, levels: [99, -1], tags: null,
			tree: { ...good.tree, notes: [[0, extra], [1, extra], [9, extra]] },
			time: 8e12 }];

	await library(page, (transaction, games, done) => {
		games.forEach((game, index) => {
			const time = game?.time ?? 9e12;

			transaction.objectStore("games").put({ ...game, id: `broken${index}` });
			transaction.objectStore("entries").put({ id: `broken${index}`, time,
				rules: "standard", levels: [0, 0], tags: {}, plies: 1 });
		});
		done();
	}, broken);
	// A game that an older version, or a page that was closed, has left.
	await page.evaluate((game) => {
		localStorage.setItem("rookery.game.old", JSON.stringify(game));
		localStorage.setItem("rookery.game.bad", "{}");
	}, { ...good, id: undefined, time: 7e12,
		tree: [0, 0, {}, [good.tree.nodes[1], 0, {}]] });
	await page.close();
	// A new tab takes up the newest that can be read.
	const other = await openPage(context);

	await other.goto(place.url);
	await ready(other);
	assert.deepEqual(await moves(other), ["b4"]);
	assert.match(await text(other, "#near"), /Human/);
	await type(other, "b5");
	await other.click("#open");
	const games = other.locator("#open-dialog .row > :first-child");

	await games.first().waitFor();
	const count = await games.count();

	assert.ok(count >= 3);
	// Those that cannot be taken up leave the game as it is.
	for (let i = 0; i < count; i++) {
		await games.nth(i).click();
		await other.waitForTimeout(50);
		assert.equal((await moves(other))[0], "b4");
		await other.click("#open");
		await games.first().waitFor();
	}
	assert.deepEqual(other.errors, []);
	const ids = (await kept(other)).map(({ id }) => id);

	assert.ok(ids.includes("old"), ids);
	assert.equal(await other.evaluate(() => localStorage.getItem("rookery.game.bad")), "{}");
});

// Files and texts.
const game = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n\n';

page("more games than can be shown are found by name", async (page) => {
	await page.click("#open");
	await page.setInputFiles("#open-file", { name: "games.pgn",
		mimeType: "text/plain", buffer: Buffer.from(game.repeat(9000) +
			'[White "Zukertort"]\n[Black "C"]\n\n1. c4 *\n') });
	await page.getByLabel("Find a game").fill("zukertort");
	assert.equal(await page.locator("#open-dialog .games button").count(), 1);
	assert.equal(await page.inputValue("#open-text"), "");
	await page.getByLabel("Find a game").press("Enter");
	assert.equal(await page.locator(".problem").count(), 0);
	await page.locator("#open-dialog .games button").click();
	assert.deepEqual(await moves(page), ["c4"]);
});

page("files of other times and machines", async (page) => {
	const name = '[White "J\u00fcrgen"]\n\n1. e4 *\n';

	for (const [encoding, sign] of [["latin1", ""], ["utf8", "\ufeff"],
		["utf16le", "\ufeff"], ["utf8", ""]]) {
		await page.click("#open");
		await page.setInputFiles("#open-file", { name: "game.pgn",
			mimeType: "text/plain", buffer: Buffer.from(sign + name, encoding) });
		await page.waitForFunction(() => !document.querySelector("#open-dialog").open);
		assert.match(await text(page, "#near"), /J\u00fcrgen/, encoding);
		await begin(page, { levels: [0, 0] });
	}
});

page("a folder that is dropped, and a text drawn into the line", async (page) => {
	await begin(page, { levels: [0, 0] });
	await type(page, "c4");
	const drop = (selector, make) => page.evaluate(([at, source]) => {
		const dataTransfer = new DataTransfer();

		eval(source)(dataTransfer); // the debugger's, as the policy goes
		const event = new DragEvent("drop", { dataTransfer, bubbles: true,
			cancelable: true });

		document.querySelector(at).dispatchEvent(event);
		return event.defaultPrevented;
	}, [selector, String(make)]);

	assert.equal(await drop("#typed", (data) => data.setData("text/plain", "e4")), false);
	await page.evaluate(() => {
		File.prototype.arrayBuffer = () => Promise.reject(new DOMException("no"));
	});
	assert.equal(await drop("body", (data) => data.items.add(new File(["x"], "x"))), true);
	await page.locator("#toast", { hasText: "The file cannot be read." }).waitFor();
	assert.deepEqual(await moves(page), ["c4"]);
});

page("what the page does with a premove, when the game is another", async (page) => {
	await begin(page, { levels: [0, 12] });
	await type(page, "a3");
	await drag(page, "g1", "f3");
	await page.click("#undo");
	await page.waitForTimeout(1000);
	assert.match(await label(page, "f3"), /empty/);
	assert.match(await text(page, "#state"), /^White to move/);
});

page("no room in the browser: it is said once, and nothing else is lost", async (page) => {
	await begin(page, { levels: [0, 0] });
	await type(page, "b4", "b5", "a4", "a5");
	await begin(page, { levels: [0, 0] });
	await page.waitForTimeout(150);
	const before = (await kept(page)).length;

	await page.evaluate(() => {
		IDBObjectStore.prototype.put = () => {
			throw new DOMException("full", "QuotaExceededError");
		};
	});
	await type(page, "c4", "c5", "Nf3");
	await page.locator("#toast", { hasText: "no room left" }).waitFor();
	assert.equal((await kept(page)).length, before);
	await page.locator("#toast").waitFor({ state: "hidden" });
	await type(page, "g6");
	await page.waitForTimeout(150);
	assert.equal(await page.locator("#toast").isVisible(), false);
});

page("a browser that keeps nothing", async (page) => {
	await begin(page, { levels: [0, 0] });
	await type(page, "e4");
	assert.deepEqual(await moves(page), ["e4"]);
	await page.click("#open");
}, {
	before: () => {
		for (const name of ["localStorage", "sessionStorage"])
			Object.defineProperty(window, name, {
				get() { throw new DOMException("denied", "SecurityError"); },
			});
	},
});

page("a computer that cannot think says so", async (page) => {
	await begin(page, { levels: [0, 3] });
	await page.click("#hint");
	await page.locator("#toast", { hasText: "There is no hint" }).waitFor();
	await type(page, "e4");
	await page.locator("#toast", { hasText: "The computer cannot think" }).waitFor();
	await state(page, /^Paused; Black/);
	await page.getByRole("button", { name: "Go on" }).waitFor();
}, { before: () => { window.Worker = function () { throw new Error("no"); }; } });

page("what is refused is a sentence, everywhere", async (page) => {
	await begin(page, { players: 4, levels: [0, 0, 0, 0] });
	await cell(page, "g1").click();
	await page.locator("#toast").waitFor();
	assert.match(await text(page, "#toast"), /^[A-Z].*[a-z0-9]\.$/);
	await page.click("#edit");
	await page.getByRole("button", { name: "Clear" }).click();
	for (const one of await page.locator(".defects p").allInnerTexts())
		assert.match(one, /^[A-Z].*[a-z]\.$/);
	await read(page, "");
	assert.match(await text(page, ".problem"), /^There is no game .*[a-z]\.$/);
});
