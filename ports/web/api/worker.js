// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The worker of thinker.js: an instance of the module that searches, or one that
// helps another to search, with the same memory.

import { Instance } from "./wasm.js";

const outside = typeof self === "undefined"
	? (await import("node:worker_threads")).parentPort : self;

let instance;
let suspends = false;
let signal = 0;
let job = 0;

/* Yields to the event loop; sleeps briefly if there is nothing to do. */
const channel = new MessageChannel();
let awake = () => {};
channel.port1.onmessage = () => awake();
channel.port1.unref?.();

function turn(idle) {
	return new Promise((resolve) => {
		if (idle) {
			setTimeout(resolve, 20);
			return;
		}
		awake = resolve;
		channel.port2.postMessage(0);
	});
}

/* What the threads of the helpers need. */
function makeHelpers(count) {
	const helpers = [];
	for (let i = 0; i < count; i++) {
		const helper = instance.calls.helper_new();
		if (!helper)
			break;
		helpers.push({ helper, stack: instance.calls.helper_stack(helper) });
	}
	return helpers;
}

function open({ module, hash, slices, memory, threads }) {
	suspends = slices && typeof WebAssembly.Suspending === "function" &&
		typeof WebAssembly.promising === "function";
	const rest = async (idle) => {
		await turn(idle);
		return signal;
	};
	instance = new Instance(module, {
		rest: suspends ? new WebAssembly.Suspending(rest) : () => 0,
		line: (text) => outside.postMessage({ kind: "line", id: job,
			line: JSON.parse(text) }),
	}, memory);
	if (instance.calls.engine_open(hash * 2 ** 20))
		throw new Error(`there is no memory for a table of ${hash} MB`);
	outside.postMessage({ kind: "ready", slices: suspends,
		...memory && { helpers: makeHelpers(threads - 1),
			signalPlace: instance.calls.signal_place() } });
}

/* Helps until the worker is terminated. */
function help({ module, memory, helper, stack }) {
	const { calls } = new Instance(module, {}, memory);
	calls.__stack_pointer.value = stack;
	outside.postMessage({ kind: "ready" });
	calls.helper_run(helper);
}

async function run(name, ...args) {
	const call = instance.calls[name];
	instance.calls.answer_clear();
	const failed = await (suspends ? WebAssembly.promising(call) : call)(...args);
	const answer = JSON.parse(instance.take());
	if (failed)
		throw new Error(answer.message);
	return answer;
}

function ask(message) {
	const { kind, row, position, keys, plies } = message;
	const { calls } = instance;
	const count = keys.length / 8;
	instance.setScratch(position);
	instance.bytes.set(keys, calls.keys());
	if (kind === "choose") {
		const { level, seed, time, increment } = message;
		return run("choose", row, count, plies, level, seed, time, increment,
			message.signal);
	}
	calls.task_new(row, count);
	for (const [limit, value] of message.limits)
		calls.task_limit(limit, value);
	if (message.only.some((move) => calls.task_only(move)))
		throw new Error("only legal moves can be looked at, and 64 at most");
	return run("think");
}

/* Hands a network over; the thinker waits for "network". */
function setNetwork({ network }) {
	let problem = null;
	try {
		instance.setNetwork(network);
	} catch ({ message }) {
		problem = message;
	}
	outside.postMessage({ kind: "network", problem });
}

async function answer(message) {
	job = message.id;
	signal = 0;
	instance.calls.signal_for?.(job);
	try {
		const { moves, ...rest } = await ask(message);
		const isCancelled = signal === 2;
		outside.postMessage({ kind: "answer", id: message.id, answer: isCancelled ? null
			: { move: moves[0] ?? null, ponder: moves[1] ?? null, ...rest } });
	} catch (error) {
		outside.postMessage({ kind: "error", id: message.id,
			message: error.message });
	}
}

const PIECE = 1 << 18; // bytes of a PGN at a time

function index({ module, bytes }) {
	const own = new Instance(module);
	const where = own.calls.pgn_index_new();
	if (!where)
		throw new Error("there is no memory for that");
	const feed = (piece, part) => {
		const done = own.calls.pgn_index_feed(where, ...piece);
		const games = JSON.parse(`[${own.takeFirst(done).replace(/^,/, "")}]`);
		outside.postMessage({ kind: "games", games, part });
	};
	for (let at = 0; at < bytes.length; at += PIECE)
		feed(own.put(bytes.subarray(at, at + PIECE)),
			Math.min(0.999, (at + PIECE) / bytes.length));
	feed([0, 0], 1);
}

function hear(message) {
	switch (message.kind) {
	case "open":
		open(message);
		break;
	case "help":
		help(message);
		break;
	case "signal":
		signal = message.signal;
		break;
	case "index":
		try {
			index(message);
		} catch (error) {
			outside.postMessage({ kind: "error", message: error.message });
		}
		break;
	case "forget":
		instance.calls.engine_forget();
		break;
	case "network":
		setNetwork(message);
		break;
	default:
		answer(message);
	}
}

if (outside.addEventListener)
	outside.addEventListener("message", ({ data }) => hear(data));
else
	outside.on("message", hear);
