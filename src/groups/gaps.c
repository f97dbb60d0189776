/* How much room terrain leaves beside the route, and what comes of it: the layout shifts aside
 * where a wall stands on one side, falls into fewer units abreast where both sides are too near,
 * and takes its own shape again when the last row is past the gap. */
#include "groups/troop.h"

#include "base/measures.h"

/* Room for the middle of a disc of the largest unit, to either side of the route, u. */
typedef struct room_beside {
    float left, right;
} room_beside;

static float room_to(const sidle_groups *g, const troop *t, sidle_vec2 from, sidle_vec2 direction,
                     float most) {
    sidle_profile_id profile = t->units[0].profile;
    sidle_vec2 end = vec_add(from, vec_scale(direction, most));
    if (sidle_world_line_fits(g->world, profile, from, end)) return most;
    float low = 0, high = most;
    while (high - low > ROOM_LEFT * troop_radius(t)) {
        float middle = 0.5f * (low + high);
        end = vec_add(from, vec_scale(direction, middle));
        if (sidle_world_line_fits(g->world, profile, from, end))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The least room along a stretch of the route. */
static room_beside room_along(const sidle_groups *g, const troop *t, float from, float to) {
    float over = troop_radius(t);
    /* Half a radius beside its layout lets a troop take its own shape again: a hysteresis. */
    float most = 2 * max_float(t->own.right - t->own.left, over) + 0.5f * over;
    room_beside room = {most, most};
    for (float arc = from; arc <= to; arc += over) { /* the discs leave no wall between them */
        sidle_vec2 p = route_point(t, arc);
        sidle_vec2 right = vec_right(route_course(t, arc, over));
        if (!sidle_world_fits(g->world, t->units[0].profile, p)) {
            if (arc < 0 || arc > route_length(t)) continue; /* beyond its ends it is no route */
            return (room_beside){0, 0};
        }
        room.right = min_float(room.right, room_to(g, t, p, right, room.right));
        room.left = min_float(room.left, room_to(g, t, p, vec_scale(right, -1), room.left));
    }
    return room;
}

/* Units abreast of which a row has so much room between its outer middles. */
static uint32_t abreast_in(const troop *t, float width) {
    float radius = troop_radius(t);
    float each = 2 * radius + min_float(t->formation.gap, NARROW_GAP * radius);
    uint32_t fit = 1 + (uint32_t)(max_float(width, 0) / each);
    return fit < t->count ? fit : t->count;
}

/* The shift that brings the layout of this layout_extent into the room. */
static float shift_into(room_beside room, layout_extent e) {
    float low = -room.left - e.left, high = room.right - e.right;
    return low > high ? 0.5f * (low + high) : clamped(low, 0, high);
}

static void scan_room(sidle_groups *g, troop *t) {
    float radius = troop_radius(t);
    float rear = t->abreast ? t->own.rear : t->now.rear;
    room_beside room = room_along(g, t, t->s + rear, t->s + t->own.front + NEARBY * radius);
    float width = room.left + room.right, own = t->own.right - t->own.left;
    if (width >= own + (t->abreast ? 0.5f * radius : 0)) {
        if (t->abreast) layout_lay(g, t, 0);
    } else {
        uint32_t fit = abreast_in(t, width);
        if (t->abreast != fit && (!t->abreast || fit < t->abreast)) layout_lay(g, t, fit);
    }
    t->shift_to = shift_into(room, t->now);
    traffic_scan(g, t, room.right - t->now.right);
}

/* Does terrain leave the route open, for as far as a scan sees? */
static bool route_is_open(const sidle_groups *g, troop *t) {
    float from = clamped(0, t->s, route_length(t));
    sidle_vec2 at = route_point(t, from);
    for (uint32_t k = 0; k < t->points; k++) {
        if (t->arc[k] <= from && k + 1 < t->points) continue;
        if (!sidle_world_line_fits(g->world, t->units[0].profile, at, t->route[k])) {
            t->told = at;
            return false;
        }
        at = t->route[k];
    }
    return true;
}

void gaps_scan(sidle_groups *g, troop *t, float dt) {
    t->scan_in -= dt;
    t->ask_in -= dt;
    if (t->scan_in > 0) return;
    t->scan_in = t->beat; /* the march comes a radius on in that time */
    scan_room(g, t);
    if (t->ask_in > 0 || route_is_open(g, t)) return;
    t->ask_in = WAITS_MOST * t->beat;
    troop_tell(t, SIDLE_GROUP_EVENT_PATH_WANTED);
}
