// SPDX-License-Identifier: GPL-2.0-only
/* The files of a board in /sys/class/misc, one text value each. */
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/minmax.h>
#include <linux/string.h>

#include "chess.h"

void chess_text_add(void *self, const char *bytes, size_t length)
{
	struct chess_text *text = self;

	length = min(length, text->cap - text->length);
	memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static struct chess_board *board_of(struct device *dev)
{
	return chess_board_of(dev_get_drvdata(dev));
}

/* Values that proto/device writes; a newline is added. */
#define VALUE(name) \
	static ssize_t name##_show(struct device *dev, \
				   struct device_attribute *attr, char *page) \
	{ \
		struct chess_board *board = board_of(dev); \
		struct chess_text text = { \
			.cap = PAGE_SIZE - 2, \
			.bytes = page, \
		}; \
		struct rk_out out = chess_text_out(&text); \
\
		if (mutex_lock_killable(&board->lock)) \
			return -EINTR; \
		rk_device_##name(&board->device, &out); \
		mutex_unlock(&board->lock); \
		page[text.length] = '\n'; \
		return text.length + 1; \
	} \
	static DEVICE_ATTR_RO(name)

VALUE(fen);
VALUE(last_move);
VALUE(legal_moves);
VALUE(result);

static ssize_t level_show(struct device *dev, struct device_attribute *attr,
			  char *page)
{
	return sysfs_emit(page, "%u\n", READ_ONCE(board_of(dev)->device.level));
}

static ssize_t level_store(struct device *dev, struct device_attribute *attr,
			   const char *text, size_t length)
{
	struct chess_board *board = board_of(dev);
	unsigned int level;
	int error = 0;

	if (kstrtouint(text, 10, &level))
		return -EINVAL;
	if (mutex_lock_killable(&board->lock))
		return -EINTR;
	if (!rk_device_set_level(&board->device, level))
		error = -EINVAL;
	mutex_unlock(&board->lock);
	return error ?: length;
}
static DEVICE_ATTR_RW(level);

static struct attribute *chess_attrs[] = {
	&dev_attr_level.attr,     &dev_attr_fen.attr,
	&dev_attr_last_move.attr, &dev_attr_legal_moves.attr,
	&dev_attr_result.attr,    NULL,
};

static const struct attribute_group chess_group = {
	.attrs = chess_attrs,
};

const struct attribute_group *chess_groups[] = {
	&chess_group,
	NULL,
};
