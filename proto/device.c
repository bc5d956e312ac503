/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The protocol of /dev/chess; the contract is rookery/device.h. A command
 * passes three tests, in the order of precedence of their errors: is it known
 * (UNKCMD), do its arguments fit the grammar (INVFMT), is it allowed now
 * (NOGAME, OOT). Only then its function runs, and only a move can still be
 * wrong (ILLMOVE).
 *
 * Invariant: a refused command has changed nothing. So a new game is set up
 * beside the old one and replaces it at the end.
 */
#include "proto/device.h"

#include "rookery/notation.h"
#include "rookery/status.h"

enum answer {
	OK,
	CHECK,
	MATE,
	TIE,
	UNKCMD,
	INVFMT,
	NOGAME,
	OOT,
	ILLMOVE,
	BOARD, /* the board */
	LINE,  /* the game in a line */
	THINK, /* none yet: the computer must think first */
};

/* The phase of a game in which a command is allowed. */
enum phase {
	ALWAYS,
	AFTER_NEW, /* a game was started, and may be over */
	RUNNING,
	HUMANS_TURN,
	COMPUTERS_TURN,
};

struct device_command {
	bool (*fits)(struct rk_device_job *job);
	enum phase phase;
	enum answer (*run)(struct rk_device *device, struct rk_device_job *job);
};

static const struct rk_rules *const rules = &rk_rules_standard;

static uint8_t all_seats(void)
{
	return (uint8_t)((1 << rules->players) - 1);
}

static struct rk_game *game_of(struct rk_device *device)
{
	return &device->games[device->active];
}

/* The protocol knows only standard chess, so positions are read directly. */
static int turn_of(const struct rk_game *game)
{
	return game->pos.two.side;
}

static bool is_human(const struct rk_device *device, int seat)
{
	return device->humans >> seat & 1;
}

/* Plays a legal move; returns its effect on the opponent. */
static enum answer play(struct rk_device *device, rk_any_move move)
{
	struct rk_game *game = game_of(device);
	int seat = turn_of(game);

	if (rk_game_play_legal(game, move, 0))
		return ILLMOVE;
	device->offers &= (uint8_t)(1 << seat);
	if (game->outcome.reason == RK_REASON_CHECKMATE)
		return MATE;
	if (rk_game_is_over(game))
		return TIE;
	return rk_pos_in_check(&game->pos.two) ? CHECK : OK;
}

static enum answer agree(struct rk_device *device)
{
	for (int seat = 0; seat < rules->players; seat++)
		rk_game_offer(game_of(device), seat);
	return TIE;
}

/* Sets up a game from this position, or the start, beside the current one. */
static struct rk_game *prepare(struct rk_device *device, const void *start)
{
	int spare = !device->active;

	rk_game_new(&device->games[spare], rules, start,
		    device->log + spare * RK_DEVICE_EVENTS, RK_DEVICE_EVENTS);
	return &device->games[spare];
}

static enum answer replace(struct rk_device *device)
{
	device->active = !device->active;
	device->has_game = true;
	device->offers = 0;
	return OK;
}

/* Fills in the question to the computer that plays this seat. */
static enum answer ask(struct rk_device *device, struct rk_device_job *job,
		       int seat, bool about_draw)
{
	const struct rk_game *game = game_of(device);

	job->player = device->player;
	job->pos = game->pos;
	job->version = device->version;
	job->seat = (uint8_t)seat;
	job->about_draw = about_draw;
	device->seed =
		device->seed * 6364136223846793005u + 1442695040888963407u;
	job->question = (struct rk_question){
		.rules = rules,
		.pos = &job->pos,
		.keys = job->keys,
		.key_count = rk_game_keys(game, job->keys, RK_QUIET_KEYS),
		.plies = (int)rk_game_plies(game),
		.level = device->level,
		.seed = device->seed,
	};
	return THINK;
}

static enum answer new_game(struct rk_device *device, struct rk_device_job *job)
{
	for (int seat = 0; seat < rules->players; seat++)
		if (rules->seats[seat][0] == job->text[1])
			device->humans = (uint8_t)(1 << seat);
	prepare(device, NULL);
	return replace(device);
}

static enum answer new_game_of_humans(struct rk_device *device,
				      struct rk_device_job *job)
{
	(void)job;
	device->humans = all_seats();
	prepare(device, NULL);
	return replace(device);
}

static enum answer board(struct rk_device *device, struct rk_device_job *job)
{
	(void)device;
	(void)job;
	return BOARD;
}

/*
 * Finds the legal move with this text: it is read by its squares, and written
 * back it must give the same. `chosen` is a piece for a promotion that the text
 * does not name, or 0.
 */
static bool read_move(const struct rk_pos *pos, const char *text, size_t length,
		      char chosen, rk_move *move)
{
	bool named = text[length - 3] == 'y';
	char piece = named ? text[length - 1] : chosen;
	char squares[] = {text[2], text[3], text[5], text[6], piece};
	char written[RK_DEVICE_MOVE_SIZE];
	size_t whole = length + (chosen ? 3 : 0);

	if (rk_move_read(move, pos, squares, piece ? 5 : 4))
		return false;
	return rk_device_write_move(written, pos, *move) == whole &&
	       memcmp(written, text, length) == 0;
}

static enum answer human_move(struct rk_device *device,
			      struct rk_device_job *job)
{
	const struct rk_pos *pos = &game_of(device)->pos.two;
	const char *text = job->text + 1;
	size_t length = job->length - 1;
	rk_move move;

	if (read_move(pos, text, length, 0, &move) ||
	    (device->queen && text[length - 3] != 'y' &&
	     read_move(pos, text, length, 'Q', &move)))
		return play(device, move);
	return ILLMOVE;
}

static enum answer computer_move(struct rk_device *device,
				 struct rk_device_job *job)
{
	return ask(device, job, turn_of(game_of(device)), false);
}

static enum answer resign(struct rk_device *device, struct rk_device_job *job)
{
	struct rk_game *game = game_of(device);

	(void)job;
	rk_game_resign(game, turn_of(game));
	return OK;
}

static enum answer take_back(struct rk_device *device,
			     struct rk_device_job *job)
{
	uint32_t plies = 0;

	for (size_t i = 1; i < job->length && plies <= RK_DEVICE_PLIES; i++)
		plies = 10 * plies + (uint32_t)(job->text[i] - '0');
	if (rk_game_undo(game_of(device), plies))
		return ILLMOVE;
	device->offers = 0;
	return OK;
}

/*
 * The player to move may claim. Between humans an offer stands until the other
 * one moves, and is accepted by the other one's 07.
 */
static enum answer draw(struct rk_device *device, struct rk_device_job *job)
{
	struct rk_game *game = game_of(device);
	int seat = turn_of(game);

	if (is_human(device, seat) && rk_game_claim(game) == RK_GAME_OK)
		return TIE;
	if (device->humans == all_seats()) {
		device->offers |= (uint8_t)(1 << seat);
		return device->offers == all_seats() ? agree(device) : OK;
	}
	for (seat = 0; is_human(device, seat);)
		seat++;
	return ask(device, job, seat, true);
}

static enum answer line(struct rk_device *device, struct rk_device_job *job)
{
	(void)device;
	(void)job;
	return LINE;
}

/* Reads a move in coordinate notation; accepts only its canonical text. */
static bool load_move(struct rk_game *game, const char *text, size_t length)
{
	char written[RK_MOVE_TEXT_SIZE];
	rk_any_move move;

	if (rules->read_move(&move, &game->pos, text, length))
		return false;
	if (rules->write_move(written, &game->pos, move, RK_STYLE_COORD) !=
		    length ||
	    memcmp(written, text, length) != 0)
		return false;
	return rk_game_play_legal(game, move, 0) == RK_GAME_OK;
}

static enum answer load(struct rk_device *device, struct rk_device_job *job)
{
	const char *text = job->text;
	size_t at = rk_device_find(text, job->length, ';');
	struct rk_game *game;
	struct rk_error error;

	if (!rules->read(&job->pos, text + 1, at - 1, &error))
		return ILLMOVE;
	game = prepare(device, &job->pos);
	while (++at < job->length) {
		size_t size = rk_device_find(text + at, job->length - at, ' ');

		if (device->pause && game->now % 256 == 255)
			device->pause();

		if (!load_move(game, text + at, size))
			return ILLMOVE;
		at += size;
	}
	return replace(device);
}

/* In the order of their numbers, 00 to 09. */
static const struct device_command commands[] = {
	{rk_device_fits_colour, ALWAYS, new_game},
	{rk_device_fits_nothing, AFTER_NEW, board},
	{rk_device_fits_move, HUMANS_TURN, human_move},
	{rk_device_fits_nothing, COMPUTERS_TURN, computer_move},
	{rk_device_fits_nothing, HUMANS_TURN, resign},
	{rk_device_fits_nothing, ALWAYS, new_game_of_humans},
	{rk_device_fits_number, AFTER_NEW, take_back},
	{rk_device_fits_nothing, RUNNING, draw},
	{rk_device_fits_nothing, AFTER_NEW, line},
	{rk_device_fits_line, ALWAYS, load},
};

/* The row of a command, or NULL. */
static const struct device_command *find_command(const char *bytes,
						 size_t length)
{
	size_t kept = length < RK_DEVICE_LINE_SIZE ? length
						   : RK_DEVICE_LINE_SIZE;

	if (length < 3 || bytes[kept - 1] != '\n')
		return NULL;
	if (bytes[0] != '0' || bytes[1] < '0' || bytes[1] > '9')
		return NULL;
	return &commands[bytes[1] - '0'];
}

/* OK if the command is allowed now; otherwise its answer. */
static enum answer check_phase(struct rk_device *device,
			       const struct device_command *command)
{
	const struct rk_game *game = game_of(device);

	if (command->phase == ALWAYS)
		return OK;
	if (!device->has_game)
		return NOGAME;
	if (command->phase == AFTER_NEW)
		return OK;
	if (game->outcome.reason == RK_REASON_CHECKMATE &&
	    command->run == resign)
		return MATE;
	if (rk_game_is_over(game))
		return NOGAME;
	if (command->phase == RUNNING)
		return OK;
	return is_human(device, turn_of(game)) ==
			       (command->phase == HUMANS_TURN)
		       ? OK
		       : OOT;
}

static enum answer run(struct rk_device *device, const char *bytes,
		       size_t length, struct rk_device_job *job)
{
	const struct device_command *command = find_command(bytes, length);
	enum answer answer;

	if (!command)
		return UNKCMD;
	job->text = bytes + 2;
	job->length = length - 3;
	if (length > RK_DEVICE_LINE_SIZE || !command->fits(job))
		return INVFMT;
	answer = check_phase(device, command);
	if (answer != OK)
		return answer;
	answer = command->run(device, job);
	if (answer <= TIE)
		device->version++;
	return answer;
}

/* The winner, for older clients. */
static void announce(struct rk_device *device, const struct rk_out *out)
{
	bool white = game_of(device)->outcome.winners & 1;

	rk_out_text(out, white ? "WHITE WINS\n" : "BLACK WINS\n");
}

static void write_answer(struct rk_device *device, enum answer answer,
			 const struct rk_out *out)
{
	static const char *const words[] = {
		"OK\n",      "CHECK\n",  "MATE\n",   "TIE\n",
		"UNKCMD\n",  "INVFMT\n", "NOGAME\n", "OOT\n",
		"ILLMOVE\n", "\n",       "\n",
	};

	if (answer == BOARD)
		rk_device_write_board(game_of(device), out);
	else if (answer == LINE)
		rk_device_write_line(game_of(device), out);
	rk_out_text(out, words[answer]);
	if (answer == MATE && device->announce)
		announce(device, out);
}

bool rk_device_begin(struct rk_device *device, const char *bytes, size_t length,
		     struct rk_device_job *job, const struct rk_out *reply)
{
	enum answer answer;

	if (!length)
		return false;
	answer = run(device, bytes, length, job);
	if (answer == THINK)
		return true;
	write_answer(device, answer, reply);
	return false;
}

void rk_device_think(struct rk_device_job *job)
{
	const struct rk_player *player = job->player;

	if (job->about_draw)
		job->agrees = player->accepts_draw(player->self, &job->question,
						   job->seat);
	else
		job->move = player->choose(player->self, &job->question);
}

bool rk_device_finish(struct rk_device *device, const struct rk_device_job *job,
		      const struct rk_out *reply)
{
	enum answer answer;

	if (job->version != device->version)
		return false;
	if (job->about_draw)
		answer = job->agrees ? agree(device) : OK;
	else if (rules->is_legal(&game_of(device)->pos, job->move))
		answer = play(device, job->move);
	else
		answer = ILLMOVE;
	/* An offer that is declined has changed nothing. */
	if (!job->about_draw || job->agrees)
		device->version++;
	write_answer(device, answer, reply);
	return true;
}

void rk_device_command(struct rk_device *device, const char *bytes,
		       size_t length, const struct rk_out *reply)
{
	if (!rk_device_begin(device, bytes, length, &device->job, reply))
		return;
	rk_device_think(&device->job);
	rk_device_finish(device, &device->job, reply);
}

void rk_device_new(struct rk_device *device, const struct rk_player *player,
		   struct rk_event *log, uint64_t seed)
{
	memset(device, 0, sizeof(*device));
	device->player = player;
	device->log = log;
	device->seed = seed;
	device->humans = all_seats();
	device->level = 1;
	rk_device_set_level(device, RK_DEVICE_LEVEL);
}
