#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * The protocols through the WebAssembly functions, for
 * tests/transcripts/run.py: `console 3` or `device 3`, then so many frames, each
 * a line with a number and that many bytes; and so on. The answers go out
 * in frames; what the console says at its end belongs to the last one.
 */
import { readFileSync, writeSync } from "node:fs";
import { compile, Instance } from "../../build/web/rookery/wasm.js";

const input = readFileSync(0);
const instance = new Instance(await compile("rookery.wasm"));
const { calls } = instance;
let at = 0;

function readLine() {
	const end = input.indexOf(10, at);
	const line = input.toString("latin1", at, end);

	at = end + 1;
	return line;
}

function readFrame() {
	const length = Number(readLine());

	at += length;
	return input.subarray(at - length, at);
}

/* Bytes as they are, whatever they mean. */
function answerOf(call) {
	calls.answer_clear();
	call();
	return Buffer.from(instance.bytes.slice(calls.answer(),
		calls.answer() + calls.answer_length()));
}

function playConsole(frames) {
	calls.seed(1);
	instance.files.clear();
	const console = calls.console_new();
	let more = true, last = 0;
	const answers = frames.map((frame, i) => answerOf(() => {
		const end = frame.at(-1) === 10 ? -1 : undefined;

		if (!more)
			return;
		more = calls.console_line(console, ...instance.put(frame.subarray(0, end)));
		last = i;
	}));
	const end = answerOf(() => calls.console_end(console));

	answers[last] = Buffer.concat([answers[last], end]);
	return answers;
}

function playDevice(frames) {
	const device = calls.device_new(1);
	const answers = frames.map((frame) =>
		answerOf(() => calls.device_write(device, ...instance.put(frame))));

	calls.device_end(device);
	return answers;
}

const parts = [];
while (at < input.length) {
	const [protocol, count] = readLine().split(" ");
	const frames = Array.from({ length: Number(count) }, readFrame);

	for (const answer of (protocol === "device" ? playDevice : playConsole)(frames))
		parts.push(Buffer.from(`${answer.length}\n`), answer);
}

const output = Buffer.concat(parts);
for (let done = 0; done < output.length;)
	done += writeSync(1, output, done);
