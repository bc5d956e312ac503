/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The positions of `rookery bench --four`, from games of the engine under all
 * four-player rules. Each begins with the name of its rules. Two builds that
 * search the same number of nodes search the same tree.
 */
#include "engine/search.h"

const char *const rk4_bench_positions[] = {
	"ffa Y-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('','',"
	"'g12:g11','')}-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,1,yP,yP,1,"
	"yP,3/9,yP,4/bR,bP,4,yP,5,gP,gR/2,bP,9,gP,gN/bB,bP,bN,9,gP,gB/"
	"bQ,bP,10,gP,gK/bK,1,bP,9,gP,gQ/bB,bP,9,gP,1,gB/bN,bP,8,gP,2,gN/"
	"bR,bP,10,gP,gR/4,rP,2,rP,rQ,5/3,rP,1,rP,rP,1,rP,rP,rP,3/"
	"3,rR,rN,rB,1,rK,rB,rN,rR,3",
	"ffa B-0,0,0,0-1,1,1,1-1,0,1,1-0,0,3,5-1-3,yR,1,yB,yK,3,yR,3/"
	"3,yP,3,yP,yP,1,yP,3/3,yN,yP,3,yN,yP,4/1,bP,bB,2,yP,yP,4,gP,gP,"
	"gR/bR,1,bP,5,yQ,5/1,bP,bN,9,gP,gB/1,bP,bB,1,bQ,6,gP,1,gK/"
	"bK,1,bP,6,gQ,2,gP,1/1,bP,bN,2,rQ,3,rN,1,gP,1,gB/1,bP,7,gP,3,gN/"
	"bR,bP,3,rB,4,gP,2,gR/3,rP,rP,rN,1,rP,6/5,rP,rP,1,rP,rP,rP,3/"
	"3,rR,1,rB,1,rK,2,rR,3",
	"ffa R-0,0,0,0-1,0,1,0-1,0,1,0-2,2,6,6-1-3,yR,2,yK,3,yR,3/"
	"3,yP,3,yP,yP,1,yP,3/3,yN,yP,9/1,bP,bB,2,yP,yP,yN,3,gP,gP,1/"
	"bR,1,bP,10,gK/1,bP,bN,9,gP,gR/1,bP,bB,1,bQ,6,gP,2/"
	"bK,1,bP,6,gQ,2,gP,1/1,bP,bN,2,rQ,gB,2,yB,1,gP,yQ,gB/"
	"bR,6,gP,5,gN/2,bP,2,rB,7,gR/5,rN,1,rP,1,rP,rP,3/5,rP,rP,1,rP,5/"
	"3,rR,1,rB,1,rK,2,rR,3",
	"ffa G-0,1,0,0-0,0,1,0-1,0,0,0-17,7,33,15-1-3,yR,2,yK,2,yR,4/"
	"3,yP,3,yP,2,yP,3/4,yP,3,yP,5/1,dbP,3,yP,yP,yN,1,yN,1,gP,gP,gK/"
	"dbR,1,dbP,dbB,9,gR/1,dbP,dbN,6,gB,rB,3/1,dbP,3,dbQ,4,gP,3/"
	"dbK,1,dbP,6,gQ,2,gP,1/dbB,3,rQ,6,gP,2/7,gP,5,gN/13,gR/"
	"5,rN,1,rP,1,rP,rP,3/6,rP,1,rP,5/3,rR,3,rK,1,rR,4",
	"ffa G-0,1,0,0-0,0,0,0-0,0,0,0-32,7,39,23-0-8,yR,5/"
	"3,yP,1,yK,4,yP,3/4,yP,3,yP,5/1,dbP,3,yP,3,yN,1,gP,gP,1/"
	"dbR,1,dbP,4,yP,5,gK/1,dbP,dbN,11/1,dbP,3,rB,3,gP,4/"
	"dbK,2,gB,8,gP,1/dbB,10,gP,2/7,rQ,6/7,rP,2,rP,gN,2/6,rP,2,rP,4/"
	"8,rP,5/3,gR,2,rN,rK,1,rR,4",
	"teams Y-0,0,0,0-1,1,1,1-0,1,1,1-0,0,0,0-0-{'enPassant':('','',"
	"'','l9:k9')}-3,yR,yN,yB,yK,1,yB,yN,yR,3/3,yP,yP,yP,1,yP,yP,yP,"
	"yP,3/6,yP,7/bR,bP,2,yQ,7,gP,gR/bN,bP,10,gP,gN/bB,bP,8,gP,2,gB/"
	"bK,bP,10,gP,gQ/bQ,bP,10,gP,gK/bB,bP,9,gN,gP,gB/1,bP,10,gP,1/"
	"bR,1,bP,9,gP,gR/3,rN,3,rP,6/3,rR,rP,rP,rP,1,rP,rP,rP,3/"
	"5,rB,rQ,rK,rB,rN,rR,3",
	"teams B-0,0,0,0-1,0,1,1-0,0,1,1-0,0,0,0-0-{'enPassant':('','',"
	"'','l5:k5')}-3,yR,2,yK,1,yB,1,yR,3/3,yP,yP,yP,1,yP,yP,yP,yP,3/"
	"3,yN,2,yP,1,yN,5/bR,bP,10,gP,gR/bK,bP,8,gP,1,gB,gN/"
	"1,bP,bN,7,gP,3/2,bP,9,gP,1/1,bP,10,gP,gK/bB,1,bP,9,gP,gB/"
	"1,bP,bQ,7,gP,3/bR,1,bP,2,rQ,6,gP,gR/7,rP,rN,1,rP,3/"
	"3,rR,rP,rP,rP,1,rP,rP,4/4,rN,rB,1,rK,2,rR,3",
	"teams R-0,0,0,0-1,0,1,1-0,0,1,0-0,0,0,0-4-3,yR,2,yK,1,yB,1,yR,3/"
	"3,yP,yP,yP,2,yP,yP,yP,3/6,yP,7/bR,bP,3,yN,1,yP,2,gP,3/"
	"bK,bP,8,gP,3/1,bP,bN,3,yN,6,gR/2,bP,8,gP,gN,1/2,bP,6,bQ,2,gP,gK/"
	"3,bP,3,rQ,4,gP,1/1,bB,1,bP,6,gP,1,gB,1/bR,2,bP,8,gP,gR/"
	"4,rP,rN,1,rP,rN,1,rP,3/3,rR,1,rP,rP,1,rP,rP,4/7,rK,2,rR,3",
	"teams G-0,0,0,0-1,0,0,1-0,0,0,0-0,0,0,0-1-3,yR,3,yK,gN,5/"
	"3,yP,gB,yP,4,yP,3/6,yP,1,bQ,5/bR,bP,5,yP,2,gP,3/bK,bP,8,gP,3/"
	"1,bP,bN,4,rQ,6/2,bP,8,gP,2/2,bP,4,yN,4,gP,gK/2,bB,bP,8,gP,1/"
	"5,rR,1,rN,2,gP,3/bR,11,gP,gR/4,rP,rN,1,rP,2,rP,3/6,rP,1,rP,5/"
	"7,rK,2,rR,3",
	"ffa Y-0,0,0,0-0,1,1,1-0,1,1,1-0,0,0,0-1-{'enPassant':('g3:g4',"
	"'','h12:h11','')}-3,yR,yN,yB,yQ,yK,yB,1,yR,3/3,yP,yP,yP,yP,1,yP,"
	"yP,yP,3/10,yN,3/bR,bP,5,yP,2,gQ,1,gP,gR/1,bP,10,gP,gN/"
	"1,bP,bN,7,gP,2,gB/bQ,2,bP,8,gP,1/bK,bP,10,gP,gK/bB,bP,10,gP,gB/"
	"bN,bP,10,gP,gN/bR,bP,3,bB,rP,1,rP,3,gP,gR/14/3,rP,rP,rP,1,rP,rK,"
	"rP,rP,3/3,rR,rN,rB,rQ,1,rB,rN,rR,3",
	"ffa Y-0,0,0,1-0,1,1,0-0,1,1,0-1,2,25,0-1-3,yR,1,yB,1,yK,2,yR,3/"
	"3,yP,1,yP,yP,yB,yP,yP,yP,3/5,yN,4,yN,3/bR,bP,2,yP,2,yP,4,dgP,"
	"dgR/13,dgN/1,bP,6,yQ,5/bQ,2,bP,4,bN,3,dgP,1/bK,bP,10,dgP,dgK/"
	"bB,bP,bN,3,rQ,2,bB,2,dgP,dgB/1,bP,10,dgP,dgN/bR,bP,3,rB,rP,1,rP,"
	"3,dgP,dgR/7,rP,6/3,rP,rP,rP,rB,1,rK,rP,rP,3/3,rR,rN,4,rN,rR,3",
	"ffa Y-0,1,0,1-0,0,1,0-0,0,0,0-25,2,34,0-0-{'enPassant':('k3:k4',"
	"'','','')}-4,yR,2,yK,2,yR,3/3,yP,1,yP,2,yP,yP,yP,3/"
	"5,yN,yP,3,yN,3/dbR,dbP,2,yP,yB,1,yP,4,dgP,dgR/7,yQ,5,dgN/"
	"1,dbP,12/dbQ,2,dbP,8,dgP,1/dbK,11,yB,dgK/dbB,dbP,dbN,6,dbB,2,"
	"dgP,dgB/3,dbP,2,rB,rN,4,dgP,dgN/dbR,1,rP,1,rB,1,rP,1,rP,1,rP,1,"
	"dgP,dgR/5,rN,1,rP,6/4,rP,rP,2,rK,rP,4/3,rR,6,rR,3",
	"ffa R-0,1,0,1-0,0,1,0-0,0,0,0-28,2,35,0-1-4,yR,2,yK,2,yR,3/"
	"5,yP,2,yP,yP,yP,3/5,yN,yP,7/dbR,dbP,1,yP,yP,7,dgP,dgR/"
	"7,yP,5,dgN/1,dbP,2,yQ,9/dbQ,2,dbP,6,rR,1,dgP,1/dbK,11,yB,dgK/"
	"yB,dbP,rP,6,dbB,2,dgP,dgB/5,rB,1,rN,4,dgP,dgN/dbR,3,rP,1,rP,rB,"
	"rP,3,dgP,dgR/5,rN,1,rP,6/5,rP,2,rK,rP,4/4,rR,9",
	"ffa Y-0,1,0,1-0,0,0,0-0,0,0,0-48,2,41,0-3-8,yK,1,yR,3/"
	"5,yP,2,yP,yP,4/6,yP,3,yP,3/dbR,dbP,1,yP,1,yR,6,dgP,dgR/13,dgN/"
	"1,dbP,5,yN,6/dbQ,2,dbP,8,dgP,1/dbK,3,yD,8,dgK/1,dbP,7,dbB,2,dgP,"
	"dgB/4,rN,2,rN,3,rR,dgP,rB/dbR,3,rP,rB,rP,1,rP,4,dgR/7,rP,6/"
	"5,rP,2,rK,rP,4/14",
	"teams Y-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('',"
	"'c4:d4','','l5:k5')}-3,yR,yN,1,yQ,yK,yB,yN,yR,3/3,yP,1,yP,yP,yP,"
	"yP,yP,yP,3/4,yP,9/bR,2,bP,8,gP,gR/bN,yB,10,gP,gN/bB,bP,8,gP,2,"
	"gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,1,bP,9,gP,gB/bN,bP,8,gP,2,"
	"gN/bR,2,bP,6,rP,1,gP,gR/5,rP,rP,7/3,rP,rP,2,rP,rP,rP,4/"
	"3,rR,rN,rB,rQ,rK,rB,rN,rR,3",
	"teams B-0,0,0,0-1,1,1,0-1,0,0,0-0,0,0,0-0-3,bB,yN,2,yK,yB,yN,yR,"
	"3/3,yP,2,yP,1,yP,yP,yP,3/5,yP,8/3,yP,3,yP,2,yQ,1,gP,gR/"
	"rB,11,gP,gN/1,bP,8,gP,2,gB/bQ,bP,7,gB,1,gP,2/bK,bP,10,gP,gK/"
	"2,bP,8,gN,gP,1/bN,1,bP,7,gP,2,gQ/bR,2,bP,rP,2,rP,2,rP,1,gP,gR/"
	"5,rP,rP,7/3,rP,2,rN,1,rP,rP,4/3,rR,1,rQ,1,rK,rB,rN,rR,3",
	"last Y-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-2-3,yR,yN,yB,yK,yQ,yB,yN,"
	"yR,3/3,yP,yP,yP,1,yP,1,yP,yP,3/6,yP,1,yP,5/bR,bP,bN,9,gP,gR/"
	"1,bP,10,gP,gN/bB,bP,10,gP,gB/bK,bP,9,gP,1,gK/bQ,1,bP,9,gP,gQ/"
	"bB,bP,bN,7,gP,2,gB/1,bP,10,gP,gN/bR,bP,3,rN,6,gP,gR/4,rP,9/"
	"3,rP,1,rP,rP,rP,rP,rP,rP,3/3,rR,1,rB,rK,rQ,rB,rN,rR,3",
	"last B-0,0,0,0-1,1,0,1-1,1,0,1-0,0,0,0-1-{'enPassant':('','',"
	"'k12:k11','l4:k4')}-4,yK,yR,2,yB,yN,yR,3/3,yP,yP,yP,1,yP,6/"
	"5,yN,yP,1,yP,5/bR,bP,6,yB,yP,yP,gN,gP,gR/3,bP,4,yQ,3,gP,1/"
	"bB,1,bP,bN,6,gP,2,gB/bK,3,bP,2,gQ,3,gP,1,gK/bQ,2,bP,8,gP,1/"
	"bB,bP,bN,3,rQ,1,rB,1,gP,gN,1,gB/1,bP,10,gP,1/bR,bP,8,gP,2,gR/"
	"4,rP,2,rN,rP,1,rN,3/3,rP,1,rP,rP,rP,1,rP,rP,3/3,rR,2,rK,1,rB,1,"
	"rR,3",
	"last R-0,0,0,0-1,1,0,0-1,1,0,1-0,0,0,0-3-4,yK,yR,2,yB,yN,yR,3/"
	"4,yP,yP,8/3,yP,1,yN,2,yP,yB,4/bR,bP,1,bB,2,yP,yP,1,yP,2,gP,rB/"
	"3,bP,4,yQ,gN,yP,gP,2/bB,1,bP,7,gP,3/bK,bN,2,bP,4,gQ,1,gP,1,gK/"
	"2,bQ,bP,8,gP,1/1,bP,bN,2,rQ,3,gP,gB,gN,2/1,bP,8,gP,1,gB,1/"
	"bR,bP,3,rN,2,rP,1,gP,2,gR/4,rP,5,rN,3/3,rP,1,rP,rP,rP,1,rP,rP,3/"
	"3,rR,2,rK,1,rB,1,rR,3",
	"last G-0,0,0,0-0,1,0,0-1,1,0,1-0,0,0,0-2-4,yK,4,yN,yR,3/"
	"4,yP,yP,8/3,yP,1,yN,yR,1,yP,5/bR,bP,5,yP,yB,yP,gP,3/"
	"1,bB,1,bP,2,yP,2,gN,yP,gP,2/3,bP,bQ,5,gP,3/bK,bN,2,bP,2,gQ,3,gP,"
	"1,gK/3,bP,8,gP,1/1,bP,bN,5,yB,1,gB,gN,rB,1/1,bP,3,rQ,2,gP,1,gP,"
	"3/bR,bP,bB,2,rN,5,gB,1,gR/4,rP,5,rN,3/3,rP,1,rP,rP,rP,1,rP,rP,3/"
	"4,rR,1,rK,1,rB,1,rR,3",
	"last Y-0,0,0,0-0,0,0,0-1,0,0,0-0,0,0,0-0-4,yK,1,yN,3,yR,3/"
	"4,yP,yP,8/3,yP,2,yR,1,yP,5/1,bP,5,yP,1,yP,gP,3/bR,2,yN,2,yP,2,"
	"gN,yP,gP,2/3,bP,6,gP,3/1,bN,1,bB,1,yB,gQ,4,gP,1,gK/"
	"bK,2,bP,4,rQ,gN,1,rB,gP,1/1,bP,1,rP,4,gB,gR,4/1,bP,3,bN,2,gP,1,"
	"gP,rN,gB,1/bR,1,bP,1,bQ,rN,8/4,rP,9/5,rP,rP,rP,1,rP,rP,3/"
	"4,rR,1,rK,1,rB,1,rR,3",
	NULL,
};

static size_t length_until(const char *text, char last)
{
	size_t length = 0;

	while (text[length] && text[length] != last)
		length++;
	return length;
}

/* The rules stand before the position; without a name they are the standard. */
static uint64_t search(const char *position, int depth,
		       struct rk_engine *engine, struct rk_task *task,
		       const struct rk_platform *platform)
{
	size_t name = length_until(position, ' ');
	const char *fen = position + name + 1;
	struct rk_answer answer;
	struct rk_error error;

	memset(task, 0, sizeof(*task));
	task->depth = depth;
	task->rules = rk_rules_find(position, name);
	if (!task->rules) {
		task->rules = &rk_rules_standard;
		fen = position;
	}
	if (!task->rules->read(&task->pos, fen, length_until(fen, 0), &error))
		return 0;
	rk_engine_forget(engine);
	rk_tt_clear(engine->tt, 0, 1);
	rk_engine_think(engine, task, platform, NULL, &answer);
	return answer.nodes;
}

uint64_t rk_bench_run_full(const char *const *positions, int depth,
			   struct rk_engine *engine, struct rk_task *task,
			   rk_bench_done *done, void *self)
{
	const struct rk_platform platform = {0};
	uint64_t sum = 0;

	for (; *positions; positions++) {
		uint64_t nodes =
			search(*positions, depth, engine, task, &platform);

		sum += nodes;
		if (done && !done(self, *positions, nodes))
			break;
	}
	return sum;
}
