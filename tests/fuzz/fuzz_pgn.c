/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Any bytes as PGN: all that pgn.h asks of them. */
#include "tests/fuzz/pgn.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	check_pgn((const char *)data, size);
	return 0;
}
