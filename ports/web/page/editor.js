// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The position editor: pieces are put, moved and removed freely. Defects are
// shown at once in the core's words; while there are any, no game can start
// from the board.

import { button, byId, icon, make, piece, select } from "./dom.js";
import { language, t } from "./i18n.js";
import { problem } from "./opener.js";
import { cellNumber, cellsOf, pieceName, rulesTitle, seatName, seatWord, sentence, typeId }
	from "./words.js";

const HAND = "hand";
const ERASE = "erase";

export class Editor {
	/** @param {{play: Function, analyse: Function}} take what to do with it */
	constructor(store, view, take, announce) {
		Object.assign(this, { store, view, take, announce });
		this.board = view.board;
		this.form = byId("editor");
		this.setup = null;
		byId("edit").addEventListener("click", () =>
			this.setup ? this.close() : this.open());
		// Closes when a game begins elsewhere.
		store.addEventListener("change", ({ detail }) => {
			if (detail.kind === "new" && this.setup)
				this.close();
		});
		byId("analyse").addEventListener("click", () => {
			if (this.setup)
				this.close();
		});
		language.addEventListener("change", () => {
			if (this.setup)
				this.#draw();
		});
		this.form.addEventListener("submit", (event) => event.preventDefault());
		this.board.addEventListener("press", (event) => this.pressed(event));
		this.board.addEventListener("move", ({ detail }) => this.moved(detail));
		this.board.addEventListener("remove", ({ detail }) =>
			this.change(() => this.setup.remove(detail.from)));
		this.board.addEventListener("put", ({ detail: { square, cell } }) =>
			this.change(() => this.setup.put(square, cellNumber(cell, this.rules))));
	}

	/** Opens it with the shown position, or another one. */
	open(position = this.store.shown.position) {
		this.setup = position.setup();
		this.tool = HAND;
		this.isDead = false;
		this.view.lend(true);
		this.board.targets = (square) => this.#targets(square);
		this.#mode("edit");
		this.#draw();
		this.announce(t("editor.open"));
		this.form.querySelector("button").focus();
	}

	close() {
		const isFocused = this.form.contains(document.activeElement);

		this.setup = null;
		this.view.lend(false);
		this.#mode("play");
		this.store.dispatchEvent(new CustomEvent("change", { detail: { kind: "turn" } }));
		if (isFocused)
			byId("edit").focus();
	}

	#mode(mode) {
		document.body.dataset.mode = mode;
		document.body.dataset.players = (this.setup ?? this.store).rules.players;
		byId("edit").setAttribute("aria-pressed", String(mode === "edit"));
		this.form.hidden = mode !== "edit";
		for (const id of ["far", "near", "corners"])
			byId(id).classList.toggle("away", mode === "edit");
	}

	get rules() { return this.setup.rules; }

	#targets(square) {
		if (this.tool !== HAND || !this.rules.pieces[this.setup.cells[square]])
			return null;
		return this.rules.squares.flatMap((name, to) =>
			name && to !== square ? [{ square: to }] : []);
	}

	pressed(event) {
		if (!this.setup || this.tool === HAND)
			return;
		const { square } = event.detail;
		const cell = this.tool === ERASE ? null : this.#cell(this.tool);
		const same = this.setup.cells[square] === cell;

		event.preventDefault();
		this.change(() => cell === null || same ? this.setup.remove(square)
			: this.setup.put(square, cell));
	}

	// The cell for a tool; dead if so chosen.
	#cell(tool) {
		return cellNumber({ ...this.rules.pieces[tool], dead: this.isDead },
			this.rules);
	}

	moved({ from, to }) {
		if (!this.setup)
			return;
		const cell = this.setup.cells[from];

		this.change(() => {
			this.setup.remove(from);
			this.setup.put(to, cell);
		});
	}

	change(act) {
		if (!this.setup)
			return;
		act();
		this.#show();
	}

	#draw() {
		this.#build();
		this.#show();
	}

	#show() {
		const { setup, rules } = this;
		const { defects } = setup;

		this.board.show({
			files: rules.files, ranks: rules.ranks, cells: cellsOf(setup.cells, rules),
			seats: rules.seats, below: this.view.below % rules.players, last: [],
			checks: [], premove: [], arrows: [], circles: [],
		});
		this.defects.classList.toggle("fine", !defects.length);
		this.defects.replaceChildren(...(defects.length ? defects
			: [t("editor.fine")]).map((text) => make("p", {}, sentence(text))));
		for (const one of [this.playButton, this.analyseButton])
			one.disabled = Boolean(defects.length);
		this.fen.value = setup.fen;
		this.wrong.replaceChildren();
		this.#showRights();
	}

	#build() {
		this.defects = make("div", { class: "defects", role: "status" });
		this.wrong = make("div", { role: "alert", class: "fields" });
		this.fen = make("input", { id: "fen", type: "text", spellcheck: "false" });
		this.playButton = button(t("editor.play"), () => this.#done("play"),
			{ class: "primary" });
		this.analyseButton = button(t("editor.analyse"), () => this.#done("analyse"));
		this.form.replaceChildren(
			make("div", { class: "card fields" },
				make("h2", {}, t("editor.title")), this.#palette(),
				this.#turns(), this.#castling(), this.#rules()),
			make("div", { class: "card fields" }, this.defects,
				make("label", { for: "fen", class: "soft small" },
					this.rules.players > 2 ? "FEN4" : "FEN"),
				make("div", { class: "inline" }, this.fen,
					button(t("editor.take"), () => this.read(this.fen.value))),
				this.wrong,
				make("div", { class: "buttons" },
					button(t("editor.start"), () => this.change(() => this.setup.start())),
					button(t("editor.clear"), () => this.change(() => this.setup.clear())),
					button(t("editor.turn"), () => {
						this.view.below = (this.view.below + 1) % this.rules.players;
						this.#show();
					}))),
			make("div", { class: "buttons" }, this.playButton, this.analyseButton,
				button(t("editor.cancel"), () => this.close())));
		this.fen.addEventListener("keydown", (event) => {
			if (event.key === "Enter")
				this.read(this.fen.value);
		});
	}

	// A piece can be selected and placed with clicks, or dragged to the
	// board.
	#palette() {
		const { rules } = this;
		const tool = (value, label, ...inside) => make("button", {
			type: "button", "aria-label": label, title: label,
			"aria-pressed": String(this.tool === value), "data-tool": String(value),
			onclick: () => this.pick(value),
			onpointerdown: (event) => this.#carry(value, event),
		}, ...inside);
		const armies = rules.seats.map((name, seat) => make("div", {
			class: "army", role: "group", "aria-label": seatName(name),
		}, rules.values.map((_, type) => {
			const cell = cellNumber({ type, seat, dead: false }, rules);

			return tool(cell, pieceName(cell, rules),
				piece(typeId(type), name.toLowerCase()));
		})));

		return make("div", { class: "palette", role: "group",
			"aria-label": t("editor.pieces") },
		armies, make("div", { class: "tools" },
			tool(HAND, t("editor.move"), icon("hand"), t("editor.move")),
			tool(ERASE, t("editor.erase"), icon("erase"), t("editor.erase")),
			rules.players > 2 ? this.#deadSwitch() : null));
	}

	#deadSwitch() {
		return button(t("editor.dead"), ({ currentTarget }) => {
			this.isDead = !this.isDead;
			currentTarget.setAttribute("aria-pressed", String(this.isDead));
			this.form.querySelector(".palette").classList.toggle("dead", this.isDead);
		}, { "aria-pressed": String(this.isDead), title: t("editor.dead-title") });
	}

	pick(tool) {
		this.tool = tool;
		this.board.select(-1);
		for (const one of this.form.querySelectorAll("[data-tool]"))
			one.setAttribute("aria-pressed", String(one.dataset.tool === String(tool)));
	}

	#carry(tool, event) {
		if (typeof tool !== "number" || event.button)
			return;
		const { clientX, clientY, target } = event;
		const start = (moved) => {
			if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < 8)
				return;
			stop();
			target.releasePointerCapture?.(event.pointerId);
			this.board.carry(this.rules.pieces[this.#cell(tool)], moved);
		};
		const stop = () => {
			removeEventListener("pointermove", start);
			removeEventListener("pointerup", stop);
		};

		addEventListener("pointermove", start);
		addEventListener("pointerup", stop);
	}

	#turns() {
		return make("fieldset", {}, make("legend", {}, t("editor.to-move")),
			make("div", { class: "choices" }, this.rules.seats.map((name, seat) =>
				make("label", { class: "choice" }, make("input", {
					type: "radio", name: "turn", value: String(seat),
					checked: seat === this.setup.turn,
					onchange: () => this.change(() => { this.setup.turn = seat; }),
				}), seatName(name)))));
	}

	#castling() {
		const box = (seat, side) => make("label", { class: "tick" }, make("input", {
			type: "checkbox", "data-castling": `${seat} ${side}`,
			"aria-label": t(`editor.castling-${side}`,
				{ seat: seatWord(this.rules.seats[seat]) }),
			onchange: ({ target }) => this.change(() => this.setup.setCastling(seat,
				{ ...this.setup.castling(seat), [side]: target.checked })),
		}), t(`editor.${side}`));

		return make("fieldset", {}, make("legend", {}, t("editor.castling")),
			this.rules.seats.map((name, seat) => make("div", { class: "rights" },
				make("span", {}, seatName(name)), box(seat, "near"), box(seat, "far"))));
	}

	#showRights() {
		for (const one of this.form.querySelectorAll("[data-castling]")) {
			const [seat, side] = one.dataset.castling.split(" ");

			one.checked = this.setup.castling(Number(seat))[side];
		}
		for (const one of this.form.querySelectorAll("[name=turn]"))
			one.checked = Number(one.value) === this.setup.turn;
	}

	#rules() {
		const { rookery } = this.store;

		return make("label", { class: "field" }, make("span", {}, t("editor.rules")),
			select(rookery.rules.map((row) => [row.name, rulesTitle(row)]),
				this.rules.name, { onchange: ({ target }) =>
					this.#become(rookery.rulesOf(target.value)) }));
	}

	// Changes the rules; keeps the board if they share it.
	#become(rules) {
		const { rookery } = this.store;
		const before = this.setup;
		const next = rookery.setup({ rules: rules.name });

		if (rules.players === before.rules.players) {
			before.cells.forEach((cell, square) => {
				if (rules.pieces[cell])
					next.put(square, cell);
			});
			next.turn = before.turn;
		} else {
			next.start();
		}
		this.setup = next;
		this.tool = HAND;
		this.isDead = false;
		this.#mode("edit");
		this.#draw();
	}

	/** Reads a FEN; on an error nothing changes. */
	read(text) {
		try {
			this.setup.read(text.trim());
		} catch (error) {
			this.wrong.replaceChildren(...problem(text.trim(), error));
			return;
		}
		this.#show();
	}

	// The game that begins closes the editor.
	#done(what) {
		this.take[what](this.setup.done());
	}
}
