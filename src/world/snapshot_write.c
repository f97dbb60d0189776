/* Writing a snapshot: all that a world keeps, in the host's buffer. What nothing reads is left out,
 * as in the hash, and so are rows that are 0. Two worlds with the same state have the same
 * snapshot, whatever order their units have in memory. */
#include "world/ground.h"
#include "world/snapshot.h"

/* ---- sums ---- */

static uint32_t sum_of_name(uint32_t sum, const char *name) {
    for (; *name; name++) sum = (sum ^ (uint8_t)*name) * 16777619u;
    return (sum ^ ';') * 16777619u;
}

uint32_t snapshot_table(void) {
#define ROW_TEXT(name, kind, most, place, when) #name "." TEXT_##kind "."
#define TABLE_TEXT(FIELDS)                      FIELDS(ROW_TEXT, ROW_TEXT) ":"
    static const char *const ROWS_IN_ORDER[] = {
        TABLE_TEXT(WORLD_FIELDS),   TABLE_TEXT(ALLIANCE_FIELDS), TABLE_TEXT(TERRAIN_FIELDS),
        TABLE_TEXT(PROFILE_FIELDS), TABLE_TEXT(FREE_FIELDS),     TABLE_TEXT(UNIT_FIELDS),
        TABLE_TEXT(ORDER_FIELDS),   TABLE_TEXT(ROUTE_FIELDS),    TABLE_TEXT(EVENT_FIELDS)};
    uint32_t count, sum = 2166136261u;
    const sidle_param *rows = sidle_params(&count);
    for (size_t n = 0; n < sizeof ROWS_IN_ORDER / sizeof *ROWS_IN_ORDER; n++)
        sum = sum_of_name(sum, ROWS_IN_ORDER[n]);
    for (uint32_t n = 0; n < count; n++) sum = sum_of_name(sum, rows[n].name);
    return sum;
}

/* Four sums side by side, as each step waits for the one before it. */
uint64_t snapshot_sum(const uint8_t *bytes, size_t size) {
    enum { SUMS = 4, STEP = 8 * SUMS };
    uint64_t sums[SUMS] = {1, 2, 3, size};
    uint8_t last[STEP] = {0};
    for (size_t at = 0; at < size; at += STEP) {
        const uint8_t *from = bytes + at;
        if (size - at < STEP) from = memcpy(last, from, size - at);
        bool is_head = at <= SNAPSHOT_AT_SUM && SNAPSHOT_AT_SUM < at + STEP;
        for (size_t n = 0; n < SUMS; n++) {
            bool is_sum = is_head && at + 8 * n == SNAPSHOT_AT_SUM;
            sums[n] = (sums[n] ^ (is_sum ? 0 : bytes_get(from + 8 * n, 8))) * 0x9e3779b97f4a7c15u;
            sums[n] ^= sums[n] >> 32;
        }
    }
    uint64_t sum = 0;
    for (size_t n = 0; n < SUMS; n++) sum = ((sum ^ sums[n]) * 0x9e3779b97f4a7c15u) ^ sum >> 29;
    return sum ^ sum >> 32;
}

/* ---- bytes ---- */

/* The host's buffer. What is over is counted and not written. */
typedef struct output {
    uint8_t *to;
    size_t room, length;
} output;

static void save_bytes(output *o, const void *bytes, size_t count) {
    if (count && o->length <= o->room && count <= o->room - o->length)
        memcpy(o->to + o->length, bytes, count);
    o->length += count;
}

static uint32_t save_number(uint8_t to[NUMBER_BYTES], uint32_t number) {
    uint32_t count = 0;
    for (; number >= 128; number >>= 7) to[count++] = (uint8_t)(number | 128);
    to[count++] = (uint8_t)number;
    return count;
}

/* ---- records ---- */

/* The record that is being written; it is written in place where its longest form has room. */
typedef struct record {
    uint8_t *first, *at; /* of the record, and of its next value */
    uint64_t mask[2];
    uint32_t row;
} record;

SIDLE_UNROLLED record record_begin(const output *o, uint8_t *scratch, uint32_t rows, size_t most) {
    bool fits = o->length <= o->room && most <= o->room - o->length;
    uint8_t *first = fits ? o->to + o->length : scratch;
    return (record){.first = first, .at = first + MASK_BYTES(rows)};
}

SIDLE_UNROLLED void record_value(record *r, uint64_t value, uint32_t bits) {
    r->mask[r->row / 64] |= (uint64_t)(value != 0) << r->row % 64;
    r->row++;
    if (bits == 1) return;
    bytes_put(r->at, value);
    r->at += value ? VALUE_BYTES(bits) : 0;
}

static inline void record_end(output *o, const record *r, const uint8_t *scratch) {
    for (uint32_t n = 0; n < MASK_BYTES(r->row); n++)
        r->first[n] = (uint8_t)(r->mask[n / 8] >> 8 * (n % 8));
    if (r->first == scratch)
        save_bytes(o, r->first, (size_t)(r->at - r->first));
    else
        o->length += (size_t)(r->at - r->first);
}

#define PUT_ROW(name, kind, most, place, when)                                                     \
    record_value(&rec, (when) ? VALUE_##kind(place) : 0, BITS_##kind);

/* A record of a table of which all rows are in scope. */
#define PUT_RECORD(out, name)                                                                      \
    {                                                                                              \
        uint8_t scratch[name##_MOST];                                                              \
        record rec = record_begin(out, scratch, name##_ROWS, name##_MOST);                         \
        name##_FIELDS(PUT_ROW, PUT_ROW) record_end(out, &rec, scratch);                            \
    }

/* ---- units ---- */

static void save_route(output *out, const route *r) {
    PUT_RECORD(out, ROUTE)
    for (uint32_t n = 0; n < r->count; n++) {
        uint8_t point[8];
        bytes_put(point, value_of_vec(r->points[n]));
        save_bytes(out, point, sizeof point);
    }
}

static void save_order(output *out, const sidle_world *w, const unit *u) {
    const order_state *o = u->cold->order;
    (void)w;
    PUT_RECORD(out, ORDER)
    if (u->order == SIDLE_ORDER_PATROL) save_route(out, o->patrol);
}

static void save_unit(output *out, const sidle_world *w, const unit *u) {
    static const queue_entry NO_ENTRY = {.held = 0};
    const queue_entry *q = w->queue_entries ? &w->queue_entries[u->slot] : &NO_ENTRY;
    const cold *c = u->cold;
    const bodies *b = &w->bodies;
    uint32_t k = body_of(w, u);
    const speed_factors s = speed_factors_of(w, u);
    uint64_t user = user_of(w, u->slot);
    PUT_RECORD(out, UNIT)
    save_route(out, c->path);
    if (unit_reads_order_state(u)) save_order(out, w, u);
}

/* By ascending slot: how far it is from the one before it, and whether it is stowed. */
static void save_units(output *out, const sidle_world *w) {
    uint32_t living = w->living + w->stowed, before = 0;
    for (uint32_t slot = 0; slot < w->slots; slot++) {
        if (w->by_slot[slot] >= living) continue;
        uint8_t number[NUMBER_BYTES];
        uint32_t stowed = w->by_slot[slot] >= w->living;
        save_bytes(out, number, save_number(number, (slot - before) << 1 | stowed));
        save_unit(out, w, unit_of_slot(w, slot));
        before = slot;
    }
    for (uint32_t n = living; n < w->slots; n++) {
        const unit *u = &w->units[n];
        PUT_RECORD(out, FREE)
    }
}

/* ---- the rest of the world ---- */

static void save_alliances(output *out, const bodies *b) {
    for (uint32_t team = 0; team < SIDLE_ALLIED_TEAMS; team++) {
        uint64_t allies = b->allies[team];
        if (allies) PUT_RECORD(out, ALLIANCE)
    }
}

/* How many cells from this one on are of its class. */
static size_t run_of(const uint8_t *classes, size_t cells) {
    size_t length = 1;
    while (length < cells && classes[length] == *classes) length++;
    return length;
}

static void save_terrain(output *out, const terrain *t) {
    PUT_RECORD(out, TERRAIN)
    size_t cells = (size_t)t->width * (size_t)t->height, run;
    for (size_t at = 0; at < cells; at += run) {
        uint8_t bytes[1 + NUMBER_BYTES];
        run = run_of(t->classes + at, cells - at);
        uint32_t high = run <= RUN_LONG ? (uint32_t)run - 1 : RUN_LONG, count = 1;
        bytes[0] = (uint8_t)(t->classes[at] | high << RUN_CLASS_BITS);
        if (high == RUN_LONG) count += save_number(bytes + 1, (uint32_t)(run - RUN_LONG - 1));
        save_bytes(out, bytes, count);
    }
}

_Static_assert(SIDLE_LADDER_STEPS == sizeof(uint32_t), "a ladder is as long as a number");

static void save_profile(output *out, const kept_profile *p) {
    PUT_RECORD(out, PROFILE)
    uint32_t rows;
    const sidle_param *row = sidle_params(&rows), *end = p->released ? row : row + rows;
    for (; row < end; row++)
        for (uint32_t n = 0; n < param_words(row); n++) {
            uint8_t bytes[8];
            bytes_put(bytes, param_word(&p->values, row, n));
            save_bytes(out, bytes, sizeof(uint32_t));
        }
}

static void save_event(output *out, const sidle_event *e) {
    PUT_RECORD(out, EVENT)
}

static void save_head(uint8_t *to, size_t size) {
    uint8_t bytes[SNAPSHOT_HEAD];
    bytes_put(bytes + SNAPSHOT_AT_MAGIC, SNAPSHOT_MAGIC);
    bytes_put(bytes + SNAPSHOT_AT_FORMAT, SNAPSHOT_FORMAT | (uint64_t)snapshot_table() << 32);
    bytes_put(bytes + SNAPSHOT_AT_LENGTH, size);
    bytes_put(bytes + SNAPSHOT_AT_SUM, 0);
    memcpy(to, bytes, sizeof bytes);
    bytes_put(to + SNAPSHOT_AT_SUM, snapshot_sum(to, size));
}

sidle_result sidle_world_save(const sidle_world *world, void *buffer, size_t size, size_t *needed) {
    if (!world || !needed || (!buffer && size)) return SIDLE_ERROR_ARGUMENT;
    const sidle_world *w = world;
    output out = {.to = buffer, .room = size, .length = SNAPSHOT_HEAD};
    PUT_RECORD(&out, WORLD)
    save_alliances(&out, &w->bodies);
    save_terrain(&out, &w->terrain);
    for (uint32_t n = 0; n < w->profile_count; n++) save_profile(&out, &w->profiles[n]);
    save_units(&out, w);
    for (uint32_t n = 0; n < w->event_count; n++) save_event(&out, &w->events[n]);
    *needed = out.length;
    if (out.length > size) return SIDLE_ERROR_BUFFER;
    save_head(buffer, out.length);
    return SIDLE_OK;
}
