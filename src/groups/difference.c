/* Where two tables of groups part: what their hash has, field by field, with names. */
#include "groups/troop.h"

typedef struct group_field {
    const char *name;
    sidle_field_type type;
    uint32_t size, at; /* bytes */
} group_field;

#define TROOP_FIELD(name, type, of)                                                                \
    { name, SIDLE_FIELD_##type, sizeof((troop *)0)->of, offsetof(troop, of) }
#define TROOPER_FIELD(name, type, of)                                                              \
    { name, SIDLE_FIELD_##type, sizeof((trooper *)0)->of, offsetof(trooper, of) }

/* The generation comes first, then the stage: of a free slot there is no more. */
static const group_field TROOP_FIELDS[] = {
    TROOP_FIELD("generation", WHOLE, generation),
    TROOP_FIELD("stage", WHOLE, stage),
    TROOP_FIELD("order", WHOLE, order),
    TROOP_FIELD("is formed", WHOLE, formed),
    TROOP_FIELD("has arrived", WHOLE, arrived),
    TROOP_FIELD("has changed", WHOLE, changed),
    TROOP_FIELD("shape", WHOLE, formation.shape),
    TROOP_FIELD("columns", WHOLE, formation.columns),
    TROOP_FIELD("marches", WHOLE, formation.march),
    TROOP_FIELD("keeps places", WHOLE, formation.keep_places),
    TROOP_FIELD("gap", FLOAT, formation.gap),
    TROOP_FIELD("wanted heading", POINT, formation.heading),
    TROOP_FIELD("number of units", WHOLE, count),
    TROOP_FIELD("number of points of its route", WHOLE, points),
    TROOP_FIELD("number of points of its patrol", WHOLE, patrol_count),
    TROOP_FIELD("next point of its patrol", WHOLE, patrol_next),
    TROOP_FIELD("goal", POINT, goal),
    TROOP_FIELD("heading", POINT, heading),
    TROOP_FIELD("target", UNIT, target),
    TROOP_FIELD("range, most", FLOAT, range.most),
    TROOP_FIELD("range, least", FLOAT, range.least),
    TROOP_FIELD("range, sight", WHOLE, range.sight),
    TROOP_FIELD("own front", FLOAT, own.front),
    TROOP_FIELD("own rear", FLOAT, own.rear),
    TROOP_FIELD("own left", FLOAT, own.left),
    TROOP_FIELD("own right", FLOAT, own.right),
    TROOP_FIELD("front", FLOAT, now.front),
    TROOP_FIELD("rear", FLOAT, now.rear),
    TROOP_FIELD("left", FLOAT, now.left),
    TROOP_FIELD("right", FLOAT, now.right),
    TROOP_FIELD("number abreast", WHOLE, abreast),
    TROOP_FIELD("way of its anchor", FLOAT, s),
    TROOP_FIELD("speed of its anchor", FLOAT, speed),
    TROOP_FIELD("shift", FLOAT, shift),
    TROOP_FIELD("next shift", FLOAT, shift_to),
    TROOP_FIELD("time to the next scan", FLOAT, scan_in),
    TROOP_FIELD("time to the next request", FLOAT, ask_in),
    TROOP_FIELD("time of waiting", FLOAT, waited),
    TROOP_FIELD("pace", FLOAT, pace),
    TROOP_FIELD("share", FLOAT, share),
    TROOP_FIELD("time of yielding", FLOAT, yielded),
    TROOP_FIELD("time to the end", FLOAT, ends_in),
};

static const group_field TROOPER_FIELDS[] = {
    TROOPER_FIELD("unit", UNIT, id),
    TROOPER_FIELD("profile", WHOLE, profile.index),
    TROOPER_FIELD("classes", WHOLE, passable),
    TROOPER_FIELD("radius", FLOAT, radius),
    TROOPER_FIELD("speed of its profile", FLOAT, profile_speed),
    TROOPER_FIELD("factor of speed", FLOAT, factor),
    TROOPER_FIELD("own offset", POINT, own),
    TROOPER_FIELD("offset", POINT, offset),
    TROOPER_FIELD("place at the end", POINT, goal),
    TROOPER_FIELD("position", POINT, at),
    TROOPER_FIELD("place", POINT, place),
    TROOPER_FIELD("way along the route", FLOAT, along),
    TROOPER_FIELD("time held up", FLOAT, held),
    TROOPER_FIELD("order", WHOLE, order),
    TROOPER_FIELD("part in it", WHOLE, member),
};

/* A byte, a word, or two words with the first in the low half. */
static uint64_t group_field_bits(const group_field *f, const void *of) {
    const uint8_t *from = (const uint8_t *)of + f->at;
    uint32_t words[2] = {0, 0};
    if (f->size == 1) return *from;
    memcpy(words, from, f->size);
    return words[0] | (uint64_t)words[1] << 32;
}

/* Compares the fields of the groups in a slot, or of units in them. */
static bool fields_differ(const group_field *fields, size_t count, const void *a, const void *b,
                          uint32_t slot, sidle_difference *d) {
    for (size_t k = 0; k < count; k++) {
        const group_field *f = &fields[k];
        uint64_t of_a = group_field_bits(f, a), of_b = group_field_bits(f, b);
        if (of_a == of_b) continue;
        d->a = d->b = (sidle_field){"group", f->name, slot, f->type, of_a};
        d->b.bits = of_b;
        return true;
    }
    return false;
}

#define FIELDS_DIFFER(fields, a, b, slot, d)                                                       \
    fields_differ(fields, sizeof(fields) / sizeof *(fields), a, b, slot, d)

static bool points_differ(const char *name, const sidle_vec2 *a, const sidle_vec2 *b,
                          uint32_t count, uint32_t slot, sidle_difference *d) {
    const group_field field = {name, SIDLE_FIELD_POINT, sizeof *a, 0};
    for (uint32_t k = 0; k < count; k++)
        if (fields_differ(&field, 1, &a[k], &b[k], slot, d)) return true;
    return false;
}

static bool troops_differ(const troop *a, const troop *b, uint32_t slot, sidle_difference *d) {
    if (FIELDS_DIFFER(TROOP_FIELDS, a, b, slot, d)) return true;
    if (points_differ("a point of its route", a->route, b->route, a->points, slot, d) ||
        points_differ("a point of its patrol", a->patrol, b->patrol, a->patrol_count, slot, d))
        return true;
    for (uint32_t k = 0; k < a->count; k++) {
        d->unit = a->units[k].id;
        if (FIELDS_DIFFER(TROOPER_FIELDS, &a->units[k], &b->units[k], slot, d)) return true;
    }
    return false;
}

bool sidle_groups_differ(const sidle_groups *a, const sidle_groups *b, sidle_difference *first) {
    static const troop NONE = {.generation = 0};
    uint32_t of_a = a ? a->count : 0, of_b = b ? b->count : 0;
    for (uint32_t k = 0; k < of_a || k < of_b; k++) {
        const troop *x = k < of_a ? &a->list[k] : &NONE, *y = k < of_b ? &b->list[k] : &NONE;
        sidle_difference d = {.unit = {0, 0}};
        if (!troops_differ(x, y, k + 1, &d)) continue;
        if (first) *first = d;
        return true;
    }
    return false;
}
