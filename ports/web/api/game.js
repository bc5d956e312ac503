// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A game being played: a start and a log of what happened, both in the
// module's memory. What is asked of it is answered from there.

import { Position, seatOf } from "./position.js";
import { RookeryError } from "./wasm.js";

const NOW = 2 ** 32 - 1; // plies: as many as there are

/** Games that nobody holds any more give their memory back. */
const forgotten = new FinalizationRegistry(({ instance, where }) =>
	instance.calls.game_free(where));

/** A game, from its start to the last move that was played. */
export class Game {
	#instance;
	#memory;
	#now;
	#table;

	/** @internal Made by Rookery, from the position on the desk. */
	constructor(instance, table, rules, now) {
		this.#instance = instance;
		this.#table = table;
		this.#now = now;
		this.#memory = instance.calls.game_new(rules.row);
		if (!this.#memory)
			throw new RookeryError("there is no memory for another game");
		forgotten.register(this, { instance, where: this.#memory }, this);
	}

	get #where() {
		if (!this.#memory)
			throw new RookeryError("this game is closed");
		return this.#memory;
	}

	/** Gives its memory back now; it is not to be used any more. */
	close() {
		forgotten.unregister(this);
		this.#instance.calls.game_free(this.#where);
		this.#memory = 0;
	}

	/** The kind of chess. */
	get rules() {
		const row = this.#instance.calls.game_rules(this.#where);
		return this.#table.find((rules) => rules.row === row);
	}

	/** The position as it is now. */
	get position() { return this.at(NOW); }

	/** The position after so many moves. */
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

	/** The legal moves, or those from one square; none when it is over. */
	moves(from) {
		return this.result ? [] : this.position.moves(from);
	}

	get #state() { return this.#instance.ask("game_state", this.#where); }

	/** How many moves have been made. */
	get plies() { return this.#state.plies; }
	/** How many moves can be played again. */
	get redoable() { return this.#state.redoable; }
	/** How often the present position was there. */
	get repetitions() { return this.#state.repetitions; }
	/** The seats that offer a draw. */
	get offers() { return this.#state.offers; }
	/** What who is to move may claim, in words, or null. */
	get claimable() { return this.#state.claimable; }
	/** Times in milliseconds: {initial, increment, delay}, or null. */
	get clock() { return this.#state.clock; }
	/** {winners, reason, text, words}, or null while it goes on. */
	get result() { return this.#state.result; }

	/** What happened, moves and all else, from the first. */
	get history() { return this.#instance.ask("game_history", this.#where); }

	/** What the opening is called that was played, or null. */
	get opening() { return this.#instance.ask("game_opening", this.#where); }

	/** Plays a move, be it a text or one of moves(); returns that move. */
	play(move) {
		const position = this.position;
		const played = typeof move === "string" ? position.read(move) : move;
		this.#do("game_play", played.move, this.#now());
		return played;
	}

	/** Takes back moves. */
	undo(plies = 1) { this.#do("game_undo", plies); }
	/** Plays them again. */
	redo(plies = 1) { this.#do("game_redo", plies); }

	/** A player gives up; without a seat who is to move. */
	resign(seat = this.turn) {
		this.#do("game_resign", seatOf(this.rules, seat), this.#now());
	}

	/** A player wants a draw, or agrees to one. */
	offerDraw(seat = this.turn) {
		this.#do("game_offer", seatOf(this.rules, seat));
	}

	/** A player does not want the draw that others offer. */
	declineDraw(seat) {
		this.#do("game_decline", seatOf(this.rules, seat));
	}

	/** Who is to move claims what is claimable. */
	claim() { this.#do("game_claim"); }

	/** Lets a king walk whose player has left, by chance; returns the move. */
	walk(seed = Math.random() * 2 ** 53) {
		const position = this.position;
		if (!position.walks)
			return null;
		const move = this.#instance.calls.game_random_move(this.#where,
			Math.floor(seed));
		this.#do("game_play", move, this.#now());
		return this.history.at(-1);
	}

	/** Milliseconds on a player's clock. */
	timeLeft(seat = this.turn) {
		return this.#instance.calls.game_time_left(this.#where,
			seatOf(this.rules, seat), this.#now());
	}

	/** Sees to it that who is out of time loses; has somebody? */
	flag() {
		return Boolean(this.#instance.calls.game_flag(this.#where, this.#now()));
	}

	/** Milliseconds that the turn has taken so far; 0 where no clock runs. */
	get spent() {
		return this.clock && !this.result
			? this.#instance.calls.game_spent(this.#where, this.#now()) : 0;
	}

	/** Starts the clock of who is to move, after a pause; so much is used up. */
	startClock(spent = 0) {
		this.#instance.calls.game_start_clock(this.#where, this.#now() - spent);
	}

	/** @internal */
	setClock({ initial, increment = 0, delay = 0 }) {
		this.#instance.calls.game_set_clock(this.#where, initial, increment, delay);
	}

	/**
	 * The game as PGN, with four players PGN4. Tags that the game itself
	 * knows are not taken from those given.
	 * @param {Record<string, string>} [tags]
	 */
	pgn(tags = {}) {
		const text = Object.entries(tags).flat()
			.map((word) => `${String(word).replaceAll("\0", "")}\0`).join("");
		return this.#instance.text("game_pgn", this.#where,
			...this.#instance.put(text));
	}

	/** Becomes the first game of a PGN or PGN4; stays if there is none. */
	readPgn(text) {
		this.#instance.try(text, "game_read_pgn", this.#where,
			...this.#instance.put(text));
		this.startClock();
	}

	/** All of it as a value for JSON, to be restored; see Rookery.restore(). */
	save() {
		return {
			rules: this.rules.name,
			start: this.at(0).fen,
			clock: this.clock,
			spent: this.spent,
			...this.#instance.ask("game_log", this.#where),
		};
	}

	/** @internal */
	replay({ log, now, spent }) {
		const events = new Uint8Array(Uint32Array.from(log).buffer);
		const [where] = this.#instance.put(events);
		this.#instance.try("", "game_replay", this.#where, where,
			log.length >> 1, now);
		this.startClock(spent > 0 && spent < 2 ** 32 ? spent : 0);
	}

	/** @internal What a thinker is told. */
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
			increment: this.clock?.increment ?? 0,
		};
	}

	#do(name, ...args) {
		this.#instance.try("", name, this.#where, ...args);
	}
}
