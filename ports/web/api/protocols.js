// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The text protocols: text in, text out. They search in this thread.

/** The console of the program `rookery`, in plain text. */
export class Console {
	#instance;
	#where;

	/** @internal */
	constructor(instance, { seed = 1 } = {}) {
		this.#instance = instance;
		instance.calls.seed(seed);
		this.#where = instance.calls.console_new();
		/** The files that `save` writes and `load` reads, texts by name. */
		this.files = instance.files;
		/** Was it `quit`? */
		this.isOver = false;
	}

	/** Executes a typed line; returns its output. */
	line(text) {
		const { calls } = this.#instance;
		calls.answer_clear();
		this.isOver = !calls.console_line(this.#where, ...this.#instance.put(text));
		return this.#instance.take();
	}

	/**
	 * Executes a line about a game, which stays as it is; returns the
	 * output, and what the line has changed: {text, state}.
	 * @param {import("./game.js").Game} game
	 * @param {number[]} levels by seat; 0 is a human
	 */
	about(game, levels, below, text) {
		const { now } = game.log;
		this.#instance.try("", "console_take", this.#where, game.where,
			levels.reduce((sum, level, seat) => sum + level * 2 ** (8 * seat), 0), below);
		const output = this.line(text);
		return { text: output,
			state: this.#instance.ask("console_state", this.#where, now) };
	}

	/** Ends the session; returns the final score. */
	end() {
		return this.#instance.text("console_end", this.#where);
	}
}

/**
 * The protocol of /dev/chess: a write in, an answer out; see docs/device.md.
 */
export class Device {
	#instance;
	#where;

	/** @internal */
	constructor(instance, { seed = 1 } = {}) {
		this.#instance = instance;
		this.#where = instance.calls.device_new(seed);
	}

	/** Executes one write() of a string or bytes; returns the answer. */
	write(text) {
		return this.#instance.text("device_write", this.#where,
			...this.#instance.put(text));
	}

	/** Frees its memory. */
	end() {
		this.#instance.calls.device_end(this.#where);
	}
}

/** A UCI session; see docs/uci.md. */
export class Uci {
	#instance;
	#where;

	/** @internal */
	constructor(instance, onText) {
		this.#instance = instance;
		this.#where = instance.calls.uci_new();
		instance.port.line = onText;
	}

	/** Executes a line; returns false after `quit`. */
	line(text) {
		this.#instance.calls.answer_clear();
		return Boolean(this.#instance.calls.uci_line(this.#where,
			...this.#instance.put(text)));
	}

	/** Ends the session. */
	end() {
		this.#instance.calls.uci_end(this.#where);
	}
}
