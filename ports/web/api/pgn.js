// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The tree of a game with variations. The module's reader reports events in a
// sequence; this builds a tree of them, and writes a tree as a sequence again,
// which the module's normaliser checks and formats.

import { placeOf, RookeryError } from "./wasm.js";

/** Builds the tree of one game. */
class Builder {
	constructor() {
		this.game = { tags: {}, rules: null, comments: [], moves: [], result: "*",
			error: null };
		this.line = this.game.moves;
		this.outer = [];
		/* Comments of a variation that has no move yet. */
		this.early = [];
	}

	get last() { return this.line.at(-1); }

	add(what) {
		const before = this.early;

		this.early = [];
		this.line.push({ move: null, ...what, before, nags: [], comments: [],
			variations: [] });
	}

	move({ kind, offset, ...move }) { this.add({ move }); }

	/* A player leaves the game, or has no move. */
	leave({ seat, why, inTurn, number }) {
		this.add({ leave: { seat, why, inTurn, number } });
	}
	gone({ text }) { this.add({ gone: text }); }
	stay() {}

	comment({ text }) {
		const list = this.last?.comments ??
			(this.outer.length ? this.early : this.game.comments);

		list.push(text);
	}

	open() {
		const variation = [];
		this.outer.push(this.line);
		this.last.variations.push(variation);
		this.line = variation;
	}

	close() {
		this.line = this.outer.pop();
		this.early = [];
	}
	nag({ nag }) { this.last?.nags.push(nag); }
	tag({ name, text }) { this.game.tags[name] = text; }
	result({ text }) { this.game.result = text; }

	error({ name, reason, text, offset }, source) {
		const words = [name, reason].filter(Boolean).join(" ");
		this.game.error = new RookeryError(text ? `${words}: ${text}` : words,
			placeOf(source, offset + 1));
	}
}

/** @internal The games of a list of events. */
export function gamesOf(rookery, source, events) {
	const games = [];
	let builder = new Builder();
	for (const event of events) {
		if (event.kind !== "end") {
			builder[event.kind](event, source);
			continue;
		}
		games.push(finish(rookery, builder.game));
		builder = new Builder();
	}
	return games;
}

/* The start is found by reading the tags as a game without moves. */
function finish(rookery, game) {
	const tags = writeTags(game.tags);
	try {
		const empty = rookery.game({ pgn: `${tags}\n*\n` });
		game.start = empty.at(0);
		game.rules = game.start.rules;
		empty.close();
	} catch {
		game.start = null;
		game.rules = null;
	}
	return game;
}

function writeTags(tags) {
	return Object.entries(tags).map(([name, value]) =>
		`[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`).join("");
}

const LETTERS = { resignation: "R" };

function writeLeave({ seat, why, inTurn }, seats) {
	const letter = LETTERS[why] ?? "T";
	if (inTurn)
		return letter;
	const word = letter === "R" ? "resigned" : "flagged";
	return `{[%${word} ${seats[seat]}]}`;
}

function writeNode({ move, leave, gone }, seats) {
	return move?.san ?? gone ?? writeLeave(leave, seats);
}

/* A comment with a } in it becomes a comment to the end of the line. */
function writeComment(text) {
	if (!text.includes("}"))
		return `{${text}}`;
	return `;${text.replace(/[\r\n]+/g, " ")}\n`;
}

function writeLine(line, seats) {
	return line.flatMap((node) => [
		...(node.before ?? []).map(writeComment),
		writeNode(node, seats),
		...node.nags.map((nag) => `$${nag}`),
		...node.comments.map(writeComment),
		...node.variations.map((moves) => `(${writeLine(moves, seats)})`),
	]).join(" ");
}

/** @internal A tree as unformatted PGN, in one line. */
export function crudePgn(game) {
	const { tags, comments = [], moves, result = "*", start } = game;
	const seats = start?.rules.seats ?? [];
	const ends = seats.length > 2 ? "" : result;
	const words = [...comments.map(writeComment), writeLine(moves, seats), ends];
	return `${writeTags(tags)}\n${words.join(" ")}\n`;
}
