// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Mouse, pen and touch on a board. There is one gesture at a time, of three
// kinds: a press that may become a drag of the piece, a drawing with the other
// button, and a piece dragged in from outside. Nothing is decided before the
// pointer is released; a second finger or Escape cancels a gesture.

const NEAR = { mouse: 4, pen: 6, touch: 8 };

export class Pointer {
	/** @param {import("./board.js").Board} board */
	constructor(board) {
		this.board = board;
		this.gesture = null;
		const on = (type, handler) =>
			board.grid.addEventListener(type, handler.bind(this));

		on("pointerdown", this.down);
		on("pointermove", this.move);
		on("pointerup", this.up);
		on("pointercancel", this.cancel);
		on("lostpointercapture", this.lost);
		on("contextmenu", (event) => {
			if (event.button === 2)
				event.preventDefault();
		});
	}

	down(event) {
		const square = this.board.squareAt(event.clientX, event.clientY);

		if (this.gesture || !event.isPrimary)
			return this.cancel();
		if (square < 0)
			return;
		if (event.button === 2 && !this.board.tell("clear", {}))
			return;
		if (event.button === 2)
			this.gesture = {
				act: "draw", square, to: square, brush: brush(event),
			};
		else if (event.button !== 0 || !this.press(event, square))
			return;
		this.gesture.id = event.pointerId;
		this.board.grid.setPointerCapture(event.pointerId);
	}

	press(event, square) {
		const { board } = this;

		if (!board.keepsDrawings)
			board.clearDrawings();
		if (!board.tell("press", { square }))
			return false;
		const again = board.selected === square;
		const reached = Boolean(board.reach(square));
		const mine = !reached && board.select(square);

		this.gesture = {
			act: "press", square, again, reached, mine,
			x: event.clientX, y: event.clientY,
			near: NEAR[event.pointerType] ?? NEAR.touch,
			touch: event.pointerType === "touch", piece: null,
		};
		return true;
	}

	/** A piece from outside, at the pointer; `event` is its pointerdown. */
	carry(cell, event) {
		const { board } = this;
		const piece = board.makePiece(cell);

		this.cancel();
		piece.classList.add("carried", "free");
		board.frame.append(piece);
		this.gesture = {
			act: "carry", cell, piece, id: event.pointerId,
			touch: event.pointerType === "touch",
		};
		board.grid.setPointerCapture(event.pointerId);
		this.drag(event);
	}

	move(event) {
		const { gesture, board } = this;

		if (!gesture || event.pointerId !== gesture.id)
			return;
		if (gesture.act === "draw") {
			const to = board.squareAt(event.clientX, event.clientY);

			if (to >= 0 && to !== gesture.to) {
				gesture.to = to;
				board.renderDrawings({ ...gesture, from: gesture.square });
			}
			return;
		}
		if (gesture.act === "press" && !gesture.piece && gesture.mine &&
		    Math.hypot(event.clientX - gesture.x,
			    event.clientY - gesture.y) > gesture.near)
			this.lift();
		if (gesture.piece)
			this.drag(event);
	}

	lift() {
		const { gesture, board } = this;

		gesture.piece = board.pieceOn(gesture.square);
		gesture.piece?.classList.add("carried");
		gesture.piece?.classList.toggle("touch", gesture.touch);
	}

	// Moves the centre of the piece to the pointer.
	drag(event) {
		const { gesture, board } = this;
		const box = board.grid.getBoundingClientRect();
		const [column, row] = gesture.act === "carry" ? [0, 0]
			: board.geometry.place(gesture.square);
		const { columns, rows } = board.geometry;
		const x = event.clientX - box.left -
			(column + 0.5) * box.width / columns;
		const y = event.clientY - box.top - (row + 0.5) * box.height / rows;

		gesture.piece.style.translate = `${x}px ${y}px`;
		board.hover(board.squareAt(event.clientX, event.clientY));
	}

	up(event) {
		const { board } = this;
		/** @type {any} */
		const gesture = this.gesture;

		if (!gesture || event.pointerId !== gesture.id)
			return;
		const to = board.squareAt(event.clientX, event.clientY);

		this.gesture = null;
		board.hover(-1);
		if (gesture.act === "draw")
			this.drawn(gesture, to);
		else if (gesture.act === "carry")
			this.put(gesture, to);
		else if (gesture.piece)
			this.drop(gesture, to);
		else if (to === gesture.square)
			this.click(gesture);
	}

	drawn({ square, brush }, to) {
		if (to >= 0)
			this.board.draw(square, to, brush);
		else
			this.board.renderDrawings();
	}

	put({ cell, piece }, to) {
		piece.remove();
		if (to >= 0)
			this.board.tell("put", { square: to, cell });
	}

	drop({ square, piece }, to) {
		const { board } = this;

		piece.classList.remove("carried", "touch");
		if (to < 0)
			board.tell("remove", { from: square });
		else if (board.reach(to))
			board.go(to, true);
		if (board.pieceOn(square) === piece)
			board.settle(piece);
	}

	click({ square, again, reached, mine }) {
		const { board } = this;

		if (reached)
			board.go(square);
		else if (again || !mine)
			board.select(-1);
	}

	lost(event) {
		if (this.gesture?.id === event.pointerId)
			this.cancel();
	}

	/** Cancels a gesture; returns whether there was one. */
	cancel() {
		const { gesture, board } = this;

		this.gesture = null;
		if (!gesture)
			return false;
		board.hover(-1);
		if (gesture.act === "draw")
			board.renderDrawings();
		else if (gesture.act === "carry")
			gesture.piece.remove();
		else if (gesture.piece) {
			gesture.piece.classList.remove("carried", "touch");
			board.settle(gesture.piece);
		}
		return true;
	}
}

function brush(event) {
	return event.shiftKey || event.ctrlKey ? "red"
		: event.altKey ? "blue" : "green";
}
