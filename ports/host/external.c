/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Engines of others; see external.h. Everything that is waited for has a
 * deadline, everything that is read has a limit, and while there is nothing to
 * read the platform is polled, so the screen lives and a person can interrupt.
 *
 * Always: a program has a child exactly if its client is in any state but NEW
 * and FAILED, and `trouble` says why it has none.
 */
#define _POSIX_C_SOURCE 200809L

#include "ports/host/external.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "ports/host/host.h"

#define FOLDER "/usr/games" /* where Debian puts engines; not in every PATH */
#define PATIENCE_MS 10000   /* for an answer that needs no thought */
#define THOUGHT_MS 120000   /* for a move whose limit is not a time */
#define POLL_MS 10          /* between two polls of the platform */
#define QUIT_MS 1000        /* for its end after quit */
#define GONE_MS 100         /* for its end after it has closed its output */
#define MOST_HEARD ((size_t)16 << 20) /* bytes before an answer */

static const char *name_of(const struct host_program *program)
{
	return *program->client.name ? program->client.name : program->shown;
}

/* Ends it at once. `what` says what it did, after its name. */
static void fail(struct host_program *program, const char *what)
{
	snprintf(program->trouble, sizeof(program->trouble), "%s %s",
		 name_of(program), what);
	host_text_tame(program->trouble);
	host_child_end(&program->child, 0);
	program->client.state = RK_UCI_CLIENT_FAILED;
}

static void fail_ended(struct host_program *program)
{
	char what[64];

	host_child_explain(what, sizeof(what),
			   host_child_end(&program->child, GONE_MS));
	fail(program, what);
}

static void collect(void *self, const char *text, size_t length)
{
	struct host_program *program = self;

	host_text_add(&program->unsent, text, length);
}

static void flush(struct host_program *program)
{
	struct host_text *unsent = &program->unsent;
	ssize_t count = 1;

	while (program->sent < unsent->length && count > 0) {
		count = host_child_write(&program->child,
					 unsent->bytes + program->sent,
					 unsent->length - program->sent);
		if (count > 0)
			program->sent += (size_t)count;
	}
	/* A pipe that nobody reads shows as the end of what it writes. */
	if (program->sent == unsent->length)
		program->sent = unsent->length = 0;
}

/* Asks and reads without waiting; a step of the client starts a deadline. */
static void hear(struct host_program *program)
{
	enum rk_uci_client_state before = program->client.state;
	char bytes[4096];
	ssize_t count = host_child_read(&program->child, bytes, sizeof(bytes));

	if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
		return;
	if (count <= 0) {
		fail_ended(program);
		return;
	}
	program->heard += (size_t)count;
	rk_uci_client_feed(&program->client, bytes, (size_t)count);
	if (program->client.state == RK_UCI_CLIENT_FAILED)
		fail(program, program->client.error);
	else if (program->client.state != before) {
		program->since = host_now();
		program->heard = 0;
	} else if (program->heard > MOST_HEARD) {
		fail(program, "writes without an end");
	}
}

static uint64_t patience(const struct host_program *program)
{
	int64_t move_ms;

	if (program->client.state != RK_UCI_CLIENT_THINKING)
		return PATIENCE_MS;
	move_ms = rk_uci_client_move_ms(&program->client);
	return move_ms ? PATIENCE_MS + (uint64_t)move_ms : THOUGHT_MS;
}

static void watch_clock(struct host_program *program)
{
	const char *awaited = rk_uci_client_awaits(&program->client);
	uint64_t waited = host_now() - program->since;
	char what[96];

	if (!awaited || waited <= patience(program))
		return;
	snprintf(what, sizeof(what), "has not said %s for %u seconds", awaited,
		 (unsigned int)(waited / 1000));
	fail(program, what);
}

/* Waits a moment for bytes in either direction, and carries them. */
static void pump(struct host_program *program, int wait_ms)
{
	struct pollfd files[2] = {
		{.fd = program->child.from, .events = POLLIN},
		{.fd = -1, .events = POLLOUT},
	};

	flush(program);
	if (program->sent < program->unsent.length)
		files[1].fd = program->child.to;
	if (poll(files, 2, wait_ms) > 0 && files[0].revents)
		hear(program);
	if (program->client.state != RK_UCI_CLIENT_FAILED)
		watch_clock(program);
}

/*
 * Carries bytes until nothing is awaited: it is idle, has answered or failed.
 * Returns the signal of a person who does not want to wait any longer.
 */
static enum rk_signal wait_for(struct host_external *external,
			       struct host_program *program)
{
	const struct rk_platform *platform = external->platform;
	enum rk_signal signal = RK_SIGNAL_NONE;

	while (rk_uci_client_awaits(&program->client) && !signal) {
		pump(program, POLL_MS);
		if (platform->poll)
			signal = platform->poll(platform->self, 0);
	}
	return signal;
}

/* ---- Starting and ending ---- */

static void think_aloud(void *self, const struct rk_info *info)
{
	const struct rk_platform *platform = self;

	if (platform->thinking)
		platform->thinking(platform->self, info);
}

/* Until it has said what it is called; people see this. */
static void name_program(struct host_program *program)
{
	const char *slash = strrchr(program->name, '/');

	snprintf(program->shown, sizeof(program->shown), "%s",
		 slash && slash[1] ? slash + 1 : program->name);
	host_text_tame(program->shown);
}

/* The settings are what follows the first comma of the command. */
static const char *prepare(struct host_external *external,
			   struct host_program *program)
{
	const struct rk_out out = {collect, program};
	size_t length = strcspn(program->command, ",");
	const char *settings = program->command + length;
	const char *wrong;

	settings += *settings == ',';
	wrong = rk_uci_client_init(&program->client, &out,
				   (struct rk_word){settings,
						    strlen(settings)});
	program->client.info = think_aloud;
	program->client.self = (void *)external->platform;
	memcpy(program->name, program->command, length);
	program->name[length] = '\0';
	name_program(program);
	program->child = HOST_NO_CHILD;
	program->unsent.length = program->sent = 0;
	program->trouble[0] = '\0';
	return wrong;
}

/* Does not wait for it; what goes wrong is its trouble. */
static void launch(struct host_external *external, struct host_program *program)
{
	char path[HOST_CHILD_PATH];
	char *words[] = {path, NULL};
	const char *wrong = prepare(external, program);

	if (wrong) {
		snprintf(program->trouble, sizeof(program->trouble), "%s",
			 wrong);
		program->client.state = RK_UCI_CLIENT_FAILED;
		return;
	}
	wrong = host_child_find(path, program->name, FOLDER);
	if (!wrong &&
	    !host_child_start(&program->child, words, HOST_CHILD_BY_PIPES))
		wrong = strerror(errno);
	if (wrong) {
		fail(program, wrong);
		return;
	}
	rk_uci_client_start(&program->client);
	program->since = host_now();
	program->heard = 0;
	flush(program);
}

static void end(struct host_program *program)
{
	if (!program->is_taken)
		return;
	if (program->child.pid > 0) {
		rk_uci_client_quit(&program->client);
		flush(program);
		host_child_end(&program->child, QUIT_MS);
	}
	host_text_free(&program->unsent);
	*program = (struct host_program){.child = HOST_NO_CHILD};
}

static struct host_program *find(void *self, int level)
{
	struct host_external *external = self;

	return &external->programs[(level - RK_LEVEL_PROGRAM) % HOST_PROGRAMS];
}

/* A command is told and kept as a line of text; the journal has tabs in it. */
static bool is_good(const char *command, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)command[i] <= ' ' || command[i] == 0x7f)
			return false;
	return length && *command != ',' && length < HOST_COMMAND_SIZE;
}

static const char *start(void *self, const char *command, size_t length,
			 bool wait, uint8_t *level)
{
	struct host_external *external = self;
	int number = 0;
	struct host_program *program;

	while (number < HOST_PROGRAMS && external->programs[number].is_taken)
		number++;
	if (!is_good(command, length) || number == HOST_PROGRAMS)
		return "Expected the name or the path of a program after "
		       "engine:";
	program = &external->programs[number];
	program->is_taken = true;
	memcpy(program->command, command, length);
	program->command[length] = '\0';
	*level = (uint8_t)(RK_LEVEL_PROGRAM + number);
	launch(external, program);
	if (!wait)
		return NULL;
	if (wait_for(external, program) && !*program->trouble)
		fail(program, "was not waited for");
	if (!*program->trouble)
		return NULL;
	memcpy(external->wrong, program->trouble, sizeof(external->wrong));
	end(program);
	return external->wrong;
}

static void use(void *self, const uint8_t *seats, int count)
{
	struct host_external *external = self;

	for (int i = 0; i < HOST_PROGRAMS; i++) {
		struct host_program *program = &external->programs[i];
		bool is_used = false;

		for (int seat = 0; seat < count; seat++)
			is_used |= seats[seat] == RK_LEVEL_PROGRAM + i;
		if (!is_used)
			end(program);
		else
			rk_uci_client_new_game(&program->client);
	}
}

static const char *tell_name(void *self, int level)
{
	struct host_program *program = find(self, level);

	/* One that was not waited for may have said it meanwhile. */
	if (program->client.state == RK_UCI_CLIENT_GREETING)
		pump(program, 0);
	return name_of(program);
}

static const char *tell_command(void *self, int level)
{
	return find(self, level)->command;
}

static const char *tell_trouble(void *self, int level)
{
	const struct host_program *program = find(self, level);

	return *program->trouble ? program->trouble : NULL;
}

static bool knows(void *self, const struct rk_rules *rules)
{
	(void)self;
	return rk_uci_client_knows(rules);
}

/* ---- Playing ---- */

/* 0 if a person or its trouble has interrupted it. */
static rk_any_move ask(struct host_external *external,
		       struct host_program *program, const struct rk_game *game)
{
	struct rk_uci_client *client = &program->client;
	enum rk_signal signal;

	rk_uci_client_go(client, game, host_now());
	if (client->state == RK_UCI_CLIENT_FAILED) {
		fail(program, client->error);
		return 0;
	}
	program->since = host_now();
	program->heard = 0;
	signal = wait_for(external, program);
	if (signal == RK_SIGNAL_MOVE_NOW) {
		rk_uci_client_move_now(client);
		signal = wait_for(external, program);
	}
	if (client->state == RK_UCI_CLIENT_ANSWERED && !signal)
		return rk_uci_client_take(client);
	if (client->state != RK_UCI_CLIENT_FAILED) {
		rk_uci_client_cancel(client);
		program->since = host_now();
		flush(program);
	}
	return 0;
}

static rk_any_move choose(void *self, const struct rk_question *question)
{
	struct host_external *external = self;
	struct host_program *program;

	if (!rk_level_is_program(question->level))
		return external->levels->choose(external->levels->self,
						question);
	program = find(external, question->level);
	if (*program->trouble)
		launch(external, program);
	if (!*program->trouble && wait_for(external, program))
		return 0;
	return *program->trouble || !question->game
		       ? 0
		       : ask(external, program, question->game);
}

/* UCI has no word for a draw. */
static bool accepts_draw(void *self, const struct rk_question *question,
			 int seat)
{
	const struct rk_player *levels = ((struct host_external *)self)->levels;

	return !rk_level_is_program(question->level) &&
	       levels->accepts_draw(levels->self, question, seat);
}

static bool tell_opening(void *self, char name[RK_OPENING_SIZE],
			 const struct rk_rules *rules,
			 const union rk_any_pos *pos)
{
	const struct rk_player *levels = ((struct host_external *)self)->levels;

	return levels->opening(levels->self, name, rules, pos);
}

void host_external_open(struct host_external *external,
			const struct rk_player *levels,
			const struct rk_platform *platform)
{
	memset(external, 0, sizeof(*external));
	external->levels = levels;
	external->platform = platform;
	external->table = (struct rk_programs){
		.start = start,
		.use = use,
		.name = tell_name,
		.command = tell_command,
		.trouble = tell_trouble,
		.knows = knows,
	};
	external->player = *levels;
	external->player.self = external;
	external->player.programs = &external->table;
	external->player.choose = choose;
	external->player.accepts_draw = accepts_draw;
	external->player.opening = tell_opening;
	for (int i = 0; i < HOST_PROGRAMS; i++)
		external->programs[i].child = HOST_NO_CHILD;
}

void host_external_close(struct host_external *external)
{
	for (int i = 0; i < HOST_PROGRAMS; i++)
		end(&external->programs[i]);
}
