// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Writes animated GIF89a files. All frames share one palette of at most 256
// colours; of a frame only the rectangle that differs from the one before is
// written. Frames are given one by one, so that the page stays alive meanwhile.

const CODE_BITS = 12;
const MOST_CODES = 1 << CODE_BITS;

/** Colours are compared with five bits for each of red, green and blue. */
const shortOf = (red, green, blue) =>
	(red & 0xf8) << 7 | (green & 0xf8) << 2 | blue >> 3;

/**
 * A palette for pictures: the commonest colours, as [red, green, blue].
 * @param {Uint8ClampedArray[]} pictures four bytes a pixel
 */
export function paletteOf(pictures) {
	const counts = new Map();

	for (const pixels of pictures)
		for (let i = 0; i < pixels.length; i += 4) {
			const key = shortOf(pixels[i], pixels[i + 1], pixels[i + 2]);
			const known = counts.get(key);

			if (known)
				known.count++;
			else
				counts.set(key, { count: 1, colour: [...pixels.slice(i, i + 3)] });
		}
	return [...counts.values()].sort((one, other) => other.count - one.count)
		.slice(0, 256).map(({ colour }) => colour);
}

/** Finds the nearest colour of a palette; remembers what it has found. */
class Nearest {
	#known = new Int16Array(1 << 15).fill(-1);

	constructor(palette) { this.palette = palette; }

	find(red, green, blue) {
		const key = shortOf(red, green, blue);

		if (this.#known[key] < 0)
			this.#known[key] = this.#search(red, green, blue);
		return this.#known[key];
	}

	#search(red, green, blue) {
		let best = 0, least = Infinity;

		this.palette.forEach(([r, g, b], index) => {
			const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;

			if (distance < least)
				[best, least] = [index, distance];
		});
		return best;
	}
}

/** Codes of growing width, in blocks of at most 255 bytes. */
class BitWriter {
	constructor(out) {
		this.out = out;
		this.block = [];
		this.bits = 0;
		this.count = 0;
	}

	write(code, width) {
		this.bits |= code << this.count;
		this.count += width;
		while (this.count >= 8) {
			this.#byte(this.bits & 0xff);
			this.bits >>>= 8;
			this.count -= 8;
		}
	}

	#byte(byte) {
		this.block.push(byte);
		if (this.block.length === 255)
			this.#flush();
	}

	#flush() {
		this.out.push(this.block.length, ...this.block);
		this.block = [];
	}

	end() {
		if (this.count)
			this.#byte(this.bits & 0xff);
		if (this.block.length)
			this.#flush();
		this.out.push(0);
	}
}

/** The LZW of GIF: indexes of 8 bits, a table that is begun anew when full. */
function compress(out, indexes) {
	const clear = 256, end = 257;
	const writer = new BitWriter(out);
	let table = new Map(), next = end + 1, width = 9;
	let prefix = indexes[0];

	out.push(8);
	writer.write(clear, width);
	for (let i = 1; i < indexes.length; i++) {
		const key = prefix << 8 | indexes[i];
		const code = table.get(key);

		if (code !== undefined) {
			prefix = code;
			continue;
		}
		writer.write(prefix, width);
		if (next < MOST_CODES) {
			if (next >= 1 << width)
				width++;
			table.set(key, next++);
		} else {
			writer.write(clear, width);
			table = new Map();
			next = end + 1;
			width = 9;
		}
		prefix = indexes[i];
	}
	writer.write(prefix, width);
	// The reader adds an entry after every code, and its codes grow with that.
	if (next >= 1 << width && width < CODE_BITS)
		width++;
	writer.write(end, width);
	writer.end();
}

const word = (number) => [number & 0xff, number >> 8 & 0xff];
const letters = (text) => [...text].map((letter) => letter.charCodeAt(0));

export class Gif {
	/** @param {number[][]} palette at most 256 colours */
	constructor(width, height, palette) {
		Object.assign(this, { width, height });
		this.nearest = new Nearest(palette);
		this.before = null;
		this.out = [...letters("GIF89a"), ...word(width), ...word(height), 0xf7, 0, 0];
		for (let i = 0; i < 256; i++)
			this.out.push(...palette[i] ?? [0, 0, 0]);
		// Repeats for ever.
		this.out.push(0x21, 0xff, 11, ...letters("NETSCAPE2.0"), 3, 1, 0, 0, 0);
	}

	/**
	 * Adds a frame of four bytes a pixel that is shown for so many hundredths of
	 * a second.
	 */
	add(pixels, delay) {
		const indexes = new Uint8Array(this.width * this.height);

		for (let i = 0; i < indexes.length; i++)
			indexes[i] = this.nearest.find(pixels[4 * i], pixels[4 * i + 1],
				pixels[4 * i + 2]);
		const { left, top, right, bottom } = this.#changed(indexes);
		const part = [];

		for (let y = top; y <= bottom; y++)
			for (let x = left; x <= right; x++)
				part.push(indexes[y * this.width + x]);
		// Each frame is drawn over the one before.
		this.out.push(0x21, 0xf9, 4, 4, ...word(delay), 0, 0);
		this.out.push(0x2c, ...word(left), ...word(top), ...word(right - left + 1),
			...word(bottom - top + 1), 0);
		compress(this.out, part);
		this.before = indexes;
	}

	// The rectangle that differs; a single pixel if nothing does.
	#changed(indexes) {
		const { width, height, before } = this;

		if (!before)
			return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
		let left = width, top = height, right = 0, bottom = 0;

		for (let i = 0; i < indexes.length; i++) {
			if (indexes[i] === before[i])
				continue;
			const x = i % width, y = Math.floor(i / width);

			left = Math.min(left, x);
			right = Math.max(right, x);
			top = Math.min(top, y);
			bottom = Math.max(bottom, y);
		}
		return left > right ? { left: 0, top: 0, right: 0, bottom: 0 }
			: { left, top, right, bottom };
	}

	/** The file. */
	end() {
		return new Blob([Uint8Array.from([...this.out, 0x3b])], { type: "image/gif" });
	}
}
