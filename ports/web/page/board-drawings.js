// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Arrows and circles over the board: the page's and the user's. One <svg> whose
// unit is a square; it takes no input.

const SVG = "http://www.w3.org/2000/svg";

export class Drawings {
	constructor() {
		this.svg = document.createElementNS(SVG, "svg");
		this.svg.setAttribute("class", "drawings");
		this.svg.setAttribute("aria-hidden", "true");
		/**
		 * The user's drawings: {from, to, brush}; a circle if from
		 * equals to.
		 */
		this.own = [];
	}

	/** Adds a drawing, or removes the same one. */
	toggle(from, to, brush) {
		const same = this.own.findIndex((drawn) =>
			drawn.from === from && drawn.to === to);
		const old = same < 0 ? null : this.own.splice(same, 1)[0];

		if (!old || old.brush !== brush)
			this.own.push({ from, to, brush });
	}

	/**
	 * @param {import("./board-geometry.js").Geometry} geometry
	 * @param {{from: number, to: number, brush?: string}[]} list
	 */
	render(geometry, list) {
		this.svg.setAttribute("viewBox",
			`0 0 ${geometry.columns} ${geometry.rows}`);
		this.svg.replaceChildren(...list.map((drawn) => {
			const [x, y] = geometry.place(drawn.from);
			const [tox, toy] = geometry.place(drawn.to);

			return drawn.from === drawn.to ? circle(x, y, drawn.brush)
				: arrow(x, y, tox, toy, drawn.brush);
		}));
	}
}

function shape(name, brush, attributes) {
	const element = document.createElementNS(SVG, name);

	element.setAttribute("class", `${name} ${brush ?? "green"}`);
	for (const [key, value] of Object.entries(attributes))
		element.setAttribute(key, value);
	return element;
}

function circle(column, row, brush) {
	return shape("circle", brush,
		{ cx: column + 0.5, cy: row + 0.5, r: 0.44 });
}

// The outline from the centre of one square to the centre of another.
function arrow(column, row, toColumn, toRow, brush) {
	const length = Math.hypot(toColumn - column, toRow - row);
	const right = (toColumn - column) / length;
	const down = (toRow - row) / length;
	const point = (along, across) =>
		(column + 0.5 + along * right - across * down).toFixed(3) + " " +
		(row + 0.5 + along * down + across * right).toFixed(3);
	const neck = length - 0.38;
	const points = [
		[0.3, -0.07], [neck, -0.09], [neck - 0.06, -0.25], [length, 0],
		[neck - 0.06, 0.25], [neck, 0.09], [0.3, 0.07],
	].map(([along, across]) => point(along, across));

	return shape("path", brush, { d: `M${points.join("L")}Z` });
}
