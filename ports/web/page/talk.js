// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The line where one types: a move, or a question about the board, or a
// command. Everything on the page that has to do with a game can be done here,
// by who sees the board and by who does not.

import { byId, make } from "./dom.js";
import { listWords, moveWords, pieceName, sentence, timeText, typeName, typeOf }
	from "./words.js";

/** What can be typed: [pattern, example, function]. First come, first served. */
const TABLE = [
	[/^(?:help|\?)$/, "help", (talk) => talk.help()],
	[/^(?:what(?:'?s| is)? (?:on|at) )?([a-n]\d{1,2})\?$|^what(?:'?s| is)? (?:on|at) ([a-n]\d{1,2})$/,
		"what is on e4", (talk, one, two) => talk.on(one ?? two)],
	[/^(?:list )?(?:my |all |the )?moves$/, "list my moves", (talk) => talk.moves()],
	[/^(?:list )?(?:my |the )?moves (?:of|from|for )?\s*([a-n]\d{1,2})$/, "moves e2",
		(talk, square) => talk.moves(square)],
	[/^where (?:are|is) (?:my|the) (\w+)$/, "where are my knights",
		(talk, type) => talk.where(type)],
	[/^where (?:are|is) (\w+?)(?:'s|s)? (\w+)$/, "where is black's queen",
		(talk, seat, type) => talk.where(type, seat)],
	[/^(?:who |what )?(?:attacks?|attackers(?: of)?) ([a-n]\d{1,2})$/, "who attacks e4",
		(talk, square) => talk.attacks(square)],
	[/^(?:whose|who'?s|who is)? ?(?:turn|to move)\??$/, "whose turn", (talk) => talk.turn()],
	[/^(?:what was the )?last(?: move)?$/, "last move", (talk) => talk.last()],
	[/^(?:the )?(?:board|position|pieces)$/, "board", (talk) => talk.board()],
	[/^(?:score|points|material)$/, "score", (talk) => talk.score()],
	[/^(?:time|clocks?)$/, "time", (talk) => talk.time()],
	[/^opening$/, "opening", (talk) => talk.opening()],
	[/^(undo|redo|hint|draw|resign|flip)$/, "undo, redo, hint, draw, resign, flip",
		(talk, name) => talk.act(name)],
	[/^(?:next|forward)$/, "next", (talk) => talk.go("next")],
	[/^(?:previous|back)$/, "back", (talk) => talk.go("previous")],
	[/^(?:start|first)$/, "start", (talk) => talk.go("first")],
	[/^end$/, "end", (talk) => talk.go("last")],
	[/^fen$/, "fen", (talk) => talk.store.shown.fen],
];

export class Talk {
	constructor(store, actions, status, announce) {
		Object.assign(this, { store, actions, status, announce });
		this.input = byId("typed");
		byId("talk").addEventListener("submit", (event) => {
			event.preventDefault();
			this.hear(this.input.value.trim());
		});
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

	/** What somebody typed. */
	hear(text) {
		if (!text)
			return;
		for (const [pattern, , act] of TABLE) {
			const found = pattern.exec(text.toLowerCase());

			if (found) {
				this.answer(this.#try(() => act(this, ...found.slice(1))));
				this.input.value = "";
				return;
			}
		}
		const refusal = this.#try(() => this.play(text));

		if (refusal)
			this.answer(refusal, true);
		else
			this.input.value = "";
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
			return "The game is over.";
		if (store.isLive && levels[shown.turn])
			return `${this.status.name(shown.turn)} is to move.`;
		store.play(text);
		return null;
	}

	/** Shows and says an answer, a text or several lines. */
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

		return [`Type a move: ${moves}. Or ask:`,
			listWords(TABLE.map(([, example]) => example)) + "."];
	}

	#square(name) {
		const square = this.rules.squares.indexOf(name);

		if (square < 0)
			throw new Error(`there is no square ${name}`);
		return square;
	}

	on(name) {
		const cell = this.position.cells[this.#square(name)];

		return `${name}: ${this.rules.pieces[cell]
			? pieceName(cell, this.rules) : "empty"}.`;
	}

	moves(from) {
		const { shown } = this.store;
		const square = from === undefined ? undefined : this.#square(from);
		const moves = shown.moves(square);

		if (!moves.length && square !== undefined && !shown.result)
			return sentence(this.position.whyNoMoves(square));
		if (!moves.length)
			return "There are no moves.";
		return `${moves.length} ${moves.length > 1 ? "moves" : "move"}: ` +
			`${moves.map(({ san }) => san).join(", ")}.`;
	}

	where(word, whose) {
		const { seats } = this.rules;
		const type = typeOf(word);
		const seat = whose === undefined ? this.#me()
			: seats.findIndex((name) => name.toLowerCase() === whose);

		if (type < 0 || seat < 0)
			throw new Error(`there is no ${type < 0 ? `piece called ${word}`
				: `player called ${whose}`}`);
		const found = this.#squares(seat, type);

		return found.length ? `${seats[seat]}: ${typeName(type)} on ${listWords(found)}.`
			: `${seats[seat]} has no ${typeName(type)}.`;
	}

	// Who asks: the person to move, or the only one.
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
			`${pieceName(cells[from], this.rules)} on ${this.rules.squares[from]}`);

		return texts.length ? `${name} is attacked by ${listWords(texts)}.`
			: `No enemy attacks ${name}.`;
	}

	turn() { return this.status.text(); }

	last() {
		const event = this.store.lastMove();

		return event ? `${this.rules.seats[event.seat]}: ${moveWords(event, this.rules)}.`
			: "There was no move yet.";
	}

	board() {
		return this.rules.seats.map((name, seat) => {
			const parts = [5, 4, 3, 2, 1, 0].flatMap((type) => {
				const found = this.#squares(seat, type);

				return found.length ? [`${typeName(type)} ${found.join(" ")}`] : [];
			});

			return `${name}: ${parts.join("; ") || "nothing"}.`;
		});
	}

	score() {
		const { points, cells } = this.position;
		const { seats, values } = this.rules;

		if (points)
			return `Points: ${seats.map((name, seat) => `${name} ${points[seat]}`).join(", ")}.`;
		const worth = seats.map((name, seat) => {
			const sum = [...cells].reduce((total, cell) => {
				const piece = this.rules.pieces[cell];

				return piece?.seat === seat && !piece.dead
					? total + values[piece.type] : total;
			}, 0);

			return `${name} ${sum}`;
		});

		return `Material in pawns: ${worth.join(", ")}.`;
	}

	time() {
		const { game } = this.store;

		return game.clock ? `${this.rules.seats.map((name, seat) =>
			`${name} ${timeText(game.timeLeft(seat))}`).join(", ")}.`
			: "There is no clock.";
	}

	opening() {
		return `${this.store.opening() || "This opening has no name"}.`;
	}

	act(name) {
		return this.actions.act(name);
	}

	go(id) {
		byId(id).click();
		return this.last();
	}
}
