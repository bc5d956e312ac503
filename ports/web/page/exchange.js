// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Import and export of positions and games: FEN, FEN4, PGN and PGN4, by paste,
// file, drop, and in the fragment of a link. External input is shown as text,
// and changes nothing unless the module can read it.

import { t } from "./i18n.js";
import { writeNotes } from "./notes.js";
import { pgnMoves } from "./tree.js";

const MOST = 4 << 20; // the most characters in a link

/** Is it a FEN rather than a game? */
function isFen(text) {
	const line = text.trim();

	return !line.includes("\n") && /^[^[\]{}"]*\/[^[\]{}"]*\//.test(line) &&
		!/^\s*1\s*\.(?!\d)/.test(line);
}

/**
 * Reads a text. Throws the module's error, with nothing changed.
 * @returns {{position?: object, games?: object[], text: string}}
 */
export function read(rookery, text, rules) {
	if (isFen(text))
		return { text, position: readFen(rookery, text.trim(), rules) };
	const games = rookery.readPgn(text);

	if (!games.length || games.every(({ moves, tags, error }) =>
		!moves.length && !Object.keys(tags).length && !error))
		throw new Error(t("read.nothing"));
	if (games.length === 1 && games[0].error)
		throw games[0].error;
	return { text, games };
}

// A FEN4 has commas between squares.
function readFen(rookery, fen, rules) {
	const players = fen.includes(",") ? 4 : 2;
	const row = rules.players === players ? rules
		: rookery.rules.find((one) => one.players === players) ?? rules;

	return rookery.position({ rules: row.name, fen });
}

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

const today = () => new Date().toISOString().slice(0, 10).replaceAll("-", ".");

/** The page's game as PGN, with variations. */
export function pgnOf({ rookery, game, root, rules, levels, tags, head, isStudy }) {
	const names = rules.seats.map((seat, index) => [seat, levels[index]
		? `Rookery level ${levels[index]}` : "Human"]);
	const main = rookery.readPgn(game.pgn({
		Event: "Rookery", Site: "?", Date: today(), Round: "-",
		...Object.fromEntries(names), ...tags,
	}))[0];

	// The result of a study is what its tags say.
	const result = isStudy && RESULTS.includes(tags.Result) ? tags.Result : main.result;

	return rookery.writePgn({
		...main, result, tags: { ...main.tags, Result: result },
		comments: writeNotes(root, rules),
		moves: pgnMoves(root, rules, isStudy ? null : head),
	});
}

const FOUR = ["Red", "Blue", "Yellow", "Green"];

/** A short name of a game in a list: "White – Black, 1-0". */
export function gameTitle({ tags, result, plies, isBroken }) {
	const seats = FOUR.some((seat) => tags[seat]) ? FOUR : ["White", "Black"];
	const event = [tags.Event, tags.Date].filter((tag) => tag && !/^\?/.test(tag));

	return `${seats.map((seat) => tags[seat] ?? "?").join(" – ")}, ` +
		`${tags.Result ?? result}${event.length ? `, ${event.join(" ")}` : ""}` +
		`, ${t("game.plies", { count: plies })}${isBroken ? `, ${t("game.broken")}` : ""}`;
}

async function pack(text) {
	const stream = new Blob([text]).stream()
		.pipeThrough(new CompressionStream("deflate-raw"));
	const bytes = new Uint8Array(await new Response(stream).arrayBuffer());

	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(packed) {
	const bytes = Uint8Array.from(
		atob(packed.replaceAll("-", "+").replaceAll("_", "/")),
		(sign) => sign.charCodeAt(0));
	const reader = new Blob([bytes]).stream()
		.pipeThrough(new DecompressionStream("deflate-raw"))
		.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";

	// A short link may decompress to any length, so it is limited.
	for (;;) {
		const { value, done } = await reader.read();

		if (done)
			return text;
		text += value;
		if (text.length > MOST) {
			reader.cancel().catch(() => {});
			throw new Error(t("read.too-long"));
		}
	}
}

const decode = (text) => decodeURIComponent(text.replaceAll("+", " "));

const here = () => location.href.replace(/#.*/, "");

/** A readable link to a position, or a link to a whole game. */
export const positionLink = (position) =>
	`${here()}#rules=${position.rules.name}&fen=` +
	`${encodeURIComponent(position.fen).replaceAll("%2F", "/").replaceAll("%2C", ",")}`;

export const gameLink = async (pgn) => `${here()}#game=${await pack(pgn)}`;

/** The content of the fragment: {text, rules}; null if empty. */
export async function fromLink() {
	try {
		return await carried();
	} catch ({ name, message }) {
		// Browsers' own messages are not for users.
		throw new Error(name === "Error" ? message : t("read.damaged"));
	}
}

async function carried() {
	const parts = new Map(location.hash.slice(1).split("&").map((part) => {
		const [name, ...value] = part.split("=");

		return [name, value.join("=")];
	}));

	if (parts.has("fen"))
		return { rules: parts.get("rules"), text: decode(parts.get("fen")) };
	if (parts.has("pgn"))
		return { text: decode(parts.get("pgn")) };
	if (parts.has("game"))
		return { text: await unpack(parts.get("game")) };
	return null;
}

/** Removes the fragment, since later moves are not in it. */
export function forgetLink() {
	try {
		history.replaceState(null, "", here());
	} catch {
		location.hash = "";
	}
}

/** Lets a text be saved as a file. */
export function saveFile(name, text) {
	const url = URL.createObjectURL(text instanceof Blob ? text
		: new Blob([text], { type: "text/plain" }));
	const link = document.createElement("a");

	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10000);
}
