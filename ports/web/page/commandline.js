// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The input line: a move, a question about the board, or a command. Every
// action on a game can be done here, with or without seeing the board.

import { byId, make } from "./dom.js";
import { saveFile } from "./exchange.js";
import { language, t } from "./i18n.js";
import { halvesText, listWords, moveWords, pieceName, seatName, seatWord, sentence, timeText,
	typeName, typeOf } from "./words.js";

/** The commands: [pattern, example, function]. The first match wins. */
const TABLE = [
	[/^(?:move|play) (.+)$/, null, (line, text) => line.play(text)],
	[/^(undo|takeback|redo) (\d+)$/, "undo 2", (line, name, plies) =>
		line.back(name, Number(plies))],
	[/^(?:load\b.*|open)$/, "load", (line) => line.press("open")],
	[/^setup$/, "setup", (line) => line.press("edit")],
	[/^analyse$/, "analyse", (line) => line.press("analyse")],
	[/^new$/, "new", (line) => line.press("new")],
	[/^(?:quit|exit)$/, null, () => t("line.kept")],
	[/^(?:help|\?)$/, "help", (line) => line.help()],
	[/^(?:what(?:'?s| is)? (?:on|at) )?([a-n]\d{1,2})\?$|^what(?:'?s| is)? (?:on|at) ([a-n]\d{1,2})$/,
		"what is on e4", (line, one, two) => line.on(one ?? two)],
	[/^(?:list )?(?:my |all |the )?moves$/, "list my moves", (line) => line.moves()],
	[/^(?:list )?(?:my |the )?moves (?:of|from|for )?\s*([a-n]\d{1,2})$/, "moves e2",
		(line, square) => line.moves(square)],
	[/^where (?:are|is) (?:my|the) (\w+)$/, "where are my knights",
		(line, type) => line.where(type)],
	[/^where (?:are|is) (\w+?)(?:'s|s)? (\w+)$/, "where is black's queen",
		(line, seat, type) => line.where(type, seat)],
	[/^(?:who |what )?(?:attacks?|attackers(?: of)?) ([a-n]\d{1,2})$/, "who attacks e4",
		(line, square) => line.attacks(square)],
	[/^(?:whose|who'?s|who is)? ?(?:turn|to move)\??$/, "whose turn", (line) => line.turn()],
	[/^(?:what was the )?last(?: move)?$/, "last move", (line) => line.last()],
	[/^(?:the )?(?:board|position|pieces)$/, "board", (line) => line.board()],
	[/^(?:score|points|material)$/, "score", (line) => line.score()],
	[/^(?:time|clocks?)$/, "time", (line) => line.time()],
	[/^opening$/, "opening", (line) => line.opening()],
	[/^takeback$/, "takeback", (line) => line.act("undo")],
	[/^(undo|redo|hint|draw|resign|flip)$/, "undo, redo, hint, draw, resign, flip",
		(line, name) => line.act(name)],
	[/^(?:next|forward)$/, "next", (line) => line.go("next")],
	[/^(?:previous|back)$/, "back", (line) => line.go("previous")],
	[/^(?:start|first)$/, "start", (line) => line.go("first")],
	[/^end$/, "end", (line) => line.go("last")],
	[/^fen$/, "fen", (line) => line.store.shown.fen],
];

/** The words that the terminal's console answers. */
const COMMANDS = ["why", "eval", "game", "level", "clock", "name", "seat", "zoom", "theme",
	"look", "notation", "promotion", "history", "pgn", "save", "version", "rules",
	"players", "castle", "claim", "yes", "no", "flip", "fen", "moves", "start", "help"];
const ACTS = { resign: "resign", offer: "offerDraw", claim: "claim", decline: "declineDraw" };
/** The console's boards, and what they are called here. */
const THEMES = { wood: "wood", moss: "grass", ocean: "sea", slate: "slate" };

export class CommandLine {
	constructor(store, actions, status, announce, { view, settings, begin }) {
		Object.assign(this, { store, actions, status, announce, view, settings, begin });
		this.input = byId("typed");
		/** The console, once it has been asked. */
		this.console = null;
		byId("talk").addEventListener("submit", (event) => {
			event.preventDefault();
			this.hear(this.input.value.trim());
		});
		language.addEventListener("change", () => { byId("answer").hidden = true; });
		store.addEventListener("change", ({ detail }) => {
			if (detail.kind === "move" || detail.kind === "new")
				byId("answer").hidden = true;
			if (detail.kind === "new")
				this.input.placeholder = this.rules.players > 2
					? "h2-h3 · what is on h2 · help"
					: "Nf3 · what is on e4 · help";
		});
	}

	get rules() { return this.store.rules; }
	get position() { return this.store.shown.position; }

	/** Handles a typed text. */
	hear(text) {
		if (!text)
			return;
		for (const [pattern, , act] of /** @type {any[][]} */ (TABLE)) {
			const found = pattern.exec(text.toLowerCase());

			if (found) {
				const said = this.#try(() => act(this, ...found.slice(1)));

				this.answer(said);
				this.input.value = "";
				return;
			}
		}
		const refusal = this.#try(() => this.play(text));
		const said = refusal && this.#ask(text);

		if (said)
			this.answer(said.lines);
		else if (refusal)
			this.answer(refusal, true);
		if (said || !refusal)
			this.input.value = "";
	}

	// The console of the terminal, for what is neither a move nor a question of
	// the page; null if it does not know the word either.
	#ask(text) {
		const { store } = this;

		if (!COMMANDS.includes(text.toLowerCase().split(/\s/)[0]))
			return null;
		this.console ??= store.rookery.console({ seed: Date.now() });
		const before = store.shown.log.now;
		const { text: output, state } = this.console.about(store.shown, store.levels,
			this.view.below, text);

		this.#take(before, state);
		for (const [name, file] of this.console.files)
			saveFile(name, file);
		this.console.files.clear();
		const lines = output.split("\n").map((line) => line.trimEnd()).filter(Boolean);

		return { lines: lines.length ? lines : [t("line.done")] };
	}

	// Does in the page what a line did in the console.
	#take(before, { hasGame, now, events, levels, below, zoom, theme, notation, queen,
		names, rules }) {
		const { store, settings, view } = this;
		const set = (name, value) => settings.get(name) !== value &&
			settings.set(name, value);

		if (hasGame && now < before && !now)
			this.begin({ rules, levels });
		for (const { kind, seat, move } of now >= before ? events : [])
			if (kind === "move")
				store.play({ move });
			else if (ACTS[kind])
				store.act(ACTS[kind], seat);
		if (String(levels) !== String(store.levels) && now >= before)
			store.seat(levels);
		if (below !== view.below)
			this.actions.turn(below);
		if (zoom)
			set("zoom", zoom);
		if (THEMES[theme] && theme !== this.theme)
			set("theme", THEMES[theme]);
		this.theme = theme;
		if (notation !== this.notation && this.notation !== undefined)
			set("figures", notation === 2);
		this.notation = notation;
		if (queen)
			set("queen", true);
		if (names.some(Boolean))
			store.tag({ ...store.tags, ...Object.fromEntries(names.flatMap((name, seat) =>
				name ? [[this.rules.seats[seat], name]] : [])) });
	}

	/** Takes back that many plies, or plays them again. */
	back(name, plies) {
		const { store } = this;
		const isRedo = name === "redo";

		for (let i = 0; i < plies; i++) {
			const refusal = this.actions.refusal(isRedo ? "redo" : "undo");

			if (refusal)
				return i ? null : refusal;
			if (isRedo)
				store.redo(1);
			else
				store.undo(1);
		}
		return null;
	}

	/** Presses a button of the page. */
	press(id) {
		byId(id).click();
		return null;
	}

	#try(act) {
		try {
			return act();
		} catch (error) {
			return sentence(error.message);
		}
	}

	play(text) {
		const { store } = this;
		const { levels, shown } = store;

		if (shown.result)
			return t("game.over");
		if (store.isLive && levels[shown.turn])
			return t("line.to-move", { seat: this.status.name(shown.turn) });
		store.play(text);
		return null;
	}

	/** Shows and announces an answer, a text or several lines. */
	answer(said, isRefusal = false) {
		if (!said)
			return;
		const box = byId("answer");
		const lines = [said].flat();

		box.hidden = false;
		box.classList.toggle("refusal", isRefusal);
		box.replaceChildren(...lines.map((line) => make("p", {}, line)));
		this.announce(lines.join(" "));
	}

	help() {
		const moves = this.rules.players > 2 ? "h2-h3, Nj1-i3, O-O"
			: "e4, Nf3, exd5, O-O, e7e8=Q";

		return [t("line.help", { moves }),
			listWords(TABLE.flatMap(([, example]) => example ?? [])) + ".",
			t("line.commands", { commands: listWords(COMMANDS) })];
	}

	#square(name) {
		const square = this.rules.squares.indexOf(name);

		if (square < 0)
			throw new Error(t("line.no-square", { square: name }));
		return square;
	}

	on(name) {
		const cell = this.position.cells[this.#square(name)];

		return t("line.on", { square: name, piece: this.rules.pieces[cell]
			? pieceName(cell, this.rules) : t("line.empty") });
	}

	moves(from) {
		const { shown } = this.store;
		const square = from === undefined ? undefined : this.#square(from);
		const moves = shown.moves(square);

		if (!moves.length && square !== undefined && !shown.result)
			return sentence(this.position.whyNoMoves(square));
		if (!moves.length)
			return t("line.no-moves");
		return t("line.moves", { count: moves.length,
			moves: moves.map(({ san }) => san).join(", ") });
	}

	where(word, whose) {
		const { seats } = this.rules;
		const type = typeOf(word);
		const seat = whose === undefined ? this.#me()
			: seats.findIndex((name) => name.toLowerCase() === whose);

		if (type < 0 || seat < 0)
			throw new Error(type < 0 ? t("line.no-piece", { word })
				: t("line.no-player", { word: whose }));
		const found = this.#squares(seat, type);
		const values = { seat: this.#seat(seat), piece: typeName(type) };

		return found.length ? t("line.where", { ...values, squares: listWords(found) })
			: t("line.none", values);
	}

	#seat(seat) { return seatWord(this.rules.seats[seat]); }

	// "White 1, Black 2"; the values are by seat.
	#list(text) {
		return this.rules.seats.map((name, seat) =>
			`${seatName(name)} ${text(seat)}`).join(", ");
	}

	// The person who asks: the one to move, or the only one.
	#me() {
		const { humans, shown, levels } = this.store;

		return levels[shown.turn] ? humans[0] ?? shown.turn : shown.turn;
	}

	#squares(seat, type) {
		return [...this.position.cells].flatMap((cell, square) => {
			const piece = this.rules.pieces[cell];

			return piece?.type === type && piece.seat === seat && !piece.dead
				? [this.rules.squares[square]] : [];
		});
	}

	attacks(name) {
		const square = this.#square(name);
		const { cells } = this.position;
		const texts = this.position.attackers(square, this.#me()).map((from) =>
			t("line.attacker", { piece: pieceName(cells[from], this.rules),
				square: this.rules.squares[from] }));

		return texts.length ? t("line.attacked", { square: name, pieces: listWords(texts) })
			: t("line.safe", { square: name });
	}

	turn() { return this.status.text(); }

	last() {
		const event = this.store.lastMove();

		return event ? t("line.of", { seat: this.#seat(event.seat),
			text: moveWords(event, this.rules) }) : t("line.no-last");
	}

	board() {
		return this.rules.seats.map((_, seat) => {
			const parts = [5, 4, 3, 2, 1, 0].flatMap((type) => {
				const found = this.#squares(seat, type);

				return found.length ? [`${typeName(type)} ${found.join(" ")}`] : [];
			});

			return t("line.of", { seat: this.#seat(seat),
				text: parts.join("; ") || t("line.nothing") });
		});
	}

	/** Of all games so far, and in this one. */
	score() {
		const { score } = this.store;
		const list = this.#list((seat) => halvesText(score[seat]));

		return [...score.some(Boolean) ? [t("line.score", { list })] : [], this.#worth()];
	}

	#worth() {
		const { points, cells } = this.position;
		const { values } = this.rules;

		if (points)
			return t("line.points", { list: this.#list((seat) => points[seat]) });
		return t("line.material", { list: this.#list((seat) =>
			[...cells].reduce((total, cell) => {
				const piece = this.rules.pieces[cell];

				return piece?.seat === seat && !piece.dead
					? total + values[piece.type] : total;
			}, 0)) });
	}

	time() {
		const { game } = this.store;

		return game.clock ? `${this.#list((seat) => timeText(game.timeLeft(seat)))}.`
			: t("line.no-clock");
	}

	opening() {
		const name = this.store.opening();

		return name ? `${name}.` : t("line.no-opening");
	}

	act(name) {
		return this.actions.act(name);
	}

	go(id) {
		byId(id).click();
		return this.last();
	}
}
