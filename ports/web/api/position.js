// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Positions and set-ups. A position is a value: it never changes, and it is
// only bytes, which the module understands. A set-up is what somebody puts on a
// board; it may be nonsense until done() makes a position of it.

import { RookeryError } from "./wasm.js";

/** @internal The index of a square that is named or a number already. */
export function squareOf(rules, square) {
	const index = typeof square === "number" ? square
		: rules.squares.indexOf(square);
	if (!rules.squares[index])
		throw new RookeryError(`there is no square ${square}`);
	return index;
}

/** @internal */
export function seatOf(rules, seat) {
	const index = typeof seat === "number" ? seat : rules.seats.indexOf(seat);
	if (!rules.seats[index])
		throw new RookeryError(`there is no player ${seat}`);
	return index;
}

/** @internal */
export function startOf(rules, start) {
	const index = typeof start === "number" ? start
		: rules.starts.indexOf(start);
	if (!rules.starts[index])
		throw new RookeryError(`there is no start ${start}`);
	return index;
}

/** A legal position of some kind of chess. */
export class Position {
	#instance;
	#state = null;
	#cells = null;

	/** @internal Made by Rookery, Game and Setup, of what is on the desk. */
	constructor(instance, rules) {
		this.#instance = instance;
		this.rules = rules;
		this.bytes = instance.lift(rules.size);
	}

	/** What stands on each square: numbers that rules.letters names. */
	get cells() {
		this.#cells ??= readCells(this.#instance, this, 0);
		return this.#cells;
	}

	get #known() {
		this.#state ??= this.#ask("state");
		return this.#state;
	}

	/** FEN, with four players FEN4. */
	get fen() { return this.#known.fen; }
	/** The seat to move. */
	get turn() { return this.#known.turn; }
	/** The number of the move. */
	get number() { return this.#known.number; }
	/** Plies since something happened that moves cannot undo. */
	get quiet() { return this.#known.quiet; }
	/** The seats that are in check. */
	get checks() { return this.#known.checks; }
	/** The seats still in the game. */
	get active() { return this.#known.active; }
	/** Is it the turn of a king whose player has left? It walks at random. */
	get walks() { return this.#known.walks; }
	/** Points by seat; null where nobody counts them. */
	get points() { return this.#known.points; }
	/** What the opening is called to which it belongs, or null. */
	get opening() { return this.#known.opening; }
	/** Is the game over in it, whatever was before? */
	get isOver() { return this.#known.isOver; }

	/** The legal moves, or those from one square. */
	moves(from) {
		return this.#ask("moves",
			from === undefined ? -1 : squareOf(this.rules, from));
	}

	/** The legal move that a text means: e2e4, e4, Nf3, O-O, h2-h3. */
	read(text) {
		this.#lay();
		return this.#instance.try(text, "read_move", this.rules.row,
			...this.#instance.put(text));
	}

	/** The position after a legal move, be it a text or a move. */
	after(move) {
		const { move: number } = typeof move === "string" ? this.read(move) : move;
		this.#lay();
		if (this.#instance.calls.make(this.rules.row, number))
			throw new RookeryError("that is not possible now");
		return new Position(this.#instance, this.rules);
	}

	/** Why nothing can move from a square: a sentence for beginners. */
	whyNoMoves(square) {
		this.#lay();
		return this.#instance.text("why_no_moves", this.rules.row,
			squareOf(this.rules, square)).trim();
	}

	/** The squares of living enemies of a seat that attack a square. */
	attackers(square, seat) {
		return this.#ask("attackers", squareOf(this.rules, square),
			seatOf(this.rules, seat));
	}

	/**
	 * What a score for who is to move means for the result: 1000 is a win,
	 * 500 a draw. Two players.
	 */
	expected(score) {
		this.#lay();
		return this.#instance.calls.expected(score);
	}

	/**
	 * What to think of a move made here, after which the score was `got`,
	 * and `best` was to be had, both as who moved sees it: verdict 0 is
	 * good, 1 an inaccuracy, 2 a mistake, 3 a blunder. Two players.
	 */
	judge(best, got, isBest = false) {
		this.#lay();
		return this.#instance.ask("judge", best, got, isBest);
	}

	/**
	 * How bad it is to give away so many thousandths of the game, as in
	 * judge(). Any number of players: the share of `line.shares` that the
	 * best move has, less that of the move made.
	 */
	verdict(loss) {
		return this.#instance.calls.verdict(this.rules.row, loss);
	}

	/** What it is worth without looking ahead, for who is to move. */
	evaluate() {
		this.#lay();
		return this.#instance.calls.evaluate(this.rules.row);
	}

	/** Would a computer on that seat agree to a draw? */
	acceptsDraw(seat, level) {
		this.#lay();
		return Boolean(this.#instance.calls.accepts_draw(this.rules.row, level,
			seatOf(this.rules, seat)));
	}

	/** A set-up that begins with it. */
	setup() {
		this.#lay();
		this.#instance.calls.setup_from(this.rules.row);
		return new Setup(this.#instance, this.rules);
	}

	#lay() {
		this.#instance.lay(this.bytes);
	}

	#ask(name, ...args) {
		this.#lay();
		return this.#instance.ask(name, this.rules.row, ...args);
	}
}

/** A board on which anything may be put. */
export class Setup {
	#instance;

	/** @internal */
	constructor(instance, rules) {
		this.#instance = instance;
		this.rules = rules;
		this.bytes = instance.lift(rules.size);
	}

	/** What stands on each square, as in a position. */
	get cells() {
		return readCells(this.#instance, this, 1);
	}

	/** What stands against playing from here: texts, none if nothing does. */
	get defects() {
		this.#instance.lay(this.bytes);
		return this.#instance.ask("setup_finish", this.rules.row);
	}

	/**
	 * Puts a piece on a square: its letters, or the number of a cell. King
	 * and rook at home may castle.
	 */
	put(square, piece) {
		const cell = typeof piece === "number" ? piece
			: this.rules.letters.indexOf(piece);
		if (!this.rules.letters[cell])
			throw new RookeryError(`there is no piece ${piece}`);
		this.#change("setup_put", squareOf(this.rules, square), cell);
	}

	/** Takes away what stands on a square. */
	remove(square) {
		this.#change("setup_put", squareOf(this.rules, square), EMPTY);
	}

	get #state() {
		this.#instance.lay(this.bytes);
		return this.#instance.ask("setup_state", this.rules.row);
	}

	/** FEN, with four players FEN4, though nobody might play from here. */
	get fen() { return this.#state.fen; }

	/** Who is to move. */
	get turn() { return this.#state.turn; }
	set turn(seat) { this.#change("setup_turn", seatOf(this.rules, seat)); }

	/** May a seat castle with its near rook, its far one? */
	castling(seat) {
		const rights = this.#state.castling >> 2 * seatOf(this.rules, seat);
		return { near: Boolean(rights & 1), far: Boolean(rights & 2) };
	}

	/** Lets a seat castle, or not; only with king and rook at home. */
	setCastling(seat, { near = false, far = false }) {
		const at = 2 * seatOf(this.rules, seat);
		const rights = this.#state.castling & ~(3 << at);
		this.#change("setup_castle", rights | (near << at) | (far << at + 1));
	}

	/** Empties the board. */
	clear() {
		this.#change("setup_clear");
	}

	/** One of the positions that a game may start from. */
	start(which = 0) {
		this.#instance.calls.start(this.rules.row, startOf(this.rules, which));
		this.#instance.calls.setup_from(this.rules.row);
		this.bytes = this.#instance.lift(this.rules.size);
	}

	/** The board of a FEN or FEN4, which need not be legal. */
	read(fen) {
		this.#instance.lay(this.bytes);
		this.#instance.try(fen, "setup_read", this.rules.row,
			...this.#instance.put(fen));
		this.bytes = this.#instance.lift(this.rules.size);
	}

	/** The position that it is; or an error that says what it lacks. */
	done() {
		const defects = this.defects;
		if (defects.length)
			throw new RookeryError(defects.join("; "));
		return new Position(this.#instance, this.rules);
	}

	#change(name, ...args) {
		this.#instance.lay(this.bytes);
		this.#instance.calls[name](this.rules.row, ...args);
		this.bytes = this.#instance.lift(this.rules.size);
	}
}

const EMPTY = 7;

function readCells(instance, board, isSetup) {
	const { row, files, ranks } = board.rules;
	instance.lay(board.bytes);
	const where = instance.calls.cells(row, isSetup);
	return instance.bytes.slice(where, where + files * ranks);
}
