// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Rookery for JavaScript: the same chess as in the other ports, compiled to
// WebAssembly. Rules, games and texts come from the module; this is only a
// JavaScript API for them. README.md shows how to use it.

import { Game } from "./game.js";
import { Position, Setup, startOf } from "./position.js";
import { crudePgn, gamesOf } from "./pgn.js";
import { Console, Device, Uci } from "./protocols.js";
import { compile, Instance, load, RookeryError } from "./wasm.js";

export { Game, Position, RookeryError, Setup };
export { Thinker } from "./thinker.js";
export { indexPgn } from "./indexer.js";

/* Kinds of events, in the order of enum rk_event_kind. */
const KINDS = ["move", "offer", "resign", "claim", "flag", "decline", "stay"];

function freeze(value) {
	Object.values(value).forEach((part) => {
		if (part && typeof part === "object")
			freeze(part);
	});
	return Object.freeze(value);
}

/** The loaded module, which makes everything else. */
export class Rookery {
	#instance;

	/**
	 * Loads the module: the one beside this file, or another one given by
	 * its address, its bytes, a Response, or a compiled module.
	 * @param {string | URL | BufferSource | Response | WebAssembly.Module} [source]
	 */
	static async load(source = new URL("rookery.wasm", import.meta.url)) {
		return new Rookery(await compile(source));
	}

	/**
	 * The network for thinkers: the file beside this one, or another one.
	 * @param {string | URL} [source]
	 */
	static loadNetwork(source = new URL("network.rknet", import.meta.url)) {
		return load(source);
	}

	/** @internal */
	constructor(module) {
		this.#instance = new Instance(module);
		const known = freeze(this.#instance.ask("describe"));
		/** The compiled module, for workers. */
		this.module = module;
		/** The version of Rookery. */
		this.version = known.version;
		/** The kinds of chess. */
		this.rules = known.rules;
		/** The names of the piece types: pawn, knight, ... */
		this.types = known.types;
		/** The highest level of the computer; 1 is the lowest. */
		this.levels = known.levels;
		/** The range of strengths for `elo`. */
		this.elo = Object.freeze({ least: known.leastElo, most: known.mostElo });
	}

	/** The kind of chess of that name: standard, casual, minors, ffa, ... */
	rulesOf(name) {
		const rules = typeof name === "string"
			? this.rules.find((row) => row.name === name) : name;
		if (!this.rules.includes(rules))
			throw new RookeryError(`there are no rules ${name}`);
		return rules;
	}

	/**
	 * A position: from a FEN, or a starting position.
	 * @param {{rules?: string, start?: string | number, fen?: string}} [options]
	 */
	position({ rules = "standard", start = 0, fen } = {}) {
		const row = this.rulesOf(rules);
		if (fen === undefined)
			this.#instance.calls.start(row.row, startOf(row, start));
		else
			this.#instance.try(fen, "read", row.row, ...this.#instance.put(fen));
		return new Position(this.#instance, row);
	}

	/** A starting position of Chess960, 0 to 959; 518 is the usual one. */
	chess960(number) {
		if (!Number.isInteger(number) || number < 0 || number > 959)
			throw new RookeryError("positions of Chess960 are 0 to 959");
		this.#instance.calls.start960(number);
		return new Position(this.#instance, this.rulesOf("standard"));
	}

	/**
	 * A new game from a start, a FEN, a position or a PGN. Clocks are in
	 * milliseconds; with time odds `clock.odds` has one for each seat. `now`
	 * returns the time.
	 */
	game({ rules = "standard", start, fen, position, pgn, clock,
		now = Date.now } = {}) {
		const begin = position ?? this.position({ rules, start, fen });
		this.#instance.setScratch(begin.bytes);
		const game = new Game(this.#instance, this.rules, begin.rules, now);
		if (pgn !== undefined)
			return this.#orClose(game, () => game.readPgn(pgn));
		if (clock)
			game.setClock(clock);
		game.startClock();
		return game;
	}

	/** Restores a game from Game.save(). */
	restore(saved, { now = Date.now } = {}) {
		const { rules, start: fen, clock } = saved;
		const game = this.game({ rules, fen, clock, now });
		return this.#orClose(game, () => game.replay(saved));
	}

	/**
	 * A player's accuracy in per cent, from what each move gave away in
	 * thousandths of the game, as Position.judge() tells it.
	 * @param {number[]} losses
	 */
	accuracy(losses) {
		const [where] = this.#instance.put(
			new Uint8Array(Int32Array.from(losses).buffer));
		return this.#instance.calls.accuracy(where, losses.length) / 10;
	}

	/** @internal The number of an event in a log: {kind, seat, move}. */
	eventNumber({ kind, seat, move = 0 }) {
		return this.#instance.calls.event_new(KINDS.indexOf(kind), seat, move) >>> 0;
	}

	/** An empty board that can be edited freely. */
	setup({ rules = "standard" } = {}) {
		const row = this.rulesOf(rules);
		this.#instance.calls.setup_clear(row.row);
		return new Setup(this.#instance, row);
	}

	/**
	 * All games of a PGN or PGN4 with their variations, comments and
	 * annotations. A broken one has an `error`, and what was read before
	 * it.
	 */
	readPgn(text) {
		const events = this.#instance.try(text, "pgn_read",
			...this.#instance.put(text));
		return gamesOf(this, text, events);
	}

	/**
	 * Writes one game of readPgn(), or several, as PGN in export format.
	 */
	writePgn(games) {
		return this.normalisePgn([games].flat().map(crudePgn).join("\n\n"));
	}

	/** Reformats PGN in export format; throws if a game is broken. */
	normalisePgn(text) {
		const { calls } = this.#instance;
		calls.answer_clear();
		const failed = calls.pgn_normalise(...this.#instance.put(text));
		const answer = this.#instance.take();
		if (failed)
			throw this.#instance.refusal(text, answer);
		return answer;
	}

	/** A console session: typed lines in, text out. */
	console(options) { return new Console(this.#instance, options); }

	/** The protocol of /dev/chess. */
	device(options) { return new Device(this.#instance, options); }

	/**
	 * A UCI session; `onText` receives the output, also during a search.
	 */
	uci(onText) { return new Uci(this.#instance, onText); }

	/** The node count of `rookery bench`: the same on every machine. */
	bench(depth = 0) {
		return Number(/^bench: (\d+)$/m.exec(this.#instance.text("bench", depth))[1]);
	}

	/** The node count of `rookery bench --four`. */
	benchFour(depth = 0) {
		return this.#instance.calls.bench_four(depth);
	}

	/**
	 * The node count of `rookery bench --network`. The network stays with this
	 * instance's sessions.
	 */
	benchNetwork(network, depth = 10) {
		this.#instance.setNetwork(network);
		return this.#instance.calls.bench_full(depth);
	}

	#orClose(game, finish) {
		try {
			finish();
		} catch (error) {
			game.close();
			throw error;
		}
		return game;
	}
}
