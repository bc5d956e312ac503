// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Settings for look and sound, shared by all games and tabs, and their dialog.

import { byId, dialogHead, make, openDialog, select } from "./dom.js";

const KEY = "rookery.settings";
const USUAL = {
	scheme: "auto", theme: "wood", coordinates: "edge", sounds: true,
	animation: true, figures: false, turns: false, targets: true,
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
};

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
			Object.entries(SWITCHES).map(toggle)));
}
