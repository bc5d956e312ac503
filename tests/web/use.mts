// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// How the package may be used, and not, as far as types tell; see package.spec.mjs.
import { Rookery, RookeryError, Thinker, type Game, type Move } from "rookery";

const rookery = await Rookery.load(new URL("x.wasm", import.meta.url));
const game: Game = rookery.game({ rules: "ffa", clock: { initial: 1000 } });
const moves: Move[] = game.moves("h2");
const played: Move = game.play(moves[0] ?? "h2h3");
const reason: string | undefined = game.result?.reason;
const thinker = await Thinker.start(rookery, { hash: 1 });
const answer = await thinker.think(game, { level: 3 }, (line) => line.moves[0]?.san);
const setup = game.position.setup();

setup.turn = "Red";
for (const event of game.history)
	if (event.kind === "move")
		console.log(event.san, event.spent, answer?.mate, played.san);
try {
	setup.done();
} catch (error) {
	if (error instanceof RookeryError)
		console.log(error.place?.column, reason);
}
// @ts-expect-error there is no such limit
thinker.think(game, { speed: 1 });
// @ts-expect-error games are made by Rookery
new (game.constructor as typeof Game)();
// @ts-expect-error positions do not change
game.position.fen = "";
