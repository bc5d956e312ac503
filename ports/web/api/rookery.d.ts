// SPDX-License-Identifier: GPL-2.0-or-later OR MIT

/** Where something is wrong in a text: an index, and line and column from 1. */
export interface Place {
	index: number;
	line: number;
	column: number;
}

/** What the core refuses, in its own words; nothing has changed. */
export class RookeryError extends Error {
	constructor(message: string, place?: Place | null);
	readonly place: Place | null;
}

/** A piece, whoever's; a type is an index of rookery.types. */
export interface Piece {
	readonly type: number;
	readonly seat: number;
	/** Its player has left the game. */
	readonly dead: boolean;
}

/** A kind of chess, as the table of rules describes it. */
export interface Rules {
	/** standard, casual, ffa, still, last or teams. */
	readonly name: string;
	readonly players: number;
	readonly files: number;
	readonly ranks: number;
	/** How often the same position ends a game by itself. */
	readonly repetitions: number;
	readonly hasPoints: boolean;
	/** Does the engine know it? If not, only levels play it. */
	readonly searchable: boolean;
	/**
	 * The levels that differ, 1 first: the Elo that each plays like; null
	 * where none is known. Higher ones play like the last.
	 */
	readonly levels: readonly (number | null)[];
	/** Letters of the piece types: "PNBRQK". */
	readonly types: string;
	/** What the types are worth, in pawns. */
	readonly values: readonly number[];
	/** The players' names, in the order of play. */
	readonly seats: readonly string[];
	/** Sides of the seats: equal ones are partners. */
	readonly sides: readonly number[];
	/** The positions that a game may start from. */
	readonly starts: readonly string[];
	/** Names of the squares, rank by rank from a1; null is no square. */
	readonly squares: readonly (string | null)[];
	/** Letters of the pieces, by the number of their cell; null is none. */
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
	/** Its number; only in that position it means this move. */
	move: number;
	/** e2e4 */
	text: string;
	/** e4; with four players h2-h3 */
	san: string;
	seat: number;
	from: number;
	/** Where the moving piece ends; of a castling king, too. */
	to: number;
	/** What moves. */
	cell: number;
	/** The square of the piece it takes, which need not be `to`. */
	captured: number | null;
	capturedCell: number | null;
	/** The letter of what a pawn becomes. */
	promotion: string | null;
}

/** What happened in a game: a move, or what is no move. */
export type GameEvent =
	| (Move & { kind: "move"; number: number; spent: number })
	| { kind: "offer" | "decline" | "resign" | "claim" | "flag"; seat: number;
		number: number; spent: number };

export interface Result {
	/** The seats that won; none: a draw. */
	winners: number[];
	/** In a few small words: checkmate, insufficient material. */
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
	/** Of each move, free of charge. */
	delay?: number;
}

export interface Judgement {
	/** 0 good, 1 inaccuracy, 2 mistake, 3 blunder. */
	verdict: number;
	/** What was given away, in thousandths of the game. */
	loss: number;
	/** And in hundredths of a pawn. */
	hundredths: number;
}

/** A legal position; a value that never changes. */
export class Position {
	private constructor();
	readonly rules: Rules;
	/** What the module knows it by; for who keeps positions. */
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
	clear(): void;
	start(which?: string | number): void;
	read(fen: string): void;
	done(): Position;
}

/** What Game.save() gives: a value for JSON. */
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
	readonly clock: Required<Clock> | null;
	readonly result: Result | null;
	readonly history: GameEvent[];
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

/** A move of a game that was read, and what hangs on it. */
export interface PgnNode {
	/** null: something else happened. */
	move: Move | null;
	/** A player has left, in his turn or not. */
	leave?: { seat: number; why: string; inTurn: boolean };
	/** In the turn of one who is stalemated (S) or mated (#). */
	gone?: string;
	/** Numbers of annotations: 1 is !, 2 is ?. */
	nags: number[];
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

/** The console in plain text. */
export class Console {
	private constructor();
	readonly files: Map<string, string>;
	readonly isOver: boolean;
	line(text: string): string;
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
	readPgn(text: string): PgnGame[];
	writePgn(games: PgnGame | PgnGame[]): string;
	normalisePgn(text: string): string;
	console(options?: { seed?: number }): Console;
	device(options?: { seed?: number }): Device;
	uci(onText: (text: string) => void): Uci;
	bench(depth?: number): number;
	benchFour(depth?: number): number;
}

/** A line of thought. Scores are hundredths of a pawn for who is to move. */
export interface Line {
	/** 1 is the best. */
	line: number;
	depth: number;
	selectiveDepth: number;
	score: number;
	/** Moves to the mate, negative if who is to move is mated. */
	mate: number | null;
	/** The score is at most, or at least, that; null: it is that. */
	bound: "upper" | "lower" | null;
	/** Of 1000 games from here, as who is to move sees them. */
	win: number;
	draw: number;
	loss: number;
	/** What each seat takes of them, half of each draw; partners win together. */
	shares: number[];
	nodes: number;
	/** Milliseconds. */
	time: number;
	/** Of 1000 entries of the table. */
	hashFull: number;
	moves: Move[];
}

export interface Answer {
	/** null: there is no legal move. */
	move: Move | null;
	ponder: Move | null;
	/** These are missing where a level was asked for. */
	score?: number;
	mate?: number | null;
	depth?: number;
	nodes?: number;
}

export interface Limits {
	/** 1 to rookery.levels; then nothing else but `seed` counts. */
	level?: number;
	elo?: number;
	depth?: number;
	nodes?: number;
	/** Milliseconds. */
	movetime?: number;
	/** Milliseconds on the clock of who is to move, and for each move. */
	time?: number;
	increment?: number;
	/** Done when there is a mate in so many moves. */
	mate?: number;
	infinite?: boolean;
	/** The truth about the position, not a game's result. */
	analyse?: boolean;
	/** How many best moves to show. */
	lines?: number;
	/** Look at these legal moves alone, by their numbers. */
	only?: number[];
	/** For what is left to chance. */
	seed?: number;
}

export interface ThinkerOptions {
	/** Megabytes for the table of positions: 16. */
	hash?: number;
	/** false: never suspend WebAssembly, though it could be. */
	slices?: boolean;
	/** Opens worker.js in another way. */
	worker?: () => Worker | Promise<Worker>;
}

/** The engine in a Worker. */
export class Thinker {
	private constructor();
	static start(rookery: Rookery, options?: ThinkerOptions): Promise<Thinker>;
	/** Does the worker hear while it thinks? */
	readonly slices: boolean;
	readonly isThinking: boolean;
	think(about: Game | Position, limits?: Limits,
		onLine?: (line: Line) => void): Promise<Answer | null>;
	stop(): void;
	cancel(): void;
	forget(): Promise<void>;
	close(): void;
}
