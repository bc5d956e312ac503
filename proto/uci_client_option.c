/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The options of an engine that somebody wants to set: read from the settings,
 * compared with what the engine offers, and sent when it has offered all. A
 * value is sent only if the engine has said that it takes it.
 */
#include "proto/uci_client.h"

/* ---- The settings ---- */

static struct rk_word take_part(struct rk_word *rest, char end)
{
	struct rk_word part = {rest->text, 0};

	while (part.length < rest->length && part.text[part.length] != end)
		part.length++;
	rest->text += part.length;
	rest->length -= part.length;
	if (rest->length) {
		rest->text++;
		rest->length--;
	}
	return part;
}

/* Is it one of our own limits? */
static int64_t *find_limit(struct rk_uci_client *client, struct rk_word name)
{
	struct rk_uci_limits *limits = &client->always;

	if (rk_word_is(name, "movetime"))
		return &limits->move_time;
	if (rk_word_is(name, "nodes"))
		return &limits->nodes;
	if (rk_word_is(name, "depth"))
		return &limits->depth;
	return NULL;
}

static const char *want(struct rk_uci_client *client, struct rk_word setting)
{
	struct rk_word name = take_part(&setting, '=');
	int64_t *limit = find_limit(client, name);
	uint32_t number;

	if (!name.length || name.length >= RK_UCI_CLIENT_WORD ||
	    setting.length >= RK_UCI_CLIENT_WORD)
		return "Expected options of the program as in "
		       "engine:stockfish,UCI_Elo=1500";
	if (limit) {
		if (!rk_word_number(setting, 1, 1000000000, &number))
			return "Expected a number from 1 for movetime, nodes "
			       "and depth";
		*limit = number;
		return NULL;
	}
	if (client->wanted_count == RK_UCI_CLIENT_WANTED)
		return "Expected at most 8 options of the program";
	client->wanted[client->wanted_count++] =
		(struct rk_uci_wanted){.name = name, .value = setting};
	return NULL;
}

const char *rk_uci_client_init(struct rk_uci_client *client,
			       const struct rk_out *out,
			       struct rk_word settings)
{
	const char *wrong = NULL;

	memset(client, 0, sizeof(*client));
	client->out = *out;
	while (settings.length && !wrong)
		wrong = want(client, take_part(&settings, ','));
	return wrong;
}

/* ---- What the engine offers ---- */

/* Without regard to case and blanks. */
static bool is_same(struct rk_word word, struct rk_word name)
{
	for (; name.length; name.text++, name.length--) {
		char letter[2] = {*name.text, '\0'};

		if (letter[0] == ' ')
			continue;
		if (!word.length ||
		    !rk_word_is((struct rk_word){word.text, 1}, letter))
			return false;
		word.text++;
		word.length--;
	}
	return !word.length;
}

static struct rk_uci_wanted *find_wanted(struct rk_uci_client *client,
					 struct rk_word name)
{
	for (int i = 0; i < client->wanted_count; i++)
		if (is_same(client->wanted[i].name, name))
			return &client->wanted[i];
	return NULL;
}

/* The name and the value of an option, as they are told. */
static void refuse(struct rk_uci_client *client,
		   const struct rk_uci_wanted *wanted, const char *why)
{
	char name[RK_UCI_CLIENT_WORD], value[RK_UCI_CLIENT_WORD];

	rk_uci_client_copy(name, wanted->name);
	rk_uci_client_copy(value, wanted->value);
	rk_uci_client_fail(
		client, (const char *const[]){why, name,
					      wanted->value.length ? "=" : "",
					      value, NULL});
}

/* A number within the bounds that the rest of the line names. */
static bool fits_spin(struct rk_word value, struct rk_word rest)
{
	int64_t number, bound;
	struct rk_word word;

	if (!rk_word_integer(value, &number))
		return false;
	while ((word = rk_word_take(&rest)).length) {
		bool is_least = rk_word_is(word, "min");

		if (!is_least && !rk_word_is(word, "max"))
			continue;
		if (rk_word_integer(rk_word_take(&rest), &bound) &&
		    (is_least ? number < bound : number > bound))
			return false;
	}
	return true;
}

/* One of the values after `var`; the engine's spelling is sent. */
static bool fits_combo(struct rk_uci_wanted *wanted, struct rk_word rest)
{
	struct rk_word next, value;

	rk_uci_take_until(&rest, "var", &next);
	while (next.length) {
		value = rk_uci_take_until(&rest, "var", &next);
		if (is_same(wanted->value, value))
			return rk_uci_client_copy(wanted->sent, value);
	}
	return false;
}

static bool fits(struct rk_uci_wanted *wanted, struct rk_word type,
		 struct rk_word rest)
{
	struct rk_word value = wanted->value;

	if (rk_word_is(type, "button")) {
		wanted->is_button = true;
		return !value.length;
	}
	rk_uci_client_copy(wanted->sent, value);
	if (rk_word_is(type, "check"))
		return rk_word_is(value, "true") || rk_word_is(value, "false");
	if (rk_word_is(type, "spin"))
		return fits_spin(value, rest);
	if (rk_word_is(type, "combo"))
		return fits_combo(wanted, rest);
	return rk_word_is(type, "string");
}

void rk_uci_client_option(struct rk_uci_client *client, struct rk_word rest)
{
	struct rk_word next, name, type;
	struct rk_uci_wanted *wanted;

	if (!rk_word_is(rk_word_take(&rest), "name"))
		return;
	name = rk_uci_take_until(&rest, "type", &next);
	type = rk_word_take(&rest);
	client->has_chess960 |= rk_word_is(name, "UCI_Chess960");
	client->has_limit |= rk_word_is(name, "UCI_LimitStrength");
	wanted = find_wanted(client, name);
	if (!wanted || *wanted->exact)
		return;
	if (!rk_uci_client_copy(wanted->exact, name) ||
	    !fits(wanted, type, rest))
		refuse(client, wanted, "does not take the option ");
}

static void send_option(const struct rk_uci_client *client, const char *name,
			const char *value)
{
	rk_out_parts(&client->out,
		     (const char *const[]){"setoption name ", name,
					   value ? " value " : "",
					   value ? value : "", "\n", NULL});
}

/* An Elo without the switch for it would be without effect. */
static void limit_strength(struct rk_uci_client *client)
{
	static const struct rk_word elo = {"UCI_Elo", 7};
	static const struct rk_word limit = {"UCI_LimitStrength", 17};

	if (client->has_limit && find_wanted(client, elo) &&
	    !find_wanted(client, limit))
		send_option(client, limit.text, "true");
}

bool rk_uci_client_set_options(struct rk_uci_client *client)
{
	for (int i = 0; i < client->wanted_count; i++)
		if (!*client->wanted[i].exact) {
			refuse(client, &client->wanted[i],
			       "has no such option: ");
			return false;
		}
	for (int i = 0; i < client->wanted_count; i++)
		send_option(client, client->wanted[i].exact,
			    client->wanted[i].is_button
				    ? NULL
				    : client->wanted[i].sent);
	limit_strength(client);
	return true;
}
