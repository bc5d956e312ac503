// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The engine in a Worker with its own instance of the module. If WebAssembly
// can be suspended (JSPI), the worker yields to its event loop every 20 ms and
// receives a stop there. If not, a stop takes the best move of the last
// reported line, terminates the worker and starts another one from the compiled
// module.

import { RookeryError } from "./wasm.js";

/* The limits of a task, in the order of ports/web/wasm/think.c. */
const LIMITS = ["depth", "nodes", "movetime", "infinite", "lines", "elo", "seed",
	"time", "increment", "mate", "analyse"];

const MOVE_NOW = 1;
const CANCEL = 2;

async function openWorker(url) {
	if (typeof Worker !== "undefined")
		return new Worker(url, { type: "module" });
	const { Worker: NodeWorker } = await import("node:worker_threads");
	return new NodeWorker(url);
}

function listen(worker, hear, fail) {
	if (worker.addEventListener) {
		worker.addEventListener("message", ({ data }) => hear(data));
		worker.addEventListener("error", ({ message }) => fail(new Error(message)));
	} else {
		worker.on("message", hear);
		worker.on("error", fail);
	}
}

function seedOf(limits) {
	return limits.seed ?? Math.floor(Math.random() * 2 ** 32);
}

/** Searches one position at a time. */
export class Thinker {
	#rookery;
	#options;
	#worker = null;
	#ready = null;
	#job = null;
	#count = 0;
	#isClosed = false;

	/**
	 * Starts a worker.
	 * @param {import("./rookery.js").Rookery} rookery
	 * @param {object} [options]
	 * @param {number} [options.hash] megabytes for the table of positions
	 * @param {boolean} [options.slices] false: never suspend, even if possible
	 * @param {() => Worker | Promise<Worker>} [options.worker] opens worker.js
	 *	in another way, for pages where it lies elsewhere
	 */
	static async start(rookery, options = {}) {
		const thinker = new Thinker(rookery, options);
		thinker.#ready = thinker.#open();
		await thinker.#ready;
		return thinker;
	}

	/** @internal Use Thinker.start(). */
	constructor(rookery, options) {
		this.#rookery = rookery;
		this.#options = { hash: 16, slices: true, ...options };
		/** Does the worker receive messages during a search? */
		this.slices = false;
	}

	/** Is a search running? */
	get isThinking() { return this.#job !== null; }

	/**
	 * Thinks about a game, or a position, as it is now.
	 *
	 * Limits: `level` asks for a move as a computer of that level plays; all
	 * others are a task for the engine at its best, or at `elo`: depth,
	 * nodes, movetime (ms), mate, infinite; `lines` is how many best moves to
	 * show, `only` a list of moves to look at. Without any limit, a game's clock
	 * or a second.
	 *
	 * @returns {Promise<object | null>} {move, ponder, score, mate, depth, nodes};
	 *	null if it was cancelled
	 */
	async think(about, limits = {}, onLine = () => {}) {
		if (this.#job)
			throw new RookeryError("a thinker thinks about one thing at a time");
		const question = about.question?.() ?? { position: about.bytes,
			keys: new Uint8Array(), plies: 0, time: 0, increment: 0 };
		const job = { id: ++this.#count, onLine, best: null, isSent: false,
			message: { ...question, row: about.rules.row, id: this.#count,
				...this.#orders(question, limits) } };
		this.#job = job;
		const answer = new Promise((resolve, reject) =>
			Object.assign(job, { resolve, reject }));
		this.#ready.then(() => this.#send(job), (error) => this.#fail(error));
		return answer;
	}

	/** Ends the search; think() returns the best move so far. */
	stop() { this.#signal(MOVE_NOW); }

	/** Cancels the search; think() returns null. */
	cancel() { this.#signal(CANCEL); }

	/** Clears the engine for a new game. Not during a search. */
	async forget() {
		await this.#ready;
		if (this.#job)
			throw new RookeryError("a thinker thinks about one thing at a time");
		this.#worker.postMessage({ kind: "forget" });
	}

	/** Terminates the worker; a running think() returns null. */
	close() {
		this.#isClosed = true;
		this.#worker?.terminate();
		this.#worker = null;
		this.#finish(null);
	}

	#orders(question, limits) {
		const { level, only = [], ...rest } = limits;
		const seed = seedOf(limits);
		if (level !== undefined) {
			if (!Number.isInteger(level) || level < 1 || level > this.#rookery.levels)
				throw new RookeryError(`levels are 1 to ${this.#rookery.levels}`);
			return { kind: "choose", level, seed, signal: 0 };
		}
		if (!Array.isArray(only) || !only.every(Number.isInteger))
			throw new RookeryError("only is a list of moves, by their numbers");
		const wanted = { ...rest, seed };
		for (const [name, value] of Object.entries(wanted)) {
			if (!LIMITS.includes(name))
				throw new RookeryError(`there is no limit ${name}`);
			if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER))
				throw new RookeryError(`${name} is a number from 0`);
		}
		if (!["depth", "nodes", "movetime", "infinite", "time", "mate"]
			.some((name) => wanted[name]))
			Object.assign(wanted, question.time
				? { time: question.time, increment: question.increment }
				: { movetime: 1000 });
		return { kind: "think", only, limits: Object.entries(wanted)
			.map(([name, value]) => [LIMITS.indexOf(name), Number(value)]) };
	}

	async #open() {
		const worker = await (this.#options.worker?.() ??
			openWorker(new URL("worker.js", import.meta.url)));
		if (this.#isClosed) {
			worker.terminate();
			return;
		}
		this.#worker = worker;
		await new Promise((resolve, reject) => {
			listen(worker, (message) => {
				if (message.kind === "ready")
					resolve(message);
				else if (worker === this.#worker)
					this.#hear(message);
			}, (error) => {
				reject(error);
				this.#fail(error);
			});
			worker.postMessage({ kind: "open", module: this.#rookery.module,
				hash: this.#options.hash, slices: this.#options.slices });
		}).then(({ slices }) => { this.slices = slices; });
		if (!this.#job)
			worker.unref?.();
	}

	#hear({ kind, id, ...message }) {
		const job = this.#job;
		if (!job || id !== job.id)
			return;
		if (kind === "line") {
			if (message.line.line === 1 && !message.line.bound)
				job.best = message.line;
			job.onLine(message.line);
		} else if (kind === "answer") {
			this.#finish(message.answer);
		} else {
			this.#fail(new RookeryError(message.message));
		}
	}

	#send(job) {
		if (this.#job !== job || job.isSent)
			return;
		job.isSent = true;
		this.#worker.ref?.();
		this.#worker.postMessage(job.message);
	}

	/* In node, an idle worker must not keep the process alive. */
	#end() {
		const job = this.#job;
		this.#job = null;
		this.#worker?.unref?.();
		return job;
	}

	#finish(answer) { this.#end()?.resolve(answer); }
	#fail(error) { this.#end()?.reject(error); }

	#signal(signal) {
		const job = this.#job;
		if (!job)
			return;
		if (!job.isSent && signal === CANCEL)
			this.#finish(null);
		else if (!job.isSent)
			job.message = quickly(job.message);
		else if (this.slices)
			this.#worker.postMessage({ kind: "signal", signal });
		else
			this.#restart(job, signal);
	}

	/*
	 * A worker that cannot receive messages is terminated; the next one
	 * starts with the signal.
	 */
	#restart(job, signal) {
		const { message, best } = job;
		this.#worker.terminate();
		this.#worker = null;
		this.#ready = this.#open();
		this.#ready.catch(() => {});
		if (signal === CANCEL) {
			this.#finish(null);
		} else if (message.kind === "think" && best && !hasElo(message)) {
			const { moves, score, mate, depth, nodes } = best;
			this.#finish({ move: moves[0], ponder: moves[1] ?? null, score, mate,
				depth, nodes });
		} else {
			job.isSent = false;
			job.message = quickly(message);
			this.#ready.then(() => this.#send(job), (error) => this.#fail(error));
		}
	}
}

function hasElo({ limits }) {
	return limits.some(([limit, value]) => LIMITS[limit] === "elo" && value);
}

function quickly(message) {
	if (message.kind === "choose")
		return { ...message, signal: MOVE_NOW };
	const kept = message.limits.filter(([limit]) =>
		["elo", "seed", "lines"].includes(LIMITS[limit]));
	return { ...message, limits: [...kept, [LIMITS.indexOf("depth"), 1]] };
}
