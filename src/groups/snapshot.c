/* Saving, loading and comparing the groups, by one table of their fields: docs/groups.md describes
 * the bytes. All of them are words of 32 bits, the lowest byte first. What is saved is what is
 * loaded: a field flows out of the groups or into them.
 *
 * A snapshot may have been damaged, by chance or on purpose, so nothing in it is believed: sizes
 * are held against the words that are left before memory is asked for, and the whole against
 * sidle_groups_validate. What the table of membership says is made anew. */
#include "groups/troop.h"

/* Format: a change of what flows is a new format. */
enum { GROUPS_FORMAT = 1 };

/* Format: the head by bytes, "sidlegrp", the format, a word of 0, the length and the sum of all
 * words behind the head. Length and sum are two words each, the low one first. */
enum { HEAD_FORMAT = 8, HEAD_LENGTH = 16, HEAD_SUM = 24, HEAD_BYTES = 32 };

/* Format: the mark of the file, "sidlegrp", the lowest byte first. */
#define HEAD_MAGIC 0x707267656c646973u

/* ---- fields ---- */

typedef struct group_field {
    const char *name; /* NULL: saved and not compared, as it is not in the hash */
    sidle_field_type type;
    uint32_t most;     /* of a byte */
    uint32_t size, at; /* bytes */
} group_field;

#define FIELD(type, most, of, field)                                                               \
    SIDLE_FIELD_##type, most, sizeof((of *)0)->field, offsetof(of, field)
#define FLAG(of, field)  FIELD(WHOLE, 1, of, field)
#define WHOLE(of, field) FIELD(WHOLE, UINT8_MAX, of, field)
#define FLOAT(of, field) FIELD(FLOAT, 0, of, field)
#define POINT(of, field) FIELD(POINT, 0, of, field)
#define UNIT(of, field)  FIELD(UNIT, 0, of, field)

/* Format: fields that a free slot has. */
enum { OF_FREE = 2 };

static const group_field TROOP_FIELDS[] = {
    {"generation", WHOLE(troop, generation)},
    {"stage", WHOLE(troop, stage)},
    {"order", WHOLE(troop, order)},
    {"is formed", FLAG(troop, formed)},
    {"has arrived", FLAG(troop, arrived)},
    {"has changed", FLAG(troop, changed)},
    {NULL, WHOLE(troop, events)},
    {"shape", WHOLE(troop, formation.shape)},
    {"columns", WHOLE(troop, formation.columns)},
    {"gap", FLOAT(troop, formation.gap)},
    {"wanted heading", POINT(troop, formation.heading)},
    {"marches", FLAG(troop, formation.march)},
    {"keeps places", FLAG(troop, formation.keep_places)},
    {"goal", POINT(troop, goal)},
    {"heading", POINT(troop, heading)},
    {NULL, POINT(troop, told)},
    {"target", UNIT(troop, target)},
    {"range, most", FLOAT(troop, range.most)},
    {"range, least", FLOAT(troop, range.least)},
    {"range, sight", WHOLE(troop, range.sight)},
    {"own front", FLOAT(troop, own.front)},
    {"own rear", FLOAT(troop, own.rear)},
    {"own left", FLOAT(troop, own.left)},
    {"own right", FLOAT(troop, own.right)},
    {"front", FLOAT(troop, now.front)},
    {"rear", FLOAT(troop, now.rear)},
    {"left", FLOAT(troop, now.left)},
    {"right", FLOAT(troop, now.right)},
    {"number abreast", WHOLE(troop, abreast)},
    {"way of its anchor", FLOAT(troop, s)},
    {"speed of its anchor", FLOAT(troop, speed)},
    {"shift", FLOAT(troop, shift)},
    {"next shift", FLOAT(troop, shift_to)},
    {"time to the next scan", FLOAT(troop, scan_in)},
    {"time to the next request", FLOAT(troop, ask_in)},
    {"time of waiting", FLOAT(troop, waited)},
    {"pace", FLOAT(troop, pace)},
    {"share", FLOAT(troop, share)},
    {"time of yielding", FLOAT(troop, yielded)},
    {"time to the end", FLOAT(troop, ends_in)},
    {NULL, FLOAT(troop, off_mean)},
    {NULL, FLOAT(troop, off_most)},
};

/* They are saved with the lists that they are of. */
static const group_field TROOP_COUNTS[] = {
    {"number of units", WHOLE(troop, count)},
    {"number of points of its route", WHOLE(troop, points)},
    {"number of points of its patrol", WHOLE(troop, patrol_count)},
    {"next point of its patrol", WHOLE(troop, patrol_next)},
};

static const group_field TROOPER_FIELDS[] = {
    {"unit", UNIT(trooper, id)},
    {"profile", WHOLE(trooper, profile.index)},
    {"classes", WHOLE(trooper, passable)},
    {"radius", FLOAT(trooper, radius)},
    {"speed of its profile", FLOAT(trooper, profile_speed)},
    {"factor of speed", FLOAT(trooper, factor)},
    {NULL, FLOAT(trooper, top_speed)},
    {"way along the route", FLOAT(trooper, along)},
    {"time held up", FLOAT(trooper, held)},
    {"own offset", POINT(trooper, own)},
    {"offset", POINT(trooper, offset)},
    {"place at the end", POINT(trooper, goal)},
    {"position", POINT(trooper, at)},
    {"place", POINT(trooper, place)},
    {NULL, WHOLE(trooper, number)},
    {"order", WHOLE(trooper, order)},
    {"part in it", WHOLE(trooper, member)},
};

#undef FIELD
#undef FLAG
#undef WHOLE
#undef FLOAT
#undef POINT
#undef UNIT

#define FIELDS_IN(fields) (sizeof(fields) / sizeof *(fields))

/* ---- words ---- */

typedef struct stream {
    uint8_t *to;         /* NULL where words flow in */
    const uint8_t *from; /* NULL where they flow out */
    size_t room, at;     /* bytes */
    sidle_result bad;
} stream;

static uint32_t word_at(const uint8_t *b) {
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static void word_put(uint8_t *to, uint32_t word) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(word >> 8 * k);
}

static void flow_word(stream *s, uint32_t *word) {
    bool fits = s->at <= s->room && s->room - s->at >= 4;
    if (s->from && !fits) {
        s->bad = SIDLE_ERROR_SNAPSHOT;
        *word = 0;
        return;
    }
    if (s->from)
        *word = word_at(s->from + s->at);
    else if (fits)
        word_put(s->to + s->at, *word);
    s->at += 4;
}

static void flow_float(stream *s, float *number) {
    uint32_t bits;
    memcpy(&bits, number, sizeof bits);
    flow_word(s, &bits);
    memcpy(number, &bits, sizeof bits);
}

static void flow_point(stream *s, sidle_vec2 *p) {
    flow_float(s, &p->x);
    flow_float(s, &p->y);
}

/* A byte takes a word. */
static void flow_fields(stream *s, const group_field *f, size_t count, void *of) {
    for (const group_field *end = f + count; f < end; f++) {
        uint8_t *at = (uint8_t *)of + f->at;
        uint32_t word = *at;
        if (f->size == 1) {
            flow_word(s, &word);
            if (word > f->most) s->bad = SIDLE_ERROR_SNAPSHOT;
            *at = (uint8_t)(word & f->most);
            continue;
        }
        for (uint32_t n = 0; n < f->size; n += sizeof word) {
            memcpy(&word, at + n, sizeof word);
            flow_word(s, &word);
            memcpy(at + n, &word, sizeof word);
        }
    }
}

/* Room for a list whose entries take at least so many words each. */
static void *flow_list(stream *s, sidle_groups *made, uint32_t count, size_t words, size_t size) {
    if (count > (s->room - s->at) / (4 * words)) s->bad = SIDLE_ERROR_SNAPSHOT;
    if (s->bad) return NULL;
    void *list = allocate(&made->alloc, size);
    if (!list) s->bad = SIDLE_ERROR_MEMORY;
    return list;
}

/* ---- lists ---- */

/* Format: words of a unit, and of an event. */
enum { TROOPER_WORDS = 23, EVENT_WORDS = 5 };

static void flow_units(stream *s, sidle_groups *made, troop *t) {
    flow_word(s, &t->count);
    if (made) {
        uint32_t count = t->count;
        t->count = 0; /* those whose membership is known */
        if (count > SIDLE_MAX_GROUP_UNITS) s->bad = SIDLE_ERROR_SNAPSHOT;
        if (!count || s->bad) return;
        t->units = flow_list(s, made, count, TROOPER_WORDS, count * sizeof *t->units);
        if (!t->units) return;
        t->room = t->count = count;
        memset(t->units, 0, count * sizeof *t->units);
    }
    for (uint32_t k = 0; k < t->count; k++)
        flow_fields(s, TROOPER_FIELDS, FIELDS_IN(TROOPER_FIELDS), &t->units[k]);
}

/* How much room a route has decides what a new path keeps of it, so the room is kept too. */
static void flow_route(stream *s, sidle_groups *made, troop *t) {
    uint32_t points = t->points, room = t->arc_room;
    flow_word(s, &points);
    flow_word(s, &room);
    if (made) {
        bool good = points >= 2 && points <= room && room <= GROUP_ROUTE_MOST;
        if (!good || points > (s->room - s->at) / 12) s->bad = SIDLE_ERROR_SNAPSHOT;
        if (!s->bad) s->bad = route_make_room(made, t, room);
        if (s->bad) return;
        t->points = points;
    }
    for (uint32_t k = 0; k < points; k++) flow_point(s, &t->route[k]);
    for (uint32_t k = 0; k < points; k++) flow_float(s, &t->arc[k]);
}

static void flow_patrol(stream *s, sidle_groups *made, troop *t) {
    uint32_t count = t->patrol_count;
    flow_word(s, &count);
    flow_word(s, &t->patrol_next);
    if (made && count) {
        t->patrol = flow_list(s, made, count, 2, count * sizeof *t->patrol);
        if (!t->patrol) return;
        t->patrol_count = count;
    }
    for (uint32_t k = 0; k < count; k++) flow_point(s, &t->patrol[k]);
}

static void flow_troop(stream *s, sidle_groups *made, troop *t) {
    flow_fields(s, TROOP_FIELDS, OF_FREE, t);
    if (t->stage == TROOP_FREE) return;
    /* The host's offsets are those of the units, and the cookie is that of this library. */
    if (made) t->formation = sidle_formation_default();
    flow_fields(s, TROOP_FIELDS + OF_FREE, FIELDS_IN(TROOP_FIELDS) - OF_FREE, t);
    flow_units(s, made, t);
    if (!s->bad) flow_route(s, made, t);
    if (!s->bad) flow_patrol(s, made, t);
}

static void flow_event(stream *s, sidle_group_event *e) {
    uint32_t type = (uint32_t)e->type;
    flow_word(s, &type);
    e->type = (sidle_group_event_type)type;
    flow_word(s, &e->group.slot);
    flow_word(s, &e->group.generation);
    flow_point(s, &e->point);
    if (type >= SIDLE_GROUP_EVENT_COUNT) s->bad = SIDLE_ERROR_SNAPSHOT;
}

/* ---- the head ---- */

static uint64_t sum_of_words(const uint8_t *bytes, size_t size) {
    uint64_t sum = 0xcbf29ce484222325u ^ size;
    for (size_t at = 0; at < size; at += 4) {
        sum = (sum ^ word_at(bytes + at)) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    return sum;
}

static sidle_result head_refusal(const uint8_t *bytes, size_t size) {
    if (size < HEAD_BYTES || bytes_get(bytes, 8) != HEAD_MAGIC) return SIDLE_ERROR_SNAPSHOT;
    if (bytes_get(bytes + HEAD_FORMAT, 8) != GROUPS_FORMAT) return SIDLE_ERROR_VERSION;
    bool whole =
        size % 4 == 0 && bytes_get(bytes + HEAD_LENGTH, 8) == size &&
        bytes_get(bytes + HEAD_SUM, 8) == sum_of_words(bytes + HEAD_BYTES, size - HEAD_BYTES);
    return whole ? SIDLE_OK : SIDLE_ERROR_SNAPSHOT;
}

/* ---- saving ---- */

sidle_result sidle_groups_save(const sidle_groups *groups, void *buffer, size_t size,
                               size_t *needed) {
    if (!groups || !needed || (!buffer && size)) return SIDLE_ERROR_ARGUMENT;
    stream s = {.to = buffer, .room = size, .at = HEAD_BYTES};
    uint32_t count = groups->count, events = groups->event_count;
    flow_word(&s, &count);
    flow_word(&s, &events);
    for (uint32_t k = 0; k < count; k++) {
        troop t = groups->list[k];
        flow_troop(&s, NULL, &t);
    }
    for (uint32_t k = 0; k < events; k++) {
        sidle_group_event e = groups->events[k];
        flow_event(&s, &e);
    }
    *needed = s.at;
    if (s.at > size) return SIDLE_ERROR_BUFFER;
    bytes_put(s.to, HEAD_MAGIC);
    bytes_put(s.to + HEAD_FORMAT, GROUPS_FORMAT);
    bytes_put(s.to + HEAD_LENGTH, s.at);
    bytes_put(s.to + HEAD_SUM, sum_of_words(s.to + HEAD_BYTES, s.at - HEAD_BYTES));
    return SIDLE_OK;
}

/* ---- loading ---- */

/* Mark: in the table of membership, for a unit that lives, while the table is made. */
#define MEMBER_LIVES 0x80000000u

/* Room for so many groups and for all that an update tells. */
static void load_room(stream *s, sidle_groups *made, uint32_t count, uint32_t events) {
    uint32_t room = count < 8 ? 8 : count, event_room = room * SIDLE_GROUP_EVENT_COUNT;
    if (count > SIDLE_MAX_GROUPS || events > event_room) s->bad = SIDLE_ERROR_SNAPSHOT;
    made->list = flow_list(s, made, count, 2, room * sizeof *made->list);
    if (made->list) made->room = room;
    made->events = flow_list(s, made, events, EVENT_WORDS, event_room * sizeof *made->events);
    if (made->events) made->event_room = event_room;
}

static void load_troop(stream *s, sidle_groups *made) {
    troop *t = &made->list[made->count++];
    *t = (troop){.generation = 0};
    flow_troop(s, made, t);
    if (!s->bad) s->bad = scratch_reserve(made, t->count);
}

/* Enters the unit into the table of membership. Of two with one slot at most one lives, and the
 * other one is on its way out. */
static sidle_result enter_member(sidle_groups *made, uint32_t number, sidle_unit_id id) {
    bool lives = sidle_unit_valid(made->world, id);
    if (id.slot > SIDLE_MAX_UNITS) return SIDLE_ERROR_SNAPSHOT;
    sidle_result bad = membership_reserve(made, id.slot);
    if (bad) return bad;
    uint32_t *entry = &made->group_of[id.slot];
    if (*entry & MEMBER_LIVES && lives) return SIDLE_ERROR_SNAPSHOT;
    if (lives || !*entry) *entry = number | (lives ? MEMBER_LIVES : 0);
    return SIDLE_OK;
}

static sidle_result find_members(sidle_groups *made) {
    sidle_result bad = SIDLE_OK;
    for (uint32_t k = 0; k < made->count; k++)
        for (uint32_t n = 0; n < made->list[k].count && !bad; n++)
            bad = enter_member(made, k + 1, made->list[k].units[n].id);
    for (uint32_t slot = 0; slot < made->group_of_room; slot++)
        made->group_of[slot] &= ~MEMBER_LIVES;
    return bad;
}

static sidle_result load_groups(stream *s, sidle_groups *made) {
    uint32_t count, events;
    flow_word(s, &count);
    flow_word(s, &events);
    load_room(s, made, count, events);
    for (uint32_t k = 0; k < count && !s->bad; k++) load_troop(s, made);
    for (uint32_t k = 0; k < events && !s->bad; k++) flow_event(s, &made->events[k]);
    if (s->bad) return s->bad;
    made->event_count = events;
    sidle_result bad = find_members(made);
    bool good = s->at == s->room && !sidle_groups_validate(made);
    return bad || good ? bad : SIDLE_ERROR_SNAPSHOT;
}

sidle_result sidle_groups_load(sidle_groups *groups, const void *buffer, size_t size) {
    if (!groups || !buffer) return SIDLE_ERROR_ARGUMENT;
    sidle_result bad = head_refusal(buffer, size);
    if (bad) return bad;
    sidle_groups *made;
    bad = groups_make(groups->world, &made);
    if (bad) return bad;
    stream s = {.from = buffer, .room = size, .at = HEAD_BYTES};
    bad = load_groups(&s, made);
    if (!bad) {
        sidle_groups old = *groups;
        *groups = *made;
        groups->layer = old.layer;
        *made = old;
        record_layer_loaded(groups->world, &groups->layer);
    }
    /* The table of membership may not know the units of a load that failed. */
    for (uint32_t k = 0; bad && k < made->count; k++) made->list[k].count = 0;
    groups_free(made);
    return bad;
}

/* ---- differences: what the hash of the groups has ---- */

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
        if (of_a == of_b || !f->name) continue;
        d->a = d->b = (sidle_field){"group", f->name, slot, f->type, of_a};
        d->b.bits = of_b;
        return true;
    }
    return false;
}

static bool points_differ(const char *name, const sidle_vec2 *a, const sidle_vec2 *b,
                          uint32_t count, uint32_t slot, sidle_difference *d) {
    const group_field field = {name, SIDLE_FIELD_POINT, 0, sizeof *a, 0};
    for (uint32_t k = 0; k < count; k++)
        if (fields_differ(&field, 1, &a[k], &b[k], slot, d)) return true;
    return false;
}

static bool troops_differ(const troop *a, const troop *b, uint32_t slot, sidle_difference *d) {
    if (fields_differ(TROOP_FIELDS, FIELDS_IN(TROOP_FIELDS), a, b, slot, d) ||
        fields_differ(TROOP_COUNTS, FIELDS_IN(TROOP_COUNTS), a, b, slot, d))
        return true;
    if (points_differ("a point of its route", a->route, b->route, a->points, slot, d) ||
        points_differ("a point of its patrol", a->patrol, b->patrol, a->patrol_count, slot, d))
        return true;
    for (uint32_t k = 0; k < a->count; k++) {
        d->unit = a->units[k].id;
        if (fields_differ(TROOPER_FIELDS, FIELDS_IN(TROOPER_FIELDS), &a->units[k], &b->units[k],
                          slot, d))
            return true;
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
