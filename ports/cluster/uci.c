/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The command `uci`: makes the ranks ready; search.h has the design. */
#include "ports/cluster/search.h"

enum host_exit cluster_uci(int count, char **words)
{
	static struct search_entries entries;
	struct cluster_options options;
	enum host_exit status = HOST_OK;
	struct host_pool *pool = NULL;

	if (!transport_rank()) {
		count = cluster_take_options(&options, count, words);
		if (count > 0)
			host_refuse("uci has no argument \"%s\"", words[0]);
		status = count ? HOST_USAGE : HOST_OK;
	}
	transport_share(&status, sizeof(status));
	if (status != HOST_OK)
		return status;
	transport_share(&options, sizeof(options));
	transport_endure();
	pool = host_pool_new();
	if (!pool || !search_entries_open(&entries, pool, 0))
		status = HOST_FAILED;
	status = cluster_agree(status);
	if (status == HOST_OK)
		status = transport_rank() ? search_follow(&entries, &options)
					  : search_lead(&entries, &options);
	host_pool_free(pool);
	return status;
}
