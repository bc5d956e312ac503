/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * rookery-mpi match and tune: the tools tools/match.py and tools/spsa.py with their
 * own loops, and this program between them. On rank 0 the tool says which games it
 * wants and gets the results in that order; on every rank another one plays. A
 * piece is a line of the first, a result a line of the second; what is in them is
 * between the tools (tools/match_transport.py).
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ports/cluster/cluster.h"
#include "ports/cluster/transport.h"
#include "ports/host/analyse.h"
#include "ports/host/child.h"
#include "rookery/version.h"

#define START_MS 30000 /* for the tool to say what it wants to do */
#define LOOK_MS 50     /* between two looks whether to stop */
#define END_MS 2000    /* for the tool's last words */
#define LEVELS 4       /* folders above the program where tools/ may be */

/* A tool and the lines of its that have not been taken yet. */
struct relay_tool {
	struct host_child child;
	struct host_text unread, unsent;
	bool is_gone;
};

struct relay {
	struct cluster_work work;
	const char *script; /* below the folder tools/ */
	char path[HOST_CHILD_PATH];
	char **words; /* of the tools; the first two are for us to fill in */
	int word_count;
	struct relay_tool asks;  /* at rank 0 */
	struct relay_tool plays; /* at every rank */
	struct host_text settings;
	char *checkpoint;
	bool has_begun;
	bool has_ended; /* the tool has said that the run is over */
	volatile bool is_stopping;
};

/* ---- Lines ---- */

/* Reads what is there now. */
static void read_tool(struct relay_tool *tool)
{
	char bytes[4096];
	ssize_t got;

	while (!tool->is_gone) {
		got = host_child_read(&tool->child, bytes, sizeof(bytes));
		if (got > 0)
			host_text_add(&tool->unread, bytes, (size_t)got);
		else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		else
			tool->is_gone = true;
	}
}

/* Writes what can be written now. */
static void write_tool(struct relay_tool *tool)
{
	struct host_text *text = &tool->unsent;

	while (text->length && !tool->is_gone) {
		ssize_t put = host_child_write(&tool->child, text->bytes,
					       text->length);

		if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (put <= 0) {
			tool->is_gone = true;
			return;
		}
		text->length -= (size_t)put;
		memmove(text->bytes, text->bytes + put, text->length);
	}
}

/* Appends the next line without its newline; false if there is none yet. */
static bool take_line(struct relay_tool *tool, struct host_text *line)
{
	struct host_text *text = &tool->unread;
	const char *end;
	size_t length;

	read_tool(tool);
	end = text->length ? memchr(text->bytes, '\n', text->length) : NULL;
	if (!end)
		return false;
	length = (size_t)(end - text->bytes);
	host_text_add(line, text->bytes, length);
	text->length -= length + 1;
	memmove(text->bytes, end + 1, text->length);
	return true;
}

/* Waits until it can be read from, or written to if there is something. */
static void wait_for(struct relay_tool *tool)
{
	short events = (short)(POLLIN | (tool->unsent.length ? POLLOUT : 0));
	struct pollfd poll_file = {.fd = tool->child.from, .events = events};

	poll(&poll_file, 1, LOOK_MS);
}

static void send_line(struct relay_tool *tool, const char *text, size_t length)
{
	host_text_add(&tool->unsent, text, length);
	host_text_add(&tool->unsent, "\n", 1);
	write_tool(tool);
}

static bool start_tool(struct relay *self, struct relay_tool *tool,
		       const char *option, enum host_child_way way)
{
	self->words[0] = self->path;
	self->words[self->word_count - 1] = (char *)option;
	*tool = (struct relay_tool){.child = HOST_NO_CHILD};
	return host_child_start(&tool->child, self->words, way);
}

static int end_tool(struct relay_tool *tool, int patience_ms)
{
	int status = tool->child.pid > 0
			     ? host_child_end(&tool->child, patience_ms)
			     : -1;

	host_text_free(&tool->unread);
	host_text_free(&tool->unsent);
	return status;
}

/* ---- At rank 0 ---- */

/* The tool's first line: numbers of games, and what the run is about. */
static bool read_plan(struct relay *self)
{
	struct host_text line = {NULL, 0, 0};
	uint64_t until = host_now() + START_MS;
	char *text, *end;

	while (!take_line(&self->asks, &line)) {
		if (self->asks.is_gone || host_now() > until) {
			host_text_free(&line);
			return false;
		}
		wait_for(&self->asks);
	}
	host_text_add(&line, "", 1);
	text = line.bytes;
	self->work.first = strtoull(text, &end, 10);
	self->work.progress.given = self->work.progress.done = self->work.first;
	self->work.progress.total = strtoull(end, &end, 10);
	host_text_format(&self->settings, "rookery-mpi " RK_VERSION "%s", end);
	host_text_add(&self->settings, "", 1);
	host_text_free(&line);
	self->work.settings = self->settings.bytes;
	return self->settings.bytes != NULL;
}

/* Answers the plan, once the checkpoint is known. */
static void say_begin(struct relay *self)
{
	char text[60];
	int length = snprintf(text, sizeof(text), "%d %d", transport_size(),
			      self->work.resumed > 0);

	send_line(&self->asks, text, (size_t)length);
	self->has_begun = true;
}

static bool is_last_word(const struct host_text *line)
{
	return line->length == 3 && !memcmp(line->bytes, "end", 3);
}

static enum cluster_next next(void *context, struct host_text *piece)
{
	struct relay *self = context;

	if (!self->has_begun)
		say_begin(self);
	write_tool(&self->asks);
	if (!self->has_ended && take_line(&self->asks, piece)) {
		if (!is_last_word(piece))
			return CLUSTER_PIECE;
		self->has_ended = true;
	}
	read_tool(&self->asks);
	return self->asks.is_gone ? CLUSTER_ENOUGH : CLUSTER_LATER;
}

static bool take(void *context, const struct host_text *piece,
		 const struct host_text *result)
{
	struct relay *self = context;

	(void)piece;
	self->work.progress.done++;
	send_line(&self->asks, result->bytes, result->length);
	return true;
}

/* The run is what its tool makes of it: its status is ours. */
static bool finish(void *context, bool is_done)
{
	struct relay *self = context;
	int status = end_tool(&self->asks, END_MS);
	bool has_status = status >= 0 && WIFEXITED(status);

	if (is_done && has_status)
		self->work.status = (enum host_exit)WEXITSTATUS(status);
	else
		self->work.status = HOST_FAILED;
	return is_done && has_status && self->has_ended;
}

/* ---- At every rank ---- */

static bool answer(void *context, const char *piece, size_t length,
		   struct host_text *result)
{
	struct relay *self = context;
	struct relay_tool *tool = &self->plays;

	send_line(tool, piece, length);
	while (!self->is_stopping && !host_analyse_is_stopped()) {
		write_tool(tool);
		if (take_line(tool, result))
			return true;
		if (tool->is_gone)
			return false;
		wait_for(tool);
	}
	return false;
}

static void stop(void *context)
{
	struct relay *self = context;

	self->is_stopping = true;
}

static bool is_stopped(void *context)
{
	(void)context;
	return host_analyse_is_stopped();
}

/* ---- Preparing ---- */

/* Tools are below the folder of the program or one above it. */
static bool look_below(struct relay *self, const char *folder)
{
	static const char *const places[] = {"tools", "libexec/rookery/tools"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(self->path, sizeof(self->path), "%s/%s/%s", folder,
			 places[i], self->script);
		if (!access(self->path, X_OK))
			return true;
	}
	return false;
}

/* They are there, where `make install` puts them, or where RK_TOOLS says. */
static bool find_script(struct relay *self)
{
	const char *folder = getenv("RK_TOOLS");
	char own[HOST_CHILD_PATH / 2], *slash;
	ssize_t length = readlink("/proc/self/exe", own, sizeof(own) - 1);

	if (folder)
		return snprintf(self->path, sizeof(self->path), "%s/%s", folder,
				self->script) < (int)sizeof(self->path) &&
		       !access(self->path, X_OK);
	own[length < 0 ? 0 : length] = 0;
	for (int i = 0; i < LEVELS; i++) {
		slash = strrchr(own, '/');
		if (!slash)
			return false;
		*slash = 0;
		if (look_below(self, own))
			return true;
	}
	return false;
}

/* Takes --checkpoint FILE out of the words. */
static int take_checkpoint(struct relay *self, int count, char **words)
{
	int left = 0;

	for (int i = 0; i < count; i++) {
		if (strcmp(words[i], "--checkpoint") != 0) {
			words[left++] = words[i];
		} else if (i + 1 == count) {
			host_refuse("--checkpoint needs the name of a file");
			return -1;
		} else {
			free(self->checkpoint);
			self->checkpoint = strdup(words[++i]);
		}
	}
	return left;
}

/* At rank 0, before anything begins. */
static enum host_exit prepare(struct relay *self)
{
	int status;

	if (!find_script(self))
		return host_refuse("tools/%s is not there; RK_TOOLS says where "
				   "the folder is",
				   self->script);
	host_progress_start(&self->work.progress);
	self->work.progress.every = self->work.options.every * UINT64_C(1000);
	if (!start_tool(self, &self->asks, "--transport", HOST_CHILD_IN_SIGHT))
		return host_refuse("cannot start %s: %s", self->path,
				   strerror(errno));
	if (read_plan(self)) {
		self->work.checkpoint = self->checkpoint;
		return HOST_OK;
	}
	status = end_tool(&self->asks, END_MS);
	if (status < 0 || !WIFEXITED(status))
		return host_refuse("%s does not begin", self->path);
	/* It has said why, in the tool's own words. */
	return WEXITSTATUS(status) ? HOST_USAGE : HOST_OK;
}

static enum host_exit make_ready(struct relay *self)
{
	host_analyse_catch();
	return find_script(self) && start_tool(self, &self->plays, "--serve",
					       HOST_CHILD_BY_SOCKET)
		       ? HOST_OK
		       : HOST_FAILED;
}

/* The tool's words: its path, a command of it or none, ours, and one for the end. */
static bool collect_words(struct relay *self, const char *command, int count,
			  char **words)
{
	int used = 1;

	self->words = calloc((size_t)count + 4, sizeof(*self->words));
	if (!self->words)
		return false;
	if (command)
		self->words[used++] = (char *)command;
	for (int i = 0; i < count; i++)
		self->words[used++] = words[i];
	self->word_count = used + 1;
	return true;
}

static const struct cluster_work work_template = {
	.next = next,
	.take = take,
	.finish = finish,
	.answer = answer,
	.stop = stop,
	.is_stopped = is_stopped,
};

/* Options of ours, and the name of the checkpoint; tune has one of its own. */
static bool take_words(struct relay *self, const char *command, int count,
		       char **words)
{
	struct host_text name = {NULL, 0, 0};

	count = cluster_take_options(&self->work.options, count, words);
	if (count >= 0)
		count = take_checkpoint(self, count, words);
	if (count > 0 && command && !self->checkpoint) {
		host_text_format(&name, "%s.part", words[0]);
		host_text_add(&name, "", 1);
		self->checkpoint = name.bytes;
	}
	return count >= 0 && collect_words(self, command, count, words);
}

static enum host_exit run(const char *script, const char *command, int count,
			  char **words)
{
	struct relay relay = {.work = work_template, .script = script};
	struct relay *self = &relay;
	enum host_exit status = HOST_OK;
	uint32_t is_over;

	self->work.self = self;
	/* Nothing is written into the folder of the tools. */
	setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
	if (!transport_rank())
		status = take_words(self, command, count, words) ? prepare(self)
								 : HOST_USAGE;
	is_over = status != HOST_OK || self->asks.child.pid <= 0;
	transport_share(&is_over, sizeof(is_over));
	transport_share(&status, sizeof(status));
	if (!is_over && transport_rank())
		take_words(self, command, count, words);
	if (!is_over)
		status = cluster_run(&self->work, make_ready(self));
	end_tool(&self->plays, 0);
	end_tool(&self->asks, 0);
	host_text_free(&self->settings);
	free(self->words);
	free(self->checkpoint);
	return status;
}

enum host_exit cluster_match(int count, char **words)
{
	return run("match.py", NULL, count, words);
}

enum host_exit cluster_tune(int count, char **words)
{
	return run("spsa.py", "run", count, words);
}
