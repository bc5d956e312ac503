/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Plays transcripts through the real /dev/chess, for the kernel's driver in
 * tests/transcripts/run.py:
 *
 *	replay one     one descriptor for all commands of a case
 *	replay each    a new one for every command
 *	replay shell   echo or printf, and cat, by a shell of an ordinary user
 *
 * A second word has the module's parameters. Standard input has the cases,
 * `case N` in a line and N frames: a line with a number and that many bytes, one
 * write(). The answers go out in frames. The module is loaded anew for every
 * case.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/kernel/board.h"

#define USER 1000

struct text {
	char *bytes;
	size_t length;
};

struct mode {
	const char *name;
	/* Sends one command and collects its answer. */
	void (*send)(int file, const struct text *command, struct text *answer);
	bool one_file; /* opened before the first command of a case */
};

static void add(struct text *text, const char *bytes, size_t length)
{
	text->bytes = realloc(text->bytes, text->length + length + 1);
	if (!text->bytes)
		die("no memory");
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static void read_all(int file, struct text *answer)
{
	char bytes[4096];
	ssize_t length;

	while ((length = read(file, bytes, sizeof(bytes))) > 0)
		add(answer, bytes, (size_t)length);
	if (length < 0)
		die("read: %s", strerror(errno));
}

static void send_one(int file, const struct text *command, struct text *answer)
{
	const struct board board = {.file = file};

	board_write(&board, command->bytes, command->length);
	read_all(file, answer);
}

/*
 * A file that wrote nothing reads the last reply of the device, as it should;
 * for the transcript that would be one answer too many.
 */
static void send_each(int file, const struct text *command, struct text *answer)
{
	if (!command->length)
		return;
	file = board_open_file(BOARD_NODE, O_RDWR);
	send_one(file, command, answer);
	close(file);
}

static bool can_echo(const struct text *command)
{
	size_t last = command->length - 1;

	if (command->bytes[last] != '\n' || command->bytes[0] == '-')
		return false;
	for (size_t i = 0; i < last; i++)
		if (!isprint((unsigned char)command->bytes[i]) ||
		    strchr("'\\", command->bytes[i]))
			return false;
	return true;
}

static void write_script(struct text *script, const struct text *command)
{
	char octal[8];

	if (can_echo(command)) {
		add(script, "echo '", 6);
		add(script, command->bytes, command->length - 1);
	} else {
		add(script, "printf '", 8);
		for (size_t i = 0; i < command->length; i++) {
			snprintf(octal, sizeof(octal), "\\%03o",
				 (unsigned int)(unsigned char)command->bytes[i]);
			add(script, octal, 4);
		}
	}
	add(script, "' >/dev/chess && exec cat /dev/chess", 37);
}

static void send_shell(int file, const struct text *command,
		       struct text *answer)
{
	struct text script = {NULL, 0};
	int ends[2], status;
	pid_t child;

	(void)file;
	if (!command->length)
		return;
	write_script(&script, command);
	must(!pipe(ends));
	fflush(stdout);
	child = fork();
	must(child >= 0);
	if (!child) {
		dup2(ends[1], 1);
		close(ends[0]);
		close(ends[1]);
		if (setgid(USER) || setuid(USER))
			_exit(126);
		execl("/bin/sh", "sh", "-c", script.bytes, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	read_all(ends[0], answer);
	close(ends[0]);
	must(waitpid(child, &status, 0) == child);
	if (status)
		die("%s: status %d", script.bytes, status);
	free(script.bytes);
}

static const struct mode modes[] = {
	{"one", send_one, true},
	{"each", send_each, false},
	{"shell", send_shell, false},
};

static void read_frame(struct text *frame)
{
	if (scanf("%zu", &frame->length) != 1)
		die("a frame is missing");
	getchar();
	frame->bytes = malloc(frame->length + 1);
	if (fread(frame->bytes, 1, frame->length, stdin) != frame->length)
		die("a frame is cut off");
}

static void play_case(const struct mode *mode, const char *parameters,
		      int count)
{
	int file = -1;

	module_load(parameters);
	if (mode->one_file)
		file = board_open_file(BOARD_NODE, O_RDWR);
	while (count-- > 0) {
		struct text command, answer = {NULL, 0};

		read_frame(&command);
		mode->send(file, &command, &answer);
		printf("%zu\n", answer.length);
		fwrite(answer.bytes, 1, answer.length, stdout);
		free(command.bytes);
		free(answer.bytes);
	}
	if (mode->one_file)
		close(file);
	module_unload();
}

int main(int argc, char **argv)
{
	int count;

	for (size_t i = 0; i < COUNT(modes); i++) {
		if (argc < 2 || strcmp(argv[1], modes[i].name) != 0)
			continue;
		while (scanf(" case %d", &count) == 1)
			play_case(&modes[i], argc > 2 ? argv[2] : "", count);
		return 0;
	}
	die("replay one, each or shell?");
}
