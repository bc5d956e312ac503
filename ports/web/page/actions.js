// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The buttons of a game: undo, redo, hint, turn, draw, resign. Those that end
// something ask first.

import { button, byId, dialogHead, make, openDialog } from "./dom.js";
import { moveWords } from "./words.js";

export class Actions {
	constructor(store, view, conductor, say) {
		Object.assign(this, { store, view, conductor, say });
		for (const name of ["undo", "redo", "hint", "flip", "draw", "resign"])
			byId(name).addEventListener("click", () => this[name]());
		store.addEventListener("change", () => this.show());
	}

	show() {
		const { game, humans } = this.store;
		const isOver = Boolean(game.result);

		byId("undo").disabled = !game.plies;
		byId("redo").disabled = !game.redoable;
		byId("hint").disabled = Boolean(this.store.shown.result);
		byId("draw").disabled = byId("resign").disabled = isOver || !humans.length;
	}

	undo() {
		if (this.store.game.plies)
			this.store.undo();
	}

	redo() {
		if (this.store.game.redoable)
			this.store.redo();
	}

	flip() {
		this.view.turn();
		this.store.dispatchEvent(new CustomEvent("change", { detail: { kind: "turn" } }));
		this.say(`${this.store.rules.seats[this.view.below]} is below.`);
	}

	async hint() {
		const { store } = this;
		const place = store.cursor;

		if (store.shown.result || this.conductor.thinking >= 0)
			return;
		byId("hint").classList.add("busy");
		const move = await this.conductor.hint()
			.finally(() => byId("hint").classList.remove("busy"));

		if (!move || store.cursor !== place)
			return;
		this.view.point([{ from: move.from, to: move.to, brush: "blue" }]);
		this.say(`Hint: ${moveWords(move, store.rules)}.`);
	}

	/** The person who acts: who is to move, or the next one. */
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

		if (game.result || seat === undefined)
			return;
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
			this.say(`${store.rules.seats[declines[0]]} declines the draw.`);
		} else if (!game.result) {
			this.say(`${store.rules.seats[seat]} offers a draw.`);
		}
	}

	async resign() {
		const { store } = this;
		const seat = this.#actor();

		if (store.game.result || seat === undefined)
			return;
		if (await ask(`${store.rules.seats[seat]} resigns?`, "Resign"))
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
				button("No", () => dialog.close()),
				button(yes, agree, { class: "primary" })));
		dialog.addEventListener("close", () => answer(agreed), { once: true });
	});
}
