// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Learning from a review: what was wrong with the shown move and what was better,
// the mistakes of a game one after the other, to be played better, and what the
// other side threatens.

import { button, byId, make } from "./dom.js";
import { moveWords } from "./words.js";

const NAMES = ["", "Inaccuracy", "Mistake", "Blunder"];
const LONG = { nodes: 300000, movetime: 4000 };

export class Learn {
	constructor(store, view, review, hire, say) {
		Object.assign(this, { store, view, review, hire, say });
		this.note = make("p", { id: "verdict", hidden: true });
		this.task = make("div", { id: "task", class: "task", role: "group",
			"aria-label": "Learn from mistakes", hidden: true });
		this.start = button("Learn from the mistakes", () => this.begin(), { id: "learn" });
		this.threat = button("Threat", () => this.showThreat(), { id: "threat" });
		byId("review").after(make("div", { class: "inline" }, this.start, this.threat));
		byId("verdicts").before(this.note, this.task);
		store.addEventListener("change", ({ detail }) => this.changed(detail));
	}

	changed({ kind, node }) {
		if (kind === "new")
			this.end();
		if (kind === "move" && this.place && node.parent === this.place.parent)
			this.#judge(node);
		this.show();
	}

	show() {
		const { cursor } = this.store;
		const { verdict } = cursor.review ?? {};
		const line = cursor.parent?.review?.line;

		this.note.hidden = !verdict || !line || Boolean(this.place);
		if (!this.note.hidden)
			this.note.textContent = `${NAMES[verdict]}; best was ${line
				.map(({ san }) => san).join(" ")}.`;
		this.start.hidden = !this.#mistakes().length || Boolean(this.place);
		this.threat.hidden = !this.store.rules.searchable;
	}

	// Of the people who played, or of all; inaccuracies are none.
	#mistakes() {
		const { store } = this;
		const { humans } = store;

		if (!store.root.review)
			return [];
		return store.mainLine.filter(({ review, event, parent }) =>
			review?.verdict > 1 && parent.review?.line &&
			(humans.length ? humans.includes(event.seat) : true));
	}

	begin() {
		this.list = this.#mistakes();
		this.#next();
	}

	end() {
		this.place = null;
		this.task.hidden = true;
		this.thinker?.then((thinker) => thinker.close());
		this.thinker = null;
	}

	#next() {
		const node = this.list.shift();

		if (!node) {
			this.end();
			this.say("That was the last one.");
			this.show();
			return;
		}
		this.place = node;
		this.store.go(node.parent);
		this.#ask(`Move ${node.event.number}, ${this.store.rules.seats[node.event.seat]}: ` +
			`${node.event.san} was a ${NAMES[node.review.verdict].toLowerCase()}. ` +
			"Play a better move.");
		this.show();
	}

	#ask(text, isDone = false) {
		const parts = [make("p", { role: "status" }, text),
			make("div", { class: "inline" },
				isDone ? null : button("Show it", () => this.#tell()),
				button(this.list.length ? "Next" : "Finish", () => this.#next()),
				this.list.length ? button("Stop", () => {
					this.end();
					this.show();
				}) : null)];

		this.task.hidden = false;
		this.task.replaceChildren(...parts);
	}

	#tell() {
		const { line: [best, ...others] } = this.place.parent.review;

		this.view.point([{ from: best.from, to: best.to, brush: "green" }]);
		this.#ask(`Best was ${[best, ...others].map(({ san }) => san).join(" ")}.`, true);
	}

	// The move that was found: the best one, or one that is as good.
	async #judge(node) {
		const { place, store } = this;
		const before = place.parent;
		const { move, san } = node.event;
		const isSame = node === place;
		const isBest = move === before.review.best;
		let { verdict } = node.review ?? {};

		if (!isBest && !isSame && verdict === undefined)
			verdict = await this.#look(before, move);
		if (this.place !== place)
			return;
		if (isBest || (!isSame && verdict === 0)) {
			this.#ask(isBest ? `${san}: right, that is the best move.`
				: `${san}: good. Best was ${before.review.line[0].san}.`, true);
			return;
		}
		store.go(before);
		this.#ask(isSame ? `${san} is what was played. Try another move.`
			: `${san} is not good enough. Try another move.`);
	}

	async #look(before, move) {
		this.thinker ??= this.hire({ hash: 16 });
		const thinker = await this.thinker;
		const game = this.store.gameAt(before);
		/** @type {any} */
		let told;

		await thinker.think(game, { ...LONG, only: [move], depth: before.review.depth,
			analyse: true }, (line) => {
			if (!line.bound)
				told = line;
		}).catch(() => {});
		const { position } = game;
		const seat = position.turn;

		game.close();
		if (!told)
			return undefined;
		return this.store.rules.players === 2
			? position.judge(before.review.score, told.score).verdict
			: position.verdict(Math.max(0, before.review.shares[seat] - told.shares[seat]));
	}

	/** An arrow for what the next player would do if it were their turn. */
	async showThreat() {
		const { store } = this;
		const place = store.cursor;
		const setup = store.shown.result ? null : store.shown.position.setup();

		if (setup)
			setup.turn = (store.shown.turn + 1) % store.rules.players;
		if (!setup || setup.defects.length) {
			this.say(setup ? "There is a check to be answered first."
				: "The game is over.");
			return;
		}
		const thinker = await this.hire({ hash: 16 });
		const answer = await thinker.think(setup.done(), { movetime: 500 })
			.finally(() => thinker.close());

		if (store.cursor !== place || !answer?.move)
			return;
		this.view.point([{ from: answer.move.from, to: answer.move.to, brush: "red" }]);
		this.say(`The threat: ${moveWords(answer.move, store.rules)}.`);
	}
}
