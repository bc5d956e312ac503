// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Texts for cells, moves, levels, kinds of chess and times.

/** The cells in the form of <rookery-board>. */
export const cellsOf = (cells, { squares, pieces }) =>
	Array.from(cells, (cell, square) =>
		squares[square] ? pieces[cell] ?? null : "wall");

/** The number of the cell with this piece. */
export const cellNumber = (wanted, { pieces }) => pieces.findIndex((piece) =>
	["type", "seat", "dead"].every((key) => piece?.[key] === wanted[key]));

const TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

export const typeName = (type) => TYPES[type];

/** The piece type of a word: knight, knights, N; or -1. */
export function typeOf(word) {
	const name = word.toLowerCase().replace(/e?s$/, "");

	return TYPES.findIndex((type) => type === name || type === word.toLowerCase());
}

/** "white knight", "dead blue rook". */
export function pieceName(cell, rules) {
	const { type, seat, dead } = rules.pieces[cell];

	return `${dead ? "dead " : ""}${rules.seats[seat].toLowerCase()} ${TYPES[type]}`;
}

/** A move as spoken: "knight takes f3, check". */
export function moveWords(event, rules) {
	const { san, cell, from, to, captured, promotion, kind } = event;

	if (kind && kind !== "move")
		return leaveWords(event);
	const words = [];

	if (/^O-O/.test(san)) {
		words.push(/^O-O-O/.test(san) ? "castles queen side"
			: "castles king side");
	} else {
		words.push(typeName(rules.pieces[cell].type), rules.squares[from],
			captured === null ? "to" : "takes", rules.squares[to]);
		if (promotion)
			words.push("becomes",
				typeName(rules.types.indexOf(promotion)));
	}
	const end = san.includes("#") ? ", checkmate"
		: san.includes("+") ? ", check" : "";

	return words.join(" ") + end;
}

function leaveWords({ kind }) {
	return { resign: "resigns", flag: "is out of time", claim: "claims" }[kind];
}

/** The same for the list: "Nf3", "resigns". */
export function moveText(event, figures = false) {
	if (event.kind !== "move")
		return leaveWords(event);
	return figures ? event.san.replace(/^[NBRQK]|(?<==)[NBRQ]/g,
		(letter) => FIGURES[letter]) : event.san;
}

const FIGURES = { N: "♞", B: "♝", R: "♜", Q: "♛", K: "♚" };

/** Texts for kinds of chess: [title, explanation]. */
export const RULES = {
	standard: ["Chess", "The game as it is played everywhere."],
	casual: ["Casual", "No check: the king may be left in danger, and who takes it wins."],
	minors: ["Minors", "As chess, but a knight or bishop each is a draw too."],
	ffa: ["Free for all", "All against all; most points win. The king of one who resigns walks on."],
	still: ["Free for all, still", "The same, but nobody’s king walks on."],
	last: ["Last one standing", "No points: who is left at the end wins."],
	teams: ["Teams", "Red and Yellow against Blue and Green."],
};

export const rulesTitle = ({ name }) => RULES[name]?.[0] ?? name;
export const rulesText = ({ name }) => RULES[name]?.[1] ?? "";

const LEVELS = [
	"any legal move", "takes what it can", "looks after its own",
	"knows openings",
];

/** The description of a level by these rules. */
export function levelText(level, { levels, searchable, players }) {
	const elo = levels[level - 1];
	// There are no openings for four.
	const text = elo ? `Elo ${elo}` : (level < 4 || players === 2) && LEVELS[level - 1] ||
		(searchable && level === levels.length ? "at its best" : "");

	return `Level ${level}${text && `, ${text}`}`;
}

/** "5:03", and "4.2" near the end. */
export function timeText(milliseconds) {
	if (milliseconds < 10000)
		return (Math.max(0, milliseconds) / 1000).toFixed(1);
	const seconds = Math.ceil(milliseconds / 1000);
	const two = (number) => String(number).padStart(2, "0");
	const [hours, minutes] = [Math.floor(seconds / 3600),
		Math.floor(seconds / 60) % 60];

	return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
		: `${minutes}:${two(seconds % 60)}`;
}

/** A score in pawns from the first player's view: "+1.3", "#-3". */
export function scoreText({ score, mate }, sign = 1) {
	if (mate !== null && mate !== undefined)
		return `#${mate * sign}`;
	const pawns = score * sign / 100;

	return `${pawns > 0 ? "+" : ""}${pawns.toFixed(Math.abs(pawns) < 10 ? 2 : 1)}`
		.replace("-", "−");
}

/** Shortens a message that contains a long text. */
export const cut = (text, most = 200) =>
	text.length > most ? `${text.slice(0, most)}…` : text;

/** A text of the core with a capital letter and a full stop. */
export const sentence = (text) =>
	`${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** "a, b and c". */
export function listWords(words) {
	return words.length < 2 ? words.join("")
		: `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "0", "½", "1½". */
export function halvesText(points) {
	return `${Math.floor(points) || (points ? "" : 0)}${points % 1 ? "½" : ""}`;
}
