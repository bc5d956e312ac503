// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * What the board looks like: squares at every size, contrast in every theme,
 * the focus, and what axe says.
 *
 *	node --test tests/web/board_looks.spec.mjs
 */
import assert from "node:assert/strict";
import { board, cell, four, pawns, press, promotions, two, violations } from "./board.mjs";

board("squares are squares at every size", async (page) => {
	for (const width of [320, 800, 1600, 2560])
		for (const show of [two, four]) {
			await page.setViewportSize({ width, height: width + 60 });
			await show(page);
			const box = await cell(page, "e4").boundingBox();
			const side = width / (show === two ? 8 : 14);

			assert.ok(Math.abs(box.width - side) < 0.6);
			assert.ok(Math.abs(box.height - side) < 0.6);
			assert.ok(await page.evaluate(() =>
				document.documentElement.scrollWidth <= innerWidth));
		}
});

// Contrast as WCAG 2.2 reckons it; colours as the browser drew them.
const luminance = (colour) => colour.slice(0, 3)
	.map((part) => part / 255)
	.map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
	.reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);

function contrast(one, other) {
	const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);

	return (high + 0.05) / (low + 0.05);
}

const over = ([r, g, b, a = 1], under) =>
	[r, g, b].map((part, i) => part * a + under[i] * (1 - a));

/** The colours of the board as numbers, by name. */
const colours = (page) => page.evaluate(() => {
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const probe = document.createElement("i");
	const numbers = (text) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = text;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;

		return [r, g, b, a / 255];
	};
	const found = {};

	board.append(probe);
	for (const name of ["light", "dark", "coordinate", "target", "focus", "gap", "last",
		"last-red", "last-blue", "last-green", "selected", "premove", "hatch"]) {
		probe.style.color = `var(--board-${name})`;
		found[name] = numbers(getComputedStyle(probe).color);
	}
	probe.remove();
	for (const piece of board.querySelectorAll(".piece")) {
		const style = getComputedStyle(piece);

		found[piece.classList[1]] = {
			body: numbers(style.color),
			line: numbers(style.stroke),
			inner: numbers(style.fill),
		};
	}
	return found;
});

const tints = ["last", "last-red", "last-blue", "last-green", "selected", "premove"];
const armies = ["white", "black", "red", "blue", "yellow", "green", "dead"];

/** The contrasts that are needed: [what, how much, one colour, another]. */
function contrasts(found) {
	const list = [["focus", 3, found.focus, found.gap]];

	for (const name of ["light", "dark"]) {
		const square = found[name];

		list.push([`target on ${name}`, 3, found.target, square]);
		list.push([`coordinate on ${name}`, 4.5, found.coordinate, square]);
		for (const tint of tints)
			list.push([`coordinate on ${tint} ${name}`, 4.5, found.coordinate,
				over(found[tint], square)]);
		for (const army of armies)
			for (const tint of ["", ...tints])
				list.push([`outline of ${army} on ${tint} ${name}`, 3,
					found[army].line,
					tint ? over(found[tint], square) : square]);
	}
	if (found.hatch[3])
		for (const army of armies)
			list.push([`outline of ${army} on hatching`, 3, found[army].line,
				found.hatch]);
	for (const army of armies)
		list.push([`inner lines of ${army}`, 3,
			found[army].inner, found[army].body]);
	return list;
}

board("contrast in every theme, light and dark", async (page) => {
	for (const colorScheme of ["light", "dark"])
		for (const theme of ["wood", "sea", "grass", "slate", "walnut", "marble", "paper",
			"contrast"]) {
			await page.emulateMedia({ colorScheme });
			await page.evaluate((theme) => { board.dataset.theme = theme; }, theme);
			await two(page);
			const found = await colours(page);

			await four(page);
			await page.evaluate(() => {
				const cells = [...board.view.cells];

				cells[3] = { ...cells[3], dead: true };
				board.show({ cells });
			});
			for (const [what, least, one, other] of
				contrasts({ ...found, ...await colours(page) }))
				assert.ok(contrast(one, other) >= least,
					[theme, colorScheme, what, contrast(one, other)].join());
		}
});

board("axe has nothing to say", async (page) => {
	const check = async (view) => assert.deepEqual(await violations(page), [], view);

	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		await two(page, pawns, promotions);
		await page.evaluate(() => board.show({ last: [1, 18], checks: [4], premove: [60],
			coordinates: "every" }));
		await cell(page, "a7").click();
		await check(`two, ${colorScheme}`);
		await cell(page, "a8").click();
		await check(`promotion, ${colorScheme}`);
		await press(page, "Escape");
		await four(page, { coordinates: "edge" });
		await check(`four, ${colorScheme}`);
	}
});

board("the focus is seen, with chosen colours too", async (page) => {
	await two(page);
	for (const forcedColors of ["none", "active"]) {
		await page.emulateMedia({ forcedColors });
		await page.evaluate(() => board.focusSquare(0));
		await press(page, "ArrowUp", "ArrowDown");
		const seen = await page.evaluate(() => {
			const style = getComputedStyle(document.activeElement);

			return [document.activeElement.dataset.square, style.outlineStyle,
				parseFloat(style.outlineWidth)];
		});

		assert.equal(seen[0], "a1");
		assert.equal(seen[1], "solid");
		assert.ok(seen[2] >= 3);
	}
});
