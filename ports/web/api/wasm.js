// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// An instance of the module: calls, texts in and out, errors. All other files
// use the module through this one; ports/web/wasm/web.h is the C side.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * An error of the module, in its words. Nothing has changed when it is thrown.
 */
export class RookeryError extends Error {
	/**
	 * @param {string} message
	 * @param {{index: number, line: number, column: number} | null} [place]
	 *	the place of the error in the text: an index into the string, and
	 *	line and column from 1; null if it is about the whole text
	 */
	constructor(message, place = null) {
		super(message);
		this.name = "RookeryError";
		this.place = place;
	}
}

/** @internal The place in a text of a byte counted from 1. */
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

/** @internal The bytes of a file, by its address. */
export async function load(source) {
	const url = new URL(source, import.meta.url);
	if (url.protocol === "file:" && typeof process !== "undefined")
		return readFile(url);
	const response = await fetch(url);
	if (!response.ok)
		throw new Error(`${url}: ${response.status} ${response.statusText}`);
	return response.arrayBuffer();
}

/**
 * @internal Compiles the module: from a compiled one, its bytes, a
 * response, or where to find it.
 */
export async function compile(source) {
	if (source instanceof WebAssembly.Module)
		return source;
	if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
		return WebAssembly.compile(source);
	if (typeof Response !== "undefined" && source instanceof Response)
		return WebAssembly.compile(await source.arrayBuffer());
	return WebAssembly.compile(await load(source));
}

/** @internal */
export class Instance {
	#memory;

	/**
	 * @param {WebAssembly.Module} module
	 * @param {object} [port] what the module imports; both are called
	 *	during a search. line(text): a line of the search; rest(idle):
	 *	yields to the event loop, returns the signal
	 * @param {WebAssembly.Memory} [memory] for the module with threads,
	 *	which shares it
	 */
	constructor(module, port = {}, memory = undefined) {
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
		this.calls = new WebAssembly.Instance(module,
			{ rookery: imports, ...memory && { env: { memory } } }).exports;
		this.#memory = memory ?? this.calls.memory;
	}

	/** The module's memory; a new view, since memory may have grown. */
	get bytes() {
		return new Uint8Array(this.#memory.buffer);
	}

	/** Reads the module's answer. */
	take() {
		const { answer, answer_length, answer_clear } = this.calls;
		const text = this.#text(answer(), answer_length());
		answer_clear();
		return text;
	}

	/** Reads the first bytes of the answer; the rest stays. */
	takeFirst(length) {
		const text = this.#text(this.calls.answer(), length);
		this.calls.answer_drop(length);
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

	/** The same for a function that may fail because of `text`. */
	try(text, name, ...args) {
		this.calls.answer_clear();
		const failed = this.calls[name](...args);
		const answer = this.take();
		if (!failed)
			return answer ? JSON.parse(answer) : undefined;
		throw this.refusal(text, answer);
	}

	/** Makes an error from an answer. */
	refusal(text, answer) {
		const { message, column } = JSON.parse(answer);
		return new RookeryError(message, placeOf(text, column));
	}

	/** Copies a text or bytes into the module: [address, length]. */
	put(text) {
		const bytes = typeof text === "string" ? encoder.encode(text) : text;
		const where = this.calls.in(bytes.length);
		if (!where)
			throw new RookeryError("there is no memory for a text of that length");
		this.bytes.set(bytes, where);
		return [where, bytes.length];
	}

	/** Hands a network over; throws if it is none, and nothing has changed. */
	setNetwork(network) {
		const { network_new, network_set, answer_clear } = this.calls;
		const size = network.byteLength;
		const where = network_new(size);
		if (!where)
			throw new RookeryError("there is no memory for the network");
		this.bytes.set(new Uint8Array(network), where);
		answer_clear();
		if (network_set(where, size))
			throw this.refusal("", this.take());
	}

	/** Copies a position or a set-up to the scratch buffer. */
	setScratch(bytes) {
		this.bytes.set(bytes, this.calls.scratch());
	}

	/** A copy of the scratch buffer. */
	copyScratch(size) {
		const scratch = this.calls.scratch();
		return this.bytes.slice(scratch, scratch + size);
	}

	/* A copy, since texts cannot be read from shared memory. */
	#text(where, length) {
		return decoder.decode(this.bytes.slice(where, where + length));
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
