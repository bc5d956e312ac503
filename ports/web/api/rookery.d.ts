// SPDX-License-Identifier: GPL-2.0-or-later OR MIT

/** The place of an error in a text: an index, and line and column from 1. */
export interface Place {
	index: number;
	line: number;
	column: number;
}

/** An error of the core, in its own words; nothing has changed. */
export class RookeryError extends Error {
	constructor(message: string, place?: Place | null);
	readonly place: Place | null;
}

/** A piece of any player; a type is an index of rookery.types. */
export interface Piece {
	readonly type: number;
	readonly seat: number;
	/** Its player has left the game. */
	readonly dead: boolean;
}

/** A kind of chess, as the table of rules describes it. */
export interface Rules {
	/** standard, casual, minors, ffa, still, last or teams. */
	readonly name: string;
	readonly players: number;
	readonly files: number;
	readonly ranks: number;
	/** A position that occurs this often ends the game. */
	readonly repetitions: number;
	readonly hasPoints: boolean;
	/** Can the engine search it? If not, only the levels play it. */
	readonly searchable: boolean;
	/**
	 * The Elo of each level, from level 1; null if unknown. Higher levels
	 * play like the last one listed.
	 */
	readonly levels: readonly (number | null)[];
	/** Letters of the piece types: "PNBRQK". */
	readonly types: string;
	/** The values of the piece types, in pawns. */
	readonly values: readonly number[];
	/** The players' names, in the order of play. */
	readonly seats: readonly string[];
	/** The side of each seat: equal numbers are partners. */
	readonly sides: readonly number[];
	/** The names of the starting positions. */
	readonly starts: readonly string[];
	/** Names of the squares, rank by rank from a1; null for a wall. */
	readonly squares: readonly (string | null)[];
	/** Letters of the pieces, by the number of the cell; null: no piece. */
	readonly letters: readonly (string | null)[];
	/** The pieces themselves, in the same way. */
	readonly pieces: readonly (Piece | null)[];
	/** @internal */
	readonly row: number;
	/** @internal */
	readonly size: number;
}

/** A square, by its index or name; a seat, by its number or name. */
export type Square = number | string;
export type Seat = number | string;

/** A legal move of some position. */
export interface Move {
	/** Its number, which is valid only in that position. */
	move: number;
	/** e2e4 */
	text: string;
	/** e4; with four players h2-h3 */
	san: string;
	seat: number;
	from: number;
	/** Where the moving piece ends up; for castling, the king. */
	to: number;
	/** The piece that moves. */
	cell: number;
	/** The square of the captured piece; en passant it is not `to`. */
	captured: number | null;
	capturedCell: number | null;
	/** The letter of the promotion piece. */
	promotion: string | null;
	/** The square of the rook, if the king castles; two players. */
	rook: number | null;
}

/** An event of a game: a move, an offer, a resignation and so on. */
export type GameEvent =
	| (Move & { kind: "move"; number: number; spent: number })
	| { kind: "offer" | "decline" | "resign" | "claim" | "flag" | "stay"; seat: number;
		number: number; spent: number };

export interface Result {
	/** The seats that won; none: a draw. */
	winners: number[];
	/** The reason in lower case: checkmate, insufficient material. */
	reason: string;
	/** 1-0, 0-1, 1/2-1/2 or, with four players, *. */
	text: string;
	/** A sentence: Checkmate! White wins! */
	words: string;
}

/** Milliseconds for each player. */
export interface Clock {
	initial: number;
	/** Added after each move. */
	increment?: number;
	/** The part of each move that is not charged. */
	delay?: number;
	/** Time odds: the clock of each seat instead. */
	odds?: { initial: number; increment?: number; delay?: number }[];
}

export interface Judgement {
	/** 0 good, 1 inaccuracy, 2 mistake, 3 blunder. */
	verdict: number;
	/** What was given away, in thousandths of the game. */
	loss: number;
	/** The same in hundredths of a pawn. */
	hundredths: number;
}

/** A legal position; a value that never changes. */
export class Position {
	private constructor();
	readonly rules: Rules;
	/** The bytes of the position, which only the module can read. */
	readonly bytes: Uint8Array;
	/** What stands on each square: numbers for rules.letters and rules.pieces. */
	readonly cells: Uint8Array;
	readonly fen: string;
	readonly turn: number;
	readonly number: number;
	readonly quiet: number;
	readonly checks: number[];
	readonly active: number[];
	readonly walks: boolean;
	readonly points: number[] | null;
	readonly opening: string | null;
	readonly isOver: boolean;
	moves(from?: Square): Move[];
	read(text: string): Move;
	after(move: string | Move): Position;
	whyNoMoves(square: Square): string;
	attackers(square: Square, seat: Seat): number[];
	expected(score: number): number;
	judge(best: number, got: number, isBest?: boolean): Judgement;
	verdict(loss: number): number;
	evaluate(): number;
	acceptsDraw(seat: Seat, level: number): boolean;
	setup(): Setup;
}

/** A board on which anything may be put. */
export class Setup {
	private constructor();
	readonly rules: Rules;
	readonly cells: Uint8Array;
	readonly defects: string[];
	readonly fen: string;
	get turn(): number;
	set turn(seat: Seat);
	castling(seat: Seat): { near: boolean; far: boolean };
	setCastling(seat: Seat, rights: { near?: boolean; far?: boolean }): void;
	put(square: Square, piece: string | number): void;
	remove(square: Square): void;
	premoves(from: Square): Move[];
	premove(move: { from: Square; to: Square; promotion?: string | null }): boolean;
	clear(): void;
	start(which?: string | number): void;
	read(fen: string): void;
	done(): Position;
}

/** The value of Game.save(), for JSON. */
export interface SavedGame {
	rules: string;
	start: string;
	clock: Clock | null;
	/** Of the turn, in milliseconds. */
	spent?: number;
	now: number;
	log: number[];
}

export class Game {
	private constructor();
	readonly rules: Rules;
	readonly position: Position;
	readonly cells: Uint8Array;
	readonly turn: number;
	readonly checks: number[];
	readonly active: number[];
	readonly points: number[] | null;
	readonly fen: string;
	readonly plies: number;
	readonly redoable: number;
	readonly repetitions: number;
	readonly offers: number[];
	readonly claimable: string | null;
	readonly clock: Required<Omit<Clock, "odds">> & Pick<Clock, "odds"> | null;
	readonly result: Result | null;
	readonly history: GameEvent[];
	readonly last: GameEvent | null;
	readonly opening: string | null;
	at(plies: number): Position;
	moves(from?: Square): Move[];
	play(move: string | Move): Move;
	undo(plies?: number): void;
	redo(plies?: number): void;
	resign(seat?: Seat): void;
	offerDraw(seat?: Seat): void;
	declineDraw(seat: Seat): void;
	claim(): void;
	walk(seed?: number): GameEvent | null;
	timeLeft(seat?: Seat): number;
	flag(): boolean;
	readonly spent: number;
	startClock(spent?: number): void;
	pgn(tags?: Record<string, string>): string;
	readPgn(text: string): void;
	save(): SavedGame;
	close(): void;
}

/** A move of a game that was read, with its annotations. */
export interface PgnNode {
	/** null: the event is not a move. */
	move: Move | null;
	/** A player has left, on that player's turn or not. */
	leave?: { seat: number; why: string; inTurn: boolean };
	/** A player whose turn it would be was stalemated (S) or mated (#). */
	gone?: string;
	/** Numbers of annotations: 1 is !, 2 is ?. */
	nags: number[];
	/** Comments before the first move of a variation. */
	before?: string[];
	comments: string[];
	/** Other moves in place of this one. */
	variations: PgnNode[][];
}

export interface PgnGame {
	tags: Record<string, string>;
	rules?: Rules | null;
	start?: Position | null;
	/** Before the first move. */
	comments?: string[];
	moves: PgnNode[];
	result?: string;
	error?: RookeryError | null;
}

/** A game of a large PGN: its bytes, and what a list shows of it. */
export interface PgnEntry {
	at: number;
	end: number;
	tags: Record<string, string>;
	plies: number;
	result: string;
	isBroken: boolean;
}

/** Lists the games of a large PGN in a Worker, piece by piece. */
export function indexPgn(rookery: Rookery, bytes: Uint8Array,
	onGames: (games: PgnEntry[], part: number) => void,
	worker?: () => Worker | Promise<Worker>): Promise<void>;

/** The console in plain text. */
export class Console {
	private constructor();
	readonly files: Map<string, string>;
	readonly isOver: boolean;
	line(text: string): string;
	/** A line about a game, which stays as it is. */
	about(game: Game, levels: number[], below: number, text: string):
		{ text: string; state: Record<string, unknown> };
	end(): string;
}

/** The protocol of /dev/chess. */
export class Device {
	private constructor();
	write(text: string | Uint8Array): string;
	end(): void;
}

export class Uci {
	private constructor();
	line(text: string): boolean;
	end(): void;
}

export class Rookery {
	private constructor();
	static load(source?: string | URL | BufferSource | Response |
		WebAssembly.Module): Promise<Rookery>;
	/** The network for thinkers: the file of the package, or another one. */
	static loadNetwork(source?: string | URL): Promise<Network>;
	readonly module: WebAssembly.Module;
	readonly version: string;
	readonly rules: readonly Rules[];
	readonly types: readonly string[];
	readonly levels: number;
	readonly elo: { readonly least: number; readonly most: number };
	rulesOf(name: string | Rules): Rules;
	position(options?: { rules?: string | Rules; start?: string | number;
		fen?: string }): Position;
	game(options?: { rules?: string | Rules; start?: string | number; fen?: string;
		position?: Position; pgn?: string; clock?: Clock | null;
		now?: () => number }): Game;
	restore(saved: SavedGame, options?: { now?: () => number }): Game;
	setup(options?: { rules?: string | Rules }): Setup;
	/** A starting position of Chess960, 0 to 959. */
	chess960(number: number): Position;
	/** In per cent, from losses in thousandths of the game. */
	accuracy(losses: number[]): number;
	readPgn(text: string): PgnGame[];
	writePgn(games: PgnGame | PgnGame[]): string;
	normalisePgn(text: string): string;
	console(options?: { seed?: number }): Console;
	device(options?: { seed?: number }): Device;
	uci(onText: (text: string) => void): Uci;
	bench(depth?: number): number;
	benchFour(depth?: number): number;
	benchNetwork(network: Network, depth?: number): number;
}

/** A line of the search. Scores are hundredths of a pawn for the player to move. */
export interface Line {
	/** 1 is the best. */
	line: number;
	depth: number;
	selectiveDepth: number;
	score: number;
	/** Moves to the mate; negative if the player to move is mated. */
	mate: number | null;
	/** The true score is at most, or at least, `score`; null: it is exact. */
	bound: "upper" | "lower" | null;
	/** Of 1000 games from here, from the view of the player to move. */
	win: number;
	draw: number;
	loss: number;
	/** Games that each seat wins; draws count half, partners win together. */
	shares: number[];
	nodes: number;
	/** Milliseconds. */
	time: number;
	/** Used entries of the table, per mille. */
	hashFull: number;
	moves: Move[];
}

export interface Answer {
	/** null: there is no legal move. */
	move: Move | null;
	ponder: Move | null;
	/** Missing in the answer of a level. */
	score?: number;
	mate?: number | null;
	depth?: number;
	nodes?: number;
}

export interface Limits {
	/** 1 to rookery.levels; then only `seed` is used besides. */
	level?: number;
	elo?: number;
	depth?: number;
	nodes?: number;
	/** Milliseconds. */
	movetime?: number;
	/** Milliseconds on the clock of the player to move, and the increment. */
	time?: number;
	increment?: number;
	/** Stops at a mate in at most this many moves. */
	mate?: number;
	infinite?: boolean;
	/** Full strength, even if `elo` is set. */
	analyse?: boolean;
	/** The number of best lines to report. */
	lines?: number;
	/** Search only these legal moves, by their numbers. */
	only?: number[];
	/** Seeds the random choices. */
	seed?: number;
}

/** The bytes of a network's file. */
export type Network = ArrayBuffer | Uint8Array;

export interface ThinkerOptions {
	/** Megabytes of the transposition table; 16 by default. */
	hash?: number;
	/**
	 * How many threads search together; 1 by default. There is one where memory
	 * cannot be shared: a page must be cross-origin isolated.
	 */
	threads?: number;
	/** false: never suspend WebAssembly, even if possible. */
	slices?: boolean;
	/**
	 * A network, maybe one that comes later: searches that begin after that use
	 * it. If none comes or it is damaged, the classical evaluation stays.
	 */
	network?: Network | null | Promise<Network | null>;
	/** Opens worker.js in another way. */
	worker?: () => Worker | Promise<Worker>;
}

/** The engine in a Worker. */
export class Thinker {
	private constructor();
	static start(rookery: Rookery, options?: ThinkerOptions): Promise<Thinker>;
	/** Does the worker receive messages during a search? */
	readonly slices: boolean;
	/** How many threads search. */
	readonly threads: number;
	readonly isThinking: boolean;
	think(about: Game | Position, limits?: Limits,
		onLine?: (line: Line) => void): Promise<Answer | null>;
	stop(): void;
	cancel(): void;
	forget(): Promise<void>;
	/** Evaluates by a network from now on, at full strength. */
	useNetwork(network: Network): Promise<void>;
	close(): void;
}
