// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The engine of the machine that serves the page, behind the interface of a
// Thinker. The server has one, and lends it to who asked last; docs/web.md says
// what is sent. Lines come as UCI writes them and are read with the module.

import { t } from "./i18n.js";

const OFTEN = 120; // milliseconds between two questions whether there is news
const MOVES = 12; // of a line that are read

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// The end of the last request.
let turn = Promise.resolve();

/**
 * Asks the server; returns its text. One request at a time: a question about
 * the last search must not arrive after the next one was asked for.
 */
function post(lines) {
	const answer = turn.then(() => send(lines));

	turn = answer.then(() => {}, () => {});
	return answer;
}

async function send(lines) {
	const response = await fetch("engine", {
		method: "POST", headers: { "X-Rookery": "1" }, body: lines.join("\n"),
	}).catch(() => {
		throw new Error(t("engine.silent"));
	});

	if (response.ok)
		return response.text();
	throw new Error(response.status === 409 ? t("engine.taken")
		: t("engine.refused", { status: response.status }));
}

/** A number behind a word of an info line, or several. */
function valuesAfter(words, name, count = 1) {
	const at = words.indexOf(name);

	return at < 0 ? [] : words.slice(at + 1, at + 1 + count).map(Number);
}

/** The moves of a line, as far as they can be read. */
function readMoves(position, texts) {
	const moves = [];

	for (const text of texts.slice(0, MOVES)) {
		try {
			const move = position.read(text);

			moves.push(move);
			position = position.after(move);
		} catch {
			break;
		}
	}
	return moves;
}

/** An info line as a Thinker reports it; null if it has no moves. */
export function readInfo(text, position) {
	const words = text.split(" ");
	const pv = words.indexOf("pv");
	const score = words.indexOf("score");
	const moves = pv < 0 ? [] : readMoves(position, words.slice(pv + 1));
	const [win = 0, draw = 0, loss = 0] = valuesAfter(words, "wdl", 3);
	const number = Number(words[score + 2]);
	const isMate = words[score + 1] === "mate";
	const shares = [win + draw / 2, loss + draw / 2];

	if (score < 0 || !moves.length)
		return null;
	return {
		line: valuesAfter(words, "multipv")[0] ?? 1,
		depth: valuesAfter(words, "depth")[0] ?? 0,
		selectiveDepth: valuesAfter(words, "seldepth")[0] ?? 0,
		score: isMate ? Math.sign(number || -1) * 30000 - number : number,
		mate: isMate ? number : null,
		bound: words.includes("lowerbound") ? "lower"
			: words.includes("upperbound") ? "upper" : null,
		win, draw, loss,
		shares: position.turn ? shares.reverse() : shares,
		nodes: valuesAfter(words, "nodes")[0] ?? 0,
		time: valuesAfter(words, "time")[0] ?? 0,
		hashFull: valuesAfter(words, "hashfull")[0] ?? 0,
		moves,
	};
}

/** "fen … moves …" of a game, or of a position alone. */
function place(about) {
	const moves = about.history?.filter(({ kind }) => kind === "move")
		.map(({ text }) => text) ?? [];
	const { fen } = moves.length ? about.at(0) : about;

	return `fen ${fen}${moves.length ? ` moves ${moves.join(" ")}` : ""}`;
}

export class NativeThinker {
	constructor(rookery, { threads, hash }) {
		Object.assign(this, { rookery, threads, hash });
		this.job = 0;
	}

	/**
	 * As Thinker.think(); knows depth, movetime, nodes, infinite and lines.
	 * @param {any} about
	 * @param {import("./rookery/rookery.js").Limits} [limits]
	 * @param {(line: object) => void} [onLine]
	 * @returns {Promise<object | null>}
	 */
	async think(about, { lines = 1, depth, movetime, nodes } = {}, onLine = () => {}) {
		const job = Math.floor(Math.random() * 2 ** 40) + 1;
		const position = about.position ?? about;
		const limit = Object.entries({ depth, movetime, nodes })
			.find(([, value]) => value);
		const ask = [`ask ${job}`, `threads ${this.threads}`, `hash ${this.hash}`,
			`lines ${lines}`,
			`variant ${about.rules.name === "standard" ? "chess" : about.rules.name}`,
			`position ${place(about)}`, `go ${limit ? limit.join(" ") : "infinite"}`];

		this.job = job;
		await post(ask);
		return this.#follow(job, position, onLine);
	}

	async #follow(job, position, onLine) {
		while (this.job === job) {
			const news = (await post([`poll ${job}`])).split("\n");

			if (this.job !== job)
				break;
			for (const text of news) {
				const [kind, move] = text.split(" ");

				if (kind === "bestmove")
					return { move: readMoves(position, [move])[0] ?? null, ponder: null };
				const line = kind === "info" ? readInfo(text, position) : null;

				if (line)
					onLine(line);
			}
			await sleep(OFTEN);
		}
		return null;
	}

	/** Ends the search; think() returns the best move so far. */
	stop() {
		if (this.job)
			post([`stop ${this.job}`]).catch(() => {});
	}

	/** Cancels the search; think() returns null. */
	cancel() {
		const { job } = this;

		this.job = 0;
		if (job)
			post([`stop ${job}`]).catch(() => {});
	}

	close() { this.cancel(); }
}
