// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Learning from a review: what was wrong with the shown move and what was better,
// the mistakes of a game one after the other, to be played better, and what the
// other side threatens.

import { button, byId, kept, make } from "./dom.js";
import { language, t } from "./i18n.js";
import { moveWords, seatWord } from "./words.js";

const LONG = { nodes: 300000, movetime: 4000 };

export class Learn {
	constructor(store, view, review, hire, say) {
		Object.assign(this, { store, view, review, hire, say });
		this.note = make("p", { id: "verdict", hidden: true });
		this.task = make("div", { id: "task", class: "task", role: "group",
			"aria-label": t("learn.label"), "data-t-label": "learn.label", hidden: true });
		this.start = button(kept("learn.start"), () => this.begin(), { id: "learn" });
		this.threat = button(kept("learn.threat"), () => this.showThreat(), { id: "threat" });
		byId("review").after(make("div", { class: "inline" }, this.start, this.threat));
		byId("verdicts").before(this.note, this.task);
		store.addEventListener("change", ({ detail }) => this.changed(detail));
		language.addEventListener("change", () => {
			if (this.place)
				this.#ask(...this.asked);
			if (store.root)
				this.show();
		});
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
			this.note.textContent = t("learn.note", { verdict: t(`verdict.${verdict}`),
				moves: line.map(({ san }) => san).join(" ") });
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
			this.say(t("learn.last"));
			this.show();
			return;
		}
		this.place = node;
		this.store.go(node.parent);
		this.#ask(() => t("learn.task", { number: node.event.number, move: node.event.san,
			seat: seatWord(this.store.rules.seats[node.event.seat]),
			verdict: t(`verdict.${node.review.verdict}`) }));
		this.show();
	}

	// `words` makes the text, again if the language changes.
	#ask(words, isDone = false) {
		const parts = [make("p", { role: "status" }, words()),
			make("div", { class: "inline" },
				isDone ? null : button(t("learn.show"), () => this.#tell()),
				button(t(this.list.length ? "learn.next" : "learn.finish"),
					() => this.#next()),
				this.list.length ? button(t("learn.stop"), () => {
					this.end();
					this.show();
				}) : null)];

		this.asked = [words, isDone];
		this.task.hidden = false;
		this.task.replaceChildren(...parts);
	}

	#tell() {
		const { line: [best, ...others] } = this.place.parent.review;

		this.view.point([{ from: best.from, to: best.to, brush: "green" }]);
		this.#ask(() => t("learn.best",
			{ moves: [best, ...others].map(({ san }) => san).join(" ") }), true);
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
			this.#ask(() => isBest ? t("learn.right", { move: san })
				: t("learn.good", { move: san, best: before.review.line[0].san }), true);
			return;
		}
		store.go(before);
		this.#ask(() => t(isSame ? "learn.same" : "learn.bad", { move: san }));
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
			this.say(t(setup ? "learn.check" : "game.over"));
			return;
		}
		const thinker = await this.hire({ hash: 16 });
		const answer = await thinker.think(setup.done(), { movetime: 500 })
			.finally(() => thinker.close());

		if (store.cursor !== place || !answer?.move)
			return;
		this.view.point([{ from: answer.move.from, to: answer.move.to, brush: "red" }]);
		this.say(t("learn.threatens", { move: moveWords(answer.move, store.rules) }));
	}
}
