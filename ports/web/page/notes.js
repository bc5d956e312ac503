// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Comments of PGN hold commands beside words: [%clk 0:04:12] is a clock, [%eval
// 0.35] an evaluation, [%cal Ge2e4] an arrow, [%csl Rd5] a circle. They are
// read here into values, and written again; others are kept as they are.

const COMMAND = /\[%(\w+)\s+([^\]]*)\]/g;
const BRUSHES = { G: "green", R: "red", Y: "yellow", B: "blue" };
const LETTERS = Object.fromEntries(Object.entries(BRUSHES)
	.map(([letter, brush]) => [brush, letter]));
const SHAPE = /^([GRYB])([a-n]\d{1,2})([a-n]\d{1,2})?$/;

/** "1:02:03.4" in milliseconds, or null. */
function readClock(text) {
	const parts = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)$/.exec(text.trim());

	return parts ? Math.round(1000 * ((Number(parts[1] ?? 0) * 60 +
		Number(parts[2] ?? 0)) * 60 + Number(parts[3]))) : null;
}

function writeClock(milliseconds) {
	const tenths = Math.floor(Math.max(0, milliseconds) / 100);
	const two = (number) => String(number).padStart(2, "0");
	const seconds = Math.floor(tenths / 10);

	return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:` +
		`${two(seconds % 60)}${tenths % 10 ? `.${tenths % 10}` : ""}`;
}

// "Ge2e4,Rd5"; null if something in it is no arrow and no circle.
function readDrawings(text, { squares }) {
	const drawings = text.split(",").map((part) => {
		const [, letter, one, other = one] = SHAPE.exec(part.trim()) ?? [];
		const [from, to] = [one, other].map((name) => squares.indexOf(name));

		return letter && from >= 0 && to >= 0
			? { from, to, brush: BRUSHES[letter] } : null;
	});

	return drawings.includes(null) ? null : drawings;
}

const READERS = {
	clk(notes, text) {
		notes.clock = readClock(text);
		return notes.clock !== null;
	},
	eval(notes, text) {
		notes.eval = /^[+-]?(?:\d+(?:\.\d+)?|#-?\d+)(?:,\d+)?$/.test(text.trim())
			? text.trim() : null;
		return notes.eval !== null;
	},
	cal: addDrawings,
	csl: addDrawings,
};

function addDrawings(notes, text, rules) {
	const drawings = readDrawings(text, rules);

	notes.drawings.push(...drawings ?? []);
	return drawings !== null;
}

/**
 * What the comments of a move say: {comments, drawings, clock, eval, commands}.
 * @param {string[]} texts
 */
export function readNotes(texts, rules) {
	const notes = { comments: [], drawings: [], clock: null, eval: null, commands: [] };

	for (const text of texts) {
		const words = text.replace(COMMAND, (whole, name, value) => {
			if (!READERS[name]?.(notes, value, rules))
				notes.commands.push(whole.slice(1, -1));
			return " ";
		}).replace(/\s+/g, " ").trim();

		if (words)
			notes.comments.push(words);
	}
	return notes;
}

const shapeText = ({ squares }) => ({ from, to, brush }) =>
	`${LETTERS[brush] ?? "G"}${squares[from]}${from === to ? "" : squares[to]}`;

/** The same as comments for PGN. */
export function writeNotes({ comments, drawings, clock, eval: score, commands }, rules) {
	const circles = drawings.filter(({ from, to }) => from === to);
	const arrows = drawings.filter(({ from, to }) => from !== to);
	const parts = [
		...score === null ? [] : [`%eval ${score}`],
		...clock === null ? [] : [`%clk ${writeClock(clock)}`],
		...circles.length ? [`%csl ${circles.map(shapeText(rules)).join(",")}`] : [],
		...arrows.length ? [`%cal ${arrows.map(shapeText(rules)).join(",")}`] : [],
		...commands,
	].map((part) => `[${part}]`).join(" ");
	const [first, ...others] = comments;

	return [[parts, first].filter(Boolean).join(" "), ...others].filter(Boolean);
}
