// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Keeps every game in the library, so that it survives a reload. Each tab has
// its own game, whose name the tab remembers and on which it holds a lock, so
// that two tabs never write to one game. A tab without a game takes up the last
// one, if no other tab is open. What a closing page has no time to put into the
// database is left in localStorage for the next one.

import { t } from "./i18n.js";
import { Library, newId } from "./library.js";

const GAME = "rookery.game.";
const MINE = "rookery.mine";

function attempt(act, otherwise = null) {
	try {
		return act();
	} catch {
		return otherwise;
	}
}

// Does it look like a saved game? Only a quick test.
function isGame(saved) {
	const { game, levels, time } = saved ?? {};

	return typeof game?.rules === "string" && Number.isInteger(game.now) &&
		Array.isArray(levels) && Number.isFinite(time);
}

/** What a list shows of a game. */
export function entryOf({ id, time, game, levels, tags = {}, isStudy }, more = {}) {
	return { id, time, rules: game.rules, levels, tags, isStudy, plies: game.now, ...more };
}

/**
 * Locks a name until the tab is closed or the returned function is called; null
 * if another tab holds it.
 */
function hold(id) {
	if (!navigator.locks)
		return Promise.resolve(() => {});
	return new Promise((done) => {
		navigator.locks.request(GAME + id, { ifAvailable: true }, (lock) => {
			if (!lock)
				return done(null);
			return new Promise((release) => { done(release); });
		}).catch(() => done(() => {}));
	});
}

// After a reload, the lock of the previous page may still be held briefly.
async function holdSoon(id) {
	for (let i = 0; i < 5; i++) {
		const release = await hold(id);

		if (release)
			return release;
		await new Promise((done) => setTimeout(done, 60));
	}
	return null;
}

/** The names that are locked. */
async function held() {
	const { held: locks } = await navigator.locks?.query() ?? { held: [] };

	return locks.map(({ name }) => name.slice(GAME.length));
}

/** All games that are kept, the latest first. */
export async function* keptGames(storage) {
	await storage.keep();
	const library = await storage.library;

	for (const { id } of await library.entries()) {
		const saved = await library.game(id);

		if (isGame(saved))
			yield saved;
	}
}

export class GameStorage {
	/** @param {(text: string) => void} say shows a message if storage is full */
	constructor(store, say) {
		this.store = store;
		this.say = say;
		this.id = null;
		this.isFull = false;
		this.isChanged = false;
		this.writes = 0;
		this.library = Library.open();
		store.addEventListener("change", () => this.keepSoon());
		addEventListener("pagehide", () => this.#leave());
	}

	/**
	 * Resumes the game of this tab, or the last one; returns whether there
	 * is one.
	 */
	async resume() {
		const mine = attempt(() => sessionStorage.getItem(MINE));

		await this.#collect();
		const found = mine ? await this.#resumeMine(mine)
			: await this.#resumeLast();

		if (!this.id)
			await this.#beNew();
		return found;
	}

	// Takes games that are in localStorage into the library: those of
	// closing pages, and those of older versions.
	async #collect() {
		const library = await this.library;
		const keys = attempt(() => Object.keys(localStorage)
			.filter((key) => key.startsWith(GAME)), []);

		for (const key of keys) {
			const saved = attempt(() => JSON.parse(localStorage.getItem(key)));
			const id = key.slice(GAME.length);

			if (!isGame(saved))
				continue; // another version may read it
			const known = await library.game(id).catch(() => null);

			if (!known || known.time <= saved.time)
				await library.put(entryOf({ ...saved, id }), { ...saved, id })
					.catch(() => {});
			if (library.isKept)
				attempt(() => localStorage.removeItem(key));
		}
	}

	// If another tab has it by now, this one begins with another game.
	async #resumeMine(id) {
		const release = await holdSoon(id);
		const library = await this.library;

		if (!release) {
			this.say(t("storage.elsewhere"));
			return false;
		}
		const found = this.#restore(await library.game(id).catch(() => null));

		if (found)
			this.#become(id, release);
		else
			release();
		return found;
	}

	// A game that cannot be read is left alone: another version may read
	// it.
	async #resumeLast() {
		const library = await this.library;

		if ((await held()).length)
			return false;
		for (const { id } of await library.entries().catch(() => [])) {
			const release = await hold(id);

			if (release && this.#restore(await library.game(id).catch(() => null))) {
				this.#become(id, release);
				return true;
			}
			release?.();
		}
		return false;
	}

	/** Starts a new saved game; the previous one stays as it is. */
	async another() {
		this.keep();
		this.#drop();
		this.id = null;
		await this.#beNew();
	}

	/** The entries of the games that no tab has open, the latest first. */
	async others() {
		const library = await this.library;
		const open = await held();

		return (await library.entries().catch(() => []))
			.filter(({ id }) => !open.includes(id) && id !== this.id);
	}

	/** Resumes one of them; returns whether it succeeded. */
	async open(id) {
		const library = await this.library;
		const release = await hold(id);

		this.keep();
		if (!release || !this.#restore(await library.game(id).catch(() => null))) {
			release?.();
			return false;
		}
		this.#become(id, release);
		return true;
	}

	#become(id, release) {
		if (!release)
			return;
		this.release?.();
		this.release = release;
		this.id = id;
		attempt(() => sessionStorage.setItem(MINE, id));
	}

	async #beNew() {
		const id = newId();

		this.id = id;
		this.#become(id, await hold(id));
	}

	#restore(saved) {
		try {
			this.store.restore(saved);
			this.isChanged = false;
			return true;
		} catch {
			return false; // saved by another version, or broken
		}
	}

	keepSoon() {
		this.isChanged = true;
		this.timer ??= setTimeout(() => this.keep(), 50);
	}

	#saved() {
		const { store, id } = this;
		const saved = { ...store.save(), id, time: Date.now() };

		return [entryOf(saved, { result: store.isStudy && store.tags.Result ||
			store.game.result?.text || "*" }), saved];
	}

	/** Keeps the game now. */
	keep() {
		clearTimeout(this.timer);
		this.timer = null;
		if (!this.id || !this.store.root || !this.isChanged)
			return;
		this.isChanged = false;
		const [entry, saved] = this.#saved();

		this.writes++;
		this.library.then((library) => library.put(entry, saved))
			.then(() => { this.isFull = false; }, (error) => this.#refused(error))
			.finally(() => { this.writes--; });
	}

	// A game in which nothing was done is not kept when it is left.
	async #drop() {
		const { id, store } = this;

		if (id && store.root && !store.root.children.length && !store.root.comments.length)
			(await this.library).remove(id).catch(() => {});
	}

	#refused({ name }) {
		if (!this.isFull)
			this.say(t(name === "QuotaExceededError" ? "storage.full" : "storage.failed"));
		this.isFull = true;
	}

	// The database may not be written any more when a page closes, and a clock
	// has gone on since it was.
	#leave() {
		const { game } = this.store;

		if (!this.id || !game || (!this.timer && !this.writes && !game.clock))
			return;
		const [, saved] = this.#saved();

		attempt(() => localStorage.setItem(GAME + this.id, JSON.stringify(saved)));
	}
}
