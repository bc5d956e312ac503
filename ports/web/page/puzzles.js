// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Puzzles: positions of games of the program where one move wins. They are in
// puzzle-data.js, which the build makes of data/puzzles.txt; both are loaded when
// they are first asked for. The first attempt at a puzzle counts for a rating,
// which is kept in the browser, and the next puzzle is about as hard as that.

import { button, byId, dialogHead, make, openDialog, select } from "./dom.js";
import { after, UNKNOWN } from "./glicko.js";
import { language, t } from "./i18n.js";
import { PUZZLES } from "./puzzle-data.js";
import { cellsOf, listWords } from "./words.js";

const KEY = "rookery.puzzles";
const DEVIATION = 90; // of the rating of a puzzle
const NEAREST = 10; // puzzles of which one is taken
const PAUSE = 600; // milliseconds before the other side moves

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The puzzles: {id, fen, moves, rating, themes}. */
export const puzzles = PUZZLES.trim().split("\n").map((line) => {
	const [fen, moves, rating, themes] = line.split("\t");

	return { id: `${fen.split(" ")[0]} ${moves.split(" ")[0]}`, fen,
		moves: moves.split(" "), rating: Number(rating), themes: themes.split(" ") };
});

export const themes = [...new Set(puzzles.flatMap((puzzle) => puzzle.themes))].sort();

const themeName = (theme) => /^mate-in-\d/.test(theme)
	? t("theme.mate", { count: Number(theme.at(-1)) }) : t(`theme.${theme}`);

/** What is kept: {rating, deviation, done: {id: 1 or 0}}. */
function read() {
	try {
		const { rating, deviation, done } = JSON.parse(localStorage.getItem(KEY));

		if (Number.isFinite(rating) && deviation > 0 && typeof done === "object")
			return { rating, deviation, done: done ?? {} };
	} catch {
		// There is none yet, or it is broken.
	}
	return { ...UNKNOWN, done: {} };
}

function write(record) {
	try {
		localStorage.setItem(KEY, JSON.stringify(record));
	} catch {
		// It holds until the page is closed.
	}
}

export class Puzzles {
	/**
	 * @param rookery the module
	 * @param settings for the look of the board
	 * @param {(position: object) => void} analyse shows a position in the page
	 */
	constructor(rookery, settings, analyse) {
		Object.assign(this, { rookery, settings, analyse });
		this.record = read();
		this.theme = "";
		this.dialog = byId("puzzles-dialog");
		this.board = /** @type {import("./board.js").Board} */ (
			document.createElement("rookery-board"));
		this.board.targets = (square) => this.#targets(square);
		this.board.addEventListener("move", ({ detail }) => this.#moved(detail));
		language.addEventListener("change", () => this.dialog.open && this.#draw());
	}

	open() {
		if (!this.puzzle)
			this.next();
		this.#draw();
	}

	// ---- What is solved ----

	/** Takes one that is about as hard as the player is good. */
	next() {
		const { rating, done } = this.record;
		const fitting = puzzles.filter((puzzle) => puzzle !== this.puzzle &&
			(!this.theme || puzzle.themes.includes(this.theme)));
		const fresh = fitting.filter(({ id }) => !(id in done));
		const near = (fresh.length ? fresh : fitting).sort((one, other) =>
			Math.abs(one.rating - rating) - Math.abs(other.rating - rating));

		this.begin(near[Math.floor(Math.random() * Math.min(NEAREST, near.length))] ??
			this.puzzle);
	}

	async begin(puzzle) {
		Object.assign(this, { puzzle, at: 0, state: "wait", isCounted: false,
			isWrong: false, gain: 0, answer: () => "" });
		this.position = this.rookery.position({ fen: puzzle.fen });
		this.seat = 1 - this.position.turn;
		this.last = [];
		this.#show();
		await sleep(PAUSE);
		if (this.puzzle === puzzle && this.at === 0)
			this.#play(this.position.read(puzzle.moves[0]));
	}

	#play(move) {
		this.position = this.position.after(move);
		this.last = [move.from, move.to];
		this.at++;
		this.state = this.at === this.puzzle.moves.length ? "solved"
			: this.at % 2 ? "solve" : "wait";
		if (this.state === "solved")
			this.#count(this.isWrong ? 0 : 1);
		this.#show();
	}

	/** Tries a move of the player. */
	async attempt(move) {
		const { puzzle, at } = this;
		const wanted = this.position.read(puzzle.moves[at]);
		// Any mate is as good as the one that was found.
		const isRight = move.move === wanted.move ||
			(move.san.endsWith("#") && at === puzzle.moves.length - 1);

		if (!isRight) {
			this.isWrong = true;
			this.#count(0);
			this.answer = () => t("puzzles.wrong", { move: move.san });
			this.#show();
			return;
		}
		this.answer = () => t("puzzles.right", { move: move.san });
		this.#play(move);
		if (this.state !== "wait")
			return;
		await sleep(PAUSE);
		if (this.puzzle === puzzle && this.at === at + 1)
			this.#play(this.position.read(puzzle.moves[this.at]));
	}

	// The first attempt is the one that counts.
	#count(score) {
		const { record, puzzle } = this;

		if (this.isCounted || puzzle.id in record.done) {
			this.isCounted = true;
			return;
		}
		const now = after(record, { rating: puzzle.rating, deviation: DEVIATION }, score);

		this.isCounted = true;
		this.gain = Math.round(now.rating) - Math.round(record.rating);
		this.record = { ...now, done: { ...record.done, [puzzle.id]: score } };
		write(this.record);
	}

	#targets(square) {
		const { rules } = this.position;
		const moves = this.state === "solve" ? this.position.moves(square) : [];

		if (this.state !== "solve" || !moves.length)
			return null;
		return [...new Set(moves.map(({ to }) => to))].map((to) => ({ square: to,
			promotions: moves.filter((move) => move.to === to && move.promotion)
				.map(({ promotion }) => rules.types.indexOf(promotion)) }));
	}

	#moved({ from, to, promotion }) {
		const { rules } = this.position;
		const move = this.position.moves(from).find((one) => one.to === to &&
			(one.promotion ? rules.types.indexOf(one.promotion) === promotion : true));

		if (move && this.state === "solve")
			this.attempt(move);
	}

	#typed(text) {
		let move;

		try {
			move = this.position.read(text.trim());
		} catch ({ message }) {
			this.answer = () => message;
			this.#show();
			return;
		}
		if (this.state === "solve")
			this.attempt(move);
	}

	#hint() {
		const { from } = this.position.read(this.puzzle.moves[this.at]);

		this.isWrong = true;
		this.#count(0);
		const square = this.position.rules.squares[from];

		this.answer = () => t("puzzles.hint-text", { square });
		this.#show([{ square: from, brush: "green" }]);
	}

	/** Plays what is left of the solution. */
	async #solve() {
		const { puzzle } = this;

		this.isWrong = true;
		this.#count(0);
		this.answer = () => "";
		this.state = "wait";
		while (this.puzzle === puzzle && this.at < puzzle.moves.length) {
			this.#play(this.position.read(puzzle.moves[this.at]));
			this.state = this.at === puzzle.moves.length ? "solved" : "wait";
			this.#show();
			await sleep(PAUSE);
		}
	}

	// ---- What is seen ----

	#draw() {
		const names = [["", t("puzzles.any")], ...themes.map((theme) =>
			[theme, themeName(theme)])];
		const typed = make("input", { type: "text", id: "puzzle-typed",
			spellcheck: "false", autocapitalize: "off", enterkeyhint: "go" });

		openDialog(this.dialog,
			dialogHead("puzzles-title", t("puzzles.title")),
			make("div", { class: "puzzle" }, this.board,
				make("div", { class: "puzzle-side" },
					make("p", { id: "puzzle-state", class: "state", role: "status" }),
					make("p", { id: "puzzle-rating" }),
					make("p", { id: "puzzle-themes", class: "soft" }),
					make("label", { class: "field" },
						make("span", {}, t("puzzles.theme")),
						select(names, this.theme, { id: "puzzle-theme",
							onchange: ({ target }) => {
								this.theme = target.value;
								this.next();
							} })),
					make("form", { class: "field", onsubmit: (event) => {
						event.preventDefault();
						this.#typed(typed.value);
						typed.value = "";
					} }, make("label", { for: "puzzle-typed" }, t("puzzles.type")), typed),
					make("div", { class: "actions", id: "puzzle-actions" }))));
		this.#show();
	}

	#words() {
		const { state, seat, position, answer } = this;
		const side = t(seat ? "puzzles.black" : "puzzles.white");

		return [answer(), state === "solved"
			? t(this.isWrong ? "puzzles.done" : "puzzles.solved")
			: state === "solve" ? side : position.isOver ? "" : "…"].filter(Boolean).join(" ");
	}

	#show(circles = []) {
		const { position, state, puzzle, record } = this;
		const { rules } = position;

		// In the words of the page's own board.
		this.board.words = document.querySelector("rookery-board").words;
		this.board.dataset.theme = this.settings.get("theme");
		this.board.duration = this.settings.get("animation") ? 180 : 0;
		this.board.show({ files: 8, ranks: 8, cells: cellsOf(position.cells, rules),
			seats: rules.seats, below: this.seat, last: this.last, circles,
			checks: position.checks.map((seat) => kingOf(position, seat)),
			coordinates: this.settings.get("coordinates") });
		this.board.select(-1);
		if (!this.dialog.querySelector("#puzzle-state"))
			return;
		byId("puzzle-state").textContent = this.#words();
		byId("puzzle-rating").textContent = t("puzzles.rating", {
			rating: Math.round(record.rating), count: Object.keys(record.done).length,
			all: puzzles.length, gain: this.gain ? ` (${this.gain > 0 ? "+" : "−"}${
				Math.abs(this.gain)})` : "" });
		// What it is about would give it away.
		byId("puzzle-themes").textContent = state === "solved" ? t("puzzles.about", {
			rating: puzzle.rating, themes: listWords(puzzle.themes.map(themeName)) }) : "";
		this.#actions();
	}

	#actions() {
		const { state } = this;
		const place = byId("puzzle-actions");
		const hadFocus = place.contains(document.activeElement);

		place.replaceChildren(...state === "solved"
			? [button(t("puzzles.next"), () => this.next(), { class: "primary",
				id: "puzzle-next" }),
			button(t("puzzles.again"), () => this.begin(this.puzzle)),
			button(t("puzzles.analyse"), () => {
				this.dialog.close();
				this.analyse(this.rookery.position({ fen: this.puzzle.fen })
					.after(this.puzzle.moves[0]));
			})]
			: [button(t("puzzles.hint"), () => this.#hint(),
				{ id: "puzzle-hint", disabled: state !== "solve" }),
			button(t("puzzles.show"), () => this.#solve(),
				{ id: "puzzle-show", disabled: state !== "solve" }),
			button(t("puzzles.skip"), () => this.next())]);
		if (hadFocus || state === "solved")
			place.querySelector("button:not([disabled])")?.focus();
	}
}

const kingOf = ({ cells, rules }, seat) => cells.findIndex((cell) =>
	rules.pieces[cell]?.type === 5 && rules.pieces[cell].seat === seat);
