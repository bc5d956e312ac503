/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Reads the game that a picture shows. */
#include "ports/desktop/picture.h"

enum host_exit picture_read_game(struct picture_sheet *sheet,
				 const struct picture_task *task)
{
	(void)sheet;
	return host_refuse("%s: games are not drawn yet", task->what);
}
