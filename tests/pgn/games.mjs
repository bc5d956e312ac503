#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// What chess.js and chessops read in PGN, and what they write:
//
//	games.mjs accept PGN EXPECTED   they find in PGN what dump.c says in
//	                                EXPECTED; chess.js knows usual chess only
//	games.mjs write SEED COUNT PGN EXPECTED
//	                                chess.js writes random games; EXPECTED
//	                                gets what is in them, a line of JSON each
//	games.mjs find PGN EXPECTED     they find those games in PGN
//	games.mjs trees SEED COUNT PGN  chessops writes games with variations,
//	                                annotations and comments everywhere
//	games.mjs same PGN PGN          chessops reads the same in both files
//
// Line breaks in comments are blanks to everybody, so they are here.

import { deepStrictEqual as same } from 'node:assert';
import { readFileSync, writeFileSync } from 'node:fs';

import { Chess } from '../../build/node_modules/chess.js/dist/cjs/chess.js';
import { makeFen } from '../../build/node_modules/chessops/dist/esm/fen.js';
import { ChildNode, defaultGame, makePgn, parsePgn, startingPosition }
	from '../../build/node_modules/chessops/dist/esm/pgn.js';
import { makeSan, parseSan } from '../../build/node_modules/chessops/dist/esm/san.js';
import { makeUci } from '../../build/node_modules/chessops/dist/esm/util.js';

const usualStart = new Chess().fen();
const unbroken = (text) => text.replace(/[\r\n]+/g, ' ');
const read = (name) => readFileSync(name, 'utf8');
const readLines = (name) => read(name).split('\n').slice(0, -1);

const names = ['A', 'B "the" C', 'D\\', 'E\\F', '\u00c9', '"', 'x" y'];

// Repeatable randomness.
let seed = 1n;
function choose(count) {
	seed = (seed * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
	return Number((seed >> 33n) % BigInt(count));
}
const pick = (list) => list[choose(list.length)];

const words = [
	'good', 'bad', 'Nf3', '1-0', '[%clk 0:01:02]', '100%', '%', ';', '(', ')', '"x"',
	'\\', 'caf\u00e9', '\u2654', '[Event', '$1', '1.', '...', 'a-very-long-word-indeed',
	'*', '--', '[%eval', '0.17]',
];
const cleanWords = words.filter((word) => !/["\\]/.test(word));
const randomText = (list) => Array.from({ length: choose(30) }, () => pick(list)).join(' ');

// Castling as king takes rook, as chessops writes it always. Of a move that only
// looks like castling this makes another, but the same on both sides.
const castlings = { e1g1: 'e1h1', e1c1: 'e1a1', e8g8: 'e8h8', e8c8: 'e8a8' };
const usualCastling = (move) => castlings[move] ?? move;

// One game of a file, as chessops or chess.js see it: headers, moves in
// coordinates, and the comments by ply.
function viaChessops(game) {
	const pos = startingPosition(game.headers).unwrap();
	const comments = [game.comments ?? []];
	const moves = [];
	for (const data of game.moves.mainline()) {
		const move = parseSan(pos, data.san);
		if (!move)
			throw new Error(`${data.san} in ${makeFen(pos.toSetup())}?`);
		moves.push(usualCastling(makeUci(move)));
		pos.play(move);
		comments.push(data.comments ?? []);
	}
	return {
		headers: Object.fromEntries(game.headers),
		moves,
		comments: comments.map((list) => list.map(unbroken)),
	};
}

function viaChessJs(text) {
	const chess = new Chess();
	chess.loadPgn(text);
	const byFen = new Map(chess.getComments().map(({ fen, comment }) => [fen, comment]));
	const history = chess.history({ verbose: true });
	const first = history.length ? history[0].before : chess.fen();
	const fens = [first, ...history.map((m) => m.after)];
	return {
		headers: chess.getHeaders(),
		moves: history.map((m) => usualCastling(m.lan)),
		comments: fens.map((fen) => (byFen.has(fen) ? [byFen.get(fen)] : [])),
	};
}

// chessops takes one blank off each end of a comment.
const trimmed = (comments) => comments.map((list) => list.map((c) => c.replace(/^ | $/g, '')));

// The time left after each move, as it should be written.
function clocks(clock, spent) {
	const [initial, increment, delay] = clock.split(' ').map(Number);
	const left = [initial, initial];
	return [[], ...spent.map((time, i) => {
		if (!initial)
			return [];
		const mine = Math.max(0, left[i % 2] - Math.max(0, time - delay)) + increment;
		left[i % 2] = mine;
		const s = Math.floor(mine / 1000);
		const pad = (n) => String(n).padStart(2, '0');
		const tenth = Math.floor(mine / 100) % 10;
		const minutes = Math.floor(s / 60);
		const shown = `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(s % 60)}`;
		return [`[%clk ${shown}${tenth ? `.${tenth}` : ''}]`];
	})];
}

// Reads the games of a file with both; `check` gets a line of EXPECTED with
// its number and what chessops read, and says what chess.js should read, or
// nothing if it cannot.
function readGames(pgnName, expectedName, check) {
	const lines = readLines(expectedName);
	const games = parsePgn(read(pgnName));
	const texts = read(pgnName).split(/\n\n(?=\[Event )/);
	let loaded = 0;
	same(games.length, lines.length);
	same(texts.length, lines.length);
	lines.forEach((line, i) => {
		const expected = check(line, i, viaChessops(games[i]));
		if (!expected)
			return;
		same(viaChessJs(texts[i]), expected);
		loaded++;
	});
	console.log(`${lines.length} games read by chessops, ${loaded} by chess.js`);
}

function accept(pgnName, expectedName) {
	readGames(pgnName, expectedName, (line, i, ours) => {
		const [fen, clock, result, list] = line.split('\t');
		const moves = list.split(' ').filter(Boolean).map((move) => move.split(':'));
		const expected = {
			headers: ours.headers,
			moves: moves.map(([move]) => usualCastling(move)),
			comments: clocks(clock, moves.map(([, spent]) => Number(spent))),
		};
		same(ours, expected);
		same(ours.headers.Result, result);
		same(ours.headers.Round, String(i));
		same(ours.headers.White, 'Se\u00f1or Na\u00efve');
		same(ours.headers.FEN ?? usualStart, fen);
		return ours.headers.Variant === 'Chess960' ? undefined : expected;
	});
}

function write(count, pgnName, expectedName) {
	const texts = [], lines = [];
	for (let i = 0; i < count; i++) {
		const chess = new Chess();
		const comments = [[]];
		// Where it breaks lines it takes blanks away, so have none to take.
		const maxWidth = pick([0, 72]);
		const commentWords = maxWidth ? words : [...words, ' twice', 'twice  '];
		const say = () => {
			const fen = chess.fen();
			if (choose(3) || chess.getComments().some((c) => c.fen === fen))
				return;
			chess.setComment(randomText(commentWords));
			comments[comments.length - 1] = [chess.getComment()];
		};
		chess.setHeader('White', pick(names));
		chess.setHeader('Annotator', randomText(cleanWords) || '-');
		say();
		for (let ply = choose(60); ply && !chess.isGameOver(); ply--) {
			chess.move(pick(chess.moves()));
			comments.push([]);
			say();
		}
		chess.setHeader('Result', pick(['1-0', '0-1', '1/2-1/2', '*']));
		texts.push(chess.pgn({ maxWidth }));
		lines.push(JSON.stringify({
			headers: chess.getHeaders(),
			moves: chess.history({ verbose: true }).map((m) => usualCastling(m.lan)),
			comments,
		}));
	}
	writeFileSync(pgnName, texts.join('\n\n'));
	writeFileSync(expectedName, lines.join('\n') + '\n');
}

function find(pgnName, expectedName) {
	readGames(pgnName, expectedName, (line, i, ours) => {
		const expected = JSON.parse(line);
		same(ours, { ...expected, comments: trimmed(expected.comments) });
		// It does not know how to read a \" or a \\.
		return /["\\]/.test(expected.headers.White) ? undefined : expected;
	});
}

function randomMove(pos) {
	const all = [];
	for (const [from, squares] of pos.allDests())
		for (const to of squares)
			all.push({ from, to });
	if (!all.length)
		return undefined;
	const move = pick(all);
	if (pos.board.pawn.has(move.from) && (move.to < 8 || move.to >= 56))
		move.promotion = pick(['queen', 'knight']);
	return move;
}

const someComments = () =>
	(choose(5) ? undefined : Array.from({ length: 1 + choose(2) }, () => randomText(words)));

// Grows a line of moves, and variations beside each of them.
function grow(node, pos, plies, depth) {
	const move = plies && randomMove(pos);
	if (!move)
		return;
	const child = new ChildNode({ san: makeSan(pos, move), comments: someComments() });
	if (!choose(6))
		child.data.nags = Array.from({ length: 1 + choose(2) }, () => choose(140));
	node.children.push(child);
	while (depth < 4 && !choose(8)) {
		const beside = { children: [] };
		grow(beside, pos.clone(), 1 + choose(6), depth + 1);
		beside.children[0].data.startingComments = someComments();
		node.children.push(...beside.children);
	}
	pos.play(move);
	grow(child, pos, plies - 1, depth);
}

function trees(count, pgnName) {
	const texts = [];
	for (let i = 0; i < count; i++) {
		const game = defaultGame();
		game.headers.set('Event', `tree ${i}`);
		game.headers.set('White', pick(names));
		game.headers.set('Result', pick(['1-0', '0-1', '1/2-1/2', '*']));
		game.comments = someComments();
		grow(game.moves, startingPosition(game.headers).unwrap(), choose(50), 0);
		texts.push(makePgn(game));
	}
	writeFileSync(pgnName, texts.join('\n'));
}

// A tree of moves in coordinates, so that the spelling does not count.
function plain(node, pos) {
	return node.children.map((child) => {
		const { san, nags = [], comments = [], startingComments = [] } = child.data;
		const move = parseSan(pos, san);
		const after = pos.clone();
		after.play(move);
		return [makeUci(move), nags, comments.map(unbroken),
			startingComments.map(unbroken), plain(child, after)];
	});
}

function compare(name, otherName) {
	const [games, others] = [name, otherName].map((n) => parsePgn(read(n)).map((game) => [
		Object.fromEntries(game.headers),
		(game.comments ?? []).map(unbroken),
		plain(game.moves, startingPosition(game.headers).unwrap()),
	]));
	same(games.length, others.length);
	games.forEach((game, i) => same(game, others[i]));
	console.log(`${games.length} games are the same`);
}

const [command, ...args] = process.argv.slice(2);
if (command === 'accept')
	accept(...args);
else if (command === 'find')
	find(...args);
else if (command === 'same')
	compare(...args);
else {
	seed = BigInt(args[0]);
	({ write, trees })[command](Number(args[1]), ...args.slice(2));
}
