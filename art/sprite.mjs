// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The six pieces as one <svg> of symbols, to be written into an HTML page:
//
//	node art/sprite.mjs >sprite.html
//
// The colours that a file has for itself are left out; in a page they come
// from the style sheet. README.md says how. The other sets are given as data,
// with which a page can change its symbols.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const types = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/** The sets beside the one of this folder, each in a folder of its own. */
export const sets = ["flat", "print"];

/** The text of a drawing; "" is the set of this folder. */
export function drawing(type, set = "") {
	return readFileSync(new URL(`${set ? `${set}/` : ""}${type}.svg`, import.meta.url),
		"utf8");
}

function symbol(type) {
	return drawing(type).trim()
		.replace(/^<svg[^>]*>/, (root) => root
			.replace("<svg", `<symbol id="piece-${type}"`)
			.replace(/ (xmlns|color|fill|stroke)="[^"]*"/g, ""))
		.replace("</svg>", "</symbol>");
}

/** The text of the sprite. */
export function sprite() {
	return '<svg width="0" height="0" class="pieces" aria-hidden="true">\n' +
		types.map(symbol).join("\n") + "\n</svg>\n";
}

/** The shapes of a set by type: [[element, {attribute: value}], ...]. */
export function shapes(set) {
	const shape = ([, element, attributes]) => [element, Object.fromEntries(
		[...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) =>
			[name, value]))];

	return Object.fromEntries(types.map((type) => [type,
		[...drawing(type, set).matchAll(/<(path|circle) ([^>]*)\/>/g)].map(shape)]));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
	process.stdout.write(sprite());
