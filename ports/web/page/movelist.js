// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The list of moves: a row for each round, variations between the rows, each
// move a button. Tab reaches one of them, the arrow keys the others.

import { button, byId, make } from "./dom.js";
import { language, t } from "./i18n.js";
import { variationOf } from "./store.js";
import { SIGNS } from "./study.js";
import { moveText } from "./words.js";

const SWIPE = 45; // pixels
const VERDICTS = ["", "?!", "?", "??"];

export class MoveList {
	constructor(store, settings) {
		this.store = store;
		this.settings = settings;
		this.list = byId("moves");
		this.buttons = new Map();
		/** The nodes of buttons. */
		this.nodes = new WeakMap();
		store.addEventListener("change", ({ detail }) => this.changed(detail));
		for (const one of [settings, language])
			one.addEventListener("change", () => store.root && this.render());
		this.list.addEventListener("keydown", (event) => this.key(event));
		const steps = {
			first: () => store.root,
			previous: () => store.cursor.parent,
			next: () => store.next,
			last: () => store.last,
		};

		for (const [id, where] of Object.entries(steps))
			byId(id).addEventListener("click", () => {
				const node = where();

				if (node)
					store.go(node);
			});
		addEventListener("keydown", (event) => this.pageKey(event));
		this.#listenForSwipes();
		new ResizeObserver(() => this.scroll()).observe(this.list);
	}

	changed({ kind, node, what }) {
		if (kind === "move" && this.#append(node))
			this.mark();
		else if (["new", "back", "move", "tree"].includes(kind) ||
		    (kind === "notes" && !what.includes("drawings")))
			this.render();
		else
			this.mark();
	}

	render() {
		this.buttons.clear();
		this.#parts = [];
		this.#row = null;
		this.#number = 0;
		this.#end = this.store.root;
		while (this.#end.children.length)
			this.#add(this.#end.children[0]);
		this.list.replaceChildren(
			...this.store.root.comments.map(comment), ...this.#parts);
		if (!this.#parts.length)
			this.list.append(make("p", { class: "soft empty" }, t("moves.none")));
		this.mark();
	}

	// The parts of the main line so far, its last row, and its last node.
	#parts = [];
	#row = null;
	#number = 0;
	#end = null;

	// Adds the next move of the main line. Every row is one round.
	#add(node) {
		const { event } = node;

		if (node.before.length) {
			this.#parts.push(...node.before.map(comment));
			this.#row = null;
		}
		if (!this.#row || event.number !== this.#number || event.seat <= this.#row.seat) {
			this.#row = row(`${event.number}${event.number === this.#number ? "…" : "."}`);
			this.#number = event.number;
			this.#parts.push(this.#row.element);
		}
		this.#row.seat = event.seat;
		this.#row.element.append(this.button(node, `seat${event.seat}`));
		this.#end = node;
		const after = [
			...node.comments.map(comment),
			...node.parent.children.slice(1).map((one) => this.variation(one)),
		];

		if (after.length) {
			this.#parts.push(...after);
			this.#row = null;
		}
	}

	// A move at the end of the list is added to it; returns whether it was one.
	#append(node) {
		if (this.buttons.has(node))
			return true;
		if (node.parent !== this.#end || node.parent.children.length > 1 ||
		    node.children.length)
			return false;
		const { length } = this.#parts;

		if (!length)
			this.list.querySelector(".empty")?.remove();
		this.#add(node);
		this.list.append(...this.#parts.slice(length));
		return true;
	}

	variation(node) {
		return make("div", { class: "variation" }, this.line(node));
	}

	line(node) {
		const parts = node.before.map(comment);
		let first = true;

		for (; node; node = node.children[0]) {
			const { event } = node;

			if (first || event.seat === 0)
				parts.push(make("span", { class: "number" },
					`${event.number}${event.seat ? "…" : "."}`));
			parts.push(this.button(node), ...node.comments.map(comment));
			if (!first)
				parts.push(...node.parent.children.slice(1)
					.map((one) => this.variation(one)));
			first = false;
		}
		return parts;
	}

	button(node, extra = "") {
		const verdict = node.review?.verdict ?? 0;
		const signs = node.nags.map((nag) => SIGNS[nag] ?? "").join("") ||
			VERDICTS[verdict];
		const text = moveText(node.event, this.settings.get("figures"));
		const element = make("button", {
			type: "button", class: `move ${extra}`, tabindex: -1,
			"data-verdict": verdict || null,
			title: verdict ? t(`verdict.${verdict}`)
				: this.store.rules.players > 2 ? text : null,
			onclick: () => this.store.go(node),
		}, text + signs);

		if (node.event.kind === "move" && this.settings.get("figures"))
			element.setAttribute("aria-label", node.event.san + signs);
		this.buttons.set(node, element);
		this.nodes.set(element, node);
		return element;
	}

	mark() {
		const { cursor, root, head, next } = this.store;
		const first = root.children[0];

		// Only those that were marked before, and those that are now.
		for (const node of [this.here, this.head, first]) {
			const element = this.buttons.get(node);

			element?.classList.remove("head");
			element?.removeAttribute("aria-current");
			if (element)
				element.tabIndex = -1;
		}
		this.here = cursor;
		this.head = head;
		if (head !== cursor)
			this.buttons.get(head)?.classList.add("head");
		this.buttons.get(cursor)?.setAttribute("aria-current", "step");
		const focusable = this.buttons.get(cursor) ?? this.buttons.get(first);

		if (focusable)
			focusable.tabIndex = 0;
		this.scroll();
		byId("first").disabled = byId("previous").disabled = cursor === root;
		byId("next").disabled = byId("last").disabled = !next;
		this.tools();
	}

	// Scrolls the list without scrolling the page, once a frame.
	scroll() {
		this.frame ??= requestAnimationFrame(() => {
			this.frame = null;
			this.#scroll();
		});
	}

	#scroll() {
		if (!this.store.root)
			return;
		const element = this.buttons.get(this.store.cursor);

		if (!element) {
			this.list.scrollTop = 0;
			return;
		}
		const box = this.list.getBoundingClientRect();
		const { top, bottom } = element.getBoundingClientRect();

		if (top < box.top || bottom > box.bottom)
			this.list.scrollTop += (top + bottom - box.top - box.bottom) / 2;
	}

	// Buttons for a variation.
	tools() {
		const { store } = this;
		const { cursor } = store;
		const start = variationOf(cursor);

		byId("variation-tools")?.remove();
		if (!start)
			return;
		this.list.after(make("div", { class: "tools", id: "variation-tools" },
			store.isStudy ? button(t("moves.promote"),
				() => store.promote(cursor)) : null,
			start.parent.children.indexOf(start) > (store.isStudy ? 0 : 1)
				? button(t("moves.up"), () => store.raise(cursor),
					{ "aria-label": t("moves.raise") }) : null,
			store.canRemove(start)
				? button(t("delete"), () => store.remove(start)) : null));
	}

	// Keys within the list; the focus follows.
	key(event) {
		const { cursor } = this.store;
		const to = {
			ArrowLeft: cursor.parent, ArrowUp: cursor.parent,
			ArrowRight: this.store.next, ArrowDown: this.store.next,
			Home: this.store.root.children[0], End: this.store.last,
		}[event.key];

		if (!to || event.altKey || event.ctrlKey || event.metaKey)
			return;
		event.preventDefault();
		event.stopPropagation();
		this.store.go(to);
		this.buttons.get(to)?.focus();
	}

	// A finger that goes sideways over the board steps through the game, unless
	// it takes a piece along.
	#listenForSwipes() {
		const table = document.querySelector(".table");
		const board = document.querySelector("rookery-board");
		let start = null;

		table.addEventListener("touchstart", ({ touches }) => {
			const [{ clientX: x, clientY: y }] = touches;
			const square = board.squareAt(x, y);

			start = touches.length === 1 && document.body.dataset.mode === "play" &&
				(square < 0 || !board.targets(square)) ? { x, y } : null;
		}, { passive: true });
		table.addEventListener("touchend", ({ changedTouches: [{ clientX, clientY }] }) => {
			const across = clientX - (start?.x ?? clientX);

			if (start && Math.abs(across) > SWIPE &&
			    Math.abs(across) > 2 * Math.abs(clientY - start.y))
				byId(across < 0 ? "next" : "previous").click();
			start = null;
		}, { passive: true });
	}

	// Keys elsewhere, if nothing else uses the arrows.
	pageKey(event) {
		const { cursor } = this.store;

		if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey ||
		    document.body.dataset.mode !== "play" ||
		    event.target.closest?.("input, select, textarea, dialog, [contenteditable]"))
			return;
		const to = {
			ArrowLeft: cursor?.parent, ArrowRight: this.store.next,
			Home: this.store.root, End: this.store.last,
		}[event.key];

		if (to) {
			event.preventDefault();
			this.store.go(to);
		}
	}
}

function row(text) {
	return {
		element: make("div", { class: "turn-row" },
			make("span", { class: "number" }, text)),
		seat: -1,
	};
}

function comment(text) {
	return make("span", { class: "comment" }, text);
}
