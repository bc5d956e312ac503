// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The explorer of openings: which moves lead from the shown position into lines
// that have a name, and which ones were played here in the games that are kept,
// with what success. Positions are found however they were reached. Loaded when
// it is first opened.

import { byId, make } from "./dom.js";
import { language, t } from "./i18n.js";
import { LINES } from "./openings.js";

const SLICE = 12; // milliseconds of indexing between two breaks
const PLIES = 60; // of a game that are indexed

/** The position without its counters. */
const keyOf = ({ fen }) => fen.split(" ").slice(0, 4).join(" ");

/** Lets the page do something else when it has worked for a while. */
function breaks() {
	let start = performance.now();

	return async () => {
		if (performance.now() - start < SLICE)
			return;
		await new Promise((done) => setTimeout(done));
		start = performance.now();
	};
}

/** What is known of positions: moves by their texts, with values. */
class Index {
	#positions = new Map();

	/** The moves of a position: a map, which is made if need be. */
	at(key) {
		if (!this.#positions.has(key))
			this.#positions.set(key, new Map());
		return this.#positions.get(key);
	}

	find(key) { return this.#positions.get(key) ?? new Map(); }
}

/** The moves of the named lines; the value is the number of lines. */
async function indexLines(rookery) {
	const index = new Index();
	const rest = breaks();
	const known = new Map([["", rookery.position()]]);

	for (const line of LINES.trim().split("\n")) {
		const [, , moves] = line.split("\t");
		let path = "";

		for (const san of moves.split(" ")) {
			const position = known.get(path);
			const played = index.at(keyOf(position));

			path += ` ${san}`;
			if (!known.has(path))
				known.set(path, position.after(san));
			played.set(san, (played.get(san) ?? 0) + 1);
			await rest();
		}
	}
	return index;
}

/** 0 White has won, 1 a draw, 2 Black has won, 3 not finished. */
function outcome({ result }) {
	return !result ? 3 : result.winners.length ? result.winners[0] * 2 : 1;
}

/** The moves of games; the value is [wins, draws, losses, unfinished]. */
async function indexGames(rookery, games) {
	const index = new Index();
	const rest = breaks();

	for await (const saved of games) {
		let game;

		try {
			game = rookery.restore(saved.game);
		} catch {
			continue; // of another version, or broken
		}
		if (game.rules.players === 2)
			await addGame(index, game, rest);
		game.close();
	}
	return index;
}

async function addGame(index, game, rest) {
	const result = outcome(game);
	let position = game.at(0);

	for (const event of game.history.slice(0, PLIES)) {
		if (event.kind !== "move")
			continue;
		const played = index.at(keyOf(position));
		const counts = played.get(event.san) ?? [0, 0, 0, 0];

		counts[result]++;
		played.set(event.san, counts);
		position = position.after(event);
		await rest();
	}
}

/** "62 %", of what is finished. */
function shareText(counts, which) {
	const finished = counts[0] + counts[1] + counts[2];

	return `${finished ? Math.round(100 * counts[which] / finished) : 0} %`;
}

export class Explorer {
	/**
	 * @param {object} store
	 * @param {() => AsyncIterable<object>} games the games that are kept, as
	 *	the storage keeps them
	 */
	constructor(store, games) {
		Object.assign(this, { store, games });
		this.source = "lines";
		/** Indexes, which are made when they are first needed. */
		this.lines = null;
		this.own = null;
		store.addEventListener("change", ({ detail: { kind } }) => {
			if (kind === "new" || kind === "end")
				this.own = null;
			this.show();
		});
		language.addEventListener("change", () => this.#draw());
		byId("explorer").addEventListener("toggle", () => this.show());
		this.#draw();
	}

	// The choice of a source, and where the moves are shown.
	#draw() {
		const choice = (value) => make("label", { class: "tick" }, make("input", {
			type: "radio", name: "explorer-source", value,
			checked: this.source === value,
			onchange: () => {
				this.source = value;
				this.show();
			},
		}), t(`explorer.${value}`));

		byId("explorer-body").replaceChildren(
			make("fieldset", { class: "choices" },
				make("legend", { class: "unseen" }, t("explorer.source")),
				choice("lines"), choice("own")),
			make("div", { id: "explored", "aria-live": "off" }));
		this.show();
	}

	/** The index of the chosen source; made when first needed. */
	#index() {
		const { rookery } = this.store;

		if (this.source === "lines")
			return this.lines ??= indexLines(rookery);
		return this.own ??= indexGames(rookery, this.games());
	}

	/** Shows the moves of the shown position. */
	async show() {
		const { store, source } = this;
		const place = byId("explored");

		if (!byId("explorer").open || !store.root)
			return;
		if (store.rules.players !== 2) {
			place.replaceChildren(make("p", { class: "soft" }, t("explorer.two")));
			return;
		}
		const { cursor } = store;
		const index = await this.#index();

		if (cursor !== store.cursor || source !== this.source)
			return;
		const { position } = store.shown;
		const found = [...index.find(keyOf(position))]
			.map(([san, value]) => ({ san, value, count: [value].flat()
				.reduce((sum, one) => sum + one) }))
			.sort((one, other) => other.count - one.count || (one.san < other.san ? -1 : 1));

		byId("explored").replaceChildren(found.length
			? this.#table(found, position)
			: make("p", { class: "soft" }, t(`explorer.no-${source}`)));
	}

	#table(found, position) {
		const head = this.source === "lines" ? ["move", "lines-count", "name"]
			: ["move", "games", "results"];

		return make("table", { class: "explored" },
			make("thead", {}, make("tr", {}, head.map((key) =>
				make("th", { scope: "col" }, t(`explorer.${key}`))))),
			make("tbody", {}, found.map((row) => this.#row(row, position))));
	}

	#row({ san, value, count }, position) {
		const move = position.read(san);

		return make("tr", {},
			make("th", { scope: "row" }, make("button", {
				type: "button", class: "move",
				onclick: () => this.store.explore([move]),
			}, san)),
			make("td", {}, String(count)),
			make("td", {}, this.source === "lines"
				? position.after(move).opening ?? "" : this.#results(value)));
	}

	// A bar of three parts, and the same in words.
	#results(counts) {
		const words = ["white", "draw", "black"].map((name, which) =>
			t(`explorer.${name}`, { share: shareText(counts, which) })).join(", ");
		const bar = make("div", { class: "results", role: "img", "aria-label": words,
			title: words }, [0, 1, 2].map(() => make("span", {})));

		[...bar.children].forEach((part, which) =>
			part.style.setProperty("--part", counts[which]));
		return counts[0] + counts[1] + counts[2] ? bar : t("explorer.unfinished");
	}
}
