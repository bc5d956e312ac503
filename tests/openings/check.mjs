/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Holds data/openings.txt to the rules written at its top, with chess.js as
 * the judge of moves: every move legal and in canonical notation, no position
 * named twice, an answer for Black to every first move.
 *
 * Where a list of named openings lies beside the checkout, in
 * ../shared/data/eco, it is the second opinion: at the last position of a line
 * that the list knows too, the names must be of one family. The codes must be
 * equal there if the line ends there; if it goes on, its code may be a later
 * one. Wording below the family is ours.
 */
import { createRequire } from 'node:module';
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const { Chess } = createRequire(new URL('build/', root))('chess.js');
const table = new URL('data/openings.txt', root);
const reference = new URL('../shared/data/eco/', root);
const name_form = /^[A-Z0-9][A-Za-z0-9.,:' -]{2,62}$/;

let passed = 0;
let failed = 0;

function expect(ok, what) {
	if (ok) {
		passed++;
	} else {
		failed++;
		console.log(`FAILED: ${what}`);
	}
}

/* A position without its move counters. */
function key(game) {
	return game.fen().split(' ').slice(0, 4).join(' ');
}

function hand_over(game) {
	const field = game.fen().split(' ');

	field[1] = field[1] === 'w' ? 'b' : 'w';
	field[3] = '-';
	game.load(field.join(' '));
}

/* Why this move cannot be played as written; '' when it was played. */
function objection(game, san) {
	try {
		const made = game.move(san, { strict: true });

		return made.san === san ? '' : `"${san}" is written ${made.san}`;
	} catch {
		return `"${san}" is not legal`;
	}
}

/* Plays one move after the other; the keys of the positions met. */
function play(game, moves, where, after_each = () => {}) {
	const keys = [];
	let why = '';

	for (const san of moves) {
		why = objection(game, san);
		if (why)
			break;
		keys.push(key(game));
		after_each(game);
	}
	expect(!why, `${where}: ${why}`);
	return keys;
}

function numbered(moves) {
	return moves.map((san, i) => (i % 2 ? san : `${i / 2 + 1}. ${san}`)).join(' ');
}

function without_numbers(text) {
	return text.split(' ').filter((word) => !/^\d+\.+$/.test(word));
}

function read_line([eco, name, text, who], where) {
	const moves = without_numbers(text);
	const plies = moves.length;

	expect(/^[A-E]\d\d$/.test(eco), `${where}: code "${eco}"`);
	expect(name_form.test(name), `${where}: name "${name}"`);
	expect(['w', 'b', 'wb', '-'].includes(who), `${where}: who "${who}"`);
	expect(who === '-' || (plies >= 8 && plies <= 20),
	       `${where}: ${plies} half-moves in a line to be played`);
	expect(text === numbered(moves), `${where}: numbers of the moves`);
	const keys = play(new Chess(), moves, where);

	return { eco, name, moves, who, where, keys };
}

function read_setup([, side, name, text], where) {
	const game = new Chess();
	const moves = text.split(' ');

	expect(side === 'w' || side === 'b', `${where}: side "${side}"`);
	expect(name_form.test(name), `${where}: name "${name}"`);
	expect(moves.length >= 8, `${where}: only ${moves.length} moves`);
	if (side === 'b')
		hand_over(game);
	play(game, moves, where, hand_over);
	return { side, name };
}

function read_table() {
	const lines = [];
	const setups = [];

	readFileSync(table, 'utf8').split('\n').forEach((row, i) => {
		const where = `openings.txt:${i + 1}`;
		const field = row.split('\t');

		if (row === '' || row.startsWith('#'))
			return;
		if (field.length !== 4)
			expect(false, `${where}: ${field.length} fields, not 4`);
		else if (field[0] === 'setup')
			setups.push(read_setup(field, where));
		else
			lines.push(read_line(field, where));
	});
	return { lines, setups };
}

function check_one_name_each(lines) {
	const seen = new Map();

	for (const { keys, where } of lines) {
		const last = keys.at(-1);

		expect(!seen.has(last), `${where}: position of ${seen.get(last)}`);
		seen.set(last, where);
	}
}

/* A name that stands at two positions is one line's, from some move on. */
function check_one_line_each(lines) {
	const longest = new Map();

	for (const line of lines)
		if (line.moves.length > (longest.get(line.name)?.moves.length ?? 0))
			longest.set(line.name, line);
	for (const { name, keys, where } of lines) {
		const long = longest.get(name);

		expect(long.keys.includes(keys.at(-1)),
		       `${where}: ${name} is also at ${long.where}`);
	}
}

function check_order(lines) {
	const order = ({ eco, moves }) => `${eco} ${numbered(moves)}`;

	for (let i = 1; i < lines.length; i++)
		expect(order(lines[i - 1]) < order(lines[i]),
		       `${lines[i].where}: out of order`);
}

/* Every first move has a name, and a line in which Black answers it. */
function check_first_moves(lines) {
	for (const first of new Chess().moves()) {
		const here = lines.filter(({ moves }) => moves[0] === first);

		expect(here.some(({ moves }) => moves.length === 1), `${first}: no name`);
		expect(here.some(({ who }) => who.includes('b')), `${first}: no answer`);
	}
}

function check_numbers(lines, setups) {
	const played = lines.filter(({ who }) => who !== '-').length;
	const by = (side) => setups.filter((one) => one.side === side).length;

	console.log(`${lines.length} lines, ${played} of them to be played; ` +
		    `${by('w')} set-ups for White, ${by('b')} for Black`);
	expect(lines.length >= 450, 'at least 450 lines');
	expect(played >= 80, 'at least 80 lines to be played');
	expect(setups.length >= 14, 'at least 14 set-ups');
	expect(by('w') >= 5 && by('b') >= 5, 'at least 5 set-ups for each side');
}

function read_reference() {
	const named = new Map();

	for (const file of readdirSync(reference).filter((f) => f.endsWith('.tsv'))) {
		const rows = readFileSync(new URL(file, reference), 'utf8').split('\n');

		for (const row of rows.slice(1).filter((r) => r !== '')) {
			const [eco, name, pgn] = row.split('\t');
			const game = new Chess();

			without_numbers(pgn).forEach((san) => game.move(san));
			named.set(key(game), { eco, name });
		}
	}
	return named;
}

/* A name in one spelling, without taken or not taken. */
function plain(name) {
	return name.toLowerCase().normalize('NFD').replace(/-/g, ' ')
		.replace(/defence/g, 'defense').replace(/centre/g, 'center')
		.replace(/ (accepted|declined|refused)\b/g, '')
		.replace(/[^a-z0-9:, ]/g, '');
}

/* One name's family, the part before the colon, occurs in the other name. */
function related(one, other) {
	const family = (name) => name.split(/[:,]/)[0];

	return one.includes(family(other)) || other.includes(family(one));
}

function check_reference(lines) {
	const named = read_reference();

	console.log(`${named.size} named positions to compare with`);
	for (const { eco, name, keys, where } of lines) {
		const at = keys.findLastIndex((k) => named.has(k));
		const other = named.get(keys[at]);

		if (!other)
			continue;
		expect(at + 1 < keys.length ? eco >= other.eco : eco === other.eco,
		       `${where}: ${eco} ${name}, elsewhere ${other.eco} ${other.name}`);
		expect(related(plain(name), plain(other.name)),
		       `${where}: ${name}, elsewhere ${other.name}`);
	}
}

const { lines, setups } = read_table();

check_one_name_each(lines);
check_one_line_each(lines);
check_order(lines);
check_first_moves(lines);
check_numbers(lines, setups);
if (existsSync(reference))
	check_reference(lines);
else
	console.log('[  SKIPPED ] 1 test(s), listed below:\n' +
		'[  SKIPPED ] codes and names: no ../shared/data/eco here');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
