/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The table of positions. Four entries share a line of the cache. An entry
 * is two words, what is known and the key mixed with that; so an entry that two
 * threads have written at once does not fit its key and is not believed.
 * Nothing is locked.
 */
#include "engine/search.h"

struct rk_entry {
	uint64_t check; /* key ^ data */
	uint64_t data;
};

struct rk_bucket {
	struct rk_entry entries[4];
};

#define AGES 32

/* One word at a time is read and written whole where that costs nothing. */
#if __SIZEOF_POINTER__ >= 8
#define LOAD(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define STORE(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELAXED)
#else
#define LOAD(word) (word)
#define STORE(word, value) ((word) = (value))
#endif

void rk_table_init_zeroed(struct rk_table *table, void *memory, size_t size)
{
	table->buckets = memory;
	table->count = size / sizeof(struct rk_bucket);
	table->age = 0;
}

void rk_table_init(struct rk_table *table, void *memory, size_t size)
{
	rk_table_init_zeroed(table, memory, size);
	rk_table_clear(table, 0, 1);
}

void rk_table_clear(struct rk_table *table, int part, int parts)
{
	size_t from = table->count / (size_t)parts * (size_t)part;
	size_t to = part + 1 == parts
			    ? table->count
			    : table->count / (size_t)parts * ((size_t)part + 1);

	if (!part)
		table->age = 0;
	if (to > from)
		memset(table->buckets + from, 0,
		       (to - from) * sizeof(struct rk_bucket));
}

void rk_table_grow_old(struct rk_table *table)
{
	table->age = (uint8_t)((table->age + 1) % AGES);
}

/* A product's high half spreads the keys over any number of buckets. */
static struct rk_bucket *find_bucket(const struct rk_table *table, uint64_t key)
{
	return table->buckets +
	       (size_t)((key >> 32) * (uint64_t)table->count >> 32);
}

void rk_table_prefetch(const struct rk_table *table, uint64_t key)
{
	if (table->count)
		__builtin_prefetch(find_bucket(table, key));
}

static int data_depth(uint64_t data)
{
	return (int)(data >> 48 & 255) - 1;
}

static int data_age(uint64_t data)
{
	return (int)(data >> 56 & 31);
}

uint64_t rk_table_find(const struct rk_table *table, uint64_t key)
{
	struct rk_bucket *bucket;

	if (!table->count)
		return 0;
	bucket = find_bucket(table, key);
	for (int i = 0; i < 4; i++) {
		uint64_t data = LOAD(bucket->entries[i].data);

		if ((LOAD(bucket->entries[i].check) ^ data) == key && data)
			return data;
	}
	return 0;
}

/* How much an entry is worth keeping: deep and young ones are. */
static int worth(uint64_t data, int age)
{
	return data_depth(data) - 4 * ((age - data_age(data)) & (AGES - 1));
}

void rk_table_put(struct rk_table *table, uint64_t key, uint64_t data,
		  uint64_t move)
{
	struct rk_entry *entry = NULL;
	struct rk_bucket *bucket;
	uint64_t known = 0;
	int least = 1000;

	if (!table->count)
		return;
	data |= (uint64_t)table->age << 56;
	bucket = find_bucket(table, key);
	for (int i = 0; i < 4; i++) {
		struct rk_entry *other = &bucket->entries[i];
		uint64_t old = LOAD(other->data);
		bool same = (LOAD(other->check) ^ old) == key;

		if (!old || same || worth(old, table->age) < least) {
			entry = other;
			known = same ? old : 0;
			least = worth(old, table->age);
			if (!old || same)
				break;
		}
	}
	if (known) {
		/* What is known of the same position and is better stays. */
		if (!(data & move))
			data |= known & move;
		if (data >> 62 != RK_BOUND_EXACT &&
		    data_age(known) == table->age &&
		    data_depth(data) + 4 + 2 * (int)(data >> 61 & 1) <=
			    data_depth(known))
			return;
	}
	STORE(entry->data, data);
	STORE(entry->check, key ^ data);
}

/* Two players' entries: move, score and evaluation, 16 bits each. */
bool rk_table_probe(const struct rk_table *table, uint64_t key, int ply,
		    struct rk_memory *memory)
{
	uint64_t data = rk_table_find(table, key);

	if (!data)
		return false;
	memory->move = (rk_move)data;
	memory->score =
		(int16_t)rk_score_from_table((int16_t)(data >> 16), ply);
	memory->eval = (int16_t)(data >> 32);
	memory->depth = (int16_t)data_depth(data);
	memory->was_pv = data >> 61 & 1;
	memory->bound = (uint8_t)(data >> 62);
	return true;
}

void rk_table_store(struct rk_table *table, uint64_t key, int ply,
		    const struct rk_memory *memory)
{
	int score = rk_score_to_table(memory->score, ply);

	rk_table_put(table, key,
		     (uint64_t)memory->move | (uint64_t)(uint16_t)score << 16 |
			     (uint64_t)(uint16_t)memory->eval << 32 |
			     rk_table_kind(memory->depth, memory->was_pv,
					   memory->bound),
		     UINT16_MAX);
}

int rk_table_fullness(const struct rk_table *table)
{
	size_t sample = table->count < 250 ? table->count : 250;
	int used = 0;

	for (size_t i = 0; i < sample; i++)
		for (int j = 0; j < 4; j++) {
			uint64_t data = LOAD(table->buckets[i].entries[j].data);

			used += data && data_age(data) == table->age;
		}
	return sample ? used * 250 / (int)sample : 0;
}
