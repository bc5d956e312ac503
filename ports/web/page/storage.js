// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Saves games in localStorage, so that they survive a reload. Every tab has its
// own game, whose name the tab remembers and on which it holds a lock, so that
// two tabs never write to one game. A tab without a game takes the last one
// that is not locked.

const GAME = "rookery.game.";
const MOST = 20;
const MINE = "rookery.mine";

function attempt(act, otherwise = null) {
	try {
		return act();
	} catch {
		return otherwise;
	}
}

const read = (id) =>
	attempt(() => JSON.parse(localStorage.getItem(GAME + id)));

/** The names of saved games, the latest first. */
function names() {
	return attempt(() => Object.keys(localStorage)
		.filter((key) => key.startsWith(GAME))
		.map((key) => key.slice(GAME.length))
		.map((id) => [Number(read(id)?.time) || 0, id])
		.sort(([one], [other]) => other - one)
		.map(([, id]) => id), []);
}

// Does it look like a saved game? Only a quick test.
function isGame({ game, levels, time }) {
	return typeof game?.rules === "string" && Number.isInteger(game.now) &&
		Array.isArray(levels) && Number.isFinite(time);
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

export class GameStorage {
	/** @param {(text: string) => void} say shows a message if storage is full */
	constructor(store, say) {
		this.store = store;
		this.say = say;
		this.id = null;
		this.isFull = false;
		store.addEventListener("change", () => this.keepSoon());
		addEventListener("pagehide", () => this.keep());
	}

	/**
	 * Resumes the game of this tab, or the last one; returns whether there
	 * is one.
	 */
	async resume() {
		const mine = attempt(() => sessionStorage.getItem(MINE));
		const found = mine ? await this.#resumeMine(mine)
			: await this.#resumeLast();

		if (!this.id)
			await this.#beNew();
		this.#tidy();
		return found;
	}

	// Makes a copy if another tab holds it by now.
	async #resumeMine(id) {
		const saved = read(id);
		const release = await holdSoon(id);
		const found = Boolean(saved) && this.#restore(saved);

		if (found || !saved)
			this.#become(id, release);
		else
			release?.();
		return found;
	}

	// A game that cannot be read is left alone: another version may read
	// it.
	async #resumeLast() {
		for (const id of names()) {
			const release = await hold(id);

			if (release && this.#restore(read(id))) {
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
		this.id = null;
		await this.#beNew();
		this.#tidy();
	}

	/** The saved games that no tab has open, the latest first. */
	async others() {
		const open = await held();

		return names().filter((id) => !open.includes(id) && id !== this.id)
			.map((id) => ({ ...read(id), id })).filter(isGame);
	}

	/** Resumes one of them; returns whether it succeeded. */
	async open(id) {
		const release = await hold(id);

		this.keep();
		if (!release || !this.#restore(read(id))) {
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
		const id = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

		this.id = id;
		this.#become(id, await hold(id));
	}

	#restore(saved) {
		try {
			this.store.restore(saved);
			return true;
		} catch {
			return false; // saved by another version, or broken
		}
	}

	keepSoon() {
		this.timer ??= setTimeout(() => this.keep(), 50);
	}

	keep() {
		clearTimeout(this.timer);
		this.timer = null;
		if (!this.id || !this.store.root)
			return;
		const text = JSON.stringify({ ...this.store.save(), time: Date.now() });

		try {
			localStorage.setItem(GAME + this.id, text);
			this.isFull = false;
		} catch ({ name }) {
			if (name === "QuotaExceededError")
				this.#makeSpace(text);
		}
	}

	// Deletes the oldest games one by one until the current one fits.
	async #makeSpace(text) {
		const { id } = this;
		const open = await held();

		for (const old of names().reverse()) {
			if (old === id || open.includes(old))
				continue;
			attempt(() => localStorage.removeItem(GAME + old));
			if (attempt(() => localStorage.setItem(GAME + id, text) ?? true))
				return;
		}
		if (!this.isFull)
			this.say("The browser has no room left to keep this game. " +
				"“Share” can save it as a file.");
		this.isFull = true;
	}

	// Deletes old games that are not open.
	async #tidy() {
		const open = await held();

		for (const id of names().slice(MOST))
			if (!open.includes(id))
				attempt(() => localStorage.removeItem(GAME + id));
	}
}
