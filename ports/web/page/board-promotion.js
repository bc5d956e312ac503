// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The promotion chooser: a column of buttons at the square, for mouse, touch
// and keyboard. Escape, leaving it, or a press beside it cancels.

/**
 * @param {object} at
 * @param {number} at.column where the square lies
 * @param {number} at.row
 * @param {number} at.rows of the board
 * @param {string} at.label what the chooser is called
 * @param {{icon: Element, label: string}[]} choices
 * @param {(index: number) => void} done -1: cancelled
 * @returns {{element: HTMLElement, cancel: () => void}} to be put over the
 *	board; the focus is to go to its first button
 */
export function promotionChooser(at, choices, done) {
	const chooser = document.createElement("div");
	const up = at.row + choices.length > at.rows && at.row >= at.rows / 2;
	let open = true;
	let pressed = false;

	function close(index) {
		if (!open)
			return;
		open = false;
		chooser.remove();
		done(index);
	}

	function step(by) {
		const buttons = [...chooser.children];
		const index = buttons.indexOf(document.activeElement);

		buttons.at((index + by) % buttons.length).focus();
	}

	chooser.className = up ? "promotion up" : "promotion";
	chooser.setAttribute("role", "dialog");
	chooser.setAttribute("aria-label", at.label);
	chooser.style.setProperty("--column", at.column);
	chooser.style.setProperty("--row", at.row);
	chooser.style.setProperty("--count", choices.length);
	chooser.append(...choices.map(({ icon, label }, index) => {
		const button = document.createElement("button");

		button.type = "button";
		button.setAttribute("aria-label", label);
		button.append(icon);
		// After a touch of the square, browsers click what is there
		// now.
		button.addEventListener("click", (event) => {
			if (pressed || !event.detail)
				close(index);
		});
		return button;
	}));
	chooser.addEventListener("keydown", (event) => {
		const down = up ? -1 : 1;
		const by = {
			ArrowDown: down, ArrowUp: -down, ArrowRight: 1, ArrowLeft: -1,
		}[event.key];

		event.stopPropagation();
		if (event.key === "Escape")
			close(-1);
		else if (by)
			step(by);
		else if (event.key !== "Enter" || !event.repeat)
			return;
		event.preventDefault();
	});
	chooser.addEventListener("focusout", (event) => {
		if (document.hasFocus() && !chooser.contains(/** @type {Node} */ (event.relatedTarget)))
			close(-1);
	});
	// Browsers that do not focus a pressed button must not remove the
	// focus.
	chooser.addEventListener("mousedown", (event) => event.preventDefault());
	chooser.addEventListener("pointerdown", (event) => {
		pressed = true;
		event.stopPropagation();
	});
	return { element: chooser, cancel: () => close(-1) };
}
