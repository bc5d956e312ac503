// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// <rookery-board>: a board of any size for any number of players; squares that
// are not part of it are walls. It shows what show() is given and dispatches
// events for the user's actions. It knows no rule of chess: `targets` says where
// a piece may go.
//
// It is an ARIA grid in the page's own tree (no shadow), so that the page's
// style sheet and its sprite of pieces (art/README.md) reach it. The page's CSP
// forbids style attributes and markup made from text, so it uses neither.
// board.md describes the properties and the events.

import { Drawings } from "./board-drawings.js";
import { Geometry } from "./board-geometry.js";
import { Pointer } from "./board-pointer.js";
import { promotionChooser } from "./board-promotion.js";

const SVG = "http://www.w3.org/2000/svg";
const TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/** The board's texts; a page in another language provides its own. */
export const WORDS = {
	board: "Chess board",
	empty: "empty",
	check: "in check",
	target: "can go here",
	last: "last move",
	premove: "premove",
	promotion: "Promote to",
	type: (type) => type,
	piece: (seat, type, isDead) => `${isDead ? "dead " : ""}${seat.toLowerCase()} ${type}`,
};

/**
 * @typedef {{type: number | string, seat: number, dead?: boolean}} Piece
 * @typedef {Piece | "wall" | null} Cell
 * @typedef {object} View
 * @property {number} files
 * @property {number} ranks
 * @property {Cell[]} cells by square: rank * files + file
 * @property {string[]} seats the players' names, clockwise from below
 * @property {number} below the seat that looks at the board
 * @property {(number | {square: number, seat: number})[]} last
 * @property {number[]} checks
 * @property {(number | {square: number, order?: number, planned?: boolean})[]} premove
 * @property {{from: number, to: number, brush?: string}[]} arrows
 * @property {{square: number, brush?: string}[]} circles
 * @property {"edge" | "every" | "none"} coordinates
 * @typedef {{square: number, promotions?: (number | string)[]}} Target
 */

/** @type {View} */
const NOTHING = {
	files: 8, ranks: 8, cells: Array(64).fill(null),
	seats: ["White", "Black"], below: 0, last: [], checks: [], premove: [],
	arrows: [], circles: [], coordinates: "edge",
};

export class Board extends HTMLElement {
	constructor() {
		super();
		/**
		 * Where the piece on a square may go; null if it may not be
		 * moved.
		 * @type {(square: number) => Target[] | null}
		 */
		this.targets = () => null;
		this.words = WORDS;
		/** The duration of a piece's animation in milliseconds. */
		this.duration = 180;
		this.view = NOTHING;
		this.selected = -1;
		this.reachable = new Map();
		this.current = -1;
		this.cells = [];
		this.hovered = -1;
		this.drawFrom = -1;
		this.chooser = null;
		this.dropped = null;
		this.frame = document.createElement("div");
		this.frame.className = "frame";
		this.grid = document.createElement("div");
		this.grid.className = "grid";
		this.grid.setAttribute("role", "grid");
		this.drawings = new Drawings();
		this.frame.append(this.grid, this.drawings.svg);
		this.pointer = new Pointer(this);
		/** Was the focus put here by a pointer? Then arrows are the page's. */
		this.isPointed = false;
		this.grid.addEventListener("pointerdown", () => { this.isPointed = true; });
		this.grid.addEventListener("focusout", ({ relatedTarget }) => {
			if (!this.grid.contains(/** @type {Node} */ (relatedTarget)))
				this.isPointed = false;
		});
		this.grid.addEventListener("keydown", (event) => this.key(event));
		this.grid.addEventListener("focusin", (event) => this.focused(event));
		this.grid.addEventListener("click", (event) => this.clicked(event));
		this.build();
	}

	connectedCallback() {
		this.append(this.frame);
	}

	/**
	 * Changes what is shown; properties that are not given stay. Pieces
	 * that moved are animated.
	 * @param {Partial<View>} change
	 */
	show(change) {
		const old = this.view;
		const before = this.cells.map((cell) => cell?.look ?? "");

		this.view = { ...old, ...change };
		const rebuilt = this.isOtherBoard(old);

		if (rebuilt)
			this.build();
		const changed = this.renderPieces();

		if (changed || rebuilt)
			this.moved();
		if (changed && !rebuilt)
			this.animateFrom(before);
		this.renderMarks();
		this.renderDrawings();
	}

	/** Selects a square if its piece may be moved; -1: none. */
	select(square) {
		const targets = square < 0 ? null : this.targets(square);

		square = targets ? square : -1;
		this.reachable = new Map((targets ?? []).map((target) =>
			[target.square, target]));
		if (square !== this.selected) {
			this.selected = square;
			this.tell("select", { square, targets: targets ?? [] });
		}
		this.renderMarks();
		return square >= 0;
	}

	/** The selected piece's target at a square, if there is one. */
	reach(square) {
		return this.selected < 0 ? undefined : this.reachable.get(square);
	}

	/** Handles a click on a square, or Enter. */
	activate(square) {
		if (!this.tell("press", { square }))
			return;
		if (this.reach(square))
			this.go(square);
		else if (this.selected === square)
			this.select(-1);
		else
			this.select(square);
	}

	/** Moves the selected piece to one of its targets. */
	go(to, dropped = false) {
		const { promotions } = this.reach(to);
		const from = this.selected;

		if (promotions?.length > 1)
			this.choose(from, to, promotions);
		else
			this.finish(from, to, promotions?.[0] ?? null, dropped);
	}

	/** Removes the user's drawings. */
	clearDrawings() {
		this.drawFrom = -1;
		if (this.drawings.own.length)
			this.changeDrawings(() => { this.drawings.own = []; });
		else
			this.renderDrawings();
	}

	/**
	 * Shows drawings that belong to the position. They stay when the board is
	 * pressed, and nothing is told about them.
	 */
	setDrawings(list) {
		this.drawings.own = [...list];
		this.keepsDrawings = true;
		this.renderDrawings();
	}

	/** Lets a piece from outside be dragged in; for a position editor. */
	carry(piece, event) {
		this.pointer.carry(piece, event);
	}

	/** Puts the focus on a square. */
	focusSquare(square) {
		this.makeCurrent(square);
		this.cells[square]?.element.focus();
	}

	/** The square under a point of the window, or -1. */
	squareAt(x, y) {
		const box = this.grid.getBoundingClientRect();
		const { columns, rows } = this.geometry;

		return this.geometry.playable(
			Math.floor((x - box.left) * columns / box.width),
			Math.floor((y - box.top) * rows / box.height));
	}

	// The rest is private to the board's modules.

	/** Dispatches an event; false if the page prevented the default. */
	tell(type, detail) {
		return this.dispatchEvent(new CustomEvent(type,
			{ detail, bubbles: true, cancelable: true }));
	}

	finish(from, to, promotion, dropped) {
		this.dropped = dropped ? from : null;
		this.select(-1);
		this.tell("move", { from, to, promotion });
		this.dropped = null;
	}

	choose(from, to, promotions) {
		const [column, row] = this.geometry.place(to);
		const { seat, dead } = /** @type {Piece} */ (this.view.cells[from]);
		const choices = promotions.map((type) => ({
			icon: this.makePiece({ type, seat, dead }),
			label: this.words.type(typeName(type)),
		}));

		this.chooser = promotionChooser(
			{ column, row, rows: this.geometry.rows,
				label: this.words.promotion },
			choices, (index) => {
				this.chooser = null;
				if (index >= 0)
					this.finish(from, to, promotions[index]);
				else
					this.select(-1);
				this.focusSquare(index < 0 ? from : to);
			});
		this.frame.append(this.chooser.element);
		this.chooser.element.firstChild.focus();
	}

	// Another position: cancels a selection or drag unless its piece is
	// still there.
	moved() {
		const { gesture } = this.pointer;

		this.chooser?.cancel();
		if (gesture?.piece && gesture.piece !== this.pieceOn(gesture.square))
			this.pointer.cancel();
		if (this.selected >= 0)
			this.select(this.pieceOn(this.selected) ? this.selected : -1);
		this.clearDrawings();
	}

	isOtherBoard(old) {
		const view = this.view;
		const walls = ({ cells }) =>
			cells.map((cell) => cell === "wall" ? 1 : 0).join("");

		return view.files !== old.files || view.ranks !== old.ranks ||
			view.below !== old.below ||
			view.seats.length !== old.seats.length ||
			view.coordinates !== old.coordinates ||
			walls(view) !== walls(old);
	}

	build() {
		const { files, ranks, below, seats, cells } = this.view;
		const focused = this.grid.contains(document.activeElement);

		this.geometry = new Geometry(files, ranks, below * 4 / seats.length,
			(square) => cells[square] === "wall");
		const { columns, rows } = this.geometry;

		this.pointer.cancel();
		this.cells = [];
		this.frame.style.setProperty("--columns", columns);
		this.frame.style.setProperty("--rows", rows);
		this.grid.setAttribute("aria-label", this.words.board);
		this.grid.setAttribute("aria-rowcount", String(rows));
		this.grid.setAttribute("aria-colcount", String(columns));
		this.grid.replaceChildren(...Array.from({ length: rows },
			(_, row) => this.buildRow(row)));
		if (!this.cells[this.current])
			this.current = this.geometry.playable(0, rows - 1);
		if (this.current < 0)
			this.current = this.geometry.corner(false);
		this.makeCurrent(this.current);
		if (focused)
			this.focusSquare(this.current);
	}

	buildRow(row) {
		const element = document.createElement("div");

		element.className = "row";
		element.setAttribute("role", "row");
		element.setAttribute("aria-rowindex", row + 1);
		element.append(...Array.from({ length: this.geometry.columns },
			(_, column) => this.buildCell(column, row)));
		return element;
	}

	buildCell(column, row) {
		const { geometry } = this;
		const square = geometry.playable(column, row);
		const element = document.createElement("div");

		if (square < 0) {
			element.className = "wall";
			element.setAttribute("aria-hidden", "true");
			return element;
		}
		const file = square % geometry.files;
		const rank = Math.floor(square / geometry.files);

		element.className = (file + rank) % 2 ? "cell light" : "cell dark";
		element.setAttribute("role", "gridcell");
		element.setAttribute("aria-colindex", column + 1);
		element.dataset.square = geometry.name(square);
		element.tabIndex = -1;
		element.append(...this.coordinates(square));
		this.cells[square] = { element, piece: null, look: "", order: null };
		return element;
	}

	// The coordinates at the lower and left edge of the turned board.
	coordinates(square) {
		const { geometry } = this;
		const { coordinates } = this.view;
		const sides = [geometry.file(square), geometry.rank(square)];
		const [across, along] = geometry.quarters % 2 ? sides.reverse() : sides;
		const texts = [];

		if (coordinates === "every")
			texts.push(["left", geometry.name(square)]);
		if (coordinates === "edge" && geometry.next(square, 0, 1) === square)
			texts.push(["below", across]);
		if (coordinates === "edge" && geometry.next(square, -1, 0) === square)
			texts.push(["left", along]);
		return texts.map(([where, text]) => {
			const element = document.createElement("span");

			element.className = `coordinate ${where}`;
			element.setAttribute("aria-hidden", "true");
			element.dataset.text = text;
			return element;
		});
	}

	/** @returns {boolean} whether any piece has changed */
	renderPieces() {
		let changed = false;

		this.cells.forEach((cell, square) => {
			const piece = /** @type {Piece | null} */ (this.view.cells[square]);
			const look = piece ? this.look(piece) : "";

			if (cell.look === look)
				return;
			changed = true;
			cell.look = look;
			cell.piece?.remove();
			cell.piece = piece ? this.makePiece(piece) : null;
			cell.element.classList.toggle("taken", Boolean(piece));
			if (cell.piece)
				cell.element.append(cell.piece);
		});
		return changed;
	}

	/** @param {Piece} piece */
	look({ type, seat, dead }) {
		return `${seat}${dead ? " dead" : ""} ${typeName(type)}`;
	}

	/** @param {Piece} piece */
	makePiece({ type, seat, dead }) {
		const svg = document.createElementNS(SVG, "svg");
		const use = document.createElementNS(SVG, "use");
		const army = dead ? "dead" : this.view.seats[seat].toLowerCase();

		svg.setAttribute("class", `piece ${army}`);
		svg.setAttribute("aria-hidden", "true");
		use.setAttribute("href", `#piece-${typeName(type)}`);
		svg.append(use);
		return svg;
	}

	pieceOn(square) {
		return this.cells[square]?.piece ?? null;
	}

	renderMarks() {
		const { last, checks } = this.view;
		change(this.grid, "aria-label", this.words.board);
		const premoves = new Map(this.view.premove.map((mark) =>
			typeof mark === "number" ? [mark, { square: mark }] : [mark.square, mark]));
		/** @type {Map<number, number | "">} */
		const seats = new Map();

		for (const mark of last)
			if (typeof mark === "number")
				seats.set(mark, "");
			else
				seats.set(mark.square, mark.seat);

		this.cells.forEach((cell, square) => {
			const { element } = cell;
			const premove = premoves.get(square);
			const marks = {
				last: seats.has(square),
				check: checks.includes(square),
				premove: Boolean(premove),
				planned: Boolean(premove?.planned),
				selected: square === this.selected,
				target: Boolean(this.reach(square)),
			};

			for (const [mark, is] of Object.entries(marks))
				element.classList.toggle(mark, is);
			const seat = this.view.seats[seats.get(square)];

			if (seat)
				element.dataset.by = seat.toLowerCase();
			else
				delete element.dataset.by;
			this.number(cell, premove?.order);
			change(element, "aria-selected", String(marks.selected));
			change(element, "aria-label", this.label(square, marks, premove?.order));
		});
	}

	/** Shows a number on a square: which premove ends there. */
	number(cell, order) {
		if (cell.order?.dataset.text === String(order ?? ""))
			return;
		cell.order?.remove();
		cell.order = null;
		if (!order)
			return;
		cell.order = document.createElement("span");
		cell.order.className = "order";
		cell.order.setAttribute("aria-hidden", "true");
		cell.order.dataset.text = String(order);
		cell.element.append(cell.order);
	}

	/** The label of a square: "e4, white knight, in check". */
	label(square, marks, order = undefined) {
		const words = order
			? { ...this.words, premove: `${this.words.premove} ${order}` } : this.words;

		return [
			this.geometry.name(square),
			this.pieceLabel(this.view.cells[square]),
			...["check", "target", "premove", "last"]
				.filter((mark) => marks[mark]).map((mark) => words[mark]),
		].join(", ");
	}

	pieceLabel(piece) {
		const { words } = this;

		if (!piece)
			return words.empty;
		return words.piece(this.view.seats[piece.seat], typeName(piece.type),
			Boolean(piece.dead));
	}

	renderDrawings(preview = null) {
		const { arrows, circles } = this.view;

		this.drawings.render(this.geometry, [
			...arrows,
			...circles.map(({ square, brush }) =>
				({ from: square, to: square, brush })),
			...this.drawings.own,
			...preview ? [preview] : [],
		]);
	}

	draw(from, to, brush) {
		this.changeDrawings(() => this.drawings.toggle(from, to, brush));
	}

	changeDrawings(change) {
		change();
		this.renderDrawings();
		this.tell("draw", { drawings: [...this.drawings.own] });
	}

	hover(square) {
		if (square === this.hovered)
			return;
		this.cells[this.hovered]?.element.classList.remove("hover");
		this.cells[square]?.element.classList.add("hover");
		this.hovered = square;
	}

	// Matches pieces that disappeared with pieces that appeared, first by
	// piece, then by owner (a promotion). Too many changes at once are not
	// animated.
	animateFrom(before) {
		const gone = [];
		const come = [];

		const living = (look) => look.replace(" dead", "");

		this.cells.forEach(({ look }, square) => {
			if (living(look) === living(before[square]))
				return;
			if (before[square])
				gone.push(square);
			if (look)
				come.push(square);
		});
		if (come.length > 8)
			return;
		const army = (look) => look.replace(/ \w+$/, "");

		for (const same of [(look) => look, army])
			for (const to of [...come]) {
				const index = gone.findIndex((from) =>
					same(before[from]) === same(this.cells[to].look));

				if (index < 0)
					continue;
				come.splice(come.indexOf(to), 1);
				this.walk(gone.splice(index, 1)[0], to);
			}
	}

	walk(from, to) {
		const [column, row] = this.geometry.place(from);
		const [toColumn, toRow] = this.geometry.place(to);

		if (from !== this.dropped)
			this.slide(this.pieceOn(to), `${(column - toColumn) * 100}% ` +
				`${(row - toRow) * 100}%`);
	}

	/** Returns a dragged piece to its square. */
	settle(piece) {
		const { translate } = piece.style;

		piece.style.translate = "";
		this.slide(piece, translate);
	}

	slide(piece, translate) {
		const still = matchMedia("(prefers-reduced-motion: reduce)").matches;

		if (!translate || still || !this.duration)
			return;
		piece.classList.add("walking");
		piece.animate([{ translate }, { translate: "0 0" }],
			{ duration: this.duration, easing: "ease-in-out" })
			.finished.catch(() => {})
			.then(() => piece.classList.remove("walking"));
	}

	squareOf(element) {
		const cell = element.closest?.(".cell");

		return this.cells.findIndex((one) => one?.element === cell);
	}

	makeCurrent(square) {
		const old = this.cells[this.current];

		if (old)
			old.element.tabIndex = -1;
		this.current = square;
		if (this.cells[square])
			this.cells[square].element.tabIndex = 0;
	}

	focused(event) {
		const square = this.squareOf(event.target);

		if (square >= 0)
			this.makeCurrent(square);
	}

	// A click without a pointer comes from a screen reader.
	clicked(event) {
		const square = this.squareOf(event.target);

		if (event.detail === 0 && square >= 0)
			this.activate(square);
	}

	key(event) {
		const act = KEYS[event.key];
		const square = this.current;

		if (!act || event.altKey || event.metaKey || square < 0)
			return;
		if (this.isPointed && /^(Arrow|Home|End)/.test(event.key) && this.selected < 0)
			return;
		this.isPointed = false;
		if (act.call(this, square, event) !== false)
			event.preventDefault();
	}

	escape() {
		if (this.pointer.cancel())
			return true;
		if (this.selected >= 0)
			return !this.select(-1);
		if (!this.tell("clear", {}))
			return true;
		if (!this.drawings.own.length && this.drawFrom < 0)
			return false;
		this.clearDrawings();
		return true;
	}

	// Drawing by keyboard: first the start, then the end.
	drawByKey(square, event) {
		const from = this.drawFrom;

		this.drawFrom = from < 0 ? square : -1;
		if (from >= 0)
			this.draw(from, square, event.shiftKey ? "red" : "green");
		else
			this.renderDrawings({ from: square, to: square });
	}
}

// Keyboard handlers; returning false leaves the key to the page.
const KEYS = {
	ArrowLeft: step(-1, 0),
	ArrowRight: step(1, 0),
	ArrowUp: step(0, -1),
	ArrowDown: step(0, 1),
	Home: end(-1, 0, false),
	End: end(1, 0, true),
	PageUp: end(0, -1, false),
	PageDown: end(0, 1, true),
	Enter: act,
	" ": act,
	Escape() { return this.escape(); },
};

function step(right, down) {
	return function (square, event) {
		if (event.ctrlKey)
			return false;
		this.focusSquare(this.geometry.next(square, right, down));
		return true;
	};
}

function end(right, down, atEnd) {
	return function (square, event) {
		this.focusSquare(event.ctrlKey ? this.geometry.corner(atEnd)
			: this.geometry.last(square, right, down));
	};
}

function act(square, event) {
	if (event.ctrlKey)
		this.drawByKey(square, event);
	else if (!event.repeat)
		this.activate(square);
}

// Writes only attributes that differ.
function change(element, name, value) {
	if (element.getAttribute(name) !== value)
		element.setAttribute(name, value);
}

function typeName(type) {
	return typeof type === "number" ? TYPES[type] : type;
}

customElements.define("rookery-board", Board);
