/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Games in files: the line that command 08 answers and 09 takes. A file is
 * written completely or not at all. Anything else in a file is refused here or
 * by the device, with the game unchanged.
 */
#define _XOPEN_SOURCE 700

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ports/host/output.h"
#include "ports/linux/client/client.h"

/* The rest of the line is the name, blanks included. */
static char *file_name(const struct rk_line *line)
{
	return strndup(line->rest.text, line->rest.length);
}

static enum ctl_exit complain(const char *name, const char *reason)
{
	return ctl_complain(CTL_USAGE, "%s: %s", name, reason);
}

static bool write_file(const struct ctl_client *client, const char *name)
{
	struct host_output output;

	if (!host_output_open(&output, name))
		return false;
	fprintf(output.file, "%s\n", client->line.bytes);
	return host_output_close(&output, true);
}

enum ctl_exit ctl_save(struct ctl_client *client, const struct rk_line *line)
{
	char *name = file_name(line);
	enum ctl_exit status = CTL_OK;

	if (!name || !write_file(client, name))
		status = complain(name ? name : "save", strerror(errno));
	else if (!client->is_quiet)
		puts("The game is saved.");
	free(name);
	return status;
}

/*
 * Reads "09 " and the first line of a file, not more than the longest game.
 * Returns NULL, or what is wrong.
 */
static const char *read_file(struct host_text *command, const char *name)
{
	FILE *file = fopen(name, "rb");
	const char *problem = NULL;
	char bytes[4096];
	size_t count = 1;

	if (!file)
		return strerror(errno);
	host_text_put(command, "09 ");
	while (count && command->length <= RK_DEVICE_LINE_SIZE) {
		count = fread(bytes, 1, sizeof(bytes), file);
		host_text_add(command, bytes, count);
	}
	if (ferror(file))
		problem = strerror(errno);
	fclose(file);
	return problem;
}

/* The text must be one line; its end becomes a NUL. */
static const char *cut_line(struct host_text *command)
{
	size_t length = command->length;

	if (length <= strlen("09 "))
		return "the file is empty";
	if (command->bytes[length - 1] == '\n')
		length--;
	if (command->bytes[length - 1] == '\r')
		length--;
	if (length >= RK_DEVICE_LINE_SIZE ||
	    memchr(command->bytes, '\0', length) ||
	    memchr(command->bytes, '\n', length))
		return "this is no saved game, which is one line of text";
	command->length = length;
	host_text_add(command, "", 1);
	return NULL;
}

static enum ctl_exit send_file(struct ctl_client *client, const char *name,
			       const char *command)
{
	enum ctl_exit status;

	if (ctl_device_talk(&client->device, command, strlen(command)) !=
	    CTL_ANSWERED)
		return CTL_USAGE;
	status = ctl_answer_refuses(&client->device) ? CTL_REFUSED : CTL_OK;
	if (ctl_answer_is(&client->device, "ILLMOVE"))
		ctl_complain(status,
			     "%s: a position or a move in it is not "
			     "legal (ILLMOVE)",
			     name);
	else if (status)
		ctl_complain(status, "%s: this is no saved game (%s)", name,
			     ctl_answer(&client->device));
	return status;
}

enum ctl_exit ctl_load(struct ctl_client *client, const struct rk_line *line)
{
	struct host_text command = {NULL, 0, 0};
	char *name = file_name(line);
	enum ctl_exit status;
	const char *problem;

	if (!name)
		return complain("load", strerror(errno));
	problem = read_file(&command, name);
	if (!problem)
		problem = cut_line(&command);
	if (problem)
		status = complain(name, problem);
	else
		status = send_file(client, name, command.bytes);
	if (status == CTL_OK && !ctl_refresh(client))
		status = CTL_USAGE;
	if (status == CTL_OK) {
		ctl_say(client, "The game is loaded.");
		ctl_show_changes(client);
	}
	host_text_free(&command);
	free(name);
	return status;
}
