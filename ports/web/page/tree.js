// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// A game with its variations: every node is something that happened after
// its parent, a move or a player's leaving, as the game's log has it. The
// first child is the main line.

/** What stays in the tree; offers and answers to them do not. */
const LASTING = ["move", "resign", "flag", "claim"];

export class Node {
	/** @param {Node | null} parent */
	constructor(parent, what = 0, spent = 0, event = null) {
		this.parent = parent;
		/** As in the log of a game: numbers that only the module reads. */
		this.what = what;
		this.spent = spent;
		/** As Game.history tells it. */
		this.event = event;
		this.children = [];
		this.comments = [];
		this.nags = [];
		/** What a review found: {score, shares, best, verdict}, as who is to move sees it. */
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

	/** The way from the root, as indexes. */
	get path() {
		return this.line.map((node) => node.parent.children.indexOf(node));
	}

	isAfter(other) {
		let node = this;

		while (node && node !== other)
			node = node.parent;
		return Boolean(node);
	}

	/** Follows a game from here, the root, and grows where it is new. */
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

	/** Takes it and all after it out of the tree. */
	remove() {
		this.parent.children.splice(this.parent.children.indexOf(this), 1);
	}

	/** Makes the line through it the main one. */
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

/** The logs of all ends of a saved tree, and what else its nodes have. */
export function logsOf([, , , ...children], before = []) {
	if (!children.length)
		return before.length ? [before] : [];
	return children.flatMap((child) =>
		logsOf(child, [...before, child[0], child[1]]));
}

/** Gives a tree that has grown again what else its nodes had, and their order. */
export function dress(node, [, , extra, ...children]) {
	const place = ({ what }) => children.findIndex((saved) => saved[0] === what);

	Object.assign(node, soundExtra(extra));
	node.children.sort((one, other) => place(one) - place(other));
	for (const child of node.children)
		dress(child, children[place(child)]);
}

// Only what save() writes, and of its kind.
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
 * A tree in the form that Rookery.writePgn() takes. Where two play, one who
 * leaves is only in the result.
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
