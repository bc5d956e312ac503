// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A game with its variations. Every node is an event after its parent, a move
// or a player leaving, as in the game's log. The first child is the main line.

/** The events that are in the tree; draw offers are not. */
const LASTING = ["move", "resign", "flag", "claim"];

export class Node {
	/** @param {Node | null} parent */
	constructor(parent, what = 0, spent = 0, event = null) {
		this.parent = parent;
		/**
		 * The numbers of the game's log; only the module reads them.
		 */
		this.what = what;
		this.spent = spent;
		/** The event as in Game.history. */
		this.event = event;
		this.children = [];
		this.comments = [];
		this.nags = [];
		/**
		 * The result of a review: {score, shares, best, verdict}, from
		 * the view of the player to move.
		 */
		this.review = null;
		this.depth = parent ? parent.depth + 1 : 0;
	}

	/** The nodes from the first after the root to this one. */
	get line() {
		const line = [];

		for (let node = this; node.parent; node = node.parent)
			line.unshift(node);
		return line;
	}

	get log() {
		return this.line.flatMap(({ what, spent }) => [what, spent]);
	}

	/** The end of the main line from here. */
	get end() {
		let node = this;

		while (node.children.length)
			node = node.children[0];
		return node;
	}

	/** The path from the root, as indexes. */
	get path() {
		return this.line.map((node) => node.parent.children.indexOf(node));
	}

	isAfter(other) {
		let node = this;

		while (node && node !== other)
			node = node.parent;
		return Boolean(node);
	}

	/** Follows a game from here, the root, and adds missing nodes. */
	follow(game) {
		const { log } = game.save();
		let node = this;

		game.history.forEach((event, index) => {
			if (!LASTING.includes(event.kind))
				return;
			const what = log[2 * index];
			let child = node.children.find((one) => one.what === what);

			if (!child) {
				child = new Node(node, what, log[2 * index + 1], event);
				node.children.push(child);
			}
			node = child;
		});
		return node;
	}

	/** Removes this node and all after it. */
	remove() {
		this.parent.children.splice(this.parent.children.indexOf(this), 1);
	}

	/** Makes the line through this node the main line. */
	promote() {
		for (let node = this; node.parent; node = node.parent) {
			const { children } = node.parent;

			children.splice(children.indexOf(node), 1);
			children.unshift(node);
		}
	}

	/** All nodes from here on, parents first. */
	*all() {
		yield this;
		for (const child of this.children)
			yield* child.all();
	}

	/** As a value for JSON. */
	save() {
		const { what, spent, comments, nags, review } = this;
		const extra = {
			...comments.length && { comments },
			...nags.length && { nags },
			...review && { review },
		};

		return [what, spent, extra, ...this.children.map((one) => one.save())];
	}
}

/** The logs of all leaves of a saved tree, and the other data of its nodes. */
export function logsOf([, , , ...children], before = []) {
	if (!children.length)
		return before.length ? [before] : [];
	return children.flatMap((child) =>
		logsOf(child, [...before, child[0], child[1]]));
}

/** Restores the other data and the order of nodes in a rebuilt tree. */
export function dress(node, [, , extra, ...children]) {
	const place = ({ what }) => children.findIndex((saved) => saved[0] === what);

	Object.assign(node, soundExtra(extra));
	node.children.sort((one, other) => place(one) - place(other));
	for (const child of node.children)
		dress(child, children[place(child)]);
}

// Keeps only what save() writes, with the right types.
function soundExtra({ comments, nags, review } = {}) {
	const are = (list, type) => Array.isArray(list) &&
		list.every((one) => typeof one === type);

	return {
		...are(comments, "string") && { comments },
		...are(nags, "number") && { nags },
		...are(review?.shares, "number") && { review },
	};
}

/**
 * A tree in the form for Rookery.writePgn(). With two players a resignation is
 * only in the result.
 */
export function pgnMoves(node, players) {
	const told = ({ event }) => event.kind === "move" ||
		(players > 2 && event.kind !== "claim");
	const line = [];

	for (let from = node; from.children.some(told);) {
		const [main, ...others] = from.children.filter(told);

		line.push({
			...pgnMove(main),
			variations: others.map((other) =>
				[pgnMove(other), ...pgnMoves(other, players)]),
		});
		from = main;
	}
	return line;
}

function pgnMove({ event, comments, nags }) {
	const leave = event.kind === "move" ? null
		: { seat: event.seat, inTurn: true,
			why: event.kind === "resign" ? "resignation" : "time" };

	return {
		move: leave ? null : event, leave, nags, comments, variations: [],
	};
}
