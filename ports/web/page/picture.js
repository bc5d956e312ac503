// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Pictures of the board as it is shown: SVG, PNG, and a game as an animated GIF.
// A picture is a list of shapes, which is written as SVG or drawn on a canvas;
// the pieces are the paths of the symbols in the page, the colours are those of
// the board. The page's policy lets no picture be made of a text, so nothing is
// ever loaded again. Loaded when it is first asked for.

import { Geometry } from "./board-geometry.js";
import { Gif, paletteOf } from "./gif.js";
import { cellsOf } from "./words.js";

const PNG_SIZE = 1024;
const GIF_SIZE = 400;
const MOST_FRAMES = 600;
const DELAY = 100; // hundredths of a second
const LAST_DELAY = 400;
const NAMES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const KING = 5;

/** Reads colours of the board as they are on the screen. */
function coloursOf(board) {
	const probe = document.createElement("i");

	board.append(probe);
	const read = (value) => {
		probe.style.color = value;
		return getComputedStyle(probe).color;
	};
	const names = ["light", "dark", "coordinate", "last", "check", "green", "red", "blue",
		"yellow", "last-red", "last-blue", "last-green", "hatch"];
	const colours = Object.fromEntries(names.map((name) =>
		[name, read(`var(--board-${name})`)]));
	const armies = {};

	for (const army of ["white", "black", "red", "blue", "yellow", "green", "dead"]) {
		probe.className = `piece ${army}`;
		armies[army] = { body: read("var(--body)"), line: read("var(--line)"),
			inner: read("var(--inner, var(--line))") };
	}
	probe.remove();
	return { ...colours, armies };
}

/** The shapes of a piece, from the symbol in the page: units of 64. */
function pieceShapes(name, { body, line, inner }) {
	const symbol = document.getElementById(`piece-${name}`);
	const width = symbol.getAttribute("stroke-width") ?? "2";
	const paint = (value, usual) => value === null ? usual
		: value === "currentColor" ? body : value;

	return [...symbol.querySelectorAll("path, circle")].map((element) => {
		const get = (key) => element.getAttribute(key) ??
			element.parentElement.closest("g")?.getAttribute(key) ?? null;
		const [cx, cy, r] = ["cx", "cy", "r"].map((key) => Number(element.getAttribute(key)));

		return {
			d: element.getAttribute("d") ?? `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0` +
				`a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
			fill: paint(get("fill"), inner), stroke: paint(get("stroke"), line),
			opacity: Number(get("fill-opacity") ?? 1),
			width: Number(get("stroke-width") ?? width),
		};
	});
}

const NOTHING = "rgba(0, 0, 0, 0)";

/** The stripes of a hatched square, as in board.css. */
function hatchPath(x, y) {
	const edge = (u) => u <= 1 ? [[1 - u, 1], [1, 1 - u]] : [[0, 2 - u], [2 - u, 0]];

	return Array.from({ length: 8 }, (_, i) => i / 4).map((u) => {
		const points = [...edge(u), ...edge(u + 0.07).reverse()];

		return `M${points.map(([dx, dy]) => `${(x + dx).toFixed(3)} ${(y + dy).toFixed(3)}`)
			.join("L")}Z`;
	}).join("");
}

const box = (x, y) => `M${x} ${y}h1v1h-1Z`;

/**
 * The shapes of a board: {d, x, y, scale, fill, stroke, width, opacity}, or
 * {text, x, y, size, fill}. The unit is a square.
 */
function shapesOf(view, geometry, colours) {
	const shapes = [];
	const at = (square) => geometry.place(square);
	const squares = view.cells.flatMap((cell, square) => cell === "wall" ? [] : [square]);
	const fill = (square, colour) => shapes.push({ d: box(...at(square)), fill: colour });

	for (const square of squares) {
		const { files } = geometry;
		const isDark = (square % files + Math.floor(square / files)) % 2 === 0;

		fill(square, isDark ? colours.dark : colours.light);
		if (isDark && colours.hatch !== NOTHING)
			shapes.push({ d: hatchPath(...at(square)), fill: colours.hatch });
	}
	for (const one of view.last ?? [])
		fill(one.square ?? one, colours.last);
	for (const square of view.checks ?? [])
		shapes.push({ d: circlePath(...at(square), 0.46), fill: colours.check, opacity: 0.75 });
	if (view.coordinates !== "none")
		shapes.push(...coordinates(geometry, colours.coordinate));
	for (const square of squares) {
		const piece = view.cells[square];

		if (!piece)
			continue;
		const [x, y] = at(square);
		const army = piece.dead ? "dead" : view.seats[piece.seat].toLowerCase();

		shapes.push(...pieceShapes(NAMES[piece.type], colours.armies[army])
			.map((shape) => ({ ...shape, x, y, scale: 1 / 64 })));
	}
	return shapes;
}

function circlePath(column, row, r) {
	return `M${column + 0.5 - r} ${row + 0.5}a${r} ${r} 0 1 0 ${2 * r} 0` +
		`a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

/** Letters below the board, and numbers at its left side. */
function coordinates(geometry, fill) {
	const texts = [];

	for (let column = 0; column < geometry.columns; column++)
		for (let row = geometry.rows - 1; row >= 0; row--) {
			const square = geometry.playable(column, row);

			if (square < 0)
				continue;
			texts.push({ text: geometry.quarters % 2 ? geometry.rank(square)
				: geometry.file(square), x: column + 0.9, y: row + 0.95, size: 0.16, fill });
			break;
		}
	for (let row = 0; row < geometry.rows; row++)
		for (let column = 0; column < geometry.columns; column++) {
			const square = geometry.playable(column, row);

			if (square < 0)
				continue;
			texts.push({ text: geometry.quarters % 2 ? geometry.file(square)
				: geometry.rank(square), x: column + 0.1, y: row + 0.18, size: 0.16, fill });
			break;
		}
	return texts;
}

/** Arrows and circles as the board has them now. */
function drawingShapes(board, colours) {
	return [...board.drawings.svg.children].map((element) => {
		const colour = colours[element.classList[1]] ?? colours.green;
		const get = (key) => Number(element.getAttribute(key));

		return element.localName === "path"
			? { d: element.getAttribute("d"), fill: colour, stroke: "#fff",
				width: 0.018, opacity: 0.82, strokeOpacity: 0.82 }
			: { d: circlePath(get("cx") - 0.5, get("cy") - 0.5, get("r")), fill: "none",
				stroke: colour, width: 0.075, strokeOpacity: 0.82 };
	});
}

// ---- SVG ----

const escaped = (text) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function svgShape({ d, text, x = 0, y = 0, scale = 1, size, fill, stroke, width, opacity = 1,
	strokeOpacity = 1 }) {
	if (text !== undefined)
		return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" ` +
			`font-weight="bold" text-anchor="middle" fill="${escaped(fill)}">` +
			`${escaped(text)}</text>`;
	const place = scale === 1 ? "" : ` transform="translate(${x} ${y}) scale(${scale})"`;
	const edge = stroke && stroke !== "none"
		? ` stroke="${escaped(stroke)}" stroke-width="${width}" stroke-linejoin="round"` +
			(strokeOpacity < 1 ? ` stroke-opacity="${strokeOpacity}"` : "") : "";

	return `<path d="${escaped(d)}"${place} fill="${escaped(fill)}"` +
		`${opacity < 1 ? ` fill-opacity="${opacity}"` : ""}${edge}/>`;
}

function svgText(shapes, { columns, rows }) {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns} ${rows}" ` +
		`width="${columns * 64}" height="${rows * 64}">\n` +
		`${shapes.map(svgShape).join("\n")}\n</svg>\n`;
}

// ---- Canvas ----

/** A canvas on which shapes are drawn. */
class Painter {
	constructor({ columns, rows }, size) {
		this.unit = Math.floor(size / Math.max(columns, rows));
		this.canvas = document.createElement("canvas");
		this.canvas.width = this.unit * columns;
		this.canvas.height = this.unit * rows;
		this.context = this.canvas.getContext("2d", { willReadFrequently: true });
	}

	draw(shapes) {
		const { context, unit, canvas } = this;

		context.setTransform(1, 0, 0, 1, 0, 0);
		context.clearRect(0, 0, canvas.width, canvas.height);
		for (const shape of shapes)
			this.#shape(shape);
		context.setTransform(1, 0, 0, 1, 0, 0);
		return unit;
	}

	#shape({ d, text, x = 0, y = 0, scale = 1, size, fill, stroke, width, opacity = 1,
		strokeOpacity = 1 }) {
		const { context, unit } = this;

		context.setTransform(unit, 0, 0, unit, 0, 0);
		context.fillStyle = fill;
		if (text !== undefined) {
			context.font = `bold ${size}px sans-serif`;
			context.textAlign = "center";
			context.fillText(text, x, y);
			return;
		}
		const path = new Path2D(d);

		if (scale !== 1) {
			context.translate(x, y);
			context.scale(scale, scale);
		}
		context.globalAlpha = opacity;
		if (fill !== "none")
			context.fill(path);
		context.globalAlpha = strokeOpacity;
		if (stroke && stroke !== "none") {
			context.strokeStyle = stroke;
			context.lineWidth = width;
			context.lineJoin = "round";
			context.stroke(path);
		}
		context.globalAlpha = 1;
	}

	get pixels() {
		return this.context.getImageData(0, 0, this.canvas.width, this.canvas.height).data;
	}

	/** A picture file; what is no board is transparent. */
	png() {
		return new Promise((done, fail) => this.canvas.toBlob((blob) =>
			blob ? done(blob) : fail(new Error("no picture")), "image/png"));
	}
}

// ---- What the page asks for ----

const current = (board) => {
	const colours = coloursOf(board);

	return [...shapesOf(board.view, board.geometry, colours), ...drawingShapes(board, colours)];
};

/** The board as it is shown, as SVG. */
export function boardSvg(board) {
	return new Blob([svgText(current(board), board.geometry)], { type: "image/svg+xml" });
}

/** The same as PNG. */
export function boardPng(board) {
	const painter = new Painter(board.geometry, PNG_SIZE);

	painter.draw(current(board));
	return painter.png();
}

/** What the board shows after each move of a line. */
function viewsOf(store, below) {
	const nodes = store.mainLine.slice(0, MOST_FRAMES);
	const seats = store.rules.seats;

	return nodes.map((node) => {
		const game = store.gameAt(node);
		const { position } = game;
		const { rules } = position;
		const view = { cells: cellsOf(position.cells, rules), seats, below,
			last: node.event?.kind === "move" ? [node.event.from, node.event.to] : [],
			checks: position.checks.map((seat) => position.cells.findIndex((cell) =>
				rules.pieces[cell]?.type === KING && rules.pieces[cell].seat === seat)) };

		if (game !== store.game && game !== store.shown)
			game.close();
		return view;
	});
}

const breath = () => new Promise((done) => setTimeout(done));

/**
 * The game as an animation.
 * @param {(done: number, all: number) => void} progress
 */
export async function gameGif(store, board, below, progress = () => {}) {
	const { files, ranks, isWall } = board.geometry;
	const geometry = new Geometry(files, ranks, board.geometry.quarters, isWall);
	const colours = coloursOf(board);
	const painter = new Painter(geometry, GIF_SIZE);
	const views = viewsOf(store, below);
	const ground = painter.context;
	const paint = (view) => {
		painter.draw(shapesOf(view, geometry, colours));
		// What is transparent would keep what was there before.
		ground.globalCompositeOperation = "destination-over";
		ground.fillStyle = "#fff";
		ground.fillRect(0, 0, painter.canvas.width, painter.canvas.height);
		ground.globalCompositeOperation = "source-over";
		return painter.pixels;
	};
	const few = [views[0], views[views.length >> 1], views.at(-1)];
	const gif = new Gif(painter.canvas.width, painter.canvas.height,
		paletteOf(few.map(paint)));

	for (const [i, view] of views.entries()) {
		gif.add(paint(view), i === views.length - 1 ? LAST_DELAY : DELAY);
		progress(i + 1, views.length);
		await breath();
	}
	return gif.end();
}
