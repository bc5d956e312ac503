/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Keys of several bytes, as xterm and its kin send them: ESC [, parameters and
 * a last letter; or ESC O and a letter; or ESC and one byte more, for Alt. The
 * mouse reports in its SGR form, ESC [ < button ; column ; row and M or m.
 */
#include <stdio.h>
#include <string.h>

#include "ports/host/keys.h"

#define WHEEL 64               /* bit of a button's number */
#define MODIFIERS (4 | 8 | 16) /* Shift, Alt, Ctrl */

/* Terminals send these keys differently. */
static const struct {
	const char *bytes; /* after the Escape */
	enum host_key_code code;
} sequences[] = {
	{"", HOST_KEY_ESCAPE},       {"[A", HOST_KEY_UP},
	{"OA", HOST_KEY_UP},         {"[B", HOST_KEY_DOWN},
	{"OB", HOST_KEY_DOWN},       {"[C", HOST_KEY_RIGHT},
	{"OC", HOST_KEY_RIGHT},      {"[D", HOST_KEY_LEFT},
	{"OD", HOST_KEY_LEFT},       {"[5~", HOST_KEY_PAGE_UP},
	{"[6~", HOST_KEY_PAGE_DOWN}, {"[H", HOST_KEY_HOME},
	{"OH", HOST_KEY_HOME},       {"[1~", HOST_KEY_HOME},
	{"[7~", HOST_KEY_HOME},      {"[F", HOST_KEY_END},
	{"OF", HOST_KEY_END},        {"[4~", HOST_KEY_END},
	{"[8~", HOST_KEY_END},
};

bool host_key_is_open(const struct host_key *key)
{
	unsigned char last = key->bytes[key->length - 1];

	if (key->length >= HOST_KEY_BYTES - 1)
		return false;
	if (key->length == 1)
		return true;
	if (key->length == 2)
		return last == '[' || last == 'O';
	return key->bytes[1] == '[' && last >= ' ' && last < '@';
}

static void decode_mouse(struct host_key *key)
{
	unsigned int button;
	char last;

	key->code = HOST_KEY_MOUSE;
	if (sscanf((const char *)key->bytes + 1, "[<%u;%d;%d%c", &button,
		   &key->column, &key->row, &last) != 4)
		return;
	key->row--;
	key->column--;
	button &= ~(unsigned int)MODIFIERS;
	if (button == 0)
		key->code = last == 'm' ? HOST_KEY_RELEASE : HOST_KEY_PRESS;
	else if (button == WHEEL)
		key->code = HOST_KEY_WHEEL_UP;
	else if (button == WHEEL + 1)
		key->code = HOST_KEY_WHEEL_DOWN;
}

void host_key_decode(struct host_key *key)
{
	const char *bytes = (const char *)key->bytes + 1;

	key->bytes[key->length] = '\0';
	key->code = HOST_KEY_OTHER;
	if (!strncmp(bytes, "[<", 2)) {
		decode_mouse(key);
		return;
	}
	for (size_t i = 0; i < sizeof(sequences) / sizeof(sequences[0]); i++)
		if (!strcmp(bytes, sequences[i].bytes))
			key->code = (int)sequences[i].code;
}
