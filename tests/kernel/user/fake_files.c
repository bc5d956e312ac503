/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * What user space can do with a module: load it, open its nodes, read, write,
 * poll; and read and write the values in /sys. A module is a shared library
 * that is opened and closed, so that it starts anew every time.
 */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>

#include "fake_kernel.h"

#define MOST_NODES 32
#define MOST_FILES 64

static struct {
	void *library;
	struct module *module;
	void (*cleanup)(void);
} loaded;

static pthread_mutex_t node_lock = PTHREAD_MUTEX_INITIALIZER;
static struct miscdevice *nodes[MOST_NODES];
static struct device devices[MOST_NODES];
static struct file *files[MOST_FILES];

/* After every call into the module. */
static void must_be_free(void)
{
	if (current->held)
		fake_complain("back from the module with a mutex");
}

/* The number of a node, or -1. */
static int find(const char *name)
{
	for (int i = 0; i < MOST_NODES; i++)
		if (nodes[i] && !strcmp(nodes[i]->name, name))
			return i;
	return -1;
}

int misc_register(struct miscdevice *misc)
{
	int free_one = 0;

	if (fake_fails(&fake_fail.node))
		return -EBUSY;
	if (fake_fails(&fake_fail.node_late)) {
		misc->this_device = ERR_PTR(-ENOMEM);
		return -ENOMEM;
	}
	if (find(misc->name) >= 0)
		return -EEXIST;
	while (nodes[free_one])
		free_one++;
	devices[free_one] = (struct device){.data = misc};
	misc->this_device = &devices[free_one];
	misc->minor = free_one;
	nodes[free_one] = misc;
	return 0;
}

void misc_deregister(struct miscdevice *misc)
{
	int number = misc->minor;

	if (number < 0 || number >= MOST_NODES || nodes[number] != misc)
		fake_complain("misc_deregister() of what is not registered");
	if (misc->groups && fake_has_queue())
		fake_complain("a node goes while work may still use it");
	nodes[number] = NULL;
}

static void *symbol(const char *name)
{
	void *found = dlsym(loaded.library, name);

	if (!found)
		fake_complain(dlerror());
	return found;
}

/* "name=value" */
static int set_parameter(const char *text)
{
	const char *value = strchr(text, '=') + 1;
	const struct kernel_param *param;
	char name[40];

	snprintf(name, sizeof(name), "param_%.*s", (int)(value - 1 - text),
		 text);
	param = symbol(name);
	if (!strcmp(param->type, "uint"))
		return kstrtouint(value, 10, param->value);
	*(bool *)param->value = *value == '1';
	return 0;
}

static int set_parameters(const char *parameters)
{
	char words[200], *rest = words;
	int error = 0;

	snprintf(words, sizeof(words), "%s", parameters);
	for (char *word; !error && (word = strtok_r(rest, " ", &rest));)
		error = set_parameter(word);
	return error;
}

static void unload(void)
{
	for (int i = 0; i < MOST_NODES; i++)
		if (nodes[i])
			fake_complain("a node stays behind");
	if (fake_has_queue())
		fake_complain("a workqueue stays behind");
	must_be_free();
	dlclose(loaded.library);
	loaded.library = NULL;
}

int fake_insmod(const char *name, const char *parameters)
{
	int (*init)(void);
	int error;

	if (loaded.library)
		return -EEXIST;
	fake_log_clear();
	loaded.library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!loaded.library)
		fake_complain(dlerror());
	loaded.module = symbol("__this_module");
	*(void **)&init = symbol("init_module");
	*(void **)&loaded.cleanup = symbol("cleanup_module");
	error = set_parameters(parameters);
	if (!error)
		error = init();
	if (error)
		unload();
	return error;
}

int fake_rmmod(void)
{
	if (__atomic_load_n(&loaded.module->users, __ATOMIC_RELAXED))
		return -EBUSY;
	loaded.cleanup();
	unload();
	return 0;
}

int fake_mode(const char *node)
{
	int number = find(node);

	return number < 0 ? -ENOENT : nodes[number]->mode;
}

/* Puts one file in the place of another in the list of those open. */
static void list(const struct file *old, struct file *new)
{
	int place = 0;

	pthread_mutex_lock(&node_lock);
	while (place < MOST_FILES && files[place] != old)
		place++;
	if (place == MOST_FILES)
		fake_complain("too many files, or one that is not open");
	files[place] = new;
	pthread_mutex_unlock(&node_lock);
}

struct file *fake_open(const char *node)
{
	struct inode inode = {0};
	int number, error = -ENOENT;
	struct file *file = calloc(1, sizeof(*file));

	pthread_mutex_lock(&node_lock);
	number = find(node);
	if (number >= 0) {
		file->private_data = nodes[number];
		file->f_op = nodes[number]->fops;
		__atomic_add_fetch(&file->f_op->owner->users, 1,
				   __ATOMIC_RELAXED);
		error = file->f_op->open(&inode, file);
		must_be_free();
	}
	pthread_mutex_unlock(&node_lock);
	if (!error) {
		list(NULL, file);
		return file;
	}
	if (number >= 0)
		__atomic_sub_fetch(&file->f_op->owner->users, 1,
				   __ATOMIC_RELAXED);
	free(file);
	errno = -error;
	return NULL;
}

void fake_set_nonblock(struct file *file, bool nonblock)
{
	file->f_flags = nonblock ? O_NONBLOCK : 0;
}

unsigned int fake_notes(const char *node)
{
	return __atomic_load_n(&devices[find(node)].kobj.notes,
			       __ATOMIC_RELAXED);
}

struct inode *file_inode(struct file *file)
{
	static struct inode inode;

	(void)file;
	return &inode;
}

void fake_close(struct file *file)
{
	struct inode inode = {0};
	struct module *owner = file->f_op->owner;

	list(file, NULL);
	file->f_op->release(&inode, file);
	must_be_free();
	__atomic_sub_fetch(&owner->users, 1, __ATOMIC_RELAXED);
	free(file);
}

void fake_reset(void)
{
	fake_fail = (struct fake_failures){0};
	fake_work = (struct fake_work){0};
	*current = (struct task_struct){0};
	fake_random = 1;
	for (int i = 0; i < MOST_FILES; i++)
		if (files[i])
			fake_close(files[i]);
	if (loaded.library)
		fake_rmmod();
}

int stream_open(struct inode *inode, struct file *file)
{
	(void)inode;
	file->is_stream = true;
	return 0;
}

ssize_t fake_read_bad(struct file *file, void *to, size_t count, size_t bad,
		      size_t bad_end)
{
	struct iov_iter iter = {to, 0, count, bad, bad_end};
	struct kiocb iocb = {.ki_filp = file};
	ssize_t result = file->f_op->read_iter(&iocb, &iter);

	must_be_free();
	return result;
}

ssize_t fake_read(struct file *file, void *to, size_t count)
{
	return fake_read_bad(file, to, count, count, count);
}

ssize_t fake_write_bad(struct file *file, const void *from, size_t count,
		       size_t bad, size_t bad_end)
{
	struct iov_iter iter = {(char *)from, 0, count, bad, bad_end};
	struct kiocb iocb = {.ki_filp = file};
	ssize_t result = file->f_op->write_iter(&iocb, &iter);

	must_be_free();
	return result;
}

ssize_t fake_write(struct file *file, const void *from, size_t count)
{
	return fake_write_bad(file, from, count, count, count);
}

ssize_t fake_write_now(struct file *file, const void *from, size_t count)
{
	struct iov_iter iter = {(char *)from, 0, count, count, count};
	struct kiocb iocb = {.ki_filp = file, .ki_flags = IOCB_NOWAIT};
	ssize_t result = file->f_op->write_iter(&iocb, &iter);

	must_be_free();
	return result;
}

__poll_t fake_poll(struct file *file, wait_queue_head_t **queue)
{
	struct poll_table_struct table = {NULL};
	__poll_t mask = file->f_op->poll(file, &table);

	must_be_free();
	*queue = table.queue;
	return mask;
}

static struct device_attribute *find_value(struct miscdevice *misc,
					   const char *name)
{
	for (const struct attribute_group **group = misc->groups; *group;
	     group++)
		for (struct attribute **attr = (*group)->attrs; *attr; attr++)
			if (!strcmp((*attr)->name, name))
				return container_of(*attr,
						    struct device_attribute,
						    attr);
	fake_complain(name);
}

ssize_t fake_show(const char *node, const char *value, char *page)
{
	struct device *device = &devices[find(node)];
	struct device_attribute *attr = find_value(device->data, value);
	ssize_t length = attr->show(device, attr, page);

	must_be_free();
	return length;
}

ssize_t fake_store(const char *node, const char *value, const char *text)
{
	struct device *device = &devices[find(node)];
	struct device_attribute *attr = find_value(device->data, value);
	ssize_t length = -EACCES;

	if (attr->store)
		length = attr->store(device, attr, text, strlen(text));
	must_be_free();
	return length;
}
