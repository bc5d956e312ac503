// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The dialog for a new game: rules, players, clock and start. The last choice
// is offered again.

import { button, byId, dialogHead, make, openDialog, piece, select }
	from "./dom.js";
import { levelText, rulesText, rulesTitle } from "./words.js";

const CLOCKS = [
	["", "No clock"], ["1+0", "1 minute"], ["3+2", "3 minutes + 2 seconds a move"],
	["5+3", "5 minutes + 3 seconds a move"], ["10+5", "10 minutes + 5 seconds a move"],
	["15+10", "15 minutes + 10 seconds a move"], ["30+20", "30 minutes + 20 seconds a move"],
	["own", "Another one…"],
];

const USUAL = {
	rules: "standard", levels: [0, 3, 3, 3], clock: "", minutes: 10, seconds: 5,
	isDelay: false, start: 0,
};

const MINUTE = 60000;
const CHESS960 = 960; // among the starting positions: one of 960

// Checks saved settings, which may be from another version.
function sound(last) {
	const choice = { ...USUAL, ...last };
	const between = (key, least, most) =>
		choice[key] >= least && choice[key] <= most ? Number(choice[key]) : USUAL[key];

	return {
		...choice,
		levels: USUAL.levels.map((usual, seat) =>
			Number.isInteger(choice.levels?.[seat]) && choice.levels[seat] >= 0
				? choice.levels[seat] : usual),
		clock: CLOCKS.some(([name]) => name === choice.clock) ? choice.clock : "",
		minutes: between("minutes", 0.5, 600), seconds: between("seconds", 0, 600),
	};
}

/** The title of a starting position. */
const startTitle = (name) => `${name[0].toUpperCase()}${name.slice(1)}`;

export class NewGame {
	/** @param {(options: object) => void} begin */
	constructor(store, settings, begin) {
		Object.assign(this, { store, settings, begin });
		byId("new").addEventListener("click", () => this.open());
	}

	/** Opens the dialog; `position` replaces the starting positions. */
	open(position = null) {
		const { rookery } = this.store;

		this.position = position ?? this.#current();
		this.isGiven = Boolean(position);
		this.choice = sound(this.settings.get("last"));
		if (position && position.rules.name !== this.choice.rules)
			this.choice.rules = position.rules.name;
		if (!rookery.rules.some(({ name }) => name === this.choice.rules))
			this.choice.rules = rookery.rules[0].name;
		if (!this.rules.starts[this.choice.start] &&
		    (this.choice.start !== CHESS960 || this.rules.players > 2))
			this.choice.start = 0;
		this.from = position ? "here" : "start";
		this.form = make("form", { method: "dialog", onsubmit: (event) => this.#done(event) });
		this.#fill();
		openDialog(byId("new-dialog"), dialogHead("new-title", "New game"), this.form);
	}

	// The shown position, unless it is a starting position.
	#current() {
		const { store } = this;

		return store.cursor?.parent && !store.shown.result
			? store.shown.position : null;
	}

	get rules() { return this.store.rookery.rulesOf(this.choice.rules); }

	#change(change) {
		const { activeElement } = document;
		const key = activeElement?.dataset.key;

		Object.assign(this.choice, change);
		this.#fill();
		if (key)
			this.form.querySelector(`[data-key="${key}"]`)?.focus();
	}

	#fill() {
		this.form.replaceChildren(...[
			this.isGiven ? null : this.#players(), this.#kind(), this.#seats(),
			this.#clock(), this.#from(),
			make("div", { class: "inline end" },
				make("button", { class: "primary", type: "submit" }, "Play")),
		].filter(Boolean));
	}

	#players() {
		const { rookery } = this.store;
		const counts = [...new Set(rookery.rules.map(({ players }) => players))];
		const words = { 2: "Two players", 4: "Four players" };

		return make("fieldset", {}, make("legend", {}, "Players"),
			make("div", { class: "choices" }, counts.map((count) =>
				make("label", { class: "choice" }, make("input", {
					type: "radio", name: "players", value: String(count),
					checked: this.rules.players === count, "data-key": `p${count}`,
					onchange: () => this.#change({
						start: 0, rules: rookery.rules.find(({ players }) =>
							players === count).name,
					}),
				}), words[count] ?? String(count)))));
	}

	#kind() {
		const { rules } = this;
		const kinds = this.store.rookery.rules.filter(({ players }) =>
			players === rules.players);
		const parts = [
			make("label", { class: "field" }, make("span", {}, "Rules"),
				select(kinds.map((row) => [row.name, rulesTitle(row)]), rules.name, {
					"data-key": "rules",
					onchange: ({ target }) => this.#change({ rules: target.value }),
				})),
			make("p", { class: "soft small" }, rulesText(rules)),
		];

		const starts = [...rules.starts.map((name, index) => [index, startTitle(name)]),
			...rules.players === 2 ? [[CHESS960, "Chess960, at random"]] : []];

		if (starts.length > 1 && this.from === "start")
			parts.push(make("label", { class: "field" }, make("span", {}, "Set-up"),
				select(starts,
					this.choice.start, {
						"data-key": "start",
						onchange: ({ target }) =>
							this.#change({ start: Number(target.value) }),
					})));
		return make("div", { class: "fields" }, parts);
	}

	#seats() {
		const { rules, choice } = this;
		const choices = [[0, "Human"], ...rules.levels.map((_, index) =>
			[index + 1, levelText(index + 1, rules)])];
		const seats = rules.seats.map((name, seat) =>
			make("label", { class: "seat-row" },
				piece("king", name.toLowerCase()), make("span", {}, name),
				select(choices, this.#level(seat), {
					"data-key": `s${seat}`,
					onchange: ({ target }) => this.#change({
						levels: choice.levels.with(seat, Number(target.value)),
					}),
				})));

		return make("fieldset", {}, make("legend", {}, "Who plays"),
			make("div", { class: "seats" }, seats,
				make("div", { class: "buttons" },
					button("Swap", () => this.#rotate(1),
						{ icon: "swap", "data-key": "swap" }),
					button("Random colours", () => this.#rotate(
						Math.floor(Math.random() * rules.players)),
					{ "data-key": "random" }))));
	}

	// The chosen level, at most the highest that these rules have.
	#level(seat) {
		return Math.min(this.choice.levels[seat], this.rules.levels.length);
	}

	// Rotates the players by some seats.
	#rotate(by) {
		const { players } = this.rules;
		const seated = this.choice.levels.slice(0, players);

		this.#change({ levels: [
			...seated.map((_, seat) => seated[(seat + by) % players]),
			...this.choice.levels.slice(players),
		] });
	}

	#clock() {
		const { choice } = this;
		const number = (key, text, most, step) => make("label", { class: "field" },
			make("span", {}, text), make("input", {
				type: "number", min: key === "minutes" ? "0.5" : "0", max: most, step,
				required: true, value: String(choice[key]),
				onchange: ({ target }) => { choice[key] = Number(target.value); },
			}));
		const parts = [make("label", { class: "field" },
			make("span", {}, "Clock"), select(CLOCKS, choice.clock, {
				"data-key": "clock",
				onchange: ({ target }) => this.#change({ clock: target.value }),
			}))];

		if (choice.clock === "own")
			parts.push(number("minutes", "Minutes", "600", "0.5"),
				number("seconds", "Seconds a move", "600", "1"),
				make("label", { class: "tick" }, make("input", {
					type: "checkbox", checked: choice.isDelay,
					onchange: ({ target }) => { choice.isDelay = target.checked; },
				}), "as a delay: what is not used is lost"));
		return make("div", { class: "fields" }, parts);
	}

	#from() {
		const { position } = this;

		if (!position || position.rules.players !== this.rules.players)
			return null;
		const row = (value, text) => make("label", { class: "choice" },
			make("input", {
				type: "radio", name: "from", value, checked: this.from === value,
				"data-key": `f${value}`,
				onchange: () => {
					this.from = value;
					this.#change({});
				},
			}), text);

		return make("fieldset", {}, make("legend", {}, "From"),
			make("div", { class: "choices" }, row("start", "The start"),
				row("here", this.isGiven ? "The position set up"
					: "The position on the board")));
	}

	#time() {
		const { clock, minutes, seconds, isDelay } = this.choice;

		if (!clock)
			return undefined;
		const [initial, more] = clock === "own" ? [minutes, seconds]
			: clock.split("+").map(Number);

		return {
			initial: Math.round(initial * MINUTE),
			[clock === "own" && isDelay ? "delay" : "increment"]: more * 1000,
		};
	}

	#start() {
		const { choice: { start }, store: { rookery } } = this;

		return start === CHESS960
			? { fen: rookery.chess960(Math.floor(Math.random() * 960)).fen } : { start };
	}

	#done(event) {
		const { choice, rules } = this;
		const isHere = this.from === "here" && this.position &&
			this.position.rules.players === rules.players;

		try {
			// With other rules the position may not be playable.
			if (isHere)
				this.store.rookery.position({ rules: rules.name,
					fen: this.position.fen });
		} catch ({ message }) {
			event.preventDefault();
			this.form.append(make("p", { class: "problem", role: "alert" },
				`It cannot be played by these rules: ${message}.`));
			return;
		}
		this.settings.set("last", { ...choice });
		this.begin({
			rules: rules.name, levels: rules.seats.map((_, seat) => this.#level(seat)),
			clock: this.#time(),
			...isHere ? { fen: this.position.fen } : this.#start(),
		});
	}
}
