// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The list of moves: a row for each round, variations between the rows, each
// move a button. Tab reaches one of them, the arrow keys the others.

import { button, byId, make } from "./dom.js";
import { moveText } from "./words.js";

const NAGS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const VERDICTS = ["", "?!", "?", "??"];
const NAMES = ["", "inaccuracy", "mistake", "blunder"];

export class MoveList {
	constructor(store, settings) {
		this.store = store;
		this.settings = settings;
		this.list = byId("moves");
		this.buttons = new Map();
		store.addEventListener("change", ({ detail }) => this.changed(detail));
		settings.addEventListener("change", () => store.root && this.render());
		this.list.addEventListener("keydown", (event) => this.key(event));
		const steps = {
			first: () => store.root,
			previous: () => store.cursor.parent,
			next: () => store.cursor.children[0],
			last: () => store.cursor.end,
		};

		for (const [id, where] of Object.entries(steps))
			byId(id).addEventListener("click", () => {
				const node = where();

				if (node)
					store.go(node);
			});
		addEventListener("keydown", (event) => this.pageKey(event));
		new ResizeObserver(() => this.scroll()).observe(this.list);
	}

	changed({ kind }) {
		if (kind === "go")
			this.mark();
		else
			this.render();
	}

	render() {
		this.buttons.clear();
		const { root } = this.store;
		const parts = this.rows(root);

		this.list.replaceChildren(...root.comments.map(comment), ...parts);
		if (!parts.length)
			this.list.append(make("p", { class: "soft empty" }, "No moves yet."));
		this.mark();
	}

	// The main line; every row is one round.
	rows(root) {
		const parts = [];
		let row = null;
		let number = 0;

		for (let node = root.children[0]; node; node = node.children[0]) {
			const { event } = node;

			if (!row || event.number !== number || event.seat <= row.seat) {
				row = this.row(`${event.number}${event.number === number ? "…" : "."}`);
				number = event.number;
				parts.push(row.element);
			}
			row.seat = event.seat;
			row.element.append(this.button(node, `seat${event.seat}`));
			const after = [
				...node.comments.map(comment),
				...node.parent.children.slice(1).map((one) => this.variation(one)),
			];

			if (after.length) {
				parts.push(...after);
				row = null;
			}
		}
		return parts;
	}

	row(text) {
		return {
			element: make("div", { class: "turn-row" },
				make("span", { class: "number" }, text)),
			seat: -1,
		};
	}

	variation(node) {
		return make("div", { class: "variation" }, this.line(node));
	}

	line(node) {
		const parts = [];
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
		const signs = node.nags.map((nag) => NAGS[nag] ?? "").join("") ||
			VERDICTS[verdict];
		const text = moveText(node.event, this.settings.get("figures"));
		const element = make("button", {
			type: "button", class: `move ${extra}`, tabindex: -1,
			"data-verdict": verdict || null,
			title: verdict ? NAMES[verdict]
				: this.store.rules.players > 2 ? text : null,
			onclick: () => this.store.go(node),
		}, text + signs);

		if (node.event.kind === "move" && this.settings.get("figures"))
			element.setAttribute("aria-label", node.event.san + signs);
		this.buttons.set(node, element);
		return element;
	}

	mark() {
		const { cursor, root, head } = this.store;

		for (const [node, element] of this.buttons) {
			const isHere = node === cursor;

			element.classList.toggle("head", node === head && !isHere);
			if (isHere)
				element.setAttribute("aria-current", "step");
			else
				element.removeAttribute("aria-current");
			element.tabIndex = isHere || (cursor === root &&
				node === root.children[0]) ? 0 : -1;
		}
		this.scroll();
		byId("first").disabled = byId("previous").disabled = cursor === root;
		byId("next").disabled = byId("last").disabled = !cursor.children.length;
		this.tools();
	}

	// Scrolls the list without scrolling the page.
	scroll() {
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
		const start = cursor.line.findLast((node) =>
			node.parent.children[0] !== node);

		byId("variation-tools")?.remove();
		if (!start)
			return;
		this.list.after(make("div", { class: "tools", id: "variation-tools" },
			button("Make it the main line", () => store.promote(cursor)),
			store.head.isAfter(start) ? null
				: button("Delete", () => store.remove(start))));
	}

	// Keys within the list; the focus follows.
	key(event) {
		const { cursor } = this.store;
		const to = {
			ArrowLeft: cursor.parent, ArrowUp: cursor.parent,
			ArrowRight: cursor.children[0], ArrowDown: cursor.children[0],
			Home: this.store.root.children[0], End: cursor.end,
		}[event.key];

		if (!to || event.altKey || event.ctrlKey || event.metaKey)
			return;
		event.preventDefault();
		event.stopPropagation();
		this.store.go(to);
		this.buttons.get(to)?.focus();
	}

	// Keys elsewhere, if nothing else uses the arrows.
	pageKey(event) {
		const { cursor } = this.store;

		if (event.target !== document.body || event.altKey || event.ctrlKey ||
		    event.metaKey || document.body.dataset.mode !== "play")
			return;
		const to = {
			ArrowLeft: cursor?.parent, ArrowRight: cursor?.children[0],
			Home: this.store.root, End: cursor?.end,
		}[event.key];

		if (to) {
			event.preventDefault();
			this.store.go(to);
		}
	}
}

function comment(text) {
	return make("span", { class: "comment" }, text);
}
