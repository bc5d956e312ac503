/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery device: the /dev/chess protocol on standard input and output. Every
 * line with its newline is one write(), and every answer is flushed at once; a
 * last line without a newline is a write too. The end of the input ends the
 * program.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/host.h"
#include "ports/host/levels.h"
#include "rookery/device.h"

struct board {
	struct rk_device device;
	struct rk_platform platform;
	struct rk_levels_scratch scratch;
	struct host_levels levels;
	struct rk_event log[RK_DEVICE_LOG];
	char line[RK_DEVICE_LINE_SIZE];
};

/*
 * Reads a line. If it is too long for any command, only the first bytes and the
 * last one are kept. Returns its length; 0 at the end.
 */
static size_t read_line(char line[RK_DEVICE_LINE_SIZE])
{
	size_t length = 0, last = RK_DEVICE_LINE_SIZE - 1;
	int byte;

	while ((byte = getchar()) != EOF) {
		line[length < last ? length : last] = (char)byte;
		length++;
		if (byte == '\n')
			break;
	}
	return length;
}

static void print(void *self, const char *text, size_t length)
{
	(void)self;
	fwrite(text, 1, length, stdout);
}

static enum host_exit serve(struct board *board)
{
	const struct rk_out out = {print, NULL};
	size_t length;

	while ((length = read_line(board->line))) {
		rk_device_command(&board->device, board->line, length, &out);
		if (fflush(stdout))
			return HOST_FAILED;
	}
	return HOST_OK;
}

static enum host_exit set_level(struct rk_device *device, const char *word)
{
	char *end;
	long level = strtol(word, &end, 10);

	if (*word < '0' || *end || level > device->player->levels ||
	    !rk_device_set_level(device, (unsigned int)level))
		return host_refuse("--level needs a number from 1 to %d",
				   device->player->levels);
	return HOST_OK;
}

static enum host_exit set_options(struct rk_device *device, int count,
				  char **words)
{
	for (; count; count--, words++) {
		if (!strcmp(*words, "--announce")) {
			device->announce = true;
		} else if (!strcmp(*words, "--queen")) {
			device->queen = true;
		} else if (count > 1 && !strcmp(*words, "--level")) {
			if (set_level(device, words[1]) != HOST_OK)
				return HOST_USAGE;
			count--;
			words++;
		} else {
			return host_refuse("device takes --level N, --announce "
					   "and --queen, nothing else");
		}
	}
	return HOST_OK;
}

enum host_exit host_device(int count, char **words)
{
	struct board *board = malloc(sizeof(*board));
	enum host_exit status;

	if (!board) {
		fprintf(stderr, "rookery: not enough memory\n");
		return HOST_FAILED;
	}
	board->platform = (struct rk_platform){
		.now_us = host_now_us,
		.memory = &board->scratch,
		.memory_size = sizeof(board->scratch),
	};
	host_levels_open(&board->levels, &board->platform);
	rk_device_new(&board->device, &board->levels.player, board->log,
		      host_random(NULL));
	status = set_options(&board->device, count, words);
	if (status == HOST_OK)
		status = serve(board);
	host_levels_close(&board->levels);
	free(board);
	return status;
}
