// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The review of a game: every position of the main line is searched briefly,
// bad moves are marked in the list, and a graph shows the course of the game.
// It goes backwards, so that the engine's table already knows what came of a
// position, and looks longer where something seems to be wrong with a move
// before it gives a mark: at the position, and at that move alone to the same
// depth. A worker of its own does it, since the analysis goes on meanwhile.
// The core converts scores and rates moves.

import { byId, make, shape } from "./dom.js";
import { language, t } from "./i18n.js";
import { sharesOf, sidesOf } from "./shares.js";
import { seatName } from "./words.js";

// How much a position, and one that matters, is thought about. Nodes make the
// same review on every machine; the time is for slow ones.
const BRIEF = { nodes: 60000, movetime: 1500 };
const LONG = { nodes: 600000, movetime: 8000 };
const MOVES = 8; // kept of a line
const GAIN = 60; // thousandths that nobody gains by a move of their own
const LOST = 100; // thousandths of the game
const WIDTH = 100;
const HEIGHT = 40;

export class Review {
	/** @param {(options: object) => Promise<object>} hire starts a thinker */
	constructor(store, hire, say) {
		Object.assign(this, { store, hire, say });
		this.isRunning = false;
		this.round = 0;
		byId("review").addEventListener("click", () =>
			this.isRunning ? this.stop() : this.run());
		byId("graph").addEventListener("click", (event) => this.clicked(event));
		store.addEventListener("change", ({ detail: { kind } }) => {
			if (kind === "new")
				this.stop();
			this.show();
		});
		language.addEventListener("change", () => store.root && this.show());
	}

	get line() { return this.store.mainLine; }

	stop() {
		this.round++;
		this.isRunning = false;
		this.thinker?.close();
		this.thinker = null;
	}

	async run() {
		const { line } = this;
		const round = ++this.round;

		this.isRunning = true;
		this.percent = 0;
		this.show();
		try {
			const thinker = await this.hire({ hash: 64 });

			if (round !== this.round) {
				thinker.close();
				return;
			}
			this.thinker = thinker;
			await this.#go(line, round);
		} catch (error) {
			this.stop();
			this.say(error.message);
		}
		this.store.touched();
		if (round !== this.round)
			return;
		this.stop();
		this.show();
		this.say(t("review.done", { sum: this.#sum() }));
	}

	async #go(line, round) {
		const steps = 2 * line.length - 1;
		const tell = (done) => {
			this.percent = Math.floor(100 * done / steps);
			this.#label();
			this.#draw();
		};

		for (let index = line.length - 1; index >= 0; index--) {
			await this.#look(line[index]);
			if (round !== this.round)
				return;
			tell(line.length - index);
		}
		for (let index = line.length - 1; index > 0; index--) {
			await this.#judge(line[index - 1], line[index]);
			if (round !== this.round)
				return;
			tell(2 * line.length - index);
		}
	}

	async #look(node) {
		const game = this.store.gameAt(node);
		const { result } = game;

		node.review = result
			? { isOver: true, shares: sharesOf(result, this.store.rules) }
			: await this.#think(game, BRIEF);
		game.close();
	}

	async #think(game, limits) {
		/** @type {any} */
		let told;

		await this.thinker.think(game, { ...limits, analyse: true }, (line) => {
			if (!line.bound)
				told = line;
		});
		return told ? { score: told.score, mate: told.mate, shares: told.shares,
			depth: told.depth, best: told.moves[0].move,
			line: told.moves.slice(0, MOVES).map(({ move, san, from, to, seat }) =>
				({ move, san, from, to, seat })) } : {};
	}

	// What the move to a node gave away, from the mover's view. Random
	// moves of walking kings and resignations are not rated.
	async #judge(before, node) {
		const { kind } = node.event;

		if (kind !== "move" || before.review.score === undefined)
			return;
		const game = this.store.gameAt(before);

		if (!game.position.walks)
			Object.assign(node.review, this.store.rules.players === 2
				? await this.#judgeTwo(game, before, node)
				: await this.#judgeMany(game, before, node));
		game.close();
	}

	async #judgeTwo(game, before, node) {
		const { position } = game;
		const { move } = node.event;
		const { review } = node;
		const mover = node.event.seat;
		const share = ({ shares }) => shares[mover];
		const isBest = () => before.review.best === move;
		// The end of a game is as good as it is.
		const got = review.isOver ? null : -review.score;
		const rate = (score) => position.judge(before.review.score, score, isBest());
		const first = got === null ? null : rate(got);

		if (isBest() || (first ? !first.verdict && share(review) <
		    share(before.review) + GAIN : share(review) >= share(before.review)))
			return { verdict: 0, loss: isBest() ? 0 : first?.loss ?? 0 };
		const deeper = await this.#think(game, LONG);

		if (deeper.score !== undefined)
			before.review = { ...before.review, ...deeper };
		if (isBest())
			return { verdict: 0, loss: 0 };
		const alone = await this.#think(game, { ...LONG, nodes: 2 * LONG.nodes,
			only: [move], depth: before.review.depth });
		const { verdict, loss } = rate(alone.score ?? got ?? before.review.score);

		// Who has lost already gives nothing away.
		return { verdict: share(before.review) < LOST ? 0 : verdict, loss };
	}

	// With four, the score of the next position is another player's.
	async #judgeMany(game, before, node) {
		const { best, shares, depth } = before.review;
		const { move, seat } = node.event;

		if (best === move)
			return { verdict: 0, loss: 0 };
		const got = await this.#think(game, { ...LONG, only: [move], depth });

		if (!got.shares)
			return {};
		const loss = Math.max(0, shares[seat] - got.shares[seat]);

		return { verdict: game.position.verdict(loss), loss };
	}

	#isSeen({ review }) {
		return review?.shares?.length === this.store.rules.players;
	}

	#sum() {
		const sums = this.players().reduce((sum, { counts }) =>
			sum.map((count, index) => count + counts[index]), [0, 0, 0]);

		return `${countsText(sums)}.`;
	}

	/** What each player gave away: {counts, accuracy}, by seat. */
	players() {
		const { store } = this;

		return store.rules.seats.map((_, seat) => {
			const made = this.line.filter(({ event, review }) => event?.seat === seat &&
				Number.isFinite(review?.loss));
			const counts = [1, 2, 3].map((verdict) =>
				made.filter(({ review }) => review.verdict === verdict).length);

			return { counts, accuracy: made.length
				? store.rookery.accuracy(made.map(({ review }) => review.loss)) : null };
		});
	}

	#players() {
		const { seats } = this.store.rules;

		return this.players().map(({ counts, accuracy }, seat) => make("p", {},
			make("strong", {}, seatName(seats[seat])), " ",
			accuracy === null ? ""
				: `${t("review.accuracy", { percent: accuracy.toFixed(0) })}; `,
			countsText(counts)));
	}

	show() {
		const { store } = this;

		byId("review").hidden = !store.rules.searchable;
		byId("review").disabled = !store.head.parent && !store.root.children.length;
		this.#label();
		this.#draw();
	}

	#label() {
		byId("review").textContent = this.isRunning
			? t("review.stop", { percent: this.percent }) : t("review.start");
	}

	#draw() {
		// Most games have no review, and most moves are made in those.
		const line = this.isRunning || this.store.root.review ? this.line : [];
		const seen = line.filter((node) => this.#isSeen(node));

		byId("graph").toggleAttribute("hidden", seen.length < 2);
		byId("verdicts").hidden = seen.length < 2 || this.isRunning;
		if (seen.length < 2)
			return;
		byId("verdicts").replaceChildren(...this.#players());
		byId("graph").replaceChildren(...this.#drawing(line));
		byId("graph").setAttribute("aria-label", t("review.graph-sum", { sum: this.#sum() }));
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
		const start = places[0].x;
		const end = places.at(-1).x;
		const area = ({ army }, index) => shape("path", { class: "area", "data-army": army,
			d: `M${start} ${HEIGHT}L${places.map(({ x, sides }) => `${x} ${sides[index].y}`)
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

const COUNTED = ["inaccuracies", "mistakes", "blunders"];

// "1 blunder, 2 mistakes, 0 inaccuracies"
function countsText(counts) {
	return counts.map((count, index) => t(`review.${COUNTED[index]}`, { count }))
		.reverse().join(", ");
}
