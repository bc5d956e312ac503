// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// Keeping the game: it survives reload and closing. Every tab has a game of
// its own, whose name the tab remembers and on which it holds a lock, so that
// two tabs never write to one. Who comes without a game takes the last one
// that nobody holds.

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

/** The names of kept games, the last one first. */
function names() {
	return attempt(() => Object.keys(localStorage)
		.filter((key) => key.startsWith(GAME))
		.map((key) => key.slice(GAME.length))
		.map((id) => [Number(read(id)?.time) || 0, id])
		.sort(([one], [other]) => other - one)
		.map(([, id]) => id), []);
}

// As far as one can see without taking it up.
function isGame({ game, levels, time }) {
	return typeof game?.rules === "string" && Number.isInteger(game.now) &&
		Array.isArray(levels) && Number.isFinite(time);
}

/**
 * Holds a name until the tab is closed, or until what is returned is called;
 * null if somebody else has it.
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

// A reload may be there before the lock of the page before it has gone.
async function holdSoon(id) {
	for (let i = 0; i < 5; i++) {
		const release = await hold(id);

		if (release)
			return release;
		await new Promise((done) => setTimeout(done, 60));
	}
	return null;
}

/** The names that somebody holds. */
async function held() {
	const { held: locks } = await navigator.locks?.query() ?? { held: [] };

	return locks.map(({ name }) => name.slice(GAME.length));
}

export class Keeper {
	/** @param {(text: string) => void} say for when there is no room */
	constructor(store, say) {
		this.store = store;
		this.say = say;
		this.id = null;
		this.isFull = false;
		store.addEventListener("change", () => this.keepSoon());
		addEventListener("pagehide", () => this.keep());
	}

	/** Takes up the game of this tab, or the last one. Is there one? */
	async resume() {
		const mine = attempt(() => sessionStorage.getItem(MINE));
		const found = mine ? await this.#resumeMine(mine)
			: await this.#resumeLast();

		if (!this.id)
			await this.#beNew();
		this.#tidy();
		return found;
	}

	// If somebody else has it by now, a copy.
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

	// One that cannot be read stays as it is, for who can.
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

	/** From now on a game of its own: the one before stays as it is. */
	async another() {
		this.keep();
		this.id = null;
		await this.#beNew();
		this.#tidy();
	}

	/** The games that are kept and open nowhere, the last one first. */
	async others() {
		const open = await held();

		return names().filter((id) => !open.includes(id) && id !== this.id)
			.map((id) => ({ ...read(id), id })).filter(isGame);
	}

	/** Takes up one of them; says whether it could be done. */
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
			return false; // kept by another version, or broken
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
				this.#makeRoom(text);
		}
	}

	// For the game that is being played the oldest ones go, one by one.
	async #makeRoom(text) {
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

	// Old games go, but for those that are open.
	async #tidy() {
		const open = await held();

		for (const id of names().slice(MOST))
			if (!open.includes(id))
				attempt(() => localStorage.removeItem(GAME + id));
	}
}
