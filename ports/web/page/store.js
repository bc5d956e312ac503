// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The game of the page: a tree of everything that was played, the current game
// in it, which ends at `head`, and the shown node, `cursor`. A study is a game
// that was read or set up to be looked at: moves are added to its tree, and
// nothing in it is taken back. Otherwise the game that is being played is always
// the line that is printed first. Listeners get a "change" event; its detail has
// a kind: new, move, back, end, go, tree, seats, notes.
// There is no chess rule here. Legal moves, turns and results come from the
// module's games.

import { flatTree, graft, Node, takeNotes, treeOf } from "./tree.js";

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
	 * @param {boolean} [options.isStudy]
	 * @param {object} [options.tags]
	 * @param {any} [options.clock]
	 * @param {number} [options.moved] by how many seats the players have
	 *	moved, who take their score and their time along
	 */
	begin({ levels, isStudy = false, tags = {}, moved = 0, clock, ...options } = {}) {
		this.#take(this.rookery.game({ ...options, clock: rotateOdds(clock, moved) }),
			{ levels, isStudy, tags, moved });
	}

	/** Takes over a game and begins a tree with it. */
	#take(game, { levels = undefined, tags = {}, isStudy = false, moved = 0,
		root = new Node(null) }) {
		const score = this.game ? this.score : [];
		const { players } = game.rules;

		this.#close();
		this.game = game;
		this.past = score.length === players
			? score.map((_, seat) => score[(seat + moved) % players])
			: Array(players).fill(0);
		this.counts = !game.result;
		this.isStudy = isStudy;
		this.base = game.save();
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
		return !this.isStudy && !this.game.result && !this.game.clock &&
			this.levels.every((level) => !level);
	}

	/**
	 * The line that a review is about, with the root: what was played, or
	 * the first line of a study.
	 */
	get mainLine() {
		return [this.root, ...(this.isStudy ? this.root.end : this.head).line];
	}

	/** Where the line goes on from the shown node, and where it ends. */
	get next() {
		return this.#onTheWay(this.cursor) ?? this.cursor.children[0];
	}

	get last() {
		return !this.isStudy && this.head.isAfter(this.cursor)
			? this.head : this.cursor.end;
	}

	// The node after this one in the game that is played.
	#onTheWay(node) {
		return this.isStudy || node === this.head ? undefined
			: node.children.find((one) => this.head.isAfter(one));
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

	/** A game that ends at a node; the caller must close it. */
	gameAt(node) {
		return this.rookery.restore({
			...this.base, log: node.log, now: node.depth, spent: 0,
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

		let node = this.cursor;

		for (const move of moves) {
			game.play(move);
			node = node.append(game);
		}
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
		const isGame = game === this.game;
		const node = this.#append(isGame ? this.head : this.cursor, game);

		if (isGame)
			this.head = node;
		if (game === this.shown || wasLive)
			this.show(node, game);
		this.#tell("move", { node, isLive: isGame });
		if (isGame && game.result)
			this.#tell("end");
	}

	// Adds the last event of a game after a node. What is played comes first,
	// whatever else was looked at or taken back there.
	#append(before, game) {
		const node = before.append(game);

		if (node !== before && game === this.game) {
			if (!this.isStudy)
				node.lead();
			if (game.clock && node.event.kind === "move")
				node.clock ??= game.timeLeft(node.event.seat);
		}
		return node;
	}

	/** Another event in the game: resign, offer, claim, walk, ... */
	act(name, ...args) {
		const wasLive = this.isLive;
		const before = this.head;

		this.game[name](...args);
		this.head = this.#append(before, this.game);
		if (wasLive)
			this.cursor = this.head;
		this.#tell(this.head !== before ? "move" : "act",
			{ node: this.head, isLive: true, act: name });
		if (this.game.result)
			this.#tell("end");
	}

	/** Has somebody run out of time? */
	flag() {
		if (this.paused || !this.game.clock || this.game.result || !this.game.flag())
			return;
		const wasLive = this.isLive;

		this.head = this.#append(this.head, this.game);
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
	undo(plies = 0) {
		if (this.isStudy)
			this.go(this.cursor.parent);
		else if (plies)
			this.#back((game) => game.undo(plies), () => 0);
		else if (this.head.event.kind === "move")
			this.#back((game) => game.undo(), (game) => game.plies);
		else
			this.#back((game) => game.undo(0), () => 0);
	}

	redo(plies = 0) {
		if (this.isStudy)
			this.go(this.next);
		else if (plies)
			this.#back((game) => game.redo(plies), () => 0);
		else
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

	/** Can something be taken back, or played again? */
	get canUndo() {
		return Boolean(this.isStudy ? this.cursor.parent : this.head.parent);
	}

	get canRedo() {
		return Boolean(this.isStudy ? this.next : this.game.redoable);
	}

	/** Makes the shown node the end of the current game. */
	takeUp(tell = true) {
		if (this.isLive)
			return;
		this.cursor.promote();
		this.game.close();
		this.game = this.shown;
		this.head = this.cursor;
		this.paused = false;
		this.game.startClock();
		if (tell)
			this.#tell("back");
	}

	/** May a node be removed? In a game, only what was not played. */
	canRemove(node) {
		return Boolean(node.parent) && (this.isStudy || !this.head.isAfter(node));
	}

	/** Removes a node and all after it from the tree. */
	remove(node) {
		if (!this.canRemove(node))
			return;
		const { parent } = node;
		const wasHead = this.head.isAfter(node);
		const wasShown = this.cursor.isAfter(node);

		node.remove();
		if (wasHead) {
			// The game of a study ends earlier now.
			const { game } = this;

			this.game = this.gameAt(parent);
			this.head = parent;
			if (game !== this.shown)
				game.close();
		}
		if (wasShown || this.cursor === this.head)
			this.show(wasShown ? parent : this.cursor);
		this.#tell("tree");
		if (wasShown)
			this.#tell("go");
	}

	/** Prints the line through a node first; only in a study. */
	promote(node) {
		if (!this.isStudy)
			return;
		node.promote();
		this.#tell("tree");
	}

	/** Prints the variation that a node is in one place earlier. */
	raise(node) {
		const start = variationOf(node);

		if (!start || (!this.isStudy && this.head.isAfter(start.parent.children[0]) &&
		    start.parent.children[1] === start))
			return;
		const { children } = start.parent;
		const index = children.indexOf(start);

		children.splice(index - 1, 2, start, children[index - 1]);
		this.#tell("tree");
	}

	/** Changes what is written beside a node: comments, nags, drawings. */
	note(node, change) {
		Object.assign(node, change);
		this.#tell("notes", { node, what: Object.keys(change) });
	}

	/** Changes the tags. */
	tag(tags) {
		this.tags = tags;
		this.#tell("seats");
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
		const { rookery } = this;
		const game = rookery.game({ pgn: text });
		const root = new Node(null);

		root.follow(game);
		graft(root, parsed.moves, rookery, game.rules);
		takeNotes(root, parsed, game.rules);
		this.#take(game, { tags: parsed.tags, isStudy: true, root });
	}

	/** As a value for storage. */
	save() {
		return {
			game: { ...this.base, ...this.game.log,
				spent: this.paused ? this.spent : this.game.spent },
			levels: this.levels, tags: this.tags, isStudy: this.isStudy,
			tree: this.root.save(), cursor: this.cursor.path,
			paused: this.paused, score: this.past, counts: this.counts,
		};
	}

	/**
	 * Restores the value of save(). Throws if it is invalid, with nothing
	 * changed.
	 */
	restore({ game: saved, levels, tags, tree, cursor, paused, score, counts = true,
		isStudy = false }) {
		const game = this.rookery.restore(saved);
		let root, node;

		try {
			const flat = Array.isArray(tree) ? flatTree(tree) : tree;

			root = treeOf(flat, /** @type {any} */ (game).tree(flat.nodes));
			root.follow(game); // which is in the tree in any case
			node = cursor.reduce((at, index) => at.children[index] ?? at, root);
		} catch (error) {
			game.close();
			throw error;
		}
		this.#take(game, { levels: soundLevels(levels, game.rules), tags: tags ?? {},
			isStudy: Boolean(isStudy), root });
		this.past = soundScore(score, game.rules);
		this.counts = Boolean(counts);
		this.paused = Boolean(paused);
		this.spent = game.spent;
		this.show(node);
		this.#tell("new");
	}
}

// The clock when the players have moved by some seats.
function rotateOdds(clock, moved) {
	return clock?.odds ? { ...clock, odds: clock.odds.map((_, seat) =>
		clock.odds[(seat + moved) % clock.odds.length]) } : clock;
}

/** The first node of the variation that a node is in, or undefined. */
export function variationOf(node) {
	return node.line.findLast((one) => one.parent.children[0] !== one);
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
