// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Entry point of the page: loads the module, assembles the parts, and starts.

import "./board.js";
import { Actions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { byId, front } from "./dom.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { forgetLink, fromLink, read } from "./exchange.js";
import { language, setLanguage, t } from "./i18n.js";
import { Learn } from "./learn.js";
import { GameStorage, keptGames } from "./storage.js";
import { MoveList } from "./movelist.js";
import { NewGame } from "./newgame.js";
import { Opener } from "./opener.js";
import { Conductor } from "./play.js";
import { Players } from "./players.js";
import { Review } from "./review.js";
import { Rookery, Thinker } from "./rookery/rookery.js";
import { openKeys, openSettings, Settings } from "./settings.js";
import { listenTo } from "./sound.js";
import { embedded } from "./source.js";
import { Status } from "./status.js";
import { Store } from "./store.js";
import { Preview, Study } from "./study.js";
import { CommandLine } from "./commandline.js";
import { cut } from "./words.js";

const settings = new Settings();

function dressPage() {
	document.documentElement.dataset.scheme = settings.get("scheme");
}

settings.addEventListener("change", dressPage);
dressPage();

/** Takes the language of the settings; without its table it stays as it is. */
function speak() {
	return setLanguage(settings.get("language")).catch(() => say(t("load.failed")));
}

settings.addEventListener("change", speak);
// What was said before is in another language.
language.addEventListener("change", () => {
	byId("live").textContent = "";
	toast.hidden = true;
});

// Screen readers ignore a text that does not change, so it is made different.
function announce(text) {
	for (const live of [byId("live"), front()?.querySelector(".live")])
		if (live)
			live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

const toast = byId("toast");
let fading;

/** Shows a message for a moment. */
function say(text) {
	announce(text);
	(front() ?? document.querySelector("main")).append(toast);
	toast.textContent = text;
	toast.hidden = false;
	clearTimeout(fading);
	fading = setTimeout(() => { toast.hidden = true; }, 4000);
}

/** Loads a part of the page when it is first opened. */
function onOpen(id, load) {
	byId(id).addEventListener("toggle", () =>
		load().catch(() => say(t("load.failed"))), { once: true });
}

/** Creates the parts of the page and connects them. */
function assemble(rookery, worker, network) {
	const store = new Store(rookery);
	const hire = (options) => Thinker.start(rookery, { ...options, worker, network });
	const conductor = new Conductor(store, hire);
	const view = new BoardView(document.querySelector("rookery-board"), store,
		settings, say);

	new Players(store, view);
	const movelist = new MoveList(store, settings);

	new Study(store, view);
	const actions = new Actions(store, view, conductor, say);
	const status = new Status(store, conductor, announce);

	const storage = new GameStorage(store, say);
	const engine = new Engine(rookery, settings, hire);
	const analysis = new Analysis(store, view, engine);

	network.then((bytes) => bytes && engine.renew());

	new Preview(store, view, movelist, analysis);
	new Learn(store, view, new Review(store, hire, say), hire, say);
	const take = takers(store, storage, analysis);

	new CommandLine(store, actions, status, announce,
		{ view, settings, begin: take.begin });
	const dialog = new NewGame(store, settings, take.begin);

	new Editor(store, view, {
		play: (position) => dialog.open(position), analyse: take.position,
	}, announce);
	new Opener(store, take, storage, say, worker);
	status.playFrom = (position) => dialog.open(position);
	status.atEnd = [
		["result.rematch", () => take.begin(rematch(store))],
		["nav.new", () => dialog.open()],
		["analysis.title", () => analysis.toggle(true)],
	];
	onOpen("explorer", async () => {
		const { Explorer } = await import("./explorer.js");

		return new Explorer(store, () => keptGames(storage));
	});
	let puzzles = null;

	byId("puzzles").addEventListener("click", () => {
		puzzles ??= import("./puzzles.js").then(({ Puzzles }) =>
			new Puzzles(rookery, settings, take.position));
		puzzles.then((one) => one.open(), () => {
			puzzles = null;
			say(t("load.failed"));
		});
	});
	listenTo(store, settings);
	conductor.addEventListener("fail", ({ detail }) =>
		say(t("computer.failed", { why: detail.error.message ||
			t("computer.no-program") })));
	store.addEventListener("change", ({ detail }) => {
		if (detail.kind === "move" && detail.isLive)
			setTimeout(() => view.playPremove());
	});
	byId("settings").addEventListener("click", () => openSettings(settings));
	addEventListener("keydown", (event) => {
		if (event.key === "?" && !event.target.closest?.("input, textarea, dialog"))
			openKeys();
	});
	return { store, storage, take };
}

// The same once more, with the players one seat further.
function rematch({ base: { rules, start, clock }, levels }) {
	return { rules, fen: start, clock: clock ?? undefined, moved: 1,
		levels: levels.map((_, seat) => levels[(seat + 1) % levels.length]) };
}

// An imported game does not replace the saved one.
function takers(store, storage, analysis) {
	return {
		begin(options) {
			storage.another();
			store.begin(options);
		},
		position(position) {
			storage.another();
			store.begin({ rules: position.rules.name, fen: position.fen, isStudy: true });
			analysis.toggle(true);
		},
		game(parsed, text) {
			storage.another();
			store.load(parsed, text);
			store.go(store.root);
			analysis.toggle(true);
		},
	};
}

/** Opens the content of a link, if it can be read. */
async function follow(rookery, take) {
	const link = await fromLink().finally(forgetLink);

	if (!link)
		return false;
	const { position, games: [game] = [] } = read(rookery, link.text,
		rookery.rules.find(({ name }) => name === link.rules) ?? rookery.rules[0]);

	if (game?.error)
		throw game.error;
	if (position)
		take.position(position);
	else
		take.game(game, rookery.writePgn(game));
	return true;
}

function refuseLink({ message }) {
	say(t("link.failed", { why: cut(message) }));
	return false;
}

async function start() {
	const { source, worker } = await embedded();
	const [rookery] = await Promise.all([Rookery.load(source), speak()]);
	let fetchNetwork;
	const network = new Promise((resolve) => {
		fetchNetwork = () => resolve(Rookery.loadNetwork().catch(() => null));
	});
	const { store, storage, take } = assemble(rookery, worker, network);
	const followed = await follow(rookery, take).catch(refuseLink);

	if (!followed && !await storage.resume())
		store.begin({ levels: [0, 3] });
	document.body.dataset.ready = "";
	addEventListener("hashchange", () => follow(rookery, take).catch(refuseLink));
	if (source)
		return;
	(globalThis.requestIdleCallback ?? setTimeout)(fetchNetwork);
	if ("serviceWorker" in navigator)
		followVersions(storage).catch(() => {});
}

// A new version waits until it is asked for: its files replace all of the old
// one's. It is looked for now and whenever the page is seen again.
async function followVersions(storage) {
	const { serviceWorker } = navigator;
	let isFirst = !serviceWorker.controller;
	const registration = await serviceWorker.register("sw.js");
	const offer = () => {
		if (registration.waiting && serviceWorker.controller)
			byId("version").hidden = false;
	};

	registration.addEventListener("updatefound", () =>
		registration.installing?.addEventListener("statechange", offer));
	document.addEventListener("visibilitychange", () => {
		if (!document.hidden)
			registration.update().catch(() => {});
	});
	serviceWorker.addEventListener("controllerchange", () => {
		// The first one takes charge of a page that needs no other.
		if (isFirst) {
			isFirst = false;
			return;
		}
		storage.keep();
		location.reload();
	});
	byId("version").addEventListener("click", () => {
		registration.waiting?.postMessage("take over");
	});
	offer();
}

start().catch((error) => {
	byId("state").textContent = t("start.failed", { why: error.message });
});
