// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What a puzzle is about: names of themes, found by looking at the moves of its
// solution. Used by tools/puzzles.mjs; tests/puzzles checks it with positions
// whose themes are known.

const [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING] = [0, 1, 2, 3, 4, 5];
const VALUE = [1, 3, 3, 5, 9, 100];
const DIAGONAL = [[1, 1], [1, -1], [-1, 1], [-1, -1]];
const STRAIGHT = [[1, 0], [-1, 0], [0, 1], [0, -1]];

/** The board of a position: pieces by square, or null. */
function boardOf({ cells, rules }) {
	return Array.from(cells, (cell) => rules.pieces[cell] ?? null);
}

/** Squares along a ray, from a square to the edge. */
function ray(from, [dx, dy]) {
	const squares = [];
	let [x, y] = [from % 8 + dx, Math.floor(from / 8) + dy];

	for (; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy)
		squares.push(y * 8 + x);
	return squares;
}

const raysOf = (type) => ({ [BISHOP]: DIAGONAL, [ROOK]: STRAIGHT,
	[QUEEN]: [...DIAGONAL, ...STRAIGHT] })[type] ?? [];

/** Who attacks a square of a seat: squares of its enemies. */
const attackers = (position, square, seat) => position.attackers(square, seat);

/** Is a piece on a square worth taking for a piece of this type? */
function isWorthIt(position, board, square, type) {
	const target = board[square];

	if (VALUE[target.type] > VALUE[type])
		return true;
	return target.type !== PAWN && !attackers(position, square, 1 - target.seat).length;
}

/** The moved piece attacks two things that are worth it, and stays. */
function isFork(position, board, { to }, seat) {
	const { type } = board[to];
	const taken = attackers(position, to, seat)
		.some((square) => VALUE[board[square].type] <= VALUE[type]);
	const targets = board.flatMap((piece, square) => piece && piece.seat !== seat &&
		attackers(position, square, piece.seat).includes(to) &&
		isWorthIt(position, board, square, type) ? [square] : []);

	return type !== KING && !taken && targets.length >= 2;
}

/** Two enemy pieces in a row behind each other, seen from a slider of a seat. */
function lined(board, seat) {
	return board.flatMap((piece, from) => !piece || piece.seat !== seat ? []
		: raysOf(piece.type).flatMap((way) => {
			const [first, second] = ray(from, way).filter((square) => board[square]);

			return second !== undefined && board[first].seat !== seat &&
				board[second].seat !== seat
				? [{ from, first, second }] : [];
		}));
}

/** A piece cannot leave because a better one is behind it. */
function isPin(board, { to }, seat) {
	return lined(board, seat).some(({ from, first, second }) => from === to &&
		VALUE[board[second].type] > VALUE[board[first].type] &&
		VALUE[board[second].type] > VALUE[board[from].type] &&
		board[first].type !== PAWN);
}

/** A better piece must leave, and one behind it is taken. */
function isSkewer(board, { to }, seat) {
	return lined(board, seat).some(({ from, first, second }) => from === to &&
		VALUE[board[first].type] > VALUE[board[second].type] &&
		VALUE[board[first].type] > VALUE[board[from].type] &&
		board[second].type !== PAWN);
}

/** A slider of the mover attacks something because another piece has left. */
function isDiscovered(position, before, board, { from, to }, seat) {
	return board.some((piece, square) => piece && piece.seat !== seat &&
		VALUE[piece.type] >= 5 && attackers(position, square, piece.seat)
		.some((other) => other !== to && raysOf(board[other].type).some((way) => {
			const squares = ray(other, way);

			return squares.includes(square) && squares.includes(from) &&
				squares.indexOf(from) < squares.indexOf(square) &&
				before[other]?.seat === seat;
		})));
}

function isBackRank(board, { to }, seat) {
	const king = board.findIndex((piece) => piece?.type === KING && piece.seat !== seat);
	const rank = Math.floor(king / 8);
	const home = seat ? 0 : 7;
	const inner = seat ? 1 : 6;
	const files = [-1, 0, 1].map((step) => king % 8 + step)
		.filter((file) => file >= 0 && file < 8);

	return rank === home && Math.floor(to / 8) === home &&
		[ROOK, QUEEN].includes(board[to]?.type) &&
		files.every((file) => board[inner * 8 + file]?.seat === 1 - seat);
}

function isSmothered(board, { to }, seat) {
	const king = board.findIndex((piece) => piece?.type === KING && piece.seat !== seat);
	const around = [...DIAGONAL, ...STRAIGHT].map((way) => ray(king, way)[0])
		.filter((square) => square !== undefined);

	return board[to]?.type === KNIGHT &&
		around.every((square) => board[square]?.seat === 1 - seat);
}

const material = (board, seat) => board.reduce((sum, piece) =>
	sum + (piece?.seat === seat && piece.type !== KING ? VALUE[piece.type] : 0), 0);

/** Pieces other than kings and pawns. */
const officers = (board) => board.filter((piece) => piece && piece.type !== PAWN &&
	piece.type !== KING);

function endgame(board) {
	const types = new Set(officers(board).map(({ type }) => type));

	if (officers(board).length > 4 || types.has(QUEEN) && officers(board).length > 2)
		return [];
	return ["endgame", ...types.size === 0 ? ["pawn-endgame"]
		: types.size === 1 && types.has(ROOK) ? ["rook-endgame"] : []];
}

/** What the player gives before getting more: material falls after a reply. */
function isSacrifice(boards, seat) {
	const balance = boards.map((board) => material(board, seat) - material(board, 1 - seat));

	return balance.some((now, i) => i > 1 && i % 2 === 0 && now <= balance[0] - 2);
}

/**
 * The themes of a puzzle.
 * @param start the position that the player is shown
 * @param moves the solution, the player's moves and the replies, as texts
 */
export function themesOf(start, moves) {
	const seat = start.turn;
	const positions = [start];
	const found = new Set(endgame(boardOf(start)));

	const played = moves.map((text) => {
		const move = positions.at(-1).read(text);

		positions.push(positions.at(-1).after(move));
		return move;
	});
	const boards = positions.map(boardOf);

	played.forEach((move, i) => {
		if (i % 2)
			return;
		const [before, board, position] = [boards[i], boards[i + 1], positions[i + 1]];
		const isMate = move.san.endsWith("#");

		if (move.promotion)
			found.add(move.promotion === "Q" ? "promotion" : "underpromotion");
		if (before[move.from].type === PAWN && move.from % 8 !== move.to % 8 &&
		    !before[move.to])
			found.add("en-passant");
		if (isMate) {
			if (isBackRank(board, move, seat))
				found.add("back-rank");
			if (isSmothered(board, move, seat))
				found.add("smothered");
			return;
		}
		if (isFork(position, board, move, seat))
			found.add("fork");
		if (isPin(board, move, seat))
			found.add("pin");
		if (isSkewer(board, move, seat))
			found.add("skewer");
		if (isDiscovered(position, before, board, move, seat))
			found.add("discovered");
	});
	const [first] = played;
	const taken = boards[0][first.to];

	if (taken && taken.seat !== seat && taken.type !== PAWN &&
	    !attackers(start, first.to, seat).length &&
	    !attackers(positions[1], first.to, seat).length)
		found.add("hanging");
	if (!taken && !/[+#=x]/.test(first.san))
		found.add("quiet");
	if (isSacrifice(boards, seat))
		found.add("sacrifice");
	if (played.at(-1).san.endsWith("#"))
		found.add(`mate-in-${(moves.length + 1) / 2}`);
	else
		found.add("advantage");
	return [...found].sort();
}
