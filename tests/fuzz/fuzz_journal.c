/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any lines as the records of a journal, with the checksums that they need to
 * be believed. What is read is a game that can be played on, and written and
 * read again it is the same.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/journal_text.c" /* for its checksum */
#include "tests/fuzz/table.h"

static char *add_sums(const char *text, size_t length, size_t *sealed_length)
{
	struct journal_writer writer = {NULL, NULL, 0};
	char record[MAX_RECORD];
	char *sealed = NULL;

	writer.to = open_memstream(&sealed, sealed_length);
	for (size_t at = 0, size; at < length; at += size + 1) {
		for (size = 0; at + size < length && text[at + size] != '\n' &&
			       size < MAX_RECORD - 1;)
			size++;
		memcpy(record, text + at, size);
		record[size] = 0;
		write_record(&writer, "%s", record);
	}
	fclose(writer.to);
	return sealed;
}

static char *text_of(const struct rk_console *console, size_t *length)
{
	char *text = NULL;
	FILE *to = open_memstream(&text, length);

	journal_write(to, console);
	fclose(to);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct table table, again;
	size_t length, second_length;
	char *text = add_sums((const char *)data, size, &length), *second;
	const struct rk_platform platform = {.write = swallow};
	struct rk_console before;

	set_table(&table, &platform, LOG);
	before = table.console;
	if (!journal_read(&table.console, text, length)) {
		must(!memcmp(&table.console, &before, sizeof(before)));
		free(text);
		return 0;
	}
	check_table(&table);
	must(table.console.game.capacity == LOG);
	free(text);
	text = text_of(&table.console, &length);
	set_table(&again, &platform, LOG);
	must(journal_read(&again.console, text, length));
	second = text_of(&again.console, &second_length);
	must(length == second_length && !memcmp(text, second, length));
	must(!memcmp(&table.console.game.pos, &again.console.game.pos,
		     sizeof(again.console.game.pos)));
	free(text);
	free(second);
	return 0;
}
