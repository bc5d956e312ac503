// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Settings for look and sound, shared by all games and tabs, and their dialog.

import { button, byId, dialogHead, make, openDialog, select } from "./dom.js";
import { LANGUAGES, language, t } from "./i18n.js";

const KEY = "rookery.settings";
const USUAL = {
	/** "auto" or a code of i18n.js. */
	language: "auto",
	scheme: "auto", theme: "wood", pieces: "classic", coordinates: "edge", sounds: true,
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

/** What is chosen from a list; the texts are settings.NAME and settings.NAME-VALUE. */
const CHOICES = {
	scheme: ["auto", "light", "dark"],
	theme: ["wood", "sea", "grass", "slate", "walnut", "marble", "paper", "contrast"],
	pieces: ["classic", "flat", "print"],
	coordinates: ["edge", "every", "none"],
};

const SWITCHES = ["sounds", "animation", "targets", "figures", "turns", "queen", "confirm",
	"blind"];

/** The keys of the page, for its help: keys.NAME and keys.NAME-text. */
const KEYS = ["steps", "ends", "arrows", "enter", "draw", "escape", "help"];

// Shows the open dialog again when the language has changed.
let again = null;

language.addEventListener("change", () => {
	const dialog = byId("settings-dialog");

	if (again && dialog.open && dialog.contains(again.mark))
		again.render();
});

/** Opens the dialog with what `contents` makes, and keeps it in the page's language. */
function show(title, contents) {
	const dialog = byId("settings-dialog");
	const mark = make("div", {}, contents());
	const head = () => dialogHead("settings-title", t(title));

	again = { mark, render() {
		const key = /** @type {any} */ (document.activeElement)?.dataset?.key;

		dialog.querySelector(".head").replaceWith(head());
		mark.replaceChildren(...contents());
		mark.querySelector(`[data-key="${key}"]`)?.focus();
	} };
	openDialog(dialog, head(), mark);
}

/** Opens the help on keys. */
export function openKeys() {
	show("keys.title", () => [make("dl", { class: "keys" }, KEYS.flatMap((key) =>
		[make("dt", {}, make("kbd", {}, t(`keys.${key}`))),
			make("dd", {}, t(`keys.${key}-text`))]))]);
}

/** Opens the dialog. */
export function openSettings(settings) {
	const choice = (name, choices) => make("label", { class: "field" },
		make("span", {}, t(`settings.${name}`)), select(choices, settings.get(name), {
			"data-key": name,
			onchange: ({ target }) => settings.set(name, target.value),
		}));
	const toggle = (name) => make("label", { class: "tick" },
		make("input", {
			type: "checkbox", checked: settings.get(name), "data-key": name,
			onchange: ({ target }) => settings.set(name, target.checked),
		}), t(`settings.${name}`));

	show("settings.title", () => [make("div", { class: "fields" },
		Object.entries(CHOICES).map(([name, values]) => choice(name,
			values.map((value) => [value, t(`settings.${name}-${value}`)]))),
		choice("language", [["auto", t("settings.language-auto")],
			...Object.entries(LANGUAGES)]),
		make("label", { class: "field" }, make("span", {}, t("settings.size")),
			make("input", { type: "range", min: "2", max: "8", step: "1",
				value: String(settings.get("zoom")), "data-key": "zoom",
				oninput: ({ target }) => settings.set("zoom", Number(target.value)) })),
		SWITCHES.map(toggle),
		button(t("settings.keys"), openKeys))]);
}
