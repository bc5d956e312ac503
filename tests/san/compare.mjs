#!/usr/bin/env node
// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// Reads what dump.c writes and compares it with chessops and chess.js (of
// which only chessops knows Chess960):
//
//	dump SEED COUNT | compare.mjs WANTED [chess960]
//
// Fails when a move is missing, is not legal or is written differently, and
// when fewer than WANTED different positions came.

import { createInterface } from 'node:readline';

import { Chess } from '../../build/node_modules/chess.js/dist/cjs/chess.js';
import { Chess as Chessops } from '../../build/node_modules/chessops/dist/esm/chess.js';
import { parseFen } from '../../build/node_modules/chessops/dist/esm/fen.js';
import { makeSan } from '../../build/node_modules/chessops/dist/esm/san.js';
import { makeUci } from '../../build/node_modules/chessops/dist/esm/util.js';

const promotions = ['queen', 'rook', 'bishop', 'knight'];

// All legal moves of chessops as a map from coordinates to SAN.
function chessopsMoves(fen) {
	const pos = Chessops.fromSetup(parseFen(fen).unwrap()).unwrap();
	const moves = new Map();
	for (const [from, squares] of pos.allDests())
		for (const to of squares) {
			const promotes = pos.board.pawn.has(from) && (to < 8 || to >= 56);
			for (const promotion of promotes ? promotions : [undefined]) {
				const move = { from, to, promotion };
				moves.set(makeUci(move), makeSan(pos, move));
			}
		}
	return moves;
}

function complain(fen, ours, theirs, who) {
	throw new Error(`${fen}\n  ours: ${ours}\n  ${who}: ${theirs}`);
}

function compare(fen, pairs, usual) {
	const expected = chessopsMoves(fen);
	const sans = [];
	for (const pair of pairs) {
		const [coord, san] = pair.split(' ');
		if (expected.get(coord) !== san)
			complain(fen, pair, expected.get(coord), 'chessops');
		expected.delete(coord);
		sans.push(san);
	}
	if (expected.size)
		complain(fen, 'nothing', [...expected].join(' '), 'chessops');
	if (!usual)
		return;
	const theirs = new Chess(fen).moves().sort().join(' ');
	const ours = sans.sort().join(' ');
	if (ours !== theirs)
		complain(fen, ours, theirs, 'chess.js');
}

const wanted = Number(process.argv[2]);
const usual = process.argv[3] !== 'chess960';
const seen = new Set();
let moves = 0;
for await (const line of createInterface(process.stdin)) {
	const [fen, ...pairs] = line.split('\t');
	if (seen.has(fen))
		continue;
	seen.add(fen);
	moves += pairs.length;
	compare(fen, pairs, usual);
}
console.log(`${seen.size} positions, ${moves} moves compared`);
if (!(wanted > 0 && seen.size >= wanted && moves >= wanted))
	throw new Error(`fewer than ${process.argv[2]} different positions came`);
