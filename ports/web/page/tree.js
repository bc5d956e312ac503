// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// A game with its variations. Every node is an event after its parent, a move
// or a player leaving, as in the game's log. Children are in the order in which
// they are printed; which line was played is known to the store alone. Nothing
// here calls itself move by move, so that a game may have any length.

import { readNotes, writeNotes } from "./notes.js";

/** The events that are in the tree; draw offers are not. */
const LASTING = ["move", "resign", "flag", "claim"];

/** What is written beside a move, with its usual value. */
const notes = () => ({
	/** Comments after the move, and before the first of a variation. */
	comments: [], before: [], nags: [],
	/** Drawn on the board: {from, to, brush}; a circle if both are equal. */
	drawings: [],
	/** The clock after it in milliseconds, and an evaluation as PGN has it. */
	clock: null, eval: null,
	/** Other commands of PGN, as they were written: "%mdl 64". */
	commands: [],
});

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
		Object.assign(this, notes());
		/**
		 * The result of a review: {score, shares, best, verdict}, from
		 * the view of the player to move.
		 */
		this.review = null;
		/** @type {number} */
		this.depth = parent ? parent.depth + 1 : 0;
	}

	/** The nodes from the first after the root to this one. */
	get line() {
		const line = [];

		for (let node = /** @type {Node} */ (this); node.parent; node = node.parent)
			line.push(node);
		return line.reverse();
	}

	get log() {
		return this.line.flatMap(({ what, spent }) => [what, spent]);
	}

	/** The end of the line that is printed first from here. */
	get end() {
		let node = /** @type {Node} */ (this);

		while (node.children.length)
			node = node.children[0];
		return node;
	}

	/** The path from the root, as indexes. */
	get path() {
		return this.line.map((node) => node.parent.children.indexOf(node));
	}

	isAfter(other) {
		let node = /** @type {Node} */ (this);

		while (node && node !== other)
			node = node.parent;
		return Boolean(node);
	}

	/** The child with this event; it is added if it is missing. */
	add(what, spent, event) {
		let child = this.children.find((one) => one.what === what);

		if (!child) {
			child = new Node(this, what, spent, event);
			this.children.push(child);
		}
		return child;
	}

	/** Adds the last event of a game that ended here before it. */
	append(game) {
		const event = game.last;

		return event && LASTING.includes(event.kind)
			? this.add(event.what, event.spent, event) : this;
	}

	/** Follows a game from here, the root, and adds missing nodes. */
	follow(game) {
		const { log, now } = game.log;
		let node = /** @type {Node} */ (this);
		let index = 0;

		while (index < now) {
			const child = node.children.find(({ what }) => what === log[2 * index]);

			if (!child)
				break;
			node = child;
			index++;
		}
		if (index === now)
			return node;
		// Some event is new, or none for a tree.
		node = this;
		for (const event of game.history)
			if (LASTING.includes(event.kind))
				node = node.add(event.what, event.spent, event);
		return node;
	}

	/** Removes this node and all after it. */
	remove() {
		this.parent.children.splice(this.parent.children.indexOf(this), 1);
	}

	/** Prints this node before the others after its parent. */
	lead() {
		const { children } = this.parent;

		if (children[0] === this)
			return;
		children.splice(children.indexOf(this), 1);
		children.unshift(this);
	}

	/** Prints the line through this node first. */
	promote() {
		for (let node = /** @type {Node} */ (this); node.parent; node = node.parent)
			node.lead();
	}

	/** All nodes from here on, parents first. */
	*all() {
		const waiting = [this];

		while (waiting.length) {
			const node = waiting.pop();

			yield node;
			for (let i = node.children.length; i--;)
				waiting.push(node.children[i]);
		}
	}

	/**
	 * As a value for storage: `nodes` has three numbers for each, the depth
	 * of the parent and those of the log; `notes` has what is written
	 * beside some of them, by index. The root is the first.
	 */
	save() {
		const nodes = [];
		const noted = [];
		let index = 0;

		for (const node of this.all()) {
			if (node.parent)
				nodes.push(node.depth - 1, node.what, node.spent);
			const kept = Object.fromEntries(Object.keys(notes())
				.filter((key) => node[key]?.length || typeof node[key] === "number")
				.map((key) => [key, node[key]]));

			if (node.review)
				kept.review = node.review;
			if (Object.keys(kept).length)
				noted.push([index, kept]);
			index++;
		}
		return { nodes, notes: noted };
	}
}

/**
 * Makes a tree of the value of Node.save(). `events` are those of its nodes,
 * which the module has checked.
 */
export function treeOf({ nodes, notes: noted }, events) {
	const root = new Node(null);
	const all = [root];
	const line = [root];

	events.forEach((event, index) => {
		const depth = nodes[3 * index];
		const node = line[depth].add(event.what, event.spent, event);

		line[depth + 1] = node;
		all.push(node);
	});
	for (const [index, kept] of Array.isArray(noted) ? noted : [])
		if (all[index])
			Object.assign(all[index], soundNotes(kept));
	return root;
}

/** The tree as older versions have kept it, one list in another. */
export function flatTree(tree) {
	const nodes = [];
	const noted = [];
	const waiting = [[tree, -1]];

	for (let index = 0; waiting.length; index++) {
		const [[what, spent, extra, ...children], depth] = waiting.pop();

		if (depth >= 0)
			nodes.push(depth, what, spent);
		noted.push([index, extra]);
		for (const child of children.reverse())
			waiting.push([child, depth + 1]);
	}
	return { nodes, notes: noted };
}

const are = (list, type) => Array.isArray(list) &&
	list.every((one) => typeof one === type);

// Keeps only what save() writes, with the right types.
function soundNotes(kept) {
	const { comments, before, nags, drawings, clock, eval: score, commands, review } =
		kept ?? {};

	return {
		...are(comments, "string") && { comments },
		...are(before, "string") && { before },
		...are(commands, "string") && { commands },
		...are(nags, "number") && { nags },
		...are(drawings, "object") && { drawings: drawings.filter((one) =>
			Number.isInteger(one?.from) && Number.isInteger(one.to) &&
			typeof one.brush === "string") },
		...Number.isFinite(clock) && { clock },
		...typeof score === "string" && { eval: score },
		...are(review?.shares, "number") && { review },
	};
}

/** Takes the comments of a node of Rookery.readPgn() to one of the tree. */
export function takeNotes(node, { nags = [], comments, before = [] }, rules) {
	Object.assign(node, readNotes(comments, rules), {
		nags, before: readNotes(before, rules).comments,
	});
}

/**
 * Adds the moves of Rookery.readPgn() with all their variations. Those of a
 * variation of which a player has left the game are in the tree already if they
 * were played.
 */
export function graft(root, moves, rookery, rules) {
	const waiting = [[root, moves]];

	while (waiting.length) {
		let [node, line] = waiting.pop();

		for (const item of line) {
			const { move, leave, variations } = item;

			for (const variation of variations)
				waiting.push([node, variation]);
			if (!move && !leave)
				continue;
			const event = move ? { kind: "move", spent: 0, ...move }
				: { kind: leave.why === "time" ? "flag" : "resign", spent: 0, ...leave };
			const left = leave && node.children.find((one) =>
				one.event.kind !== "move" && one.event.seat === leave.seat);

			node = left || node.add(rookery.eventNumber(event), 0, event);
			takeNotes(node, item, rules);
		}
	}
}

/**
 * A tree in the form for Rookery.writePgn(). The line that was played is
 * printed first and ends at `head`, if one is given. What comes after that is a
 * variation of its last move, which it repeats. With two players a resignation
 * is only in the result.
 */
export function pgnMoves(root, rules, head = null) {
	const told = ({ event }) => event.kind === "move" ||
		(rules.players > 2 && event.kind !== "claim");
	const item = (node) => pgnMove(node, rules);
	// Does the line end here, although something comes after it?
	const ends = (node) => (node === head && node !== root) ||
		(node.children.length > 0 && !told(node.children[0]));
	const line = (first) => {
		const items = first === root ? [] : [item(first)];

		for (let node = first; node;) {
			const children = node.children.filter(told);
			const [main, ...others] = ends(node) ? [null, ...children] : children;

			if (!main && items.length)
				items.at(-1).variations.push(...others.map((one) =>
					[item(node), ...line(one)]));
			if (!main)
				break;
			items.push({ ...item(main), variations: others.map((one) => line(one)) });
			node = main;
		}
		return items;
	};

	return line(root);
}

function pgnMove(node, rules) {
	const { event, before, nags } = node;
	const leave = event.kind === "move" ? null
		: { seat: event.seat, inTurn: true,
			why: event.kind === "resign" ? "resignation" : "time" };

	return { move: leave ? null : event, leave, before, nags,
		comments: writeNotes(node, rules), variations: [] };
}
