/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Totals of the arena. Roles with equal players share a row. Bounds are 95 %
 * confidence intervals; games are treated as independent, although one round of
 * arrangements begins alike. Elo compares a player's odds for the first place
 * with those of one of the others: winning two of three games against an equal
 * number of others is +120.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/arena.h"

/* Running mean and variance. */
struct mean {
	double sum, squares;
	long count;
};

struct row {
	const char *name;
	int roles;
	struct mean first, rank, points;
	long moves;
	uint64_t time, slowest, nodes;
};

struct arena_table {
	struct row rows[ROLES];
	int count;
	int row_of[ROLES];
	long games, plies;
	long ends[ARENA_ENDS];
	long reasons[RK_REASONS];
};

static void add(struct mean *mean, double value)
{
	mean->sum += value;
	mean->squares += value * value;
	mean->count++;
}

static double average(const struct mean *mean)
{
	return mean->count ? mean->sum / (double)mean->count : 0;
}

static double bound(const struct mean *mean)
{
	double middle = average(mean), spread;

	if (mean->count < 2)
		return 0;
	spread = mean->squares / (double)mean->count - middle * middle;
	return 1.96 *
	       sqrt((spread > 0 ? spread : 0) / (double)(mean->count - 1));
}

void arena_result_print(const struct arena_result *result,
			const struct arena_plan *plan,
			const struct arena_player players[ROLES])
{
	const uint8_t *roles = plan->seats[result->number % plan->arrangements];

	printf("game %ld, %d plies, %s:", result->number, result->plies,
	       result->end == ARENA_STOPPED ? "stopped"
					    : rk_reason_text(result->reason));
	for (int seat = 0; seat < plan->rules->players; seat++) {
		const struct arena_share *share = &result->role[roles[seat]];

		printf("  %s %d points, rank %.1f", players[roles[seat]].name,
		       share->points, share->rank);
	}
	printf("\n");
	fflush(stdout);
}

struct arena_table *arena_table_new(const struct arena_player players[ROLES])
{
	struct arena_table *table = calloc(1, sizeof(*table));

	if (!table)
		exit(2);
	for (int role = 0; role < ROLES; role++) {
		int row = 0;

		while (row < table->count &&
		       strcmp(table->rows[row].name, players[role].name) != 0)
			row++;
		if (row == table->count)
			table->rows[table->count++].name = players[role].name;
		table->rows[row].roles++;
		table->row_of[role] = row;
	}
	return table;
}

static void add_row(struct arena_table *table, int number,
		    const struct arena_result *result)
{
	struct row *row = &table->rows[number];
	double first = 0, rank = 0, points = 0;

	for (int role = 0; role < ROLES; role++) {
		const struct arena_share *share = &result->role[role];

		if (table->row_of[role] != number)
			continue;
		first += share->first;
		rank += share->rank;
		points += share->points;
		row->moves += share->moves;
		row->time += share->time;
		row->nodes += share->nodes;
		if (share->slowest > row->slowest)
			row->slowest = share->slowest;
	}
	add(&row->first, first);
	add(&row->rank, rank / row->roles);
	add(&row->points, points / row->roles);
}

void arena_table_add(struct arena_table *table,
		     const struct arena_result *result)
{
	table->ends[result->end]++;
	if (result->end > ARENA_STOPPED)
		return;
	table->games++;
	table->plies += result->plies;
	if (result->end == ARENA_OVER)
		table->reasons[result->reason]++;
	for (int row = 0; row < table->count; row++)
		add_row(table, row, result);
}

/* The Elo at which `roles` players take this share of first places. */
static double elo(double share, int roles)
{
	int others = ROLES - roles;

	return 400 * log10(share * others / ((1 - share) * roles));
}

static void print_elo(const struct row *row)
{
	double share = average(&row->first), margin = bound(&row->first);
	/* Keeps the odds finite: half a game is uncertain. */
	double least = 0.5 / (double)(row->first.count + 1);
	double low = fmin(fmax(share - margin, least), 1 - least);
	double high = fmin(fmax(share + margin, least), 1 - least);

	share = fmin(fmax(share, least), 1 - least);
	printf("  %+5.0f (%+.0f to %+.0f)", elo(share, row->roles),
	       elo(low, row->roles), elo(high, row->roles));
}

static void print_row(const struct arena_table *table, const struct row *row,
		      bool has_points)
{
	double moves = row->moves ? (double)row->moves : 1;

	printf("%-24s %d  %5.1f %% +/- %-4.1f", row->name, row->roles,
	       100 * average(&row->first), 100 * bound(&row->first));
	if (has_points)
		printf("  %5.1f +/- %-4.1f", average(&row->points),
		       bound(&row->points));
	printf("  %.2f +/- %.2f  %7.2f %8.1f", average(&row->rank),
	       bound(&row->rank), (double)row->time / 1000 / moves,
	       (double)row->slowest / 1000);
	if (row->nodes)
		printf(" %8.0f", (double)row->nodes / moves);
	if (table->count == 2)
		print_elo(row);
	printf("\n");
}

static void print_ends(const struct arena_table *table)
{
	const char *between = "";

	for (int reason = 1; reason < RK_REASONS; reason++) {
		if (!table->reasons[reason])
			continue;
		printf("%s%s %ld", between,
		       rk_reason_text((enum rk_reason)reason),
		       table->reasons[reason]);
		between = ", ";
	}
	printf("\nstopped %ld, illegal %ld, stuck %ld, crashed %ld; "
	       "%.0f plies a game\n",
	       table->ends[ARENA_STOPPED], table->ends[ARENA_ILLEGAL],
	       table->ends[ARENA_STUCK], table->ends[ARENA_CRASHED],
	       table->games ? (double)table->plies / (double)table->games : 0);
}

double arena_table_print(const struct arena_table *table, bool has_points)
{
	printf("%-23s seats  first places  %s%s  ms a move, slowest, nodes%s\n",
	       "player", has_points ? "  points          " : "",
	       "  rank         ", table->count == 2 ? ", Elo" : "");
	for (int row = 0; row < table->count; row++)
		print_row(table, &table->rows[row], has_points);
	print_ends(table);
	fflush(stdout);
	return 100 * average(&table->rows[0].first);
}

bool arena_table_is_sound(const struct arena_table *table)
{
	return !table->ends[ARENA_ILLEGAL] && !table->ends[ARENA_STUCK] &&
	       !table->ends[ARENA_CRASHED];
}
