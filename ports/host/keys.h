/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Keys and the mouse: what the bytes after an Escape mean. */
#ifndef RK_HOST_KEYS_H
#define RK_HOST_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#define HOST_ESCAPE 27
#define HOST_KEY_BYTES 24 /* the longest sequence that is understood */
#define HOST_ESCAPE_MS 60 /* bytes of one key come closer together */

/* A byte is its own code; beyond bytes there are these. */
enum host_key_code {
	HOST_KEY_UP = 256,
	HOST_KEY_DOWN,
	HOST_KEY_LEFT,
	HOST_KEY_RIGHT,
	HOST_KEY_PAGE_UP,
	HOST_KEY_PAGE_DOWN,
	HOST_KEY_HOME,
	HOST_KEY_END,
	HOST_KEY_ESCAPE,  /* alone */
	HOST_KEY_PRESS,   /* the left button of the mouse */
	HOST_KEY_RELEASE, /* the same */
	HOST_KEY_WHEEL_UP,
	HOST_KEY_WHEEL_DOWN,
	HOST_KEY_MOUSE, /* anything else that a mouse does */
	HOST_KEY_OTHER, /* a sequence that is not ours */
};

struct host_key {
	int code;
	int row; /* of the mouse, from 0 */
	int column;
	unsigned char bytes[HOST_KEY_BYTES];
	size_t length;
};

/* Is one more byte to come? The first one is an Escape. */
bool host_key_is_open(const struct host_key *key);

/* Finds the code, and the place, of complete bytes. */
void host_key_decode(struct host_key *key);

static inline bool host_key_is_mouse(const struct host_key *key)
{
	return key->code >= HOST_KEY_PRESS && key->code <= HOST_KEY_MOUSE;
}

#endif
