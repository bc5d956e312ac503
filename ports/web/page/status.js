// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The status line, and below it the decisions to make: a draw offer, a claim,
// where to continue.

import { button, byId } from "./dom.js";
import { language, t } from "./i18n.js";
import { listWords, moveWords, reasonText, resultText, seatWord } from "./words.js";

export class Status {
	/** @param {(text: string) => void} announce for screen readers */
	constructor(store, conductor, announce) {
		this.store = store;
		this.conductor = conductor;
		this.announce = announce;
		/** More choices at the end of a game: [key of the text, function]. */
		this.atEnd = [];
		/**
		 * Opens the choice of players for a position.
		 * @type {(position?: object) => void}
		 */
		this.playFrom = () => {};
		store.addEventListener("change", ({ detail }) => {
			this.show();
			this.tell(detail);
		});
		conductor.addEventListener("think", () => this.show());
		language.addEventListener("change", () => store.root && this.show());
	}

	#seat(seat) { return seatWord(this.store.rules.seats[seat]); }

	/** The name of a seat in a sentence: "White", "Black (level 3)". */
	name(seat) {
		const level = this.store.levels[seat];
		const name = this.#seat(seat);

		return level ? t("player.with-level", { seat: name, level }) : name;
	}

	/** The state in a sentence. */
	text() {
		const { store } = this;
		const { result, turn, position } = store.shown;

		if (result)
			return resultText(result, store.rules);
		const checks = position.checks.map((seat) => this.#seat(seat));
		const check = checks.length ? ` ${t("status.checks",
			{ seats: listWords(checks), count: checks.length })}` : "";

		if (store.isLive && !store.paused && position.walks)
			return t("status.walks", { seat: this.#seat(turn) });
		if (store.isLive && store.paused)
			return t("status.paused", { seat: this.name(turn) }) + check;
		return (store.isLive && store.levels[turn]
			? t("status.thinking", { seat: this.name(turn) })
			: t("status.to-move", { seat: this.#seat(turn) })) + check;
	}

	show() {
		const { store } = this;
		const asked = byId("asked");
		const opening = store.opening();

		const text = this.text();

		byId("state").textContent = text;
		document.title = `${text.replace(/\.$/, "")} – Rookery`;
		byId("state").classList.toggle("over", Boolean(store.shown.result));
		byId("opening").textContent = opening;
		byId("opening").hidden = !opening;
		const choices = this.#choices();

		if (!asked.childElementCount && !choices.length)
			return;
		const focused = asked.contains(document.activeElement);

		asked.replaceChildren(...choices);
		asked.hidden = !choices.length;
		if (focused)
			asked.querySelector("button")?.focus();
	}

	#choices() {
		const { store } = this;
		const { game } = store;

		if (!store.isLive)
			return this.#elsewhere();
		if (game.result)
			return this.atEnd.map(([key, act]) => button(t(key), act));
		const choices = [];
		const asker = game.offers.find((seat) => !store.levels[seat]);
		const asked = store.humans.find((seat) => !game.offers.includes(seat) &&
			game.active.includes(seat));

		if (asker !== undefined && asked !== undefined)
			choices.push(
				button(t("status.accept", { seat: this.#seat(asked) }),
					() => store.act("offerDraw", asked)),
				button(t("status.decline"), () => store.act("declineDraw", asked)));
		if (game.claimable && !store.levels[game.turn])
			choices.push(button(t("status.claim",
				{ reason: reasonText(game.claimable) }), () => store.act("claim")));
		if (store.paused)
			choices.push(button(t("status.go-on"), () => store.pause(false)));
		else if (!store.humans.some((seat) => game.active.includes(seat)))
			choices.push(button(t("status.pause"), () => store.pause(true)));
		return choices;
	}

	#elsewhere() {
		const { store } = this;
		const choices = [button(t("status.back"), () => store.go(store.head))];

		if (!store.shown.result)
			choices.push(store.humans.length < store.levels.length
				? button(t("status.play-on"), () => store.takeUp())
				: button(t("editor.play"), () => this.playFrom(store.shown.position)));
		return choices;
	}

	/** The announcement of a change for screen readers. */
	tell({ kind, node, isLive, act }) {
		const { store } = this;

		if (kind === "move" && (isLive || node === store.cursor))
			this.announce(this.moveSentence(node, isLive));
		else if (kind === "back" || kind === "new")
			this.announce(this.text());
		else if (kind === "go")
			this.announce(this.#place());
		else if (kind === "act" && act === "offerDraw")
			this.announce(t("status.offered"));
		else if (kind === "act" && act === "declineDraw")
			this.announce(t("status.declined"));
	}

	moveSentence({ event }, isLive) {
		const { store } = this;
		const game = isLive ? store.game : store.shown;
		const result = game.result ? ` ${resultText(game.result, store.rules)}` : "";

		return t("line.of", { seat: this.#seat(event.seat),
			text: moveWords(event, store.rules) }) + result;
	}

	#place() {
		const { cursor, rules } = this.store;

		return cursor.parent ? t("status.place", { number: cursor.event.number,
			seat: this.#seat(cursor.event.seat), move: moveWords(cursor.event, rules) })
			: t("status.start");
	}
}
