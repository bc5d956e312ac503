/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Prints the tables of core/attacks_table.h as C. Runs on the build machine,
 * once per build, in a fraction of a second. With the argument "pext" the
 * tables are in the order of the PEXT instruction; with "magic" it searches
 * for multipliers first. The search has a fixed seed: the same tables every
 * time.
 *
 * Attacks are found here by walking the rays, the slow and obvious way.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define INDEXES 4096

static const int bishop_steps[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
static const int rook_steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const int knight_steps[8][2] = {
	{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2},
};
static const int king_steps[8][2] = {
	{1, 1}, {1, -1}, {-1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1},
};

static uint64_t table[64 * (512 + INDEXES)];
static uint32_t table_size;

static bool on_board(int file, int rank)
{
	return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

static uint64_t bit(int file, int rank)
{
	return (uint64_t)1 << (rank * 8 + file);
}

/* Without `edges` the last square of each ray is left out. */
static uint64_t walk(const int steps[4][2], int square, uint64_t occupied,
		     bool edges)
{
	uint64_t set = 0;

	for (int i = 0; i < 4; i++) {
		int df = steps[i][0], dr = steps[i][1];
		int file = square % 8 + df, rank = square / 8 + dr;

		for (; on_board(file, rank); file += df, rank += dr) {
			if (!edges && !on_board(file + df, rank + dr))
				break;
			set |= bit(file, rank);
			if (occupied & bit(file, rank))
				break;
		}
	}
	return set;
}

static int count(uint64_t set)
{
	return __builtin_popcountll(set);
}

static uint64_t random_sparse(void)
{
	static uint64_t state = 0x9e3779b97f4a7c15;
	uint64_t number = ~(uint64_t)0;

	for (int i = 0; i < 3; i++) {
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		number &= state;
	}
	return number;
}

/*
 * Lists every set of blockers on a mask with its attacks. Subsets enumerated
 * like this are in the order of PEXT.
 */
static int enumerate(const int steps[4][2], int square, uint64_t mask,
		     uint64_t *blockers, uint64_t *attacks)
{
	uint64_t set = 0;
	int number = 0;

	do {
		blockers[number] = set;
		attacks[number++] = walk(steps, square, set, true);
		set = (set - mask) & mask;
	} while (set);
	return number;
}

/*
 * Fills the table by this multiplier; false if two sets of blockers with
 * different attacks collide.
 */
static bool fill(uint64_t *places, uint64_t magic, int shift, int number,
		 const uint64_t *blockers, const uint64_t *attacks)
{
	memset(places, 0, sizeof(*places) * (size_t)number);
	for (int i = 0; i < number; i++) {
		uint64_t *place = &places[blockers[i] * magic >> shift];

		if (*place && *place != attacks[i])
			return false;
		*place = attacks[i];
	}
	return true;
}

static void print_sliders(const char *name, const int steps[4][2], bool pext)
{
	static uint64_t blockers[INDEXES], attacks[INDEXES];

	printf("const struct rk_slider %s[RK_SQUARES] = {\n", name);
	for (int square = 0; square < 64; square++) {
		uint64_t mask = walk(steps, square, 0, false);
		uint64_t magic = 0;
		int shift = 64 - count(mask);
		int number = enumerate(steps, square, mask, blockers, attacks);

		if (pext)
			memcpy(table + table_size, attacks,
			       sizeof(*attacks) * (size_t)number);
		else
			do
				magic = random_sparse();
			while (!fill(table + table_size, magic, shift, number,
				     blockers, attacks));
		printf("\t{0x%llxu, 0x%llxu, %uu, %du},\n",
		       (unsigned long long)mask, (unsigned long long)magic,
		       table_size, shift);
		table_size += (uint32_t)number;
	}
	printf("};\n\n");
}

static void print_leapers(const char *name, const int steps[8][2])
{
	printf("const rk_bits %s[RK_SQUARES] = {\n", name);
	for (int square = 0; square < 64; square++) {
		uint64_t set = 0;

		for (int i = 0; i < 8; i++) {
			int file = square % 8 + steps[i][0];
			int rank = square / 8 + steps[i][1];

			if (on_board(file, rank))
				set |= bit(file, rank);
		}
		printf("\t0x%llxu,\n", (unsigned long long)set);
	}
	printf("};\n\n");
}

static uint64_t between(const int steps[4][2], int a, int b)
{
	uint64_t set_a = (uint64_t)1 << a, set_b = (uint64_t)1 << b;

	if (!(walk(steps, a, 0, true) & set_b))
		return 0;
	return walk(steps, a, set_b, true) & walk(steps, b, set_a, true);
}

static void print_between(void)
{
	printf("const rk_bits rk_between_table[RK_SQUARES][RK_SQUARES] = {\n");
	for (int a = 0; a < 64; a++) {
		printf("\t{");
		for (int b = 0; b < 64; b++)
			printf("0x%llxu,",
			       (unsigned long long)(between(rook_steps, a, b) |
						    between(bishop_steps, a,
							    b)));
		printf("},\n");
	}
	printf("};\n");
}

int main(int argc, char **argv)
{
	bool pext = argc == 2 && strcmp(argv[1], "pext") == 0;

	if (!pext && !(argc == 2 && strcmp(argv[1], "magic") == 0)) {
		fprintf(stderr, "usage: gen_sliders pext|magic\n");
		return 2;
	}
	print_leapers("rk_knight_table", knight_steps);
	print_leapers("rk_king_table", king_steps);
	print_sliders("rk_bishop_table", bishop_steps, pext);
	print_sliders("rk_rook_table", rook_steps, pext);
	printf("const rk_bits rk_slider_attacks[] = {\n");
	for (uint32_t i = 0; i < table_size; i++)
		printf("0x%llxu,%s", (unsigned long long)table[i],
		       i % 8 == 7 ? "\n" : "");
	printf("};\n\n");
	print_between();
	return fflush(stdout) == EOF;
}
