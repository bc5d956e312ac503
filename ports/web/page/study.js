// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Notes on the shown move, edited in place: a comment, marks, the tags of the
// game. What is drawn on the board stays with the position. A line that is
// pointed at is shown on a small board.

import { button, byId, dialogHead, kept, make, openDialog } from "./dom.js";
import { language, t } from "./i18n.js";
import { cellsOf, timeText } from "./words.js";

/** Marks of moves and of positions, by the numbers that PGN has for them. */
const MARKS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const BALANCE = { 10: "=", 13: "∞", 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+" };

/** The signs of marks, by number. */
export const SIGNS = { ...MARKS, ...BALANCE };

const DELAY = 120; // milliseconds before a line is shown
const TAGS = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

export class Study {
	constructor(store, view) {
		Object.assign(this, { store, view });
		this.text = make("textarea", {
			id: "comment", rows: "2", "aria-label": t("study.comment"),
			placeholder: t("study.comment"), "data-t-label": "study.comment",
			"data-t-placeholder": "study.comment",
			onchange: () => this.#write(), oninput: () => this.#writeSoon(),
		});
		this.facts = make("p", { class: "soft small" });
		this.marks = make("div", { class: "marks", role: "group",
			"aria-label": t("study.marks"), "data-t-label": "study.marks" },
		Object.entries(SIGNS).map(([nag, sign]) => make("button", {
			type: "button", "data-nag": nag, title: t(`mark.${nag}`),
			"aria-label": t(`mark.${nag}`), "data-t-title": `mark.${nag}`,
			"data-t-label": `mark.${nag}`, "aria-pressed": "false",
			onclick: () => this.#mark(Number(nag)),
		}, sign)));
		this.box = make("details", { id: "notes", class: "notes" },
			kept("study.notes", "summary"), this.text, this.marks, this.facts,
			make("div", { class: "inline" },
				button(kept("study.tags"), () => this.#tags()),
				button(kept("study.cut"), () => store.remove(store.cursor),
					{ id: "cut" }),
				button(kept("study.wipe"), () => store.note(store.cursor, { drawings: [] }),
					{ id: "wipe" })));
		document.querySelector(".steps").before(this.box);
		this.box.addEventListener("toggle", () => this.show());
		store.addEventListener("change", ({ detail: { kind } }) => {
			if (kind !== "notes")
				this.#write(); // of the move that is left
			this.show();
		});
		language.addEventListener("change", () => store.root && this.show());
		view.board.addEventListener("draw", ({ detail }) => {
			if (!view.isLent && !view.isShowing)
				store.note(store.cursor, { drawings: detail.drawings });
		});
	}

	show() {
		const { cursor } = this.store;
		const isOther = this.node !== cursor;

		this.node = cursor;
		if (!this.box.open)
			return;
		if (isOther || document.activeElement !== this.text)
			this.text.value = cursor.comments.join("\n\n");
		for (const one of this.marks.children) {
			const nag = Number(one.dataset.nag);

			one.setAttribute("aria-pressed", String(cursor.nags.includes(nag)));
			one.disabled = !cursor.parent;
		}
		this.facts.textContent = [
			cursor.clock === null ? "" : t("study.clock", { time: timeText(cursor.clock) }),
			cursor.eval === null ? "" : t("study.evaluation", { score: cursor.eval }),
		].filter(Boolean).join(" · ");
		byId("cut").disabled = !this.store.canRemove(cursor);
		byId("wipe").disabled = !cursor.drawings.length;
	}

	#writeSoon() {
		clearTimeout(this.timer);
		this.timer = setTimeout(() => this.#write(), 400);
	}

	#write() {
		clearTimeout(this.timer);
		const { node, text } = this;

		if (!node || !this.box.open || !node.parent && node !== this.store.root)
			return;
		const comments = text.value.split(/\n\s*\n/).map((part) =>
			part.replace(/\s+/g, " ").trim()).filter(Boolean);

		if (comments.join("\n\n") !== node.comments.join("\n\n"))
			this.store.note(node, { comments });
	}

	// Marks of a move, and of a position, are one each.
	#mark(nag) {
		const { cursor } = this.store;
		const group = nag in MARKS ? MARKS : BALANCE;
		const others = cursor.nags.filter((one) => !(one in group));

		this.store.note(cursor, { nags: cursor.nags.includes(nag) ? others
			: [...others, nag].sort((one, other) => one - other) });
	}

	#tags() {
		const { store } = this;
		const names = [...new Set([...TAGS.filter((name) => name !== "White" &&
			name !== "Black" || store.rules.players === 2), ...store.rules.seats,
		...Object.keys(store.tags)])].filter((name) => !["SetUp", "FEN"].includes(name));
		const fields = names.map((name) => make("label", { class: "field" },
			make("span", {}, name), make("input", {
				type: "text", name, value: store.tags[name] ?? "", autocomplete: "off",
			})));

		openDialog(byId("settings-dialog"), dialogHead("settings-title", t("study.tags-title")),
			make("form", { method: "dialog", class: "fields", onsubmit: ({ target }) => {
				const tags = Object.fromEntries([...new FormData(target)]
					.map(([name, value]) => [name, String(value).replace(/\s+/g, " ").trim()])
					.filter(([, value]) => value));

				store.tag({ ...Object.fromEntries(["SetUp", "FEN"].flatMap((name) =>
					store.tags[name] ? [[name, store.tags[name]]] : [])), ...tags });
			} }, fields, make("div", { class: "inline end" },
				make("button", { class: "primary", type: "submit" }, t("share.save")))));
	}
}

/** A small board beside a line that is pointed at or focused. */
export class Preview {
	constructor(store, view, movelist, analysis) {
		Object.assign(this, { store, view, movelist, analysis });
		this.board = make("rookery-board", { class: "mini", "aria-hidden": "true" });
		this.board.inert = true;
		// A pointer that rests, while moves come to lie under it, means none.
		const listen = (list, find) => {
			list.addEventListener("pointermove", ({ target, pointerType }) => {
				const move = target.closest?.(".move");

				if (move === this.move || pointerType === "touch")
					return;
				this.#hide();
				this.move = move;
				this.timer = setTimeout(() => {
					if (move?.matches(":hover"))
						this.#show(move, find(move));
				}, DELAY);
			});
			list.addEventListener("focusin", ({ target }) => {
				if (target.matches(".move:focus-visible"))
					this.#show(target, find(target));
			});
			for (const type of ["pointerleave", "focusout", "click"])
				list.addEventListener(type, () => this.#hide());
		};

		store.addEventListener("change", () => this.#hide());

		listen(byId("moves"), (move) => this.#ofNode(move));
		listen(byId("lines-list"), (move) => this.#ofLine(move));
	}

	#hide() {
		clearTimeout(this.timer);
		this.move = null;
		this.board.remove();
	}

	#ofNode(move) {
		const node = this.movelist.nodes.get(move);

		if (!node || node === this.store.cursor)
			return null;
		const game = this.store.gameAt(node);
		const { cells } = game;

		game.close();
		return { cells, last: node.event };
	}

	#ofLine(move) {
		const item = move.closest("li");
		const line = this.analysis.lines.filter(Boolean)[
			[...item.parentNode.children].indexOf(item)];
		const count = [...item.querySelectorAll(".move")].indexOf(move) + 1;

		if (!line || line.moves.length < count)
			return null;
		const moves = line.moves.slice(0, count);

		try {
			return { cells: moves.reduce((position, one) => position.after(one),
				this.analysis.about).cells, last: moves.at(-1) };
		} catch {
			return null; // the lines are of another position by now
		}
	}

	#show(move, found) {
		if (!found) {
			this.board.remove();
			return;
		}
		document.body.append(this.board);
		const { rules } = this.store;
		const { left, top, bottom } = move.getBoundingClientRect();
		const { cells, last } = found;

		this.board.show({ files: rules.files, ranks: rules.ranks,
			cells: cellsOf(cells, rules), seats: rules.seats, below: this.view.below,
			last: last.from === undefined ? [] : [last.from, last.to], coordinates: "none" });
		this.board.dataset.theme = this.view.board.dataset.theme;
		const size = this.board.getBoundingClientRect().width;

		this.board.style.left = `${Math.max(4, Math.min(left, innerWidth - size - 4))}px`;
		this.board.style.top = `${bottom + 6 + size < innerHeight ? bottom + 6
			: Math.max(4, top - size - 6)}px`;
	}
}
