// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The worker of thinker.js: an instance of the module that searches.

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

function open({ module, hash, slices }) {
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
	});
	if (instance.calls.engine_open(hash * 2 ** 20))
		throw new Error(`there is no memory for a table of ${hash} MB`);
	outside.postMessage({ kind: "ready", slices: suspends });
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

async function answer(message) {
	job = message.id;
	signal = 0;
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

function hear(message) {
	switch (message.kind) {
	case "open":
		open(message);
		break;
	case "signal":
		signal = message.signal;
		break;
	case "forget":
		instance.calls.engine_forget();
		break;
	default:
		answer(message);
	}
}

if (outside.addEventListener)
	outside.addEventListener("message", ({ data }) => hear(data));
else
	outside.on("message", hear);
