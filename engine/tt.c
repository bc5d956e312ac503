/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The transposition table: what earlier searches have found out about a
 * position. It is an array of buckets. A bucket is one line of the cache, 64
 * bytes, and holds four entries of 16 bytes:
 *
 *	check   64 bits   key ^ data
 *	data    64 bits
 *	   0..15          move                     \
 *	  16..31          score, signed             > two players; four/tt.c
 *	  32..47          static evaluation, signed/  has its own 48 bits
 *	  48..55          depth + 1
 *	  56..60          age: the search that stored it, modulo 32
 *	  61              was_pv
 *	  62..63          bound; never 0, so no entry in use has data 0
 *
 * Nothing is locked. Both words are read and written whole, but two threads
 * may write the same entry at the same time and leave the check of one with
 * the data of the other. Then check ^ data equals the key that is looked up
 * only with a probability of 1 in 2^64, and the entry is a miss. So a torn
 * entry is lost, but never believed. Different positions can still have the
 * same key, so a move is tested for legality before it is made.
 *
 * Replacement happens within a bucket: first an empty entry or the one of the
 * same position, else the entry of least value, where an entry loses four
 * plies of depth for every search since it was stored.
 *
 * A table can feed those of other machines. Deep entries are then also written
 * into a ring, from which another thread reads. The ring is not locked either: a
 * reader may find the key of one entry with the data of another, which gives a
 * wrong key, and nobody will look that up. Without a feed that is one comparison
 * which is never true.
 */
#include "engine/tt.h"

struct rk_entry {
	uint64_t check; /* key ^ data */
	uint64_t data;
};

struct rk_bucket {
	struct rk_entry entries[4];
};

#define AGES 32
#define AGE_SHIFT 56

/*
 * Relaxed atomics cost nothing on 64-bit machines; others have no second
 * thread. The age is atomic too: a thread that is still busy with the last
 * search may read it while the next search begins.
 */
#if __SIZEOF_POINTER__ >= 8
#define LOAD(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define STORE(word, value) __atomic_store_n(&(word), value, __ATOMIC_RELAXED)
#else
#define LOAD(word) (word)
#define STORE(word, value) ((word) = (value))
#endif

/* ---- The table ---- */

void rk_tt_init_zeroed(struct rk_tt *tt, void *memory, size_t size)
{
	tt->buckets = memory;
	tt->count = size / sizeof(struct rk_bucket);
	tt->age = 0;
#ifdef RK_TT_FEED
	tt->feed_from = RK_TT_NO_FEED;
	tt->feed = NULL;
#endif
}

void rk_tt_init(struct rk_tt *tt, void *memory, size_t size)
{
	rk_tt_init_zeroed(tt, memory, size);
	rk_tt_clear(tt, 0, 1);
}

void rk_tt_clear(struct rk_tt *tt, int part, int parts)
{
	size_t from = tt->count / (size_t)parts * (size_t)part;
	size_t to = part + 1 == parts
			    ? tt->count
			    : tt->count / (size_t)parts * ((size_t)part + 1);

	if (!part)
		tt->age = 0;
	if (to > from)
		memset(tt->buckets + from, 0,
		       (to - from) * sizeof(struct rk_bucket));
}

void rk_tt_new_search(struct rk_tt *tt)
{
	STORE(tt->age, (uint8_t)((tt->age + 1) % AGES));
}

/*
 * The high half of key * count spreads keys evenly over any number of
 * buckets, not only powers of two, and without a division.
 */
static size_t high_product(uint32_t key, size_t count)
{
#ifdef __ARM_ARCH_6M__
	/* In two parts: it does not multiply to 64 bits. */
	if (count < 65536)
		return ((key >> 16) * count + ((key & 65535) * count >> 16)) >>
		       16;
#endif
	return (size_t)(key * (uint64_t)count >> 32);
}

static struct rk_bucket *find_bucket(const struct rk_tt *tt, uint64_t key)
{
	return tt->buckets + high_product((uint32_t)(key >> 32), tt->count);
}

void rk_tt_prefetch(const struct rk_tt *tt, uint64_t key)
{
	if (tt->count)
		__builtin_prefetch(find_bucket(tt, key));
}

/* ---- Packed entries ---- */

static int data_depth(uint64_t data)
{
	return (int)(data >> 48 & 255) - 1;
}

static int data_age(uint64_t data)
{
	return (int)(data >> AGE_SHIFT & (AGES - 1));
}

uint64_t rk_tt_probe_data(const struct rk_tt *tt, uint64_t key)
{
	struct rk_bucket *bucket;

	if (!tt->count)
		return 0;
	bucket = find_bucket(tt, key);
	for (int i = 0; i < 4; i++) {
		uint64_t data = LOAD(bucket->entries[i].data);

		if ((LOAD(bucket->entries[i].check) ^ data) == key && data)
			return data;
	}
	return 0;
}

/* Replacement: the entry of least value goes. Deep and young ones stay. */
static int entry_value(uint64_t data, int age)
{
	return data_depth(data) - 4 * ((age - data_age(data)) & (AGES - 1));
}

#ifdef RK_TT_FEED
static void add_to_feed(struct rk_tt *tt, uint64_t key, uint64_t data)
{
	struct rk_tt_feed *feed = LOAD(tt->feed);
	uint64_t number =
		__atomic_fetch_add(&feed->written, 1, __ATOMIC_RELAXED);
	struct rk_tt_item *item = &feed->items[number % RK_TT_FEED];

	STORE(item->key, key);
	STORE(item->data, data);
}
#endif

void rk_tt_store_data(struct rk_tt *tt, uint64_t key, uint64_t data,
		      uint64_t move_mask)
{
	struct rk_entry *entry = NULL;
	struct rk_bucket *bucket;
	uint64_t old_same = 0; /* what is stored for the same position */
	int least = 1000;

	if (!tt->count)
		return;
	data |= (uint64_t)LOAD(tt->age) << AGE_SHIFT;
	bucket = find_bucket(tt, key);
	for (int i = 0; i < 4; i++) {
		struct rk_entry *other = &bucket->entries[i];
		uint64_t old = LOAD(other->data);
		bool same = (LOAD(other->check) ^ old) == key;

		if (!old || same || entry_value(old, LOAD(tt->age)) < least) {
			entry = other;
			old_same = same ? old : 0;
			least = entry_value(old, LOAD(tt->age));
			if (!old || same)
				break;
		}
	}
	if (old_same) {
		if (!(data & move_mask))
			data |= old_same & move_mask;
		/*
		 * A bound from a much shallower search does not replace what
		 * this search knows already. An exact score always does.
		 */
		if (data >> 62 != RK_BOUND_EXACT &&
		    data_age(old_same) == LOAD(tt->age) &&
		    data_depth(data) + 4 + 2 * (int)(data >> 61 & 1) <=
			    data_depth(old_same))
			return;
	}
	STORE(entry->data, data);
	STORE(entry->check, key ^ data);
#ifdef RK_TT_FEED
	if (__builtin_expect((uint8_t)(data >> 48) >= LOAD(tt->feed_from), 0))
		add_to_feed(tt, key, data);
#endif
}

#ifdef RK_TT_FEED
void rk_tt_set_feed(struct rk_tt *tt, struct rk_tt_feed *feed, int depth)
{
	STORE(tt->feed, feed);
	STORE(tt->feed_from, feed ? (uint8_t)(depth + 1) : RK_TT_NO_FEED);
}

size_t rk_tt_read_feed(const struct rk_tt_feed *feed, uint64_t *read,
		       struct rk_tt_item *items, size_t most)
{
	uint64_t written = LOAD(feed->written);
	size_t count = 0;

	if (most > RK_TT_FEED)
		most = RK_TT_FEED;
	if (written - *read > most)
		*read = written - most;
	for (; *read < written; ++*read) {
		const struct rk_tt_item *item =
			&feed->items[*read % RK_TT_FEED];

		items[count].key = LOAD(item->key);
		items[count++].data = LOAD(item->data);
	}
	return count;
}

/* What came from a feed is not fed again. */
void rk_tt_put(struct rk_tt *tt, const struct rk_tt_item *items, size_t count)
{
	struct rk_tt quiet = *tt;

	quiet.feed_from = RK_TT_NO_FEED;
	for (size_t i = 0; i < count; i++) {
		uint64_t key = items[i].key, data = items[i].data;
		uint64_t known = rk_tt_probe_data(tt, key);

		data &= ~((uint64_t)(AGES - 1) << AGE_SHIFT);
		if (data >> 62 &&
		    (!known || data_depth(known) < data_depth(data)))
			rk_tt_store_data(&quiet, key, data, 0);
	}
}
#endif

/* ---- Two players ---- */

bool rk_tt_probe(const struct rk_tt *tt, uint64_t key, int ply,
		 struct rk_tt_entry *entry)
{
	uint64_t data = rk_tt_probe_data(tt, key);

	if (!data)
		return false;
	entry->move = (rk_move)data;
	entry->score = (int16_t)rk_score_from_tt((int16_t)(data >> 16), ply);
	entry->eval = (int16_t)(data >> 32);
	entry->depth = (int16_t)data_depth(data);
	entry->was_pv = data >> 61 & 1;
	entry->bound = (uint8_t)(data >> 62);
	return true;
}

void rk_tt_store(struct rk_tt *tt, uint64_t key, int ply,
		 const struct rk_tt_entry *entry)
{
	int score = rk_score_to_tt(entry->score, ply);

	rk_tt_store_data(tt, key,
			 (uint64_t)entry->move |
				 (uint64_t)(uint16_t)score << 16 |
				 (uint64_t)(uint16_t)entry->eval << 32 |
				 rk_tt_pack_meta(entry->depth, entry->was_pv,
						 entry->bound),
			 UINT16_MAX);
}

int rk_tt_hashfull(const struct rk_tt *tt)
{
	size_t sample = tt->count < 250 ? tt->count : 250;
	int used = 0;

	for (size_t i = 0; i < sample; i++)
		for (int j = 0; j < 4; j++) {
			uint64_t data = LOAD(tt->buckets[i].entries[j].data);

			used += data && data_age(data) == LOAD(tt->age);
		}
	return sample ? used * 250 / (int)sample : 0;
}
