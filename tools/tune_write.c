/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Reads the compiled weights, and writes engine/weights.h. */
#include <stdio.h>

#include "engine/weights.h"
#include "ports/host/output.h"
#include "tools/tune.h"

struct row {
	const char *name;
	int count;
	const char *meaning;
	const void *values;
};

#define ROW(name, count, meaning) {#name, count, meaning, rk_w_##name},

static const struct row terms[] = {RK_TERMS(ROW){0}};
static const struct row dangers[] = {RK_DANGERS(ROW){0}};
static const struct row complexities[] = {RK_COMPLEXITIES(ROW){0}};

static float *plain_now(float *to, const struct row *row)
{
	for (; row->name; row++)
		for (int i = 0; i < row->count; i++)
			*to++ = ((const int16_t *)row->values)[i];
	return to;
}

void weights_now(float weights[WEIGHTS])
{
	int place = 0;

	for (const struct row *row = terms; row->name; row++)
		for (int i = 0; i < row->count; i++, place++) {
			rk_pair pair = ((const rk_pair *)row->values)[i];

			weights[MIDDLE + place] = (float)rk_pair_middle(pair);
			weights[END + place] = (float)rk_pair_end(pair);
		}
	plain_now(plain_now(weights + DANGER, dangers), complexities);
}

static int rounded(float number)
{
	return (int)(number < 0 ? number - 0.5f : number + 0.5f);
}

static void begin_row(FILE *file, const char *type, const struct row *row)
{
	if (*row->meaning)
		fprintf(file, "/* %s */\n", row->meaning);
	fprintf(file, "RK_WEIGHTS %s rk_w_%s[%d] = {", type, row->name,
		row->count);
}

static void write_terms(FILE *file, const float weights[WEIGHTS])
{
	int place = 0;

	for (const struct row *row = terms; row->name; row++) {
		begin_row(file, "rk_pair", row);
		for (int i = 0; i < row->count; i++, place++)
			fprintf(file, "%sS(%d, %d),", i % 4 ? " " : "\n\t",
				rounded(weights[MIDDLE + place]),
				rounded(weights[END + place]));
		fprintf(file, "\n};\n\n");
	}
}

static void write_plain(FILE *file, const struct row *row, const float *weights)
{
	for (; row->name; row++) {
		begin_row(file, "int16_t", row);
		for (int i = 0; i < row->count; i++)
			fprintf(file, "%s%d,", i % 8 ? " " : "\n\t",
				rounded(*weights++));
		fprintf(file, "\n};\n\n");
	}
}

bool weights_write(const char *name, const float *weights)
{
	struct host_output output;
	FILE *file;

	if (!host_output_open(&output, name))
		return false;
	file = output.file;
	fprintf(file,
		"/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT "
		"*/\n/*\n * The value of every term in terms.h. Written by "
		"tools/tune.c; do not edit.\n * docs/evaluation.md says how "
		"to run it.\n */\n#ifndef RK_ENGINE_WEIGHTS_H\n"
		"#define RK_ENGINE_WEIGHTS_H\n\n#include \"engine/terms.h\"\n\n"
		"#define S RK_PAIR\n\n/* clang-format off */\n");
	write_terms(file, weights);
	write_plain(file, dangers, weights + DANGER);
	write_plain(file, complexities, weights + COMPLEXITY);
	fprintf(file, "#undef S\n\n#endif\n");
	return host_output_close(&output, true);
}
