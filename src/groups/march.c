/* The march. The anchor drives along the route; each unit is guided to a point ahead of its place,
 * which moves with the anchor, at a pace that brings it there:
 *
 *     pace = speed of the place + CATCHES_UP * how far the unit is behind it
 *
 * The anchor drives at the pace of the slowest unit, slower where outer places wheel round a bend,
 * slows down for units that fall in on the way, and waits for those that are held up. A unit ahead
 * of its place waits for it and does not turn round. The idea of places that move with a virtual
 * anchor is that of leader following (C. Reynolds) and of the virtual structures of robotics. */
#include "groups/troop.h"

#include "base/measures.h"

/* Share of its own speed: a unit keeps so much in reserve to catch up, on the march the slowest
 * one, and at the end each one. At .1 four_groups take 52 s instead of 50 s; at .025 march_gap
 * takes 49 s instead of 54 s. */
static const float RESERVE = 0.05f;

/* Lengths below are in radii, times in beats: see troop.beat. */

/* Share of the way that a unit is behind: it makes up so much in a beat. At .35 and at 1.4 units of
 * four_groups brake and start by turns: .80 and .97 hard stops a unit instead of .13. */
static const float CATCHES_UP = 0.7f;

/* Radii: so far before its place a unit is guided. Nearer, its course sways: at 1.2 four_groups
 * have .75 hard stops a unit instead of .13. Farther, it cuts corners: at 4.8 four_groups take 62 s
 * instead of 50 s. */
static const float GUIDED_AHEAD = 2.4f;

/* Radii: a unit that is farther off its place breaks the formation: the anchor waits for it when it
 * does not fall in on the way, and so short of its end the march is over; the sooner, where it has
 * to face another way. At 1.5 four_groups take 54 s instead of 50 s; at 6 48 s, with units six
 * radii off their places. */
static const float BROKEN_BEYOND = 3;

/* Share of its pace: so fast the anchor goes on that has waited in vain, and a unit that is ahead
 * of its place, so that none in its rear has to stop. At .175 towns of march take 49 s instead of
 * 39 s; at .5 a mixed box is not formed again 15 s behind a gap (test_marches.c). */
static const float GOES_ON = 0.35f;

/* Beats: in so many the anchor comes to its pace. At 1 four_groups have .48 hard stops a unit
 * instead of .14; at 4 maps/march_gap takes 52 s instead of 47 s. */
static const float SETS_OUT_IN = 2;

/* ---- turning ---- */

/* u: a small step along the route, for derivatives. */
static float route_step(const troop *t) {
    return 0.5f * troop_radius(t);
}

/* Reads where the units are along a route that begins where they are, and lays them out anew. */
void march_turn(sidle_groups *g, troop *t) {
    sidle_vec2 way = route_course(t, 0, route_step(t));
    if (t->formation.shape != SIDLE_SHAPE_STANDING) t->heading = way;
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        u->along = vec_dot(vec_sub(u->at, t->route[0]), way);
    }
    layout_lay(g, t, 0);
}

void march_begin_leg(sidle_groups *g, troop *t, sidle_vec2 from, sidle_vec2 goal) {
    t->goal = goal;
    t->stage = TROOP_MARCHES;
    t->s = t->speed = t->shift = t->shift_to = 0;
    t->scan_in = t->ask_in = t->waited = t->yielded = 0;
    t->share = 1;
    route_set(t, from);
    march_turn(g, t);
}

/* ---- the anchor ---- */

static bool marches(const trooper *u) {
    return u->member == SIDLE_MEMBER_MARCHES;
}

static bool is_stunned(const trooper *u) {
    return u->factor < IMPERCEPTIBLE || u->profile_speed <= 0;
}

/* How fast the place of a unit moves, as a multiple of the speed of the anchor. */
static sidle_vec2 place_moves(const troop *t, const trooper *u) {
    float step = route_step(t);
    sidle_vec2 by =
        vec_sub(route_place(t, u->offset, t->s + step), route_place(t, u->offset, t->s));
    return vec_scale(by, 1 / step);
}

/* u, how far the unit is ahead of its place (below 0: behind), and how far aside. */
static sidle_vec2 ahead_and_aside(const troop *t, const trooper *u) {
    sidle_vec2 course = route_course(t, t->s + u->offset.x, route_step(t));
    sidle_vec2 by = vec_sub(u->at, u->place);
    float ahead = vec_dot(by, course);
    /* Round a bend the route says it better. */
    if (fabsf(ahead) > ROUND_A_BODY * troop_radius(t)) ahead = u->along - t->s - u->offset.x;
    return vec(ahead, fabsf(vec_dot(by, vec_right(course))));
}

/* u, how far the unit is off. One ahead of its place has time to go aside until the place comes. */
static float lag_of(const troop *t, const trooper *u) {
    sidle_vec2 a = ahead_and_aside(t, u);
    float aside = max_float(a.y - max_float(a.x, 0), 0), behind = max_float(-a.x, 0);
    return vec_length(vec(behind, aside));
}

/* The share of its pace at which the anchor leaves the unit time to come to its place. A unit that
 * falls in on the way makes up its lag, and what is left to break the formation besides, while the
 * anchor drives the size of the formation: so a march that sets out in disorder does not stand
 * until all are in their places. The anchor waits for a unit that is held up, and for one so far
 * behind the last row that it does not belong to the formation. */
static float share_for(const troop *t, const trooper *u) {
    float radius = troop_radius(t), lag = lag_of(t, u), broken = BROKEN_BEYOND * radius;
    float waits = clamped(0, (broken - lag) / (broken - IN_PLACE * radius), 1);
    if (u->stands || u->along < t->s + t->now.rear - NEARBY * radius) return waits;
    float size = max_float(t->own.front - t->own.rear, t->own.right - t->own.left) + 2 * radius;
    return max_float(waits, size / (size + lag + broken));
}

/* The pace of the slowest, and the least share of it that a unit needs. */
static float pace_of_slowest(const troop *t, float *share) {
    float pace = FLT_MAX;
    *share = 1;
    for (uint32_t k = 0; k < t->count; k++) {
        const trooper *u = &t->units[k];
        if (!marches(u)) continue;
        *share = min_float(*share, share_for(t, u));
        if (is_stunned(u)) continue;
        float stretch = max_float(vec_length(place_moves(t, u)), 0.5f);
        pace = min_float(pace, (1 - RESERVE) * u->top_speed / stretch);
    }
    return pace < FLT_MAX ? pace : 0;
}

static bool all_stand(const troop *t) {
    for (uint32_t k = 0; k < t->count; k++)
        if (marches(&t->units[k]) && !t->units[k].stands) return false;
    return true;
}

/* How long the anchor has waited for units that are behind. It has waited in vain when nobody moves
 * any more: those ahead, which wait for their places, stand in the way of those behind. */
static void count_wait(troop *t, bool waits, float dt) {
    float most = 2 * WAITS_MOST * t->beat;
    t->waited = clamped(0, t->waited + (waits ? dt : -dt), most);
    if (t->waited > SETS_OUT_IN * t->beat && all_stand(t)) t->waited = most;
}

static void advance_anchor(troop *t, float dt) {
    float share, beat = t->beat;
    traffic_pass_time(t, dt);
    t->pace = pace_of_slowest(t, &share);
    float pace = t->pace * t->share;
    count_wait(t, share < GOES_ON, dt);
    if (t->waited > WAITS_MOST * beat) share = max_float(share, GOES_ON);
    float most = t->pace * dt / (SETS_OUT_IN * beat);
    t->speed += clamped(-2 * most, pace * share - t->speed, most);
    t->speed = max_float(t->speed, 0);
    t->s = min_float(t->s + t->speed * dt, route_length(t));
    most = GROUP_SHIFTS_AT * t->speed * dt;
    t->shift += clamped(-most, t->shift_to - t->shift, most);
}

/* ---- a unit ---- */

static bool in_sight(const sidle_groups *g, const trooper *u, sidle_vec2 point) {
    return sidle_world_line_fits(g->world, u->profile, u->at, point);
}

/* The point to guide the unit to: ahead of its place; where that is out of sight, along the route.
 * False: neither is in sight. */
static bool guide_point(const sidle_groups *g, const troop *t, const trooper *u, float lead,
                        sidle_vec2 *point) {
    float base = max_float(t->s, u->along - u->offset.x);
    *point = route_place(t, u->offset, base + lead);
    if (in_sight(g, u, *point)) return true;
    *point = route_place(t, u->offset, base + min_float(lead, IN_PLACE * troop_radius(t)));
    if (in_sight(g, u, *point)) return true;
    float most = OPEN_GROUND * troop_radius(t);
    for (float ahead = most; ahead >= troop_radius(t); ahead *= 0.5f) {
        float arc = min_float(u->along + ahead, route_length(t));
        *point = route_place(t, vec(0, 0), arc);
        if (in_sight(g, u, *point)) return true;
        *point = route_point(t, arc);
        if (in_sight(g, u, *point)) return true;
    }
    return false;
}

static void lose_touch(sidle_groups *g, trooper *u) {
    u->member = SIDLE_MEMBER_FOLLOWS;
    u->held = 0;
    sidle_unit_go(g->world, u->id, u->goal);
}

/* u/s: the pace that brings the unit to its place, which moves; *lead: how far ahead of the place,
 * or of itself, it is guided. One ahead of its place waits for it, and goes aside when it has just
 * the time for that: sooner it would run into those who are before it. */
static float pace_to_place(const troop *t, const trooper *u, float dt, float *lead) {
    sidle_vec2 a = ahead_and_aside(t, u);
    float beat = t->beat, catches_up = CATCHES_UP / beat;
    float moves = vec_length(place_moves(t, u)) * t->speed, ahead = a.x + moves * dt;
    *lead = GUIDED_AHEAD * troop_radius(t);
    if (ahead <= 0) return moves + catches_up * vec_length(vec(ahead, a.y));
    *lead = max_float(IN_PLACE * troop_radius(t), *lead - ahead);
    float slowed = max_float(moves - catches_up * ahead, GOES_ON * moves);
    if (ahead > a.y + u->radius) return slowed;
    return max_float(slowed, catches_up * (a.y - 0.5f * u->radius));
}

/* False: the unit sees no point of the march. */
static bool guide_unit(sidle_groups *g, const troop *t, trooper *u, float dt) {
    float lead, pace = pace_to_place(t, u, dt, &lead);
    sidle_vec2 point;
    bool guided = guide_point(g, t, u, lead, &point);
    if (guided) sidle_unit_set_guide(g->world, u->id, point);
    sidle_unit_set_pace(g->world, u->id, clamped(0, pace, u->top_speed));
    return guided;
}

static void update_unit(sidle_groups *g, troop *t, trooper *u, float dt) {
    u->place = route_place(t, u->offset, t->s);
    if (u->member == SIDLE_MEMBER_FOLLOWS) {
        float near = NEARBY * troop_radius(t);
        if (vec_distance(u->at, u->place) < near && in_sight(g, u, u->place))
            u->member = SIDLE_MEMBER_MARCHES;
    }
    if (!marches(u)) return;
    bool keeps_up = lag_of(t, u) <= BROKEN_BEYOND * troop_radius(t);
    keeps_up &= guide_unit(g, t, u, dt);
    u->held = max_float(u->held + (keeps_up ? -2 * dt : dt), 0);
    if (u->held > 2 * WAITS_MOST * t->beat) lose_touch(g, u);
}

/* ---- formed or not ---- */

static void measure_off(troop *t) {
    uint32_t count = 0;
    t->off_mean = t->off_most = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        if (!marches(&t->units[k])) continue;
        float off = vec_distance(t->units[k].at, t->units[k].place);
        t->off_mean += off;
        t->off_most = max_float(t->off_most, off);
        count++;
    }
    if (count) t->off_mean /= (float)count;
}

static void tell_formed(troop *t) {
    float radius = troop_radius(t);
    bool all = !t->abreast && t->s > 0 && t->off_most <= IN_PLACE * radius;
    bool broken = t->abreast || t->off_most > BROKEN_BEYOND * radius;
    if (t->formed ? !broken : !all) return;
    t->formed = !t->formed;
    troop_tell(t, t->formed ? SIDLE_GROUP_EVENT_FORMED : SIDLE_GROUP_EVENT_BROKEN);
}

/* ---- the end of a leg ---- */

/* Where the shape faces in the end: as the host says, or along the direction. */
static sidle_vec2 facing_along(const troop *t, sidle_vec2 along) {
    if (t->formation.shape == SIDLE_SHAPE_STANDING) return t->heading;
    return direction_of(t->formation.heading, along);
}

static sidle_vec2 course_at_end(const troop *t) {
    return route_course(t, route_length(t), route_step(t));
}

sidle_vec2 march_facing(const troop *t) {
    return facing_along(t, course_at_end(t));
}

void march_want_places(sidle_groups *g, const troop *t, sidle_vec2 along) {
    sidle_vec2 facing = facing_along(t, along);
    shape_lay(t, 0, g->scratch.slots);
    for (uint32_t k = 0; k < t->count; k++) {
        sidle_vec2 o = g->scratch.slots[k];
        o = vec_add(vec_scale(facing, o.x), vec_scale(vec_right(facing), o.y));
        g->scratch.slots[k] = vec_add(t->goal, o);
    }
}

/* Finds the places anew, for the units that are left and the terrain as it is now. Without room all
 * keep the places that they had. */
static void find_places_anew(sidle_groups *g, troop *t) {
    workspace *s = &g->scratch;
    bool keeps = t->formation.shape == SIDLE_SHAPE_OFFSETS && t->formation.keep_places;
    march_want_places(g, t, course_at_end(t));
    if (goal_places_find(g, t->units, t->count, t->goal)) return;
    for (uint32_t k = 0; k < t->count; k++) s->from[k] = t->units[k].at;
    if (!keeps) assign_slots(s, t->units, t->count);
    for (uint32_t k = 0; k < t->count; k++) t->units[k].goal = s->slots[k];
}

/* Each unit goes to its own place, at a pace by which all come there at once. */
void march_end(sidle_groups *g, troop *t) {
    float longest = 0;
    t->stage = TROOP_ENDS;
    t->speed = 0;
    if (t->formation.march) find_places_anew(g, t);
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        if (u->member == SIDLE_MEMBER_STOWED) continue;
        if (!marches(u) || is_stunned(u)) continue;
        longest = max_float(longest, vec_distance(u->at, u->goal) / u->top_speed);
    }
    t->ends_in = longest + ROUND_A_BODY * t->beat; /* one may have to go round another */
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        if (u->member == SIDLE_MEMBER_STOWED) continue;
        bool together = marches(u) && t->formation.march && longest > 0;
        u->member = SIDLE_MEMBER_ENDS;
        u->place = u->goal;
        sidle_unit_go(g->world, u->id, u->goal);
        if (together)
            sidle_unit_set_pace(g->world, u->id,
                                vec_distance(u->at, u->goal) / longest +
                                    RESERVE * u->profile_speed);
    }
}

/* Each unit approaches by itself. */
static void engage(sidle_groups *g, troop *t) {
    t->stage = TROOP_ENDS;
    t->speed = 0;
    t->ends_in = FLT_MAX;
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        if (u->member == SIDLE_MEMBER_STOWED) continue;
        bool point = t->order == TROOP_POINT;
        sidle_result bad = point ? sidle_unit_approach_point(g->world, u->id, t->goal, &t->range)
                                 : sidle_unit_approach(g->world, u->id, t->target, &t->range);
        u->order = bad ? SIDLE_ORDER_GO : point ? SIDLE_ORDER_APPROACH_POINT : SIDLE_ORDER_APPROACH;
        u->member = SIDLE_MEMBER_ENDS;
        u->place = t->goal;
    }
}

static void next_leg(sidle_groups *g, troop *t) {
    t->patrol_next = (t->patrol_next + 1) % t->patrol_count;
    troop_tell(t, SIDLE_GROUP_EVENT_WAYPOINT);
    march_begin_leg(g, t, route_point(t, t->s), t->patrol[t->patrol_next]);
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        u->goal = t->goal;
        if (u->member == SIDLE_MEMBER_STOWED) continue;
        u->member = SIDLE_MEMBER_MARCHES;
        sidle_unit_go(g->world, u->id, u->goal);
    }
}

/* The end of the route goes to this goal: straight, or where it is out of sight by the way that the
 * group has. */
void march_aim(const sidle_groups *g, troop *t, sidle_vec2 goal) {
    t->goal = goal;
    sidle_vec2 anchor = route_point(t, t->s);
    if (sidle_world_line_fits(g->world, t->units[0].profile, anchor, t->goal)) {
        route_replace(t, NULL, 0);
        return;
    }
    uint32_t last = t->points - 1;
    t->route[last] = t->goal;
    t->arc[last] = t->arc[last - 1] + vec_distance(t->route[last - 1], t->goal);
    t->s = min_float(t->s, t->arc[last]);
}

/* The target moves: the end of the route goes with it. */
static void follow_target(sidle_groups *g, troop *t) {
    sidle_unit_state s;
    if (t->order != TROOP_APPROACH || sidle_unit_get(g->world, t->target, &s)) return;
    if (!s.stowed && vec_distance(s.position, t->goal) >= troop_radius(t))
        march_aim(g, t, s.position);
}

static void end_leg(sidle_groups *g, troop *t) {
    float left = route_length(t) - t->s, short_of = BROKEN_BEYOND * troop_radius(t),
          ends = short_of;
    bool faces = t->formation.heading.x != 0 || t->formation.heading.y != 0;
    if (faces) ends += t->own.front + t->own.right;
    bool approaches = t->order == TROOP_APPROACH || t->order == TROOP_POINT;
    if (approaches && left <= t->range.most + t->own.front + short_of)
        engage(g, t);
    else if (t->order == TROOP_PATROL && left <= short_of)
        next_leg(g, t);
    else if (t->order == TROOP_GO && left <= ends)
        march_end(g, t);
}

void march_update(sidle_groups *g, troop *t, float dt) {
    for (uint32_t k = 0; k < t->count; k++) {
        trooper *u = &t->units[k];
        if (u->member != SIDLE_MEMBER_STOWED) u->along = route_nearest(t, u->at, u->along);
    }
    if (t->changed) layout_lay(g, t, t->abreast);
    follow_target(g, t);
    gaps_scan(g, t, dt);
    measure_off(t);
    tell_formed(t);
    advance_anchor(t, dt);
    for (uint32_t k = 0; k < t->count; k++) update_unit(g, t, &t->units[k], dt);
    end_leg(g, t);
}
