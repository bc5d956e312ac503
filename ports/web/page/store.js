// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The game of the page: a tree of everything that was played, the game that is
// being played in it, which ends at `head`, and the place that is looked at,
// `cursor`. Whoever wants to know of changes listens to "change"; its detail
// has a kind: new, move, back, end, go, tree, seats.
//
// No rule of chess is here. What is possible, who is to move and how it ended
// is asked of the games, which are the module's.

import { dress, logsOf, Node } from "./tree.js";

export class Store extends EventTarget {
	/** @param {import("./rookery/rookery.js").Rookery} rookery */
	constructor(rookery) {
		super();
		this.rookery = rookery;
		this.root = null;
	}

	/**
	 * A new game.
	 * @param {object} [options]
	 * @param {number[]} [options.levels] by seat; 0 is a human
	 */
	begin({ levels, ...options } = {}) {
		this.#take(this.rookery.game(options), levels);
	}

	/** Takes over a game and begins a tree with it. */
	#take(game, levels, tags = {}, root = new Node(null)) {
		this.#close();
		this.game = game;
		this.start = null;
		this.levels = levels ?? Array(game.rules.players).fill(0);
		this.tags = tags;
		this.paused = false;
		this.root = root;
		this.head = this.root.follow(game);
		this.cursor = this.head;
		this.shown = game;
		this.#tell("new");
	}

	#close() {
		if (this.shown && this.shown !== this.game)
			this.shown.close();
		this.game?.close();
	}

	#tell(kind, more = {}) {
		this.dispatchEvent(new CustomEvent("change", { detail: { kind, ...more } }));
	}

	get rules() { return this.game.rules; }

	/** Is what is looked at what is being played? */
	get isLive() { return this.cursor === this.head; }

	/** The seats of people. */
	get humans() {
		return this.levels.flatMap((level, seat) => level ? [] : [seat]);
	}

	/** Is nobody disturbed when the game goes on elsewhere? */
	get isFree() {
		return !this.game.result && !this.game.clock &&
			this.levels.every((level) => !level);
	}

	/** The last move before a node, of any seat. */
	lastMove(node = this.cursor) {
		while (node.parent && node.event.kind !== "move")
			node = node.parent;
		return node.parent ? node.event : null;
	}

	/** What the opening is called where one looks; "" if it has no name. */
	opening() {
		const { cursor, shown } = this;
		const before = cursor.parent?.opening;

		cursor.opening ??= before === undefined ? shown.opening ?? ""
			: shown.position.opening ?? before;
		return cursor.opening;
	}

	/** What stood where when the game began. */
	startCells() {
		this.start ??= this.game.at(0).cells;
		return this.start;
	}

	/** A game that ends at a node; to be closed by who asked for it. */
	gameAt(node) {
		return this.rookery.restore({
			...this.game.save(), log: node.log, now: node.depth, spent: 0,
		});
	}

	/** Plays a move, a text or one of Game.moves(), where one looks. */
	play(move) {
		if (!this.isLive && this.isFree)
			this.takeUp(false);
		const game = this.shown;
		const played = game.play(move);

		this.#grown(game);
		return played;
	}

	/** Moves that are only looked at: a variation, and the game stays. */
	explore(moves) {
		const game = this.gameAt(this.cursor);

		for (const move of moves)
			game.play(move);
		const node = this.root.follow(game);

		this.show(node, game);
		if (this.shown !== game)
			game.close();
		this.#tell("tree");
		this.#tell("go");
	}

	/** Plays a move in the game that is being played. */
	playOn(move) {
		this.game.play(move);
		this.#grown(this.game);
	}

	#grown(game) {
		const wasLive = this.isLive;
		const node = this.root.follow(game);

		if (game === this.game)
			this.head = node;
		if (game === this.shown || wasLive)
			this.show(node, game);
		this.#tell("move", { node, isLive: game === this.game });
		if (game === this.game && game.result)
			this.#tell("end");
	}

	/** Something else happens in the game: resign, offer, claim, walk, ... */
	act(name, ...args) {
		const wasLive = this.isLive;
		const { depth } = this.head;

		this.game[name](...args);
		this.head = this.root.follow(this.game);
		if (wasLive)
			this.cursor = this.head;
		this.#tell(this.head.depth > depth ? "move" : "act",
			{ node: this.head, isLive: true, act: name });
		if (this.game.result)
			this.#tell("end");
	}

	/** Has somebody run out of time? */
	flag() {
		if (this.paused || !this.game.clock || this.game.result || !this.game.flag())
			return;
		const wasLive = this.isLive;

		this.head = this.root.follow(this.game);
		if (wasLive || this.game.result)
			this.show(this.head);
		this.#tell("move", { node: this.head, isLive: true });
		if (this.game.result)
			this.#tell("end");
	}

	/**
	 * Back to the last turn of a person, or by one move. Who has resigned after
	 * the last move takes back that alone.
	 */
	undo() {
		if (this.head.event.kind === "move")
			this.#back((game) => game.undo(), (game) => game.plies);
		else
			this.#back((game) => game.undo(0), () => 0);
	}

	redo() {
		this.#back((game) => game.redo(), (game) => game.redoable);
	}

	#back(step, left) {
		const { game, humans } = this;

		do
			step(game);
		while (left(game) && humans.length && !humans.includes(game.turn));
		this.head = this.root.follow(game);
		this.paused = !humans.length;
		this.spent = 0;
		this.show(this.head);
		this.#tell("back");
	}

	/** Looks at another place in the tree. */
	go(node) {
		if (node === this.cursor)
			return;
		this.show(node);
		this.#tell("go");
	}

	/** @internal `game`: one that ends there already. */
	show(node, game) {
		const before = this.shown;

		this.cursor = node;
		this.shown = node === this.head ? this.game : game ?? this.gameAt(node);
		if (before !== this.shown && before !== this.game)
			before.close();
	}

	/** What is looked at becomes what is being played. */
	takeUp(tell = true) {
		if (this.isLive)
			return;
		this.game.close();
		this.game = this.shown;
		this.head = this.cursor;
		this.paused = false;
		this.game.startClock();
		if (tell)
			this.#tell("back");
	}

	/** Takes a variation out of the tree. */
	remove(node) {
		if (this.head.isAfter(node))
			return;
		node.remove();
		if (this.cursor.isAfter(node))
			this.go(node.parent);
		this.#tell("tree");
	}

	promote(node) {
		node.promote();
		this.#tell("tree");
	}

	/** Other players sit down. */
	seat(levels) {
		this.levels = levels;
		this.paused = false;
		this.#tell("seats");
	}

	/** While it is paused no clock runs. */
	pause(paused) {
		if (this.paused && !paused)
			this.game.startClock(this.spent);
		else if (!this.paused)
			this.spent = this.game.spent;
		this.paused = paused;
		this.#tell("seats");
	}

	/** Something in the nodes themselves has changed: a review. */
	touched() {
		this.#tell("tree");
	}

	/** A game as Rookery.readPgn() has it, with all its variations. */
	load(parsed, text) {
		this.#take(this.rookery.game({ pgn: text }), undefined, parsed.tags);
		this.#fill(this.root, parsed.moves);
		this.root.comments = parsed.comments;
		this.#tell("tree");
	}

	#fill(root, moves) {
		let game = this.gameAt(root);
		let node = root;

		for (const { move, leave, nags, comments, variations } of moves) {
			const before = node;
			const left = leave && before.children.find(({ event }) =>
				event.kind !== "move" && event.seat === leave.seat);

			if (game.result)
				break;
			if (left) {
				game.close();
				game = this.gameAt(left);
			} else if (leave) {
				game.resign(leave.seat);
			} else {
				game.play(move);
			}
			node = this.root.follow(game);
			Object.assign(node, { nags, comments });
			for (const variation of variations)
				this.#fill(before, variation);
		}
		game.close();
	}

	/** As a value for JSON. */
	save() {
		return {
			game: { ...this.game.save(), ...this.paused && { spent: this.spent } },
			levels: this.levels, tags: this.tags,
			tree: this.root.save(), cursor: this.cursor.path,
			paused: this.paused,
		};
	}

	/** What save() gave. Throws if it is something else; nothing has happened then. */
	restore({ game: saved, levels, tags, tree, cursor, paused }) {
		const game = this.rookery.restore(saved);
		let root, node;

		try {
			root = this.#grow(game, saved, tree);
			node = cursor.reduce((at, index) => at.children[index] ?? at, root);
		} catch (error) {
			game.close();
			throw error;
		}
		this.#take(game, soundLevels(levels, game.rules), tags ?? {}, root);
		this.paused = Boolean(paused);
		this.spent = game.spent;
		this.show(node);
		this.#tell("new");
	}

	/** A saved tree; the line of the game is in it in any case. */
	#grow(game, saved, tree) {
		const root = new Node(null);

		root.follow(game);
		for (const log of logsOf(tree)) {
			const other = this.rookery.restore({
				...saved, log, now: log.length / 2,
			});

			root.follow(other);
			other.close();
		}
		dress(root, tree);
		return root;
	}
}

// Those of another version, or of nobody, are people.
function soundLevels(levels, { seats, levels: known }) {
	return seats.map((_, seat) => Number.isInteger(levels?.[seat]) &&
		levels[seat] > 0 && levels[seat] <= known.length ? levels[seat] : 0);
}
