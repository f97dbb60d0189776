/* The tick: sort -> targets -> look and decide -> move -> contacts -> arrive -> events out.
 * run_phases() is its table of contents.
 *
 * A phase is one pass over all units, cut into parts that the host may run on several threads in
 * any order (world/state.h). A unit reads others only as the tick began or as an earlier phase left
 * them, and writes only what is its own, so neither the cut nor the order of threads changes a
 * result. Positions change in the END phase alone.
 *
 * Parts in which all units stand still are skipped by the phases after SORT; `sums` holds what the
 * last END phase, or a later sort, found out about each part.
 *
 * Events are collected as bits of each unit while the phases run, and written to the host's array
 * by one thread at the end, by ascending slot. That array is the room in which contacts keep their
 * corrected positions until then. */
#include "jam/jam.h"
#include "motion/contact.h"
#include "motion/move.h"
#include "orders/condition.h"
#include "orders/path_following.h"
#include "orders/steer_target.h"
#include "orders/waits_for.h"
#include "places/places.h"
#include "planner/decide.h"
#include "world/ground.h"
#include "world/recording.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/unit_store.h"

#include <assert.h>

/* Writes one event to the host's array. False: the array is full. */
static bool give_event(sidle_world *world, const unit *u, sidle_event_type type, sidle_vec2 point) {
    if (world->event_count == world->event_room) return false;
    sidle_event e = {.type = type,
                     .unit = id_of(u),
                     .point = point,
                     .position = u->position,
                     .user = user_of(world, u->slot)};
    if (type == SIDLE_EVENT_BLOCKED || type == SIDLE_EVENT_PATH_WANTED ||
        type == SIDLE_EVENT_PUSHING || type == SIDLE_EVENT_STUCK) {
        e.other = u->cold->look.blocker;
        e.value = u->cold->look.hit_value;
        e.point =
            vec_add(u->cold->look_origin,
                    vec_scale(u->cold->look.direction,
                              (float)u->cold->look.hit * profile_of(world, u)->tuning.look_cell));
    } else if (type == SIDLE_EVENT_TARGET_LOST) {
        e.other = u->cold->order->target;
    } else if (type == SIDLE_EVENT_ARRIVED || type == SIDLE_EVENT_IN_RANGE) {
        e.other = unit_target(u);
    }
    if (type == SIDLE_EVENT_ARRIVED) e.arrival = (sidle_arrival)u->arrival;
    if (type == SIDLE_EVENT_STUCK) e.condition = condition_of(world, u);
    bool ends = type == SIDLE_EVENT_ARRIVED || type == SIDLE_EVENT_TARGET_LOST;
    e.order_over = ends && (u->order == SIDLE_ORDER_NONE || unit_has_trait(u, TRAIT_IS_OVER));
    world->events[world->event_count++] = e;
    return true;
}

/* The waypoints that the unit has passed, in their order. False: the array is full. */
static bool give_passed_waypoints(sidle_world *world, unit *u) {
    route *path = u->cold->path;
    for (; path->passed; path->passed--)
        if (!give_event(world, u, SIDLE_EVENT_WAYPOINT, path->points[path->next - path->passed]))
            return false;
    u->events = u->events & (EVENT_PASSED - 1);
    return true;
}

/* Writes the events of a unit. Those that find no room keep their bits, and are told in the next
 * tick. */
static void give_events(sidle_world *world, unit *u) {
    if (u->events & EVENT_PASSED && !give_passed_waypoints(world, u)) return;
    for (uint32_t type = 0; u->events && type < SIDLE_EVENT_COUNT; type++) {
        if (!((uint32_t)u->events >> type & 1u)) continue;
        /* A patrol that has passed a point has its next goal already: the event names the point. */
        sidle_vec2 point = type == SIDLE_EVENT_WAYPOINT ? u->cold->order->goal_then : u->goal;
        if (!give_event(world, u, (sidle_event_type)type, point)) return;
        u->events = u->events & ~(1u << type) & EVENT_BITS;
    }
}

/* What the parts of a phase get. */
typedef struct phase_work {
    sidle_world *world;
    float dt; /* s, SIDLE_MIN_DT .. SIDLE_MAX_DT */
} phase_work;

static void target_part(void *work, uint32_t part) {
    const phase_work *p = work;
    const sidle_world *world = p->world;
    if (!world->sums[part].steers) return;
    span s = part_span(part, world->living);
    for (uint32_t k = s.first; k < s.end; k++) steer_target_update(world, unit_at(world, k), p->dt);
}

static void look_part(void *work, uint32_t part) {
    const phase_work *p = work;
    if (p->world->sums[part].awake) decide(p->world, part_span(part, p->world->living), p->dt);
}

static void move_part(void *work, uint32_t part) {
    const phase_work *p = work;
    if (p->world->sums[part].awake) move_all(p->world, part_span(part, p->world->living), p->dt);
}

static void list_places_part(void *work, uint32_t part) {
    const phase_work *p = work;
    places_list_part(p->world, part);
}

/* The end of the tick for one unit, which has its new position already. */
static void end_unit(sidle_world *world, uint32_t k, float dt) {
    unit *u = unit_at(world, k);
    u->waits_for = waits_for_unit(world, u) & SLOT_BITS;
    /* A unit that has rolled past its place in the queue waits where it is now. */
    if (u->queue_state && u->decision == SIDLE_DECISION_WAIT) unit_drive_to(u, u->position);
    path_advance(world, u, dt);
    condition_update(world, u);
    if (world->profiles[u->profile].varies) ground_renew(world, u);
    if (u->events) world->due[u->slot] = true;
}

/* The units of a part take their new positions and arrive, and the bodies are copied for the next
 * tick. `due` has served the contacts: from here on it says by slot which unit has events to tell.
 */
static void end_part(void *work, uint32_t part) {
    const phase_work *p = work;
    sidle_world *world = p->world;
    if (!world->sums[part].awake) return;
    span s = part_span(part, world->living);
    assert(s.first < s.end && s.end <= world->living);
    part_sum *sum = &world->sums[part];
    *sum = (part_sum){.farthest = sum->farthest, .asked = sum->asked, .seeks = sum->seeks};
    move_apply(world, s, p->dt);
    for (uint32_t k = s.first; k < s.end; k++) {
        if (sleeps_on(world, k)) continue;
        end_unit(world, k, p->dt);
        grid_renew_body(world, k, sum);
    }
    if (!sum->awake) sum->farthest = 0;
}

/* Writes the events of all units, by ascending slot. */
static void tell_events(sidle_world *world) {
    world->event_count = 0;
    if (!world->slots) return;
    const uint8_t *first = world->due, *end = first + world->slots, *at = first;
    for (; (at = memchr(at, true, (size_t)(end - at))); at++)
        give_events(world, unit_of_slot(world, (uint32_t)(at - first)));
}

/* Tells the host's profiler which phase begins. */
static void begin_phase(const sidle_world *world, sidle_phase phase) {
    if (world->hooks.phase) world->hooks.phase(world->hooks.context, phase);
}

static sidle_result dt_refusal(float dt) {
    if (!isfinite(dt)) return SIDLE_ERROR_NOT_FINITE;
    return dt >= SIDLE_MIN_DT && dt <= SIDLE_MAX_DT ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

/* All phases after the sort. */
static void run_phases(sidle_world *world, phase_work *work) {
    world->looking = true;
    uint64_t to_look = shown_sum(world, SHOWN_TO_LOOK);
    begin_phase(world, SIDLE_PHASE_TARGET);
    /* Only orders that are more than a place to go to have a target to compute. */
    if (world->steers) parts_run(world, target_part, work, world->living);
    uint64_t from_look = shown_sum(world, SHOWN_FROM_LOOK);
    begin_phase(world, SIDLE_PHASE_LOOK);
    parts_run(world, look_part, work, world->living);
    assert(to_look == shown_sum(world, SHOWN_TO_LOOK));
    begin_phase(world, SIDLE_PHASE_MOVE);
    parts_run(world, move_part, work, world->living);
    begin_phase(world, SIDLE_PHASE_CONTACT);
    contact_resolve(world, work->dt);
    assert(from_look == shown_sum(world, SHOWN_FROM_LOOK));
    (void)to_look, (void)from_look;
    parts_run(world, list_places_part, work, world->living);
    uint32_t listed = places_begin(world);
    jam_resolve(world);
    places_grant(world, listed, work->dt);
    world->looking = false;
    begin_phase(world, SIDLE_PHASE_END);
    if (world->slots) memset(world->due, false, world->slots);
    parts_run(world, end_part, work, world->living);
    tell_events(world);
    grid_moved(world);
}

/* When memory runs out, no unit has moved, and the step can be tried again. */
sidle_result sidle_world_step(sidle_world *world, float dt) {
    if (!world) return SIDLE_ERROR_ARGUMENT;
    if (dt_refusal(dt)) return dt_refusal(dt);
    phase_work work = {world, dt};
    if (world->recorder) record_step(world->recorder, dt);
    world->stepping = true;
    begin_phase(world, SIDLE_PHASE_SORT);
    sidle_result result = grid_sort(world);
    if (!result) result = units_reserve_events(world);
    if (!result) {
        run_phases(world, &work);
        world->tick++;
        world->last_dt = dt;
    }
    begin_phase(world, SIDLE_PHASE_COUNT);
    world->stepping = false;
    if (world->recorder) record_stepped(world->recorder, result);
    return result;
}

const sidle_event *sidle_world_events(const sidle_world *world, uint32_t *count) {
    if (count) *count = world ? world->event_count : 0;
    return world ? world->events : NULL;
}
