#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 *	xz -dc games.rk.xz | tools/puzzles.mjs ROOKERY COUNT > puzzles.txt
 *
 * Makes puzzles of the program's own games (the file is described in
 * tools/games.h; `make web` must have been run): positions after a mistake where
 * exactly one move wins. A candidate is where the scores of the game leap. The
 * engine ROOKERY then looks at the two best moves of every position of the
 * solution, twice, the second time with ten times as many nodes, and both times
 * one must win or mate and the other must not. A line of the file is:
 *
 *	FEN	moves	rating	themes
 *
 * The FEN is the position before the mistake, which is the first of the moves.
 * The rating is a guess: the longer it takes the engine to find the move and the
 * longer the solution, the higher.
 *
 *	tools/puzzles.mjs --agree STOCKFISH < puzzles.txt > agreed.txt
 *
 * leaves those about which another engine is of the same opinion.
 * tests/web/puzzles.spec.mjs compares the file with other programs, too.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Rookery } from "../build/web/rookery/rookery.js";
import { themesOf } from "./puzzle_themes.mjs";

const STANDARD = 518; // the number of the usual start among those of Chess960
const FIRST = 60000; // nodes of the first look
const SECOND = 600000;
const AGREE = 120000; // of another engine
const MOST = 6; // moves of the player
const WINS = 250; // hundredths of a pawn that win
const OTHERWISE = 90; // that do not
const MATE = 30000;

const isReview = process.argv[2] === "--agree";
const [program, wanted = "400"] = process.argv.slice(isReview ? 3 : 2);
const rookery = await Rookery.load();

/** The engine, which says the two best moves. */
class Engine {
	constructor() {
		this.process = spawn(program, isReview ? [] : ["uci"],
			{ stdio: ["pipe", "pipe", "inherit"] });
		this.lines = createInterface(this.process.stdout)[Symbol.asyncIterator]();
		for (const [name, value] of [["Threads", 1], ["Hash", 64], ["MultiPV", 2]])
			this.say(`setoption name ${name} value ${value}`);
	}

	say(line) { this.process.stdin.write(`${line}\n`); }

	/** [{move, score}, ...], the best first, and the depth that found it. */
	async look(fen, nodes) {
		const found = [];
		let since = 0;

		this.say("ucinewgame");
		this.say(`position fen ${fen}`);
		this.say(`go nodes ${nodes}`);
		for (;;) {
			const { value, done } = await this.lines.next();

			if (done)
				throw new Error("the engine has ended");
			if (value.startsWith("bestmove"))
				return { found, since };
			const line = / multipv (\d) score (cp|mate) (-?\d+) (.*) pv (\S+)/
				.exec(value);

			if (!line || /bound/.test(line[4]))
				continue;
			const rank = Number(line[1]) - 1, number = Number(line[3]);

			if (rank === 0 && found[0]?.move !== line[5])
				since = Number(/ nodes (\d+)/.exec(value)[1]);
			found[rank] = { move: line[5], mate: line[2] === "mate" ? number : null,
				score: line[2] === "cp" ? number
					: Math.sign(number) * MATE - number };
		}
	}

	close() { this.say("quit"); }
}

/** The games of a file: starts, moves and scores. */
function* gamesOf(bytes) {
	for (let at = 8; at + 6 <= bytes.length;) {
		const [start, random, plies] = [bytes.readUInt16LE(at), bytes[at + 3],
			bytes.readUInt16LE(at + 4)];
		const numbers = Array.from({ length: plies }, (_, i) => at + 6 + 4 * i);

		yield { start, random, moves: numbers.map((place) => bytes.readUInt16LE(place)),
			scores: numbers.map((place) => bytes.readInt16LE(place + 2)) };
		at += 6 + 4 * plies;
	}
}

/** Plies where the one to move gains much by what the other has just played. */
function leaps({ random, scores }) {
	return scores.flatMap((score, i) => i > random && score >= WINS &&
		-scores[i - 1] <= OTHERWISE && -scores[i - 1] > -600 ? [i] : []);
}

/** Is there one move that wins, or mates, and no other? */
function isUnique({ found: [best, other] }) {
	if (!best || !other)
		return false;
	if (best.mate > 0)
		return !(other.mate > 0) && other.score < 3 * WINS;
	return best.score >= WINS && other.score <= OTHERWISE &&
		best.score - other.score >= WINS;
}

/**
 * The solution from a position: the player's only moves, and the best replies.
 * A mate is played to its end, where another mate in one is as good.
 */
async function solve(engine, position, nodes) {
	const moves = [];
	let effort = 0, solved = 0;

	for (let turn = 0; turn < MOST; turn++) {
		const legal = position.moves();
		const look = await engine.look(position.fen, nodes);
		const [best] = look.found;
		const isLast = best?.mate === 1;

		if (legal.length < 2 && turn === 0)
			return null;
		if (!(isUnique(look) || (isLast && turn) || (legal.length === 1 && turn)))
			break;
		effort += look.since;
		moves.push(best.move);
		solved = moves.length;
		position = position.after(best.move);
		if (position.isOver)
			break;
		const reply = (await engine.look(position.fen, nodes)).found[0];

		moves.push(reply.move);
		position = position.after(reply.move);
		if (position.isOver)
			break;
	}
	return solved ? { moves: moves.slice(0, solved), effort } : null;
}

/** A mate that is begun must be finished, or it is no puzzle. */
async function isSound(engine, position, { moves }) {
	const [best] = (await engine.look(position.fen, SECOND)).found;
	let last = position;

	for (const move of moves)
		last = last.after(move);
	return best.mate === null || (last.isOver && last.checks.length > 0);
}

function rate(moves, effort, themes) {
	const length = (moves.length + 1) / 2;
	const easy = themes.includes("hanging") ? 250 : themes.includes("mate-in-1") ? 300 : 0;
	const hard = themes.includes("quiet") ? 150 : 0;

	return Math.round((700 + 90 * Math.log2(1 + effort / 40) + 110 * (length - 1) +
		hard - easy) / 5) * 5;
}

/** Takes back a move that only takes back: nobody learns from that. */
const isRecapture = (mistake, [first], moves) =>
	mistake.captured !== null && moves.length < 3 &&
	first.slice(2, 4) === mistake.text.slice(2, 4);

async function puzzleOf(engine, before, mistake) {
	const position = before.after(mistake);
	const quick = await solve(engine, position, FIRST);

	if (!quick || isRecapture(mistake, quick.moves, quick.moves))
		return null;
	const sure = await solve(engine, position, SECOND);

	if (!sure || !await isSound(engine, position, sure))
		return null;
	const themes = themesOf(position, sure.moves);

	return [before.fen, [mistake.text, ...sure.moves].join(" "),
		rate(sure.moves, sure.effort, themes), themes.join(" ")].join("\t");
}

/** Positions of the same kind in a row are one puzzle: one a game is enough. */
async function* puzzles(engine, bytes) {
	for (const game of gamesOf(bytes)) {
		const places = leaps(game);

		if (!places.length || game.start !== STANDARD)
			continue;
		const [place] = places;
		let position = rookery.position();

		for (const number of game.moves.slice(0, place - 1))
			position = position.after({ move: number });
		const mistake = position.moves().find(({ move }) => move === game.moves[place - 1]);
		const found = mistake && await puzzleOf(engine, position, mistake);

		if (found)
			yield found;
	}
}

/** Does the engine find every move of the solution, and no other as good? */
async function agrees(engine, line) {
	const [fen, text] = line.split("\t");
	const [mistake, ...moves] = text.split(" ");
	let position = rookery.position({ fen }).after(mistake);

	for (const [i, move] of moves.entries()) {
		const legal = position.moves();
		const { found: [best, other] } = await engine.look(position.fen, AGREE);
		const next = position.after(move);
		const isMate = next.isOver && next.checks.length > 0;
		const isAlone = best.move === move && (best.mate > 0
			? !(other?.mate > 0) : best.score - (other?.score ?? 0) >= WINS / 2);

		if (i % 2 === 0 && !isAlone && !isMate && legal.length > 1)
			return false;
		position = next;
	}
	return true;
}

async function review(engine) {
	for (const line of readFileSync(0, "utf8").trimEnd().split("\n"))
		if (line.startsWith("#") || await agrees(engine, line))
			console.log(line);
	engine.close();
}

const engine = new Engine();
const seen = new Set();

if (isReview) {
	await review(engine);
	process.exit(0);
}
console.log(`# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
#
# Puzzles from the program's own games, made by tools/puzzles.mjs: the position
# before a mistake, the mistake and the solution, a rating, themes; by tabs.`);
for await (const line of puzzles(engine, readFileSync(0))) {
	const [fen] = line.split(" ");

	if (seen.has(fen))
		continue;
	seen.add(fen);
	console.log(line);
	if (seen.size === Number(wanted))
		break;
}
engine.close();
