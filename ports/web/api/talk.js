// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The protocols as they are: text in, text out. They think in this thread.

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

	/** A line as typed; returns what is shown. */
	line(text) {
		const { calls } = this.#instance;
		calls.answer_clear();
		this.isOver = !calls.console_line(this.#where, ...this.#instance.put(text));
		return this.#instance.take();
	}

	/** Ends it; returns the final score. */
	end() {
		return this.#instance.text("console_end", this.#where);
	}
}

/** /dev/chess: a write goes in, an answer comes out; docs/device.md. */
export class Device {
	#instance;
	#where;

	/** @internal */
	constructor(instance, { seed = 1 } = {}) {
		this.#instance = instance;
		this.#where = instance.calls.device_new(seed);
	}

	/** One write(), a string or bytes. */
	write(text) {
		return this.#instance.text("device_write", this.#where,
			...this.#instance.put(text));
	}

	/** Gives its memory back. */
	end() {
		this.#instance.calls.device_end(this.#where);
	}
}

/** UCI, as engines speak it to programs; docs/uci.md. */
export class Uci {
	#instance;
	#where;

	/** @internal */
	constructor(instance, onText) {
		this.#instance = instance;
		this.#where = instance.calls.uci_new();
		instance.port.line = onText;
	}

	/** A line; returns false after `quit`. */
	line(text) {
		this.#instance.calls.answer_clear();
		return Boolean(this.#instance.calls.uci_line(this.#where,
			...this.#instance.put(text)));
	}

	/** Ends it. */
	end() {
		this.#instance.calls.uci_end(this.#where);
	}
}
