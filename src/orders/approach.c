/* Approach: the unit comes to rest where the gap between it and a point, or another unit, is within
 * a band, `least` to `most`, and where it sees the point if it has to. Gaps are measured from rim
 * to rim; a point has no rim.
 *
 * The steer target is the point itself, with a halt before it: the unit brakes so that it stands a
 * little inside the band, and drives no farther. It goes by its path while terrain is in between.
 * In range by another way, as over a wall, it brakes where it is. One that is too near backs off to
 * a place at the least distance. Behind a target that goes away from it the unit keeps up, at the
 * target's velocity, instead of running and standing by turns.
 *
 * A pursuit with a range is an approach that leads: out of range it drives to where it meets its
 * target.
 *
 * Those that cannot come into range, as others of the same target rest before them, settle behind
 * these (arrival.c), and go on when they have left. */
#include "orders/approach.h"

#include "orders/path_following.h"
#include "orders/steer_target.h"
#include "orders/surround.h"
#include "world/shown.h"
#include "world/terrain.h"

/* Own radii: the least width of the band. A narrower one no drive can keep to; half and double of
 * it give the same on maps/chase and maps/horde with approach=p,5 in place of pursue. */
static const float BAND_LEAST = 0.1f;

/* Own radii: how far inside the band the unit comes to rest, half a band at most. At 0 the next
 * nudge takes it out again. At .025 and at .1 maps/chase with approach=p,5 is the same within 1 %.
 */
static const float INSIDE = 0.05f;

/* Own radii, half a band at most: the same behind a target that goes away. Less than that runs and
 * stands by turns behind a target whose speed changes: maps/horde with approach=p,5 has 6.1 hard
 * stops a unit at .5, 3.8 at 1 and 3.5 at 2. */
static const float INSIDE_MOVING = 1;

/* Cells: half the width of the line of sight. It may touch a corner; half and double of it give the
 * same on maps/chase and maps/horde with approach=p,5. */
static const float SIGHT_RADIUS = 0.05f;

/* Own radii: a unit behind which this one has settled has left when the gap is wider. Half and
 * double of it give the same on maps/chase and maps/horde with approach=p,5. */
static const float LEFT_GAP = 1;

/* s: the unit has stopped when its drive would brake to a stand in this time. It is less than a
 * usual tick: in range nothing is lost by a braking that ends in a stand. At .01 and at .04
 * maps/horde with approach=p,5 has 3.2 and 3.6 hard stops a unit, and 3.8 at .02. */
static const float STOPPED_WITHIN = 0.02f;

/* Own radii: how far inside the rim a second ring is. */
static const float DEEPER = 2.2f;

/* Units that a rim holds for each of its radii, in own radii. Side by side it would hold pi, but
 * the first ones come to rest where they come from. */
static const float RIM_HOLDS = 2;

/* Own radii: a unit that is nearer to its place has reached it. */
static const float AT_PLACE = 0.1f;

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

float approach_most(const sidle_profile *p, const sidle_range *range) {
    return max_float(range->most, range->least + BAND_LEAST * p->radius);
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
                         .most = approach_most(profile_of(world, u), range)};
    at.away = vec_distance(u->position, at.where);
    at.too_near = at.away < at.radii + at.least;
    bool within = !at.too_near && at.away <= at.radii + at.most;
    at.hidden = within && !sees(world, u, at.where);
    at.in = within && !at.hidden;
    return at;
}

/* u: so far inside the band. */
static float inside(const sidle_world *world, const unit *u, const place_in_range *at,
                    float radii) {
    return min_float(radii * profile_of(world, u)->radius, 0.5f * (at->most - at->least));
}

/* Tells the host once for each time that the unit comes into range. */
static void tell_of_range(const sidle_world *world, unit *u, const place_in_range *at) {
    float margin = inside(world, u, at, INSIDE), gap = at->away - at->radii;
    bool out = at->hidden || gap > at->most + margin || gap < at->least - margin;
    if (out) unit_unmark(u, UNIT_TOUCHES);
    if (!at->in || u->flags & UNIT_TOUCHES) return;
    u->flags |= UNIT_TOUCHES;
    unit_tell(u, u->order == ORDER_PURSUE_WITHIN ? SIDLE_EVENT_CAUGHT : SIDLE_EVENT_IN_RANGE);
}

/* Does the unit rest behind another one that still rests before it? */
static bool rests_behind(const sidle_world *world, const unit *u) {
    const shown *it = shown_named(world, u->cold->ended_by);
    if (!(u->flags & UNIT_ARRIVED) || !it) return false;
    if (body_stance(&world->bodies, shown_body(world, it)) == STANCE_UNDER_WAY) return false;
    float radius = profile_of(world, u)->radius, its_radius = shown_profile(world, it)->radius;
    return vec_distance(u->position, shown_position(it)) <= radius + its_radius + LEFT_GAP * radius;
}

/* u/s: the velocity of a target that goes away from the unit; 0 of any other one. */
static sidle_vec2 velocity_away(const sidle_world *world, const shown *target,
                                const place_in_range *at, const unit *u) {
    if (!target || target_stands(world, target)) return vec(0, 0);
    sidle_vec2 predicted = predicted_of(world, target);
    return vec_dot(predicted, vec_sub(at->where, u->position)) > 0 ? predicted : vec(0, 0);
}

/* The unit brakes where it is, and comes to rest. */
static void stop_in_range(const sidle_world *world, unit *u, const place_in_range *at) {
    const sidle_profile *p = profile_of(world, u);
    u->in_range = true;
    u->cold->order->steer_target = (steer_target){.point = at->where, .halt = at->away};
    u->aim = AIM_STEER_TARGET;
    u->decision = SIDLE_FREE;
    u->drive_target = at->where;
    if (vec_length(u->velocity) <= p->acceleration * STOPPED_WITHIN)
        path_arrive(world, u, (sidle_unit_id){0, 0});
}

/* A pursuit drives to where it meets its target, and brakes by what is left to the range. If it
 * braked before that point, two that pursue each other would both wait for the other to come. */
static void lead(const sidle_world *world, const shown *target, unit *u, float left) {
    steer_target *t = &u->cold->order->steer_target;
    t->point = intercept_point(world, target, u);
    t->halt = vec_distance(u->position, t->point) - left;
    if (t->halt <= 0) t->halt = -1;
}

/* The unit drives on, towards the point or away from it. */
static void drive_on(const sidle_world *world, const shown *target, unit *u,
                     const place_in_range *at, sidle_vec2 velocity) {
    steer_target *t = &u->cold->order->steer_target;
    bool moves = velocity.x != 0 || velocity.y != 0, backed_off = approach_backs_off(u);
    if (u->in_range || at->too_near != backed_off) u->flags |= UNIT_LOOK;
    u->in_range = false;
    if (at->too_near) {
        t->velocity = vec(0, 0);
        t->halt = 0; /* at the place that approach_aim() chooses */
        return;
    }
    if (surround_goes_round(u) && !moves) return; /* to the place that approach_aim() has found */
    float depth = inside(world, u, at, moves ? INSIDE_MOVING : INSIDE);
    float gap = at->hidden ? at->least + depth : at->most - depth;
    *t = (steer_target){.point = at->where, .velocity = velocity, .halt = at->radii + gap};
    if (u->order == ORDER_PURSUE_WITHIN && !at->in && !at->hidden)
        lead(world, target, u, at->away - t->halt);
}

/* Is the unit on its way to a free place beside others, and not there yet? In range already, it
 * goes on to there, or it would leave gaps for which nobody has a use. */
static bool has_place_ahead(const sidle_world *world, const unit *u) {
    float left = vec_distance(u->position, u->cold->order->steer_target.point);
    return surround_goes_round(u) && left > AT_PLACE * profile_of(world, u)->radius &&
           u->cold->progress.stalled < profile_of(world, u)->patience;
}

void approach_update(const sidle_world *world, const shown *target, unit *u) {
    place_in_range at = place_of(world, target, u);
    u->goal = at.where;
    tell_of_range(world, u, &at);
    if (!(u->flags & UNIT_UNDER_WAY)) {
        bool waits = rests_behind(world, u) && !at.too_near && !goal_has_moved(world, u);
        if (at.in || waits) return;
        set_out(world, u);
    }
    sidle_vec2 velocity = velocity_away(world, target, &at, u);
    bool keeps_up = velocity.x != 0 || velocity.y != 0;
    float deep = at.radii + at.most - 2 * inside(world, u, &at, INSIDE_MOVING);
    if (at.in && (!keeps_up || at.away < deep) && !has_place_ahead(world, u))
        stop_in_range(world, u, &at);
    else
        drive_on(world, target, u, &at, velocity);
}

/* Are there more behind the unit than the rim has room for? Then it goes farther in, if the band is
 * wide enough. */
static bool goes_deeper(const sidle_world *world, const unit *u, const shown *target,
                        const place_in_range *at, float rim) {
    float radius = profile_of(world, u)->radius;
    if (at->most - at->least < (DEEPER + 1) * radius) return false;
    if (surround_goes_round(u)) /* as it has decided before */
        return vec_distance(u->cold->order->steer_target.point, at->where) < rim - radius;
    return (float)surround_behind(world, u, target) > RIM_HOLDS * rim / radius;
}

/* Others rest at the rim of the range: the unit goes round to a free place there. */
static bool aim_round(const sidle_world *world, unit *u) {
    const shown *target = shown_named(world, unit_target(u));
    steer_target *t = &u->cold->order->steer_target;
    if (!target || t->velocity.x != 0 || t->velocity.y != 0) return false;
    place_in_range at = place_of(world, target, u);
    if (at.too_near || at.hidden || (at.in && !surround_goes_round(u))) return false;
    float rim = at.radii + at.most - inside(world, u, &at, INSIDE);
    bool deeper = goes_deeper(world, u, target, &at, rim);
    if (deeper) rim -= DEEPER * profile_of(world, u)->radius;
    if (surround_aim(world, u, target, rim, deeper)) return true;
    if (t->halt == HALT_AT_PLACE) *t = (steer_target){.point = at.where, .halt = rim};
    return false;
}

bool approach_aim(const sidle_world *world, unit *u) {
    steer_target *t = &u->cold->order->steer_target;
    if (u->in_range) return true;
    if (!approach_backs_off(u)) return aim_round(world, u);
    const shown *target = shown_named(world, unit_target(u));
    place_in_range at = place_of(world, target, u);
    sidle_vec2 away = vec_direction(vec_sub(u->position, at.where), vec_scale(u->heading, -1));
    float distance = at.radii + at.least + inside(world, u, &at, INSIDE);
    u->aim = AIM_STEER_TARGET;
    for (int k = 0; k < TURNS; k++) {
        t->point = vec_add(at.where, vec_scale(vec_turned(away, TURN[k]), distance));
        if (fits_on_line_to(world, u, t->point)) return true;
    }
    t->point = u->position; /* cornered */
    return true;
}
