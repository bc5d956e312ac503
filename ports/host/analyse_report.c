/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* rookery analyse: how accurately a player has played, in a line. */
#include "ports/host/analyse.h"

static void put_count(struct host_text *text, uint32_t count, const char *one,
		      const char *many)
{
	host_text_format(text, ", %u %s", count, count == 1 ? one : many);
}

void host_report_accuracy(struct host_text *text, const char *name,
			  const struct rk_accuracy *total)
{
	uint32_t accuracy = rk_accuracy_percent(total);
	uint32_t loss = rk_accuracy_loss(total);

	if (!total->moves)
		return;
	host_text_format(text,
			 "  %s: accuracy %u.%u %%, %u.%02u pawns lost a "
			 "move",
			 name, accuracy / 10, accuracy % 10, loss / 100,
			 loss % 100);
	put_count(text, total->count[RK_VERDICT_INACCURACY], "inaccuracy",
		  "inaccuracies");
	put_count(text, total->count[RK_VERDICT_MISTAKE], "mistake",
		  "mistakes");
	put_count(text, total->count[RK_VERDICT_BLUNDER], "blunder",
		  "blunders");
	host_text_put(text, "\n");
}
