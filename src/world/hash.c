/* The hash of a world: a fingerprint of everything that decides its future. Two worlds with the
 * same hash go on in the same way under the same calls; a replay or a lockstep game compares them.
 * What is fed is in the table of fields (fields.h), as numbers and not as memory, so padding,
 * pointers and byte order stay out of it. Rows that nothing reads are fed as 0. */
#include "world/fields.h"
#include "world/ground.h"

/* Values are gathered until they fill a word. All of this is inlined, so that where a value stands
 * in its word is known when the table is compiled. */
typedef struct hasher {
    uint64_t hash, word;
    uint32_t bits; /* of the word that are taken */
} hasher;

/* A multiplicative step carries each bit upwards (2^64 / the golden ratio), a turn of the word
 * brings it down again. No two values give the same. */
SIDLE_UNROLLED void feed(hasher *h, uint64_t value) {
    uint64_t product = (h->hash ^ value) * 0x9e3779b97f4a7c15u;
    h->hash = product << 37 | product >> 27;
}

/* The last words have gone through few steps: so each bit of them gets into all. */
static uint64_t finish(const hasher *h) {
    uint64_t hash = (h->hash ^ h->hash >> 32) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

SIDLE_UNROLLED void feed_word(hasher *h) {
    if (h->bits) feed(h, h->word);
    h->word = h->bits = 0;
}

SIDLE_UNROLLED void feed_bits(hasher *h, uint64_t value, uint32_t bits) {
    if (h->bits + bits > 64) feed_word(h);
    h->word |= value << h->bits;
    h->bits += bits;
}

#define FEED(name, kind, most, place, when)                                                        \
    feed_bits(&h, (when) ? VALUE_##kind(place) : 0, BITS_##kind);

static uint64_t hash_of_route(uint64_t from, const route *r) {
    hasher h = {.hash = from};
    ROUTE_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    for (uint32_t n = 0; n < r->count; n++) feed(&h, value_of_vec(r->points[n]));
    return h.hash;
}

static uint64_t hash_of_order(uint64_t from, const sidle_world *w, const unit *u) {
    hasher h = {.hash = from};
    const order_state *o = u->cold->order;
    (void)w;
    ORDER_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    if (o->ranged && !unit_has_trait(u, TRAIT_KEEPS_RANGE)) feed(&h, o->ranged);
    return u->order == SIDLE_ORDER_PATROL ? hash_of_route(h.hash, o->patrol) : h.hash;
}

/* Of a unit that lives. */
static uint64_t hash_of_unit(const sidle_world *w, const unit *u) {
    static const queue_entry NO_ENTRY = {.held = 0};
    const queue_entry *q = w->queue_entries ? &w->queue_entries[u->slot] : &NO_ENTRY;
    const cold *c = u->cold;
    const bodies *b = &w->bodies;
    uint32_t k = body_of(w, u), own_speed = ground_own_speed(w, u);
    hasher h = {.hash = unit_is_stowed(w, u)};
    UNIT_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    /* The host's factor is that of the unit where terrain makes no difference. */
    if (own_speed != u->speed) feed(&h, own_speed);
    if (unit_reads_order_state(u)) h.hash = hash_of_order(h.hash, w, u);
    return c->path->count ? hash_of_route(h.hash, c->path) : h.hash;
}

uint64_t sidle_unit_hash(const sidle_world *world, sidle_unit_id id) {
    const unit *u = unit_named_anywhere(world, id);
    if (!u) return 0;
    hasher h = {.hash = hash_of_unit(world, u)};
    return finish(&h);
}

/* ---- the world ---- */

/* Classes that have the usual number are left out. */
static void feed_classes(hasher *h, const float *values, float usual) {
    for (uint32_t k = 0; k < SIDLE_TERRAIN_COUNT; k++) {
        if (values[k] == usual) continue;
        feed_bits(h, k, BITS_U8);
        feed_bits(h, value_of_float(values[k]), BITS_F32);
    }
}

static void feed_profile(hasher *h, const sidle_profile *p) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    for (uint32_t k = 0; k < count; k++) {
        const void *field = (const char *)p + rows[k].offset;
        if (rows[k].type == SIDLE_PARAM_FLOAT)
            feed_bits(h, value_of_float(*(const float *)field), BITS_F32);
        else if (rows[k].type == SIDLE_PARAM_LADDER)
            for (int step = 0; step < SIDLE_LADDER_STEPS; step++)
                feed_bits(h, ((const uint8_t *)field)[step], BITS_U8);
        else if (rows[k].type == SIDLE_PARAM_CLASSES)
            feed_classes(h, field, rows[k].default_value);
        else
            feed_bits(h, *(const uint32_t *)field, BITS_U32);
    }
    feed_word(h);
}

static uint64_t hash_of_profiles(uint64_t from, const sidle_world *w) {
    hasher h = {.hash = from};
    for (uint32_t n = 0; n < w->profile_count; n++) {
        const kept_profile *p = &w->profiles[n];
        PROFILE_FIELDS(FEED, NO_FIELD)
        feed_word(&h);
        if (p->varies) feed(&h, p->varies);
        if (!p->released) feed_profile(&h, &p->values);
    }
    return h.hash;
}

static uint64_t hash_of_terrain(uint64_t from, const terrain *t) {
    hasher h = {.hash = from};
    TERRAIN_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    feed(&h, t->sum);
    return h.hash;
}

uint64_t sidle_world_hash(const sidle_world *world) {
    if (!world) return 0;
    const sidle_world *w = world;
    hasher h = {.hash = 0x51d1e};
    WORLD_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    h.hash = hash_of_profiles(hash_of_terrain(h.hash, &w->terrain), w);
    uint32_t living = w->living + w->stowed;
    for (uint32_t slot = 0; slot < w->slots; slot++)
        if (w->by_slot[slot] < living) feed(&h, hash_of_unit(w, unit_of_slot(w, slot)) + slot);
    for (uint32_t n = living; n < w->slots; n++) {
        const unit *u = &w->units[n];
        FREE_FIELDS(FEED, NO_FIELD)
        feed_word(&h);
    }
    return finish(&h);
}

/* ---- the quick one ---- */

/* What shows where a unit is and where it drives. The sum of all units does not depend on their
 * order, so they are read as they stand in memory. */
static uint64_t share_of_unit(const unit *u) {
    hasher h = {.hash = u->slot};
    feed(&h, value_of_vec(u->position));
    feed(&h, value_of_vec(u->velocity));
    feed(&h, value_of_vec(u->heading));
    return h.hash ^ h.hash >> 32;
}

uint64_t sidle_world_quick_hash(const sidle_world *world) {
    if (!world) return 0;
    const sidle_world *w = world;
    hasher h = {.hash = 0x9e1};
    WORLD_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    feed(&h, w->terrain.sum);
    uint64_t sum = 0, turn = w->tick % SIDLE_QUICK_TURNS;
    for (uint32_t k = 0; k < w->living + w->stowed; k++) {
        const unit *u = unit_at(w, k);
        sum += share_of_unit(u);
        if ((u->slot + turn) % SIDLE_QUICK_TURNS == 0) {
            hasher whole = {.hash = hash_of_unit(w, u) + u->slot};
            sum += finish(&whole);
        }
    }
    feed(&h, sum);
    return finish(&h);
}
