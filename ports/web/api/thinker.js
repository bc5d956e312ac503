// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The engine in a Worker with its own instance of the module. If WebAssembly
// can be suspended (JSPI), the worker yields to its event loop every 20 ms and
// receives a stop there. If not, a stop takes the best move of the last
// reported line, terminates the worker and starts another one from the compiled
// module.
//
// With several threads, where memory can be shared (a page needs
// Cross-Origin-Opener-Policy and -Embedder-Policy for that), it is another
// module, and other workers help the first one to search; a stop is written to
// memory then.

import { compile, RookeryError } from "./wasm.js";

/* The limits of a task, in the order of ports/web/wasm/think.c. */
const LIMITS = ["depth", "nodes", "movetime", "infinite", "lines", "elo", "seed",
	"time", "increment", "mate", "analyse"];

const MOVE_NOW = 1;
const CANCEL = 2;

const PAGE = 65536;
const MOST_PAGES = 32768; // as ports/web/build.mk has it
const MOST_THREADS = 64;
const OWN = 64; // megabytes: the module's data and what else it needs
const EACH = 24; // of each thread

let threaded = null;

/* The module with threads; loaded once, when first needed. */
function threadedModule() {
	threaded ??= compile(new URL("rookery-threads.wasm", import.meta.url))
		.catch((error) => {
			threaded = null;
			throw error;
		});
	return threaded;
}

/** Can memory be shared between workers here? */
function canShare() {
	return typeof SharedArrayBuffer === "function" &&
		globalThis.crossOriginIsolated !== false;
}

/* The module and memory for several threads; null if there can be only one. */
async function share({ threads, hash }) {
	if (threads < 2 || !canShare())
		return null;
	try {
		const module = await threadedModule();
		const pages = (hash + OWN + EACH * threads) * 2 ** 20 / PAGE;
		return { module, memory: new WebAssembly.Memory({ shared: true,
			initial: OWN * 2 ** 20 / PAGE, maximum: Math.min(pages, MOST_PAGES) }) };
	} catch {
		return null; // no such file, or no room for it
	}
}

/** @internal */
export async function openWorker(url) {
	if (typeof Worker !== "undefined")
		return new Worker(url, { type: "module" });
	const { Worker: NodeWorker } = await import("node:worker_threads");
	return new NodeWorker(url);
}

/** @internal */
export function listen(worker, hear, fail) {
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
	#network = null;
	#offered = null; // a network for the next search
	#onNetwork = null;
	#helpers = [];
	#signalWord = null;

	/**
	 * Starts a worker.
	 * @param {import("./rookery.js").Rookery} rookery
	 * @param {object} [options]
	 * @param {number} [options.hash] megabytes for the table of positions
	 * @param {number} [options.threads] how many search together; one where
	 *	memory cannot be shared
	 * @param {ArrayBuffer | Promise<ArrayBuffer | null>} [options.network] as for
	 *	useNetwork(), from the first search on that begins when it is there;
	 *	if none comes, or what comes is none, nothing changes
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
		this.#options = { hash: 16, threads: 1, slices: true, ...options };
		const { threads } = this.#options;
		if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
			throw new RookeryError(`threads are 1 to ${MOST_THREADS}`);
		Promise.resolve(this.#options.network).then((network) => {
			this.#offered = network ?? null;
		}, () => {});
		/** Does the worker receive messages during a search? */
		this.slices = false;
		/** How many threads search. */
		this.threads = 1;
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

	/**
	 * Evaluates by a network from now on, at full strength. Not during a
	 * search. Rejects what is no network, and then nothing has changed.
	 * @param {ArrayBuffer} network a file as docs/network.md describes it
	 */
	async useNetwork(network) {
		await this.#ready;
		if (this.#job)
			throw new RookeryError("a thinker thinks about one thing at a time");
		await this.#hand(network);
		this.#network = network;
	}

	async #hand(network) {
		const problem = await new Promise((resolve) => {
			this.#onNetwork = resolve;
			this.#worker.ref?.();
			this.#worker.postMessage({ kind: "network", network });
		});
		this.#worker?.unref?.();
		if (problem)
			throw new RookeryError(problem);
	}

	/* Before a search; the worker does one thing after the other. */
	#takeOffered() {
		const network = this.#offered;
		if (!network)
			return;
		this.#onNetwork = (problem) => {
			this.#offered = null;
			if (!problem)
				this.#network = network;
		};
		this.#worker.postMessage({ kind: "network", network });
	}

	/** Terminates the worker; a running think() returns null. */
	close() {
		this.#isClosed = true;
		this.#terminate();
		this.#finish(null);
	}

	#terminate() {
		for (const worker of [this.#worker, ...this.#helpers])
			worker?.terminate();
		this.#worker = null;
		this.#helpers = [];
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
		const { hash, slices, threads } = this.#options;
		const shared = await share(this.#options);
		const worker = await this.#openWorker();
		if (!worker)
			return;
		this.#worker = worker;
		const ready = await new Promise((resolve, reject) => {
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
				hash, slices, threads, ...shared });
		});
		this.slices = ready.slices;
		if (shared)
			await this.#openHelpers(shared, ready);
		if (this.#network)
			await this.#hand(this.#network);
		if (!this.#job)
			worker.unref?.();
	}

	/* Null if the thinker was closed meanwhile. */
	async #openWorker() {
		const worker = await (this.#options.worker?.() ??
			openWorker(new URL("worker.js", import.meta.url)));
		if (!this.#isClosed)
			return worker;
		worker.terminate();
		return null;
	}

	/* One that does not start is done without. */
	async #openHelpers({ module, memory }, { helpers, signalPlace }) {
		this.#signalWord = new Int32Array(memory.buffer, signalPlace, 1);
		const open = async (own) => {
			const worker = await this.#openWorker();
			if (!worker)
				return false;
			this.#helpers.push(worker);
			return new Promise((resolve) => {
				listen(worker, () => resolve(true), () => resolve(false));
				worker.postMessage({ kind: "help", module, memory, ...own });
				worker.unref?.();
			});
		};
		const opened = await Promise.all(helpers.map((own) =>
			open(own).catch(() => false)));
		this.threads = 1 + opened.filter(Boolean).length;
	}

	#hear({ kind, id, ...message }) {
		const job = this.#job;
		if (kind === "network")
			this.#onNetwork(message.problem);
		if (!job || id !== job.id)
			return;
		if (kind === "line") {
			if (message.line.line === 1 && !message.line.bound)
				job.best = message.line;
			job.onLine(message.line);
		} else if (kind === "answer") {
			this.#finish(job.isCancelled ? null : message.answer);
		} else {
			this.#fail(new RookeryError(message.message));
		}
	}

	#send(job) {
		if (this.#job !== job || job.isSent)
			return;
		job.isSent = true;
		this.#worker.ref?.();
		this.#takeOffered();
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
		else if (this.#signalWord)
			this.#signalShared(job, signal);
		else if (this.slices)
			this.#worker.postMessage({ kind: "signal", signal });
		else
			this.#restart(job, signal);
	}

	#signalShared(job, signal) {
		job.isCancelled ||= signal === CANCEL;
		Atomics.store(this.#signalWord, 0, job.id << 2 | signal);
		Atomics.notify(this.#signalWord, 0);
	}

	/*
	 * A worker that cannot receive messages is terminated; the next one
	 * starts with the signal.
	 */
	#restart(job, signal) {
		const { message, best } = job;
		this.#terminate();
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
