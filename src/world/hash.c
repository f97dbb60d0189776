/* The hash of a world: a fingerprint of everything that decides its future. Two worlds with the
 * same hash go on in the same way under the same calls; a replay or a lockstep game compares them.
 * What is fed is in the table of fields (fields.h), as numbers, so padding, pointers and byte order
 * stay out of it. Rows that nothing reads are fed as 0. */
#include "world/fields.h"
#include "world/ground.h"

/* 2^64 / the golden ratio: a product with it carries each bit upwards. */
#define HASH_FACTOR 0x9e3779b97f4a7c15u

/* Values are gathered until they fill a word. All of this is inlined, so that where a value stands
 * in its word is known when the table is compiled. */
typedef struct hasher {
    uint64_t hash, word;
    uint32_t bits; /* of the word that are taken */
} hasher;

/* A multiplicative step carries each bit upwards, a turn of the word brings it down again. No two
 * values give the same. */
SIDLE_UNROLLED void feed(hasher *h, uint64_t value) {
    uint64_t product = (h->hash ^ value) * HASH_FACTOR;
    h->hash = product << 37 | product >> 27;
}

/* The last words have gone through few steps: so each bit of them gets into all. */
SIDLE_UNROLLED uint64_t finish(uint64_t hash) {
    hash = (hash ^ hash >> 32) * HASH_FACTOR;
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

/* ---- a unit ---- */

/* Two words in one step, for what a hash reads of each unit: half the cost of feeding them. The
 * turn between them keeps bits of the same place apart. No two values of either give the same; of
 * two that change at once, one change can undo the other, but only just one in 2^64 does. */
SIDLE_UNROLLED uint64_t mix(uint64_t hash, uint64_t a, uint64_t b) {
    hash ^= a;
    return ((hash << 23 | hash >> 41) + b) * HASH_FACTOR;
}

static uint64_t hash_of_route(uint64_t from, const route *r) {
    hasher h = {.hash = from};
    ROUTE_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    feed(&h, r->sum);
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

/* The rows of a unit are not fed one by one: they lie side by side in its records, so that whole
 * words of those can be. It brings the hash of a crowd in the open from 16 % of a step to 4.5 %. A
 * field that is added to a record needs its bits in a word below: the sizes tell, and the test
 * `hash` looks for bits that decide and are in no word. */

#define AT(record, type, field) ((const char *)(record) + offsetof(type, field))

_Static_assert(offsetof(unit, cold) == 88 && sizeof(unit) == 88 + sizeof(void *),
               "all fields of the hot half are in a word of the hash");
_Static_assert(offsetof(cold, look_tick) + 4 - offsetof(cold, corner) == 88 &&
                   sizeof(look_result) == 32 && sizeof(escalation) == 20,
               "all fields of the cold half are in a word of the hash");

/* Slot, pace, generation. */
SIDLE_UNROLLED uint64_t word_of_slot(const unit *u) {
    return load_fields(AT(u, unit, goal) + sizeof u->goal,
                       u->slot | (uint32_t)u->pace << 20 | (uint64_t)u->generation << 32);
}

/* Rank, which unit it waits for, speed, where its place is, whether it has stepped aside and has
 * stood on its place. */
SIDLE_UNROLLED uint64_t word_of_rank(const unit *u) {
    return load_fields(AT(u, unit, rank),
                       u->rank | (uint64_t)u->waits_for << 32 | (uint64_t)u->speed_kind << 53 |
                           (uint64_t)u->arrival << 55 | (uint64_t)u->aside << 57 |
                           (uint64_t)u->stood << 58 | (uint64_t)u->opens_lane << 59 |
                           (uint64_t)u->goes_past << 60 | (uint64_t)u->rest << 61);
}

/* Profile, order, decision, queue state, aim, flags, events, and the three bits behind them. */
SIDLE_UNROLLED uint64_t word_of_flags(const unit *u) {
    uint32_t low = u->profile | (uint32_t)u->order << 16 | (uint32_t)u->decision << 24 |
                   (uint32_t)u->queue_state << 27 | (uint32_t)u->aim << 29;
    uint32_t high = u->flags | (uint32_t)u->events << 16 | (uint32_t)u->ghost << 29 |
                    (uint32_t)u->awaited << 30 | (uint32_t)u->awaits << 31;
    return load_fields(AT(u, unit, profile), low | (uint64_t)high << 32);
}

/* Generation of the blocker, rows of the hit and of the side traces. */
SIDLE_UNROLLED uint64_t word_of_hit(const look_result *s) {
    return load_fields(AT(s, look_result, blocker.generation),
                       s->blocker.generation | (uint64_t)s->hit << 32 | (uint64_t)s->row << 48);
}

/* What the side traces found. */
SIDLE_UNROLLED uint64_t word_of_sides(const look_result *s) {
    uint32_t low =
        s->hit_value | (uint32_t)s->ahead << 8 | (uint32_t)s->right << 16 | (uint32_t)s->left << 24;
    uint32_t high = s->value | (uint32_t)(uint8_t)s->right_at << 8 |
                    (uint32_t)(uint8_t)s->left_at << 16 | (uint32_t)s->blocker_stance << 24 |
                    (uint32_t)s->choice << 26 | (uint32_t)s->asks << 28 | (uint32_t)s->held << 29 |
                    (uint32_t)s->drives << 30;
    return load_fields(AT(s, look_result, hit_value), low | (uint64_t)high << 32);
}

/* Where on the ladder the unit is; not when it looked, which stands beside it. */
SIDLE_UNROLLED uint64_t word_of_rung(const cold *c) {
    const escalation *e = &c->escalation;
    uint32_t low = (uint8_t)e->side | (uint32_t)e->rung << 8 | (uint32_t)e->again << 15 |
                   (uint32_t)e->step << 16 | (uint32_t)e->active << 24 | (uint32_t)e->relies << 25 |
                   (uint32_t)e->seeks_way << 26 | (uint32_t)e->no_way << 27 |
                   (uint32_t)e->went_round << 28 | (uint32_t)e->held << 29 |
                   (uint32_t)e->no_path << 30 | (uint32_t)e->refused << 31;
    return (uint32_t)load_fields(AT(c, cold, escalation.side), low | (uint64_t)c->look_tick << 32);
}

SIDLE_UNROLLED uint64_t mix_cold(uint64_t h, const cold *c) {
    const look_result *s = &c->look;
    h = mix(h, value_of_vec(c->look_origin), word_of_sides(s));
    h = mix(h, value_of_vec(s->direction), load_pair(AT(s, look_result, reach)));
    h = mix(h, load_pair(&c->progress), word_of_hit(s));
    return mix(h, load_pair(AT(c, cold, escalation.step_left)), word_of_rung(c));
}

/* What is read under some flags alone: the time of the next look, beside `elapsed`; the point to
 * return to; the place; the guide. */
SIDLE_SELDOM uint64_t mix_by_flags(uint64_t h, const unit *u) {
    uint64_t look = load_pair(AT(u, unit, look_next));
    bool returns = unit_is_under_way(u) || unit_has_trait(u, TRAIT_MOVES_GOAL);
    if (!unit_awaits_look(u)) look &= ~(uint64_t)UINT32_MAX;
    h = mix(h, look, returns ? value_of_vec(u->cold->corner) : 0);
    if (unit_claims_place(u)) h = mix(h, value_of_vec(u->cold->place), 0);
    if (unit_yields(u))
        h = mix(h, value_of_vec(u->cold->yield_point), value_of_float(u->cold->yield_left));
    if (u->aim == AIM_ROUND) h = mix(h, value_of_float(u->cold->way_left), 0);
    return u->flags & UNIT_GUIDED ? mix(h, value_of_vec(u->path_point), 0) : h;
}

/* The same for a unit that is just under way along its path, as nearly all are that move, at less
 * cost. */
SIDLE_UNROLLED uint64_t mix_under_way(uint64_t h, const unit *u) {
    enum { ASKED = ASPECTS_OF_FLAGS | UNIT_CLEARS | UNIT_LOOK | UNIT_GUIDED | UNIT_STEERS };
    if ((u->flags & ASKED) != ASPECT_UNDER_WAY) return mix_by_flags(h, u);
    return mix(h, load_pair(AT(u, unit, look_next)), value_of_vec(u->cold->corner));
}

/* Where the queue entries are; one for all where no profile queues. */
typedef struct queue_words {
    const queue_entry *entries;
    uint32_t mask; /* of the slot in its word */
} queue_words;

static queue_words queue_words_of(const sidle_world *w) {
    static const queue_entry NO_ENTRY = {.held = 0};
    return w->queue_entries ? (queue_words){w->queue_entries, ID_SLOT_BITS}
                            : (queue_words){&NO_ENTRY, 0};
}

/* Of a unit that lives. */
SIDLE_UNROLLED uint64_t hash_of_record(const sidle_world *w, uint32_t k, queue_words queue) {
    const unit *u = &w->units[k];
    const bodies *b = &w->bodies;
    const cold *c = u->cold;
    uint64_t of_slot = word_of_slot(u);
    const queue_entry *q = &queue.entries[of_slot & queue.mask];
    uint64_t h = mix(0, value_of_vec(u->goal), of_slot);
    h = mix(h, value_of_vec(u->position), word_of_rank(u));
    h = mix(h, value_of_vec(u->heading), word_of_flags(u));
    h = mix(h, value_of_vec(u->drive_target), load_pair(AT(u, unit, brake)));
    h = mix(h, value_of_vec(u->velocity), b->team[k] | value_of_pair(b->carry[k]) << 32);
    h = mix(h, value_of_float(b->vx[k]) | value_of_float(b->vy[k]) << 32,
            load_pair(AT(q, queue_entry, held)));
    h = mix_under_way(h, u);
    h = mix(mix_cold(h, c), value_of_vec(b->moved[k]), load_pair(AT(c, cold, escalation.backoff)));
    if (u->speed_kind != SPEED_FULL) h = mix(h, load_pair(&w->speeds[u->slot]), 0);
    if (c->order != &NO_ORDER_STATE && unit_reads_order_state(u)) h = hash_of_order(h, w, u);
    return c->path->count ? hash_of_route(h, c->path) : h;
}

uint64_t sidle_unit_hash(const sidle_world *world, sidle_unit_id id) {
    const unit *u = unit_named_anywhere(world, id);
    if (!u) return 0;
    uint64_t hash = hash_of_record(world, body_of(world, u), queue_words_of(world));
    return finish(hash ^ unit_is_stowed(world, u));
}

/* Feeds the units that stand there in memory. They are summed up, as their order there is that of
 * no other machine. The products keep the same change in several units from cancelling. */
static void feed_units(hasher *h, const sidle_world *w, uint32_t first, uint32_t end) {
    queue_words queue = queue_words_of(w);
    uint64_t sum = 0, products = 0;
    for (uint32_t k = first; k < end; k++) {
        uint64_t hash = hash_of_record(w, k, queue);
        sum += hash;
        products += (hash >> 32) * hash;
    }
    feed(h, sum);
    feed(h, products);
}

/* ---- the world ---- */

/* Classes that have the usual number are left out. */
static void feed_classes(hasher *h, const float *values, float usual) {
    for (uint32_t k = 0; k < SIDLE_TERRAIN_COUNT; k++) {
        if (values[k] == usual) continue;
        feed_bits(h, k, BITS_U(8));
        feed_bits(h, value_of_float(values[k]), BITS_F32);
    }
}

static void feed_profile(hasher *h, const sidle_profile *p) {
    uint32_t rows;
    const sidle_param *row = sidle_params(&rows), *end = row + rows;
    for (; row < end; row++)
        if (row->type == SIDLE_PARAM_CLASSES)
            feed_classes(h, p->terrain_factor, row->default_value);
        else
            feed_bits(h, param_word(p, row, 0), BITS_U(32));
    feed_word(h);
}

static uint64_t hash_of_profiles(uint64_t from, const sidle_world *w) {
    hasher h = {.hash = from};
    for (uint32_t n = 0; n < w->profile_count; n++) {
        const kept_profile *p = &w->profiles[n];
        PROFILE_FIELDS(FEED, NO_FIELD)
        feed_word(&h);
        if (p->varies && !p->released) feed(&h, p->varies);
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

/* A world without alliances has none in its hash. */
static void feed_alliances(hasher *h, const bodies *b) {
    for (uint32_t team = 0; b->alliances && team < SIDLE_ALLIED_TEAMS; team++) {
        if (!b->allies[team]) continue;
        feed(h, team);
        feed(h, b->allies[team]);
    }
}

uint64_t sidle_world_hash(const sidle_world *world) {
    if (!world) return 0;
    const sidle_world *w = world;
    hasher h = {.hash = 0x51d1e};
    WORLD_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    feed_alliances(&h, &w->bodies);
    h.hash = hash_of_profiles(hash_of_terrain(h.hash, &w->terrain), w);
    uint32_t living = w->living + w->stowed;
    feed_units(&h, w, 0, w->living);
    feed_units(&h, w, w->living, living);
    for (uint32_t n = living; n < w->slots; n++) {
        const unit *u = &w->units[n];
        FREE_FIELDS(FEED, NO_FIELD)
        feed_word(&h);
    }
    return finish(h.hash);
}

/* ---- the quick one ---- */

/* What shows where a unit is and where it drives. */
SIDLE_UNROLLED uint64_t share_of_unit(const unit *u) {
    uint64_t h = mix(u->slot, value_of_vec(u->position), value_of_vec(u->velocity));
    return finish(h ^ value_of_vec(u->heading));
}

uint64_t sidle_world_quick_hash(const sidle_world *world) {
    if (!world) return 0;
    const sidle_world *w = world;
    hasher h = {.hash = 0x9e1};
    WORLD_FIELDS(FEED, NO_FIELD)
    feed_word(&h);
    feed(&h, w->terrain.sum);
    feed_alliances(&h, &w->bodies);
    uint64_t sum = 0, turn = w->tick % SIDLE_QUICK_TURNS;
    for (uint32_t k = 0; k < w->living + w->stowed; k++) {
        const unit *u = unit_at(w, k);
        sum += share_of_unit(u);
        if ((u->slot + turn) % SIDLE_QUICK_TURNS == 0) sum += sidle_unit_hash(w, id_of(u));
    }
    feed(&h, sum);
    return finish(h.hash);
}
