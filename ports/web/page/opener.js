// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The dialogs for import and export. A text that cannot be read stays in the
// dialog, with the error marked, and the board is unchanged.

import { button, byId, dialogHead, icon, make, openDialog } from "./dom.js";
import { language, locale, t } from "./i18n.js";
import { gameLink, gameTitle, pgnOf, positionLink, read, saveFile }
	from "./exchange.js";
import { newId } from "./library.js";
import { indexPgn } from "./rookery/rookery.js";
import { Store } from "./store.js";
import { cut, rulesTitle, sentence } from "./words.js";

const MANY = 200;
const LARGE = 200000;
const MOST = 64 << 20; // bytes of a file

export class Opener {
	/**
	 * @param {object} take what is done with what was read:
	 *	position(position), game(parsed, text)
	 * @param {import("./storage.js").GameStorage} storage
	 * @param {() => Worker} [worker] opens a worker of the module
	 */
	constructor(store, take, storage, say, worker) {
		Object.assign(this, { store, take, storage, say, worker });
		byId("open").addEventListener("click", () => this.open());
		byId("share").addEventListener("click", () => this.share());
		this.#listenForDrops();
		language.addEventListener("change", () => {
			if (byId("open-dialog").open)
				this.open(this.area.value);
			if (byId("share-dialog").open)
				this.share(true);
		});
	}

	/** Opens the import dialog, optionally with a text. */
	open(text = "") {
		this.area = make("textarea", {
			id: "open-text", spellcheck: "false", rows: "8",
			placeholder: t("open.placeholder"),
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

		openDialog(byId("open-dialog"), dialogHead("open-title", t("open.title")),
			make("form", { method: "dialog", onsubmit: (event) => {
				event.preventDefault();
				this.hear(this.area.value);
			} },
			make("label", { for: "open-text" }, t("open.label")),
			this.area, this.answer, file,
			make("div", { class: "inline end" },
				button(t("open.file"), () => file.click(), { icon: "open" }),
				make("button", { class: "primary", type: "submit" }, t("open.title")))));
		this.#showKept();
	}

	// The library: saved games that are not open in any tab, and files.
	async #showKept() {
		const { store: { rookery }, storage } = this;
		const library = await storage.library;
		const [kept, files] = await Promise.all([storage.others(),
			library.files().catch(() => [])]);
		const games = kept.filter(({ plies }) => plies);

		if (!games.length && !files.length)
			return;
		const list = make("div", { class: "games" });
		const row = (title, open, remove) => {
			const element = make("div", { class: "row" }, button(title, open),
				make("button", { type: "button", class: "plain",
					title: t("delete"), "aria-label": t("open.delete", { title }), onclick: () => {
						remove().then(() => element.remove(), ({ message }) =>
							this.say(message));
					} }, icon("close")));

			return element;
		};
		const rows = [
			...files.map((file) => [fileTitle(file), () =>
				row(fileTitle(file), () => this.#openFile(file),
					() => library.removeFile(file.id))]),
			...games.map((one) => [keptTitle(one, rookery), () =>
				row(keptTitle(one, rookery), () => this.#openKept(one.id),
					() => library.remove(one.id))]),
		];
		const show = (wanted) => list.replaceChildren(...rows
			.filter(([title]) => title.toLowerCase().includes(wanted))
			.slice(0, MANY).map(([, build]) => build()));

		show("");
		byId("open-dialog").append(make("div", { class: "head" },
			make("h3", {}, t("open.yours")),
			button(t("open.save-all"), () => this.#saveAll(games))),
		make("input", { type: "search", "aria-label": t("open.find-own"),
			placeholder: t("open.find-own-hint"), hidden: rows.length < 8,
			oninput: ({ target }) => show(target.value.trim().toLowerCase()) }), list);
	}

	async #openKept(id) {
		byId("open-dialog").close();
		if (!await this.storage.open(id))
			this.say(t("open.no-game"));
	}

	async #openFile({ id }) {
		const content = await (await this.storage.library).content(id).catch(() => null);

		if (!content)
			this.say(t("open.no-file"));
		else
			this.#list(content.games, content.bytes).show(1);
	}

	// All games as one PGN. Those that cannot be read are counted.
	async #saveAll(entries) {
		const library = await this.storage.library;
		const store = new Store(this.store.rookery);
		const texts = [pgnOf(this.store)];
		let broken = 0;

		for (const { id } of entries) {
			try {
				store.restore(await library.game(id));
				texts.push(pgnOf(store));
			} catch {
				broken++;
			}
		}
		saveFile("games.pgn", texts.join(""));
		this.say(t(broken ? "open.saved-some" : "open.saved",
			{ count: texts.length, broken }));
	}

	async file(file) {
		if (!file)
			return;
		const bytes = await fileBytes(file).catch(({ message }) => {
			this.say(message);
			return null;
		});

		if (bytes?.length > LARGE)
			await this.#index(bytes, file.name);
		else if (bytes)
			await this.hear(new TextDecoder().decode(bytes), file.name);
	}

	/** Reads a text and opens its content, or shows the error. */
	async hear(text, name = "") {
		const { store } = this;

		if (text.length > LARGE) {
			await this.#index(new TextEncoder().encode(text), name);
			return;
		}
		if (!byId("open-dialog").open)
			this.open();
		if (this.area.value !== text)
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
			this.#choose(found.games[0], text);
		else
			await this.#index(new TextEncoder().encode(text), name);
	}

	// Lists the games of a text that is in UTF-8, while a worker reads it. The
	// text is kept in the library.
	async #index(bytes, name) {
		const { rookery } = this.store;
		const games = [];

		if (!byId("open-dialog").open)
			this.open();
		const list = this.#list(games, bytes);

		try {
			await indexPgn(rookery, bytes, (more, part) => {
				for (const game of more)
					games.push(game);
				list.show(part);
			}, this.worker);
		} catch ({ message }) {
			this.answer.replaceChildren(...problem("", { message }));
			return;
		}
		if (!games.length)
			this.answer.replaceChildren(...problem("",
				{ message: t("read.nothing") }));
		else if (games.length === 1)
			this.#open(games[0], bytes);
		else
			await this.#keepFile(bytes, name, games);
	}

	async #keepFile(bytes, name, games) {
		const library = await this.storage.library;
		const file = { id: newId(), time: Date.now(), count: games.length,
			name: name || t("open.pasted") };

		await library.putFile(file, { id: file.id, bytes, games }).catch(() =>
			this.say(t("open.no-room")));
	}

	// Reads one game of a text.
	#open({ at, end }, bytes) {
		const text = new TextDecoder().decode(bytes.subarray(at, end));

		try {
			this.#choose(read(this.store.rookery, text, this.store.rules).games[0], text);
		} catch (error) {
			this.answer.replaceChildren(...problem(text, error));
		}
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

	// Long lists can be filtered by name. show(part) shows what has come, of
	// a text of which that part has been read.
	#list(games, bytes) {
		const titles = [];
		const count = make("p", { role: "status" });
		const list = make("div", { class: "games" });
		const search = make("input", {
			type: "search", "aria-label": t("open.find"), hidden: true,
			placeholder: t("open.find-hint"),
			// Enter must not submit the form, which would read its
			// text again.
			onkeydown: (event) => {
				if (event.key === "Enter")
					event.preventDefault();
			},
			oninput: () => show(1),
		});
		const show = (part) => {
			const wanted = search.value.trim().toLowerCase();

			search.hidden = games.length <= MANY;
			if (part < 1)
				count.textContent = t("open.reading",
					{ percent: Math.floor(100 * part), count: games.length });
			// While more are coming, those that are shown stay.
			if (part < 1 && (wanted || list.childElementCount >= MANY))
				return;
			for (let index = titles.length; wanted && index < games.length; index++)
				titles.push(gameTitle(games[index]).toLowerCase());
			const found = wanted ? games.filter((_, index) =>
				titles[index].includes(wanted)) : games;

			if (part === 1)
				count.textContent = t(found.length > MANY ? "open.first" : "open.found",
					{ count: found.length, shown: MANY });
			list.replaceChildren(...found.slice(0, MANY).map((game) =>
				button(gameTitle(game), () => this.#open(game, bytes))));
			if (part === 1 && !list.contains(document.activeElement) &&
			    document.activeElement !== search)
				(search.hidden ? list.firstChild : search)?.focus();
		};

		this.answer.replaceChildren(search, count, list);
		show(0);
		return { show };
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
	async share(isOpen = false) {
		const { store } = this;
		const { position } = store.shown;
		const four = store.rules.players > 2 ? "4" : "";
		const pgn = pgnOf(store);
		const links = [
			[t("share.position"), positionLink(position)],
			[t("share.game"), await gameLink(pgn)],
		];

		if (isOpen && !byId("share-dialog").open)
			return; // it was closed meanwhile
		openDialog(byId("share-dialog"), dialogHead("share-title", t("share.title")),
			make("div", { class: "fields" },
				this.#text(`FEN${four}`, position.fen, `position.fen${four}`),
				this.#text(`PGN${four}`, pgn, `game.pgn${four}`),
				this.#pictures(),
				links.map(([title, link]) => this.#text(title, link))));
	}

	// Pictures of the board, and the game as an animation.
	#pictures() {
		const board = document.querySelector("rookery-board");
		const status = make("p", { class: "soft", role: "status" });
		const save = (kind, draw) => button(t(`picture.${kind}`), async () => {
			try {
				saveFile(`rookery.${kind}`, await draw(await import("./picture.js")));
			} catch {
				this.say(t("load.failed"));
			}
			status.textContent = "";
		}, { id: `picture-${kind}` });

		return make("section", {},
			make("div", { class: "head" }, make("h3", {}, t("picture.title"))),
			make("div", { class: "buttons" },
				save("svg", ({ boardSvg }) => boardSvg(board)),
				save("png", ({ boardPng }) => boardPng(board)),
				save("gif", ({ gameGif }) => gameGif(this.store, board,
					board.view.below, (done, all) => {
						status.textContent = t("picture.progress", { done, all });
					}))), status);
	}

	#text(title, text, file) {
		return make("section", {},
			make("div", { class: "head" }, make("h3", {}, title),
				button(t("share.copy"), () => this.copy(title, text),
					{ "aria-label": t("share.copy-one", { title }) }),
				file ? button(t("share.save"), () => saveFile(file, text),
					{ "aria-label": t("share.save-one", { title }) }) : null),
			make("pre", { class: "text", tabindex: "0", "aria-label": title }, text));
	}

	async copy(title, text) {
		try {
			await navigator.clipboard.writeText(text);
			this.say(t("share.copied", { title }));
		} catch {
			this.say(t("share.no-copy"));
		}
	}
}

/** A file's text in UTF-8. Old collections of games are not in it. */
async function fileBytes(file) {
	if (file.size > MOST)
		throw new Error(t("open.too-large"));
	const buffer = await file.arrayBuffer().catch(() => {
		throw new Error(t("open.unreadable"));
	});
	const bytes = new Uint8Array(buffer);
	const decoded = (name) => new TextEncoder().encode(new TextDecoder(name).decode(bytes));

	if (bytes[0] + bytes[1] === 0xff + 0xfe)
		return decoded(bytes[0] === 0xff ? "utf-16le" : "utf-16be");
	try {
		new TextDecoder("utf-8", { fatal: true }).decode(bytes);
		return bytes;
	} catch {
		return decoded("windows-1252");
	}
}

const fileTitle = ({ name, count }) => t("open.file-games", { name, count });

// "Chess: human – level 3, 24 plies, 16/11/2026, 12:30"
export function keptTitle({ rules: name, levels, tags, plies, time, result }, rookery) {
	const rules = rookery.rules.find((one) => one.name === name);
	const who = levels.map((level, seat) => level ? t("player.level", { level })
		: tags?.[rules?.seats[seat]] ?? t("player.human"));

	return `${rules ? rulesTitle(rules) : name}: ${who.join(" – ")}, ` +
		`${result && result !== "*" ? `${result}, ` : ""}${t("game.plies", { count: plies })}, ` +
		new Date(time).toLocaleString(locale(), { dateStyle: "short", timeStyle: "short" });
}

/** Shows an error, and the text with its place marked. */
export function problem(text, { message, place = null }) {
	const why = cut(message);
	const words = make("p", { class: "problem" }, sentence(place
		? t("read.place", { line: place.line, column: place.column, why }) : why));

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
