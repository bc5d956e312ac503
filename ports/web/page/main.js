// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
//
// The page: loads the module, puts the parts together, and begins.

import "./board.js";
import { Actions } from "./actions.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { byId } from "./dom.js";
import { Editor } from "./editor.js";
import { forgetLink, fromLink, read } from "./exchange.js";
import { Keeper } from "./keep.js";
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
import { Talk } from "./talk.js";
import { cut } from "./words.js";

const settings = new Settings();

function dressPage() {
	document.documentElement.dataset.scheme = settings.get("scheme");
}

settings.addEventListener("change", dressPage);
dressPage();

// A text that is the same as before would not be read again.
function announce(text) {
	const live = byId("live");

	live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

let fading;

/** Says something to everybody, for a moment. */
function say(text) {
	const toast = byId("toast");

	announce(text);
	toast.textContent = text;
	toast.hidden = false;
	clearTimeout(fading);
	fading = setTimeout(() => { toast.hidden = true; }, 4000);
}

/** The parts of the page, and what they do with one another. */
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

	new Talk(store, actions, status, announce);
	const keeper = new Keeper(store, say);
	const analysis = new Analysis(store, view, hire);

	new Review(store, analysis, say);
	const take = takers(store, keeper, analysis);
	const dialog = new NewGame(store, settings, take.begin);

	new Editor(store, view, {
		play: (position) => dialog.open(position), analyse: take.position,
	}, announce);
	new Opener(store, take, keeper, say);
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
	return { store, keeper, take };
}

// A game that comes from elsewhere does not take the place of this one.
function takers(store, keeper, analysis) {
	return {
		begin(options) {
			keeper.another();
			store.begin(options);
		},
		position(position) {
			keeper.another();
			store.begin({ rules: position.rules.name, fen: position.fen });
			analysis.toggle(true);
		},
		game(parsed, text) {
			keeper.another();
			store.load(parsed, text);
			store.go(store.root);
			analysis.toggle(true);
		},
	};
}

/** What a link carries, if there is anything in it that can be read. */
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
	const { store, keeper, take } = assemble(rookery, worker);
	const followed = await follow(rookery, take).catch(refuseLink);

	if (!followed && !await keeper.resume())
		store.begin({ levels: [0, 3] });
	document.body.dataset.ready = "";
	addEventListener("hashchange", () => follow(rookery, take).catch(refuseLink));
	if (!source && "serviceWorker" in navigator)
		navigator.serviceWorker.register("sw.js").catch(() => {});
}

start().catch((error) => {
	byId("state").textContent = `Rookery cannot start: ${error.message}`;
});
