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
	S(88, 115), S(316, 313), S(346, 334), S(467, 555),
	S(998, 987),
};

/* pawn to king, by rank, files a to d and their mirror */
static const rk_pair rk_w_squares[192] = {
	S(0, 0), S(0, 0), S(0, 0), S(0, 0),
	S(-16, -3), S(-7, -10), S(-12, -5), S(-8, -7),
	S(-13, -13), S(-12, -9), S(-2, -5), S(-1, -10),
	S(-12, -6), S(-17, -4), S(1, -8), S(11, -11),
	S(-5, 1), S(-1, 0), S(5, -1), S(8, -2),
	S(0, 12), S(7, 12), S(9, 5), S(12, 6),
	S(11, 14), S(13, 20), S(11, 18), S(13, 18),
	S(0, 0), S(0, 0), S(0, 0), S(0, 0),
	S(-39, -20), S(-26, -16), S(-20, -4), S(-13, 1),
	S(-20, -14), S(-8, -7), S(-3, 0), S(-1, 4),
	S(-13, -7), S(0, 2), S(5, 3), S(16, 17),
	S(10, 2), S(17, 9), S(24, 14), S(24, 20),
	S(11, 1), S(10, 9), S(25, 13), S(37, 21),
	S(-3, -7), S(10, 0), S(14, 6), S(23, 12),
	S(-17, -14), S(-10, -7), S(0, 1), S(10, 8),
	S(-30, -22), S(-18, -14), S(-9, -7), S(0, 0),
	S(-15, -5), S(-14, -5), S(-11, 3), S(-6, -1),
	S(-6, -6), S(4, -2), S(2, 2), S(4, 0),
	S(1, 1), S(0, 0), S(4, 2), S(4, 3),
	S(6, -1), S(2, 2), S(7, 4), S(8, 10),
	S(-1, -2), S(7, 4), S(6, 4), S(12, 8),
	S(-6, -4), S(-2, 0), S(3, 5), S(10, 7),
	S(-5, -5), S(-5, -3), S(0, -1), S(5, 3),
	S(-10, -8), S(-7, -6), S(-3, -3), S(1, 1),
	S(-10, -3), S(1, -4), S(5, -8), S(4, -9),
	S(-7, -2), S(-4, -3), S(0, -4), S(0, -5),
	S(-7, -3), S(-6, -7), S(-4, -5), S(-1, -2),
	S(-3, -2), S(-2, -2), S(2, -1), S(1, -4),
	S(-3, 1), S(0, -2), S(2, -3), S(6, 0),
	S(-4, 7), S(0, 7), S(1, 6), S(6, 8),
	S(3, 6), S(3, 3), S(7, 4), S(12, 4),
	S(-6, 6), S(-1, 8), S(1, 5), S(5, 7),
	S(-1, -21), S(2, -13), S(-1, -8), S(0, -3),
	S(3, -14), S(7, -6), S(6, 0), S(4, 6),
	S(0, -8), S(8, 1), S(9, 8), S(9, 15),
	S(0, -2), S(8, 8), S(11, 14), S(7, 21),
	S(4, 0), S(5, 8), S(3, 14), S(4, 20),
	S(-4, -6), S(-4, 0), S(-1, 7), S(5, 15),
	S(-13, -14), S(-7, -5), S(-5, 1), S(-5, 7),
	S(-16, -20), S(-12, -12), S(-13, -6), S(-10, 0),
	S(63, -40), S(76, -30), S(40, -21), S(26, -9),
	S(45, -19), S(50, -13), S(15, 1), S(0, 8),
	S(23, -12), S(31, -1), S(-8, 11), S(-19, 20),
	S(0, 2), S(10, 9), S(-28, 23), S(-40, 28),
	S(-4, 2), S(7, 13), S(-34, 22), S(-44, 32),
	S(-3, -7), S(7, 4), S(-34, 14), S(-44, 25),
	S(-4, -18), S(6, -9), S(-34, 3), S(-44, 12),
	S(-4, -30), S(6, -20), S(-34, -8), S(-44, 1),
};

/* two bishops or more */
static const rk_pair rk_w_bishop_pair[1] = {
	S(20, 49),
};

/* a knight, for each own pawn over or under five */
static const rk_pair rk_w_knight_pawns[1] = {
	S(5, 0),
};

/* a rook, the same */
static const rk_pair rk_w_rook_pawns[1] = {
	S(-4, -4),
};

/* two rooks or more */
static const rk_pair rk_w_rook_pair[1] = {
	S(-21, -12),
};

/* no own pawn beside it; 1: and no enemy pawn ahead */
static const rk_pair rk_w_isolated[2] = {
	S(-5, -4), S(-9, -12),
};

/* an own pawn ahead; 1: right ahead */
static const rk_pair rk_w_doubled[2] = {
	S(-8, -13), S(-8, -28),
};

/* cannot advance safely, ever; 1: on a half-open file */
static const rk_pair rk_w_backward[2] = {
	S(-3, -13), S(-15, -11),
};

/* an own pawn right beside it, by rank */
static const rk_pair rk_w_phalanx[8] = {
	S(0, 0), S(5, 3), S(5, 7), S(10, 8),
	S(24, 22), S(60, 70), S(81, 91), S(0, 0),
};

/* an own pawn guards it, by rank */
static const rk_pair rk_w_supported[8] = {
	S(0, 0), S(0, 0), S(13, 10), S(11, 11),
	S(23, 19), S(45, 44), S(71, 62), S(0, 0),
};

/* may become passed, by rank */
static const rk_pair rk_w_candidate[8] = {
	S(0, 0), S(-4, 2), S(-5, 7), S(-2, 13),
	S(6, 25), S(29, 45), S(0, 0), S(0, 0),
};

/* an enemy pawn stands right ahead, by rank */
static const rk_pair rk_w_stopped[8] = {
	S(0, 0), S(2, 1), S(0, -1), S(0, -4),
	S(-4, -1), S(4, 9), S(0, 0), S(0, 0),
};

/* by rank */
static const rk_pair rk_w_passed[8] = {
	S(0, 0), S(1, 12), S(0, 13), S(-5, 26),
	S(10, 53), S(30, 84), S(70, 132), S(0, 0),
};

/* edge distance of a file at the king, rank of the pawn */
static const rk_pair rk_w_shelter[32] = {
	S(-14, 2), S(15, -6), S(11, -4), S(1, -1),
	S(-3, 0), S(-2, 4), S(-4, 1), S(0, 0),
	S(-17, 2), S(21, -2), S(13, -1), S(5, 1),
	S(4, 1), S(-3, 0), S(-4, 2), S(0, 0),
	S(-15, 3), S(21, -1), S(7, -1), S(7, 4),
	S(-4, -1), S(-5, -3), S(-4, 0), S(0, 0),
	S(-9, 2), S(7, -1), S(4, 1), S(3, -4),
	S(4, 2), S(-4, 0), S(-2, 1), S(0, 0),
};

/* the same of enemy pawns; from 32: stopped by ours */
static const rk_pair rk_w_storm[64] = {
	S(-2, 1), S(-1, 0), S(-25, 0), S(-16, -3),
	S(-1, 2), S(2, 3), S(-1, -3), S(0, 0),
	S(3, -1), S(-1, -1), S(-26, 0), S(-9, 6),
	S(-11, 0), S(8, 1), S(0, -6), S(0, 0),
	S(1, -3), S(1, 1), S(-25, 4), S(-11, -3),
	S(-6, 1), S(0, 0), S(-1, -1), S(0, 0),
	S(-1, -2), S(0, 0), S(-22, 2), S(-17, -1),
	S(-4, 6), S(0, 2), S(1, 0), S(0, 0),
	S(0, 0), S(0, 0), S(-9, -1), S(-2, -1),
	S(1, -2), S(-3, -2), S(1, 0), S(0, 0),
	S(0, 0), S(0, 0), S(-8, -1), S(-7, 0),
	S(-1, 2), S(4, 2), S(1, 1), S(0, 0),
	S(0, 0), S(0, 0), S(-6, 1), S(-5, -2),
	S(0, 1), S(1, 2), S(-1, -1), S(0, 0),
	S(0, 0), S(0, 0), S(-10, 0), S(-4, 0),
	S(-1, -5), S(2, -1), S(2, 2), S(0, 0),
};

/* steps to the nearest own pawn */
static const rk_pair rk_w_king_to_pawn[1] = {
	S(-6, 0),
};

/* by squares */
static const rk_pair rk_w_knight_mobility[9] = {
	S(-23, -31), S(-16, -21), S(-8, -11), S(-4, 0),
	S(1, 4), S(6, 13), S(5, 15), S(11, 18),
	S(18, 19),
};

static const rk_pair rk_w_bishop_mobility[14] = {
	S(-30, -44), S(-22, -26), S(-9, -18), S(-6, -9),
	S(-2, -4), S(2, 7), S(6, 15), S(9, 16),
	S(10, 20), S(18, 23), S(18, 27), S(25, 29),
	S(30, 34), S(34, 38),
};

static const rk_pair rk_w_rook_mobility[15] = {
	S(-24, -59), S(-11, -41), S(-2, -25), S(-1, -18),
	S(-3, -11), S(0, -1), S(2, 6), S(5, 12),
	S(10, 16), S(7, 24), S(8, 26), S(10, 33),
	S(15, 34), S(17, 39), S(20, 46),
};

static const rk_pair rk_w_queen_mobility[28] = {
	S(-23, -59), S(-15, -47), S(-16, -38), S(-12, -31),
	S(-10, -26), S(-8, -20), S(-5, -17), S(-3, -10),
	S(1, -5), S(3, 0), S(4, 5), S(6, 6),
	S(7, 10), S(6, 11), S(8, 15), S(9, 20),
	S(9, 22), S(11, 27), S(12, 27), S(14, 31),
	S(14, 33), S(16, 35), S(17, 38), S(18, 40),
	S(19, 43), S(20, 45), S(21, 48), S(22, 50),
};

/* no pawn will ever attack it; 1: and one guards it */
static const rk_pair rk_w_knight_outpost[2] = {
	S(10, 9), S(31, 16),
};

static const rk_pair rk_w_bishop_outpost[2] = {
	S(5, -1), S(27, 9),
};

/* a knight, a bishop can go to an outpost */
static const rk_pair rk_w_outpost_near[2] = {
	S(14, 13), S(10, 5),
};

/* a knight, a bishop with a pawn right ahead */
static const rk_pair rk_w_minor_behind_pawn[2] = {
	S(2, 7), S(4, 10),
};

/* steps of a knight, a bishop to its king */
static const rk_pair rk_w_minor_to_king[2] = {
	S(-5, 0), S(-3, 0),
};

/* own pawns on squares of its colour */
static const rk_pair rk_w_bishop_pawns[1] = {
	S(-3, -3),
};

/* those of them in the centre that are stopped */
static const rk_pair rk_w_bishop_fixed_pawns[1] = {
	S(-6, -5),
};

/* enemy pawns that it sees through everything */
static const rk_pair rk_w_bishop_enemy_pawns[1] = {
	S(-2, -5),
};

/* a bishop sees both centre squares, pawns aside */
static const rk_pair rk_w_long_diagonal[1] = {
	S(19, 6),
};

/* no pawns on its file */
static const rk_pair rk_w_rook_open[1] = {
	S(27, 6),
};

/* no own pawns */
static const rk_pair rk_w_rook_half_open[1] = {
	S(16, 9),
};

/* with pawns or the king to attack from there */
static const rk_pair rk_w_rook_seventh[1] = {
	S(2, 22),
};

/* few moves, beside its king; 1: that cannot castle */
static const rk_pair rk_w_rook_trapped[2] = {
	S(-12, -2), S(-50, -10),
};

/* an enemy line to it has one piece on it */
static const rk_pair rk_w_queen_watched[1] = {
	S(-22, -10),
};

/* beyond the middle, where no pawn will attack it */
static const rk_pair rk_w_queen_deep[1] = {
	S(5, 27),
};

/* one right, two rights */
static const rk_pair rk_w_castling[2] = {
	S(9, -1), S(24, 1),
};

/* no pawns of anybody around the king */
static const rk_pair rk_w_bare_flank[1] = {
	S(-10, -44),
};

/* a guarded or safe pawn attacks a piece */
static const rk_pair rk_w_threat_pawn[1] = {
	S(72, 43),
};

/* a pawn could safely go and attack a piece */
static const rk_pair rk_w_threat_push[1] = {
	S(17, 14),
};

/* knight or bishop attack pawn to queen */
static const rk_pair rk_w_threat_minor[5] = {
	S(6, 16), S(22, 23), S(37, 25), S(52, 55),
	S(50, 80),
};

/* rook attacks weak pawn to queen */
static const rk_pair rk_w_threat_rook[5] = {
	S(4, 19), S(21, 31), S(26, 25), S(-1, 17),
	S(40, 30),
};

/* the king attacks something weak */
static const rk_pair rk_w_threat_king[1] = {
	S(10, 37),
};

/* attacked, and not guarded enough */
static const rk_pair rk_w_hanging[1] = {
	S(20, 20),
};

/* weak and guarded by the queen alone */
static const rk_pair rk_w_queen_guards[1] = {
	S(7, 3),
};

/* squares that both attack, not firmly theirs */
static const rk_pair rk_w_contested[1] = {
	S(4, 0),
};

/* squares from where a knight would attack it */
static const rk_pair rk_w_knight_on_queen[1] = {
	S(8, 1),
};

/* squares from where bishop or rook would */
static const rk_pair rk_w_line_on_queen[1] = {
	S(14, 5),
};

/* a piece right ahead, by rank */
static const rk_pair rk_w_passed_blocked[8] = {
	S(0, 0), S(1, 1), S(0, -1), S(-3, -7),
	S(-2, -9), S(-4, -30), S(-10, -72), S(0, 0),
};

/* the next square is free and safe */
static const rk_pair rk_w_passed_step[8] = {
	S(0, 0), S(2, 2), S(-1, 2), S(0, 7),
	S(6, 15), S(14, 33), S(41, 72), S(0, 0),
};

/* so is all the way */
static const rk_pair rk_w_passed_path[8] = {
	S(0, 0), S(1, 2), S(0, 2), S(4, 12),
	S(7, 22), S(16, 38), S(21, 52), S(0, 0),
};

/* the next square is guarded */
static const rk_pair rk_w_passed_helped[8] = {
	S(0, 0), S(1, 0), S(0, 3), S(1, 7),
	S(7, 14), S(13, 22), S(22, 34), S(0, 0),
};

/* steps of the own king to the next square */
static const rk_pair rk_w_passed_own_king[8] = {
	S(0, 0), S(-3, 0), S(0, -1), S(3, -7),
	S(-3, -13), S(-4, -17), S(-1, -17), S(0, 0),
};

/* steps of the enemy's */
static const rk_pair rk_w_passed_enemy_king[8] = {
	S(0, 0), S(-1, 0), S(-4, 1), S(-5, 9),
	S(0, 19), S(4, 29), S(-3, 36), S(0, 0),
};

/* a rook behind it; 1: an enemy's */
static const rk_pair rk_w_passed_rook[2] = {
	S(6, 17), S(-6, -23),
};

/* no enemy piece, and the king comes too late */
static const rk_pair rk_w_unstoppable[1] = {
	S(0, 300),
};

/* safe squares in the own part of the centre files */
static const rk_pair rk_w_space[1] = {
	S(1, -1),
};

/* to be on the move */
static const rk_pair rk_w_tempo[1] = {
	S(30, 15),
};

/* knight to queen near the king, for each such piece */
static const int16_t rk_w_attacker[4] = {
	31, 22, 6, 1,
};

/* attacks on squares beside the king */
static const int16_t rk_w_near_hits[1] = {
	31,
};

/* near the king, attacked and poorly guarded */
static const int16_t rk_w_weak_squares[1] = {
	61,
};

/* knight to queen can give check safely */
static const int16_t rk_w_safe_check[4] = {
	405, 295, 480, 341,
};

/* from more than one square */
static const int16_t rk_w_safe_checks[4] = {
	202, 160, 300, 184,
};

/* squares of other checks */
static const int16_t rk_w_other_checks[1] = {
	53,
};

/* pieces that cannot leave the king */
static const int16_t rk_w_pinned[1] = {
	39,
};

/* the attacker has none */
static const int16_t rk_w_no_queen[1] = {
	-503,
};

/* an own knight beside the king */
static const int16_t rk_w_knight_guards[1] = {
	-46,
};

/* an own bishop that covers squares there */
static const int16_t rk_w_bishop_guards[1] = {
	-15,
};

/* attacks in the king's part of the board */
static const int16_t rk_w_flank_attacks[1] = {
	17,
};

/* own cover there */
static const int16_t rk_w_flank_guards[1] = {
	-14,
};

/* no own pawn on the king's file */
static const int16_t rk_w_bare_king_file[1] = {
	23,
};

/* rank of the own pawn on a file at the king */
static const int16_t rk_w_shelter_danger[8] = {
	19, -28, -6, 32, 43, 22, 14, 0,
};

/* of the enemy pawn there; from 8: stopped */
static const int16_t rk_w_storm_danger[16] = {
	18, 3, 28, 8, -8, -5, 10, 0,
	0, 0, 14, 17, -18, 14, 0, 0,
};

/* always */
static const int16_t rk_w_danger_base[1] = {
	5,
};

/* for each pawn on the board */
static const int16_t rk_w_chance_pawns[1] = {
	5,
};

/* for each passed pawn */
static const int16_t rk_w_chance_passed[1] = {
	11,
};

/* pawns on both flanks */
static const int16_t rk_w_chance_flanks[1] = {
	24,
};

/* how far the kings are apart sideways */
static const int16_t rk_w_chance_outflank[1] = {
	4,
};

/* a king has crossed the middle */
static const int16_t rk_w_chance_entered[1] = {
	19,
};

/* nothing but pawns */
static const int16_t rk_w_chance_pawn_ending[1] = {
	36,
};

/* always */
static const int16_t rk_w_chance_base[1] = {
	-49,
};

#undef S

#endif
