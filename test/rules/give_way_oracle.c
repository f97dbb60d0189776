#include "give_way_oracle.h"

#include "plain_vec.h"

#include <math.h>

/* ---- who gives way to whom ---- */

static bool may_meet(const way_unit *a, const way_unit *b) {
    return a->layer == b->layer && !a->ghost && !b->ghost;
}

static bool is_for(const way_unit *who, const way_unit *whom) {
    if (!may_meet(who, whom) || who->give_way == SIDLE_GIVE_WAY_NEVER) return false;
    double touching = who->radius + whom->radius - 0.005 * fmin(who->radius, whom->radius);
    bool on_its_place = who->aside && apart(whom->position, who->place) < touching;
    return who->give_way == SIDLE_GIVE_WAY_ALL || who->team == whom->team || on_its_place;
}

static bool touch(const way_unit *a, const way_unit *b) {
    return apart(a->position, b->position) < 1.1 * (a->radius + b->radius);
}

/* A unit at rest that covers the goal of this one, or shares it, is not asked: nothing would be
 * gained. */
static bool is_at_goal_of(const way_scene *s, int who, int by) {
    const way_unit *a = &s->units[by], *b = &s->units[who];
    if (a->aside) return false;
    if (a->on_last_leg && apart(b->position, a->waypoint) < a->radius + b->radius) return true;
    return s->share_goal(s->context, by, who);
}

static bool may_be_asked(const way_scene *s, int who, int by) {
    const way_unit *u = &s->units[who];
    if (u->under_way || u->clears || u->top_speed <= 0 || !u->gives_way) return false;
    return is_for(u, &s->units[by]) && !is_at_goal_of(s, who, by);
}

static bool is_leaving(const way_scene *s, int who, int by) {
    return s->units[who].under_way && s->units[who].by_itself &&
           is_for(&s->units[who], &s->units[by]);
}

/* ---- the strip before a unit ---- */

typedef struct strip {
    sidle_vec2 from, direction;
    double asked, far, radius; /* u, lengths: where units are asked, and do not return; u */
    double share;              /* of both radii */
} strip;

static strip strip_of(const way_unit *u) {
    sidle_vec2 end = onwards(u->look_origin, u->look_direction, u->reach);
    sidle_vec2 direction = u->look_direction, to = minus(u->look_point, u->position);
    double ahead = fmax(dot(minus(end, u->position), direction), 0);
    if (u->hit && u->drives != WAY_ASIDE) { /* to the point that it chose */
        ahead = apart(u->look_point, u->position);
        if (ahead > 0) direction = onwards((sidle_vec2){0, 0}, to, 1 / ahead);
    }
    double share = u->asks && !u->hit ? 1.1 : 1.004 - u->graze;
    strip s = {u->position, direction, fmin(ahead, 10 * u->radius), ahead, u->radius, share};
    if (u->asks && ahead > 10 * u->radius) s.far = 20 * u->radius;
    s.far = fmin(s.far, 20 * u->radius);
    return s;
}

static double width_of(const strip *s, double radius) {
    return s->share * (1.05 * s->radius + radius);
}

/* u: how far a disc reaches into the strip; below 0: how far it is off. */
static double depth_in(const strip *s, double length, sidle_vec2 point, double radius) {
    double along = fmin(fmax(dot(minus(point, s->from), s->direction), 0), length);
    return width_of(s, radius) - apart(point, onwards(s->from, s->direction, along));
}

static bool covers(const strip *s, double length, sidle_vec2 point, double radius) {
    return depth_in(s, length, point, radius) > 0;
}

/* ---- asking ---- */

/* Asks all in the strip; a unit that is held asks those beside it, too. Is there any? */
static bool ask_all_ahead(const way_scene *s, int by, bool *marked) {
    const way_unit *u = &s->units[by];
    strip own = strip_of(u);
    bool any = false;
    if (u->held) own.share = 1.1;
    for (int k = 0; k < s->count; k++) {
        const way_unit *other = &s->units[k];
        double ahead = dot(minus(other->position, u->position), own.direction);
        if (k == by || (ahead <= 0 && !u->held)) continue;
        if (covers(&own, own.asked, other->position, other->radius) && may_be_asked(s, k, by))
            marked[k] = any = true;
    }
    return any;
}

static bool lacks_room(const way_unit *u) {
    return u->hit && u->blocker >= 0 && u->value > u->graze * SIDLE_VALUE_UNIT;
}

/* For a patience it asks, for three it does not, and so on. One that is held, or returns, has lost
 * its patience once before it asks. One that made room for a unit that returned does not ask. */
static bool is_its_time(const way_unit *u) {
    if (u->by_itself && (!u->aside || u->for_return)) return false;
    double off = hypot((double)(u->position.x - u->place.x), (double)(u->position.y - u->place.y));
    if (u->claims && off <= 0.5 * (double)SIDLE_PLACES_TOUCH * u->radius) return false;
    return floor(fmod(u->stalled / u->patience, 4)) == (u->held || u->aside);
}

/* Moved, or not yet where it wants to be, it needs room. It asks itself as well, and so decides
 * anew in each tick in which it looks. */
static void ask_by_touch(const way_scene *s, int by, bool *marked, way_tally *t) {
    const way_unit *u = &s->units[by];
    bool stirs = hypot((double)u->moved.x, (double)u->moved.y) >= 0.1 * u->top_speed * s->last_dt;
    bool wants = apart(u->position, u->path_point) > 0.1 * u->radius;
    if (u->backoff_left <= u->look_interval || (!stirs && !wants)) return;
    for (int k = 0; k < s->count; k++) {
        if (!touch(u, &s->units[k])) continue;
        if (!may_be_asked(s, k, by) && !is_leaving(s, k, by)) continue;
        marked[k] = true;
        t->touches++;
    }
}

void way_oracle_ask(const way_scene *s, bool *asks, int *drives, bool *marked, way_tally *t) {
    for (int k = 0; k < s->count; k++) marked[k] = false;
    for (int k = 0; k < s->count; k++) {
        const way_unit *u = &s->units[k];
        asks[k] = u->asks;
        drives[k] = u->drives;
        if (u->lets_move) {
            asks[k] = false;
            drives[k] = WAY_ASIDE;
            ask_by_touch(s, k, marked, t);
        } else if (u->looks) {
            bool may = is_its_time(u), lacks = may && lacks_room(u), held = may && u->held;
            drives[k] = u->by_itself ? WAY_BACK : may ? WAY_BY_ORDER : WAY_IN_VAIN;
            asks[k] = (held || lacks) && ask_all_ahead(s, k, marked);
            asks[k] |= lacks && is_leaving(s, u->blocker, k);
            t->held += held && asks[k];
            t->asks += asks[k];
            t->asks_back += asks[k] && u->aside;
        }
    }
}

/* ---- stepping aside ---- */

typedef struct nearby {
    int asker;      /* the nearest whose strip the unit stands on; -1: none */
    bool way_taken; /* somebody is about to drive over its place, or its way there */
    double touched; /* s */
    bool for_order; /* one that drives by an order, or has stepped aside for one, asks it */
} nearby;

static bool crosses_way_back(const strip *s, const way_unit *u, sidle_vec2 own) {
    for (int n = 0; n < 5; n++) {
        sidle_vec2 point = onwards(u->position, minus(own, u->position), 0.25 * n);
        if (covers(s, s->far, point, u->radius)) return true;
    }
    return false;
}

static bool is_nearer(const way_scene *s, int k, int a, int b) {
    double to_a = apart(s->units[a].position, s->units[k].position);
    double to_b = apart(s->units[b].position, s->units[k].position);
    return to_a != to_b ? to_a < to_b : s->units[a].rank < s->units[b].rank;
}

static nearby nearby_of(const way_scene *s, int k, sidle_vec2 own, way_tally *t) {
    const way_unit *u = &s->units[k];
    nearby n = {.asker = -1};
    for (int other = 0; other < s->count; other++) {
        const way_unit *its = &s->units[other];
        if (other == k || !its->under_way || !is_for(u, its)) continue;
        if (its->asks_for_return && u->aside && !u->for_return) {
            t->ignores++;
            continue;
        }
        if (its->drives == WAY_ASIDE && touch(u, its) && its->reach > 0) {
            n.touched = fmax(n.touched, its->reach);
            n.for_order = n.for_order || !its->asks_for_return;
        }
        bool asks_back = its->drives == WAY_BACK && its->asks;
        if (its->drives != WAY_BY_ORDER && !asks_back) continue;
        strip way = strip_of(its);
        n.way_taken = n.way_taken || crosses_way_back(&way, u, own);
        if (!its->asks) continue;
        double depth = depth_in(&way, way.asked, u->position, u->radius);
        t->ties += fabs(depth) < 1e-5;
        if (depth <= 0) continue;
        t->nearer += n.asker >= 0;
        n.for_order = n.for_order || !asks_back;
        if (n.asker < 0 || is_nearer(s, k, other, n.asker)) n.asker = other;
    }
    return n;
}

/* As far as that, or half or a quarter of it where terrain leaves no more, or where its own place
 * is farther than it sees. */
static bool finds_room(const way_scene *s, int k, sidle_vec2 direction, double far, float share,
                       int tries, sidle_vec2 *place) {
    for (; tries > 0; tries--, far /= 2) {
        const way_unit *u = &s->units[k];
        *place = onwards(u->position, direction, far);
        if (apart(*place, u->aside ? u->place : u->position) > u->view) continue;
        if (s->way_fits(s->context, k, *place, share)) return true;
    }
    return false;
}

/* Out of the strip on the nearer side; from its middle on the side that the rank of the one that
 * comes says. Then out of it on the other side, then a part of the way. Then it stays where the one
 * that comes fits beside it, or goes on ahead. */
static bool finds_place_aside(const way_scene *s, int k, int asker, sidle_vec2 *place,
                              way_tally *t) {
    const way_unit *u = &s->units[k];
    strip w = strip_of(&s->units[asker]);
    sidle_vec2 right = {-w.direction.y, w.direction.x}, left = {w.direction.y, -w.direction.x};
    sidle_vec2 own = u->aside ? u->place : u->position;
    double side = dot(minus(own, w.from), right), width = width_of(&w, u->radius);
    /* So far off the middle one way out is a tenth shorter than the other. */
    double middle = width * 0.1 / 1.9;
    bool in_middle = fabs(side) <= middle;
    bool to_right = in_middle ? s->units[asker].rank % 2 == 1 : side > 0;
    sidle_vec2 aside = to_right ? right : left, across = to_right ? left : right;
    double off = dot(minus(u->position, w.from), aside);
    if (finds_room(s, k, aside, width - off, 1, 1, place)) return t->aside++, true;
    if (off <= middle && finds_room(s, k, across, width + off, 1, 1, place))
        return t->across++, true;
    if (finds_room(s, k, aside, width - off, 1, 4, place)) return t->less++, true;
    sidle_vec2 beside = onwards(u->position, aside, -(w.radius + u->radius));
    if (s->disc_fits(s->context, asker, beside)) return t->stays++, false;
    if (finds_room(s, k, w.direction, 4 * u->radius, 0.75f, 4, place)) return t->ahead++, true;
    return false;
}

static void drive_to(way_unit *u, sidle_vec2 place) {
    u->path_point = u->waypoint = place;
    if (!u->drives_now) u->backoff_left = 0;
    u->drives_now = true;
    u->drives_back = false;
}

static bool has_its_turn(const way_scene *s, const way_unit *u) {
    double ticks = floor(u->look_interval / s->dt + 0.5);
    return (s->tick + u->rank) % (uint64_t)fmax(ticks, 1) == 0;
}

way_unit way_oracle_go_aside(const way_scene *s, int k, way_tally *t) {
    way_unit u = s->units[k];
    if (!u.marked && (!u.aside || !has_its_turn(s, &u))) return u;
    if (u.top_speed <= 0 || u.comes_clear) return u;
    sidle_vec2 own = u.aside ? u.place : u.position, place = u.position;
    nearby n = nearby_of(s, k, own, t);
    bool leaves = n.asker >= 0 && finds_place_aside(s, k, n.asker, &place, t);
    double whole = 0.25 * u.patience, passed_on = fmax(n.touched - u.look_interval, 0);
    double asked = leaves ? whole : u.marked ? passed_on : 0;
    if (!u.aside && asked <= 0) return u;
    u.for_return = !n.for_order && (!u.aside || u.for_return);
    t->for_return += u.for_return;
    if (!u.aside) {
        t->begins++;
        u.place = own;
        u.aside = u.claims = true;
    }
    bool waits = !leaves && (asked > 0 || n.way_taken || u.backoff_left > 0);
    t->waits += waits;
    t->returns += !leaves && !waits;
    if (leaves || waits)
        drive_to(&u, leaves ? place : u.position);
    else
        u.drives_back = true;
    u.backoff_left = fmax(u.backoff_left, asked);
    return u;
}
