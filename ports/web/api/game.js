// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A game being played: a starting position and a log of events, both in the
// module's memory. All questions are answered from there.

import { Position, seatOf } from "./position.js";
import { RookeryError } from "./wasm.js";

const NOW = 2 ** 32 - 1; // plies: all that there are

/** Frees the memory of games that are no longer referenced. */
const forgotten = new FinalizationRegistry(({ instance, where }) =>
	instance.calls.game_free(where));

/** A game, from its start to the last move that was played. */
export class Game {
	#instance;
	#memory;
	#now;
	#table;
	#rules;
	/* What was asked since the last change. */
	#known = null;
	#current = null;

	/** @internal Made by Rookery, from the position in the scratch buffer. */
	constructor(instance, table, rules, now) {
		this.#instance = instance;
		this.#table = table;
		this.#rules = rules;
		this.#now = now;
		this.#memory = instance.calls.game_new(rules.row);
		if (!this.#memory)
			throw new RookeryError("there is no memory for another game");
		forgotten.register(this, { instance, where: this.#memory }, this);
	}

	/** @internal Where it is in the module's memory. */
	get where() { return this.#where; }

	get #where() {
		if (!this.#memory)
			throw new RookeryError("this game is closed");
		return this.#memory;
	}

	/** Frees its memory now; the game must not be used any more. */
	close() {
		forgotten.unregister(this);
		this.#instance.calls.game_free(this.#where);
		this.#memory = 0;
		this.#changed();
	}

	/** The kind of chess. */
	get rules() { return this.#rules; }

	/** The current position. */
	get position() {
		this.#current ??= this.at(NOW);
		return this.#current;
	}

	#changed() {
		this.#known = null;
		this.#current = null;
	}

	/** The position after that many plies. */
	at(plies) {
		this.#instance.calls.game_pos(this.#where, plies);
		return new Position(this.#instance, this.rules);
	}

	get cells() { return this.position.cells; }
	get turn() { return this.position.turn; }
	get checks() { return this.position.checks; }
	get active() { return this.position.active; }
	get points() { return this.position.points; }
	get fen() { return this.position.fen; }

	/**
	 * The legal moves, or those from one square; none if the game is over.
	 */
	moves(from) {
		return this.result ? [] : this.position.moves(from);
	}

	get #state() {
		this.#known ??= this.#instance.ask("game_state", this.#where);
		return this.#known;
	}

	/** The number of moves played. */
	get plies() { return this.#state.plies; }
	/** The number of moves that can be redone. */
	get redoable() { return this.#state.redoable; }
	/** How often the current position has occurred. */
	get repetitions() { return this.#state.repetitions; }
	/** The seats that offer a draw. */
	get offers() { return this.#state.offers; }
	/** What the player to move may claim, in words, or null. */
	get claimable() { return this.#state.claimable; }
	/**
	 * The time control in milliseconds: {initial, increment, delay}, or
	 * null. With time odds `odds` has that of each seat.
	 */
	get clock() { return this.#state.clock; }
	/** {winners, reason, text, words}, or null while the game goes on. */
	get result() { return this.#state.result; }

	/** All events, moves and others, from the first. */
	get history() { return this.#instance.ask("game_history", this.#where); }

	/** The last event, as in the history, or null. */
	get last() { return this.#instance.ask("game_last", this.#where); }

	/** @internal The numbers of the log, and how many events have happened. */
	get log() { return this.#instance.ask("game_log", this.#where); }

	/** The name of the opening, or null. */
	get opening() { return this.#instance.ask("game_opening", this.#where); }

	/** Plays a move, a text or one of moves(); returns that move. */
	play(move) {
		const position = this.position;
		const played = typeof move === "string" ? position.read(move) : move;
		this.#do("game_play", played.move, this.#now());
		return played;
	}

	/** Takes back moves. */
	undo(plies = 1) { this.#do("game_undo", plies); }
	/** Redoes moves. */
	redo(plies = 1) { this.#do("game_redo", plies); }

	/** A player resigns; by default the player to move. */
	resign(seat = this.turn) {
		this.#do("game_resign", seatOf(this.rules, seat), this.#now());
	}

	/** A player offers a draw, or agrees to one. */
	offerDraw(seat = this.turn) {
		this.#do("game_offer", seatOf(this.rules, seat));
	}

	/** A player declines the draw that others offer. */
	declineDraw(seat) {
		this.#do("game_decline", seatOf(this.rules, seat));
	}

	/** The player to move claims what is claimable. */
	claim() { this.#do("game_claim"); }

	/** Plays a random move for a walking king; returns the move. */
	walk(seed = Math.random() * 2 ** 53) {
		const position = this.position;
		if (!position.walks)
			return null;
		const move = this.#instance.calls.game_random_move(this.#where,
			Math.floor(seed));
		this.#do("game_play", move, this.#now());
		return this.last;
	}

	/** Milliseconds on a player's clock. */
	timeLeft(seat = this.turn) {
		return this.#instance.calls.game_time_left(this.#where,
			seatOf(this.rules, seat), this.#now());
	}

	/**
	 * Makes a player who is out of time lose; returns whether there was
	 * one.
	 */
	flag() {
		const flagged = Boolean(this.#instance.calls
			.game_flag(this.#where, this.#now()));
		if (flagged)
			this.#changed();
		return flagged;
	}

	/** Milliseconds that the turn has taken so far; 0 without a clock. */
	get spent() {
		return this.clock && !this.result
			? this.#instance.calls.game_spent(this.#where, this.#now()) : 0;
	}

	/**
	 * Starts the clock of the player to move after a pause; `spent`
	 * milliseconds are used up.
	 */
	startClock(spent = 0) {
		this.#instance.calls.game_start_clock(this.#where, this.#now() - spent);
	}

	/** @internal */
	setClock({ initial, increment = 0, delay = 0, odds = [] }) {
		const { calls } = this.#instance;
		calls.game_set_clock(this.#where, initial, increment, delay);
		odds.slice(0, this.rules.players).forEach((clock, seat) =>
			calls.game_set_odds(this.#where, seat, clock.initial,
				clock.increment ?? 0, clock.delay ?? 0));
		this.#changed();
	}

	/**
	 * The game as PGN, with four players PGN4. Tags that the game itself
	 * determines are ignored.
	 * @param {Record<string, string>} [tags]
	 */
	pgn(tags = {}) {
		const text = Object.entries(tags).flat()
			.map((word) => `${String(word).replaceAll("\0", "")}\0`).join("");
		return this.#instance.text("game_pgn", this.#where,
			...this.#instance.put(text));
	}

	/**
	 * Replaces the game by the first one of a PGN or PGN4; unchanged on an
	 * error.
	 */
	readPgn(text) {
		this.#instance.try(text, "game_read_pgn", this.#where,
			...this.#instance.put(text));
		const row = this.#instance.calls.game_rules(this.#where);
		this.#rules = this.#table.find((rules) => rules.row === row);
		this.#changed();
		this.startClock();
	}

	/** The game as a JSON value for Rookery.restore(). */
	save() {
		return {
			rules: this.rules.name,
			start: this.at(0).fen,
			clock: this.clock,
			spent: this.spent,
			...this.log,
		};
	}

	/**
	 * @internal The events of a tree of lines from the start: numbers by
	 * threes, the depth of the parent, and two of a log. Throws if a move is
	 * illegal.
	 */
	tree(numbers) {
		const nodes = new Uint8Array(Uint32Array.from(numbers).buffer);
		const [where] = this.#instance.put(nodes);
		return this.#instance.try("", "game_tree", this.#where, where,
			numbers.length / 3);
	}

	/** @internal */
	replay({ log, now, spent }) {
		const events = new Uint8Array(Uint32Array.from(log).buffer);
		const [where] = this.#instance.put(events);
		this.#instance.try("", "game_replay", this.#where, where,
			log.length >> 1, now);
		this.#changed();
		this.startClock(spent > 0 && spent < 2 ** 32 ? spent : 0);
	}

	/** @internal What a thinker needs to know. */
	question() {
		const { calls } = this.#instance;
		const count = calls.game_keys(this.#where);
		const keys = calls.keys();
		const position = this.position;
		return {
			rules: position.rules.name,
			position: position.bytes,
			keys: this.#instance.bytes.slice(keys, keys + 8 * count),
			plies: this.plies,
			time: this.clock ? this.timeLeft() + 1 : 0,
			increment: (this.clock?.odds?.[this.turn] ?? this.clock)?.increment ?? 0,
		};
	}

	#do(name, ...args) {
		this.#instance.try("", name, this.#where, ...args);
		this.#changed();
	}
}
