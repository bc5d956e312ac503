// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The game of the page: a tree of everything that was played, the current game
// in it, which ends at `head`, and the shown node, `cursor`. Listeners get a
// "change" event; its detail has a kind: new, move, back, end, go, tree, seats.
// There is no chess rule here. Legal moves, turns and results come from the
// module's games.

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
		const score = this.game ? this.score : [];
		const { players } = game.rules;

		this.#close();
		this.game = game;
		this.past = score.length === players ? score : Array(players).fill(0);
		this.counts = !game.result;
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

	/**
	 * The score of all games so far, by seat: 1 for a win, half for a draw or
	 * a shared first place. A game that was over when it was loaded does not
	 * count.
	 */
	get score() {
		const { result, rules: { seats, sides } } = this.game;

		if (!result || !this.counts)
			return this.past;
		const { winners } = result;
		const won = seats.map((_, seat) => !winners.length || winners.includes(seat));
		const shares = new Set(sides.filter((_, seat) => won[seat])).size;

		return this.past.map((points, seat) =>
			points + (won[seat] ? shares > 1 ? 0.5 : 1 : 0));
	}

	/** Is the current game shown at its end? */
	get isLive() { return this.cursor === this.head; }

	/** The seats of people. */
	get humans() {
		return this.levels.flatMap((level, seat) => level ? [] : [seat]);
	}

	/** May the game be continued elsewhere without disturbing a player? */
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

	/** The opening of the shown position; "" if it has no name. */
	opening() {
		const { cursor, shown } = this;
		const before = cursor.parent?.opening;

		cursor.opening ??= before === undefined ? shown.opening ?? ""
			: shown.position.opening ?? before;
		return cursor.opening;
	}

	/** The board at the start of the game. */
	startCells() {
		this.start ??= this.game.at(0).cells;
		return this.start;
	}

	/** A game that ends at a node; the caller must close it. */
	gameAt(node) {
		return this.rookery.restore({
			...this.game.save(), log: node.log, now: node.depth, spent: 0,
		});
	}

	/**
	 * Plays a move, a text or one of Game.moves(), in the shown position.
	 */
	play(move) {
		if (!this.isLive && this.isFree)
			this.takeUp(false);
		const game = this.shown;
		const played = game.play(move);

		this.#grown(game);
		return played;
	}

	/** Adds moves as a variation; the game does not change. */
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

	/** Plays a move in the current game. */
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

	/** Another event in the game: resign, offer, claim, walk, ... */
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
	 * Goes back to the last turn of a person, or by one move. A resignation
	 * after the last move is taken back alone.
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

	/** Shows another node of the tree. */
	go(node) {
		if (node === this.cursor)
			return;
		this.show(node);
		this.#tell("go");
	}

	/** @internal `game` ends at that node, if given. */
	show(node, game) {
		const before = this.shown;

		this.cursor = node;
		this.shown = node === this.head ? this.game : game ?? this.gameAt(node);
		if (before !== this.shown && before !== this.game)
			before.close();
	}

	/** Makes the shown node the end of the current game. */
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

	/** Removes a variation from the tree. */
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

	/** Changes the players. */
	seat(levels) {
		this.levels = levels;
		this.paused = false;
		this.#tell("seats");
	}

	/** Pauses the game and its clocks. */
	pause(paused) {
		if (this.paused && !paused)
			this.game.startClock(this.spent);
		else if (!this.paused)
			this.spent = this.game.spent;
		this.paused = paused;
		this.#tell("seats");
	}

	/** Nodes were changed by a review. */
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
			paused: this.paused, score: this.past, counts: this.counts,
		};
	}

	/**
	 * Restores the value of save(). Throws if it is invalid, with nothing
	 * changed.
	 */
	restore({ game: saved, levels, tags, tree, cursor, paused, score, counts = true }) {
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
		this.past = soundScore(score, game.rules);
		this.counts = Boolean(counts);
		this.paused = Boolean(paused);
		this.spent = game.spent;
		this.show(node);
		this.#tell("new");
	}

	/** Rebuilds a saved tree; it contains the game's line in any case. */
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

// Unknown levels become human players.
function soundScore(score, { players }) {
	return Array.isArray(score) && score.length === players &&
		score.every((points) => points >= 0 && Number.isInteger(2 * points))
		? score : Array(players).fill(0);
}

function soundLevels(levels, { seats, levels: known }) {
	return seats.map((_, seat) => Number.isInteger(levels?.[seat]) &&
		levels[seat] > 0 && levels[seat] <= known.length ? levels[seat] : 0);
}
