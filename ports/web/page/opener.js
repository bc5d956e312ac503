// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The dialogs that bring games and positions in and out. A text that cannot
// be read stays where it is, with the place marked, and the board as it was.

import { button, byId, dialogHead, make, openDialog } from "./dom.js";
import { gameLink, gameTitle, pgnOf, positionLink, read, saveFile }
	from "./exchange.js";
import { rulesTitle } from "./words.js";

const MANY = 200;

export class Opener {
	/**
	 * @param {object} take what is done with what was read:
	 *	position(position), game(parsed, text)
	 * @param {import("./keep.js").Keeper} keeper
	 */
	constructor(store, take, keeper, say) {
		Object.assign(this, { store, take, keeper, say });
		byId("open").addEventListener("click", () => this.open());
		byId("share").addEventListener("click", () => this.share());
		this.#listenForDrops();
	}

	/** The dialog to open something; maybe with a text already. */
	open(text = "") {
		this.area = make("textarea", {
			id: "open-text", spellcheck: "false", rows: "8",
			placeholder: "Paste a FEN, PGN, FEN4 or PGN4 here",
		});
		this.area.value = text;
		this.answer = make("div", { class: "fields", role: "alert" });
		const file = make("input", {
			type: "file", accept: ".pgn,.fen,.pgn4,.fen4,.txt,text/plain",
			id: "open-file", class: "unseen", tabindex: "-1", "aria-hidden": "true",
			onchange: ({ target }) => this.file(target.files[0]),
		});

		openDialog(byId("open-dialog"), dialogHead("open-title", "Open"),
			make("form", { method: "dialog", onsubmit: (event) => {
				event.preventDefault();
				this.hear(this.area.value);
			} },
			make("label", { for: "open-text" },
				"A position or games, as text; or drop a file anywhere"),
			this.area, this.answer, file,
			make("div", { class: "inline end" },
				button("Choose a file…", () => file.click(), { icon: "open" }),
				make("button", { class: "primary", type: "submit" }, "Open"))));
		this.#showKept();
	}

	// Games that were begun here and are open nowhere.
	async #showKept() {
		const { rookery } = this.store;
		const kept = (await this.keeper.others()).filter(({ game }) => game?.now);

		if (kept.length)
			byId("open-dialog").append(make("h3", {}, "Games of yours"),
				make("div", { class: "games" }, kept.map((one) =>
					button(keptTitle(one, rookery), () => {
						byId("open-dialog").close();
						this.keeper.open(one.id);
					}))));
	}

	async file(file) {
		if (file)
			this.hear(await file.text());
	}

	/** Reads a text, and takes what is in it or shows why not. */
	hear(text) {
		const { store } = this;

		if (!byId("open-dialog").open)
			this.open(text);
		this.area.value = text;
		let found;

		try {
			found = read(store.rookery, text, store.rules);
		} catch (error) {
			this.answer.replaceChildren(...problem(text, error));
			return;
		}
		if (found.position)
			this.#finish(() => this.take.position(found.position));
		else if (found.games.length === 1)
			this.#choose(found.games[0]);
		else
			this.#list(found.games);
	}

	#choose(game) {
		if (game.error) {
			this.answer.replaceChildren(...problem(this.area.value, game.error));
			return;
		}
		this.#finish(() =>
			this.take.game(game, this.store.rookery.writePgn(game)));
	}

	#finish(act) {
		try {
			act();
		} catch (error) {
			this.answer.replaceChildren(...problem(this.area.value, error));
			return;
		}
		byId("open-dialog").close();
	}

	#list(games) {
		this.answer.replaceChildren(
			make("p", {}, `${games.length} games:`),
			make("div", { class: "games" }, games.slice(0, MANY).map((game) =>
				button(gameTitle(game), () => this.#choose(game)))));
		this.answer.querySelector("button").focus();
	}

	#listenForDrops() {
		const isFile = ({ dataTransfer }) =>
			["Files", "text/plain"].some((type) => dataTransfer?.types.includes(type));

		addEventListener("dragover", (event) => {
			if (!isFile(event))
				return;
			event.preventDefault();
			document.body.classList.add("dropping");
		});
		addEventListener("dragleave", ({ relatedTarget }) => {
			if (!relatedTarget)
				document.body.classList.remove("dropping");
		});
		addEventListener("drop", async (event) => {
			document.body.classList.remove("dropping");
			if (!isFile(event))
				return;
			event.preventDefault();
			const { files } = event.dataTransfer;
			const text = files.length ? await files[0].text()
				: event.dataTransfer.getData("text/plain");

			this.hear(text);
		});
		addEventListener("paste", (event) => {
			const text = event.clipboardData?.getData("text/plain");

			if (text && !event.target.closest?.("input, textarea, dialog"))
				this.hear(text);
		});
	}

	/** The dialog to take something along. */
	async share() {
		const { store } = this;
		const { position } = store.shown;
		const four = store.rules.players > 2 ? "4" : "";
		const pgn = pgnOf(store);
		const links = [
			["Link to the position", positionLink(position)],
			["Link to the game", await gameLink(pgn)],
		];

		openDialog(byId("share-dialog"), dialogHead("share-title", "Share"),
			make("div", { class: "fields" },
				this.#text(`FEN${four}`, position.fen, `position.fen${four}`),
				this.#text(`PGN${four}`, pgn, `game.pgn${four}`),
				links.map(([title, link]) => this.#text(title, link))));
	}

	#text(title, text, file) {
		return make("section", {},
			make("div", { class: "head" }, make("h3", {}, title),
				button("Copy", () => this.copy(title, text),
					{ "aria-label": `Copy ${title}` }),
				file ? button("Save", () => saveFile(file, text),
					{ "aria-label": `Save ${title}` }) : null),
			make("pre", { class: "text", tabindex: "0", "aria-label": title }, text));
	}

	async copy(title, text) {
		try {
			await navigator.clipboard.writeText(text);
			this.say(`${title} copied.`);
		} catch {
			this.say("The browser does not let it be copied; mark it and copy it by hand.");
		}
	}
}

// "Chess: human – level 3, 24 plies, 16/11/2026, 12:30"
function keptTitle({ game, levels, time }, rookery) {
	const rules = rookery.rules.find(({ name }) => name === game.rules);
	const who = levels.map((level) => level ? `level ${level}` : "human");

	return `${rules ? rulesTitle(rules) : game.rules}: ${who.join(" – ")}, ` +
		`${game.now} ${game.now === 1 ? "ply" : "plies"}, ${new Date(time).toLocaleString([],
			{ dateStyle: "short", timeStyle: "short" })}`;
}

/** What is wrong, and the text with the place marked. */
export function problem(text, { message, place }) {
	const where = place ? `Line ${place.line}, column ${place.column}: ` : "";
	const words = make("p", { class: "problem" }, `${where}${message}.`);

	if (!place)
		return [words];
	const from = Math.max(0, text.lastIndexOf("\n", place.index - 1) + 1,
		place.index - 200);
	const until = text.indexOf("\n", place.index);
	const end = Math.min(until < 0 ? text.length : until, place.index + 200);
	const word = /^\S*/.exec(text.slice(place.index, end))[0];
	const length = place.index < end ? Math.min(word.length || 1,
		text.includes("/") && !text.includes("\n") ? 1 : 24) : 0;

	return [words, make("pre", { class: "text" }, text.slice(from, place.index),
		make("mark", {}, text.slice(place.index, place.index + length) || "␣"),
		text.slice(place.index + length, end))];
}
