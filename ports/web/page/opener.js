// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The dialogs for import and export. A text that cannot be read stays in the
// dialog, with the error marked, and the board is unchanged.

import { button, byId, dialogHead, make, openDialog } from "./dom.js";
import { gameLink, gameTitle, pgnOf, positionLink, read, saveFile }
	from "./exchange.js";
import { cut, rulesTitle, sentence } from "./words.js";

const MANY = 200;
const LARGE = 200000;
const MOST = 64 << 20; // bytes of a file

export class Opener {
	/**
	 * @param {object} take what is done with what was read:
	 *	position(position), game(parsed, text)
	 * @param {import("./storage.js").GameStorage} storage
	 */
	constructor(store, take, storage, say) {
		Object.assign(this, { store, take, storage, say });
		byId("open").addEventListener("click", () => this.open());
		byId("share").addEventListener("click", () => this.share());
		this.#listenForDrops();
	}

	/** Opens the import dialog, optionally with a text. */
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
			onchange: ({ target }) => {
				const [chosen] = target.files;

				target.value = ""; // so that the same file can be chosen again
				this.file(chosen);
			},
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

	// Lists saved games that are not open in any tab.
	async #showKept() {
		const { rookery } = this.store;
		const kept = (await this.storage.others()).filter(({ game }) => game.now);

		if (kept.length)
			byId("open-dialog").append(make("h3", {}, "Games of yours"),
				make("div", { class: "games" }, kept.map((one) =>
					button(keptTitle(one, rookery), async () => {
						byId("open-dialog").close();
						if (!await this.storage.open(one.id))
							this.say("That game cannot be read.");
					}))));
	}

	async file(file) {
		if (!file)
			return;
		const text = await fileText(file).catch(({ message }) => {
			this.say(message);
			return null;
		});

		if (text !== null)
			await this.hear(text);
	}

	/** Reads a text and opens its content, or shows the error. */
	async hear(text) {
		const { store } = this;
		const isLarge = text.length > LARGE;

		if (!byId("open-dialog").open)
			this.open();
		// A text field with megabytes in it is slow.
		if (!isLarge && this.area.value !== text)
			this.area.value = text;
		if (isLarge) {
			this.answer.replaceChildren(make("p", {}, "Reading…"));
			await new Promise((done) => setTimeout(done, 50));
		}
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
			this.#choose(found.games[0], text);
		else
			this.#list(found.games, text);
	}

	#choose(game, text) {
		if (game.error)
			this.answer.replaceChildren(...problem(text, game.error));
		else
			this.#finish(() => this.take.game(game,
				this.store.rookery.writePgn(game)), text);
	}

	#finish(act, text) {
		try {
			act();
		} catch (error) {
			this.answer.replaceChildren(...problem(text, error));
			return;
		}
		byId("open-dialog").close();
	}

	// Long lists can be filtered by name.
	#list(games, text) {
		const titles = games.map((game) => gameTitle(game));
		const count = make("p", { role: "status" });
		const list = make("div", { class: "games" });
		const show = (part) => {
			const found = [...titles.keys()].filter((index) =>
				titles[index].toLowerCase().includes(part));

			count.textContent =
				`${found.length} ${found.length === 1 ? "game" : "games"}` +
				`${found.length > MANY ? `; the first ${MANY} are` : ""}:`;
			list.replaceChildren(...found.slice(0, MANY).map((index) =>
				button(titles[index], () => this.#choose(games[index], text))));
		};
		const search = games.length > MANY ? make("input", {
			type: "search", "aria-label": "Find a game",
			placeholder: "Find: a name, a year",
			// Enter must not submit the form, which would read its
			// text again.
			onkeydown: (event) => {
				if (event.key === "Enter")
					event.preventDefault();
			},
			oninput: ({ target }) => show(target.value.trim().toLowerCase()),
		}) : null;

		show("");
		this.answer.replaceChildren(...[search, count, list].filter(Boolean));
		(search ?? list.firstChild).focus();
	}

	#listenForDrops() {
		// Text dropped into a field is left to the field.
		const isFile = ({ dataTransfer, target }) =>
			dataTransfer?.types.includes("Files") ||
			(dataTransfer?.types.includes("text/plain") &&
				!target.closest?.("input, textarea"));

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
		addEventListener("drop", (event) => {
			document.body.classList.remove("dropping");
			if (!isFile(event))
				return;
			event.preventDefault();
			const { files } = event.dataTransfer;

			if (files.length)
				this.file(files[0]);
			else
				this.hear(event.dataTransfer.getData("text/plain"));
		});
		addEventListener("paste", (event) => {
			const text = event.clipboardData?.getData("text/plain");

			if (text && !event.target.closest?.("input, textarea, dialog"))
				this.hear(text);
		});
	}

	/** Opens the export dialog. */
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

/** Reads a file's text. Old collections of games are not in UTF-8. */
async function fileText(file) {
	if (file.size > MOST)
		throw new Error("A file of more than 64 MB is too large for the page.");
	const bytes = await file.arrayBuffer().catch(() => {
		throw new Error("The file cannot be read.");
	});
	const [one, two] = new Uint8Array(bytes.slice(0, 2));

	if (one + two === 0xff + 0xfe)
		return new TextDecoder(one === 0xff ? "utf-16le" : "utf-16be").decode(bytes);
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
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

/** Shows an error, and the text with its place marked. */
export function problem(text, { message, place }) {
	const where = place ? `Line ${place.line}, column ${place.column}: ` : "";
	const words = make("p", { class: "problem" }, sentence(where + cut(message)));

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
