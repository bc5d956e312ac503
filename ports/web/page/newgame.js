// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The dialog for a new game: rules, players, clock and start. The last choice
// is offered again.

import { button, byId, dialogHead, make, openDialog, piece, select }
	from "./dom.js";
import { language, t } from "./i18n.js";
import { levelText, rulesText, rulesTitle } from "./words.js";

const CLOCKS = ["", "1+0", "3+2", "5+3", "10+5", "15+10", "30+20", "own"];

const USUAL = {
	rules: "standard", levels: [0, 3, 3, 3], clock: "", minutes: 10, seconds: 5,
	isDelay: false, start: 0,
	/** Time odds: {minutes, seconds, isDelay} of each seat, or null. */
	odds: null,
};

const MINUTE = 60000;
const MOST = 600; // minutes, and seconds a move
const CHESS960 = 960; // among the starting positions: one of 960

// Checks saved settings, which may be from another version.
function sound(last) {
	const choice = { ...USUAL, ...last };
	const between = (key, least, of = choice) =>
		of?.[key] >= least && of[key] <= MOST ? Number(of[key]) : USUAL[key];
	const time = (of) => ({ minutes: between("minutes", 0.1, of),
		seconds: between("seconds", 0, of), isDelay: Boolean(of?.isDelay) });

	return {
		...choice,
		levels: USUAL.levels.map((usual, seat) =>
			Number.isInteger(choice.levels?.[seat]) && choice.levels[seat] >= 0
				? choice.levels[seat] : usual),
		clock: CLOCKS.includes(choice.clock) ? choice.clock : "",
		minutes: between("minutes", 0.1), seconds: between("seconds", 0),
		odds: Array.isArray(choice.odds)
			? USUAL.levels.map((_, seat) => time(choice.odds[seat])) : null,
	};
}

const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** The title of a starting position. */
const startTitle = (name) => t(`new.start-${name}`);

/** The title of a seat; those without a text keep the module's name. */
function seatTitle(name) {
	const key = `seat.${name.toLowerCase()}`;

	return t(key) === key ? name : capital(t(key));
}

function clockTitle(clock) {
	const [minutes, seconds] = clock.split("+");

	return clock === "" ? t("new.no-clock") : clock === "own" ? t("new.own-clock")
		: seconds === "0" ? t("new.clock-minutes", { count: Number(minutes) })
			: t("new.clock-text", { minutes, seconds });
}

export class NewGame {
	/** @param {(options: object) => void} begin */
	constructor(store, settings, begin) {
		Object.assign(this, { store, settings, begin });
		byId("new").addEventListener("click", () => this.open());
		language.addEventListener("change", () => this.#speak());
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
		openDialog(byId("new-dialog"), dialogHead("new-title", t("new.title")), this.form);
	}

	// Shows the open dialog in another language.
	#speak() {
		const dialog = byId("new-dialog");

		if (!dialog.open || !dialog.contains(this.form))
			return;
		dialog.querySelector(".head").replaceWith(dialogHead("new-title", t("new.title")));
		this.#change({});
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
				make("button", { class: "primary", type: "submit" }, t("new.play"))),
		].filter(Boolean));
	}

	#players() {
		const { rookery } = this.store;
		const counts = [...new Set(rookery.rules.map(({ players }) => players))];
		const words = { 2: t("new.two"), 4: t("new.four") };

		return make("fieldset", {}, make("legend", {}, t("new.players")),
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
			make("label", { class: "field" }, make("span", {}, t("new.rules")),
				select(kinds.map((row) => [row.name, rulesTitle(row)]), rules.name, {
					"data-key": "rules",
					onchange: ({ target }) => this.#change({ rules: target.value }),
				})),
			make("p", { class: "soft small" }, rulesText(rules)),
		];

		const starts = [...rules.starts.map((name, index) => [index, startTitle(name)]),
			...rules.players === 2 ? [[CHESS960, t("new.chess960")]] : []];

		if (starts.length > 1 && this.from === "start")
			parts.push(make("label", { class: "field" }, make("span", {}, t("new.set-up")),
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
		const choices = [[0, t("new.human")], ...rules.levels.map((_, index) =>
			[index + 1, levelText(index + 1, rules)])];
		const seats = rules.seats.map((name, seat) =>
			make("label", { class: "seat-row" },
				piece("king", name.toLowerCase()), make("span", {}, seatTitle(name)),
				select(choices, this.#level(seat), {
					"data-key": `s${seat}`,
					onchange: ({ target }) => this.#change({
						levels: choice.levels.with(seat, Number(target.value)),
					}),
				})));

		return make("fieldset", {}, make("legend", {}, t("new.who")),
			make("div", { class: "seats" }, seats,
				make("div", { class: "buttons" },
					button(t("new.swap"), () => this.#rotate(1),
						{ icon: "swap", "data-key": "swap" }),
					button(t("new.random"), () => this.#rotate(
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
		const { levels, odds } = this.choice;
		const rotated = (list) => list && [
			...list.slice(0, players).map((_, seat) => list[(seat + by) % players]),
			...list.slice(players),
		];

		this.#change({ levels: rotated(levels), odds: rotated(odds) });
	}

	#clock() {
		const { choice } = this;
		const parts = [make("label", { class: "field" },
			make("span", {}, t("new.clock")),
			select(CLOCKS.map((clock) => [clock, clockTitle(clock)]), choice.clock, {
				"data-key": "clock",
				onchange: ({ target }) => this.#change({ clock: target.value }),
			}))];

		if (choice.clock && !choice.odds && choice.clock === "own")
			parts.push(number(choice, "minutes", t("new.minutes")),
				number(choice, "seconds", t("new.seconds")),
				delay(choice, t("new.delay")));
		if (choice.clock)
			parts.push(make("label", { class: "tick" }, make("input", {
				type: "checkbox", checked: Boolean(choice.odds), "data-key": "odds",
				onchange: ({ target }) => this.#change({
					odds: target.checked ? this.#usualOdds() : null,
				}),
			}), t("new.odds")));
		if (choice.clock && choice.odds)
			parts.push(this.#odds());
		return make("div", { class: "fields" }, parts);
	}

	// Before anybody has another time, all have the one chosen.
	#usualOdds() {
		const { minutes, seconds, isDelay } = this.choice;
		const { clock } = this.choice;
		const [initial, more] = clock === "own" ? [minutes, seconds]
			: clock.split("+").map(Number);

		return USUAL.levels.map(() => ({ minutes: initial, seconds: more,
			isDelay: clock === "own" && isDelay }));
	}

	#odds() {
		return make("div", { class: "odds" }, this.rules.seats.map((name, seat) => {
			const time = this.choice.odds[seat];

			return make("fieldset", { class: "odds-row" },
				make("legend", {}, piece("king", name.toLowerCase()), seatTitle(name)),
				number(time, "minutes", t("new.minutes"), `m${seat}`),
				number(time, "seconds", t("new.seconds"), `i${seat}`),
				delay(time, t("new.as-delay"), `d${seat}`));
		}));
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

		return make("fieldset", {}, make("legend", {}, t("new.from")),
			make("div", { class: "choices" }, row("start", t("new.from-start")),
				row("here", t(this.isGiven ? "new.from-set-up"
					: "new.from-board"))));
	}

	#time() {
		const { clock, odds } = this.choice;

		if (!clock)
			return undefined;
		const [all] = this.#usualOdds();

		return odds ? { ...milliseconds(odds[0]),
			odds: this.rules.seats.map((_, seat) => milliseconds(odds[seat])) }
			: milliseconds(all);
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
				t("new.refused", { message })));
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

/** A number of a time control: its minutes, or its seconds a move. */
function number(time, key, text, id = key) {
	const isMinutes = key === "minutes";

	return make("label", { class: "field" }, make("span", {}, text), make("input", {
		type: "number", min: isMinutes ? "0.1" : "0", max: String(MOST),
		step: isMinutes ? "any" : "1", required: true, value: String(time[key]),
		"data-key": id,
		onchange: ({ target }) => { time[key] = Number(target.value); },
	}));
}

function delay(time, text, id = "delay") {
	return make("label", { class: "tick" }, make("input", {
		type: "checkbox", checked: time.isDelay, "data-key": id,
		onchange: ({ target }) => { time.isDelay = target.checked; },
	}), text);
}

function milliseconds({ minutes, seconds, isDelay }) {
	return { initial: Math.round(minutes * MINUTE),
		[isDelay ? "delay" : "increment"]: seconds * 1000 };
}
