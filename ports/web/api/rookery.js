// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Rookery for JavaScript: the same chess as everywhere, compiled to
// WebAssembly. Rules, games and words come from there; this is only their
// shape. README.md shows how to use it.

import { Game } from "./game.js";
import { Position, Setup, startOf } from "./position.js";
import { crudePgn, gamesOf } from "./pgn.js";
import { Console, Device, Uci } from "./talk.js";
import { compile, Instance, RookeryError } from "./wasm.js";

export { Game, Position, RookeryError, Setup };
export { Thinker } from "./thinker.js";

function freeze(value) {
	Object.values(value).forEach((part) => {
		if (part && typeof part === "object")
			freeze(part);
	});
	return Object.freeze(value);
}

/** The module, loaded. Everything else is made by it. */
export class Rookery {
	#instance;

	/**
	 * Loads the module: the one beside this file, or another one by its
	 * address, its bytes, a Response, or compiled already.
	 * @param {string | URL | BufferSource | Response | WebAssembly.Module} [source]
	 */
	static async load(source = new URL("rookery.wasm", import.meta.url)) {
		return new Rookery(await compile(source));
	}

	/** @internal */
	constructor(module) {
		this.#instance = new Instance(module);
		const known = freeze(this.#instance.ask("describe"));
		/** The compiled module, to be handed to workers. */
		this.module = module;
		/** The version of Rookery. */
		this.version = known.version;
		/** The kinds of chess there are. */
		this.rules = known.rules;
		/** The names of the piece types: pawn, knight, ... */
		this.types = known.types;
		/** The highest level of the computer; 1 is the lowest. */
		this.levels = known.levels;
		/** The strengths that can be asked for. */
		this.elo = Object.freeze({ least: known.leastElo, most: known.mostElo });
	}

	/** The kind of chess of that name: standard, casual, ffa, teams, ... */
	rulesOf(name) {
		const rules = typeof name === "string"
			? this.rules.find((row) => row.name === name) : name;
		if (!this.rules.includes(rules))
			throw new RookeryError(`there are no rules ${name}`);
		return rules;
	}

	/**
	 * A position: of a FEN, or one that games start from.
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

	/**
	 * A new game, from a start, a FEN or a position; or that of a PGN.
	 * Clocks are in milliseconds; `now` is where the time comes from.
	 */
	game({ rules = "standard", start, fen, position, pgn, clock,
		now = Date.now } = {}) {
		const begin = position ?? this.position({ rules, start, fen });
		this.#instance.lay(begin.bytes);
		const game = new Game(this.#instance, this.rules, begin.rules, now);
		if (pgn !== undefined)
			return this.#orClose(game, () => game.readPgn(pgn));
		if (clock)
			game.setClock(clock);
		game.startClock();
		return game;
	}

	/** A game that was kept by Game.save(). */
	restore(saved, { now = Date.now } = {}) {
		const { rules, start: fen, clock } = saved;
		const game = this.game({ rules, fen, clock, now });
		return this.#orClose(game, () => game.replay(saved));
	}

	/** An empty board on which anything may be put. */
	setup({ rules = "standard" } = {}) {
		const row = this.rulesOf(rules);
		this.#instance.calls.setup_clear(row.row);
		return new Setup(this.#instance, row);
	}

	/**
	 * All games of a PGN or PGN4 with their variations, comments and
	 * annotations. A broken one has an `error`, and what came before it.
	 */
	readPgn(text) {
		const events = this.#instance.try(text, "pgn_read",
			...this.#instance.put(text));
		return gamesOf(this, text, events);
	}

	/** A game as readPgn() gives it, or several, as PGN in export format. */
	writePgn(games) {
		return this.normalisePgn([games].flat().map(crudePgn).join("\n\n"));
	}

	/** PGN laid out anew; an error if one of its games is broken. */
	normalisePgn(text) {
		const { calls } = this.#instance;
		calls.answer_clear();
		const failed = calls.pgn_normalise(...this.#instance.put(text));
		const answer = this.#instance.take();
		if (failed)
			throw this.#instance.refusal(text, answer);
		return answer;
	}

	/** The console: what is typed goes in, what is shown comes out. */
	console(options) { return new Console(this.#instance, options); }

	/** The protocol of /dev/chess. */
	device(options) { return new Device(this.#instance, options); }

	/** UCI; the text comes out through `onText`, while it thinks, too. */
	uci(onText) { return new Uci(this.#instance, onText); }

	/** The nodes of `rookery bench`: the same number on every machine. */
	bench(depth = 0) {
		return Number(/^bench: (\d+)$/m.exec(this.#instance.text("bench", depth))[1]);
	}

	/** And of `rookery bench --four`. */
	benchFour(depth = 0) {
		return this.#instance.calls.bench_four(depth);
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
