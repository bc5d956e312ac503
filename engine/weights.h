/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What every term of terms.h is worth. Written by tools/tune.c, which
 * docs/evaluation.md says how to run; not to be edited.
 */
#ifndef RK_ENGINE_WEIGHTS_H
#define RK_ENGINE_WEIGHTS_H

#include "engine/terms.h"

#define S RK_PAIR

/* a pawn, knight, bishop, rook, queen */
static const rk_pair rk_w_material[5] = {
	S(72, 121), S(284, 348), S(316, 369), S(427, 619),
	S(966, 1041),
};

/* pawn to king, by rank, files a to d and their mirror */
static const rk_pair rk_w_squares[192] = {
	S(0, 0), S(0, 0), S(0, 0), S(0, 0),
	S(-19, 2), S(-6, -7), S(-13, -3), S(-10, -19),
	S(-17, -9), S(-10, -8), S(-4, -5), S(-1, -11),
	S(-15, -5), S(-21, 3), S(-1, -14), S(5, -21),
	S(-3, 9), S(3, 9), S(2, 0), S(7, -13),
	S(13, 19), S(7, 20), S(16, 0), S(24, -9),
	S(14, 8), S(6, 26), S(1, 12), S(28, 11),
	S(0, 0), S(0, 0), S(0, 0), S(0, 0),
	S(-31, -14), S(-21, -28), S(-9, -5), S(-10, 5),
	S(-25, -3), S(-4, -9), S(-5, -1), S(-1, 1),
	S(-11, -10), S(2, -4), S(6, 1), S(18, 18),
	S(13, 11), S(14, 14), S(23, 14), S(17, 20),
	S(11, 5), S(10, 14), S(27, 13), S(31, 20),
	S(-4, -9), S(8, 2), S(13, 10), S(21, 12),
	S(-17, -20), S(-18, 1), S(13, -6), S(16, 16),
	S(-54, -27), S(-18, -17), S(-23, -13), S(-2, -6),
	S(-4, 7), S(-4, 1), S(-13, 9), S(-15, 2),
	S(5, -13), S(6, 4), S(12, -2), S(3, -7),
	S(2, 14), S(2, 2), S(4, 7), S(7, 3),
	S(18, -10), S(-4, 4), S(9, -2), S(8, 11),
	S(5, -8), S(9, 4), S(2, 7), S(5, 7),
	S(-18, -2), S(-13, 0), S(-16, 15), S(14, 2),
	S(11, 1), S(-14, -2), S(5, -9), S(0, -3),
	S(-5, -15), S(0, -5), S(-20, -4), S(0, -9),
	S(-9, -12), S(3, -10), S(6, -13), S(9, -21),
	S(-12, -2), S(-3, -6), S(3, -9), S(-5, -4),
	S(-12, -3), S(-8, -7), S(-9, -2), S(-15, 7),
	S(-6, 5), S(-8, 5), S(-4, 3), S(-14, 2),
	S(2, 8), S(-2, 6), S(7, -2), S(6, 5),
	S(3, 10), S(19, 8), S(8, 5), S(17, 0),
	S(3, -4), S(3, -1), S(9, -6), S(18, -7),
	S(-5, 14), S(-7, 15), S(2, 11), S(17, 11),
	S(-2, -18), S(-9, -18), S(-6, -14), S(1, -23),
	S(-5, -17), S(5, -9), S(10, -20), S(1, 8),
	S(1, -8), S(12, -7), S(6, 11), S(4, 22),
	S(0, 2), S(2, 22), S(5, 12), S(1, 31),
	S(13, -7), S(1, 17), S(1, 13), S(-5, 15),
	S(1, -9), S(-10, 1), S(-2, 1), S(6, 4),
	S(-9, -12), S(-10, -2), S(-4, 4), S(2, 8),
	S(-9, -16), S(-7, 0), S(-10, 1), S(3, 6),
	S(66, -48), S(66, -28), S(38, -30), S(22, -21),
	S(51, -18), S(43, -14), S(13, -3), S(-8, -1),
	S(29, -20), S(32, -9), S(-6, 5), S(-26, 15),
	S(1, -11), S(9, -1), S(-23, 15), S(-39, 23),
	S(-5, 3), S(14, 12), S(-31, 23), S(-41, 37),
	S(3, 8), S(10, 33), S(-36, 34), S(-43, 48),
	S(-1, -16), S(6, 6), S(-29, 24), S(-45, 21),
	S(-6, -47), S(5, -22), S(-35, -6), S(-45, -4),
};

/* two bishops or more */
static const rk_pair rk_w_bishop_pair[1] = {
	S(17, 38),
};

/* a knight, for each own pawn over or under five */
static const rk_pair rk_w_knight_pawns[1] = {
	S(4, 0),
};

/* a rook, the same */
static const rk_pair rk_w_rook_pawns[1] = {
	S(0, -4),
};

/* two rooks or more */
static const rk_pair rk_w_rook_pair[1] = {
	S(-38, -8),
};

/* no own pawn beside it; 1: and no enemy pawn ahead */
static const rk_pair rk_w_isolated[2] = {
	S(-4, -1), S(-6, -12),
};

/* an own pawn ahead; 1: right ahead */
static const rk_pair rk_w_doubled[2] = {
	S(-7, -16), S(-6, -32),
};

/* cannot advance safely, ever; 1: on a half-open file */
static const rk_pair rk_w_backward[2] = {
	S(1, -16), S(-9, -13),
};

/* an own pawn right beside it, by rank */
static const rk_pair rk_w_phalanx[8] = {
	S(0, 0), S(5, 5), S(4, 9), S(9, 7),
	S(20, 23), S(68, 71), S(86, 97), S(0, 0),
};

/* an own pawn guards it, by rank */
static const rk_pair rk_w_supported[8] = {
	S(0, 0), S(0, 0), S(11, 11), S(10, 15),
	S(16, 30), S(63, 42), S(80, 84), S(0, 0),
};

/* may become passed, by rank */
static const rk_pair rk_w_candidate[8] = {
	S(0, 0), S(-2, 0), S(-2, 11), S(-1, 18),
	S(2, 20), S(10, 50), S(0, 0), S(0, 0),
};

/* an enemy pawn stands right ahead, by rank */
static const rk_pair rk_w_stopped[8] = {
	S(0, 0), S(13, 8), S(3, 2), S(0, -4),
	S(-7, -4), S(-7, 2), S(0, 0), S(0, 0),
};

/* by rank */
static const rk_pair rk_w_passed[8] = {
	S(0, 0), S(6, 15), S(-8, 22), S(-22, 32),
	S(0, 57), S(35, 66), S(71, 125), S(0, 0),
};

/* edge distance of a file at the king, rank of the pawn */
static const rk_pair rk_w_shelter[32] = {
	S(-22, 2), S(17, -28), S(16, -17), S(7, 3),
	S(-1, 3), S(-6, 19), S(-9, 11), S(0, 0),
	S(-17, 9), S(21, -3), S(15, -3), S(14, 0),
	S(0, 8), S(9, -7), S(-7, 0), S(0, 0),
	S(-14, 5), S(20, -5), S(4, 1), S(5, 6),
	S(-2, -6), S(8, -6), S(-6, 8), S(0, 0),
	S(-8, -2), S(0, 7), S(1, 0), S(3, -4),
	S(7, -1), S(-11, 7), S(1, 0), S(0, 0),
};

/* the same of enemy pawns; from 32: stopped by ours */
static const rk_pair rk_w_storm[64] = {
	S(-8, -3), S(0, 5), S(-18, 18), S(-15, 0),
	S(-1, 1), S(0, 1), S(-5, -3), S(0, 0),
	S(-2, -5), S(-6, -4), S(-18, 19), S(-2, 15),
	S(-10, 2), S(9, -5), S(-2, -12), S(0, 0),
	S(-3, -4), S(9, 15), S(-35, 15), S(-6, -5),
	S(-11, 5), S(-5, 0), S(-4, -3), S(0, 0),
	S(-3, 1), S(-3, -1), S(-2, 7), S(-12, -2),
	S(-6, 4), S(-1, 8), S(-3, -10), S(0, 0),
	S(0, 0), S(0, 0), S(-2, -5), S(3, 1),
	S(-3, -14), S(0, -2), S(8, -12), S(0, 0),
	S(0, 0), S(0, 0), S(3, -12), S(-9, 13),
	S(-7, 3), S(4, -12), S(12, 10), S(0, 0),
	S(0, 0), S(0, 0), S(1, 3), S(4, -16),
	S(-1, -2), S(15, 0), S(11, -6), S(0, 0),
	S(0, 0), S(0, 0), S(-27, -1), S(-5, -6),
	S(-4, -13), S(1, 1), S(6, 13), S(0, 0),
};

/* steps to the nearest own pawn */
static const rk_pair rk_w_king_to_pawn[1] = {
	S(-5, -1),
};

/* by squares */
static const rk_pair rk_w_knight_mobility[9] = {
	S(-21, -19), S(-17, -27), S(-12, -3), S(-8, 9),
	S(-2, 12), S(-1, 22), S(0, 26), S(4, 26),
	S(11, 18),
};

static const rk_pair rk_w_bishop_mobility[14] = {
	S(-22, -37), S(-19, -20), S(-7, -13), S(-5, -2),
	S(-2, 5), S(2, 13), S(3, 25), S(4, 28),
	S(5, 31), S(7, 29), S(2, 28), S(2, 28),
	S(21, 28), S(17, 23),
};

static const rk_pair rk_w_rook_mobility[15] = {
	S(-38, -54), S(-11, -37), S(-5, -17), S(-2, -9),
	S(-5, -1), S(-1, 10), S(-1, 15), S(1, 20),
	S(7, 22), S(3, 31), S(7, 31), S(9, 35),
	S(21, 34), S(17, 39), S(19, 45),
};

static const rk_pair rk_w_queen_mobility[28] = {
	S(-21, -58), S(-12, -45), S(-15, -37), S(-9, -38),
	S(-9, -38), S(-8, -32), S(-5, -31), S(-4, -15),
	S(-1, -3), S(0, 11), S(1, 21), S(4, 13),
	S(5, 22), S(6, 13), S(8, 22), S(9, 29),
	S(6, 33), S(5, 38), S(9, 42), S(9, 39),
	S(9, 36), S(18, 38), S(22, 38), S(15, 36),
	S(17, 40), S(16, 38), S(20, 47), S(22, 49),
};

/* no pawn will ever attack it; 1: and one guards it */
static const rk_pair rk_w_knight_outpost[2] = {
	S(7, 4), S(25, 12),
};

static const rk_pair rk_w_bishop_outpost[2] = {
	S(7, 1), S(24, 15),
};

/* a knight, a bishop can go to an outpost */
static const rk_pair rk_w_outpost_near[2] = {
	S(15, 14), S(9, 11),
};

/* a knight, a bishop with a pawn right ahead */
static const rk_pair rk_w_minor_behind_pawn[2] = {
	S(3, 7), S(4, 8),
};

/* steps of a knight, a bishop to its king */
static const rk_pair rk_w_minor_to_king[2] = {
	S(-4, -1), S(-3, 0),
};

/* own pawns on squares of its colour */
static const rk_pair rk_w_bishop_pawns[1] = {
	S(-1, -4),
};

/* those of them in the centre that are stopped */
static const rk_pair rk_w_bishop_fixed_pawns[1] = {
	S(-6, -8),
};

/* enemy pawns that it sees through everything */
static const rk_pair rk_w_bishop_enemy_pawns[1] = {
	S(-3, -4),
};

/* a bishop sees both centre squares, pawns aside */
static const rk_pair rk_w_long_diagonal[1] = {
	S(14, 5),
};

/* no pawns on its file */
static const rk_pair rk_w_rook_open[1] = {
	S(25, 4),
};

/* no own pawns */
static const rk_pair rk_w_rook_half_open[1] = {
	S(15, 5),
};

/* with pawns or the king to attack from there */
static const rk_pair rk_w_rook_seventh[1] = {
	S(3, 24),
};

/* few moves, beside its king; 1: that cannot castle */
static const rk_pair rk_w_rook_trapped[2] = {
	S(-8, 1), S(-41, -7),
};

/* an enemy line to it has one piece on it */
static const rk_pair rk_w_queen_watched[1] = {
	S(-16, -15),
};

/* beyond the middle, where no pawn will attack it */
static const rk_pair rk_w_queen_deep[1] = {
	S(0, 47),
};

/* one right, two rights */
static const rk_pair rk_w_castling[2] = {
	S(14, -14), S(30, -5),
};

/* no pawns of anybody around the king */
static const rk_pair rk_w_bare_flank[1] = {
	S(-11, -58),
};

/* a guarded or safe pawn attacks a piece */
static const rk_pair rk_w_threat_pawn[1] = {
	S(65, 41),
};

/* a pawn could safely go and attack a piece */
static const rk_pair rk_w_threat_push[1] = {
	S(15, 19),
};

/* knight or bishop attack pawn to queen */
static const rk_pair rk_w_threat_minor[5] = {
	S(6, 17), S(17, 34), S(36, 31), S(50, 40),
	S(49, 74),
};

/* rook attacks weak pawn to queen */
static const rk_pair rk_w_threat_rook[5] = {
	S(4, 15), S(20, 27), S(39, 13), S(0, 10),
	S(46, 28),
};

/* the king attacks something weak */
static const rk_pair rk_w_threat_king[1] = {
	S(18, 24),
};

/* attacked, and not guarded enough */
static const rk_pair rk_w_hanging[1] = {
	S(16, 26),
};

/* weak and guarded by the queen alone */
static const rk_pair rk_w_queen_guards[1] = {
	S(3, 15),
};

/* squares that both attack, not firmly theirs */
static const rk_pair rk_w_contested[1] = {
	S(4, 0),
};

/* squares from where a knight would attack it */
static const rk_pair rk_w_knight_on_queen[1] = {
	S(10, -10),
};

/* squares from where bishop or rook would */
static const rk_pair rk_w_line_on_queen[1] = {
	S(14, -5),
};

/* a piece right ahead, by rank */
static const rk_pair rk_w_passed_blocked[8] = {
	S(0, 0), S(-6, 11), S(-3, 3), S(1, 3),
	S(-3, 12), S(5, -13), S(-15, -71), S(0, 0),
};

/* the next square is free and safe */
static const rk_pair rk_w_passed_step[8] = {
	S(0, 0), S(3, 7), S(-2, 7), S(-2, 6),
	S(9, 12), S(7, 35), S(48, 88), S(0, 0),
};

/* so is all the way */
static const rk_pair rk_w_passed_path[8] = {
	S(0, 0), S(8, 11), S(-3, 11), S(-5, 27),
	S(-14, 41), S(21, 67), S(28, 68), S(0, 0),
};

/* the next square is guarded */
static const rk_pair rk_w_passed_helped[8] = {
	S(0, 0), S(8, -1), S(2, 4), S(2, 13),
	S(4, 22), S(12, 38), S(38, 62), S(0, 0),
};

/* steps of the own king to the next square */
static const rk_pair rk_w_passed_own_king[8] = {
	S(0, 0), S(-6, 3), S(1, -5), S(8, -10),
	S(-1, -16), S(-7, -15), S(0, -19), S(0, 0),
};

/* steps of the enemy's */
static const rk_pair rk_w_passed_enemy_king[8] = {
	S(0, 0), S(0, -4), S(-1, 2), S(-6, 12),
	S(0, 21), S(-1, 34), S(-8, 47), S(0, 0),
};

/* a rook behind it; 1: an enemy's */
static const rk_pair rk_w_passed_rook[2] = {
	S(13, 13), S(-10, -50),
};

/* no enemy piece, and the king comes too late */
static const rk_pair rk_w_unstoppable[1] = {
	S(0, 300),
};

/* safe squares in the own part of the centre files */
static const rk_pair rk_w_space[1] = {
	S(1, 0),
};

/* to be on the move */
static const rk_pair rk_w_tempo[1] = {
	S(30, 18),
};

/* knight to queen near the king, for each such piece */
static const int16_t rk_w_attacker[4] = {
	28, 11, 0, 11,
};

/* attacks on squares beside the king */
static const int16_t rk_w_near_hits[1] = {
	24,
};

/* near the king, attacked and poorly guarded */
static const int16_t rk_w_weak_squares[1] = {
	35,
};

/* knight to queen can give check safely */
static const int16_t rk_w_safe_check[4] = {
	304, 192, 308, 244,
};

/* from more than one square */
static const int16_t rk_w_safe_checks[4] = {
	74, 131, 162, 139,
};

/* squares of other checks */
static const int16_t rk_w_other_checks[1] = {
	30,
};

/* pieces that cannot leave the king */
static const int16_t rk_w_pinned[1] = {
	2,
};

/* the attacker has none */
static const int16_t rk_w_no_queen[1] = {
	-343,
};

/* an own knight beside the king */
static const int16_t rk_w_knight_guards[1] = {
	-46,
};

/* an own bishop that covers squares there */
static const int16_t rk_w_bishop_guards[1] = {
	-12,
};

/* attacks in the king's part of the board */
static const int16_t rk_w_flank_attacks[1] = {
	16,
};

/* own cover there */
static const int16_t rk_w_flank_guards[1] = {
	-18,
};

/* no own pawn on the king's file */
static const int16_t rk_w_bare_king_file[1] = {
	39,
};

/* rank of the own pawn on a file at the king */
static const int16_t rk_w_shelter_danger[8] = {
	44, -2, 38, 83, 87, 44, -33, 0,
};

/* of the enemy pawn there; from 8: stopped */
static const int16_t rk_w_storm_danger[16] = {
	50, 28, 72, 44, 17, 10, 10, 0,
	0, 0, 65, 44, -10, 23, 33, 0,
};

/* always */
static const int16_t rk_w_danger_base[1] = {
	52,
};

/* for each pawn on the board */
static const int16_t rk_w_chance_pawns[1] = {
	3,
};

/* for each passed pawn */
static const int16_t rk_w_chance_passed[1] = {
	5,
};

/* pawns on both flanks */
static const int16_t rk_w_chance_flanks[1] = {
	33,
};

/* how far the kings are apart sideways */
static const int16_t rk_w_chance_outflank[1] = {
	3,
};

/* a king has crossed the middle */
static const int16_t rk_w_chance_entered[1] = {
	4,
};

/* nothing but pawns */
static const int16_t rk_w_chance_pawn_ending[1] = {
	48,
};

/* always */
static const int16_t rk_w_chance_base[1] = {
	-42,
};

#undef S

#endif
