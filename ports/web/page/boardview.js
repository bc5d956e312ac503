// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Connects the game and <rookery-board>: shows the selected position, and turns
// actions on the board into moves. A piece whose turn it is not can be
// premoved.

import { ask } from "./actions.js";
import { language, t } from "./i18n.js";
import { usePieces } from "./pieces.js";
import { Premoves } from "./premoves.js";
import { cellsOf, sentence } from "./words.js";

const KING = 5;

export class BoardView {
	/**
	 * @param {import("./board.js").Board} board
	 * @param {import("./store.js").Store} store
	 */
	constructor(board, store, settings, say) {
		this.board = board;
		this.store = store;
		this.settings = settings;
		this.say = say;
		this.below = 0;
		this.premoves = new Premoves(store);
		this.arrows = [];
		/** The editor uses the board. */
		this.isLent = false;
		store.addEventListener("change", ({ detail }) => this.changed(detail));
		settings.addEventListener("change", () => this.look());
		board.addEventListener("move", ({ detail }) => this.moved(detail));
		board.addEventListener("press", ({ detail }) => this.pressed(detail));
		board.addEventListener("clear", (event) => {
			if (this.cancelPremoves())
				event.preventDefault();
		});
		addEventListener("keydown", (event) => {
			if (event.key === "Escape" && !event.defaultPrevented &&
			    !document.querySelector("dialog[open]"))
				this.cancelPremoves();
		});
		language.addEventListener("change", () => this.speak());
		this.speak();
		this.look();
		this.lend(false);
	}

	/** Gives the board to the editor, or takes it back. */
	lend(isLent) {
		this.isLent = isLent;
		this.board.targets = (square) => this.targets(square);
		if (!isLent && this.store.root)
			this.show();
	}

	/** Gives the board its texts in the language of the page. */
	speak() {
		this.board.words = boardWords();
		if (this.store.root)
			this.board.show({});
	}

	look() {
		const { board, settings } = this;

		board.dataset.theme = settings.get("theme");
		usePieces(settings.get("pieces")).catch(() => this.say(t("load.failed")));
		document.documentElement.style.setProperty("--zoom", settings.get("zoom") / 8);
		board.duration = settings.get("animation") ? 180 : 0;
		board.classList.toggle("quiet", !settings.get("targets"));
		board.classList.toggle("blind", settings.get("blind"));
		board.show({ coordinates: settings.get("coordinates") });
	}

	changed({ kind }) {
		if (kind === "new")
			this.turnToSomebody();
		if (!["act", "tree", "notes"].includes(kind))
			this.arrows = [];
		if (["new", "back", "end"].includes(kind))
			this.premoves.drop();
		this.premoves.drop(({ seat }) => this.store.levels[seat]);
		if (this.settings.get("turns") && this.store.isLive &&
		    this.store.humans.includes(this.store.game.turn))
			this.below = this.store.game.turn;
		this.show();
	}

	// Turns the board so that the only person sits below.
	turnToSomebody() {
		const { humans } = this.store;

		this.below = humans.length < this.store.levels.length
			? humans[0] ?? 0 : 0;
	}

	/** Turns the board to the next seat. */
	turn(seat = (this.below + 1) % this.store.levels.length) {
		this.below = seat;
		this.show();
	}

	show() {
		if (this.isLent)
			return;
		const { rules } = this.store;
		const { checks } = this.store.shown.position;
		const cells = this.#cells();

		this.isShowing = true;
		this.board.show({
			files: rules.files, ranks: rules.ranks, cells: cellsOf(cells, rules),
			seats: rules.seats, below: this.below, last: this.#last(),
			checks: checks.map((seat) => this.#king(cells, seat)),
			premove: this.store.isLive ? this.premoves.marks : [],
			arrows: this.arrows, circles: [],
		});
		this.board.setDrawings(this.store.cursor.drawings);
		this.isShowing = false;
	}

	/** Shows arrows until the position changes. */
	point(arrows) {
		this.arrows = arrows;
		if (!this.isLent)
			this.board.show({ arrows });
	}

	// With premoves the pieces are shown where they would stand.
	#cells() {
		return this.#isPlanning && this.premoves.count ? this.premoves.planned().cells
			: this.store.shown.position.cells;
	}

	/** Is it another's turn, so that premoves are chosen? */
	get #isPlanning() {
		return this.store.isLive && this.#mover() < 0;
	}

	#king(cells, seat) {
		return cells.findIndex((cell) => {
			const piece = this.store.rules.pieces[cell];

			return piece?.type === KING && piece.seat === seat;
		});
	}

	// With four players, the last move of each.
	#last() {
		const { cursor, rules, lastMove } = this.store;
		const marks = new Map();

		if (rules.players === 2) {
			const event = lastMove.call(this.store);

			return event ? [event.from, event.to] : [];
		}
		for (let node = cursor, i = 0; node.parent && i < rules.players;
			node = node.parent, i++) {
			const { kind, seat, from, to } = node.event;

			for (const square of kind === "move" ? [from, to] : [])
				if (!marks.has(square))
					marks.set(square, { square, seat });
		}
		return [...marks.values()];
	}

	/** The seat that may move now, or -1: only premoves. */
	#mover() {
		const { store } = this;
		const { turn } = store.game;

		return !store.isLive ? store.shown.turn
			: store.levels[turn] ? -1 : turn;
	}

	targets(square) {
		const { store } = this;

		if (store.shown.result)
			return null;
		const planned = this.#isPlanning ? this.premoves.planned() : null;
		const piece = store.rules.pieces[(planned ?? store.shown).cells[square]];
		const mover = this.#mover();

		if (!piece || piece.dead)
			return null;
		if (mover >= 0 && piece.seat === mover)
			return this.#group(store.shown.moves(square));
		if (planned && !store.levels[piece.seat])
			return this.#group(planned.premoves(square));
		return null;
	}

	// With automatic queens there is nothing to choose.
	#group(moves) {
		const targets = group(moves, this.store);

		if (this.settings.get("queen"))
			for (const target of targets)
				target.promotions &&= target.promotions.slice(0, 1);
		return targets;
	}

	/** Drops all premoves; returns whether there were any. */
	cancelPremoves() {
		const count = this.premoves.drop();

		if (!count)
			return false;
		this.show();
		this.say(t("premove.cancelled", { count }));
		return true;
	}

	pressed({ square }) {
		const { store } = this;

		if (this.isLent || store.shown.result)
			return;
		// A premove may go on from where an earlier one ends.
		if (this.premoves.count && !this.board.reach(square) && !this.targets(square))
			this.cancelPremoves();
		const piece = store.rules.pieces[store.shown.cells[square]];

		if (piece?.seat === this.#mover() &&
		    this.board.selected < 0 && !store.shown.moves(square).length)
			this.say(sentence(store.shown.position.whyNoMoves(square)));
	}

	moved({ from, to, promotion }) {
		const { store } = this;

		if (this.isLent)
			return;
		if (this.#isPlanning) {
			this.#plan({ from, to, promotion });
			return;
		}
		const move = this.find({ from, to, promotion });

		if (move && this.settings.get("confirm") && store.isLive && !store.isStudy)
			this.#confirm(move);
		else if (move)
			store.play(move);
	}

	#plan({ from, to, promotion }) {
		const { store, premoves } = this;
		const { seat } = store.rules.pieces[premoves.planned().cells[from]];

		premoves.add({ seat, from, to, promotion: this.#letter(promotion) });
		this.show();
		this.say(t("premove.noted", { count: premoves.count }));
	}

	async #confirm(move) {
		const { store } = this;
		const place = store.cursor;

		this.point([{ from: move.from, to: move.to, brush: "yellow" }]);
		const agreed = await ask(`${move.san}?`, t("board.play-it"));

		this.point([]);
		if (agreed && store.cursor === place && store.isLive && !store.game.result)
			store.play(move);
	}

	/** The letter of a promotion, or null. */
	#letter(promotion) {
		const { rules, rookery } = this.store;

		return promotion === null ? null
			: rules.types[rookery.types.indexOf(promotion)];
	}

	/** The legal move that was meant. */
	find({ from, to, promotion }) {
		return legal(this.store.shown, { from, to, promotion: this.#letter(promotion) });
	}

	/** Plays the next premove of the person whose turn it is. */
	playPremove() {
		const { premoves, store } = this;
		const { turn, result } = store.game;
		const premove = result || store.levels[turn] ? null : premoves.take(turn);

		if (!premove)
			return;
		const move = legal(store.game, premove);

		if (move) {
			store.playOn(move);
			return;
		}
		premoves.drop(({ seat }) => seat === turn);
		this.show();
		this.say(t("premove.illegal", { from: store.rules.squares[premove.from],
			to: store.rules.squares[premove.to] }));
	}
}

function legal(game, { from, to, promotion }) {
	return game.moves(from).find((move) => (move.to === to || move.rook === to) &&
		(!promotion || move.promotion === promotion));
}

/** The texts of a board in the language of the page. */
function boardWords() {
	return {
		board: t("board.board"), empty: t("board.empty"), check: t("board.check"),
		target: t("board.target"), last: t("board.last"), premove: t("board.premove"),
		promotion: t("board.promotion"), type: (type) => t(`piece.${type}`),
		piece(seat, type, isDead) {
			const piece = t(`piece.${seat.toLowerCase()}-${type}`);

			return isDead ? t("piece.dead", { piece }) : piece;
		},
	};
}

/** Groups moves by target. */
function group(moves, { rules, rookery }) {
	const targets = new Map();

	for (const { to, promotion, rook } of moves) {
		const target = targets.get(to) ?? { square: to };

		if (promotion)
			(target.promotions ??= [])
				.push(rookery.types[rules.types.indexOf(promotion)]);
		targets.set(to, target);
		// A king may also be put on the rook with which it castles.
		if (rook !== null)
			targets.set(rook, { square: rook });
	}
	for (const { promotions } of targets.values())
		promotions?.sort((one, other) =>
			rookery.types.indexOf(other) - rookery.types.indexOf(one));
	return [...targets.values()];
}
