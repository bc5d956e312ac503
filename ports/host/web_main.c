/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The program rookery-web, the server of the page. `rookery web` runs it. It is a
 * program of its own because libmicrohttpd brings a dozen libraries, which
 * nothing else needs. Its errors look like those of `rookery`.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/programs.h"
#include "ports/host/web.h"
#include "rookery/version.h"

static bool is_one_of(const char *word, const char *name, const char *letter)
{
	return !strcmp(word, name) || !strcmp(word, letter);
}

static enum host_exit run(int count, char **words)
{
	if (count == 1 && is_one_of(words[0], "--help", "-h"))
		printf("usage: rookery web " HOST_WEB_ARGS
		       "\n      " HOST_WEB_HELP "\n");
	else if (count == 1 && is_one_of(words[0], "--version", "-V"))
		printf("rookery-web " RK_VERSION "\n");
	else
		return host_web_command(count, words);
	return HOST_OK;
}

int main(int argc, char **argv)
{
	enum host_exit status = run(argc - 1, argv + 1);

	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "rookery: cannot write the output: %s\n",
			strerror(errno));
		return HOST_FAILED;
	}
	return (int)status;
}
