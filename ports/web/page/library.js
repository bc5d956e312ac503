// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Games and files of games in IndexedDB. A game has two records: an entry, which
// a list shows, and all of it. A file of games is kept as it was read, with the
// index of its games. Where the browser has no database, all is kept until the
// page is closed.

const NAME = "rookery";
const STORES = ["entries", "games", "files", "contents"];

const asked = (request) => new Promise((done, fail) => {
	request.onsuccess = () => done(request.result);
	request.onerror = () => fail(request.error);
});

function openDatabase() {
	const request = indexedDB.open(NAME, 1);

	request.onupgradeneeded = () => STORES.forEach((name) =>
		request.result.createObjectStore(name, { keyPath: "id" }));
	return asked(request);
}

/** A new name for a game or a file. */
export const newId = () =>
	`${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

export class Library {
	/** @type {IDBDatabase | undefined} */
	database;
	/** @type {Map<string, Map<string, any>> | undefined} */
	memory;

	static async open() {
		const library = new Library();

		try {
			library.database = await openDatabase();
			library.database.onversionchange = () => library.database.close();
		} catch {
			library.memory = new Map(STORES.map((name) => [name, new Map()]));
		}
		return library;
	}

	/** Does it survive the page? */
	get isKept() { return Boolean(this.database); }

	// Runs a few requests in one transaction, and waits until it is written.
	#write(stores, act) {
		if (this.memory) {
			act((name) => ({
				put: (value) => this.memory.get(name).set(value.id, structuredClone(value)),
				delete: (id) => this.memory.get(name).delete(id),
			}));
			return Promise.resolve();
		}
		return new Promise((done, fail) => {
			const transaction = this.database.transaction(stores, "readwrite");

			transaction.oncomplete = () => done();
			transaction.onabort = () => fail(transaction.error);
			try {
				act((name) => transaction.objectStore(name));
			} catch (error) {
				transaction.abort();
				fail(error);
			}
		});
	}

	#read(store, id) {
		if (this.memory)
			return Promise.resolve(id === undefined
				? [...this.memory.get(store).values()] : this.memory.get(store).get(id));
		const from = this.database.transaction(store).objectStore(store);

		return asked(id === undefined ? from.getAll() : from.get(id));
	}

	/** The entries of all games, the latest first. */
	async entries() {
		return (await this.#read("entries")).sort((one, other) => other.time - one.time);
	}

	game(id) { return this.#read("games", id); }

	/** Keeps a game; `entry` and `game` have the same id. */
	put(entry, game) {
		return this.#write(["entries", "games"], (store) => {
			store("entries").put(entry);
			store("games").put(game);
		});
	}

	remove(...ids) {
		return this.#write(["entries", "games"], (store) => ids.forEach((id) => {
			store("entries").delete(id);
			store("games").delete(id);
		}));
	}

	/** Files of games: {id, name, time, count}. */
	async files() {
		return (await this.#read("files")).sort((one, other) => other.time - one.time);
	}

	/** The bytes of a file, and the index of its games: {bytes, games}. */
	content(id) { return this.#read("contents", id); }

	putFile(file, content) {
		return this.#write(["files", "contents"], (store) => {
			store("files").put(file);
			store("contents").put(content);
		});
	}

	removeFile(id) {
		return this.#write(["files", "contents"], (store) => {
			store("files").delete(id);
			store("contents").delete(id);
		});
	}
}
