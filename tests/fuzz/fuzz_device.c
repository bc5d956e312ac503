/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any bytes as writes to /dev/chess. A write ends after a newline, or before
 * a byte 1, which is left out; a byte 2 is a newline in the middle of one.
 * Every write that is not empty gets one line, a known word, a board or a
 * game; what is refused changes nothing; what 08 tells, 09 takes.
 */
#include "rookery/device.h"
#include "rookery/levels.h"
#include "tests/fuzz/fuzz.h"

struct reply {
	char text[RK_DEVICE_LINE_SIZE];
	size_t length;
};

static struct {
	struct rk_device device;
	struct rk_device before;
	struct rk_player player;
	struct rk_platform platform;
	struct rk_levels_scratch scratch;
	struct rk_event log[RK_DEVICE_LOG];
	struct reply reply;
	struct reply line;
} machine;

static void collect(void *self, const char *text, size_t length)
{
	struct reply *reply = self;

	must(reply->length + length < sizeof(reply->text));
	memcpy(reply->text + reply->length, text, length);
	reply->length += length;
	reply->text[reply->length] = 0;
}

static void send(struct reply *reply, const char *bytes, size_t length)
{
	const struct rk_out out = {collect, reply};
	size_t bound = rk_device_reply_bound(&machine.device, bytes, length);

	reply->length = 0;
	rk_device_command(&machine.device, bytes, length, &out);
	must((reply->length == 0) == (length == 0));
	if (!length)
		return;
	must(reply->length <= bound);
	must(strlen(reply->text) == reply->length);
	must(strchr(reply->text, '\n') == reply->text + reply->length - 1);
	reply->text[--reply->length] = 0;
}

static bool is_one_of(const char *word, const char *const *words)
{
	for (; *words; words++)
		if (!strcmp(word, *words))
			return true;
	return false;
}

static void check_board(const char *text)
{
	must(strlen(text) == 128 && strspn(text, "WBPNRQK*") == 128);
	must(strstr(text, "WK") && strstr(text, "BK"));
}

static bool is_as_before(void)
{
	const struct rk_device *now = &machine.device;
	const struct rk_device *before = &machine.before;
	const struct rk_game *game = &now->games[now->active];
	const struct rk_game *old = &before->games[before->active];

	return now->active == before->active &&
	       now->has_game == before->has_game &&
	       now->humans == before->humans && now->offers == before->offers &&
	       game->now == old->now && game->length == old->length &&
	       game->log == old->log &&
	       game->outcome.reason == old->outcome.reason &&
	       !memcmp(&game->pos, &old->pos, sizeof(game->pos));
}

static void save_and_load(void)
{
	struct reply *line = &machine.line;
	uint64_t key = rk_device_game(&machine.device)->pos.two.key;

	send(line, "08\n", 3);
	must(strchr(line->text, ';') != NULL);
	memmove(line->text + 3, line->text, line->length + 1);
	memcpy(line->text, "09 ", 3);
	line->length += 3;
	line->text[line->length++] = '\n';
	send(&machine.reply, line->text, line->length);
	must(!strcmp(machine.reply.text, "OK"));
	must(rk_device_game(&machine.device)->pos.two.key == key);
	line->text[line->length - 1] = 0;
	send(&machine.reply, "08\n", 3);
	must(!strcmp(machine.reply.text, line->text + 3));
}

static void write_to_device(const char *bytes, size_t length)
{
	static const char *const errors[] = {
		"UNKCMD", "INVFMT", "NOGAME", "OOT", "ILLMOVE", NULL,
	};
	static const char *const words[] = {
		"OK", "CHECK", "MATE", "TIE", NULL,
	};
	struct reply *reply = &machine.reply;

	machine.before = machine.device;
	send(reply, bytes, length);
	if (!length || is_one_of(reply->text, errors))
		must(is_as_before());
	else if (strchr(reply->text, ';'))
		must(bytes[1] == '8');
	else if (!is_one_of(reply->text, words))
		check_board(reply->text);
	if (length && bytes[length - 1] != '\n')
		must(!strcmp(reply->text, "UNKCMD"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *line = malloc(size + 1);
	size_t length = 0;

	machine.platform = (struct rk_platform){
		.memory = &machine.scratch,
		.memory_size = sizeof(machine.scratch),
	};
	rk_levels_init(&machine.player, &machine.platform);
	rk_device_new(&machine.device, &machine.player, machine.log, 1);
	for (size_t i = 0; i < size; i++) {
		char *write;

		if (data[i] != 1)
			line[length++] = (char)(data[i] == 2 ? '\n' : data[i]);
		if (data[i] != '\n' && data[i] != 1)
			continue;
		/* a block of its own, so that reading past it is seen */
		write = malloc(length + !length);
		memcpy(write, line, length);
		write_to_device(write, length);
		free(write);
		length = 0;
	}
	free(line);
	if (machine.device.has_game)
		save_and_load();
	return 0;
}
