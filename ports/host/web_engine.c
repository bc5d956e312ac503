/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Lends the engine to the page: a child, "rookery uci", which is started when it
 * is first asked for. A request is a few lines of words and numbers; only what
 * is checked here reaches the child, and never a file name. The page fetches
 * what is new several times a second. If it stops doing so, the search is
 * stopped; if that lasts, the child is ended.
 *
 * The last line of each rank is kept, so memory is bounded. The child answers
 * each "go" with a "bestmove": `unwanted` counts those of searches that were
 * replaced, and what comes before them is dropped.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ports/host/child.h"
#include "ports/host/programs.h"
#include "ports/host/web_engine.h"

#define LINES 5
#define LINE_SIZE 2048
#define MOST_THREADS 256
#define MOST_HASH 4096
#define MOST_NUMBER 86400000
#define TICK_MS 250
#define SILENT_MS 5000  /* without a request: the search is stopped */
#define UNUSED_MS 60000 /* the child is ended */
#define PATIENCE_MS 200

struct host_web_engine {
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t thread;
	bool is_over;
	struct host_child child;
	uint64_t job; /* 0: none yet */
	bool is_thinking;
	int unwanted;
	uint64_t asked_ms; /* time of the last request */
	char lines[LINES][LINE_SIZE];
	bool is_new[LINES];
	char best[64];
	/* What the child has said of a line so far. */
	char part[LINE_SIZE];
	size_t part_length;
};

/* A request that was read. */
struct question {
	const char *what; /* ask, poll or stop; NULL: not said yet */
	uint64_t job;
	int threads, hash, lines;
	const char *variant;
	const char *position;
	size_t position_length;
	char go[40];
};

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static int most_threads(void)
{
	long count = sysconf(_SC_NPROCESSORS_ONLN);

	return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : (int)count;
}

/* A quarter of the machine's memory, in megabytes. */
static int most_hash(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
	uint64_t quarter;

	if (pages <= 0 || page <= 0)
		return 64;
	quarter = (uint64_t)pages * (uint64_t)page >> 22;
	return quarter > MOST_HASH ? MOST_HASH : quarter < 1 ? 1 : (int)quarter;
}

void host_web_engine_describe(char *text, size_t size)
{
	snprintf(text, size, "threads=%d hash=%d", most_threads(), most_hash());
}

/* ---- The child ---- */

/* All of it or nothing; a child that does not read is ended. */
static bool tell(struct host_web_engine *engine, const char *text)
{
	size_t length = strlen(text);

	if (engine->child.pid > 0 &&
	    host_child_write(&engine->child, text, length) == (ssize_t)length)
		return true;
	host_child_end(&engine->child, 0);
	engine->is_thinking = false;
	return false;
}

/* Beside this program, else in PATH. */
static bool find_rookery(char path[HOST_CHILD_PATH])
{
	char here[PATH_MAX];

	return (host_program_beside("rookery", here) &&
		!host_child_find(path, here, NULL)) ||
	       !host_child_find(path, "rookery", NULL);
}

static bool start_child(struct host_web_engine *engine)
{
	char path[HOST_CHILD_PATH], command[] = "uci";
	char *words[] = {path, command, NULL};

	if (engine->child.pid > 0)
		return true;
	if (!find_rookery(path))
		return false;
	engine->unwanted = 0;
	engine->part_length = 0;
	engine->is_thinking = false;
	return host_child_start(&engine->child, words, HOST_CHILD_BY_PIPES) &&
	       tell(engine, "uci\nsetoption name UCI_ShowWDL value true\n"
			    "setoption name UCI_AnalyseMode value true\n");
}

static void stop_search(struct host_web_engine *engine)
{
	if (engine->is_thinking)
		tell(engine, "stop\n");
}

static void forget_lines(struct host_web_engine *engine)
{
	memset(engine->is_new, 0, sizeof(engine->is_new));
	engine->best[0] = '\0';
}

/* A line of the search with a variation, by its rank. */
static void keep_info(struct host_web_engine *engine, const char *line)
{
	const char *rank = strstr(line, " multipv ");
	long index = rank ? strtol(rank + 9, NULL, 10) - 1 : 0;

	if (!strstr(line, " pv ") || index < 0 || index >= LINES)
		return;
	snprintf(engine->lines[index], LINE_SIZE, "%s", line);
	engine->is_new[index] = true;
}

static void hear_line(struct host_web_engine *engine, const char *line)
{
	bool is_best = !strncmp(line, "bestmove ", 9);

	if (engine->unwanted) {
		engine->unwanted -= is_best;
	} else if (is_best) {
		snprintf(engine->best, sizeof(engine->best), "%.63s", line);
		engine->is_thinking = false;
	} else if (!strncmp(line, "info ", 5)) {
		keep_info(engine, line);
	}
}

/* Splits what the child says into lines; a line that is too long is cut. */
static void hear_bytes(struct host_web_engine *engine, const char *bytes,
		       size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (bytes[i] != '\n') {
			if (engine->part_length < LINE_SIZE - 1)
				engine->part[engine->part_length++] = bytes[i];
			continue;
		}
		engine->part[engine->part_length] = '\0';
		engine->part_length = 0;
		hear_line(engine, engine->part);
	}
}

/* The lock is held; the child has something to say or has ended. */
static void listen_to_child(struct host_web_engine *engine)
{
	char bytes[4096];
	ssize_t count = host_child_read(&engine->child, bytes, sizeof(bytes));

	if (count > 0) {
		hear_bytes(engine, bytes, (size_t)count);
	} else if (!count || errno != EAGAIN) {
		host_child_end(&engine->child, PATIENCE_MS);
		engine->is_thinking = false;
	}
}

/* Nobody has asked for a while. */
static void tidy(struct host_web_engine *engine)
{
	uint64_t silent = now_ms() - engine->asked_ms;

	if (silent > SILENT_MS)
		stop_search(engine);
	if (silent > UNUSED_MS)
		host_child_end(&engine->child, PATIENCE_MS);
}

static void *run(void *self)
{
	struct host_web_engine *engine = self;
	struct pollfd file = {.events = POLLIN};

	pthread_mutex_lock(&engine->lock);
	while (!engine->is_over) {
		if (engine->child.pid <= 0) {
			pthread_cond_wait(&engine->wake, &engine->lock);
			continue;
		}
		file.fd = engine->child.from;
		pthread_mutex_unlock(&engine->lock);
		poll(&file, 1, TICK_MS);
		pthread_mutex_lock(&engine->lock);
		if (engine->child.pid > 0 && engine->child.from == file.fd)
			listen_to_child(engine);
		tidy(engine);
	}
	pthread_mutex_unlock(&engine->lock);
	return NULL;
}

struct host_web_engine *host_web_engine_new(void)
{
	struct host_web_engine *engine = calloc(1, sizeof(*engine));

	if (!engine)
		return NULL;
	engine->child = HOST_NO_CHILD;
	pthread_mutex_init(&engine->lock, NULL);
	pthread_cond_init(&engine->wake, NULL);
	if (pthread_create(&engine->thread, NULL, run, engine)) {
		free(engine);
		return NULL;
	}
	return engine;
}

void host_web_engine_free(struct host_web_engine *engine)
{
	if (!engine)
		return;
	pthread_mutex_lock(&engine->lock);
	engine->is_over = true;
	pthread_cond_signal(&engine->wake);
	pthread_mutex_unlock(&engine->lock);
	pthread_join(engine->thread, NULL);
	host_child_end(&engine->child, PATIENCE_MS);
	free(engine);
}

/* ---- Reading a request ---- */

/* A whole number from `least` to `most`; -1 if it is none. */
static int64_t read_number(const char *text, size_t length, int64_t least,
			   int64_t most)
{
	int64_t number = 0;

	if (!length || length > 15)
		return -1;
	for (size_t i = 0; i < length; i++) {
		if (text[i] < '0' || text[i] > '9')
			return -1;
		number = number * 10 + (text[i] - '0');
	}
	return number < least || number > most ? -1 : number;
}

static bool take_int(int *number, const char *text, size_t length, int most)
{
	*number = (int)read_number(text, length, 1, most);
	return *number > 0;
}

static bool take_job(struct question *question, const char *text, size_t length)
{
	int64_t job = read_number(text, length, 1, INT64_MAX);

	question->job = job > 0 ? (uint64_t)job : 0;
	return job > 0;
}

static bool take_threads(struct question *question, const char *text,
			 size_t length)
{
	return take_int(&question->threads, text, length, most_threads());
}

static bool take_hash(struct question *question, const char *text,
		      size_t length)
{
	return take_int(&question->hash, text, length, most_hash());
}

static bool take_lines(struct question *question, const char *text,
		       size_t length)
{
	return take_int(&question->lines, text, length, LINES);
}

static bool take_variant(struct question *question, const char *text,
			 size_t length)
{
	static const char *const known[] = {"chess", "minors"};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i]) == length &&
		    !memcmp(known[i], text, length)) {
			question->variant = known[i];
			return true;
		}
	return false;
}

/* Letters, digits and the few signs of FEN; the child reads it with care. */
static bool take_position(struct question *question, const char *text,
			  size_t length)
{
	static const char signs[] = "0123456789abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ /-";

	if (length < 4 || memcmp(text, "fen ", 4) != 0)
		return false;
	for (size_t i = 0; i < length; i++)
		if (!text[i] || !strchr(signs, text[i]))
			return false;
	question->position = text;
	question->position_length = length;
	return true;
}

static bool take_go(struct question *question, const char *text, size_t length)
{
	static const char *const limits[] = {"depth ", "movetime ", "nodes "};

	if (length == 8 && !memcmp(text, "infinite", 8)) {
		snprintf(question->go, sizeof(question->go), "infinite");
		return true;
	}
	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		size_t skip = strlen(limits[i]);
		int64_t number;

		if (length <= skip || memcmp(text, limits[i], skip) != 0)
			continue;
		number =
			read_number(text + skip, length - skip, 1, MOST_NUMBER);
		snprintf(question->go, sizeof(question->go), "%s%lld",
			 limits[i], (long long)number);
		return number > 0;
	}
	return false;
}

static const struct {
	const char *name;
	bool (*take)(struct question *question, const char *text,
		     size_t length);
} words[] = {
	{"threads", take_threads},   {"hash", take_hash},
	{"lines", take_lines},       {"variant", take_variant},
	{"position", take_position}, {"go", take_go},
};

#define WORDS (sizeof(words) / sizeof(words[0]))

/* Is the first word of the line this one? Then *text and *length are the rest. */
static bool skip_word(const char *word, const char **text, size_t *length)
{
	size_t size = strlen(word);

	if (*length <= size || memcmp(*text, word, size) != 0 ||
	    (*text)[size] != ' ')
		return false;
	*text += size + 1;
	*length -= size + 1;
	return true;
}

static bool take_line(struct question *question, const char *text,
		      size_t length)
{
	static const char *const whats[] = {"ask", "poll", "stop"};

	for (size_t i = 0; i < sizeof(whats) / sizeof(whats[0]); i++)
		if (!question->what && skip_word(whats[i], &text, &length)) {
			question->what = whats[i];
			return take_job(question, text, length);
		}
	for (size_t i = 0; i < WORDS; i++)
		if (skip_word(words[i].name, &text, &length))
			return words[i].take(question, text, length);
	return false;
}

static bool read_question(struct question *question, const char *text,
			  size_t length)
{
	*question = (struct question){.threads = 1,
				      .hash = 16,
				      .lines = 1,
				      .variant = "chess",
				      .go = "infinite"};
	while (length) {
		const char *end = memchr(text, '\n', length);
		size_t size = end ? (size_t)(end - text) : length;

		if (!take_line(question, text, size))
			return false;
		size += end != NULL;
		text += size;
		length -= size;
	}
	return question->what && (*question->what != 'a' || question->position);
}

/* ---- Answering ---- */

static int ask(struct host_web_engine *engine, const struct question *question)
{
	static char text[HOST_WEB_QUESTION + 512]; /* the lock is held */

	if (!start_child(engine))
		return 503;
	if (engine->is_thinking) {
		if (!tell(engine, "stop\n"))
			return 503;
		engine->unwanted++;
	}
	forget_lines(engine);
	engine->job = question->job;
	snprintf(text, sizeof(text),
		 "setoption name Threads value %d\n"
		 "setoption name Hash value %d\n"
		 "setoption name MultiPV value %d\n"
		 "setoption name UCI_Variant value %s\n"
		 "position %.*s\ngo %s\n",
		 question->threads, question->hash, question->lines,
		 question->variant, (int)question->position_length,
		 question->position, question->go);
	engine->is_thinking = true;
	pthread_cond_signal(&engine->wake);
	return tell(engine, text) ? 200 : 503;
}

/* Writes what is new, each once. */
static void write_news(struct host_web_engine *engine,
		       char reply[HOST_WEB_REPLY])
{
	size_t length = 0;

	for (int i = 0; i < LINES; i++)
		if (engine->is_new[i])
			length += (size_t)snprintf(reply + length,
						   HOST_WEB_REPLY - length,
						   "%s\n", engine->lines[i]);
	snprintf(reply + length, HOST_WEB_REPLY - length, "%s%s", engine->best,
		 engine->best[0] ? "\n" : "");
	forget_lines(engine);
}

/* A child that has ended cannot go on; the page asks again. */
static int answer(struct host_web_engine *engine,
		  const struct question *question, char reply[HOST_WEB_REPLY])
{
	bool is_old = question->job != engine->job;

	if (*question->what == 'a')
		return ask(engine, question);
	if (is_old)
		return 409;
	if (*question->what == 's')
		stop_search(engine);
	write_news(engine, reply);
	return engine->child.pid > 0 || *reply ? 200 : 503;
}

int host_web_engine_do(struct host_web_engine *engine, const char *text,
		       size_t length, char reply[HOST_WEB_REPLY])
{
	struct question question;
	int status;

	*reply = '\0';
	if (length > HOST_WEB_QUESTION ||
	    !read_question(&question, text, length))
		return 400;
	pthread_mutex_lock(&engine->lock);
	status = answer(engine, &question, reply);
	if (status == 200)
		engine->asked_ms = now_ms();
	pthread_mutex_unlock(&engine->lock);
	return status;
}
