// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The six pieces as one <svg> of symbols, to be written into an HTML page:
//
//	node art/sprite.mjs >sprite.html
//
// The colours that a file has for itself are left out; in a page they come
// from the style sheet. README.md says how.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const types = ["pawn", "knight", "bishop", "rook", "queen", "king"];

function symbol(type) {
	const text = readFileSync(new URL(`${type}.svg`, import.meta.url), "utf8");

	return text.trim()
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

if (process.argv[1] === fileURLToPath(import.meta.url))
	process.stdout.write(sprite());
