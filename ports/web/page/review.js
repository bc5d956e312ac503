// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The review of a game: every position of the main line is searched briefly,
// bad moves are marked in the list, and a graph shows the course of the game.
// The core converts scores and rates moves. With two players the search of the
// next position gives the value of a move; with four that would be another
// player's view, so the move is searched where it was made, to the same depth
// as the best one.

import { byId, shape } from "./dom.js";
import { sharesOf, sidesOf } from "./shares.js";

const MOMENT = 250; // milliseconds a position
const WIDTH = 100;
const HEIGHT = 40;

export class Review {
	constructor(store, analysis, say) {
		Object.assign(this, { store, analysis, say });
		this.isRunning = false;
		this.round = 0;
		byId("review").addEventListener("click", () =>
			this.isRunning ? this.stop() : this.run());
		byId("graph").addEventListener("click", (event) => this.clicked(event));
		store.addEventListener("change", ({ detail }) => {
			if (detail.kind === "new")
				this.stop();
			this.show();
		});
	}

	get line() { return [this.store.root, ...this.store.root.end.line]; }

	stop() {
		this.round++;
		this.isRunning = false;
	}

	async run() {
		const { store, analysis } = this;
		const round = ++this.round;
		const { line } = this;

		this.isRunning = true;
		analysis.isLent = true;
		try {
			await this.#go(line, round);
		} catch (error) {
			this.stop();
			this.say(error.message);
		}
		if (round !== this.round && this.isRunning)
			return; // another review has begun
		analysis.isLent = false;
		store.touched();
		analysis.look();
		if (!this.isRunning)
			return;
		this.isRunning = false;
		this.show();
		this.say(`Review done. ${this.#sum()}`);
	}

	async #go(line, round) {
		const thinker = await this.analysis.borrow();

		for (const [index, node] of line.entries()) {
			if (round !== this.round)
				return;
			byId("review").textContent =
				`Stop the review (${index} of ${line.length})`;
			await this.#look(thinker, node);
			if (round !== this.round)
				return;
			if (index)
				await this.#judge(thinker, line[index - 1], node);
			if (round !== this.round)
				return;
			this.show();
		}
	}

	async #look(thinker, node) {
		const game = this.store.gameAt(node);
		const { result } = game;

		if (result)
			node.review = { isOver: true, shares: sharesOf(result, this.store.rules) };
		else
			node.review = await this.#think(thinker, game, { movetime: MOMENT });
		game.close();
	}

	async #think(thinker, game, limits) {
		let told;
		const thought = thinker.think(game, { ...limits, analyse: true },
			(line) => {
				if (!line.bound)
					told = line;
			});

		this.analysis.free = thought.then(() => {}, () => {});
		await thought;
		return told ? { score: told.score, shares: told.shares, depth: told.depth,
			best: told.moves[0].move } : {};
	}

	// What the move to a node gave away, from the mover's view. Random
	// moves of walking kings and resignations are not rated.
	async #judge(thinker, before, node) {
		const { best, score, shares, depth } = before.review;
		const { kind, move, seat } = node.event;

		if (kind !== "move" || score === undefined || node.review.score === undefined)
			return;
		const game = this.store.gameAt(before);
		const { position } = game;

		if (this.store.rules.players === 2) {
			node.review.verdict = position.judge(score, -node.review.score,
				best === move).verdict;
		} else if (best !== move && !position.walks) {
			const got = await this.#think(thinker, game,
				{ only: [move], depth, movetime: 4 * MOMENT });

			if (got.shares)
				node.review.verdict = position.verdict(shares[seat] - got.shares[seat]);
		}
		game.close();
	}

	#isSeen({ review }) {
		return review?.shares?.length === this.store.rules.players;
	}

	#counts() {
		const counts = [0, 0, 0, 0];

		for (const { review } of this.line)
			counts[review?.verdict ?? 0]++;
		return counts;
	}

	#sum() {
		const [, inaccuracies, mistakes, blunders] = this.#counts();
		const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

		return `${plural(blunders, "blunder", "blunders")}, ` +
			`${plural(mistakes, "mistake", "mistakes")}, ` +
			`${plural(inaccuracies, "inaccuracy", "inaccuracies")}.`;
	}

	show() {
		const { store } = this;
		const { line } = this;
		const seen = line.filter((node) => this.#isSeen(node));

		byId("review").hidden = !store.rules.searchable;
		byId("review").disabled = line.length < 2;
		if (!this.isRunning)
			byId("review").textContent = "Review the game";
		byId("graph").toggleAttribute("hidden", seen.length < 2);
		byId("verdicts").hidden = seen.length < 2;
		if (seen.length < 2)
			return;
		byId("verdicts").textContent = this.#sum();
		byId("graph").replaceChildren(...this.#drawing(line));
		byId("graph").setAttribute("aria-label", `Evaluation of the game. ${this.#sum()}`);
	}

	// The shares are stacked, the first side at the bottom. A mark is on
	// the line between two sides, or in the middle of its own colour if
	// there are more.
	#drawing(line) {
		const step = WIDTH / Math.max(1, line.length - 1);
		const places = line.flatMap((node, index) => {
			const { review, event } = node;
			let y = HEIGHT;

			return this.#isSeen(node) ? [{ x: index * step, verdict: review.verdict ?? 0, event,
				sides: sidesOf(review.shares, this.store.rules).map((side) => {
					const height = side.share * HEIGHT / 1000;

					y -= height;
					return { ...side, y, middle: y + height / 2 };
				}) }] : [];
		});
		const end = places.at(-1).x;
		const area = ({ army }, index) => shape("path", { class: "area", "data-army": army,
			d: `M0 ${HEIGHT}L${places.map(({ x, sides }) => `${x} ${sides[index].y}`)
				.join("L")}L${end} ${HEIGHT}Z` });
		const here = line.indexOf(this.store.cursor) * step;

		return [
			...places[0].sides.map(area).reverse(),
			...places[0].sides.length === 2
				? [shape("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` })] : [],
			...here >= 0 ? [shape("path", { class: "here", d: `M${here} 0V${HEIGHT}` })] : [],
			...places.filter(({ verdict }) => verdict > 1).flatMap((place) => this.#mark(place)),
		];
	}

	#mark({ x, sides, verdict, event: { seat } }) {
		const { rules } = this.store;
		const own = sides.find((side) => rules.sides[side.seat] === rules.sides[seat]);
		const d = `M${x} ${sides.length === 2 ? sides[0].y : own.middle}h0`;

		return [shape("path", { class: "blunder ring", d }),
			shape("path", { class: `blunder v${verdict}`, d })];
	}

	clicked({ clientX, currentTarget }) {
		const { left, width } = currentTarget.getBoundingClientRect();
		const { line } = this;
		const index = Math.round((clientX - left) / width * (line.length - 1));

		this.store.go(line[Math.max(0, Math.min(index, line.length - 1))]);
	}
}
