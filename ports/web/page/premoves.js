// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Premoves: moves chosen while others think, played one in each turn of their
// player. Each is chosen on the board as it would be after the earlier ones; the
// module knows where a piece could go there. What is not legal when its turn
// comes is dropped, with all that its player has planned after it.

export class Premoves {
	/** @param {import("./store.js").Store} store */
	constructor(store) {
		this.store = store;
		/** In the order in which they were chosen; `promotion` is a letter. */
		this.list = [];
		this.known = null;
	}

	get count() { return this.list.length; }

	/** The board as it would be, without knowing what the others play. */
	planned() {
		const { known, list } = this;
		const { position } = this.store.game;

		if (known?.position === position && known.list === list)
			return known.setup;
		const setup = position.setup();

		// What another move has made impossible is not shown.
		list.every((move) => this.#isThere(setup, move) && setup.premove(move));
		this.known = { position, list, setup };
		return setup;
	}

	#isThere(setup, { seat, from }) {
		const piece = setup.rules.pieces[setup.cells[from]];

		return piece?.seat === seat && !piece.dead;
	}

	add(move) {
		this.list = [...this.list, move];
	}

	/** Drops the premoves of a seat, or all; returns how many there were. */
	drop(isMeant = (_) => true) {
		const before = this.list.length;

		this.list = this.list.filter((move) => !isMeant(move));
		return before - this.list.length;
	}

	/** Takes out the next premove of a seat. */
	take(seat) {
		const next = this.list.find((move) => move.seat === seat);

		this.list = this.list.filter((move) => move !== next);
		return next;
	}

	/** Marks for the board: {square, order, planned}. */
	get marks() {
		const marks = new Map();

		this.list.forEach(({ from, to }, index) => {
			marks.set(from, { square: from, order: marks.get(from)?.order });
			marks.set(to, { square: to, planned: true,
				order: this.count > 1 ? index + 1 : undefined });
		});
		return [...marks.values()];
	}
}
