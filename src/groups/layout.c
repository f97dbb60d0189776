/* The layout of a march: which unit has which place beside the anchor, in the shape of the
 * formation or in a box with fewer units abreast. */
#include "groups/troop.h"

/* Where the unit is, in the frame of the anchor. */
static sidle_vec2 in_frame(const troop *t, const trooper *u) {
    sidle_vec2 off = vec_sub(u->at, route_point(t, u->along));
    sidle_vec2 right = vec_right(route_course(t, u->along, troop_radius(t)));
    return vec(u->along - t->s, vec_dot(off, right) - t->shift);
}

/* The same where the shape does not turn. */
static sidle_vec2 in_fixed_frame(const troop *t, const trooper *u) {
    sidle_vec2 off = vec_sub(u->at, route_point(t, t->s));
    return vec(vec_dot(off, t->heading), vec_dot(off, vec_right(t->heading)) - t->shift);
}

void layout_lay(sidle_groups *g, troop *t, uint32_t abreast) {
    workspace *s = &g->scratch;
    bool fixed = t->formation.shape == SIDLE_SHAPE_STANDING && !abreast;
    bool keeps = t->formation.shape == SIDLE_SHAPE_OFFSETS && t->formation.keep_places;
    t->abreast = abreast;
    t->changed = false;
    shape_lay(t, abreast, s->slots);
    for (uint32_t k = 0; k < t->count; k++)
        s->from[k] = fixed ? in_fixed_frame(t, &t->units[k]) : in_frame(t, &t->units[k]);
    if (abreast || !keeps) assign_slots(s, t->units, t->count);
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        u->offset = s->slots[k];
        u->held = 0;
        if (!abreast && t->formation.shape >= SIDLE_SHAPE_STANDING) u->own = u->offset;
    }
    t->now = shape_extent(s->slots, t->count, fixed);
    if (!abreast) t->own = t->now;
    for (uint32_t k = 0; k < t->count; k++)
        t->units[k].place = route_place(t, t->units[k].offset, t->s);
    if (abreast && t->formed) {
        t->formed = false;
        troop_tell(t, SIDLE_GROUP_EVENT_BROKEN);
    }
}
