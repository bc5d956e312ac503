// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Texts for cells, moves, results, levels, kinds of chess and times.

import { capital, t } from "./i18n.js";

/** The cells in the form of <rookery-board>. */
export const cellsOf = (cells, { squares, pieces }) =>
	Array.from(cells, (cell, square) =>
		squares[square] ? pieces[cell] ?? null : "wall");

/** The number of the cell with this piece. */
export const cellNumber = (wanted, { pieces }) => pieces.findIndex((piece) =>
	["type", "seat", "dead"].every((key) => piece?.[key] === wanted[key]));

const TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/** The name of a piece type in the page's files: "knight". */
export const typeId = (type) => TYPES[type];

/** The same in the page's language. */
export const typeName = (type) => t(`piece.${TYPES[type]}`);

/** A seat in the middle of a sentence, by the module's name: "White". */
export const seatWord = (name) => t(`seat.${name.toLowerCase()}`);

/** The same as a label. */
export const seatName = (name) => capital(seatWord(name));

/** The piece type of an English word: knight, knights, N; or -1. */
export function typeOf(word) {
	const name = word.toLowerCase().replace(/e?s$/, "");

	return TYPES.findIndex((type) => type === name || type === word.toLowerCase());
}

/** "white knight", "dead blue rook". */
export function pieceName(cell, rules) {
	const { type, seat, dead } = rules.pieces[cell];
	const piece = t(`piece.${rules.seats[seat].toLowerCase()}-${TYPES[type]}`);

	return dead ? t("piece.dead", { piece }) : piece;
}

/** A move as spoken: "knight takes f3, check". */
export function moveWords(event, rules) {
	const { san, cell, from, to, captured, promotion, kind } = event;

	if (kind && kind !== "move")
		return leaveWords(event);
	const values = { piece: typeName(rules.pieces[cell].type),
		from: rules.squares[from], to: rules.squares[to] };
	let move = /^O-O-O/.test(san) ? t("move.long") : /^O-O/.test(san) ? t("move.short")
		: t(captured === null ? "move.to" : "move.takes", values);

	if (promotion)
		move = t("move.becomes", { move,
			piece: typeName(rules.types.indexOf(promotion)) });
	return san.includes("#") ? t("move.mate", { move })
		: san.includes("+") ? t("move.check", { move }) : move;
}

const leaveWords = ({ kind }) => t(`event.${kind}`);

/** The same for the list: "Nf3", "resigns". */
export function moveText(event, figures = false) {
	if (event.kind !== "move")
		return leaveWords(event);
	return figures ? event.san.replace(/^[NBRQK]|(?<==)[NBRQ]/g,
		(letter) => FIGURES[letter]) : event.san;
}

const FIGURES = { N: "♞", B: "♝", R: "♜", Q: "♛", K: "♚" };

/** How games end, by the words of the module. */
const REASONS = {
	"checkmate": "checkmate", "the king was taken": "king", "resignation": "resignation",
	"time": "time", "a decisive lead": "lead", "stalemate": "stalemate",
	"insufficient material": "insufficient", "fivefold repetition": "fivefold",
	"seventy-five moves": "seventy-five", "threefold repetition": "threefold",
	"fifty moves": "fifty", "agreement": "agreement",
	"time, but no mate is possible": "time-draw",
};
const DRAWS = ["insufficient", "fivefold", "seventy-five", "threefold", "fifty", "agreement",
	"time-draw"];

/** A reason of the module in the page's language. */
export const reasonText = (reason) => REASONS[reason] ? t(`reason.${REASONS[reason]}`) : reason;

/**
 * How a game ended, and why: "White wins! (resignation)", "Checkmate! White
 * wins!". With points, those who won are named in a draw, too.
 */
export function resultText({ winners, reason, words }, { seats }, saysWhy = true) {
	const id = REASONS[reason];
	const isDraw = DRAWS.includes(id);
	const won = / wins?!/.test(words) ? t("result.wins", { count: winners.length,
		seats: listWords(winners.map((seat) => seatWord(seats[seat]))) }) : "";

	if (!id)
		return words;
	if (id === "checkmate" || id === "stalemate")
		return `${t(`result.${id}`)} ${won}`.trim();
	return [isDraw ? t("result.draw") : won,
		isDraw || saysWhy || id === "time" || id === "lead" ? `(${reasonText(reason)})` : "",
		isDraw ? won : ""].filter(Boolean).join(" ");
}

/** Texts for kinds of chess; one that the table lacks has its own name. */
const rulesEntry = (key, otherwise) => t(key) === key ? otherwise : t(key);

export const rulesTitle = ({ name }) => rulesEntry(`rules.${name}`, name);
export const rulesText = ({ name }) => rulesEntry(`rules.${name}-text`, "");

/** The description of a level by these rules. */
export function levelText(level, { levels, searchable, players }) {
	const elo = levels[level - 1];
	// There are no openings for four.
	const text = elo ? `Elo ${elo}` : level < 4 || (level === 4 && players === 2)
		? t(`level.${level}`)
		: searchable && level === levels.length ? t("level.best") : "";

	return `${levelName(level)}${text && `, ${text}`}`;
}

/** "Level 3", and "Human" for 0. */
export const levelName = (level) => capital(level ? t("player.level", { level })
	: t("player.human"));

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
export const sentence = (text) => `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** "a, b and c". */
export function listWords(words) {
	return words.length < 2 ? words.join("")
		: t("list.and", { list: words.slice(0, -1).join(", "), last: words.at(-1) });
}

/** "0", "½", "1½". */
export function halvesText(points) {
	return `${Math.floor(points) || (points ? "" : 0)}${points % 1 ? "½" : ""}`;
}
