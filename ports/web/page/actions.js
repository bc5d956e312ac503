// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The buttons of a game: undo, redo, hint, turn, draw, resign. Those that end
// something ask for confirmation.

import { button, byId, dialogHead, make, openDialog } from "./dom.js";
import { language, t } from "./i18n.js";
import { moveWords, seatWord } from "./words.js";

const NAMES = ["undo", "redo", "hint", "flip", "draw", "resign"];

export class Actions {
	constructor(store, view, conductor, say) {
		Object.assign(this, { store, view, conductor, say });
		for (const name of NAMES)
			byId(name).addEventListener("click", () => {
				const refusal = this.act(name);

				if (refusal)
					say(refusal);
			});
		store.addEventListener("change", ({ detail: { kind } }) => {
			this.show();
			// The question has been decided meanwhile.
			if (kind === "end" || kind === "new")
				byId("ask-dialog").close();
		});
		language.addEventListener("change", () => byId("ask-dialog").close());
	}

	/** Executes an action, or says why it is not possible. */
	act(name) {
		const refusal = this.refusal(name);

		if (!refusal)
			this[name]();
		return refusal;
	}

	refusal(name) {
		const { game, shown, canUndo, canRedo } = this.store;

		if (name === "undo")
			return canUndo ? null : t("action.no-undo");
		if (name === "redo")
			return canRedo ? null : t("action.no-redo");
		if (name === "hint" && this.conductor.thinking >= 0)
			return t("action.hint-wait");
		if (name === "hint")
			return shown.result ? t("game.over") : null;
		if (name === "flip")
			return null;
		return game.result ? t("game.over")
			: this.#actor() === undefined ? t("action.nobody") : null;
	}

	// A thinking computer disables no button, since they would flicker.
	show() {
		for (const name of NAMES)
			byId(name).disabled = name === "hint"
				? Boolean(this.store.shown.result) : Boolean(this.refusal(name));
	}

	undo() { this.store.undo(); }

	redo() { this.store.redo(); }

	flip() { this.turn(); }

	/** Turns the board to a seat, or to the next one. */
	turn(seat) {
		this.view.turn(seat);
		this.store.dispatchEvent(new CustomEvent("change", { detail: { kind: "turn" } }));
		this.say(t("action.below", { seat: this.#seat(this.view.below) }));
	}

	async hint() {
		const { store } = this;
		const place = store.cursor;

		// One hint at a time, since a computer to move would wait for
		// all of them.
		if (byId("hint").classList.contains("busy"))
			return;
		byId("hint").classList.add("busy");
		const move = await this.conductor.hint()
			.catch(() => this.say(t("action.no-hint")))
			.finally(() => byId("hint").classList.remove("busy"));

		if (!move || store.cursor !== place)
			return;
		this.view.point([{ from: move.from, to: move.to, brush: "blue" }]);
		this.say(t("action.hinted", { move: moveWords(move, store.rules) }));
	}

	#seat(seat) { return seatWord(this.store.rules.seats[seat]); }

	/** The person who acts: the one to move, or the next one. */
	#actor() {
		const { game, levels, humans } = this.store;
		const active = humans.filter((seat) => game.active.includes(seat));

		return levels[game.turn] || !active.includes(game.turn)
			? active.find((seat) => seat > game.turn) ?? active[0] : game.turn;
	}

	draw() {
		const { store } = this;
		const { game, levels } = store;
		const seat = this.#actor();

		if (game.claimable && seat === game.turn) {
			store.act("claim");
			return;
		}
		store.act("offerDraw", seat);
		const declines = [];

		levels.forEach((level, other) => {
			if (!level || game.result || !game.active.includes(other))
				return;
			if (game.position.acceptsDraw(other, level))
				store.act("offerDraw", other);
			else
				declines.push(other);
		});
		if (declines.length && !game.result) {
			store.act("declineDraw", declines[0]);
			this.say(t("action.declines", { seat: this.#seat(declines[0]) }));
		} else if (!game.result) {
			this.say(t("action.offers", { seat: this.#seat(seat) }));
		}
	}

	async resign() {
		const { store } = this;
		const { game } = store;
		const seat = this.#actor();
		const agreed = await ask(t("action.resigns", { seat: this.#seat(seat) }),
			t("action.resign"));

		// A clock may have run out meanwhile.
		if (agreed && game === store.game && !game.result && game.active.includes(seat))
			store.act("resign", seat);
	}
}

/** A question with yes and no. */
export function ask(question, yes) {
	const dialog = byId("ask-dialog");

	return new Promise((answer) => {
		let agreed = false;
		const agree = () => {
			agreed = true;
			dialog.close();
		};

		openDialog(dialog, dialogHead("ask-title", question),
			make("div", { class: "inline end" },
				button(t("action.no"), () => dialog.close()),
				button(yes, agree, { class: "primary" })));
		dialog.addEventListener("close", () => answer(agreed), { once: true });
	});
}
