// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Positions and set-ups. A position is an immutable value: bytes that only the
// module understands. A set-up is a board that is being edited; it may be
// illegal until done() makes a position of it.

import { RookeryError } from "./wasm.js";

/** @internal The index of a square, given by name or number. */
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

	/**
	 * @internal Made by Rookery, Game and Setup from the scratch buffer.
	 */
	constructor(instance, rules) {
		this.#instance = instance;
		this.rules = rules;
		this.bytes = instance.copyScratch(rules.size);
	}

	/** The cell of each square: numbers that index rules.letters. */
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
	/** The move number. */
	get number() { return this.#known.number; }
	/** Plies since the last irreversible move. */
	get quiet() { return this.#known.quiet; }
	/** The seats that are in check. */
	get checks() { return this.#known.checks; }
	/** The seats still in the game. */
	get active() { return this.#known.active; }
	/**
	 * Is it the turn of a king whose player has left, which moves at
	 * random?
	 */
	get walks() { return this.#known.walks; }
	/** Points by seat; null if the rules count none. */
	get points() { return this.#known.points; }
	/** The name of the opening, or null. */
	get opening() { return this.#known.opening; }
	/** Is the game over in this position, regardless of its history? */
	get isOver() { return this.#known.isOver; }

	/** The legal moves, or those from one square. */
	moves(from) {
		return this.#ask("moves",
			from === undefined ? -1 : squareOf(this.rules, from));
	}

	/** The legal move that a text means: e2e4, e4, Nf3, O-O, h2-h3. */
	read(text) {
		this.#toScratch();
		return this.#instance.try(text, "read_move", this.rules.row,
			...this.#instance.put(text));
	}

	/** The position after a legal move, a text or one of moves(). */
	after(move) {
		const { move: number } = typeof move === "string" ? this.read(move) : move;
		this.#toScratch();
		if (this.#instance.calls.make(this.rules.row, number))
			throw new RookeryError("that is not possible now");
		return new Position(this.#instance, this.rules);
	}

	/** Why there is no move from a square: a sentence for beginners. */
	whyNoMoves(square) {
		this.#toScratch();
		return this.#instance.text("why_no_moves", this.rules.row,
			squareOf(this.rules, square)).trim();
	}

	/** The squares of living enemies of a seat that attack a square. */
	attackers(square, seat) {
		return this.#ask("attackers", squareOf(this.rules, square),
			seatOf(this.rules, seat));
	}

	/**
	 * The expected result for a score of the player to move: 1000 is a win,
	 * 500 a draw. Two players.
	 */
	expected(score) {
		this.#toScratch();
		return this.#instance.calls.expected(score);
	}

	/**
	 * Rates a move made here, after which the score was `got`, while `best`
	 * was possible, both from the mover's view: verdict 0 is good, 1 an
	 * inaccuracy, 2 a mistake, 3 a blunder. Two players.
	 */
	judge(best, got, isBest = false) {
		this.#toScratch();
		return this.#instance.ask("judge", best, got, isBest);
	}

	/**
	 * The verdict, as in judge(), for giving away `loss` thousandths of the
	 * game. Any number of players: the share of `line.shares` that the best
	 * move has, less that of the move made.
	 */
	verdict(loss) {
		return this.#instance.calls.verdict(this.rules.row, loss);
	}

	/** The static evaluation for the player to move. */
	evaluate() {
		this.#toScratch();
		return this.#instance.calls.evaluate(this.rules.row);
	}

	/** Would a computer in that seat agree to a draw? */
	acceptsDraw(seat, level) {
		this.#toScratch();
		return Boolean(this.#instance.calls.accepts_draw(this.rules.row, level,
			seatOf(this.rules, seat)));
	}

	/** A set-up that starts with this position. */
	setup() {
		this.#toScratch();
		this.#instance.calls.setup_from(this.rules.row);
		return new Setup(this.#instance, this.rules);
	}

	#toScratch() {
		this.#instance.setScratch(this.bytes);
	}

	#ask(name, ...args) {
		this.#toScratch();
		return this.#instance.ask(name, this.rules.row, ...args);
	}
}

/** A board that can be edited freely. */
export class Setup {
	#instance;

	/** @internal */
	constructor(instance, rules) {
		this.#instance = instance;
		this.rules = rules;
		this.bytes = instance.copyScratch(rules.size);
	}

	/** The cell of each square, as in a position. */
	get cells() {
		return readCells(this.#instance, this, 1);
	}

	/**
	 * The defects that prevent a game from here, as texts; empty if none.
	 */
	get defects() {
		this.#instance.setScratch(this.bytes);
		return this.#instance.ask("setup_finish", this.rules.row);
	}

	/**
	 * Puts a piece on a square: its letters, or the number of a cell. A
	 * king and a rook at home get castling rights.
	 */
	put(square, piece) {
		const cell = typeof piece === "number" ? piece
			: this.rules.letters.indexOf(piece);
		if (!this.rules.letters[cell])
			throw new RookeryError(`there is no piece ${piece}`);
		this.#change("setup_put", squareOf(this.rules, square), cell);
	}

	/** Clears a square. */
	remove(square) {
		this.#change("setup_put", squareOf(this.rules, square), EMPTY);
	}

	get #state() {
		this.#instance.setScratch(this.bytes);
		return this.#instance.ask("setup_state", this.rules.row);
	}

	/** FEN, with four players FEN4, even if the set-up is illegal. */
	get fen() { return this.#state.fen; }

	/** The seat to move. */
	get turn() { return this.#state.turn; }
	set turn(seat) { this.#change("setup_turn", seatOf(this.rules, seat)); }

	/** A seat's castling rights with the near and the far rook. */
	castling(seat) {
		const rights = this.#state.castling >> 2 * seatOf(this.rules, seat);
		return { near: Boolean(rights & 1), far: Boolean(rights & 2) };
	}

	/** Sets a seat's castling rights; only with king and rook at home. */
	setCastling(seat, { near = false, far = false }) {
		const at = 2 * seatOf(this.rules, seat);
		const rights = this.#state.castling & ~(3 << at);
		this.#change("setup_castle", rights | (near << at) | (far << at + 1));
	}

	/**
	 * Where the piece on a square could go on some board with it there,
	 * whatever else happens before: moves to choose in advance. Only `from`,
	 * `to`, `promotion` and `rook` have a meaning.
	 */
	premoves(from) {
		this.#instance.setScratch(this.bytes);
		return this.#instance.ask("premoves", this.rules.row,
			squareOf(this.rules, from));
	}

	/**
	 * Makes a premove here, whoever is to move: {from, to, promotion}, where
	 * `to` of a castling king may also be the rook. False if there is none.
	 */
	premove({ from, to, promotion = null }) {
		this.#instance.setScratch(this.bytes);
		if (!this.#instance.calls.premove(this.rules.row,
			squareOf(this.rules, from), squareOf(this.rules, to),
			promotion ? this.rules.types.indexOf(promotion) : EMPTY))
			return false;
		this.bytes = this.#instance.copyScratch(this.rules.size);
		return true;
	}

	/** Empties the board. */
	clear() {
		this.#change("setup_clear");
	}

	/** Sets up one of the starting positions. */
	start(which = 0) {
		this.#instance.calls.start(this.rules.row, startOf(this.rules, which));
		this.#instance.calls.setup_from(this.rules.row);
		this.bytes = this.#instance.copyScratch(this.rules.size);
	}

	/** Reads a FEN or FEN4, which need not be legal. */
	read(fen) {
		this.#instance.setScratch(this.bytes);
		this.#instance.try(fen, "setup_read", this.rules.row,
			...this.#instance.put(fen));
		this.bytes = this.#instance.copyScratch(this.rules.size);
	}

	/** The position; throws an error with the defects. */
	done() {
		const defects = this.defects;
		if (defects.length)
			throw new RookeryError(defects.join("; "));
		return new Position(this.#instance, this.rules);
	}

	#change(name, ...args) {
		this.#instance.setScratch(this.bytes);
		this.#instance.calls[name](this.rules.row, ...args);
		this.bytes = this.#instance.copyScratch(this.rules.size);
	}
}

const EMPTY = 7;

function readCells(instance, board, isSetup) {
	const { row, files, ranks } = board.rules;
	instance.setScratch(board.bytes);
	const where = instance.calls.cells(row, isSetup);
	return instance.bytes.slice(where, where + files * ranks);
}
