/* Checks the whole state of a world against the invariants that the core relies on. The tests call
 * it after each step; a host may do so when it hunts a defect. It reads, and writes nothing.
 *
 * A check returns NULL when all is well, else one sentence. Each loop ends at the first fault. */
#include "world/checks.h"
#include "world/fields.h"
#include "world/ground.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/transitions.h"

/* Squares of headings are 1 within this: some hundred roundings, a choice. */
static const float HEADING_TOLERANCE = 1e-3f;

/* Each slot leads to one unit, living units come first, and cold halves stand at their slots.
 * Others may still read the queue entry of a unit that is no longer on the map: nobody has asked
 * there. */
static const char *slots_fault(const sidle_world *world) {
    uint32_t living = world->living + world->stowed;
    if (living > world->slots || world->slots > world->room)
        return "there are more living units than slots, or more slots than room";
    for (uint32_t k = 0; k < world->slots; k++) {
        const unit *u = &world->units[k];
        if (u->slot >= world->slots || world->by_slot[u->slot] != k)
            return "a slot does not lead to its unit";
        if (u->cold != &world->cold[u->slot]) return "a unit has the cold half of another slot";
        if (!(u->flags & UNIT_ALIVE) != (k >= living))
            return "a living unit stands among the free slots, or the other way round";
    }
    return NULL;
}

/* Ranks of the living are unique. All pairs are compared, as no memory is at hand to sort them. */
static const char *ranks_fault(const sidle_world *world) {
    for (uint32_t k = 0; k < world->living + world->stowed; k++) {
        uint32_t rank = unit_at(world, k)->rank;
        for (uint32_t n = 0; n < k; n++)
            if (unit_at(world, n)->rank == rank) return "two units have the same rank";
    }
    return NULL;
}

static bool is_direction(sidle_vec2 v) {
    float off = vec_dot(v, v) - 1;
    return off < HEADING_TOLERANCE && off > -HEADING_TOLERANCE;
}

/* A unit at rest turns to a direction, or to none. */
static bool turns_nowhere(const unit *u) {
    sidle_vec2 to = u->facing;
    return !unit_is_under_way(u) && (to.x != 0 || to.y != 0) && !is_direction(to);
}

/* An alliance holds both ways, and no team is its own ally. */
static const char *alliances_fault(const bodies *b) {
    uint32_t count = 0;
    for (uint32_t team = 0; team < SIDLE_ALLIED_TEAMS; team++) {
        count += b->allies[team] != 0;
        if (b->allies[team] & SIDLE_TEAM(team)) return "a team is its own ally";
        for (uint32_t n = 0; n < SIDLE_ALLIED_TEAMS; n++)
            if ((b->allies[team] >> n & 1u) != (b->allies[n] >> team & 1u))
                return "an alliance holds in one direction only";
    }
    return count == b->alliances ? NULL : "the number of teams with allies is wrong";
}

static const char *position_fault(const sidle_world *world, const unit *u, uint32_t k) {
    const sidle_profile *p = profile_of(world, u);
    if (!vec_finite(u->position) || !vec_finite(u->velocity) || !vec_finite(u->drive_target) ||
        !vec_finite(u->goal) || !vec_finite(body_predicted(&world->bodies, k)))
        return "a position, a velocity or a goal is not finite";
    if (!unit_is_stowed(world, u) && !disc_fits(world, p, u->position))
        return "the disc of a unit does not fit where it is";
    if (!is_direction(u->heading) || turns_nowhere(u)) return "the length of a heading is not 1";
    return NULL;
}

#define CHECK(name, kind, most, place, when)                                                       \
    if ((when) && !FITS_##kind(VALUE_##kind(place), most)) return #name " is more than it can be";

/* Each row of the table of fields against the most of it. */
static const char *order_values_fault(const sidle_world *w, const unit *u) {
    const order_state *o = u->cold->order;
    (void)w;
    if (!unit_reads_order_state(u)) return NULL;
    ORDER_FIELDS(CHECK, CHECK)
    return NULL;
}

static const char *values_fault(const sidle_world *w, const unit *u, uint32_t k) {
    static const queue_entry NO_ENTRY = {.held = 0};
    const queue_entry *q = w->queue_entries ? &w->queue_entries[u->slot] : &NO_ENTRY;
    const cold *c = u->cold;
    const bodies *b = &w->bodies;
    const speed_factors s = speed_factors_of(w, u);
    uint64_t user = user_of(w, u->slot);
    UNIT_FIELDS(CHECK, CHECK)
    return order_values_fault(w, u);
}

/* Does the hot half say of the way what the cold half would: see unit_keep_waypoint()? */
static bool keeps_waypoint(const unit *u) {
    unit kept = *u;
    unit_keep_waypoint(&kept);
    return kept.flags == u->flags && kept.path_point.x == u->path_point.x &&
           kept.path_point.y == u->path_point.y;
}

static const char *order_fault(const sidle_world *world, const unit *u) {
    const cold *c = u->cold;
    if (activity_fault(u)) return activity_fault(u);
    if (!unit_is_under_way(u) && u->decision != SIDLE_DECISION_IDLE)
        return "a unit at rest has a decision about its way";
    bool to_place = u->aim == AIM_PLACE || u->aim == AIM_CORNER || unit_is_aside(u);
    if (to_place && !unit_claims_place(u)) return "a unit goes to a place of nobody";
    if (unit_yields(u) && !(unit_is_under_way(u) && !unit_clears(u)))
        return "a unit makes room that rests, or drives out of others";
    if (unit_yields(u) && !terrain_inside(&world->terrain, c->yield_point))
        return "a unit makes room beyond the map";
    bool goes_round = unit_has_way(u) && !unit_claims_place(u) && c->way_left >= 0;
    if (u->aim == AIM_ROUND && !goes_round) return "a unit goes round on no way";
    if (c->escalation.seeks_way) return "a unit asks for a way round, though the tick is over";
    if (unit_claims_place(u) && !terrain_inside(&world->terrain, c->place))
        return "a unit claims a place beyond the map";
    if (u->flags & UNIT_SEEKS) return "a unit asks for a place, though the tick is over";
    if (u->flags & UNIT_GETS_ON) return "a unit is about to go on, though the tick is over";
    if (c->path->next > c->path->count || c->path->count > c->path->room)
        return "a path goes on beyond its end";
    if (unit_is_under_way(u) && !keeps_waypoint(u))
        return "the waypoint of a unit is not that of its aim and its path";
    if (c->path->passed > c->path->next) return "more waypoints are to be told of than were passed";
    const route *patrol = c->order->patrol;
    if (c->path->sum != route_sum(c->path) || patrol->sum != route_sum(patrol))
        return "the sum of a path is not that of its points";
    if (u->order == SIDLE_ORDER_PATROL && patrol->next >= patrol->count)
        return "a patrol goes on beyond its end";
    if (unit_reads_order_state(u) && !unit_own_order_state(u)) return "an order has no state";
    if (u->elapsed < 0 || c->progress.stalled < 0) return "a clock of a unit is below 0";
    return NULL;
}

/* A unit that runs takes the point to which it runs for its goal. */
static const char *flight_fault(const sidle_world *world, const unit *u) {
    bool flees = u->order == SIDLE_ORDER_EVADE || u->order == SIDLE_ORDER_FLEE;
    return !flees || terrain_inside(&world->terrain, u->cold->order->steer_target.point)
               ? NULL
               : "a unit flees to a place beyond the map";
}

/* Others read the copy of a unit that is not still. */
static const char *queue_fault(const sidle_world *world, const unit *u) {
    if (!world->queue_entries || unit_is_stowed(world, u) || world->bodies.stale) return NULL;
    return shown_asked(world, u->slot) == u->asked
               ? NULL
               : "others read another clock of the request of a unit than its own";
}

/* The speed of a unit is the host's factor times that of the terrain. A stowed one may still have
 * that of where it was, if its profile varies. */
static const char *speed_fault(const sidle_world *world, const unit *u) {
    if (world->profiles[u->profile].varies != ground_varies(profile_of(world, u)))
        return "a profile does not know whether its speed varies";
    bool kept = unit_is_stowed(world, u) && world->profiles[u->profile].varies;
    if (u->speed_kind != ground_speed_kind(speed_factors_of(world, u)))
        return "the record of a unit has another kind of speed than its factors";
    if (kept || speed_factors_of(world, u).all == ground_speed_due(world, u)) return NULL;
    return "the speed of a unit is not that of the terrain below it";
}

/* A stowed unit does nothing. */
static const char *stowed_fault(const sidle_world *world, const unit *u, uint32_t k) {
    if (!unit_is_stowed(world, u)) return u->awaited ? "a unit on the map is awaited" : NULL;
    sidle_vec2 predicted = body_predicted(&world->bodies, k);
    bool moves = u->velocity.x != 0 || u->velocity.y != 0 || predicted.x != 0 || predicted.y != 0;
    return moves || u->waits_for || u->queue_state || u->decision != SIDLE_DECISION_IDLE
               ? "a stowed unit moves, waits or decides"
               : NULL;
}

static const char *units_fault(const sidle_world *world) {
    for (uint32_t k = 0; k < world->living + world->stowed; k++) {
        const unit *u = unit_at(world, k);
        if (u->profile >= world->profile_count || world->profiles[u->profile].released)
            return "a unit has a profile that was never added, or was released";
        if (u->rank == 0 || u->rank > world->next_rank) return "a rank was never given";
        const char *fault = position_fault(world, u, k);
        if (!fault) fault = order_fault(world, u);
        if (!fault) fault = flight_fault(world, u);
        if (!fault) fault = queue_fault(world, u);
        if (!fault) fault = speed_fault(world, u);
        if (!fault) fault = stowed_fault(world, u, k);
        if (fault) return fault;
    }
    return NULL;
}

/* Units divide by the length of the last step; 0: there was none. */
static const char *step_fault(const sidle_world *world) {
    bool was_step = world->last_dt >= SIDLE_MIN_DT && world->last_dt <= SIDLE_MAX_DT;
    return was_step || world->last_dt == 0
               ? NULL
               : "the last step was shorter or longer than a step may be";
}

const char *state_fault(const sidle_world *world) {
    const char *fault = slots_fault(world);
    if (!fault) fault = step_fault(world);
    if (!fault) fault = alliances_fault(&world->bodies);
    return fault ? fault : units_fault(world);
}

static const char *all_values_fault(const sidle_world *world) {
    const char *fault = NULL;
    for (uint32_t k = 0; k < world->living + world->stowed && !fault; k++)
        fault = values_fault(world, unit_at(world, k), k);
    return fault;
}

/* The bodies of a bucket are in it, or no farther away than the drift. */
static const char *bucket_fault(const sidle_world *world, int32_t x, int32_t y) {
    const bodies *b = &world->bodies;
    const uint32_t *start = &b->starts[y * b->width + x];
    if (start[0] > start[1] || start[1] > world->living) return "the buckets are not in order";
    for (uint32_t k = start[0]; k < start[1]; k++) {
        sidle_vec2 at = body_position(b, k), own = unit_at(world, k)->position;
        if (at.x != own.x || at.y != own.y) return "a body is not where its unit is";
        if (b->filter_bits[k] != grid_filter_bits(world, k))
            return "a body stands, waits or pushes otherwise than its unit";
        window w = grid_window(b, at, 0);
        if (x < w.x0 || x > w.x1 || y < w.y0 || y > w.y1)
            return "a search near a body does not reach its bucket";
        if (b->radius[k] > b->largest) return "a body is larger than the largest one";
    }
    return NULL;
}

/* A tick skips a part whose units are still. */
static const char *part_fault(const sidle_world *world, uint32_t part) {
    span s = part_span(part, world->living);
    for (uint32_t k = s.first; k < s.end && !world->sums[part].awake; k++)
        if (!is_still(&world->bodies, k) || unit_at(world, k)->events)
            return "a part of the units sleeps in which one does not";
    return NULL;
}

/* Bodies that have to be sorted before the next search are not checked. */
static const char *grid_fault(const sidle_world *world) {
    const bodies *b = &world->bodies;
    if (b->stale) return NULL;
    for (uint32_t part = 0; part < parts_of(world->living); part++) {
        const char *fault = part_fault(world, part);
        if (fault) return fault;
    }
    if (b->starts[0] != 0 || b->starts[b->width * b->height] != world->living)
        return "the buckets do not hold all bodies";
    for (int32_t y = 0; y < b->height; y++)
        for (int32_t x = 0; x < b->width; x++) {
            const char *fault = bucket_fault(world, x, y);
            if (fault) return fault;
        }
    return NULL;
}

const char *sidle_world_validate(const sidle_world *world) {
    if (!world) return "there is no world";
    if (world->event_count > world->event_room) return "there are more events than room for them";
    if (world->terrain.sum != terrain_sum(&world->terrain))
        return "the sum of the terrain is not that of its cells";
    const char *fault = state_fault(world);
    if (!fault) fault = all_values_fault(world);
    if (!fault) fault = ranks_fault(world);
    if (!fault) fault = grid_fault(world);
    return fault;
}
