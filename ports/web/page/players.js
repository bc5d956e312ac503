// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The players: name, captured pieces, points, clock. Two sit above and below
// the board, four in the free corners of the cross.

import { byId, icon, make, piece } from "./dom.js";
import { language, t } from "./i18n.js";
import { halvesText, levelName, seatName, timeText, typeId, typeName } from "./words.js";

const LOW = 20000;

export class Players {
	constructor(store, view) {
		this.store = store;
		this.view = view;
		this.clocks = [];
		/** The last clock readings; kept while the game is paused. */
		this.left = [];
		store.addEventListener("change", () => this.show());
		language.addEventListener("change", () => store.root && this.show());
		setInterval(() => this.tick(), 100);
	}

	show() {
		const { rules } = this.store;

		this.clocks = [];
		const many = rules.players > 2;
		const { below } = this.view;
		const places = this.store.levels.map((_, seat) =>
			(seat - below + rules.players) % rules.players);
		const plates = places.map((place, seat) => this.#plate(seat, place));

		if (document.body.dataset.mode === "play")
			document.body.dataset.players = rules.players;
		byId("corners").replaceChildren(...many ? plates : []);
		byId("near").replaceChildren(...many ? [] : [plates[places.indexOf(0)]]);
		byId("far").replaceChildren(...many ? [] : [plates[places.indexOf(1)]]);
		this.tick();
	}

	#plate(seat, place) {
		const { store } = this;
		const { shown, rules } = store;
		const { active, points } = shown.position;
		const name = rules.seats[seat];
		const level = store.levels[seat];
		const isOut = !active.includes(seat);
		const isTurn = !shown.result && shown.turn === seat;

		this.clocks[seat] = shown.clock ? make("span", { class: "clock" }) : null;
		return make("div", {
			class: `plate place${place}${isTurn ? " turn" : ""}${isOut ? " out" : ""}`,
			"data-army": name.toLowerCase(),
		},
		make("span", { class: "who" },
			piece("king", isOut ? "dead" : name.toLowerCase()),
			make("span", { class: "name" }, this.#name(seat, name)),
			make("span", { class: "kind soft" }, icon(level ? "computer" : "human"),
				levelName(level))),
		this.#score(seat),
		points ? make("span", { class: "points", title: t("player.points") },
			`${points[seat]}`, make("span", { class: "unit" },
				` ${t("player.points")}`)) : null,
		rules.players === 2 ? this.#taken(seat) : null,
		this.clocks[seat]);
	}

	// Of all games so far, once one has ended.
	#score(seat) {
		const { score } = this.store;

		return score.some(Boolean) ? make("span", { class: "score", title: t("player.score") },
			make("span", { class: "unseen" }, `${t("player.score-label")} `),
			halvesText(score[seat])) : null;
	}

	#name(seat, name) {
		const tag = this.store.tags[name];

		return tag && tag !== "?" && !this.store.levels[seat] ? tag : seatName(name);
	}

	// The pieces that this player has taken, and the lead in material.
	#taken(seat) {
		const { rules, shown, cursor } = this.store;
		const worth = (of) => shown.cells.reduce((sum, cell) =>
			sum + (rules.pieces[cell]?.seat === of
				? rules.values[rules.pieces[cell].type] : 0), 0);
		const lead = worth(seat) - worth(1 - seat);
		const men = cursor.line.filter(({ event }) => event.seat === seat &&
			event.kind === "move" && event.capturedCell !== null)
			.map(({ event }) => rules.pieces[event.capturedCell].type)
			.sort((one, other) => other - one);
		const title = men.length ? t("player.taken",
			{ pieces: men.map(typeName).join(", ") }) : "";

		return make("span", { class: "won" },
			make("span", { class: "unseen" }, title),
			men.map((type) => piece(typeId(type), rules.seats[1 - seat].toLowerCase())),
			lead > 0 ? make("span", { class: "lead" }, `+${lead}`) : null);
	}

	tick() {
		const { store } = this;

		if (!this.clocks.some(Boolean))
			return;
		store.flag();
		this.clocks.forEach((element, seat) => {
			if (!element || !store.shown.clock)
				return;
			if (!store.paused || this.left[seat] === undefined)
				this.left[seat] = store.game.timeLeft(seat);
			const left = this.left[seat];

			element.textContent = timeText(left);
			element.classList.toggle("low", left < LOW);
		});
	}
}
