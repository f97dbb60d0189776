/* Saving and loading the groups: docs/groups.md describes the bytes. All of them are words of 32
 * bits, the lowest byte first. One list of the fields serves both ways, so that what is saved is
 * what is loaded: a field flows out of the groups or into them.
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

/* Format: the mark of the file, its low word. */
#define HEAD_MAGIC_LOW 0x6c646973u
/* Format: the mark of the file, its high word. */
#define HEAD_MAGIC_HIGH 0x70726765u

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

static void flow_byte(stream *s, uint8_t *byte) {
    uint32_t word = *byte;
    flow_word(s, &word);
    if (word > UINT8_MAX) s->bad = SIDLE_ERROR_SNAPSHOT;
    *byte = (uint8_t)word;
}

static void flow_bool(stream *s, bool *truth) {
    uint32_t word = *truth;
    flow_word(s, &word);
    if (word > 1) s->bad = SIDLE_ERROR_SNAPSHOT;
    *truth = word & 1u;
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

static void flow_unit_id(stream *s, sidle_unit_id *id) {
    flow_word(s, &id->slot);
    flow_word(s, &id->generation);
}

/* Room for a list whose entries take at least so many words each. */
static void *flow_list(stream *s, sidle_groups *made, uint32_t count, size_t words, size_t size) {
    if (count > (s->room - s->at) / (4 * words)) s->bad = SIDLE_ERROR_SNAPSHOT;
    if (s->bad) return NULL;
    void *list = made->alloc.allocate(made->alloc.context, size);
    if (!list) s->bad = SIDLE_ERROR_MEMORY;
    return list;
}

/* ---- fields ---- */

/* Format: words of a unit, and of an event. */
enum { TROOPER_WORDS = 23, EVENT_WORDS = 5 };

static void flow_trooper(stream *s, trooper *u) {
    float *const numbers[6] = {&u->radius,    &u->profile_speed, &u->factor,
                               &u->top_speed, &u->along,         &u->held};
    sidle_vec2 *const points[5] = {&u->own, &u->offset, &u->goal, &u->at, &u->place};
    flow_unit_id(s, &u->id);
    flow_word(s, &u->profile.index);
    flow_word(s, &u->passable);
    for (int k = 0; k < 6; k++) flow_float(s, numbers[k]);
    for (int k = 0; k < 5; k++) flow_point(s, points[k]);
    flow_word(s, &u->number);
    flow_byte(s, &u->order);
    flow_byte(s, &u->member);
}

/* The host's offsets are those of the units, and the cookie is that of this library. */
static void flow_formation(stream *s, sidle_formation *f) {
    uint32_t shape = (uint32_t)f->shape;
    if (s->from) *f = sidle_formation_default();
    flow_word(s, &shape);
    f->shape = (sidle_shape)shape;
    flow_word(s, &f->columns);
    flow_float(s, &f->gap);
    flow_point(s, &f->heading);
    flow_bool(s, &f->march);
    flow_bool(s, &f->keep_places);
}

static void flow_extent(stream *s, layout_extent *e) {
    float *const numbers[] = {&e->front, &e->rear, &e->left, &e->right};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) flow_float(s, numbers[k]);
}

static void flow_march(stream *s, troop *t) {
    float *const numbers[] = {&t->s,       &t->speed,    &t->shift,   &t->shift_to, &t->scan_in,
                              &t->ask_in,  &t->waited,   &t->pace,    &t->share,    &t->yielded,
                              &t->ends_in, &t->off_mean, &t->off_most};
    flow_point(s, &t->goal);
    flow_point(s, &t->heading);
    flow_point(s, &t->told);
    flow_unit_id(s, &t->target);
    flow_float(s, &t->range.most);
    flow_float(s, &t->range.least);
    flow_word(s, &t->range.sight);
    flow_extent(s, &t->own);
    flow_extent(s, &t->now);
    flow_word(s, &t->abreast);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) flow_float(s, numbers[k]);
}

/* ---- lists ---- */

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
    for (uint32_t k = 0; k < t->count; k++) flow_trooper(s, &t->units[k]);
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
    flow_word(s, &t->generation);
    flow_byte(s, &t->stage);
    if (t->stage == TROOP_FREE) return;
    flow_byte(s, &t->order);
    flow_bool(s, &t->formed);
    flow_bool(s, &t->arrived);
    flow_bool(s, &t->changed);
    flow_word(s, &t->events);
    flow_formation(s, &t->formation);
    flow_march(s, t);
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

static void long_put(uint8_t *to, uint64_t number) {
    word_put(to, (uint32_t)number);
    word_put(to + 4, (uint32_t)(number >> 32));
}

static uint64_t long_at(const uint8_t *from) {
    return word_at(from) | (uint64_t)word_at(from + 4) << 32;
}

static sidle_result head_refusal(const uint8_t *bytes, size_t size) {
    if (size < HEAD_BYTES || word_at(bytes) != HEAD_MAGIC_LOW ||
        word_at(bytes + 4) != HEAD_MAGIC_HIGH)
        return SIDLE_ERROR_SNAPSHOT;
    if (long_at(bytes + HEAD_FORMAT) != GROUPS_FORMAT) return SIDLE_ERROR_VERSION;
    bool whole = size % 4 == 0 && long_at(bytes + HEAD_LENGTH) == size &&
                 long_at(bytes + HEAD_SUM) == sum_of_words(bytes + HEAD_BYTES, size - HEAD_BYTES);
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
    word_put(s.to, HEAD_MAGIC_LOW);
    word_put(s.to + 4, HEAD_MAGIC_HIGH);
    long_put(s.to + HEAD_FORMAT, GROUPS_FORMAT);
    long_put(s.to + HEAD_LENGTH, s.at);
    long_put(s.to + HEAD_SUM, sum_of_words(s.to + HEAD_BYTES, s.at - HEAD_BYTES));
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
