/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Compresses the names of openings by byte-pair encoding: the most frequent
 * pair of codes becomes a new code, again and again. A new code costs as much
 * as the pair it stands for, so pairs that occur less than three times are
 * kept.
 */
#include "tools/gen_openings_names.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "engine/openings_table.h"

#define MAX_NAMES 4096
#define MAX_LETTERS (1 << 18)
#define MAX_PAIRS (RK_OPENING_CODES - RK_OPENING_FIRST_PAIR)
#define WORTH_IT 3

static char text[MAX_LETTERS];
static size_t text_size;
static size_t name_at[MAX_NAMES]; /* in the text */
static int name_count;

static uint16_t codes[MAX_LETTERS]; /* the encoded text with its terminators */
static size_t code_count;
static uint16_t pairs[MAX_PAIRS][2];
static int pair_count;
static uint8_t packed[2 * (UINT16_MAX + 1)];
static uint32_t met[RK_OPENING_CODES][RK_OPENING_CODES];

int names_add(const char *name)
{
	size_t size = strlen(name) + 1;

	for (int i = 0; i < name_count; i++)
		if (strcmp(text + name_at[i], name) == 0)
			return i;
	if (name_count == MAX_NAMES || text_size + size > MAX_LETTERS)
		return -1;
	memcpy(text + text_size, name, size);
	name_at[name_count] = text_size;
	text_size += size;
	return name_count++;
}

const char *names_text(int number)
{
	return text + name_at[number];
}

/* Finds the most frequent pair of codes; returns its count. */
static uint32_t find_pair(uint16_t pair[2])
{
	uint32_t most = 0;

	for (size_t i = 1; i < code_count; i++) {
		uint16_t one = codes[i - 1], other = codes[i];

		if (one && other && ++met[one][other] > most) {
			most = met[one][other];
			pair[0] = one;
			pair[1] = other;
		}
	}
	for (size_t i = 1; i < code_count; i++)
		met[codes[i - 1]][codes[i]] = 0;
	return most;
}

static void replace_pair(const uint16_t pair[2], uint16_t code)
{
	size_t kept = 0;

	for (size_t i = 0; i < code_count; i++) {
		bool here = i + 1 < code_count && codes[i] == pair[0] &&
			    codes[i + 1] == pair[1];

		codes[kept++] = here ? code : codes[i];
		i += here;
	}
	code_count = kept;
}

bool names_pack(void)
{
	uint16_t pair[2] = {0, 0};

	for (; code_count < text_size; code_count++)
		codes[code_count] = (uint8_t)text[code_count];
	while (pair_count < MAX_PAIRS && find_pair(pair) >= WORTH_IT) {
		replace_pair(pair,
			     (uint16_t)(RK_OPENING_FIRST_PAIR + pair_count));
		memcpy(pairs[pair_count++], pair, sizeof(pair));
	}
	return 2 * (size_t)pair_count + code_count <= UINT16_MAX;
}

unsigned int names_start(int number)
{
	size_t at = 0;

	for (; number > 0; number--)
		while (codes[at++])
			;
	return (unsigned int)(2 * (size_t)pair_count + at);
}

size_t names_bytes(void)
{
	size_t bits =
		(2 * (size_t)pair_count + code_count) * RK_OPENING_CODE_BITS;

	return (bits + 7) / 8;
}

/* A code takes two bytes, see code_at() in engine/openings.c. */
static void put(size_t at, uint16_t code)
{
	size_t bit = at * RK_OPENING_CODE_BITS;

	packed[bit / 8] |= (uint8_t)(code << bit % 8);
	packed[bit / 8 + 1] |= (uint8_t)(code << bit % 8 >> 8);
}

void names_print(void)
{
	size_t at = 0;

	for (int i = 0; i < pair_count; i++) {
		put(at++, pairs[i][0]);
		put(at++, pairs[i][1]);
	}
	for (size_t i = 0; i < code_count; i++)
		put(at++, codes[i]);
	printf("static const uint8_t codes[] = {");
	for (size_t i = 0; i < names_bytes(); i++)
		printf("%s%u,", i % 16 ? " " : "\n\t", packed[i]);
	printf("\n};\n");
}
