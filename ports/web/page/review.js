// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// A look back at a whole game: every position of the main line is thought
// about for a moment, bad moves are marked in the list, and a graph shows how
// the game went. What a score is worth and how bad a move was is for the core
// to say.

import { byId, shape } from "./dom.js";

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
		const line = this.line.filter(({ event }) => !event || event.kind === "move");

		this.isRunning = true;
		analysis.isLent = true;
		try {
			await this.#go(line, round);
		} catch (error) {
			this.say(error.message);
		}
		if (round !== this.round && this.isRunning)
			return; // another one has begun
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
				judge(this.store, line[index - 1], node);
			this.show();
		}
	}

	// Scores are kept as White sees them.
	async #look(thinker, node) {
		const game = this.store.gameAt(node);
		const { result, turn, position } = game;

		if (result) {
			game.close();
			node.review = { isOver: true, expected: !result.winners.length ? 500
				: result.winners.includes(0) ? 1000 : 0 };
			return;
		}
		const thought = thinker.think(game, { movetime: MOMENT, analyse: true });

		game.close();
		this.analysis.free = thought.then(() => {}, () => {});
		const { score, move } = await thought;
		const expected = position.expected(score);

		node.review = {
			score: turn ? -score : score, best: move.move,
			expected: turn ? 1000 - expected : expected,
		};
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
		const isPossible = store.rules.players === 2 && store.rules.searchable;
		const seen = line.filter(({ review }) => review);

		byId("review").hidden = !isPossible;
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

	#drawing(line) {
		const step = WIDTH / Math.max(1, line.length - 1);
		const point = ({ review }, index) => [index * step,
			HEIGHT - review.expected * HEIGHT / 1000];
		const points = line.flatMap((node, index) =>
			node.review ? [point(node, index)] : []);
		const end = points.at(-1)[0];
		const marks = line.flatMap((node, index) => {
			const verdict = node.review?.verdict ?? 0;
			const [x, y] = node.review ? point(node, index) : [];

			return verdict > 1 ? [shape("path",
				{ class: `blunder v${verdict}`, d: `M${x} ${y}h0` })] : [];
		});
		const here = line.indexOf(this.store.cursor) * step;

		return [
			shape("path", { class: "area", d: `M0 ${HEIGHT}L${points
				.map((pair) => pair.join(" ")).join("L")}L${end} ${HEIGHT}Z` }),
			shape("path", { class: "middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
			...here >= 0 ? [shape("path", { class: "here", d: `M${here} 0V${HEIGHT}` })] : [],
			...marks,
		];
	}

	clicked({ clientX, currentTarget }) {
		const { left, width } = currentTarget.getBoundingClientRect();
		const { line } = this;
		const index = Math.round((clientX - left) / width * (line.length - 1));

		this.store.go(line[Math.max(0, Math.min(index, line.length - 1))]);
	}
}

// What the move to a node gave away, both as who moved sees it.
function judge(store, before, node) {
	const sign = node.event.seat ? -1 : 1;

	if (before.review.score === undefined || node.review.isOver)
		return;
	const game = store.gameAt(before);

	node.review.verdict = game.position.judge(before.review.score * sign,
		node.review.score * sign, before.review.best === node.event.move).verdict;
	game.close();
}
