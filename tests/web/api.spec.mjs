// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/* The JavaScript API over the module: games, positions, texts, refusals. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Rookery, RookeryError } from "../../build/web/rookery/rookery.js";
import { Instance } from "../../build/web/rookery/wasm.js";

const root = new URL("../../", import.meta.url);
const { Chess } = createRequire(new URL("build/", root))("chess.js");
const rookery = await Rookery.load();
const want = (name) => Number(/^\d+$/m.exec(
	readFileSync(new URL(`tests/${name}.txt`, root), "utf8"))[0]);

/* Throws what it should, where it should, and changes nothing. */
function refuses(game, act, message, place = null) {
	const before = game && [game.fen, game.history, game.result, game.save()];

	assert.throws(act, (error) => {
		assert.ok(error instanceof RookeryError, error.stack);
		if (message instanceof RegExp)
			assert.match(error.message, message);
		else
			assert.equal(error.message, message);
		assert.deepEqual(error.place, place);
		return true;
	});
	if (game)
		assert.deepEqual([game.fen, game.history, game.result, game.save()], before);
}

test("the table of rules", () => {
	assert.deepEqual(rookery.rules.map(({ name }) => name),
		["standard", "casual", "minors", "ffa", "still", "last", "teams"]);
	const [standard, casual, minors, ffa, , , teams] = rookery.rules;

	assert.deepEqual(standard.seats, ["White", "Black"]);
	assert.equal(standard.squares.length, 64);
	assert.equal(standard.squares[28], "e4");
	assert.equal(standard.letters[9], "n");
	assert.deepEqual(standard.pieces[9], { type: 1, seat: 1, dead: false });
	assert.deepEqual(standard.levels, [null, null, null, null,
		1300, 1500, 1700, 1900, 2200, 2500, 2850, null]);
	assert.deepEqual(casual.levels, Array(4).fill(null));
	assert.deepEqual({ ...minors, name: standard.name, row: standard.row }, standard);
	assert.deepEqual(ffa.levels, Array(rookery.levels).fill(null));
	assert.deepEqual(ffa.seats, ["Red", "Blue", "Yellow", "Green"]);
	assert.equal(ffa.files * ffa.ranks, 196);
	assert.equal(ffa.squares.filter(Boolean).length, 160);
	assert.equal(ffa.squares[0], null);
	assert.equal(ffa.squares.at(-4), "k14");
	assert.deepEqual(ffa.starts, ["modern", "classic", "by", "byg", "rg"]);
	assert.deepEqual(teams.sides, [0, 1, 0, 1]);
	assert.ok(ffa.hasPoints && !teams.hasPoints);
	assert.throws(() => { standard.seats[0] = "x"; }, TypeError);
	refuses(null, () => rookery.game({ rules: "draughts" }),
		"there are no rules draughts");
	refuses(null, () => rookery.game({ rules: "ffa", start: "odd" }),
		"there is no start odd");
});

test("a game of two to mate", () => {
	const game = rookery.game();

	for (const text of ["e4", "e7e5", "Qh5", "Nc6", "Bf1-c4", "Nf6"])
		game.play(text);
	assert.equal(game.result, null);
	assert.deepEqual(game.moves("h5").filter(({ captured }) => captured !== null)
		.map(({ san }) => san).sort(), ["Qxe5+", "Qxf7#", "Qxh7"]);
	const move = game.play("Qxf7");

	assert.deepEqual([move.text, move.san, move.promotion], ["h5f7", "Qxf7#", null]);
	assert.deepEqual(game.result, { winners: [0], reason: "checkmate", text: "1-0",
		words: "Checkmate! White wins!" });
	assert.deepEqual(game.checks, [1]);
	assert.deepEqual(game.moves(), []);
	assert.deepEqual(game.history.map(({ san }) => san),
		["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]);
	assert.equal(game.opening, "King's Pawn Game: Scholar's Mate");
	refuses(game, () => game.resign(), "the game is over");
	refuses(game, () => game.play("Kxf7"), /./);
	game.undo();
	assert.equal(game.result, null);
	assert.equal(game.redoable, 1);
	game.undo(6);
	assert.equal(game.fen, rookery.position().fen);
	refuses(game, () => game.undo(), "there are not so many moves");
	game.redo(7);
	assert.equal(game.result.text, "1-0");
	refuses(game, () => game.redo(), "there are not so many moves");
	assert.equal(game.at(2).fen, rookery.position().after("e4").after("e5").fen);
	game.close();
	assert.throws(() => game.fen, /this game is closed/);
	assert.throws(() => game.close(), /this game is closed/);
});

function lettersOf(chess) {
	return chess.board().reverse().flat().map((piece) => piece &&
		(piece.color === "w" ? piece.type.toUpperCase() : piece.type));
}

test("random games, as chess.js plays them", () => {
	let seed = 7;
	const random = (below) => (seed = seed * 48271 % 0x7fffffff) % below;

	for (let i = 0; i < 10; i++) {
		const game = rookery.game(), other = new Chess();

		while (!game.result && game.plies < 60) {
			const moves = game.moves();

			assert.deepEqual(moves.map(({ san }) => san).sort(), other.moves().sort());
			const move = moves[random(moves.length)];
			game.play(move);
			const theirs = other.move(move.san);
			assert.equal(game.rules.squares[move.to], theirs.to);
			assert.equal(game.rules.squares[move.from], theirs.from);
			assert.equal(move.promotion?.toLowerCase(), theirs.promotion);
			assert.equal(game.fen.split(" ", 3).join(),
				other.fen().split(" ", 3).join());
			assert.deepEqual([...game.cells].map((cell) =>
				game.rules.letters[cell] ?? null), lettersOf(other));
		}
		game.close();
	}
});

const two = "R-0,0,0,0-0,0,0,0-0,0,0,0-0,0,0,0-0-6,yK,7/14/14/bK,13/bP,9,rR,3/14/" +
	"13,gK/14/14/14/8,rR,5/14/14/7,rK,6";

test("four players: mates, points, who leaves", () => {
	const game = rookery.game({ rules: "still", fen: two });

	assert.deepEqual(game.active, [0, 1, 2, 3]);
	game.play("i4 i11");
	assert.deepEqual(game.points, [20, 0, 0, 0]);
	assert.deepEqual(game.active, [0, 2, 3]);
	assert.equal(game.turn, 2);
	assert.equal(game.rules.letters[game.cells[10 * 14]], "dK");
	game.undo();
	assert.deepEqual(game.points, [0, 0, 0, 0]);
	game.redo();
	game.resign("Yellow");
	assert.deepEqual(game.active, [0, 3]);
	assert.equal(game.result, null);
	game.resign(3);
	assert.deepEqual(game.result.winners, [0]);
	assert.equal(game.result.words, "Red wins!");
	assert.deepEqual(game.history.map(({ kind, seat }) => [kind, seat]),
		[["move", 0], ["resign", 2], ["resign", 3]]);
	assert.throws(() => game.resign("Purple"), /there is no player Purple/);
	game.close();
});

test("four players: a king that walks", () => {
	const game = rookery.game({ rules: "ffa" });

	game.play("h2h3");
	assert.equal(game.walk(1), null);
	game.resign("Blue");
	assert.ok(game.position.walks);
	assert.equal(game.position.moves().every(({ cell }) => (cell & 7) === 5), true);
	for (let i = 0; i < 3 && game.position.walks; i++)
		assert.equal(game.walk(1).kind, "move");
	assert.equal(game.turn, 2);
	assert.equal(game.at(0).fen, rookery.position({ rules: "ffa" }).fen);
});

test("teams: one mate is the end", () => {
	const game = rookery.game({ rules: "teams", fen: two });

	game.play("i4i11");
	assert.deepEqual(game.result.winners, [0, 2]);
	assert.equal(game.result.words, "Checkmate! Red and Yellow win!");
	assert.equal(game.points, null);
});

test("draws: offered, declined, claimed", () => {
	const game = rookery.game();

	game.offerDraw(1);
	assert.deepEqual(game.offers, [1]);
	game.declineDraw("White");
	assert.deepEqual(game.offers, []);
	refuses(game, () => game.claim(), "there is nothing to claim");
	for (let i = 0; i < 2; i++)
		for (const text of ["Nf3", "Nf6", "Ng1", "Ng8"])
			game.play(text);
	assert.equal(game.repetitions, 3);
	assert.equal(game.claimable, "threefold repetition");
	game.claim();
	assert.deepEqual([game.result.winners, game.result.text], [[], "1/2-1/2"]);
	game.undo();
	game.offerDraw(0);
	game.offerDraw(1);
	assert.equal(game.result.reason, "agreement");
});

test("clocks", () => {
	let now = 1000;
	const game = rookery.game({ clock: { initial: 60000, increment: 1000 },
		now: () => now });

	assert.deepEqual(game.clock, { initial: 60000, increment: 1000, delay: 0 });
	now += 5000;
	assert.equal(game.timeLeft(), 55000);
	game.play("e4");
	assert.equal(game.timeLeft(0), 56000);
	assert.equal(game.timeLeft(1), 60000);
	assert.equal(game.history[0].spent, 5000);
	now += 59999;
	assert.equal(game.flag(), false);
	now += 1;
	assert.equal(game.flag(), true);
	assert.deepEqual([game.result.winners, game.result.reason], [[0], "time"]);
});

test("kept and restored", () => {
	let time = 5000;
	const now = () => time;
	const game = rookery.game({ rules: "ffa", start: "classic",
		clock: { initial: 60000 }, now });

	game.play("h2h4");
	game.resign("Yellow");
	game.play("b7d7");
	game.undo();
	game.startClock();
	time += 7000;
	const saved = JSON.parse(JSON.stringify(game.save()));

	/* What the turn had taken is taken, what was between is not. */
	time += 100000;
	const again = rookery.restore(saved, { now });
	assert.deepEqual(again.save(), saved);
	assert.equal(again.timeLeft(), 53000);
	for (const spent of [-1, 1e300, "x", null, undefined])
		assert.equal(rookery.restore({ ...saved, spent }, { now }).timeLeft(), 60000);
	assert.equal(again.fen, game.fen);
	again.redo();
	assert.equal(again.plies, 2);
	refuses(null, () => rookery.restore({ ...game.save(), log: [1, 2] }),
		"this is no game that was kept");
});

test("FEN in and out, and what is wrong with one", () => {
	const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
	const game = rookery.game({ fen });

	assert.equal(game.fen, fen);
	assert.equal(game.moves().length, 48);
	refuses(game, () => rookery.position({ fen: fen.replace("bn2", "bx2") }),
		/^expected a piece/, { index: 16, line: 1, column: 17 });
	refuses(game, () => rookery.position({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" }),
		"White must have exactly one king");
	refuses(game, () => rookery.position({ fen: "" }), /^expected/,
		{ index: 0, line: 1, column: 1 });
	/* Bytes and characters are not the same. */
	refuses(game, () => rookery.position({ fen: "8/8/ä" }), /^expected/,
		{ index: 4, line: 1, column: 5 });
	const four = rookery.position({ rules: "teams", start: "by" }).fen;

	assert.equal(rookery.position({ rules: "teams", fen: four }).fen, four);
	refuses(null, () => rookery.position({ rules: "teams", fen: four.slice(0, 40) }),
		/^expected/, { index: 40, line: 1, column: 41 });
});

test("moves that are none, in the words of the console", () => {
	const game = rookery.game();

	refuses(game, () => game.play("a1a3"), /the rook on a1 would have to jump over/);
	refuses(game, () => game.play("hello"), "this is not the text of a move",
		{ index: 0, line: 1, column: 1 });
	refuses(game, () => game.play({ move: 65535 }), "that is not possible now");
	refuses(game, () => game.moves("e9"), "there is no square e9");
	assert.match(game.position.whyNoMoves("a1"), /^The rook on a1/);
});

test("PGN in and out", () => {
	const game = rookery.game();

	game.readPgn("[White \"A\"]\n\n1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 {four} 1-0\n");
	assert.equal(game.plies, 4);
	assert.equal(game.result.reason, "resignation");
	const text = game.pgn({ White: "A \"1\"", Black: "B\\", Event: "Test" });

	assert.match(text, /\[White "A \\"1\\""\]\n\[Black "B\\\\"\]\n\[Result "1-0"\]/);
	assert.match(text, /^1\. e4 e5 2\. Nf3 Nc6 1-0$/m);
	assert.equal(rookery.game({ pgn: text }).fen, game.fen);
	const other = new Chess();

	other.loadPgn(game.pgn());
	assert.equal(other.fen().split(" ")[0], game.fen.split(" ")[0]);
	refuses(game, () => game.readPgn("1. e4 e5\n2. Ke3 *"),
		"no piece can move like that", { index: 12, line: 2, column: 4 });
	refuses(game, () => game.readPgn("nothing at all"), /./,
		{ index: 0, line: 1, column: 1 });
});

test("PGN with variations, there and back", () => {
	const text = "[White \"A\"]\n\n{first} 1. e4 $1 (1. d4 d5 (1... Nf6 {Indian} 2. c4)) " +
		"1... e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 Ke4 *\n\n[Event \"3\"]\n\n1. c4 1-0\n";
	const games = rookery.readPgn(text);

	assert.equal(games.length, 3);
	const [{ moves, comments, start, tags }, broken, last] = games;

	assert.deepEqual([tags, comments], [{ White: "A" }, ["first"]]);
	assert.equal(start.fen, rookery.position().fen);
	assert.deepEqual(moves.map(({ move }) => move.san), ["e4", "e5", "Nf3"]);
	assert.deepEqual(moves[0].nags, [1]);
	assert.deepEqual(moves[0].variations[0].map(({ move }) => move.san), ["d4", "d5"]);
	assert.deepEqual(moves[0].variations[0][1].variations[0]
		.map(({ move, comments }) => [move.text, comments]),
	[["g8f6", ["Indian"]], ["c2c4", []]]);
	assert.match(broken.error.message, /no piece can move like that: Ke4/);
	assert.equal(text.slice(broken.error.place.index).startsWith("Ke4"), true);
	assert.deepEqual([last.error, last.result], [null, "1-0"]);
	const written = rookery.writePgn([games[0], last]);

	assert.ok(written.includes(
		"\n{first} 1. e4 $1 (1. d4 d5 (1... Nf6 {Indian} 2. c4))"));
	assert.equal(rookery.normalisePgn(written), written);
	refuses(null, () => rookery.normalisePgn(text), "no piece can move like that",
		broken.error.place);
});

test("PGN4: the games of the tests, there and back", () => {
	const folder = new URL("tests/pgn4/games/", root);

	for (const name of readdirSync(folder)) {
		const text = readFileSync(new URL(name, folder), "utf8");
		const game = rookery.game({ pgn: text });
		const again = rookery.game({ pgn: game.pgn() });

		assert.equal(again.fen, game.fen, name);
		assert.deepEqual(again.result, game.result, name);
		const [tree] = rookery.readPgn(text);
		assert.equal(tree.error, null, name);
		assert.equal(rookery.writePgn(tree), rookery.normalisePgn(text), name);
		game.close();
		again.close();
	}
	const game = rookery.game({ rules: "ffa" });
	refuses(game, () => game.readPgn("[Variant \"FFA\"]\n\n1. h2-h3 .. b4-b9"), /./,
		{ index: 29, line: 3, column: 13 });
});

test("set-up: put, remove, refused, done", () => {
	const setup = rookery.setup();

	assert.equal(setup.cells.every((cell) => cell === 7), true);
	assert.deepEqual(setup.defects, ["White must have exactly one king",
		"Black must have exactly one king"]);
	setup.put("e1", "K");
	setup.put("e8", "k");
	setup.put("h1", "R");
	setup.put("a3", "P");
	setup.put(0, "P");
	refuses(null, () => setup.done(),
		"a pawn cannot stand on the first or last rank");
	setup.remove("a1");
	assert.deepEqual(setup.castling("White"), { near: true, far: false });
	assert.equal(setup.fen, "4k3/8/8/8/8/P7/8/4K2R w K - 0 1");
	setup.setCastling(0, { near: false });
	assert.equal(setup.fen, "4k3/8/8/8/8/P7/8/4K2R w - - 0 1");
	setup.setCastling(0, { near: true, far: true });
	assert.equal(setup.fen, "4k3/8/8/8/8/P7/8/4K2R w K - 0 1");
	setup.turn = "Black";
	assert.equal(setup.turn, 1);
	const before = setup.fen;
	refuses(null, () => setup.put("e9", "K"), "there is no square e9");
	refuses(null, () => setup.put("e4", "X"), "there is no piece X");
	refuses(null, () => setup.read("4k3/9"), /^expected/,
		{ index: 4, line: 1, column: 5 });
	assert.equal(setup.fen, before);
	const game = rookery.game({ position: setup.done() });

	assert.equal(game.fen, "4k3/8/8/8/8/P7/8/4K2R b K - 0 1");
	game.play("Ke7");
	assert.equal(game.position.setup().fen, game.fen);
});

test("premoves: wherever a piece could go, on a set-up", () => {
	const setupOf = (fen, rules = "standard") => rookery.position({ rules, fen }).setup();
	const targets = (setup, from) => setup.premoves(from).map(({ to, promotion, rook }) =>
		setup.rules.squares[to] + (promotion ?? "") +
		(rook === null ? "" : `/${setup.rules.squares[rook]}`)).sort().join(" ");
	const start = rookery.position().setup();

	// Through pieces, onto one's own, whoever is to move; pawns also as if they took.
	assert.equal(targets(start, "c1"), "a3 b2 d2 e3 f4 g5 h6");
	assert.equal(targets(start, "a8"), "a1 a2 a3 a4 a5 a6 a7 b8 c8 d8 e8 f8 g8 h8");
	assert.equal(targets(start, "e2"), "d3 e3 e4 f3");
	assert.equal(targets(start, "e7"), "d6 e5 e6 f6");
	assert.equal(targets(start, "e1"), "c1/a1 d1 d2 e2 f1 f2 g1/h1");
	assert.equal(targets(start, "e4"), "");
	// In check, pinned, without rights.
	const hard = setupOf("4r2k/8/8/8/8/8/4N3/R3K2R b Q - 0 1");

	assert.equal(targets(hard, "e2"), "c1 c3 d4 f4 g1 g3");
	assert.equal(targets(hard, "e1"), "c1/a1 d1 d2 e2 f1 f2");
	assert.equal(hard.premove({ from: "e1", to: "g1" }), false);
	assert.equal(hard.premove({ from: "e1", to: "a1" }), true);
	assert.equal(hard.fen, "4r2k/8/8/8/8/8/4N3/2KR3R b - - 0 1");
	// A king that has moved and come back does not castle.
	assert.equal(start.premove({ from: "e1", to: "e2" }), true);
	assert.equal(start.premove({ from: "e2", to: "e1" }), true);
	assert.equal(targets(start, "e1"), "d1 d2 e2 f1 f2");
	const last = setupOf("8/P6k/8/8/8/8/8/K7 b - - 0 1");

	assert.equal(targets(last, "a7"), "a8B a8N a8Q a8R b8B b8N b8Q b8R");
	assert.equal(last.premove({ from: "a7", to: "b8", promotion: "N" }), true);
	assert.equal(last.fen, "1N6/7k/8/8/8/8/8/K7 b - - 0 1");
	// Chess960: castling is offered with the rook that it is made with.
	assert.match(targets(setupOf(rookery.chess960(5).fen), "g1"), /^c1\/f1 f1 f2 g2 h1 h2$/);
	// Four players, each in their direction; a corner is no square.
	const four = rookery.position({ rules: "ffa" }).setup();

	assert.equal(targets(four, "d2"), "d3 d4 e3");
	assert.equal(targets(four, "b5"), "c4 c5 c6 d5");
	assert.equal(targets(four, "n8"), "m7 m8 m9 n10 n6 n7 n9");
	assert.equal(four.premove({ from: "h1", to: "j1" }), true);
	assert.equal(four.rules.letters[four.cells[four.rules.squares.indexOf("i1")]], "rR");
	for (const { name } of rookery.rules)
		assert.ok(rookery.position({ rules: name }).setup().premoves("d2").length, name);
});

/* What is legal in a position is a premove in it. */
test("every legal move can be made in advance", () => {
	for (const rules of ["standard", "ffa"]) {
		const game = rookery.game({ rules });

		for (let ply = 0, seed = 1; ply < 120 && !game.result; ply++) {
			const moves = game.moves();
			const setup = game.position.setup();

			for (const { from, to, promotion } of moves)
				assert.ok(setup.premoves(from).some((one) => one.to === to &&
					one.promotion === promotion), `${game.fen} ${from} ${to}`);
			seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
			game.play(moves[(seed >>> 8) % moves.length]);
		}
		game.close();
	}
});

test("time odds", () => {
	let now = 1000;
	const odds = [{ initial: 60000, increment: 1000 }, { initial: 5000, delay: 500 }];
	const game = rookery.game({ clock: { ...odds[0], odds }, now: () => now });

	assert.deepEqual(game.clock.odds, [{ initial: 60000, increment: 1000, delay: 0 },
		{ initial: 5000, increment: 0, delay: 500 }]);
	assert.deepEqual([game.timeLeft(0), game.timeLeft(1)], [60000, 5000]);
	game.play("e4");
	now += 2500;
	assert.equal(game.timeLeft(1), 3000);
	const again = rookery.restore(JSON.parse(JSON.stringify(game.save())),
		{ now: () => now });

	assert.deepEqual(again.clock, game.clock);
	assert.equal(again.timeLeft(1), 3000);
	assert.match(game.pgn(), /\[BlackTimeControl "5d0.5"\]/);
	now += 3000;
	assert.equal(game.flag(), true);
	assert.deepEqual(game.result.winners, [0]);
	assert.equal(rookery.game({ clock: { initial: 1000 } }).clock.odds, undefined);
});

test("the letters of a piece are those of its type and seat", () => {
	for (const { name, letters, pieces, types, seats } of rookery.rules) {
		const isTwo = seats.length === 2;

		assert.equal(pieces.length, letters.length);
		pieces.forEach((piece, cell) => {
			if (!piece) {
				assert.equal(letters[cell], null, `${name} ${cell}`);
				return;
			}
			const { type, seat, dead } = piece;
			const [colour, letter] = isTwo
				? ["", seat ? types[type].toLowerCase() : types[type]]
				: [dead ? "d" : seats[seat][0].toLowerCase(), types[type]];

			assert.ok(letters[cell].startsWith(colour), `${name} ${cell}`);
			// D is a queen that counts one point.
			assert.equal(letters[cell].slice(colour.length).replace("D", "Q"), letter,
				`${name} ${cell} ${letters[cell]}`);
		});
		assert.equal(new Set(pieces.filter(Boolean).map((piece) =>
			JSON.stringify(piece))).size, isTwo ? 12 : 48);
	}
});

test("set-up of four", () => {
	const setup = rookery.setup({ rules: "ffa" });

	setup.start("rg");
	assert.equal(setup.fen, rookery.position({ rules: "ffa", start: "rg" }).fen);
	setup.remove("g1");
	refuses(null, () => setup.done(), /Red/);
	setup.put("g1", "rK");
	setup.put("f7", "dQ");
	setup.put("g7", "yD");
	setup.turn = 3;
	const position = setup.done();

	assert.equal(position.turn, 3);
	assert.equal(position.rules.letters[position.cells[6 * 14 + 5]], "dQ");
	refuses(null, () => setup.put("a1", "rK"), "there is no square a1");
});

test("scores and verdicts", () => {
	const position = rookery.position();

	assert.equal(position.expected(0), 500);
	assert.ok(position.expected(300) > 800 && position.expected(-300) < 200);
	assert.equal(position.judge(20, 15).verdict, 0);
	assert.equal(position.judge(20, -600).verdict, 3);
	/* A twentieth of the game, a tenth, a fifth; of four, half of it. */
	const verdicts = (rules) => [24, 25, 50, 100, 200].map((loss) =>
		rookery.position({ rules }).verdict(loss));
	assert.deepEqual(verdicts("standard"), [0, 0, 1, 2, 3]);
	assert.deepEqual(verdicts("ffa"), [0, 1, 2, 3, 3]);
	assert.deepEqual(verdicts("teams"), [0, 0, 1, 2, 3]);
	assert.equal(position.verdict(-100), 0);
	assert.ok(Math.abs(position.evaluate()) < 100);
	assert.equal(position.acceptsDraw(0, 4), false);
	assert.deepEqual(position.attackers("f3", "White"), []);
	assert.deepEqual(position.attackers("f3", "Black").map((square) =>
		position.rules.squares[square]).sort(), ["e2", "g1", "g2"]);
});

test("bench is the program's", () => {
	assert.equal(rookery.bench(), want("bench"));
	assert.equal(rookery.benchFour(), want("bench-four"));
});

test("bench with the network is the program's", async () => {
	const own = await Rookery.load();
	const network = await Rookery.loadNetwork();

	assert.throws(() => own.benchNetwork(network.subarray(0, -1)), /it is truncated/);
	assert.equal(own.benchNetwork(network), want("bench-network"));
});

test("UCI", () => {
	let text = "";
	const uci = rookery.uci((more) => { text += more; });
	const say = (line) => {
		text = "";
		uci.line(line);
		return text;
	};

	assert.match(say("uci"), /^id name Rookery [\s\S]*\nuciok\n$/);
	assert.equal(say("isready"), "readyok\n");
	say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
	assert.match(say("go depth 6"), /score mate 1[\s\S]*\nbestmove a1a8\n$/);
	say("position startpos moves e2e4");
	assert.match(say("go perft 3"), /13160/);
	say("setoption name Hash value 1");
	assert.match(say("go nodes 5000"), /bestmove [a-h]/);
	say("setoption name UCI_Variant value teams");
	say("position startpos");
	assert.match(say("go nodes 3000"), /bestmove [a-n]\d/);
	assert.match(say("bench"), new RegExp(`bench: ${want("bench")}`));
	assert.equal(uci.line("quit"), false);
	uci.end();
});

test("memory comes back", async () => {
	const instance = new Instance(rookery.module);
	const { calls } = instance;
	const { row } = rookery.rules[0];

	calls.start(row, 0);
	const round = () => {
		const games = Array.from({ length: 100 }, () => calls.game_new(row));

		assert.ok(games.every((where) => where && where % 64 === 0));
		assert.equal(new Set(games).size, 100);
		games.sort((a, b) => a % 7 - b % 7).forEach(calls.game_free);
	};

	round();
	const [taken, bytes] = [calls.taken(), instance.bytes.length];

	for (let i = 0; i < 20; i++)
		round();
	assert.equal(calls.taken(), taken);
	assert.equal(instance.bytes.length, bytes);
});
