/* Approach: the unit comes to rest where the gap between it and a point, or another unit, is within
 * a band, `least` to `most`, and where it sees the point if it has to. Gaps are measured from rim
 * to rim; a point has no rim.
 *
 * The steer target is the point itself, with a halt before it: the unit brakes so that it stands a
 * little inside the band, and drives no farther. It goes by its path while terrain is in between.
 * Near the band it claims a place (places.c): the nearest one in the band, or, if none is free, the
 * one nearest to the band. A unit that is too near drives straight back until it has such a place.
 * Behind a target that drives away the unit keeps up at the target's velocity, instead of running
 * and standing by turns. It does the same before a target that follows it.
 *
 * A pursuit with a range is an approach that leads: out of range it drives to where it meets its
 * target.
 *
 * A unit that rests out of range, as there is no room in it, tries again now and then. */
#include "orders/approach.h"

#include "base/measures.h"
#include "orders/condition.h"
#include "orders/path_following.h"
#include "orders/target.h"
#include "orders/want.h"
#include "world/shown.h"
#include "world/terrain.h"

/* Where the unit is in the band. */
typedef struct place_in_range {
    sidle_vec2 where;  /* u, the point, or the centre of the target */
    float away;        /* u, from the unit's centre to there */
    float radii;       /* u, what of that is within the rims */
    float least, most; /* u, the gaps of the band */
    bool too_near;     /* nearer than the band */
    bool hidden;       /* within the distance, and not in sight */
    bool in;           /* in the band, and in sight */
} place_in_range;

static bool sees(const sidle_world *world, const unit *u, sidle_vec2 where) {
    const terrain *t = &world->terrain;
    uint32_t through = u->cold->order->range.sight;
    return !through || terrain_line_fits(t, through, u->position, where, SIGHT_RADIUS * t->cell);
}

bool approach_is_within(const sidle_world *world, const unit *u, sidle_vec2 point) {
    const sidle_range *range = &u->cold->order->range;
    float most = profile_of(world, u)->radius + range->most;
    return vec_distance(u->position, point) <= most && sees(world, u, point);
}

static place_in_range place_of(const sidle_world *world, const shown *target, const unit *u) {
    const sidle_range *range = &u->cold->order->range;
    float radius = profile_of(world, u)->radius;
    place_in_range at = {.where = target ? shown_position(target) : u->cold->order->centre,
                         .radii = radius + (target ? shown_profile(world, target)->radius : 0),
                         .least = range->least,
                         .most = range_most(profile_of(world, u), range)};
    at.away = vec_distance(u->position, at.where);
    at.too_near = at.away < at.radii + at.least;
    bool within = !at.too_near && at.away <= at.radii + at.most;
    at.hidden = within && !sees(world, u, at.where);
    at.in = within && !at.hidden;
    return at;
}

bool approach_point_is_in_range(const sidle_world *world, const unit *u) {
    return place_of(world, NULL, u).in;
}

/* u: so far inside the band. */
static float inside(const sidle_world *world, const unit *u, const place_in_range *at,
                    float radii) {
    return min_float(radii * profile_of(world, u)->radius, 0.5f * (at->most - at->least));
}

/* Tells the host once for each time that the unit comes into range. */
static void tell_of_range(const sidle_world *world, unit *u, const place_in_range *at) {
    float margin = inside(world, u, at, ROOM_LEFT), gap = at->away - at->radii;
    bool out = at->hidden || gap > at->most + margin || gap < at->least - margin;
    if (out) unit_unmark(u, UNIT_TOUCHES);
    if (!at->in || u->flags & UNIT_TOUCHES) return;
    u->flags |= UNIT_TOUCHES;
    unit_tell(u, SIDLE_EVENT_IN_RANGE);
}

/* u/s: the velocity of a target that goes away from the unit; 0 of any other one. */
static sidle_vec2 velocity_away(const sidle_world *world, const shown *target,
                                const place_in_range *at, const unit *u) {
    if (!target || target_stands(world, target)) return vec(0, 0);
    sidle_vec2 predicted = predicted_of(world, target);
    return vec_dot(predicted, vec_sub(at->where, u->position)) > 0 ? predicted : vec(0, 0);
}

/* A pursuit drives to where it meets its target, and brakes by what is left to the range. If it
 * braked before that point, two that pursue each other would both wait for the other to come. */
static void lead(const sidle_world *world, const shown *target, unit *u, float left) {
    steer_target *t = &u->cold->order->steer_target;
    t->point = intercept_point(world, target, u);
    t->halt = vec_distance(u->position, t->point) - left;
    if (t->halt <= 0) t->halt = -1;
}

/* Does the unit back off? Any other halt leaves room for the rims. */
static bool backs_off(const unit *u) {
    return u->cold->order->steer_target.halt == 0;
}

/* The unit drives straight back to its range, and farther before a target that comes after it, at
 * the velocity of that. */
static void back_off(const sidle_world *world, const shown *target, unit *u,
                     const place_in_range *at) {
    steer_target *t = &u->cold->order->steer_target;
    bool chased = target && !target_stands(world, target), begins = !backs_off(u);
    bool cornered = t->point.x == u->position.x && t->point.y == u->position.y;
    if (!begins && cornered) return;
    if (begins) u->flags |= UNIT_LOOK;
    sidle_vec2 off = vec_sub(begins ? u->position : t->point, at->where);
    sidle_vec2 away = vec_direction(off, vec_scale(u->heading, -1));
    float gap = at->least + inside(world, u, at, chased ? 1 : ROOM_LEFT);
    t->point = vec_add(at->where, vec_scale(away, at->radii + gap));
    t->velocity = chased ? predicted_of(world, target) : vec(0, 0);
    t->halt = 0;
}

/* The unit drives on towards the point. */
static void drive_on(const sidle_world *world, const shown *target, unit *u,
                     const place_in_range *at, sidle_vec2 velocity) {
    steer_target *t = &u->cold->order->steer_target;
    bool moves = velocity.x != 0 || velocity.y != 0;
    float depth = inside(world, u, at, moves ? 1 : ROOM_LEFT);
    float gap = at->hidden ? at->least + depth : at->most - depth;
    *t = (steer_target){.point = at->where, .velocity = velocity, .halt = at->radii + gap};
    if (u->order == ORDER_PURSUE_WITHIN && !at->in && !at->hidden)
        lead(world, target, u, at->away - t->halt);
}

void approach_update(const sidle_world *world, const shown *target, unit *u) {
    place_in_range at = place_of(world, target, u);
    u->goal = at.where;
    tell_of_range(world, u, &at);
    if (!unit_is_under_way(u)) {
        bool waits = u->arrival == ARRIVAL_NONE && !at.too_near && !goal_has_moved(world, u);
        if (at.in) condition_met(u, SIDLE_ARRIVAL_IN_RANGE);
        if (at.in || waits) return;
        set_out(world, u);
    }
    if (at.too_near)
        back_off(world, target, u, &at);
    else
        drive_on(world, target, u, &at, velocity_away(world, target, &at, u));
}

bool approach_aim_back(const sidle_world *world, unit *u) {
    if (!backs_off(u)) return false;
    steer_target *t = &u->cold->order->steer_target;
    place_in_range at = place_of(world, shown_named(world, unit_target(u)), u);
    float distance = at.radii + at.least + inside(world, u, &at, ROOM_LEFT);
    sidle_vec2 away = vec_direction(vec_sub(u->position, at.where), vec_scale(u->heading, -1));
    u->aim = AIM_STEER_TARGET;
    for (int k = 0; k < TURNS; k++) {
        t->point = vec_add(at.where, vec_scale(vec_turned(away, TURN[k]), distance));
        if (fits_on_line_to(world, u, t->point)) return true;
    }
    *t = (steer_target){.point = u->position}; /* cornered */
    return true;
}
