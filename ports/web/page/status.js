// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The status line, and below it the decisions to make: a draw offer, a claim,
// where to continue.

import { button, byId } from "./dom.js";
import { listWords, moveWords } from "./words.js";

export class Status {
	/** @param {(text: string) => void} announce for screen readers */
	constructor(store, conductor, announce) {
		this.store = store;
		this.conductor = conductor;
		this.announce = announce;
		/** More choices at the end of a game: [text, function]. */
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
	}

	/** The name of a seat: "White", "Black (level 3)". */
	name(seat) {
		const level = this.store.levels[seat];
		const name = this.store.rules.seats[seat];

		return level ? `${name} (level ${level})` : name;
	}

	/** The state in a sentence. */
	text() {
		const { store } = this;
		const { result, turn, position } = store.shown;

		if (result)
			return resultText(result);
		const checks = position.checks.map((seat) => store.rules.seats[seat]);
		const check = checks.length
			? ` ${listWords(checks)} ${checks.length > 1 ? "are" : "is"} in check.` : "";

		if (!store.isLive)
			return `${store.rules.seats[turn]} to move.${check}`;
		if (store.paused)
			return `Paused; ${this.name(turn)} to move.${check}`;
		if (position.walks)
			return `${store.rules.seats[turn]}’s king walks.`;
		return store.levels[turn] ? `${this.name(turn)} is thinking…${check}`
			: `${store.rules.seats[turn]} to move.${check}`;
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
			return this.atEnd.map(([text, act]) => button(text, act));
		const choices = [];
		const asker = game.offers.find((seat) => !store.levels[seat]);
		const asked = store.humans.find((seat) => !game.offers.includes(seat) &&
			game.active.includes(seat));

		if (asker !== undefined && asked !== undefined)
			choices.push(
				button(`${store.rules.seats[asked]}: accept the draw`,
					() => store.act("offerDraw", asked)),
				button("Decline", () => store.act("declineDraw", asked)));
		if (game.claimable && !store.levels[game.turn])
			choices.push(button(`Claim: ${game.claimable}`, () => store.act("claim")));
		if (store.paused)
			choices.push(button("Go on", () => store.pause(false)));
		else if (!store.humans.some((seat) => game.active.includes(seat)))
			choices.push(button("Pause", () => store.pause(true)));
		return choices;
	}

	#elsewhere() {
		const { store } = this;
		const choices = [button("Back to the game", () => store.go(store.head))];

		if (!store.shown.result)
			choices.push(store.humans.length < store.levels.length
				? button("Play on from here", () => store.takeUp())
				: button("Play from here", () => this.playFrom(store.shown.position)));
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
			this.announce("A draw is offered.");
		else if (kind === "act" && act === "declineDraw")
			this.announce("The draw is declined.");
	}

	moveSentence({ event }, isLive) {
		const { store } = this;
		const game = isLive ? store.game : store.shown;
		const result = game.result ? ` ${resultText(game.result)}` : "";

		return `${store.rules.seats[event.seat]}: ` +
			`${moveWords(event, store.rules)}.${result}`;
	}

	#place() {
		const { cursor, rules } = this.store;

		return cursor.parent ? `Move ${cursor.event.number}, ` +
			`${rules.seats[cursor.event.seat]}: ${moveWords(cursor.event, rules)}.`
			: "Start of the game.";
	}
}

/** How it ended and why: "White wins! (resignation)". */
function resultText({ words, reason }) {
	return words.toLowerCase().includes(reason) ? words : `${words} (${reason})`;
}
