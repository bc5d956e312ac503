/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Any text as the path of a request to rookery web, and as its Host. What is
 * opened is one of the files that the folder shows: nothing beside it, nothing
 * hidden, nothing behind a link; and no descriptor is left over. A Host is ours
 * only if it names this machine or the address that was asked for.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/web_file.c"
#include "ports/host/web_listen.c"
#include "tests/fuzz/fuzz.h"

#define TEXT 4096

/* Around the folder, "in", lies what nobody is to see. */
static const char *const folders[] = {"in", "in/sub"};
static const char *const files[] =
	{
		"in/index.html",   "in/rookery.html",
		"in/sub/page.js", /* the shown ones */
		"in/.hidden.html", "in/nothing",
		"in/sub/.x.js",    "in/sub/a.c",
		"beside.html",
};
static const char *const links[][2] = {
	{"../beside.html", "in/link.html"},
	{"index.html", "in/same.html"},
	{"..", "in/up"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SHOWN 3

static char place[] = "/tmp/rookery-fuzz-XXXXXX";
static int outer, folder = -1;
static struct stat abouts[SHOWN];

enum host_exit host_refuse(const char *format, ...)
{
	(void)format;
	return HOST_FAILED;
}

static void take_away(void)
{
	for (size_t i = 0; i < COUNT(links); i++)
		unlinkat(outer, links[i][1], 0);
	for (size_t i = 0; i < COUNT(files); i++)
		unlinkat(outer, files[i], 0);
	for (size_t i = COUNT(folders); i--;)
		unlinkat(outer, folders[i], AT_REMOVEDIR);
	rmdir(place);
}

static void set_up_folder(void)
{
	must(mkdtemp(place));
	outer = open(place, O_RDONLY | O_DIRECTORY);
	atexit(take_away);
	for (size_t i = 0; i < COUNT(folders); i++)
		must(!mkdirat(outer, folders[i], 0700));
	for (size_t i = 0; i < COUNT(files); i++)
		must(!close(openat(outer, files[i], O_WRONLY | O_CREAT, 0600)));
	for (size_t i = 0; i < COUNT(links); i++)
		must(!symlinkat(links[i][0], outer, links[i][1]));
	for (size_t i = 0; i < SHOWN; i++)
		must(!fstatat(outer, files[i], &abouts[i], 0));
	folder = openat(outer, folders[0], O_RDONLY | O_DIRECTORY);
	must(folder >= 0);
}

/* The number that the next file to be opened will have. */
static int next_descriptor(void)
{
	int next = dup(folder);

	must(next >= 0);
	close(next);
	return next;
}

static void check_path(const char *path)
{
	int next = next_descriptor();
	struct host_web_file file;
	struct stat about;
	size_t i = 0;
	int status = host_web_open(folder, path, next & 1, &file);

	if (status == 200) {
		must(*path == '/' && !fstat(file.descriptor, &about));
		while (i < SHOWN && about.st_ino != abouts[i].st_ino)
			i++;
		must(i < SHOWN && about.st_dev == abouts[i].st_dev);
		must(file.type && file.is_single == (i == 1));
		must(strlen(file.tag) > 2 && strlen(file.date) == 29);
		close(file.descriptor);
	} else {
		must(status == 400 || status == 404);
	}
	must(next_descriptor() == next);
}

/* A name, and after it at most a colon and digits. */
static bool is_host(const char *host, const char *name)
{
	size_t length = strlen(name);

	if (strncasecmp(host, name, length) != 0)
		return false;
	host += length;
	return !*host ||
	       (*host == ':' && !host[1 + strspn(host + 1, "0123456789")]);
}

static bool is_this_machine(const char *host)
{
	return is_host(host, "localhost") || is_host(host, "127.0.0.1") ||
	       is_host(host, "[::1]");
}

/* A corrected header is right, and one that is right is left alone. */
static void check_correction(const struct host_web_place *from,
			     const char *host)
{
	char right[96], again[96];

	if (!host_web_correct(from, host, right, sizeof(right)))
		return;
	must(is_this_machine(host));
	must(host_web_is_name(from, right));
	must(!host_web_correct(from, right, again, sizeof(again)));
}

static void check_host(const char *host)
{
	struct host_web_place usual, one, any;

	must(host_web_name(&usual, NULL) && host_web_name(&one, "192.0.2.7") &&
	     host_web_name(&any, "0.0.0.0"));
	must(host_web_is_name(&usual, host) == is_this_machine(host));
	must(host_web_is_name(&one, host) ==
	     (is_this_machine(host) || is_host(host, "192.0.2.7")));
	if (host_web_is_name(&any, host) && !is_this_machine(host))
		must(!host[strspn(host, "0123456789abcdefABCDEF.:[]")]);
	check_correction(&usual, host);
	check_correction(&one, host);
	check_correction(&any, host);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[TEXT];

	if (folder < 0)
		set_up_folder();
	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	check_path(text);
	check_host(text);
	return 0;
}
