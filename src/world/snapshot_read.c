/* Reading a snapshot, and copying a world. Both make a world beside the one that is to change, and
 * exchange the two when all has gone well: a call that fails leaves the world as it was.
 *
 * A snapshot may have been damaged, by chance or on purpose, so nothing in it is believed: sizes
 * are held against the bytes that are left before memory is asked for, each value against the most
 * of its row, and the whole against the invariants of validate.c. What is no row is made anew. */
#include "world/checks.h"
#include "world/ground.h"
#include "world/ranks.h"
#include "world/recording.h"
#include "world/snapshot.h"
#include "world/spatial_grid.h"
#include "world/unit_store.h"
#include "world/world.h"

/* ---- bytes ---- */

typedef struct input {
    const uint8_t *at, *end;
    bool bad; /* the bytes have ended too soon, or hold what they must not */
} input;

static size_t bytes_left(const input *in) {
    return (size_t)(in->end - in->at);
}

/* So many bytes; NULL when there are not as many. */
static const uint8_t *take_bytes(input *in, size_t count) {
    if (count > bytes_left(in)) {
        in->bad = true;
        return NULL;
    }
    in->at += count;
    return in->at - count;
}

static uint32_t take_number(input *in) {
    uint64_t number = 0;
    for (uint32_t n = 0; n < NUMBER_BYTES; n++) {
        const uint8_t *byte = take_bytes(in, 1);
        if (!byte) return 0;
        number |= (uint64_t)(*byte & 127u) << 7 * n;
        if (*byte & 128u) continue;
        in->bad |= number > UINT32_MAX || (n && !*byte);
        return (uint32_t)number;
    }
    in->bad = true;
    return 0;
}

/* ---- records ---- */

typedef struct record_in {
    const uint8_t *first, *at; /* of the record, and of its next value */
    uint64_t mask[2];
    uint32_t row;
    bool bad;
} record_in;

/* The last record of all may be shorter than the longest: it is read from a copy. */
SIDLE_UNROLLED record_in record_open(const input *in, uint8_t *scratch, uint32_t rows,
                                     size_t most) {
    const uint8_t *first = in->at;
    if (bytes_left(in) < most) {
        memset(scratch, 0, most);
        first = memcpy(scratch, in->at, bytes_left(in));
    }
    record_in r = {.first = first, .at = first + MASK_BYTES(rows)};
    for (uint32_t n = 0; n < MASK_BYTES(rows); n++)
        r.mask[n / 8] |= (uint64_t)first[n] << 8 * (n % 8);
    r.bad = rows % 64 && r.mask[rows / 64] >> rows % 64;
    return r;
}

/* Is the next value there? Else it is 0, as its place is already. */
SIDLE_UNROLLED bool record_has(record_in *r) {
    uint32_t row = r->row++;
    return r->mask[row / 64] >> row % 64 & 1u;
}

/* There is one form of each record: a value that is 0 is not written. That it has no more bits than
 * its kind is asked with the largest value of its row. */
SIDLE_UNROLLED uint64_t record_take(record_in *r, uint32_t bits) {
    if (bits == 1) return 1;
    uint64_t value = bytes_get(r->at, VALUE_BYTES(bits));
    r->at += VALUE_BYTES(bits);
    r->bad |= !value;
    return value;
}

static inline void record_close(input *in, const record_in *r) {
    in->bad |= r->bad;
    take_bytes(in, (size_t)(r->at - r->first));
}

#define GET_ROW(name, kind, most, place, when)                                                     \
    if (record_has(&rec)) {                                                                        \
        uint64_t value = record_take(&rec, BITS_##kind);                                           \
        rec.bad |= !(when) || !FITS_##kind(value, most);                                           \
        TAKE_##kind(place, value, BITS_##kind);                                                    \
    }

/* A record of a table of which all rows are in scope. */
#define GET_RECORD(from, name)                                                                     \
    {                                                                                              \
        uint8_t scratch[name##_MOST];                                                              \
        record_in rec = record_open(from, scratch, name##_ROWS, name##_MOST);                      \
        name##_FIELDS(GET_ROW, GET_ROW) record_close(from, &rec);                                  \
    }

/* ---- the world ---- */

static sidle_result damaged(const input *in) {
    return in->bad ? SIDLE_ERROR_SNAPSHOT : SIDLE_OK;
}

/* The first record says how much is to come. Each slot takes a byte at least, and so do profiles
 * and events. */
static void load_world(input *in, sidle_world *w) {
    GET_RECORD(in, WORLD)
    uint64_t least = (uint64_t)w->slots + w->profile_count + w->event_count + w->bodies.alliances;
    in->bad |= w->living + w->stowed > w->slots || !w->profile_count || least > bytes_left(in);
}

/* The teams that have allies, in ascending order. */
static void load_alliances(input *in, const bodies *head, bodies *b) {
    uint32_t next = 0;
    for (uint32_t n = 0; n < head->alliances && !in->bad; n++) {
        uint32_t team = 0;
        uint64_t allies = 0;
        GET_RECORD(in, ALLIANCE)
        in->bad |= team < next || !allies;
        if (in->bad) return;
        b->allies[team] = allies;
        next = team + 1;
    }
    b->alliances = head->alliances;
}

/* Classes of all cells. False: no memory, or the bytes are bad. */
static void load_classes(input *in, uint8_t *classes, size_t cells) {
    for (size_t at = 0; at < cells && !in->bad;) {
        const uint8_t *byte = take_bytes(in, 1);
        if (!byte) return;
        size_t run = (size_t)(*byte >> RUN_CLASS_BITS) + 1;
        if (run > RUN_LONG) run += take_number(in);
        if (run > cells - at) in->bad = true;
        if (in->bad) return;
        memset(classes + at, *byte & ((1 << RUN_CLASS_BITS) - 1), run);
        at += run;
    }
}

/* The terrain, without clearance. */
static sidle_result load_terrain(input *in, sidle_world *w) {
    terrain read = {.width = 0}, *t = &read;
    GET_RECORD(in, TERRAIN)
    sidle_world_def def = sidle_world_def_default();
    def.width = (uint32_t)t->width;
    def.height = (uint32_t)t->height;
    def.cell_size = t->cell;
    def.alloc = w->alloc;
    if (in->bad || world_def_refusal(&def)) return SIDLE_ERROR_SNAPSHOT;
    sidle_result result = terrain_make(&w->terrain, &def);
    if (result) return result;
    size_t cells = (size_t)def.width * def.height;
    load_classes(in, w->terrain.classes, cells);
    w->terrain.sum = terrain_sum(&w->terrain);
    return damaged(in);
}

static sidle_result load_profile(input *in, sidle_world *w) {
    kept_profile read = {.values = sidle_profile_default()}, *p = &read;
    GET_RECORD(in, PROFILE)
    uint32_t rows;
    const sidle_param *row = sidle_params(&rows), *end = p->released ? row : row + rows;
    for (; row < end; row++)
        for (uint32_t n = 0; n < param_words(row); n++) {
            const uint8_t *bytes = take_bytes(in, sizeof(uint32_t));
            if (!bytes) return SIDLE_ERROR_SNAPSHOT;
            const uint8_t padded[8] = {bytes[0], bytes[1], bytes[2], bytes[3]};
            param_set_word(&p->values, row, n, (uint32_t)bytes_get(padded, sizeof(uint32_t)));
        }
    if (in->bad || (p->released && !w->profile_count)) return SIDLE_ERROR_SNAPSHOT;
    sidle_result result = profile_restore(w, p);
    return result == SIDLE_ERROR_MEMORY || !result ? result : SIDLE_ERROR_SNAPSHOT;
}

/* ---- units ---- */

/* A list of points, in a block of its own, or in none when it is empty. */
static sidle_result load_route(input *in, const sidle_world *w, route **to) {
    route read = {.count = 0}, *r = &read;
    GET_RECORD(in, ROUTE)
    if (in->bad || r->count > bytes_left(in) / 8) return SIDLE_ERROR_SNAPSHOT;
    if (!r->count) return SIDLE_OK;
    if (!route_reserve(&w->alloc, to, r->count)) return SIDLE_ERROR_MEMORY;
    const uint8_t *bytes = take_bytes(in, 8 * (size_t)r->count);
    for (uint32_t n = 0; n < r->count; n++) {
        (*to)->points[n] = vec_of_value(bytes_get(bytes + 8 * (size_t)n, 8));
        in->bad |= !terrain_inside(&w->terrain, (*to)->points[n]);
    }
    if (in->bad) return SIDLE_ERROR_SNAPSHOT; /* ways between points off the map have no sum */
    route_filled(*to, r->count);
    route_go_to(*to, r->next);
    (*to)->passed = r->passed;
    return damaged(in);
}

static sidle_result load_order(input *in, sidle_world *w, const unit *u) {
    sidle_result result = units_reserve_order_state(w, u);
    if (result) return result;
    order_state *o = u->cold->order;
    GET_RECORD(in, ORDER)
    if (in->bad) return SIDLE_ERROR_SNAPSHOT;
    if (o->range.sight) result = terrain_use(&w->terrain, &w->alloc, o->range.sight);
    if (result || u->order != SIDLE_ORDER_PATROL) return result;
    return load_route(in, w, &o->patrol);
}

static sidle_result load_unit(input *in, sidle_world *w, unit *u) {
    static const queue_entry NO_ENTRY = {.held = 0};
    queue_entry entry = NO_ENTRY, *q = &entry;
    cold *c = u->cold;
    const bodies *b = &w->bodies;
    uint32_t k = body_of(w, u);
    speed_factors s = {.all = 0};
    uint64_t user = 0;
    GET_RECORD(in, UNIT)
    if (in->bad || u->speed_kind != ground_speed_kind(s)) return SIDLE_ERROR_SNAPSHOT;
    if (w->queue_entries) w->queue_entries[u->slot] = entry;
    sidle_result result = u->speed_kind == SPEED_FULL ? SIDLE_OK : units_reserve_speeds(w);
    if (!result) ground_set_speed(w, u, s);
    if (!result) result = units_reserve_users(w, user);
    if (!result && w->users) w->users[u->slot] = user;
    if (!result) result = load_route(in, w, &c->path);
    if (!result && unit_reads_order_state(u)) result = load_order(in, w, u);
    if (!(u->flags & UNIT_GUIDED)) u->path_point = unit_path_point(u);
    return result;
}

/* The living units, by ascending slot. Those on the map come to stand before the stowed ones. */
static sidle_result load_living(input *in, sidle_world *w) {
    uint32_t slot = 0, next[] = {0, w->living}, end[] = {w->living, w->living + w->stowed};
    for (uint32_t n = 0; n < w->living + w->stowed; n++) {
        uint32_t number = take_number(in), stowed = number & 1u, gap = number >> 1;
        if (in->bad || (n && !gap) || gap >= w->slots - slot || next[stowed] == end[stowed])
            return SIDLE_ERROR_SNAPSHOT;
        slot += gap;
        sidle_result result = load_unit(in, w, units_restore(w, slot, next[stowed]++));
        if (result) return result;
    }
    return SIDLE_OK;
}

/* The free slots, the one that is taken next first. */
static sidle_result load_free(input *in, sidle_world *w) {
    for (uint32_t n = w->living + w->stowed; n < w->slots; n++) {
        unit read = {.slot = 0}, *u = &read;
        GET_RECORD(in, FREE)
        if (in->bad || w->by_slot[u->slot] != NO_INDEX) return SIDLE_ERROR_SNAPSHOT;
        units_restore(w, u->slot, n)->generation = u->generation;
    }
    return SIDLE_OK;
}

static sidle_result load_units(input *in, const sidle_world *head, sidle_world *w) {
    sidle_result result = units_reserve(w, head->room);
    if (!result) result = units_reserve_events(w);
    if (result) return result;
    units_restore_begin(w, head);
    result = load_living(in, w);
    for (uint32_t k = 0; k < w->living + w->stowed && !result; k++)
        w->bodies.teams |= w->bodies.team[k] != w->bodies.team[0];
    return result ? result : load_free(in, w);
}

static sidle_result load_events(input *in, uint32_t count, sidle_world *w) {
    if (count > w->event_room) return SIDLE_ERROR_SNAPSHOT;
    for (; w->event_count < count; w->event_count++) {
        sidle_event *e = &w->events[w->event_count];
        *e = (sidle_event){.value = 0};
        GET_RECORD(in, EVENT)
        if (in->bad) return SIDLE_ERROR_SNAPSHOT;
    }
    return SIDLE_OK;
}

/* ---- the whole ---- */

/* Is it a snapshot of this format, whole and undamaged? */
static sidle_result check_head(const uint8_t *bytes, size_t size) {
    if (size < SNAPSHOT_HEAD || bytes_get(bytes, 8) != SNAPSHOT_MAGIC) return SIDLE_ERROR_SNAPSHOT;
    if (bytes_get(bytes + SNAPSHOT_AT_FORMAT, 4) != SNAPSHOT_FORMAT ||
        bytes_get(bytes + SNAPSHOT_AT_TABLE, 4) != snapshot_table())
        return SIDLE_ERROR_VERSION;
    bool whole = bytes_get(bytes + SNAPSHOT_AT_LENGTH, 8) == size &&
                 bytes_get(bytes + SNAPSHOT_AT_SUM, 8) == snapshot_sum(bytes, size);
    return whole ? SIDLE_OK : SIDLE_ERROR_SNAPSHOT;
}

/* What no row alone can tell. */
static sidle_result check_whole(const input *in, sidle_world *w) {
    bool unique;
    if (in->at != in->end || state_fault(w)) return SIDLE_ERROR_SNAPSHOT;
    sidle_result result = ranks_check(w, &unique);
    return result || unique ? result : SIDLE_ERROR_SNAPSHOT;
}

/* Takes the terrain of the old world, with its clearance, where it is the same: to make clearance
 * anew would cost more than all the rest. Both worlds have it until exchange(). */
static void borrow_terrain(sidle_world *made, const sidle_world *old) {
    if (!terrain_same(&made->terrain, &old->terrain)) return;
    terrain_free(&made->terrain, &made->alloc);
    made->terrain = old->terrain;
}

static sidle_result load_all(input *in, sidle_world *w, const sidle_world *old) {
    sidle_world head = {.tick = 0};
    load_world(in, &head);
    load_alliances(in, &head.bodies, &w->bodies);
    if (in->bad) return SIDLE_ERROR_SNAPSHOT;
    sidle_result result = load_terrain(in, w);
    if (!result) borrow_terrain(w, old);
    if (!result && head.any_queues) result = units_reserve_queue(w);
    for (uint32_t n = 0; n < head.profile_count && !result; n++) result = load_profile(in, w);
    if (!result) result = load_units(in, &head, w);
    if (!result) result = load_events(in, head.event_count, w);
    return result ? result : check_whole(in, w);
}

/* Gives `to` what `made` is, if all went well, and releases what is left. */
static sidle_result exchange(sidle_world *to, sidle_world *made, sidle_result result) {
    bool borrowed = made->terrain.classes && made->terrain.classes == to->terrain.classes;
    if (borrowed) to->terrain = made->terrain; /* clearance may have come in */
    if (!result) {
        sidle_world old = *to;
        *to = *made;
        *made = old;
        to->recorder = old.recorder;
        to->layer = old.layer;
        made->recorder = NULL;
    }
    if (borrowed) made->terrain = (terrain){.width = 0};
    sidle_world_destroy(made);
    if (!result && to->recorder) record_loaded(to->recorder);
    return result;
}

sidle_result sidle_world_load(sidle_world *world, const void *buffer, size_t size) {
    if (!world || !buffer) return SIDLE_ERROR_ARGUMENT;
    sidle_result result = check_head(buffer, size);
    if (result) return result;
    sidle_world *made = world_begin(&world->alloc, &world->hooks);
    if (!made) return SIDLE_ERROR_MEMORY;
    const uint8_t *bytes = buffer;
    input in = {.at = bytes + SNAPSHOT_HEAD, .end = bytes + size};
    return exchange(world, made, load_all(&in, made, world));
}

/* ---- copying ---- */

static sidle_result copy_route(const sidle_world *to, route **copy, const route *r) {
    if (!r->count) return SIDLE_OK;
    if (!route_reserve(&to->alloc, copy, r->count)) return SIDLE_ERROR_MEMORY;
    route_fill(*copy, r->points, r->count);
    route_go_to(*copy, r->next);
    (*copy)->passed = r->passed;
    return SIDLE_OK;
}

/* The blocks of a unit's own. */
static sidle_result copy_blocks(sidle_world *to, const unit *u, const cold *from) {
    sidle_result result = copy_route(to, &u->cold->path, from->path);
    if (result || from->order == &NO_ORDER_STATE) return result;
    result = units_reserve_order_state(to, u);
    if (result) return result;
    route *none = u->cold->order->patrol;
    *u->cold->order = *from->order;
    u->cold->order->patrol = none;
    return copy_route(to, &u->cold->order->patrol, from->order->patrol);
}

static sidle_result copy_units(sidle_world *to, const sidle_world *from) {
    sidle_result result = units_reserve(to, from->room);
    if (!result && from->speeds) result = units_reserve_speeds(to);
    if (!result) result = units_reserve_users(to, from->users != NULL);
    if (!result) result = units_reserve_events(to);
    if (result) return result;
    units_copy(to, from);
    for (uint32_t k = 0; k < from->living + from->stowed && !result; k++)
        result = copy_blocks(to, unit_at(to, k), unit_at(from, k)->cold);
    return result;
}

static sidle_result copy_all(sidle_world *to, const sidle_world *from, const sidle_world *old) {
    sidle_result result = terrain_copy(&to->terrain, &from->terrain, &to->alloc);
    if (!result) borrow_terrain(to, old);
    if (!result) result = terrain_use_all(&to->terrain, &from->terrain, &to->alloc);
    if (!result && from->any_queues) result = units_reserve_queue(to);
    for (uint32_t n = 0; n < from->profile_count && !result; n++)
        result = profile_restore(to, &from->profiles[n]);
    return result ? result : copy_units(to, from);
}

sidle_result sidle_world_copy(sidle_world *to, const sidle_world *from) {
    if (!to || !from || to == from) return SIDLE_ERROR_ARGUMENT;
    sidle_world *made = world_begin(&to->alloc, &to->hooks);
    if (!made) return SIDLE_ERROR_MEMORY;
    return exchange(to, made, copy_all(made, from, to));
}
