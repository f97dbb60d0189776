/* The route of the anchor: a polyline with the arc length of each of its points. Before its
 * beginning and beyond its end it goes straight on, so that the rear of a layout has places when
 * the troop sets out, and the front when it arrives. */
#include "groups/troop.h"

#include "base/measures.h"

sidle_result route_make_room(sidle_groups *g, troop *t, uint32_t points) {
    if (points <= t->arc_room) return SIDLE_OK;
    size_t used = t->points * sizeof(sidle_vec2), old = t->route_room * sizeof(sidle_vec2);
    if (!reallocate(&g->alloc, (void **)&t->route, old, used, points * sizeof(sidle_vec2)))
        return SIDLE_ERROR_MEMORY;
    used = t->points * sizeof(float), old = t->arc_room * sizeof(float);
    t->route_room = points;
    if (!reallocate(&g->alloc, (void **)&t->arc, old, used, points * sizeof(float)))
        return SIDLE_ERROR_MEMORY;
    t->arc_room = points;
    return SIDLE_OK;
}

static void route_append(troop *t, sidle_vec2 p) {
    assert(t->points < t->arc_room);
    float by = t->points ? vec_distance(p, t->route[t->points - 1]) : 0;
    if (t->points > 1 && by < IMPERCEPTIBLE * troop_radius(t)) return;
    t->route[t->points] = p;
    t->arc[t->points] = t->points ? t->arc[t->points - 1] + by : 0;
    t->points++;
}

static uint32_t route_stretch(const troop *t, float arc);

void route_set(troop *t, sidle_vec2 from) {
    t->points = 0;
    route_append(t, from);
    route_append(t, t->goal);
}

/* The arc length from which on the rear of the layout has its places. */
static float route_of_rear(const troop *t) {
    return t->s + min_float(t->own.rear, t->now.rear) - NEARBY * troop_radius(t);
}

void route_replace(troop *t, const sidle_vec2 *waypoints, uint32_t count) {
    sidle_vec2 anchor = route_point(t, t->s);
    uint32_t first = route_stretch(t, route_of_rear(t)), last = route_stretch(t, t->s);
    uint32_t kept = t->s > 0 ? last + 1 - first : 0;
    while (kept && kept + count + 2 > t->arc_room) kept--, first++;
    float before = kept ? t->arc[first] : t->s;
    for (uint32_t k = 0; k < kept; k++) {
        t->route[k] = t->route[first + k];
        t->arc[k] = t->arc[first + k] - before;
    }
    t->points = kept;
    route_append(t, anchor);
    t->s -= before;
    for (uint32_t k = 0; k < t->count; k++) t->units[k].along -= before;
    for (uint32_t k = 0; k < count; k++) route_append(t, waypoints[k]);
    route_append(t, t->goal);
    if (t->points < 2) route_append(t, t->goal);
}

float route_length(const troop *t) {
    return t->arc[t->points - 1];
}

/* The stretch from point k to point k + 1 that holds the arc length; the first or the last one for
 * what is outside. */
static uint32_t route_stretch(const troop *t, float arc) {
    uint32_t low = 0, high = t->points - 2;
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (t->arc[middle] <= arc)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static sidle_vec2 stretch_direction(const troop *t, uint32_t k) {
    return direction_of(vec_sub(t->route[k + 1], t->route[k]), t->heading);
}

sidle_vec2 route_point(const troop *t, float arc) {
    uint32_t k = route_stretch(t, arc);
    return vec_add(t->route[k], vec_scale(stretch_direction(t, k), arc - t->arc[k]));
}

sidle_vec2 route_course(const troop *t, float arc, float over) {
    sidle_vec2 chord = vec_sub(route_point(t, arc + over), route_point(t, arc - over));
    return direction_of(chord, stretch_direction(t, route_stretch(t, arc)));
}

float route_nearest(const troop *t, sidle_vec2 p, float about) {
    float best = about, nearest = FLT_MAX, near = 2 * NEARBY * troop_radius(t);
    uint32_t first = route_stretch(t, about - near);
    for (uint32_t k = first; k + 1 < t->points; k++) {
        if (k > first && t->arc[k] > about + near) break;
        float at = vec_dot(vec_sub(p, t->route[k]), stretch_direction(t, k));
        float low = k ? 0 : -FLT_MAX,
              high = k + 2 < t->points ? t->arc[k + 1] - t->arc[k] : FLT_MAX;
        at = clamped(low, at, high) + t->arc[k];
        float away = vec_distance(route_point(t, at), p);
        if (away >= nearest) continue;
        nearest = away;
        best = at;
    }
    return best;
}

sidle_vec2 route_place(const troop *t, sidle_vec2 offset, float s) {
    bool turns = t->formation.shape != SIDLE_SHAPE_STANDING || t->abreast;
    float y = offset.y + t->shift;
    if (!turns) {
        sidle_vec2 by =
            vec_add(vec_scale(t->heading, offset.x), vec_scale(vec_right(t->heading), y));
        return vec_add(route_point(t, s), by);
    }
    float over = max_float(0.5f * (t->now.right - t->now.left), troop_radius(t));
    sidle_vec2 course = route_course(t, s + offset.x, over);
    return vec_add(route_point(t, s + offset.x), vec_scale(vec_right(course), y));
}
