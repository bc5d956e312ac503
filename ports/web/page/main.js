// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// Entry point of the page: loads the module, assembles the parts, and starts.

import "./board.js";
import { Actions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { forgetLink, fromLink, read } from "./exchange.js";
import { GameStorage } from "./storage.js";
import { MoveList } from "./movelist.js";
import { NewGame } from "./newgame.js";
import { Opener } from "./opener.js";
import { Conductor } from "./play.js";
import { Players } from "./players.js";
import { Review } from "./review.js";
import { Rookery, Thinker } from "./rookery/rookery.js";
import { openSettings, Settings } from "./settings.js";
import { listenTo } from "./sound.js";
import { embedded } from "./source.js";
import { Status } from "./status.js";
import { Store } from "./store.js";
import { CommandLine } from "./commandline.js";
import { cut } from "./words.js";

const settings = new Settings();

function dressPage() {
	document.documentElement.dataset.scheme = settings.get("scheme");
}

settings.addEventListener("change", dressPage);
dressPage();

// Screen readers ignore a text that does not change, so it is made different.
function announce(text) {
	const live = byId("live");

	live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let fading;

/** Shows a message for a moment. */
function say(text) {
	const toast = byId("toast");

	announce(text);
	toast.textContent = text;
	toast.hidden = false;
	clearTimeout(fading);
	fading = setTimeout(() => { toast.hidden = true; }, 4000);
}

/** Creates the parts of the page and connects them. */
function assemble(rookery, worker) {
	const store = new Store(rookery);
	const hire = (options) => Thinker.start(rookery, { ...options, worker });
	const conductor = new Conductor(store, hire);
	const view = new BoardView(document.querySelector("rookery-board"), store,
		settings, say);

	new Players(store, view);
	new MoveList(store, settings);
	const actions = new Actions(store, view, conductor, say);
	const status = new Status(store, conductor, announce);

	new CommandLine(store, actions, status, announce);
	const storage = new GameStorage(store, say);
	const analysis = new Analysis(store, view, hire);

	new Review(store, analysis, say);
	const take = takers(store, storage, analysis);
	const dialog = new NewGame(store, settings, take.begin);

	new Editor(store, view, {
		play: (position) => dialog.open(position), analyse: take.position,
	}, announce);
	new Opener(store, take, storage, say);
	status.playFrom = (position) => dialog.open(position);
	status.atEnd = [
		["New game", () => dialog.open()],
		["Analysis", () => analysis.toggle(true)],
	];
	listenTo(store, settings);
	conductor.addEventListener("fail", ({ detail }) =>
		say(`The computer cannot think: ${detail.error.message ||
			"its program does not load"}.`));
	store.addEventListener("change", ({ detail }) => {
		if (detail.kind === "move" && detail.isLive)
			setTimeout(() => view.playPremove());
	});
	byId("settings").addEventListener("click", () => openSettings(settings));
	return { store, storage, take };
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
			store.begin({ rules: position.rules.name, fen: position.fen });
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
	say(`The link cannot be read: ${cut(message)}.`);
	return false;
}

async function start() {
	const { source, worker } = await embedded();
	const rookery = await Rookery.load(source);
	const { store, storage, take } = assemble(rookery, worker);
	const followed = await follow(rookery, take).catch(refuseLink);

	if (!followed && !await storage.resume())
		store.begin({ levels: [0, 3] });
	document.body.dataset.ready = "";
	addEventListener("hashchange", () => follow(rookery, take).catch(refuseLink));
	if (!source && "serviceWorker" in navigator)
		navigator.serviceWorker.register("sw.js").catch(() => {});
}

start().catch((error) => {
	byId("state").textContent = `Rookery cannot start: ${error.message}`;
});
