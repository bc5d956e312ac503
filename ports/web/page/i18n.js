// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The language of the page. Texts are in one table for each language,
// text-en.js and others with the same keys; English is loaded with the page, the
// others when they are chosen. A text that a table lacks is English.
//
// In the markup, data-t="key" is an element's text, and data-t-title,
// data-t-label, data-t-placeholder and data-t-drop are attributes: these are kept
// up to date here. Whoever computes texts with t() renders again on "change" of
// `language`.

import { TEXTS as en } from "./text-en.js";

/** The languages by their codes, each in its own words. */
export const LANGUAGES = {
	en: "English", de: "Deutsch", fr: "Français", es: "Español", sv: "Svenska",
};

const LOADERS = {
	en: async () => ({ TEXTS: en }),
	de: () => import("./text-de.js"),
	fr: () => import("./text-fr.js"),
	es: () => import("./text-es.js"),
	sv: () => import("./text-sv.js"),
};

const ATTRIBUTES = {
	title: "title", label: "aria-label", placeholder: "placeholder", drop: "data-drop",
};

let table = en;
let wanted = "en";

/** Says "change" when the language has changed; `code` is the current one. */
export const language = Object.assign(new EventTarget(), { code: "en" });

/** A text with a capital letter at its beginning. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// Is a number of things named in the singular? In French, 0 is.
const isOne = (count) => new Intl.PluralRules(language.code).select(count) === "one";

/**
 * The text of a key in the language of the page. {name} in it is replaced by
 * that value, {Name} by the value with a capital letter. With a value `count`,
 * key.one is used for the singular if there is one.
 */
export function t(key, values = {}) {
	const one = "count" in values && isOne(values.count) ? `${key}.one` : key;
	const text = table[one] ?? table[key] ?? en[one] ?? en[key] ?? key;

	return text.replace(/\{(\w)(\w*)\}/g, (whole, first, rest) => {
		const name = first.toLowerCase() + rest;

		return !(name in values) ? whole : first === name[0] ? String(values[name])
			: capital(String(values[name]));
	});
}

/** The locale for dates: the browser's, if it is of the page's language. */
export function locale() {
	return navigator.languages.find((code) =>
		code.slice(0, 2).toLowerCase() === language.code) ?? language.code;
}

/** Puts the texts into the marked elements below one. */
export function translate(root) {
	for (const element of root.querySelectorAll("[data-t]"))
		element.textContent = t(element.dataset.t);
	for (const [name, attribute] of Object.entries(ATTRIBUTES))
		for (const element of root.querySelectorAll(`[data-t-${name}]`))
			element.setAttribute(attribute, t(element.getAttribute(`data-t-${name}`)));
}

/** The language to begin with: of the browser, if there is a table for it. */
export function usualLanguage() {
	return navigator.languages.map((code) => code.slice(0, 2).toLowerCase())
		.find((code) => code in LANGUAGES) ?? "en";
}

/** Changes the language; unknown codes mean that of the browser. */
export async function setLanguage(code) {
	const next = code in LANGUAGES ? code : usualLanguage();

	wanted = next;
	if (next === language.code)
		return;
	const { TEXTS } = await LOADERS[next]();

	if (wanted !== next)
		return; // another one was chosen meanwhile
	table = TEXTS;
	language.code = next;
	document.documentElement.lang = next;
	translate(document);
	language.dispatchEvent(new Event("change"));
}
