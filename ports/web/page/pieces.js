// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The sets of pieces. Every piece of the page, and every picture of it, refers to
// the symbols of the sprite (art/README.md); another set gives these symbols
// other shapes. The build makes pieces-*.js of art/*/; they are loaded when they
// are chosen.

import { byId, shape } from "./dom.js";

const LOADERS = {
	flat: () => import("./pieces-flat.js"),
	print: () => import("./pieces-print.js"),
};
const TYPES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/** The shapes that the page came with. */
let classic = null;
let wanted = "classic";

const symbolOf = (type) => byId(`piece-${type}`);

/** Shows another set; what is not known means the first one. */
export async function usePieces(name) {
	const set = Object.hasOwn(LOADERS, name) ? name : "classic";

	if (set === wanted)
		return;
	wanted = set;
	classic ??= Object.fromEntries(TYPES.map((type) => [type,
		[...symbolOf(type).children]]));
	const loaded = set === "classic" ? null : (await LOADERS[set]()).PIECES;

	if (wanted !== set)
		return; // another one was chosen meanwhile
	for (const type of TYPES)
		symbolOf(type).replaceChildren(...loaded
			? loaded[type].map(([element, attributes]) => shape(element, attributes))
			: classic[type]);
	document.documentElement.dataset.pieces = set;
}
