// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The engine's analysis of the shown position, as long as it is shown and the
// page is seen: a bar beside the board, lines of moves, arrows. It has its own
// thinker, so that it never delays the computer players.

import { byId, make } from "./dom.js";
import { speedText } from "./engine.js";
import { language, t } from "./i18n.js";
import { percent, sharesOf, sharesText, sidesFrom } from "./shares.js";
import { resultText, scoreText } from "./words.js";

const ARROWS = ["green", "blue", "yellow"];
const MOVES = 10; // shown of a line
const OFTEN = 150; // milliseconds between two updates
const POINTING = 2000;

export class Analysis {
	/** @param {import("./engine.js").Engine} engine */
	constructor(store, view, engine) {
		Object.assign(this, { store, view, engine });
		this.isOn = false;
		/** thinking, paused or done */
		this.state = "paused";
		this.free = Promise.resolve();
		this.ticket = 0;
		this.lines = [];
		this.pointed = -POINTING;
		for (const type of ["pointermove", "pointerdown"])
			byId("lines-list").addEventListener(type, () => {
				this.pointed = performance.now();
			});
		byId("analyse").addEventListener("click", () => this.toggle());
		byId("lines").addEventListener("change", () => this.look());
		engine.addEventListener("change", () => this.look());
		language.addEventListener("change", () => this.isOn && this.show(this.#reason()));
		document.addEventListener("visibilitychange", () => this.#pause());
		store.addEventListener("change", ({ detail }) => {
			if (detail.kind === "turn")
				this.show();
			else if (!["tree", "act", "notes", "seats"].includes(detail.kind))
				this.look();
		});
	}

	toggle(isOn = !this.isOn) {
		this.isOn = isOn;
		byId("analyse").setAttribute("aria-pressed", String(isOn));
		byId("analysis").hidden = !isOn;
		this.#showBar();
		this.look();
	}

	// Shows the bar where there will be something to show.
	#showBar() {
		byId("bar").hidden = !this.isOn || !this.store.rules.searchable;
	}

	stop() {
		this.ticket++;
		this.thinker?.cancel();
		this.thinker = null;
	}

	// Nobody looks: what was found stays until somebody does again.
	#pause() {
		if (!document.hidden) {
			if (this.state === "paused")
				this.look();
		} else if (this.state === "thinking") {
			this.stop();
			this.state = "paused";
			this.show();
		}
	}

	// Why there is nothing to think about, if so.
	#reason() {
		const { shown: { result }, rules } = this.store;

		return result ? resultText(result, rules, false)
			: rules.searchable ? "" : t("analysis.unknown");
	}

	/** Restarts with the shown position. */
	async look() {
		this.stop();
		const { ticket } = this;
		const { store } = this;

		if (!this.isOn)
			return;
		this.#showBar();
		this.lines = [];
		this.place = store.cursor;
		this.about = store.shown.position;
		this.state = document.hidden ? "paused" : "thinking";
		if (store.shown.result || !store.rules.searchable) {
			this.show(this.#reason());
			return;
		}
		byId("lines-list").style.setProperty("--lines", byId("lines").value);
		this.show("…");
		if (document.hidden)
			return;
		await this.free;
		if (ticket !== this.ticket)
			return;
		this.free = this.#think(ticket).catch((error) =>
			ticket === this.ticket && this.#fail(error));
	}

	// Ends when the search does.
	async #think(ticket) {
		const thinker = await this.engine.get(this.store.rules);

		if (ticket !== this.ticket)
			return;
		this.thinker = thinker;
		await thinker.think(this.store.shown, { ...this.engine.limits,
			analyse: true, lines: Number(byId("lines").value) },
		(line) => ticket === this.ticket && this.hear(line));
		if (ticket !== this.ticket)
			return;
		this.thinker = null;
		this.state = "done";
		this.show();
	}

	#fail(error) {
		this.thinker = null;
		this.state = "done";
		this.show(error.message);
		if (this.engine.fail(error))
			this.look();
	}

	hear(line) {
		if (line.bound)
			return;
		this.lines[line.line - 1] = line;
		this.waiting ??= setTimeout(() => {
			this.waiting = null;
			this.show();
		}, OFTEN);
	}

	show(words = "") {
		if (!this.isOn || !this.about)
			return;
		const lines = this.lines.filter(Boolean);
		const [best] = lines;
		byId("depth").textContent = best ? this.#progress(best) : "";
		if (best || words)
			this.#list(best ? lines.map((line) => this.#line(line))
				: [make("li", { class: "soft" }, words)]);
		this.#bar(best);
		if (best && this.place === this.store.cursor)
			this.view.point(lines.slice(0, 3).map(({ moves: [move] }, index) =>
				({ from: move.from, to: move.to, brush: ARROWS[index] })).reverse());
	}

	// "depth 20 · 850 k/s · paused"
	#progress(best) {
		return [t("analysis.depth", { depth: best.depth }), speedText(best),
			...this.state === "thinking" ? [] : [t(`analysis.${this.state}`)]]
			.join(" · ");
	}

	// Lines under the pointer do not move while they are still valid.
	#list(items) {
		const list = byId("lines-list");

		if (this.listed === this.place && this.isListed &&
		    (list.matches(":focus-within") ||
		     performance.now() - this.pointed < POINTING))
			return;
		this.listed = this.place;
		this.isListed = this.lines.length > 0;
		list.replaceChildren(...items);
	}

	// Scores are White's with two players, of the player to move with four.
	get #sign() {
		return this.store.rules.players === 2 && this.about.turn ? -1 : 1;
	}

	#line(line) {
		const { number, turn } = this.about;
		const { players } = this.store.rules;
		const parts = [];

		line.moves.slice(0, MOVES).forEach((move, index) => {
			const turnNumber = number + Math.floor((turn + index) / players);

			if (!index || move.seat === 0)
				parts.push(make("span", { class: "number" },
					`${turnNumber}${move.seat ? "…" : "."}`));
			parts.push(make("button", {
				type: "button", class: "move", tabindex: index ? "-1" : "0",
				onclick: () => this.#playLine(line.moves.slice(0, index + 1)),
			}, move.san));
		});
		return make("li", {}, make("span", { class: "score" },
			scoreText(line, this.#sign)), parts);
	}

	// Adds the line to the tree, from its position.
	#playLine(moves) {
		const { store } = this;

		if (store.cursor !== this.place)
			return;
		store.explore(moves);
	}

	// Shows the score with two players, and the lower player's share with
	// four.
	#bar(best) {
		const { rules, shown: { result } } = this.store;
		const shares = best?.shares ?? (result && sharesOf(result, rules));

		if (!shares)
			return;
		const bar = byId("bar");
		const sides = sidesFrom(this.view.below, shares, rules);
		const isTwo = rules.players === 2;
		const score = best ? scoreText(best, this.#sign)
			: result.text.replace("1/2-1/2", "½");
		const words = isTwo ? score : sharesText(shares, rules);

		if (bar.children.length !== sides.length + 1)
			bar.replaceChildren(...sides.map(() => make("div", { class: "fill" })),
				make("span", { class: "value" }));
		sides.forEach(({ army, share }, index) => {
			bar.children[index].dataset.army = army;
			bar.children[index].style.setProperty("--share", share);
		});
		bar.classList.toggle("turned", isTwo && this.view.below === 1);
		bar.querySelector(".value").textContent = isTwo
			? score.replace(/(\.\d)\d$/, "$1") : percent(sides[0].share).replace(" ", "");
		bar.setAttribute("aria-label", t("analysis.evaluation", { score: words }));
		bar.title = words;
	}
}
