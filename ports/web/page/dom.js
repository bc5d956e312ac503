// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Creates elements. Text is always inserted as text: nothing in the page parses
// markup.

import { t } from "./i18n.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element with that id, which must exist.
 * @returns {any} of whatever kind the page has it
 */
export const byId = (id) => document.getElementById(id);

function set(element, name, value) {
	if (name.startsWith("on"))
		element.addEventListener(name.slice(2), value);
	else if (name === "value" || name === "checked" || name === "selected")
		element[name] = value;
	else if (value === true)
		element.setAttribute(name, "");
	else if (value !== false && value !== null && value !== undefined)
		element.setAttribute(name, value);
}

/**
 * Creates an element with attributes and children; strings become text, null
 * and false are left out. `onclick` and the like are listeners.
 */
export function make(tag, attributes = {}, ...children) {
	const element = document.createElement(tag);

	element.append(...children.flat()
		.filter((child) => child !== null && child !== false));
	for (const [name, value] of Object.entries(attributes))
		set(element, name, value);
	return element;
}

/** The same for SVG elements. */
export function shape(tag, attributes = {}, ...children) {
	const element = document.createElementNS(SVG, tag);

	for (const [name, value] of Object.entries(attributes))
		set(element, name, value);
	element.append(...children);
	return element;
}

/** An icon of icons.svg. */
export function icon(name) {
	return shape("svg", { class: "icon", "aria-hidden": "true" },
		shape("use", { href: `#icon-${name}` }));
}

/** A piece in the colours of a player. */
export function piece(type, army) {
	return shape("svg", { class: `piece man ${army}`, "aria-hidden": "true" },
		shape("use", { href: `#piece-${type}` }));
}

/** The text of a key; it follows the language as long as it is in the page. */
export function kept(key, tag = "span", attributes = {}) {
	return make(tag, { ...attributes, "data-t": key }, t(key));
}

/**
 * A button with a text, or an element from kept(), and optionally an icon before
 * it.
 * @param {any} [options] the name of the icon, and attributes
 */
export function button(text, onclick, options = {}) {
	const { icon: name, ...attributes } = options;

	return make("button", { type: "button", onclick, ...attributes },
		name ? icon(name) : null, typeof text === "string" ? make("span", {}, text) : text);
}

/** A <select> of values: [[value, text], ...]. */
export function select(choices, value, attributes = {}) {
	const element = make("select", attributes, choices.map(([one, text]) =>
		make("option", { value: String(one) }, text)));

	element.value = String(value);
	return element;
}

/** A dialog's header: its title and a close button. */
export function dialogHead(id, title) {
	return make("div", { class: "head" },
		make("h2", { id }, title),
		make("button", {
			type: "button", class: "plain", "aria-label": t("close"),
			onclick: (event) => event.currentTarget.closest("dialog").close(),
		}, icon("close")));
}

/** Opens a dialog with these contents; a click beside it closes it. */
export function openDialog(dialog, ...contents) {
	dialog.replaceChildren(...contents, make("div", {
		class: "unseen live", role: "status", "aria-live": "polite",
	}));
	dialog.onclick = (event) => {
		if (event.target === dialog && event.detail)
			dialog.close();
	};
	dialog.showModal();
	dialog.querySelector(":is(input:not(.unseen), select, textarea, button):not(dialog > .head *)")
		?.focus();
}

/** Where messages go: into the open dialog, which hides all else, or the page. */
export const front = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? null;
