/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as the moves of a game of four players, by the rules and from the
 * start that the first byte chooses: all that pgn.h asks of them. Other tags
 * may follow in the bytes.
 */
#include "tests/fuzz/pgn.h"

/* Three kings about to be in danger, one that walks, a pawn about to promote. */
#define WALK \
	"R-0,1,0,0-0,0,0,0-0,0,0,0-3,0,7,0-0-4,yK,9/9,yP,4/7,rP,6/13,gK/" \
	"bK,13/3,dbP,10/14/7,rP,6/14/1,rR,10,gP,1/7,rR,6/14/14/4,rK,9"

static const char *const heads[] = {
	"[Variant \"FFA\"]\n",
	"[Variant \"FFA\"]\n[RuleVariants \"DeadKingWalking\"]\n"
	"[StartFen4 \"4PCo\"]\n",
	"[Variant \"FFA\"]\n[RuleVariants \"EnPassant\"]\n",
	"[Variant \"FFA\"]\n[RuleVariants \"Play4Mate\"]\n",
	"[Variant \"Teams\"]\n[TimeControl \"1+15D\"]\n",
	"[StartFen4 \"" WALK "\"]\n",
	"[Variant \"Teams\"]\n[StartFen4 \"4PCrg\"]\n",
	"",
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char text[SIZE];
	const char *head = heads[size ? data[0] % 8 : 0];
	size_t length = strlen(head);

	if (!size || size > SIZE / 2)
		return 0;
	memcpy(text, head, length);
	memcpy(text + length, data + 1, size - 1);
	check_pgn(text, length + size - 1);
	return 0;
}
