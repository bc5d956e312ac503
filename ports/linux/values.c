// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files of a board in /sys/class/misc, one value each. They are described
 * in sysfs-class-misc-chess.
 */
#include <linux/device.h>
#include <linux/kstrtox.h>
#include <linux/sysfs.h>

#include "chess.h"

/* The page of an attribute as output. */
struct page_text {
	char *page;
	int length;
};

static void page_add(void *self, const char *bytes, size_t length)
{
	struct page_text *text = self;

	text->length += sysfs_emit_at(text->page, text->length, "%.*s",
				      (int)length, bytes);
}

static struct chess_board *board_of(struct device *dev)
{
	return chess_board_of(dev_get_drvdata(dev));
}

static ssize_t show(struct device *dev, char *page,
		    void (*write)(struct rk_device *device,
				  const struct rk_out *out))
{
	struct chess_board *board = board_of(dev);
	struct page_text text = {.page = page};
	const struct rk_out out = {page_add, &text};
	int error = chess_lock(&board->lock);

	if (error)
		return error;
	write(&board->device, &out);
	mutex_unlock(&board->lock);
	page_add(&text, "\n", 1);
	return text.length;
}

/* Values that proto/device writes; one that is not there is an empty line. */
#define VALUE(name) \
	static ssize_t name##_show(struct device *dev, \
				   struct device_attribute *attr, char *page) \
	{ \
		return show(dev, page, rk_device_##name); \
	} \
	static DEVICE_ATTR_RO(name)

VALUE(fen);
VALUE(last_move);
VALUE(legal_moves);
VALUE(result);
VALUE(winner);
VALUE(reason);

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
	bool known;
	int error = kstrtouint(text, 10, &level);

	if (error)
		return -EINVAL;
	error = chess_lock(&board->lock);
	if (error)
		return error;
	known = rk_device_set_level(&board->device, level);
	mutex_unlock(&board->lock);
	if (!known)
		return -EINVAL;
	sysfs_notify(&dev->kobj, NULL, attr->attr.name);
	return length;
}
static DEVICE_ATTR_RW(level);

static struct attribute *chess_attrs[] = {
	&dev_attr_level.attr,     &dev_attr_fen.attr,
	&dev_attr_last_move.attr, &dev_attr_legal_moves.attr,
	&dev_attr_result.attr,    &dev_attr_winner.attr,
	&dev_attr_reason.attr,    NULL,
};

static const struct attribute_group chess_group = {
	.attrs = chess_attrs,
};

const struct attribute_group *chess_groups[] = {
	&chess_group,
	NULL,
};

void chess_values_changed(struct chess_board *board)
{
	struct attribute **attr;

	/* Private boards have none. */
	if (!board->registered)
		return;
	for (attr = chess_attrs; *attr; attr++)
		if (*attr != &dev_attr_level.attr)
			sysfs_notify(&board->misc.this_device->kobj, NULL,
				     (*attr)->name);
}
