// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// The engine of the analysis and its settings: where it thinks, with how many
// threads and how large a table, and for how long. It thinks in the browser or,
// if `rookery web` serves the page, as the program itself on this machine. A
// change of settings closes the thinker; the next one is another.

import { byId, make, select } from "./dom.js";
import { language, t } from "./i18n.js";

const HASHES = [16, 32, 64, 128, 256, 512, 1024, 2048, 4096];
const MOST_HASH = 512; // in the browser
const LIMITS = ["infinite", "depth 12", "depth 16", "depth 20", "depth 24", "depth 30",
	"movetime 1000", "movetime 5000", "movetime 15000", "movetime 60000"];
/** The kinds of chess that the program's UCI knows, for two players. */
const NATIVE_RULES = ["standard", "minors"];

/** Threads that the browser can have; 1 where memory cannot be shared. */
function mostThreads() {
	return globalThis.crossOriginIsolated
		? Math.min(64, navigator.hardwareConcurrency || 1) : 1;
}

/**
 * What the server lends: {threads, hash}, or null. Any server has the page
 * itself, so this asks for nothing that may be missing.
 */
async function lent() {
	if (!location.protocol.startsWith("http"))
		return null;
	const response = await fetch(location.pathname, { method: "HEAD", cache: "no-store" })
		.catch(() => null);
	const offer = /^threads=(\d+) hash=(\d+)$/.exec(
		response?.headers.get("x-rookery-engine") ?? "");

	return offer && { threads: Number(offer[1]), hash: Number(offer[2]) };
}

function limitText(limit) {
	const [kind, number] = limit.split(" ");

	return kind === "infinite" ? t("engine.no-limit")
		: kind === "depth" ? t("engine.limit-depth", { depth: number })
			: t("engine.limit-time", { seconds: Number(number) / 1000 });
}

/** "850 k/s", "1.2 M/s": positions that are searched in a second. */
export function speedText({ nodes, time }) {
	const thousands = nodes / Math.max(1, time);

	return thousands < 1000 ? t("engine.thousands", { number: Math.round(thousands) })
		: t("engine.millions", { number: (thousands / 1000).toFixed(1) });
}

/** Says "change" when another thinker is to be used. */
export class Engine extends EventTarget {
	#thinker = null;
	#key = "";

	constructor(rookery, settings, hire) {
		super();
		Object.assign(this, { rookery, settings, hire });
		/** What the server lends. */
		this.lent = null;
		/** Why the program of this machine is not used, if it was asked for. */
		this.trouble = "";
		const panel = byId("engine");

		panel.addEventListener("toggle", () => this.#open());
		language.addEventListener("change", () => this.#draw());
		settings.addEventListener("change", () => {
			if (this.#key && this.#key !== this.#wanted(this.rules))
				this.dispatchEvent(new Event("change"));
		});
		if (settings.get("engine") === "native")
			this.#looked = this.#look();
		this.#draw();
	}

	#looked = null;

	async #look() {
		this.lent = await lent();
	}

	async #open() {
		if (!byId("engine").open)
			return;
		this.#looked ??= this.#look();
		await this.#looked;
		this.#draw();
	}

	/** Limits of the search, for a thinker. */
	get limits() {
		const [kind, number] = this.settings.get("limit").split(" ");

		return { [kind]: kind === "infinite" ? true : Number(number) };
	}

	/** The limits of threads and table: of the program, or of the browser. */
	get #most() {
		return this.isNative ? this.lent : { threads: mostThreads(), hash: MOST_HASH };
	}

	get isNative() {
		return this.settings.get("engine") === "native" && this.lent !== null &&
			!this.trouble;
	}

	#options() {
		const { threads, hash } = this.#most;

		return {
			threads: Math.min(this.settings.get("threads"), threads),
			hash: Math.min(this.settings.get("hash"), hash),
		};
	}

	#wanted(rules) {
		const isNative = this.isNative && NATIVE_RULES.includes(rules.name);

		return JSON.stringify({ isNative, ...this.#options(),
			limit: this.settings.get("limit") });
	}

	/** The thinker for these rules and settings; started when first needed. */
	async get(rules) {
		await this.#looked;
		const key = this.#wanted(rules);

		this.rules = rules;
		if (this.#key !== key) {
			this.close();
			this.#key = key;
		}
		this.#thinker ??= JSON.parse(key).isNative ? this.#startNative()
			: this.hire(this.#options());
		return this.#thinker;
	}

	async #startNative() {
		const { NativeThinker } = await import("./native.js");

		return new NativeThinker(this.rookery, this.#options());
	}

	/** After a failure: the browser thinks. */
	fail(error) {
		this.#thinker = null;
		if (this.isNative) {
			this.trouble = error.message;
			this.#draw();
			return true;
		}
		return false;
	}

	/** There is a network now: the browser begins again, with it. */
	renew() {
		if (this.#thinker && !this.isNative)
			this.dispatchEvent(new Event("change"));
	}

	close() {
		this.#thinker?.then((thinker) => thinker.close(), () => {});
		this.#thinker = null;
	}

	#draw() {
		const { settings } = this;
		const { threads, hash } = this.#most;
		const choices = (name, list, text) => make("label", { class: "field" },
			make("span", {}, t(`engine.${name}`)),
			select(list.map((value) => [value, text(value)]),
				settings.get(name), {
					"data-key": name,
					onchange: ({ target }) => this.#choose(name, target.value),
				}));
		const numbers = Array.from({ length: threads }, (_, i) => i + 1)
			.filter((number) => number <= 8 || number % 4 === 0 || number === threads);
		const tables = HASHES.filter((size) => size <= hash);

		byId("engine-fields").replaceChildren(
			...this.lent ? [choices("engine", ["page", "native"],
				(value) => t(`engine.${value}`))] : [],
			choices("threads", nearest(numbers, settings.get("threads")), String),
			choices("hash", nearest(tables, settings.get("hash")),
				(size) => t("engine.megabytes", { size })),
			choices("limit", LIMITS, limitText),
			...this.trouble ? [make("p", { class: "soft" },
				t("engine.trouble", { why: this.trouble }))] : [],
			...threads < 2 && !this.isNative ? [make("p", { class: "soft" },
				t("engine.one-thread"))] : []);
		for (const [name, list] of Object.entries({ threads: numbers, hash: tables })) {
			const element = byId("engine-fields").querySelector(`[data-key="${name}"]`);

			element.value = String(Math.min(settings.get(name), list.at(-1)));
		}
	}

	#choose(name, value) {
		const isNumber = name === "threads" || name === "hash";

		this.trouble = "";
		this.settings.set(name, isNumber ? Number(value) : value);
		this.#draw();
		byId("engine-fields").querySelector(`[data-key="${name}"]`).focus();
	}
}

/**
 * The list with a value in it that a setting may have, if it is not too large.
 * @param {number[]} list
 * @param {any} value
 */
function nearest(list, value) {
	return list.includes(value) || value > list.at(-1) || !Number.isInteger(value) ? list
		: [...list, value].sort((one, other) => one - other);
}
