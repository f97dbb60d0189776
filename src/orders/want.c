/* What the order of a unit wants of the place on which it rests: to touch the target, to be in a
 * range, or to be near the goal by way. */
#include "orders/want.h"

#include "world/place.h"
#include "world/terrain.h"

/* A place that keeps off both ends of a range by a little, as the unit stops within that. */
static place_want want_of_range(const sidle_world *world, const unit *u) {
    const sidle_range *range = &u->cold->order->range;
    const sidle_profile *p = profile_of(world, u);
    const unit *target = unit_named(world, unit_target(u));
    float radii = p->radius + (target ? profile_of(world, target)->radius : 0);
    float most = range_most(p, range);
    float inside = min_float(2 * ON_PLACE * p->radius, 0.5f * (most - range->least));
    return (place_want){.kind = most - range->least < p->radius ? WANT_RING : WANT_RANGE,
                        .centre = u->goal,
                        .least = radii + range->least + inside,
                        .most = radii + most - inside,
                        .slack = inside,
                        .sight = range->sight};
}

/* A place that touches the target. */
static place_want want_of_hunter(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    const unit *target = unit_named(world, unit_target(u));
    float ring = p->radius * (1 + ROOM_LEFT);
    if (target) ring += profile_of(world, target)->radius;
    return (place_want){.kind = WANT_RING,
                        .centre = u->goal,
                        .least = ring,
                        .most = ring,
                        .slack = 2 * ROOM_LEFT * p->radius};
}

place_want want_of_order(const sidle_world *world, const unit *u) {
    if (unit_has_trait(u, TRAIT_KEEPS_RANGE)) return want_of_range(world, u);
    if (unit_has_trait(u, TRAIT_HUNTS)) return want_of_hunter(world, u);
    return (place_want){.kind = WANT_GOAL, .centre = u->goal};
}

bool want_sees_centre(const sidle_world *world, const place_want *w, sidle_vec2 at) {
    const terrain *t = &world->terrain;
    return !w->sight || terrain_line_fits(t, w->sight, at, w->centre, SIGHT_RADIUS * t->cell);
}

float off_range(const place_want *w, sidle_vec2 at) {
    float away = vec_distance(at, w->centre);
    return max_float(max_float(away - w->most, w->least - away), 0);
}

bool want_is_met(const sidle_world *world, const place_want *w, sidle_vec2 at) {
    return off_range(w, at) <= w->slack && want_sees_centre(world, w, at);
}

float range_most(const sidle_profile *p, const sidle_range *range) {
    return max_float(range->most, range->least + 2 * ROOM_LEFT * p->radius);
}

void place_ask(const sidle_world *world, unit *u) {
    u->flags |= UNIT_SEEKS;
    world->motions[body_of(world, u)].impatient = false;
    world->sums[body_of(world, u) / ITEMS_A_PART].seeks = true;
}
