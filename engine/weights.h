/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The value of every term in terms.h. Written by tools/tune.c; do not edit.
 * docs/evaluation.md says how to run it.
 */
#ifndef RK_ENGINE_WEIGHTS_H
#define RK_ENGINE_WEIGHTS_H

#include "engine/terms.h"

#define S RK_PAIR

/* clang-format off */
/* a pawn, knight, bishop, rook, queen */
RK_WEIGHTS rk_pair rk_w_material[5] = {
	S(67, 122), S(269, 353), S(298, 380), S(403, 636),
	S(927, 1082),
};

/* pawn to king, by rank, files a to d and mirrored */
RK_WEIGHTS rk_pair rk_w_psqt[192] = {
	S(0, 0), S(0, 0), S(0, 0), S(0, 0),
	S(-18, 7), S(-5, -4), S(-15, 1), S(-10, -22),
	S(-17, -4), S(-11, -10), S(-6, -9), S(-2, -12),
	S(-17, 0), S(-20, 1), S(-2, -19), S(3, -24),
	S(-5, 15), S(2, 6), S(-5, -5), S(6, -23),
	S(22, 28), S(10, 24), S(17, 1), S(31, -10),
	S(18, 10), S(-1, 19), S(4, 11), S(29, 16),
	S(0, 0), S(0, 0), S(0, 0), S(0, 0),
	S(-32, -15), S(-18, -25), S(-2, -10), S(-8, 2),
	S(-19, -2), S(-4, -3), S(-2, 0), S(-1, 4),
	S(-9, -6), S(8, -10), S(9, -2), S(16, 13),
	S(10, 10), S(10, 16), S(25, 14), S(16, 22),
	S(8, 8), S(13, 12), S(24, 13), S(25, 23),
	S(-6, -10), S(0, 6), S(9, 15), S(24, 9),
	S(-18, -18), S(-16, 8), S(28, -8), S(6, 12),
	S(-52, -31), S(-21, -15), S(-38, -15), S(0, 0),
	S(-12, 4), S(-3, 3), S(-11, 4), S(-10, 4),
	S(10, -17), S(11, -1), S(11, 0), S(6, -5),
	S(3, 7), S(7, -1), S(8, 5), S(9, 5),
	S(12, -11), S(-7, 3), S(11, 0), S(12, 5),
	S(9, -14), S(7, 3), S(0, 8), S(2, 2),
	S(-14, -5), S(-9, 3), S(-21, 17), S(15, -4),
	S(3, 3), S(-18, -2), S(7, 3), S(1, 2),
	S(-13, -17), S(0, -6), S(-35, 5), S(-4, -10),
	S(-10, -15), S(1, -17), S(5, -16), S(8, -26),
	S(-13, -7), S(-8, -9), S(-1, -13), S(1, -8),
	S(-19, -3), S(-9, -1), S(-9, -2), S(-7, -4),
	S(-9, 4), S(-10, 12), S(-8, 2), S(-14, 8),
	S(0, 11), S(-6, 12), S(8, 4), S(4, 3),
	S(3, 8), S(18, 8), S(7, 6), S(15, 0),
	S(2, -1), S(0, 6), S(14, -7), S(18, -11),
	S(1, 15), S(-17, 14), S(10, 14), S(14, 8),
	S(0, -19), S(-8, -21), S(-7, -18), S(0, -37),
	S(-5, -17), S(-4, -10), S(8, -27), S(0, 7),
	S(2, -8), S(9, -7), S(2, 16), S(-1, 18),
	S(6, 8), S(1, 28), S(3, 21), S(-1, 31),
	S(18, -12), S(-1, 20), S(6, 10), S(-4, 16),
	S(0, -5), S(-6, 6), S(0, 2), S(-1, 7),
	S(0, -10), S(-4, -6), S(0, 8), S(5, 8),
	S(-11, -14), S(-16, -7), S(-2, 9), S(6, 8),
	S(64, -52), S(62, -32), S(39, -32), S(22, -26),
	S(45, -21), S(41, -23), S(14, -12), S(-11, -3),
	S(31, -18), S(34, -11), S(-5, 0), S(-28, 14),
	S(4, -12), S(0, -3), S(-27, 15), S(-39, 25),
	S(-4, 4), S(16, 12), S(-26, 30), S(-38, 40),
	S(4, 11), S(10, 36), S(-34, 36), S(-42, 47),
	S(1, -15), S(10, 23), S(-26, 33), S(-46, 22),
	S(-5, -46), S(5, -21), S(-34, -7), S(-45, -2),
};

/* two bishops or more */
RK_WEIGHTS rk_pair rk_w_bishop_pair[1] = {
	S(20, 40),
};

/* a knight, times own pawns less five */
RK_WEIGHTS rk_pair rk_w_knight_pawns[1] = {
	S(5, -1),
};

/* a rook, times own pawns less five */
RK_WEIGHTS rk_pair rk_w_rook_pawns[1] = {
	S(0, -5),
};

/* two rooks or more */
RK_WEIGHTS rk_pair rk_w_rook_pair[1] = {
	S(-31, -15),
};

/* no own pawn on the files beside it; 1: on a half-open file */
RK_WEIGHTS rk_pair rk_w_isolated[2] = {
	S(-3, -1), S(-4, -13),
};

/* an own pawn ahead; 1: on the next square */
RK_WEIGHTS rk_pair rk_w_doubled[2] = {
	S(-8, -14), S(-4, -27),
};

/* cannot advance safely, ever; 1: on a half-open file */
RK_WEIGHTS rk_pair rk_w_backward[2] = {
	S(1, -9), S(-6, -12),
};

/* an own pawn on the next file, same rank; by rank */
RK_WEIGHTS rk_pair rk_w_phalanx[8] = {
	S(0, 0), S(5, 4), S(4, 8), S(7, 8),
	S(17, 24), S(59, 57), S(88, 102), S(0, 0),
};

/* an own pawn guards it, by rank */
RK_WEIGHTS rk_pair rk_w_supported[8] = {
	S(0, 0), S(0, 0), S(11, 12), S(10, 15),
	S(16, 29), S(51, 43), S(87, 106), S(0, 0),
};

/* may become passed, by rank */
RK_WEIGHTS rk_pair rk_w_candidate[8] = {
	S(0, 0), S(-1, 0), S(2, 8), S(2, 22),
	S(1, 26), S(-3, 56), S(0, 0), S(0, 0),
};

/* by an enemy pawn on the next square, by rank */
RK_WEIGHTS rk_pair rk_w_blocked[8] = {
	S(0, 0), S(17, 9), S(2, 1), S(0, -4),
	S(-6, -3), S(-11, 1), S(0, 0), S(0, 0),
};

/* by rank */
RK_WEIGHTS rk_pair rk_w_passed[8] = {
	S(0, 0), S(-1, 14), S(-8, 26), S(-27, 51),
	S(-5, 62), S(44, 55), S(71, 125), S(0, 0),
};

/* by edge distance of the file, rank of the own pawn */
RK_WEIGHTS rk_pair rk_w_shelter[32] = {
	S(-21, 7), S(15, -26), S(17, -20), S(7, -1),
	S(4, -1), S(-20, 24), S(-7, 13), S(0, 0),
	S(-19, 14), S(21, -2), S(17, -6), S(10, -2),
	S(2, 7), S(13, -5), S(-4, -1), S(0, 0),
	S(-16, 3), S(21, -4), S(2, 4), S(6, -3),
	S(-2, -4), S(13, -7), S(-9, 17), S(0, 0),
	S(-6, -2), S(3, 12), S(3, -3), S(1, -7),
	S(5, -1), S(-15, 4), S(-1, 0), S(0, 0),
};

/* the same of the enemy pawn; from 32: blocked by ours */
RK_WEIGHTS rk_pair rk_w_storm[64] = {
	S(-8, -7), S(5, 11), S(-15, 24), S(-16, 7),
	S(-7, 0), S(0, -5), S(-7, -1), S(0, 0),
	S(-1, -6), S(-5, 3), S(-14, 32), S(3, 10),
	S(-11, 2), S(6, -8), S(-4, -7), S(0, 0),
	S(-4, -2), S(6, 21), S(-40, 29), S(-7, 3),
	S(-7, 0), S(-4, -1), S(-2, 1), S(0, 0),
	S(-5, 3), S(-4, -2), S(2, 5), S(-10, 1),
	S(-10, 0), S(-1, 6), S(-4, -10), S(0, 0),
	S(0, 0), S(0, 0), S(0, 2), S(6, 1),
	S(-5, -13), S(3, -11), S(2, -16), S(0, 0),
	S(0, 0), S(0, 0), S(2, -5), S(2, 9),
	S(-8, -8), S(0, -10), S(11, 3), S(0, 0),
	S(0, 0), S(0, 0), S(-2, -10), S(2, -14),
	S(-3, -8), S(19, -14), S(10, -6), S(0, 0),
	S(0, 0), S(0, 0), S(-17, -2), S(-7, -12),
	S(-3, -12), S(2, -3), S(14, 21), S(0, 0),
};

/* to the nearest own pawn */
RK_WEIGHTS rk_pair rk_w_king_pawn_distance[1] = {
	S(-2, -2),
};

/* by squares */
RK_WEIGHTS rk_pair rk_w_knight_mobility[9] = {
	S(-22, -15), S(-19, -30), S(-12, 0), S(-9, 9),
	S(-4, 16), S(-3, 22), S(-1, 25), S(1, 25),
	S(6, 21),
};

RK_WEIGHTS rk_pair rk_w_bishop_mobility[14] = {
	S(-22, -29), S(-18, -15), S(-8, -7), S(-6, 2),
	S(-2, 12), S(1, 15), S(1, 24), S(1, 31),
	S(1, 29), S(-1, 30), S(-3, 25), S(1, 23),
	S(21, 21), S(14, 15),
};

RK_WEIGHTS rk_pair rk_w_rook_mobility[15] = {
	S(-36, -58), S(-13, -34), S(-6, -16), S(-3, -3),
	S(-4, 4), S(-1, 11), S(-2, 18), S(0, 20),
	S(3, 26), S(5, 30), S(4, 32), S(6, 35),
	S(14, 38), S(11, 39), S(18, 43),
};

RK_WEIGHTS rk_pair rk_w_queen_mobility[28] = {
	S(-17, -57), S(-14, -44), S(-15, -37), S(-8, -41),
	S(-9, -45), S(-8, -39), S(-6, -26), S(-5, -15),
	S(-1, -6), S(-1, 8), S(1, 14), S(3, 14),
	S(2, 26), S(3, 28), S(3, 34), S(5, 33),
	S(4, 44), S(4, 43), S(6, 49), S(4, 40),
	S(14, 40), S(14, 40), S(24, 38), S(13, 35),
	S(16, 40), S(15, 36), S(20, 47), S(22, 49),
};

/* never attacked by pawns; 1: and guarded by one */
RK_WEIGHTS rk_pair rk_w_knight_outpost[2] = {
	S(7, -4), S(23, 4),
};

RK_WEIGHTS rk_pair rk_w_bishop_outpost[2] = {
	S(7, 2), S(22, 21),
};

/* a knight, a bishop that can go to an outpost */
RK_WEIGHTS rk_pair rk_w_reachable_outpost[2] = {
	S(15, 13), S(8, 11),
};

/* a knight, a bishop with a pawn on the next square */
RK_WEIGHTS rk_pair rk_w_minor_behind_pawn[2] = {
	S(3, 8), S(4, 6),
};

/* of a knight, a bishop to its king */
RK_WEIGHTS rk_pair rk_w_minor_king_distance[2] = {
	S(-4, -1), S(-2, -1),
};

/* own pawns on squares of its colour */
RK_WEIGHTS rk_pair rk_w_bishop_pawns[1] = {
	S(-2, -4),
};

/* those of them that are blocked on files c to f */
RK_WEIGHTS rk_pair rk_w_bishop_blocked_pawns[1] = {
	S(-5, -7),
};

/* enemy pawns on its diagonals, through all pieces */
RK_WEIGHTS rk_pair rk_w_bishop_xray_pawns[1] = {
	S(-3, -3),
};

/* a bishop attacks two centre squares, pawns aside */
RK_WEIGHTS rk_pair rk_w_long_diagonal[1] = {
	S(10, 8),
};

/* no pawns on its file */
RK_WEIGHTS rk_pair rk_w_rook_open[1] = {
	S(22, 3),
};

/* no own pawns */
RK_WEIGHTS rk_pair rk_w_rook_half_open[1] = {
	S(14, 5),
};

/* with pawns or the king to attack from there */
RK_WEIGHTS rk_pair rk_w_rook_seventh[1] = {
	S(3, 17),
};

/* few moves, shut in by its king; 1: that cannot castle */
RK_WEIGHTS rk_pair rk_w_rook_trapped[2] = {
	S(-6, 4), S(-34, -10),
};

/* one man between it and an enemy slider */
RK_WEIGHTS rk_pair rk_w_weak_queen[1] = {
	S(-19, -4),
};

/* on ranks 5 to 8, never attacked by pawns */
RK_WEIGHTS rk_pair rk_w_queen_infiltration[1] = {
	S(-5, 52),
};

/* one right, two rights */
RK_WEIGHTS rk_pair rk_w_castling[2] = {
	S(16, -21), S(32, -17),
};

/* no pawns of either colour on the king's flank */
RK_WEIGHTS rk_pair rk_w_pawnless_flank[1] = {
	S(-3, -64),
};

/* a safe or guarded pawn attacks a piece */
RK_WEIGHTS rk_pair rk_w_threat_by_pawn[1] = {
	S(61, 39),
};

/* a safe pawn push would attack a piece */
RK_WEIGHTS rk_pair rk_w_threat_by_push[1] = {
	S(14, 17),
};

/* knight or bishop attacks a pawn to queen */
RK_WEIGHTS rk_pair rk_w_threat_by_minor[5] = {
	S(6, 17), S(14, 31), S(35, 31), S(46, 32),
	S(48, 64),
};

/* rook attacks a weak pawn to queen */
RK_WEIGHTS rk_pair rk_w_threat_by_rook[5] = {
	S(5, 15), S(19, 23), S(35, 18), S(-2, 8),
	S(46, 22),
};

/* the king attacks a weak piece or pawn */
RK_WEIGHTS rk_pair rk_w_threat_by_king[1] = {
	S(18, 20),
};

/* attacked, and not guarded enough */
RK_WEIGHTS rk_pair rk_w_hanging[1] = {
	S(14, 29),
};

/* weak pieces that their queen guards */
RK_WEIGHTS rk_pair rk_w_queen_protection[1] = {
	S(3, 17),
};

/* squares attacked by both, not strongly theirs */
RK_WEIGHTS rk_pair rk_w_restricted[1] = {
	S(3, 0),
};

/* safe squares from where a knight attacks it */
RK_WEIGHTS rk_pair rk_w_knight_on_queen[1] = {
	S(9, -7),
};

/* safe squares from where bishop or rook does */
RK_WEIGHTS rk_pair rk_w_slider_on_queen[1] = {
	S(12, -4),
};

/* a man on the next square, by rank */
RK_WEIGHTS rk_pair rk_w_passed_blocked[8] = {
	S(0, 0), S(-10, 11), S(0, 4), S(1, 4),
	S(-2, 8), S(3, -9), S(-27, -71), S(0, 0),
};

/* the next square is free and safe */
RK_WEIGHTS rk_pair rk_w_passed_free_step[8] = {
	S(0, 0), S(2, 6), S(1, 8), S(-4, 9),
	S(8, 12), S(3, 34), S(48, 98), S(0, 0),
};

/* so is the whole path */
RK_WEIGHTS rk_pair rk_w_passed_free_path[8] = {
	S(0, 0), S(5, 21), S(-11, 15), S(-16, 30),
	S(-31, 50), S(24, 92), S(28, 78), S(0, 0),
};

/* the next square is guarded */
RK_WEIGHTS rk_pair rk_w_passed_supported[8] = {
	S(0, 0), S(10, -1), S(3, 5), S(1, 11),
	S(4, 18), S(7, 42), S(48, 82), S(0, 0),
};

/* distance of the own king to the next square */
RK_WEIGHTS rk_pair rk_w_passed_own_king[8] = {
	S(0, 0), S(-4, 3), S(0, -5), S(8, -13),
	S(1, -17), S(-8, -16), S(1, -20), S(0, 0),
};

/* distance of the enemy king */
RK_WEIGHTS rk_pair rk_w_passed_enemy_king[8] = {
	S(0, 0), S(0, -3), S(0, 1), S(-4, 12),
	S(-1, 24), S(-3, 39), S(-9, 53), S(0, 0),
};

/* a rook behind it; 1: an enemy rook */
RK_WEIGHTS rk_pair rk_w_passed_rook[2] = {
	S(7, 14), S(-15, -49),
};

/* no enemy pieces, and their king comes too late */
RK_WEIGHTS rk_pair rk_w_unstoppable[1] = {
	S(0, 289),
};

/* safe squares behind own pawns on files c to f */
RK_WEIGHTS rk_pair rk_w_space[1] = {
	S(1, 1),
};

/* the right to move */
RK_WEIGHTS rk_pair rk_w_tempo[1] = {
	S(32, 22),
};

/* knight to queen at the king ring, times all of them */
RK_WEIGHTS int16_t rk_w_king_attacker[4] = {
	27, 9, 4, 6,
};

/* attacks on squares next to the king */
RK_WEIGHTS int16_t rk_w_king_ring_attacks[1] = {
	20,
};

/* weak squares of the king ring */
RK_WEIGHTS int16_t rk_w_king_ring_weak[1] = {
	30,
};

/* knight to queen can give check safely */
RK_WEIGHTS int16_t rk_w_safe_check[4] = {
	280, 155, 266, 210,
};

/* from more than one square */
RK_WEIGHTS int16_t rk_w_safe_checks[4] = {
	34, 120, 157, 109,
};

/* squares of checks that are not safe */
RK_WEIGHTS int16_t rk_w_unsafe_checks[1] = {
	24,
};

/* own men pinned to the king */
RK_WEIGHTS int16_t rk_w_pinned[1] = {
	-13,
};

/* the attacker has none */
RK_WEIGHTS int16_t rk_w_no_queen[1] = {
	-299,
};

/* an own knight guards squares next to the king */
RK_WEIGHTS int16_t rk_w_knight_defender[1] = {
	-39,
};

/* an own bishop does */
RK_WEIGHTS int16_t rk_w_bishop_defender[1] = {
	-25,
};

/* enemy attacks on the king's flank */
RK_WEIGHTS int16_t rk_w_flank_attacks[1] = {
	12,
};

/* own attacks on the king's flank */
RK_WEIGHTS int16_t rk_w_flank_defence[1] = {
	-18,
};

/* no own pawn on the king's file */
RK_WEIGHTS int16_t rk_w_pawnless_king_file[1] = {
	39,
};

/* by rank of the own pawn on a file at the king */
RK_WEIGHTS int16_t rk_w_shelter_danger[8] = {
	60, 18, 54, 79, 93, 58, -38, 0,
};

/* by rank of the enemy pawn; from 8: blocked */
RK_WEIGHTS int16_t rk_w_storm_danger[16] = {
	61, 33, 79, 60, 17, 13, 16, 0,
	0, 0, 80, 42, 7, 28, 47, 0,
};

/* always */
RK_WEIGHTS int16_t rk_w_danger_base[1] = {
	69,
};

/* for each pawn on the board */
RK_WEIGHTS int16_t rk_w_complexity_pawns[1] = {
	2,
};

/* for each passed pawn */
RK_WEIGHTS int16_t rk_w_complexity_passed[1] = {
	2,
};

/* pawns on both flanks */
RK_WEIGHTS int16_t rk_w_complexity_both_flanks[1] = {
	30,
};

/* files between the kings, plus White's lead in ranks */
RK_WEIGHTS int16_t rk_w_complexity_outflanking[1] = {
	3,
};

/* a king in the other half of the board */
RK_WEIGHTS int16_t rk_w_complexity_infiltration[1] = {
	3,
};

/* nothing but pawns */
RK_WEIGHTS int16_t rk_w_complexity_pawn_ending[1] = {
	41,
};

/* always */
RK_WEIGHTS int16_t rk_w_complexity_base[1] = {
	-37,
};

#undef S

#endif
