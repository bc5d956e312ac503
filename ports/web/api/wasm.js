// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An instance of the module: calls, texts in and out, errors. All other files
// reach the module through this one; ports/web/wasm/edge.h is its other side.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * What the core refuses, in its own words. Nothing has changed when it is
 * thrown.
 */
export class RookeryError extends Error {
	/**
	 * @param {string} message
	 * @param {{index: number, line: number, column: number} | null} [place]
	 *	where in the text that was given: an index into the string, and
	 *	line and column from 1; null where the whole of it is meant
	 */
	constructor(message, place = null) {
		super(message);
		this.name = "RookeryError";
		this.place = place;
	}
}

/** @internal The place of a byte, counted from 1, in a text. */
export function placeOf(text, column) {
	if (!column)
		return null;
	const before = decoder.decode(encoder.encode(text).subarray(0, column - 1));
	const lines = before.split("\n");
	return {
		index: before.length,
		line: lines.length,
		column: lines.at(-1).length + 1,
	};
}

async function readFile(url) {
	const { readFile } = await import("node:fs/promises");
	return readFile(url);
}

/**
 * @internal A compiled module of whatever there is: one already, its bytes, a
 * response, or where to find it.
 */
export async function compile(source) {
	if (source instanceof WebAssembly.Module)
		return source;
	if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
		return WebAssembly.compile(source);
	if (typeof Response !== "undefined" && source instanceof Response)
		return WebAssembly.compile(await source.arrayBuffer());
	const url = new URL(source, import.meta.url);
	if (url.protocol === "file:" && typeof process !== "undefined")
		return WebAssembly.compile(await readFile(url));
	const response = await fetch(url);
	if (!response.ok)
		throw new Error(`${url}: ${response.status} ${response.statusText}`);
	return WebAssembly.compile(await response.arrayBuffer());
}

/** @internal */
export class Instance {
	/**
	 * @param {WebAssembly.Module} module
	 * @param {object} [port] what the module asks of us:
	 *	line(text): a line of thought; rest(idle): a turn for others, the
	 *	haste that it brings; both while something is being thought about
	 */
	constructor(module, port = {}) {
		this.module = module;
		/** Files of the console, texts by name. */
		this.files = new Map();
		this.port = { line() {}, rest: () => 0, ...port };
		const imports = {
			now: () => performance.now(),
			line: () => this.port.line(this.take()),
			rest: this.port.rest,
			save: (name) => this.#save(name),
			load: (name) => this.#load(name),
		};
		this.calls = new WebAssembly.Instance(module, { rookery: imports }).exports;
	}

	/** Memory as it is now: it moves when it grows. */
	get bytes() {
		return new Uint8Array(this.calls.memory.buffer);
	}

	/** Takes away what the module has answered. */
	take() {
		const { answer, answer_length, answer_clear } = this.calls;
		const text = this.#text(answer(), answer_length());
		answer_clear();
		return text;
	}

	/** Calls a function that answers with a text. */
	text(name, ...args) {
		this.calls.answer_clear();
		this.calls[name](...args);
		return this.take();
	}

	/** Calls a function that answers with JSON. */
	ask(name, ...args) {
		return JSON.parse(this.text(name, ...args));
	}

	/** The same for one that may refuse, on behalf of a text. */
	try(text, name, ...args) {
		this.calls.answer_clear();
		const failed = this.calls[name](...args);
		const answer = this.take();
		if (!failed)
			return answer ? JSON.parse(answer) : undefined;
		throw this.refusal(text, answer);
	}

	/** The error that an answer speaks of. */
	refusal(text, answer) {
		const { message, column } = JSON.parse(answer);
		return new RookeryError(message, placeOf(text, column));
	}

	/** Lays a text, or bytes, where the module can read it: [where, length]. */
	put(text) {
		const bytes = typeof text === "string" ? encoder.encode(text) : text;
		const where = this.calls.in(bytes.length);
		if (!where)
			throw new RookeryError("there is no memory for a text of that length");
		this.bytes.set(bytes, where);
		return [where, bytes.length];
	}

	/** Lays a position, or a set-up, on the desk. */
	lay(bytes) {
		this.bytes.set(bytes, this.calls.desk());
	}

	/** A copy of what is on the desk. */
	lift(size) {
		const desk = this.calls.desk();
		return this.bytes.slice(desk, desk + size);
	}

	#text(where, length) {
		return decoder.decode(this.bytes.subarray(where, where + length));
	}

	#name(where) {
		return this.#text(where, this.bytes.indexOf(0, where) - where);
	}

	#save(name) {
		const { file, file_length } = this.calls;
		this.files.set(this.#name(name), this.#text(file(), file_length()));
	}

	#load(name) {
		const text = this.files.get(this.#name(name));
		if (text === undefined)
			return 0;
		const bytes = encoder.encode(text);
		const where = this.calls.file_in(bytes.length);
		this.bytes.set(bytes, where);
		return 1;
	}
}
