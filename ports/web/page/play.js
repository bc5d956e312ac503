// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Plays for computers and walking kings. Computers search in a Worker; if the
// game changes meanwhile, the answer is dropped.

const AT_LEAST = 350; // milliseconds before a move, so that it can be seen
const OPTIONS = { hash: 16 };

const sleep = (time) => new Promise((done) => setTimeout(done, time));

export class Conductor extends EventTarget {
	/**
	 * @param {import("./store.js").Store} store
	 * @param {(options?: object) => Promise<import("./rookery/rookery.js").Thinker>} hire
	 */
	constructor(store, hire) {
		super();
		this.store = store;
		this.hire = hire;
		this.thinker = null;
		this.job = null;
		/** Resolves when no search is running any more. */
		this.free = Promise.resolve();
		store.addEventListener("change", ({ detail }) => this.changed(detail));
	}

	/** The seat of the thinking computer, or -1. */
	get thinking() { return this.job?.seat ?? -1; }

	changed({ kind }) {
		const { store, job } = this;

		if (job && (job.game !== store.game || job.head !== store.head ||
		    store.paused || store.game.result || store.levels[job.seat] !== job.level))
			this.#drop();
		if (kind === "new" && this.thinker)
			this.#queue((thinker) => thinker.forget()).catch(() => {});
		if (!this.job)
			this.#next();
	}

	#drop() {
		this.job.isOff = true;
		if (this.job.asked)
			this.thinker.then((thinker) => thinker.cancel());
		this.job = null;
	}

	#next() {
		const { store } = this;
		const { game, head } = store;
		const seat = game.turn;
		const level = store.levels[seat];
		const { walks } = game.position;

		if (game.result || store.paused || (!level && !walks))
			return;
		const job = { game, head, seat, level, asked: false, isOff: false };

		this.job = job;
		this.dispatchEvent(new Event("think"));
		this.#run(job, walks).catch((error) => {
			if (this.job !== job)
				return;
			this.job = null;
			this.thinker = null;
			this.store.pause(true);
			this.dispatchEvent(new CustomEvent("fail", { detail: { error } }));
		});
	}

	async #run(job, walks) {
		const start = performance.now();
		const answer = walks ? null : await this.#ask(job);

		await sleep(AT_LEAST - (performance.now() - start));
		if (job.isOff)
			return;
		this.job = null;
		if (walks)
			this.store.act("walk");
		else if (answer?.move)
			this.store.playOn(answer.move);
	}

	// Runs jobs one after the other: a thinker does one search at a time.
	#queue(act) {
		const turn = this.free.then(() => this.get()).then(act);

		this.free = turn.then(() => {}, () => {});
		return turn;
	}

	#ask(job) {
		return this.#queue((thinker) => {
			if (job.isOff)
				return null;
			job.asked = true;
			return thinker.think(job.game, { level: job.level });
		});
	}

	/** The thinker; started when first needed. */
	get() {
		this.thinker ??= this.hire(OPTIONS);
		return this.thinker;
	}

	/** A good move for the player to move in the shown position. */
	async hint() {
		const { store } = this;
		const answer = await this.#queue((thinker) => store.shown.result ? null
			: thinker.think(store.shown, store.rules.searchable ? { movetime: 700 }
				: { level: store.rookery.levels })).catch((error) => {
			this.thinker = null;
			throw error;
		});

		return answer?.move;
	}
}
