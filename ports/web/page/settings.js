// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Settings for look and sound, shared by all games and tabs, and their dialog.

import { button, byId, dialogHead, make, openDialog, select } from "./dom.js";

const KEY = "rookery.settings";
const USUAL = {
	scheme: "auto", theme: "wood", coordinates: "edge", sounds: true,
	animation: true, figures: false, turns: false, targets: true,
	/** The engine of the analysis. */
	engine: "page", threads: 1, hash: 32, limit: "infinite",
	/** How large the board is: 1 to 8, the last as large as there is room. */
	zoom: 8, queen: false, confirm: false, blind: false,
	/** The last choice in the dialog for a new game. */
	last: null,
};

export class Settings extends EventTarget {
	constructor() {
		super();
		this.values = { ...USUAL, ...read() };
		window.addEventListener("storage", ({ key }) => {
			if (key === KEY)
				this.#become({ ...USUAL, ...read() });
		});
	}

	get(name) { return this.values[name]; }

	set(name, value) {
		this.#become({ ...this.values, [name]: value });
		try {
			localStorage.setItem(KEY, JSON.stringify(this.values));
		} catch {
			// Without storage the setting holds for this tab.
		}
	}

	#become(values) {
		this.values = values;
		this.dispatchEvent(new Event("change"));
	}
}

function read() {
	try {
		return JSON.parse(localStorage.getItem(KEY)) ?? {};
	} catch {
		return {};
	}
}

const CHOICES = {
	scheme: ["Light or dark", [["auto", "As the system"], ["light", "Light"],
		["dark", "Dark"]]],
	theme: ["Board", [["wood", "Wood"], ["sea", "Sea"], ["grass", "Grass"],
		["slate", "Slate"]]],
	coordinates: ["Names of squares", [["edge", "At the edge"],
		["every", "On every square"], ["none", "None"]]],
};

const SWITCHES = {
	sounds: "Sounds",
	animation: "Pieces walk",
	targets: "Show where a piece can go",
	figures: "Figures in the list of moves",
	turns: "Turn the board to who is to move",
	queen: "A pawn becomes a queen without being asked",
	confirm: "Ask before a move is played",
	blind: "Blindfold: no pieces on the board",
};

/** The keys of the page, for its help. */
const KEYS = [
	["Left, Right", "one move back, or on"],
	["Home, End", "to the start, to the end"],
	["Arrows on the board", "from square to square"],
	["Enter or Space", "take a piece, put it down"],
	["Ctrl+Enter", "where an arrow begins, and where it ends"],
	["Escape", "let go; close a dialog"],
	["?", "this help"],
];

/** Opens the help on keys. */
export function openKeys() {
	openDialog(byId("settings-dialog"), dialogHead("settings-title", "Keys"),
		make("dl", { class: "keys" }, KEYS.flatMap(([key, text]) =>
			[make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)])));
}

/** Opens the dialog. */
export function openSettings(settings) {
	const choice = ([name, [text, choices]]) => make("label", { class: "field" },
		make("span", {}, text), select(choices, settings.get(name), {
			onchange: ({ target }) => settings.set(name, target.value),
		}));
	const toggle = ([name, text]) => make("label", { class: "tick" },
		make("input", {
			type: "checkbox", checked: settings.get(name),
			onchange: ({ target }) => settings.set(name, target.checked),
		}), text);

	openDialog(byId("settings-dialog"),
		dialogHead("settings-title", "Settings"),
		make("div", { class: "fields" },
			Object.entries(CHOICES).map(choice),
			make("label", { class: "field" }, make("span", {}, "Size of the board"),
				make("input", { type: "range", min: "2", max: "8", step: "1",
					value: String(settings.get("zoom")),
					oninput: ({ target }) => settings.set("zoom", Number(target.value)) })),
			Object.entries(SWITCHES).map(toggle),
			button("Keys…", openKeys)));
}
