/* The fields of a unit and of a world as a list of names and values, made from the table of fields,
 * and the first of them in which two worlds differ, also in words. Nothing here is fast: it is
 * asked for once two hashes differ. */
#include "base/text.h"
#include "world/fields.h"
#include "world/ground.h"

/* Of each kind, how the host reads it. */
enum {
    TYPE_SLOT = SIDLE_FIELD_WHOLE,
    TYPE_I8 = SIDLE_FIELD_SIGNED,
    TYPE_PAIR = SIDLE_FIELD_PAIR,
    TYPE_F32 = SIDLE_FIELD_FLOAT,
    TYPE_F64 = SIDLE_FIELD_DOUBLE,
    TYPE_VEC = SIDLE_FIELD_POINT,
    TYPE_ID = SIDLE_FIELD_UNIT
};
#define TYPE_U(bits) SIDLE_FIELD_WHOLE

/* ---- lists ---- */

/* A stretch of a list: the fields from `first` on for which there is room. A caller without a
 * buffer of the size that it needs asks for one stretch after the other. */
typedef struct field_list {
    sidle_field *to;
    uint32_t first, room, count; /* count: of all fields */
} field_list;

static void list_field(field_list *l, sidle_field f) {
    uint32_t n = l->count++;
    if (n >= l->first && n - l->first < l->room) l->to[n - l->first] = f;
}

#define LIST(group, index, name, kind, place, when)                                                \
    if (when)                                                                                      \
        list_field(l, (sidle_field){group, #name, index, (sidle_field_type)TYPE_##kind,            \
                                    VALUE_##kind(place)});

#define LIST_UNIT(name, kind, most, place, when)     LIST("", 0, name, kind, place, when)
#define LIST_ORDER(name, kind, most, place, when)    LIST("order", 0, name, kind, place, when)
#define LIST_ROUTE(name, kind, most, place, when)    LIST(whose, 0, name, kind, place, when)
#define LIST_TERRAIN(name, kind, most, place, when)  LIST("terrain", 0, name, kind, place, when)
#define LIST_ALLIANCE(name, kind, most, place, when) LIST("alliance", team, name, kind, place, when)
#define LIST_PROFILE(name, kind, most, place, when)  LIST("profile", n, name, kind, place, when)
#define LIST_FREE(name, kind, most, place, when)     LIST("free slot", n, name, kind, place, when)

static void list_route(field_list *l, const char *whose, const route *r) {
    ROUTE_FIELDS(LIST_ROUTE, NO_FIELD)
    for (uint32_t n = 0; n < r->count; n++)
        list_field(l,
                   (sidle_field){whose, "point", n, SIDLE_FIELD_POINT, value_of_vec(r->points[n])});
}

static void list_order(field_list *l, const sidle_world *w, const unit *u) {
    const order_state *o = u->cold->order;
    (void)w;
    ORDER_FIELDS(LIST_ORDER, NO_FIELD)
    if (u->order == SIDLE_ORDER_PATROL) list_route(l, "patrol", o->patrol);
}

static void list_unit(field_list *l, const sidle_world *w, const unit *u) {
    static const queue_entry NO_ENTRY = {.held = 0};
    const queue_entry *q = w->queue_entries ? &w->queue_entries[u->slot] : &NO_ENTRY;
    const cold *c = u->cold;
    const bodies *b = &w->bodies;
    uint32_t k = body_of(w, u);
    const speed_factors s = speed_factors_of(w, u);
    list_field(l, (sidle_field){"", "stowed", 0, SIDLE_FIELD_WHOLE, unit_is_stowed(w, u)});
    UNIT_FIELDS(LIST_UNIT, NO_FIELD)
    list_route(l, "path", c->path);
    if (unit_reads_order_state(u)) list_order(l, w, u);
}

uint32_t sidle_unit_fields(const sidle_world *world, sidle_unit_id id, sidle_field *fields,
                           uint32_t capacity) {
    const unit *u = unit_named_anywhere(world, id);
    if (!u || (!fields && capacity)) return 0;
    field_list l = {.to = fields, .room = capacity};
    list_unit(&l, world, u);
    return l.count;
}

static void list_profile(field_list *l, const kept_profile *p, uint32_t n) {
    PROFILE_FIELDS(LIST_PROFILE, NO_FIELD)
    uint32_t rows;
    const sidle_param *row = sidle_params(&rows), *end = p->released ? row : row + rows;
    for (; row < end; row++) {
        bool number = row->type == SIDLE_PARAM_FLOAT || row->type == SIDLE_PARAM_CLASSES;
        for (uint32_t word = 0; word < param_words(row); word++)
            list_field(l, (sidle_field){"profile", row->name, n,
                                        number ? SIDLE_FIELD_FLOAT : SIDLE_FIELD_WHOLE,
                                        param_word(&p->values, row, word)});
    }
}

/* What belongs to no living unit, but for the cells. */
static void list_world(field_list *l, const sidle_world *w) {
    const terrain *t = &w->terrain;
    WORLD_FIELDS(LIST_UNIT, NO_FIELD)
    for (uint32_t team = 0; team < SIDLE_ALLIED_TEAMS; team++) {
        uint64_t allies = w->bodies.allies[team];
        if (allies) {
            ALLIANCE_FIELDS(LIST_ALLIANCE, NO_FIELD)
        }
    }
    TERRAIN_FIELDS(LIST_TERRAIN, NO_FIELD)
    for (uint32_t n = 0; n < w->profile_count; n++) list_profile(l, &w->profiles[n], n);
    uint32_t living = w->living + w->stowed;
    for (uint32_t n = 0; n < w->slots - living; n++) {
        const unit *u = &w->units[living + n];
        FREE_FIELDS(LIST_FREE, NO_FIELD)
    }
}

/* ---- differences ---- */

static bool same_field(const sidle_field *a, const sidle_field *b) {
    return a->index == b->index && a->bits == b->bits && !strcmp(a->name, b->name) &&
           !strcmp(a->group, b->group);
}

/* A list of the fields of a world, or of the unit in a slot of it. */
static uint32_t list_stretch(const sidle_world *w, const unit *u, uint32_t first, sidle_field *to,
                             uint32_t room) {
    field_list l = {.to = to, .first = first, .room = room};
    if (u)
        list_unit(&l, w, u);
    else
        list_world(&l, w);
    return l.count;
}

/* The first field that differs, of two units or, with NULL for both, of two worlds. */
static bool lists_differ(const sidle_world *a, const unit *of_a, const sidle_world *b,
                         const unit *of_b, sidle_difference *first) {
    enum { STRETCH = 64 };
    sidle_field in_a[STRETCH], in_b[STRETCH];
    for (uint32_t at = 0;; at += STRETCH) {
        uint32_t count_a = list_stretch(a, of_a, at, in_a, STRETCH);
        uint32_t count_b = list_stretch(b, of_b, at, in_b, STRETCH);
        uint32_t shorter = count_a < count_b ? count_a : count_b;
        for (uint32_t n = 0; n < STRETCH && at + n < shorter; n++) {
            if (same_field(&in_a[n], &in_b[n])) continue;
            first->a = in_a[n];
            first->b = in_b[n];
            return true;
        }
        if (at + STRETCH < shorter) continue;
        if (count_a == count_b) return false;
        sidle_field count = {"", "fields", 0, SIDLE_FIELD_WHOLE, count_a};
        first->a = first->b = count;
        first->b.bits = count_b;
        return true;
    }
}

static bool cells_differ(const terrain *a, const terrain *b, sidle_difference *first) {
    size_t cells = (size_t)a->width * (size_t)a->height, n = 0;
    while (n < cells && a->classes[n] == b->classes[n]) n++;
    if (n == cells) return false;
    sidle_field class = {"terrain", "class", (uint32_t)n, SIDLE_FIELD_WHOLE, a->classes[n]};
    first->a = first->b = class;
    first->b.bits = b->classes[n];
    return true;
}

/* The living unit of the slot, or NULL. */
static const unit *living_in(const sidle_world *w, uint32_t slot) {
    bool lives = slot < w->slots && w->by_slot[slot] < w->living + w->stowed;
    return lives ? unit_of_slot(w, slot) : NULL;
}

static bool slots_differ(const sidle_world *a, const sidle_world *b, uint32_t slot,
                         sidle_difference *first) {
    const unit *of_a = living_in(a, slot), *of_b = living_in(b, slot);
    if (!of_a && !of_b) return false;
    first->unit = id_of(of_a ? of_a : of_b);
    if (of_a && of_b) return lists_differ(a, of_a, b, of_b, first);
    sidle_field lives = {"", "lives", 0, SIDLE_FIELD_WHOLE, of_a != NULL};
    first->a = first->b = lives;
    first->b.bits = of_b != NULL;
    return true;
}

bool sidle_world_differs(const sidle_world *a, const sidle_world *b, sidle_difference *first) {
    sidle_difference none;
    if (!first) first = &none;
    *first = (sidle_difference){.unit = {0, 0}};
    if (!a || !b) return false;
    uint32_t slots = a->slots > b->slots ? a->slots : b->slots;
    /* A unit that lives in one world alone is told before the slot that is free in the other. */
    for (uint32_t slot = 0; slot < slots; slot++)
        if (!living_in(a, slot) != !living_in(b, slot)) return slots_differ(a, b, slot, first);
    if (lists_differ(a, NULL, b, NULL, first)) return true;
    if (cells_differ(&a->terrain, &b->terrain, first)) return true;
    for (uint32_t slot = 0; slot < slots; slot++)
        if (slots_differ(a, b, slot, first)) return true;
    first->unit = (sidle_unit_id){0, 0};
    return false;
}

/* ---- in words ---- */

/* Digits behind the point that tell apart two floats of a world of some u; and the most before it
 * for which they are all written. */
enum { DECIMALS = 9, DECIMAL_ROOM = 1000000000 };

static const double WRITTEN_MOST = 1e9;

/* A number with as many decimals as it has, up to DECIMALS; a larger one by its power of ten. */
static void write_real(text *t, double number) {
    if (!(number <= 0) && !(number >= 0)) {
        write_words(t, "not a number");
        return;
    }
    if (number < 0) write_words(t, "-");
    double size = number < 0 ? -number : number;
    uint32_t power = 0;
    for (; size >= WRITTEN_MOST && power < 400; power++) size /= 10;
    if (size >= WRITTEN_MOST) {
        write_words(t, "infinite");
        return;
    }
    uint64_t all = (uint64_t)(size * DECIMAL_ROOM + 0.5), rest = all % DECIMAL_ROOM;
    write_whole(t, all / DECIMAL_ROOM);
    if (rest) write_words(t, ".");
    for (uint64_t one = DECIMAL_ROOM / 10; rest; one /= 10) {
        write_whole(t, rest / one);
        rest %= one;
    }
    if (power) write_words(t, "e");
    if (power) write_whole(t, power);
}

static void write_signed(text *t, int32_t number) {
    if (number < 0) write_words(t, "-");
    write_whole(t, (uint64_t)(number < 0 ? -(int64_t)number : number));
}

static void write_unit(text *t, sidle_unit_id id) {
    if (!id.slot) {
        write_words(t, "none");
        return;
    }
    write_words(t, "unit ");
    write_whole(t, id.slot);
    if (id.generation == 1) return;
    write_words(t, " of generation ");
    write_whole(t, id.generation);
}

static void write_value_of(text *t, const sidle_field *f) {
    switch (f->type) {
    case SIDLE_FIELD_WHOLE: write_whole(t, f->bits); break;
    case SIDLE_FIELD_SIGNED: write_signed(t, (int8_t)(uint8_t)f->bits); break;
    case SIDLE_FIELD_PAIR:
        write_signed(t, pair_of_value(f->bits).x);
        write_words(t, ",");
        write_signed(t, pair_of_value(f->bits).y);
        break;
    case SIDLE_FIELD_FLOAT: write_real(t, (double)float_of_value(f->bits)); break;
    case SIDLE_FIELD_DOUBLE: write_real(t, double_of_value(f->bits)); break;
    case SIDLE_FIELD_POINT:
        write_real(t, (double)vec_of_value(f->bits).x);
        write_words(t, ",");
        write_real(t, (double)vec_of_value(f->bits).y);
        break;
    case SIDLE_FIELD_UNIT: write_unit(t, id_of_value(f->bits)); break;
    default: break;
    }
}

static void write_field_name(text *t, const sidle_field *f) {
    write_words(t, f->group);
    if (*f->group) write_words(t, " ");
    bool counted = !strcmp(f->name, "point") || !strcmp(f->group, "profile") ||
                   !strcmp(f->group, "free slot") || !strcmp(f->group, "group") ||
                   !strcmp(f->name, "class");
    if (counted) write_whole(t, f->index);
    if (counted) write_words(t, " ");
    write_words(t, f->name);
}

/* Values that differ by less than the digits tell have the bits as well. */
static bool looks_the_same(const sidle_field *a, const sidle_field *b) {
    char of_a[64], of_b[64];
    text t = {.to = of_a, .room = sizeof of_a - 1};
    write_value_of(&t, a);
    end_text(&t, of_a, sizeof of_a);
    t = (text){.to = of_b, .room = sizeof of_b - 1};
    write_value_of(&t, b);
    end_text(&t, of_b, sizeof of_b);
    return !strcmp(of_a, of_b);
}

static void write_difference(text *t, const sidle_difference *d) {
    if (d->unit.slot) {
        write_unit(t, d->unit);
        write_words(t, ": ");
    }
    write_field_name(t, &d->a);
    write_words(t, " is ");
    write_value_of(t, &d->a);
    write_words(t, " in the one and ");
    write_value_of(t, &d->b);
    write_words(t, " in the other");
    if (strcmp(d->a.name, d->b.name) != 0 || strcmp(d->a.group, d->b.group) != 0) {
        write_words(t, ", which has ");
        write_field_name(t, &d->b);
    } else if (looks_the_same(&d->a, &d->b))
        write_words(t, ", which differs in its last places");
}

size_t sidle_difference_text(const sidle_difference *difference, char *buffer, size_t size) {
    if (buffer && size) buffer[0] = 0;
    if (!difference || !difference->a.name || (!buffer && size)) return 0;
    text t = {.to = buffer, .room = size ? size - 1 : 0};
    write_difference(&t, difference);
    return end_text(&t, buffer, size);
}
