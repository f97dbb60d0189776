/* Jams: units in each other's way make room. It is priority inheritance with backtracking (K.
 * Okumura, M. Machida, X. Defago, Y. Tamura, Artificial Intelligence 310, 2022), in continuous
 * space and for jams alone.
 *
 * A unit under way whose look finds no free way asks (jam_ask), and so does a unit at rest under
 * its order for a condition, after each patience. When all have looked, one thread serves the units
 * that ask, in the order of priority (jam_resolve). The way of a unit is a strip: from its body to
 * the point that its look chose. Each unit in the strip has to leave it. It takes the point that
 * costs its own order the least, and the units that it would meet there have to leave in turn. When
 * one of them cannot, the unit tries its next best point. When it has none, the unit that asked
 * hears no, and what it would have moved stays where it is.
 *
 * Who can be asked: friends of less priority. A unit at rest has the least, one that drives back to
 * its place has more, one under way by an order has the most; of equals the lower rank goes first.
 * One under way by an order is asked in turn, by a unit that makes room; before others it waits or
 * pushes, as its ladder says. There are two exceptions. In a lane in which no two units can pass,
 * one of them backs out. A unit that waits on its place until its crowd rests makes room for a unit
 * of that crowd which is out of patience.
 *
 * Who is not asked: enemies, and units that hold. Units in a range with room for a single row make
 * no room for units that want into the range. A unit that covers the goal of the asking unit, or
 * rests there for the same order, is not asked either: nothing would be gained.
 *
 * A crowd at its goal closes up. A unit on the way to its place meets one of the same goal that
 * rests under its order, or, out of patience, one that waits on its place.
 * The two exchange places: the one in front drives on, and the other one rests where that one was
 * (targets of units that are alike may be exchanged: K. Okumura, X. Defago, Artificial Intelligence
 * 321, 2023). When the unit asked the other one to step aside, that one asked in turn to get back:
 * fifty units in a corridor milled about for ever.
 *
 * A unit that makes room drives to its point (AIM_YIELD) and stays there for a moment after it was
 * last asked. Then it goes on with its order. A unit that rested keeps the claim to its place
 * (ASPECT_ASIDE), and drives back when no way of others leads over it; one that rested in a range
 * takes its point as its place, if that is in the range. */
#include "jam/jam.h"

#include "base/measures.h"
#include "base/sort.h"
#include "jam/lane.h"
#include "orders/condition.h"
#include "orders/facing.h"
#include "orders/path_following.h"
#include "orders/target.h"
#include "places/claims.h"
#include "places/place_field.h"
#include "places/place_want.h"
#include "places/places.h"
#include "world/patience.h"
#include "world/place.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"
#include "world/transitions.h"

#include <assert.h>
#include <string.h>

/* Radii of the unit that asks: units at rest so far ahead make room at once, and none returns
 * there, as far as it sees by default. */
#define ASKS_AHEAD 10

/* Of both radii: a unit that is held asks those that are nearer. */
#define IN_TOUCH (1 + 2 * ROOM_LEFT)

/* Points to which a unit may yield: in each direction half a radius apart, as far as a way round a
 * body leads, and straight aside. */
enum { DISTANCES = 2 * ROUND_A_BODY, POINTS = TURNS * (DISTANCES + 1) };

/* The strip in which a unit under way is about to drive. */
typedef struct strip {
    const unit *whose;
    sidle_vec2 from, direction; /* u; length 1 */
    float length, radius;       /* u, >= 0; u, of the unit */
    float share;                /* of both radii: half its width */
    bool held;                  /* the unit asks those beside it, too */
} strip;

/* What a unit that has been asked so far did before. */
typedef struct yielder {
    uint32_t k;
    sidle_vec2 point; /* u, cold.yield_point */
} yielder;

/* The units that make room for one that asks. */
typedef struct jam {
    sidle_world *world;
    const unit *root;
    strip way;
    bool in_lane; /* the root makes others back out of a lane */
    uint32_t count, tries;
    yielder units[MOST_ASKED];
} jam;

/* ---- ways ---- */

/* Share of both radii: a strip is as wide as what a look finds free, as it takes an overlap below
 * the profile's `graze` for none. The strip is wider than that by what cannot be seen, so that a
 * unit that has just left it does not seem to lie in it by rounding. */
static float share_of_strip(const look_result *look, const sidle_profile *p) {
    return look->held ? IN_TOUCH : 1 + 2 * IMPERCEPTIBLE - p->tuning.graze;
}

/* u: half the width of the strip that a disc has to leave. */
static float strip_width(const strip *w, float radius) {
    return (radius_with_room(w->radius) + radius) * w->share;
}

/* Does a disc overlap the way? */
static bool lies_within(const strip *w, float length, sidle_vec2 point, float radius) {
    sidle_vec2 to = vec_sub(point, w->from);
    float along = min_float(max_float(vec_dot(to, w->direction), 0), length);
    sidle_vec2 off = vec_sub(to, vec_scale(w->direction, along));
    float width = strip_width(w, radius);
    return vec_dot(off, off) < width * width;
}

/* The way from the point along a look: straight to the point that the look chose, or to the end of
 * a free trace. */
static strip strip_along(const unit *u, sidle_vec2 from, sidle_vec2 origin, const look_result *look,
                         const sidle_profile *p) {
    float radius = p->radius;
    sidle_vec2 end = vec_add(origin, vec_scale(look->direction, look->reach));
    if (look->hit && !look->held)
        end = look_result_cell(look, origin, p->tuning.look_cell, look->row,
                               look_result_column(look));
    sidle_vec2 to = vec_sub(end, from), direction = look->direction;
    if (look->hit && !look->held) direction = vec_direction(to, direction);
    float ahead = max_float(vec_dot(to, direction), 0);
    return (strip){.whose = u,
                   .from = from,
                   .direction = direction,
                   .length = min_float(ahead, ASKS_AHEAD * radius),
                   .radius = radius,
                   .share = share_of_strip(look, p),
                   .held = look->held};
}

static strip strip_of(const sidle_world *world, const unit *u) {
    return strip_along(u, u->position, u->cold->look_origin, &u->cold->look, profile_of(world, u));
}

/* ---- who makes room for whom ---- */

/* Does the other body stand on the place that the unit of body k has lent? */
static bool stands_on_lent_place(const sidle_world *world, uint32_t k, uint32_t other) {
    const bodies *c = &world->bodies;
    const shown *s = shown_at(world, k);
    return shown_is_aside(s) &&
           places_overlap(shown_place(s), c->radius[k], body_position(c, other), c->radius[other]);
}

/* Does the unit of body k make room for that of the other body? By its profile; and a unit that has
 * stepped aside does for an enemy on its place, too, as it cannot return before that one has
 * left. */
static bool is_for(const sidle_world *world, uint32_t k, uint32_t other) {
    uint32_t whom = shown_profile(world, shown_at(world, k))->give_way;
    if (whom == SIDLE_GIVE_WAY_NEVER) return false;
    return whom == SIDLE_GIVE_WAY_ALL || are_friends(&world->bodies, k, other) ||
           stands_on_lent_place(world, k, other);
}

bool gives_way_to(const sidle_world *world, uint32_t k, uint32_t other) {
    const shown *s = shown_at(world, k);
    return is_for(world, k, other) && shown_has_trait(s, TRAIT_GIVES_WAY) &&
           shown_top_speed(world, s) > 0;
}

/* Does body k lie in the range of the unit? */
static bool is_in_range_of(const sidle_world *world, const unit *u, uint32_t k) {
    place_want want = want_of_order(world, u);
    return want_is_met(world, &want, body_position(&world->bodies, k));
}

/* Would nothing be gained if the unit of body k made room: does it rest at the goal of this unit,
 * or do both share it? Of two that share a range the one that rests in it moves on for the other;
 * one that rests before it has found no room there itself. */
static bool is_at_goal_of(const sidle_world *world, const unit *u, uint32_t k) {
    const bodies *c = &world->bodies;
    const shown *s = shown_at(world, k);
    float radii = profile_of(world, u)->radius + c->radius[k];
    if (shown_is_aside(s)) return false;
    bool ranged = moves_on_in_range(world, u);
    if (!ranged && unit_on_last_leg(u) &&
        vec_distance(body_position(c, k), unit_waypoint(u)) < radii)
        return true;
    if (unit_claims_place(u) || !share_goal(world, shown_of(u), s)) return false;
    return !ranged || !is_in_range_of(world, u, k);
}

/* 0: the unit rests. 1: it drives back to its place. 2: it is under way by an order. */
static int urgency(const bodies *c, uint32_t k, const shown *s) {
    if (body_stance(c, k) != STANCE_UNDER_WAY) return 0;
    return shown_is_by_itself(s) ? 1 : 2;
}

/* Has this unit more priority than that of body k? In a lane the rank of units under way says
 * nothing. */
static bool is_before(const sidle_world *world, const unit *u, uint32_t k, bool in_lane) {
    const bodies *c = &world->bodies;
    const shown *s = shown_at(world, k);
    int its = urgency(c, k, s), mine = urgency(c, body_of(world, u), shown_of(u));
    if (mine == 0) mine = 2; /* it has set out in this tick */
    if (its == 2 && mine == 2 && in_lane) return true;
    return its < mine && mine > 1 ? true : its <= mine && unit_before(shown_of(u), s);
}

/* Does body k rest in the same range as the unit wants to, and is that so narrow that nobody has
 * room behind another one? Then it stays. */
static bool shares_narrow_range(const sidle_world *world, const unit *u, uint32_t k) {
    return unit_has_trait(u, TRAIT_KEEPS_RANGE) && !moves_on_in_range(world, u) &&
           share_goal(world, shown_of(u), shown_at(world, k)) && is_in_range_of(world, u, k);
}

/* Can this unit ask that of body k, or have it asked? Not the one that its order is about: it would
 * never be where that one is. */
static bool may_be_asked(const sidle_world *world, const unit *u, uint32_t k, bool in_lane) {
    const bodies *c = &world->bodies;
    const shown *s = shown_at(world, k);
    uint32_t own = body_of(world, u);
    if (k == own || !on_one_layer(c, k, own) || body_clears(c, k)) return false;
    if (unit_has_target(u) && same_unit(unit_target(u), shown_id(s))) return false;
    if (!is_before(world, u, k, in_lane) || shown_top_speed(world, s) <= 0) return false;
    if (urgency(c, k, s)) return is_for(world, k, own) && !has_way_over(world, k, own);
    bool yields = shown_has_trait(s, TRAIT_GIVES_WAY | TRAIT_KEEPS_RANGE);
    return yields && is_for(world, k, own) && !shares_narrow_range(world, u, k);
}

/* ---- asking ---- */

/* A unit on its place asks nobody to step aside. A friend that has stepped aside there would be
 * asked in each look, and could not go back to its own place. */
static bool is_on_its_place(const unit *u, const sidle_profile *p) {
    float reach = ON_PLACE * p->radius;
    return unit_claims_place(u) && u->arrival != ARRIVAL_NONE &&
           vec_distance(u->position, u->cold->place) <= reach;
}

/* Does the unit get no nearer though its look finds a way? Contact holds it, between two bodies or
 * a body and a wall, and it has found no way round. */
static bool is_held_in_vain(const sidle_world *world, const unit *u, const sidle_profile *p) {
    const look_result *s = &u->cold->look;
    if (!s->hit) return u->cold->escalation.no_way && path_is_held(world, u);
    bool in_vain = unit_is_kept(u) || is_out_of_patience(u, p);
    return in_vain && (float)s->value <= p->tuning.graze * (float)SIDLE_VALUE_UNIT;
}

/* Has the unit come near its range and found no place there that is free? Then those in the range
 * have none for it either, whoever of them moves on. */
static bool has_no_place_in_range(const unit *u, const sidle_profile *p) {
    return unit_has_trait(u, TRAIT_KEEPS_RANGE) && !unit_claims_place(u) &&
           is_content_within(u, p->view_distance);
}

/* May the unit ask now? A unit that has asked in vain for twice its patience goes on for its
 * patience as if nobody made room, and then asks again. One that is held is not so in the first.
 */
static bool may_ask(const unit *u, const sidle_profile *p, bool held) {
    int32_t round = (int32_t)patiences_stalled(u, p);
    bool asks = round % 2 == 1 || (round == 0 && !held && !unit_is_aside(u));
    if (unit_is_aside(u) && unit_has_trait(u, TRAIT_KEEPS_RANGE)) return false;
    if (has_no_place_in_range(u, p)) return false;
    return (asks || unit_is_kept(u)) && !is_on_its_place(u, p);
}

static bool is_in_lane_with(const sidle_world *world, const unit *u, uint32_t k) {
    return u->opens_lane || lane_is_blocked(world, u, k);
}

/* Does a unit of the same goal stand there, perhaps on its place? It is under way until the others
 * of its crowd rest. */
static bool may_stand_on_place(const sidle_world *world, const unit *u, uint32_t k) {
    const shown *s = shown_at(world, k);
    float made = vec_length(made_velocity(world, k));
    if (unit_has_trait(u, TRAIT_KEEPS_RANGE | TRAIT_HUNTS) || !unit_claims_place(u)) return false;
    if (!is_out_of_patience(u, profile_of(world, u))) return false;
    return made < HELD_UP_SPEED * shown_top_speed(world, s) && share_goal(world, shown_of(u), s);
}

/* May the unit hand its place on to that of body k? */
static bool hands_on(const sidle_world *world, const unit *u, uint32_t k) {
    return hands_on_to(world, u, k) && gives_way_to(world, k, body_of(world, u));
}

/* Is a unit in the strip one that this one asks? One under way by an order leaves by itself, or
 * waits for others: it is asked in a lane, until it is out of it, on its place, and by a unit that
 * makes room. A unit of the same kind to which this one hands its place on is not asked. */
static bool is_to_be_asked(const sidle_world *world, const unit *u, uint32_t k) {
    const shown *s = shown_at(world, k);
    int its = urgency(&world->bodies, k, s);
    if (its == 2 && !is_in_lane_with(world, u, k) && !may_stand_on_place(world, u, k)) return false;
    bool alike = profile_of(world, u) == shown_profile(world, s);
    if (alike && hands_on_to(world, u, k)) return false;
    return may_be_asked(world, u, k, true) && !(its == 0 && is_at_goal_of(world, u, k));
}

/* Does the unit ask that of body k, or hand its place on to it? */
static bool turns_to(const sidle_world *world, const unit *u, uint32_t k) {
    return hands_on(world, u, k) || is_to_be_asked(world, u, k);
}

/* u: so far ahead the way of the unit is kept free. */
static float near_length(const strip *w) {
    return min_float(w->length, ROUND_A_BODY * w->radius);
}

/* Does the body lie in the strip, before the unit? */
static bool bars(const sidle_world *world, const strip *w, uint32_t k) {
    const bodies *c = &world->bodies;
    bool rests = body_stance(c, k) != STANCE_UNDER_WAY;
    sidle_vec2 at = body_position(c, k), to = vec_sub(at, w->from);
    if (!w->held && vec_dot(to, w->direction) <= 0) return false;
    return lies_within(w, rests ? w->length : near_length(w), at, c->radius[k]);
}

static window window_of(const bodies *c, const strip *w) {
    return grid_window(c, w->from, w->length + strip_width(w, c->largest));
}

static bool asks_any(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    strip own = strip_of(world, u);
    FOR_EACH_BODY (c, window_of(c, &own), k)
        if (bars(world, &own, k) && turns_to(world, u, k)) return true;
    return false;
}

void jam_ask(const sidle_world *world, unit *u) {
    look_result *s = &u->cold->look;
    const sidle_profile *p = profile_of(world, u);
    bool held = is_held_in_vain(world, u, p), asks = may_ask(u, p, held);
    s->asks = s->held = false;
    s->drives = unit_is_by_itself(u) ? DRIVES_BACK : asks ? DRIVES_BY_ORDER : DRIVES_IN_VAIN;
    bool blocked =
        s->hit && s->blocker.slot && (float)s->value > p->tuning.graze * (float)SIDLE_VALUE_UNIT;
    bool follows = u->opens_lane && s->hit && s->blocker.slot && !s->blocker_stance;
    if (!asks || !(blocked || held || follows)) return;
    s->held = held;
    s->asks = asks_any(world, u);
    if (s->asks) store_shared(&world->sums[body_of(world, u) / ITEMS_A_PART].asked, true);
}

/* ---- making room ---- */

/* u: where the body is going to be, as far as this tick knows. */
static sidle_vec2 end_of(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    return world->asked[k] || unit_yields(u) ? u->cold->yield_point : u->position;
}

/* What stands at a point to which a unit may yield. */
enum room { ROOM_FREE, ROOM_IF_ASKED, ROOM_NONE, ROOM_UNKNOWN };

static float reach_of_step(const bodies *c) {
    return ROUND_A_BODY * c->largest;
}

/* Does the unit drive on by an order? It will be elsewhere. */
static bool passes_by(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    return urgency(&world->bodies, k, shown_of(u)) == 2 && !stands_still(world, u);
}

/* Does body k, on its way to the point, meet the other body, which has not been asked yet? */
static bool meets(const jam *j, uint32_t k, sidle_vec2 to, uint32_t other) {
    const sidle_world *world = j->world;
    const bodies *c = &world->bodies;
    sidle_vec2 from = body_position(c, k), at = body_position(c, other);
    float radii = places_apart(c->radius[k], c->radius[other]);
    if (vec_dot(vec_sub(to, from), vec_sub(at, from)) <= 0 || passes_by(world, other)) return false;
    return square_off_line(from, to, at) < radii * radii;
}

/* Would body k at the point lie in the way of the other body, which has its point already? */
static bool obstructs(const jam *j, uint32_t k, sidle_vec2 to, uint32_t other) {
    const bodies *c = &j->world->bodies;
    if (unit_at(j->world, other) == j->root) return meets(j, k, to, other);
    float radii = places_apart(c->radius[k], c->radius[other]);
    return square_off_line(body_position(c, other), end_of(j->world, other), to) < radii * radii;
}

static enum room room_at(const jam *j, uint32_t k, sidle_vec2 to) {
    const sidle_world *world = j->world;
    const bodies *c = &world->bodies;
    enum room room = ROOM_FREE;
    window w = grid_window(c, to, c->radius[k] + c->largest + reach_of_step(c));
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other)) continue;
        if (world->asked[other]) {
            if (obstructs(j, k, to, other)) return ROOM_NONE;
        } else if (meets(j, k, to, other)) {
            if (!may_be_asked(world, j->root, other, j->in_lane)) return ROOM_NONE;
            room = ROOM_IF_ASKED;
        }
    }
    return room;
}

/* u: where the unit wants to be. */
static sidle_vec2 home_of(const unit *u) {
    if (unit_claims_place(u)) return u->cold->place;
    return unit_is_under_way(u) ? u->path_point : u->position;
}

static bool rests_in_range(const sidle_world *world, const unit *u, place_want *want) {
    if (!unit_has_trait(u, TRAIT_KEEPS_RANGE) || unit_has_way(u)) return false;
    *want = want_of_order(world, u);
    return true;
}

/* u: what it costs the unit to yield to the point. A unit at rest keeps off the whole way of the
 * one that asks, or it is asked again. */
static float cost_of(const jam *j, const unit *u, sidle_vec2 to) {
    const sidle_world *world = j->world;
    float radius = profile_of(world, u)->radius, moved = vec_distance(to, u->position);
    place_want want = {.kind = WANT_RANGE};
    float cost = CLEARLY_BETTER * moved;
    if (rests_in_range(world, u, &want))
        cost += want_is_met(world, &want, to) && !claim_overlaps(world, u, to)
                    ? 0
                    : radius + off_range(&want, to);
    else
        cost += vec_distance(to, home_of(u)) - vec_distance(u->position, home_of(u));
    if (!unit_has_way(u) && lies_within(&j->way, j->way.length, to, radius)) cost += j->way.length;
    return cost;
}

/* Does the unit rest in the range into which the one that asks wants to come? Then it leaves that
 * range for nobody, or the two would drive each other off it for ever. */
static bool keeps_in_range(const jam *j, const unit *u, place_want *want) {
    if (!unit_has_trait(u, TRAIT_KEEPS_RANGE)) return false;
    *want = want_of_order(j->world, u);
    return share_goal(j->world, shown_of(j->root), shown_of(u)) &&
           want_is_met(j->world, want, u->position);
}

typedef struct option {
    sidle_vec2 to; /* u */
    float cost;
    uint8_t room; /* enum room */
} option;

/* Enters the point in the list, the least cost first. */
static uint32_t add_option(option *list, uint32_t count, option o) {
    uint32_t at = count;
    for (; at > 0 && list[at - 1].cost > o.cost; at--) list[at] = list[at - 1];
    list[at] = o;
    return count + 1;
}

/* Can the unit of body k yield to the point? Then its cost is known. */
static bool is_option(const jam *j, uint32_t k, option *o) {
    const sidle_world *world = j->world;
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    if (!disc_fits(world, p, o->to) || !disc_fits_along(world, p, u->position, o->to, 1))
        return false;
    enum room room = room_at(j, k, o->to);
    place_want want = {.kind = WANT_RANGE};
    bool keeps = room != ROOM_NONE && keeps_in_range(j, u, &want);
    if (room == ROOM_NONE || (keeps && !want_is_met(world, &want, o->to))) return false;
    o->room = (uint8_t)room;
    if (room == ROOM_IF_ASKED) o->cost += 2 * p->radius; /* rather a diameter farther */
    return true;
}

static option option_at(const jam *j, const unit *u, sidle_vec2 to) {
    return (option){to, cost_of(j, u, to), ROOM_UNKNOWN};
}

/* Would the unit that asks fit beside the other one, where its way is? */
static bool fits_beside(const jam *j, const unit *u, sidle_vec2 aside) {
    float radii = j->way.radius + profile_of(j->world, u)->radius;
    sidle_vec2 beside = vec_sub(u->position, vec_scale(aside, radii));
    return disc_fits(j->world, profile_of(j->world, j->root), beside);
}

/* Straight aside, as far as the unit has to go. Where terrain lets it no farther it stays before
 * that, if the one that asks fits beside it there: a look takes a little overlap for none. */
static uint32_t add_aside(const jam *j, uint32_t k, option *list, uint32_t count) {
    const unit *u = unit_at(j->world, k);
    float width = strip_width(&j->way, profile_of(j->world, u)->radius);
    sidle_vec2 right = vec_right(j->way.direction);
    float off = vec_dot(vec_sub(u->position, j->way.from), right);
    for (float side = 1; side >= -1; side -= 2) {
        float way = width * (1 + IMPERCEPTIBLE) - side * off;
        sidle_vec2 aside = vec_scale(right, side);
        for (int n = 0; n < PLACES_TRIED; n++, way *= 0.5f) {
            option o = option_at(j, u, vec_add(u->position, vec_scale(aside, way)));
            if (!is_option(j, k, &o)) {
                if (!fits_beside(j, u, aside)) break;
                continue;
            }
            if (n > 0) o.cost += j->way.radius;
            count = add_option(list, count, o);
            break;
        }
    }
    return count;
}

/* The points to which the unit may yield, off the way of the asking unit, the least cost first.
 * Whether it can is asked of each in turn: mostly of the first few alone. */
static uint32_t options_of(const jam *j, uint32_t k, option *list) {
    const unit *u = unit_at(j->world, k);
    float radius = profile_of(j->world, u)->radius;
    uint32_t count = add_aside(j, k, list, 0);
    for (uint32_t n = 0; n < TURNS * DISTANCES; n++) {
        /* The walls of the grid lie along x and y, so the unit can drive along them. */
        sidle_vec2 direction = vec_turned(vec(1, 0), TURN[n % TURNS]);
        uint32_t halves = 1 + n / TURNS;
        float away = 0.5f * (float)halves * radius;
        sidle_vec2 to = vec_add(u->position, vec_scale(direction, away));
        if (!lies_within(&j->way, near_length(&j->way), to, radius))
            count = add_option(list, count, option_at(j, u, to));
    }
    return count;
}

/* Forgets what was asked of all but the first units. */
static void take_back(jam *j, uint32_t count) {
    while (j->count > count) {
        yielder *a = &j->units[--j->count];
        unit_at(j->world, a->k)->cold->yield_point = a->point;
        j->world->asked[a->k] = 0;
    }
}

static bool reserve(jam *j, uint32_t k, sidle_vec2 to) {
    if (j->count == MOST_ASKED) return false;
    sidle_vec2 *point = &unit_at(j->world, k)->cold->yield_point;
    j->units[j->count++] = (yielder){k, *point};
    *point = to;
    j->world->asked[k] = 1;
    return true;
}

static bool make_way(jam *j, uint32_t k);

/* Bodies, the nearest first; of equals the one that wins ties. The order in memory is no order. */
typedef struct nearest_bodies {
    sidle_vec2 from; /* u */
    uint32_t count, bodies[MOST_ASKED];
} nearest_bodies;

static bool is_nearer_body(const sidle_world *world, sidle_vec2 from, uint32_t a, uint32_t b) {
    float of_a = vec_distance(body_position(&world->bodies, a), from),
          of_b = vec_distance(body_position(&world->bodies, b), from);
    return of_a < of_b || (of_a == of_b && unit_before(shown_at(world, a), shown_at(world, b)));
}

static void add_body(const sidle_world *world, nearest_bodies *n, uint32_t k) {
    if (n->count == MOST_ASKED) {
        if (!is_nearer_body(world, n->from, k, n->bodies[MOST_ASKED - 1])) return;
        n->count--;
    }
    uint32_t at = n->count++;
    for (; at > 0 && is_nearer_body(world, n->from, k, n->bodies[at - 1]); at--)
        n->bodies[at] = n->bodies[at - 1];
    n->bodies[at] = k;
}

/* Asks all that body k meets on its way to the point. */
static bool clear_way(jam *j, uint32_t k, sidle_vec2 to) {
    const bodies *c = &j->world->bodies;
    window w = grid_window(c, to, c->radius[k] + c->largest + reach_of_step(c));
    nearest_bodies met = {.from = body_position(c, k)};
    FOR_EACH_BODY (c, w, other) {
        if (other == k || !on_one_layer(c, k, other) || j->world->asked[other]) continue;
        if (meets(j, k, to, other)) add_body(j->world, &met, other);
    }
    for (uint32_t n = 0; n < met.count; n++)
        if (!j->world->asked[met.bodies[n]] && !make_way(j, met.bodies[n])) return false;
    return true;
}

/* Is the point of a unit that yields already still good? */
static bool goes_on_yielding(const jam *j, const unit *u) {
    uint32_t k = body_of(j->world, u);
    float radius = profile_of(j->world, u)->radius;
    float length = unit_has_way(u) ? near_length(&j->way) : j->way.length;
    if (lies_within(&j->way, length, u->cold->yield_point, radius)) return false;
    return room_at(j, k, u->cold->yield_point) == ROOM_FREE;
}

/* A unit that was under way as the tick began may rest by now, under another order. */
static bool may_leave(const unit *u) {
    return unit_is_under_way(u) || unit_has_trait(u, TRAIT_GIVES_WAY | TRAIT_KEEPS_RANGE);
}

/* Finds out what room there is at the first point of the list that the unit can yield to: it comes
 * first then. False: the first point is none, and another one may be next. */
static bool knows_room(const jam *j, uint32_t k, option *list, uint32_t count) {
    while (list->room == ROOM_UNKNOWN) {
        option o = *list;
        if (!is_option(j, k, &o)) return false;
        uint32_t at = 0;
        for (; at + 1 < count && list[at + 1].cost <= o.cost; at++) list[at] = list[at + 1];
        list[at] = o;
    }
    return true;
}

/* The unit of body k takes the least costly point off the ways of those before it. */
static bool make_way(jam *j, uint32_t k) {
    option list[POINTS];
    const unit *u = unit_at(j->world, k);
    if (unit_clears(u) || unit_awaits(u) || !may_leave(u)) return false;
    if (unit_yields(u) && goes_on_yielding(j, u)) return reserve(j, k, u->cold->yield_point);
    uint32_t count = options_of(j, k, list), before = j->count;
    for (uint32_t n = 0; n < count && j->tries < 2 * MOST_ASKED; n++) {
        if (!knows_room(j, k, list + n, count - n)) continue;
        if (list[n].room == ROOM_FREE) return reserve(j, k, list[n].to);
        j->tries++;
        if (room_at(j, k, list[n].to) == ROOM_NONE) continue;
        if (reserve(j, k, list[n].to) && clear_way(j, k, list[n].to)) return true;
        take_back(j, before);
    }
    return false;
}

/* ---- yielding ---- */

/* The unit, which rests, leaves its place and keeps the claim to it. */
static void leave_place(sidle_world *world, unit *u, sidle_vec2 place) {
    claim_change(world, u, place);
    facing_keep(world, u);
    unit_step_aside(u);
    world->sums[body_of(world, u) / ITEMS_A_PART].claims = true;
}

/* A unit that rests in a range moves on: its point is its place from now on, if that is free and in
 * the range. So does a unit that rests where another one claims a place, or each would drive the
 * other one off it for ever. Any other unit at rest keeps its place. */
static void set_out_to_yield(sidle_world *world, unit *u) {
    place_want want = {.kind = WANT_RANGE};
    sidle_vec2 point = u->cold->yield_point;
    bool moves_on = rests_in_range(world, u, &want) && want_is_met(world, &want, point);
    moves_on |= claim_is_anothers(world, u, u->position);
    moves_on &= !claim_overlaps(world, u, point);
    leave_place(world, u, moves_on ? point : u->position);
    path_start_afresh(u);
    path_set_out(world, u);
    world->sums[body_of(world, u) / ITEMS_A_PART].awake = 1;
}

/* The unit drives to its point, and stays there for a moment. */
static void begin_to_yield(sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    float way = vec_distance(u->position, u->cold->yield_point), pace = unit_pace(world, u);
    float most = patience_of(p), drive = way < most * pace ? way / pace : most;
    if (unit_is_kept(u) && !unit_has_trait(u, TRAIT_KEEPS_RANGE)) condition_go_on(world, u);
    if (!unit_is_under_way(u))
        set_out_to_yield(world, u);
    else if (unit_drives_back(u))
        unit_step_aside(u);
    unit_unmark(u, UNIT_SEEKS | UNIT_GETS_ON);
    world->motions[body_of(world, u)].settles = false;
    u->cold->escalation.seeks_way = false;
    if (!unit_is_aside(u)) {
        path_lead_back(world, u);
        unit_turn_to_path(u);
    }
    u->aim = AIM_YIELD;
    u->cold->yield_left = moment_of(p) + drive;
    u->flags |= UNIT_LOOK;
    unit_keep_waypoint(u);
    unit_decide(u, SIDLE_DECISION_FREE, u->cold->yield_point);
}

/* u: from the unit to where it goes when it no longer makes room: to its place, or a bit on its
 * path. */
static sidle_vec2 way_after(const unit *u, float radius) {
    if (unit_is_aside(u)) return vec_sub(u->cold->place, u->position);
    sidle_vec2 to = vec_sub(u->path_point, u->position);
    float length = vec_length(to), most = ASKS_AHEAD * radius;
    return length > most ? vec_scale(to, most / length) : to;
}

/* Does the strip lead over that way? A unit that goes on with its order is only in the way of those
 * that come towards it. */
static bool crosses_way_after(const strip *w, const unit *u, float radius) {
    sidle_vec2 after = way_after(u, radius);
    if (!unit_is_aside(u) && vec_dot(after, w->direction) >= 0) return false;
    for (int n = 0; n <= PLACES_TRIED; n++) {
        sidle_vec2 point = vec_add(u->position, vec_scale(after, (float)n / PLACES_TRIED));
        if (lies_within(w, w->length, point, radius)) return true;
    }
    return false;
}

/* Does the way of a friend under way lead over it? One that goes on with its order heeds only those
 * that drive, or two could wait for each other. */
static bool is_way_after_taken(const sidle_world *world, const unit *u) {
    const bodies *c = &world->bodies;
    uint32_t k = body_of(world, u);
    float length = vec_length(way_after(u, c->radius[k]));
    window w = grid_window(c, u->position, (ASKS_AHEAD + 2) * c->largest + c->radius[k] + length);
    FOR_EACH_BODY (c, w, other) {
        const unit *its = unit_at(world, other);
        if (other == k || body_stance(c, other) != STANCE_UNDER_WAY) continue;
        if (unit_is_by_itself(its) || its->cold->look.drives != DRIVES_BY_ORDER) continue;
        if (!on_one_layer(c, k, other) || !is_for(world, k, other)) continue;
        if (!unit_is_aside(u) && stands_still(world, its)) continue;
        strip way = strip_of(world, its);
        if (crosses_way_after(&way, u, c->radius[k])) return true;
    }
    return false;
}

/* The unit goes on with what it did before. */
static void end_yield(const sidle_world *world, unit *u) {
    if (is_way_after_taken(world, u)) {
        u->cold->yield_left = profile_of(world, u)->tuning.look_interval;
        return;
    }
    if (unit_claims_place(u))
        u->aim = AIM_PLACE;
    else {
        path_lead_back(world, u);
        unit_turn_to_path(u);
        path_go_straight(u);
    }
    u->cold->progress.nearest = path_left_of(u);
    u->flags |= UNIT_LOOK;
    unit_keep_waypoint(u);
    unit_follow_waypoint(u);
}

bool jam_decide(const sidle_world *world, unit *u) {
    (void)world;
    if (!unit_yields(u)) return false;
    unit_decide(u, SIDLE_DECISION_FREE, u->cold->yield_point);
    u->cold->look.asks = u->cold->look.held = false;
    u->cold->look.hit = 0;
    u->cold->look.drives = DRIVES_ASIDE;
    u->cold->look_origin = u->position;
    u->brake = 0;
    unit_unmark(u, UNIT_TIGHT);
    return true;
}

/* ---- a tick ---- */

/* Does the unit hand its place on to the nearest body in its way, if that is one of its crowd? */
static bool closes_up(sidle_world *world, unit *u, uint32_t k) {
    bool hands = hands_on(world, u, k) || may_stand_on_place(world, u, k);
    return !world->asked[k] && hands && place_hand_on(world, u, unit_at(world, k));
}

/* Moves those in the way of the unit. The nearest has to go; those farther on go if they can. */
static void serve(sidle_world *world, unit *u) {
    uint32_t self = body_of(world, u);
    jam j = {.world = world, .root = u, .way = strip_of(world, u)};
    const bodies *c = &world->bodies;
    sidle_vec2 ahead = vec_scale(j.way.direction, near_length(&j.way));
    if (world->asked[self]) return; /* it makes room itself */
    if (!reserve(&j, self, vec_add(u->position, ahead))) return;
    nearest_bodies barring = {.from = u->position};
    bool granted = false, opens_lane = false;
    FOR_EACH_BODY (c, window_of(c, &j.way), k)
        if (bars(world, &j.way, k) && turns_to(world, u, k)) add_body(world, &barring, k);
    if (barring.count && closes_up(world, u, barring.bodies[0])) {
        take_back(&j, 0);
        return;
    }
    for (uint32_t n = 0; n < barring.count; n++) {
        uint32_t before = j.count, k = barring.bodies[n];
        const unit *other = unit_at(world, k);
        if (!is_to_be_asked(world, u, k)) continue;
        bool on_place = is_about_its_place(world, other);
        j.in_lane = urgency(c, k, shown_at(world, k)) == 2 && !on_place;
        if (j.in_lane && !(is_in_lane_with(world, u, k) && lane_is_left_by(world, u, k))) continue;
        if (!world->asked[k] && !make_way(&j, k)) take_back(&j, before);
        granted |= world->asked[k];
        opens_lane |= world->asked[k] && j.in_lane;
    }
    u->cold->escalation.refused = !granted;
    u->opens_lane = opens_lane;
    if (granted && unit_is_kept(u)) u->flags |= UNIT_GETS_ON;
    for (uint32_t n = 1; n < j.count; n++) begin_to_yield(world, unit_at(world, j.units[n].k));
    if (!granted) take_back(&j, 0); /* it stays where it is */
}

static bool goes_before(const void *world, uint32_t a, uint32_t b) {
    const unit *first = unit_at(world, a), *second = unit_at(world, b);
    bool by_order = unit_has_way(first) || unit_is_kept(first),
         other = unit_has_way(second) || unit_is_kept(second);
    return by_order != other ? by_order : first->rank < second->rank;
}

/* The units whose looks of this tick ask; and those that have yielded for long enough. */
static uint32_t collect_askers(sidle_world *world, uint32_t *list) {
    uint32_t count = 0;
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        part_sum *sum = &world->sums[part];
        if (!sum->asked && !sum->yields) continue;
        span s = part_span(part, world->living);
        bool yields = false;
        for (uint32_t k = s.first; k < s.end; k++) {
            unit *u = unit_at(world, k);
            if (!unit_is_under_way(u) && !unit_is_kept(u)) continue;
            const cold *m = u->cold;
            if (unit_yields(u)) {
                if (m->yield_left <= 0) end_yield(world, u);
                yields |= unit_yields(u);
            } else if (m->look.asks && m->look_tick == (uint32_t)world->tick)
                list[count++] = k;
        }
        sum->asked = false;
        sum->yields = yields;
    }
    return count;
}

void jam_resolve(sidle_world *world) {
    uint32_t *list = world->askers;
    uint32_t count = world->living ? collect_askers(world, list) : 0;
    if (!count) return;
    sort_numbers(list, count, goes_before, world);
    for (uint32_t n = 0; n < count; n++) serve(world, unit_at(world, list[n]));
    memset(world->asked, 0, world->living);
}
