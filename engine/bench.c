/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Bench: positions from all phases of games, and some endings. Two builds that
 * search them with the same number of nodes play the same chess; it is the
 * checksum of everything in the search and the evaluation.
 */
#include "rookery/engine.h"

const char *const rk_bench_positions[] = {
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"8/8/1p1k4/p1p2p2/P1P1pP2/1P2K3/8/8 w - - 0 1",
	"r1bqkb1r/pp2pppp/2n2n2/2pp4/8/3P1NP1/PPPNPPBP/R1BQK2R b KQkq - 5 5",
	"r1bqk2r/pp3pbp/2n3p1/2pnp3/8/3P1NPP/PP1NPPB1/1RBQK2R b Kkq - 1 9",
	"r1b1k2r/p1q1npb1/1pn3pp/2p1p3/Q3N3/3P2PP/PP1NPPB1/1RB1K2R w Kkq - 4 13",
	"r4rk1/p1qbnpb1/1p4pp/2P1p3/3nN3/P2P2PP/3NPPB1/1RBQK2R b K - 2 16",
	"r4rk1/2qbn1b1/1p2n1pp/4p3/4p3/PQ1PP1PP/3N1PB1/1RB1K2R w K - 0 20",
	"1rr5/2qbn1bk/1p2n1pp/4p3/4N2P/PQ1PP1P1/1B3PB1/1R3RK1 b - - 2 23",
	"1rrq4/3b2bk/1p4pp/3P1n2/3nN2P/PQ4P1/1B3PB1/1R3RK1 w - - 1 27",
	"1r1qb3/6bk/1p4pp/3P4/3nN1Pn/P7/1R3PB1/3QR1K1 w - - 0 31",
	"r2q4/6bk/1p4pp/3P4/Q2nN1P1/P7/1R3P2/4K2B w - - 1 35",
	"5r2/1R4bk/6pp/3P4/4N1q1/P4n2/3Q1PB1/4K3 w - - 2 40",
	"8/7k/6pp/3Pbq2/P3N3/3Q4/5P2/4K3 w - - 3 46",
	"rnbqk1nr/pp1p1ppp/4pb2/2p5/8/1P4P1/PBPPPPBP/RNQ1K1NR b KQkq - 1 5",
	"r1bqk1nr/pp3pp1/2n2b1p/2ppp3/1P6/P2P2P1/1BPNPPBP/R1Q1K1NR b KQkq - 0 9",
	"r1bqk2r/pp2npp1/5b1p/1P2p3/2pn4/3P2P1/1B1NPPBP/R1Q1K1NR w KQkq - 0 13",
	"r2q1rk1/pB2npp1/5b1p/1P3b2/2Pp4/R5P1/3NPP1P/2Q1K1NR b K - 0 16",
	"q4rk1/p3npp1/5b2/1P5p/2P3b1/R2pPNP1/3N1P1P/2Q1K2R w K - 2 20",
	"q1b2rk1/p3npp1/5b2/1P6/2P5/3RPNPP/3N4/3QK2R b K - 0 23",
	"q4rk1/pb3pp1/5b2/1P3n2/Q1P5/R3PNPP/3N1K2/7R w - - 7 27",
	"q2r2k1/p4pp1/5b2/1PP2n2/Q7/2R1PNPP/5K2/6R1 w - - 3 31",
	"3r2k1/5pp1/1Q3b2/2P2n2/2q5/R3PNPP/5K2/4R3 w - - 2 35",
	"6k1/5p2/6p1/2P2n2/8/3rPNPP/5K2/R7 w - - 1 40",
	"6k1/5p2/6p1/R1P5/2K1P3/6PP/8/1r6 w - - 8 46",
	"rnbqk2r/pp1pbppp/4pn2/2p5/2P1P3/3P1N2/PP2BPPP/RNBQK2R b KQkq - 0 5",
	"r1bqk2r/pp2bpp1/2n2n1p/2pP4/8/3P1N2/PP2BPPP/RNBQR1K1 b kq - 0 9",
	"3rk2r/pp2bpp1/2n4p/2P2b2/1n6/5N2/PP2BPPP/RNB1R1K1 w k - 0 13",
	"3Rk2r/pp3pp1/2n1b2p/2P5/1n6/N3BN2/Pb2BPPP/R5K1 b k - 0 16",
	"7r/pp2kpp1/2n1b2p/1BP5/1n3B2/b4N2/P4PPP/5RK1 w - - 2 20",
	"r7/pp3pp1/2nB1k1p/1BPb4/1n5P/b4N2/P4PP1/1R4K1 b - - 0 23",
	"r7/1pB2pp1/2n3kp/p1P5/1n5P/5N2/bb3PP1/4RBK1 w - - 0 27",
	"r7/1p3ppk/4b2p/p1P4P/1n6/5P2/1b3P2/3R1BK1 w - - 1 31",
	"r6k/1p3pp1/7p/p1Pb3P/1n1b4/4RP1B/5P2/6K1 w - - 9 35",
	"3r3k/1p3pp1/2n4p/7P/p3P3/4K2B/8/8 w - - 0 40",
	"7k/1p4p1/5p1p/4n2P/4P3/p6r/2B1K3/8 w - - 6 46",
	"rnbqkb1r/1pp2ppp/4pn2/p2p4/3P4/5NP1/PPP1PPBP/RNBQ1RK1 b kq - 1 5",
	"r1bq1rk1/1p2bppp/2n1pn2/p1Pp2B1/P1P5/5NP1/1P2PPBP/RN1Q1RK1 b - - 2 9",
	"r1b2rk1/1p2bppp/2n1p3/p1P5/P1P3n1/4BNP1/1P3PBP/RN1R2K1 w - - 1 13",
	"r1b2rk1/1p3pp1/2nBpn1p/p1b5/P1P5/N4NP1/1P3PBP/R2R2K1 b - - 1 16",
	"r1b2k2/1p4p1/2n1p2p/p4p2/PbP1n3/N4NP1/1P3PBP/3R1RK1 w - - 2 20",
	"r7/1p1bk1p1/2n1p2p/p1n2p2/PbP5/NP4P1/2N2PBP/1R3RK1 b - - 2 23",
	"r7/1p2k1p1/4p2p/pNn2p2/PNP5/1P4P1/5P1P/1b3RK1 w - - 0 27",
	"N7/1p4p1/3k3p/p1n2p2/P1Pp4/1P1b2P1/5P1P/4R1K1 w - - 0 31",
	"8/8/1k5p/p1n2pp1/P1Pp3P/1P1b1PP1/8/3R2K1 w - - 0 35",
	"8/8/3k4/p1n3p1/P1Pp1pP1/1P1b1P2/6K1/3R4 w - - 6 40",
	"8/2k5/8/p1n3p1/P1Pp1pP1/1P1b1P2/3R4/3K4 w - - 18 46",
	"rnbqkb1r/pp3ppp/2p1pn2/3p4/3PP3/2N2N2/PPP1QPPP/R1B1KB1R b KQkq - 3 5",
	"rnbqk2r/pp4pp/4p3/3p1p2/1b1PN3/4Q3/PPPN1PPP/R1B1KB1R b KQkq - 0 9",
	"r1bq1rk1/pp4pp/2nbp3/5p2/P2Pp3/2P5/1P1NQPPP/R1B1KB1R w KQ - 3 13",
	"1rb1qrk1/ppb3pp/2n1p3/5p2/P1NPp3/2P3P1/1P2QPBP/R1B2RK1 b - - 6 16",
	NULL,
};

static size_t length_of(const char *text)
{
	size_t length = 0;

	while (text[length])
		length++;
	return length;
}

/*
 * Engine and table have fixed sizes. If the table got what the engine leaves,
 * it would be larger where pointers are smaller, and the count would differ.
 */
uint64_t rk_bench_search(const char *fen, int depth, void *memory,
			 const struct rk_platform *platform)
{
	struct rk_task *task =
		(struct rk_task *)((char *)memory + RK_ENGINE_SMALL +
				   RK_BENCH_TABLE);
	struct rk_tt table;
	struct rk_engine *engine;
	struct rk_answer answer;
	struct rk_error error;

	memset(task, 0, sizeof(*task));
	task->rules = &rk_rules_standard;
	task->depth = depth;
	if (!rk_fen_read(&task->pos.two, fen, length_of(fen), &error))
		return 0;
	rk_tt_init(&table, (char *)memory + RK_ENGINE_SMALL, RK_BENCH_TABLE);
	engine = rk_engine_new(memory, RK_ENGINE_SMALL, RK_PROFILE_SMALL,
			       &table);
	if (!engine)
		return 0;
	rk_engine_think(engine, task, platform, NULL, &answer);
	return answer.nodes;
}

uint64_t rk_bench_run(int depth, void *memory,
		      const struct rk_platform *platform, rk_bench_done *done,
		      void *self)
{
	uint64_t sum = 0;

	for (const char *const *fen = rk_bench_positions; *fen; fen++) {
		uint64_t nodes = rk_bench_search(*fen,
						 depth ? depth : RK_BENCH_DEPTH,
						 memory, platform);

		sum += nodes;
		if (done && !done(self, *fen, nodes))
			break;
	}
	return sum;
}
