// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Where the squares of a board are on the screen. A square is rank * files +
// file, as in rookery/rules.h; a place is a column and a row as seen by the
// viewer, from the upper left. The board may be turned by quarters: the players
// sit around it clockwise, seat 0 below.

export class Geometry {
	/**
	 * @param {number} files
	 * @param {number} ranks
	 * @param {number} quarters counter-clockwise, 0 to 3
	 * @param {(square: number) => boolean} isWall
	 */
	constructor(files, ranks, quarters, isWall) {
		this.files = files;
		this.ranks = ranks;
		this.quarters = quarters;
		this.isWall = isWall;
		this.columns = quarters % 2 ? ranks : files;
		this.rows = quarters % 2 ? files : ranks;
	}

	/** The place of a square: [column, row]. */
	place(square) {
		const file = square % this.files;
		const rank = Math.floor(square / this.files);

		switch (this.quarters) {
		case 1: return [this.ranks - 1 - rank, this.files - 1 - file];
		case 2: return [this.files - 1 - file, rank];
		case 3: return [rank, file];
		default: return [file, this.ranks - 1 - rank];
		}
	}

	/** The square at a place, or -1 outside the board. */
	square(column, row) {
		if (!(column >= 0 && column < this.columns &&
		      row >= 0 && row < this.rows))
			return -1;
		const [file, rank] = [
			[column, this.ranks - 1 - row],
			[this.files - 1 - row, this.ranks - 1 - column],
			[this.files - 1 - column, row],
			[row, column],
		][this.quarters];
		return rank * this.files + file;
	}

	/** The square at a place, or -1 if there is none or it is a wall. */
	playable(column, row) {
		const square = this.square(column, row);

		return square >= 0 && this.isWall(square) ? -1 : square;
	}

	/** The next square in a direction, over walls, or the same one. */
	next(square, right, down) {
		let [column, row] = this.place(square);

		for (;;) {
			column += right;
			row += down;
			if (this.square(column, row) < 0)
				return square;
			if (this.playable(column, row) >= 0)
				return this.playable(column, row);
		}
	}

	/** The last square in a direction. */
	last(square, right, down) {
		for (;;) {
			const further = this.next(square, right, down);

			if (further === square)
				return square;
			square = further;
		}
	}

	/** The first playable square in reading order, or the last one. */
	corner(atEnd) {
		const count = this.columns * this.rows;

		for (let i = 0; i < count; i++) {
			const place = atEnd ? count - 1 - i : i;
			const square = this.playable(place % this.columns,
				Math.floor(place / this.columns));

			if (square >= 0)
				return square;
		}
		return -1;
	}

	file(square) {
		return String.fromCharCode(97 + square % this.files);
	}

	rank(square) {
		return String(Math.floor(square / this.files) + 1);
	}

	name(square) {
		return this.file(square) + this.rank(square);
	}
}
