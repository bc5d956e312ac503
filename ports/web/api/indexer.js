// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Lists the games of a large PGN in a Worker, piece by piece, so that a page can
// show the first ones while the others are still being read.

import { listen, openWorker } from "./thinker.js";

/**
 * Reads a PGN and tells its games: {at, end, tags, plies, result, isBroken}.
 * From byte `at` to byte `end` is the text of the game; the tags are those that
 * a list shows.
 * @param {import("./rookery.js").Rookery} rookery
 * @param {Uint8Array} bytes in UTF-8
 * @param {(games: object[], part: number) => void} onGames the next games, and
 *	which part of the text has been read, up to 1
 * @param {() => Worker | Promise<Worker>} [worker] as for Thinker.start()
 */
export async function indexPgn(rookery, bytes, onGames, worker) {
	const one = await (worker?.() ?? openWorker(new URL("worker.js", import.meta.url)));
	try {
		await new Promise((resolve, reject) => {
			listen(one, ({ kind, games, part, message }) => {
				if (kind === "error")
					reject(new Error(message));
				else
					onGames(games, part);
				if (part === 1)
					resolve();
			}, reject);
			one.postMessage({ kind: "index", module: rookery.module, bytes });
		});
	} finally {
		one.terminate();
	}
}
