/* Memory and ids of units.
 *
 * An id is a slot and a generation. The generation of a slot grows each time that the slot is
 * taken, so the id of a unit that was destroyed names no later unit. In `units` the units on the
 * map come first, so that a tick meets no others; behind them stand the stowed ones, in any order;
 * then the free slots as a stack, the slot that was freed last on top.
 *
 * All arrays with one entry a unit grow together when units are created, and at no other time: a
 * step allocates nothing for units. */
#include "world/unit_store.h"

#include "base/lanes.h"
#include "base/memory.h"
#include "base/vec.h"
#include "world/ground.h"
#include "world/place_points.h"
#include "world/ranks.h"
#include "world/recording.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

enum {
    UNIT_COOKIE = 0x51d1e002 ^ SIDLE_LAYOUT(sidle_unit_def),
    FIRST_ROOM = 64,      /* units; a choice */
    UNITS_AN_EVENT = 7,   /* room for one event for so many units, see by_event(); a choice */
    EVENTS_AT_LEAST = 256 /* a choice: all units of a small world may have events at once */
};

/* ---- storage ---- */

SIDLE_INTERNAL const route NO_ROUTE = {.room = 0};
SIDLE_INTERNAL const order_state NO_ORDER_STATE = {.patrol = (route *)&NO_ROUTE};

/* One array with an entry a unit or a part. All of them are listed in one place, so that growing
 * and releasing cannot forget one. */
typedef struct array {
    void **memory;
    size_t size;                  /* of an element */
    bool lasting;                 /* its content survives growth */
    size_t (*count)(size_t room); /* of elements, in a world with room for so many units */
} array;

enum { ARRAYS = 24 };

/* A group of lanes may read beyond the last entry. */
static size_t by_unit(size_t room) {
    return room + LANES;
}

static size_t by_none(size_t room) {
    (void)room;
    return 0;
}

static size_t by_world(size_t room) {
    return room ? 1 : 0;
}

static size_t by_part(size_t room) {
    return parts_of((uint32_t)room) + LANES;
}

/* Units seldom have many events in one tick. An event for which there is no room stays with its
 * unit and is told in the next tick. */
static size_t by_event(size_t room) {
    return room ? room / UNITS_AN_EVENT + EVENTS_AT_LEAST : 0;
}

_Static_assert(UNITS_AN_EVENT * sizeof(sidle_vec2) <= sizeof(sidle_event) &&
                   (size_t)EVENTS_AT_LEAST > UNITS_AN_EVENT + LANES,
               "the shoves have room among the events");

static void arrays_of(sidle_world *w, array list[ARRAYS]) {
    bodies *b = &w->bodies;
    const array all[ARRAYS] = {
        {(void **)&w->units, sizeof *w->units, true, by_unit},
        {(void **)&w->cold, sizeof *w->cold, true, by_unit},
        {(void **)&w->by_slot, sizeof *w->by_slot, true, by_unit},
        {(void **)&w->users, sizeof *w->users, true, w->users ? by_unit : by_none},
        {(void **)&w->motions, sizeof *w->motions, false, by_unit},
        {(void **)&w->neighbour_lists, sizeof *w->neighbour_lists, false, by_unit},
        {(void **)&w->neighbours, NEIGHBOURS_A_UNIT * sizeof *w->neighbours, false, by_unit},
        {(void **)&w->due, sizeof *w->due, false, by_unit},
        {(void **)&w->asked, sizeof *w->asked, false, by_unit},
        {(void **)&w->askers, sizeof *w->askers, false, by_unit},
        {(void **)&w->sums, sizeof *w->sums, false, by_part},
        {(void **)&w->lists_of_parts, sizeof *w->lists_of_parts, false, by_part},
        {(void **)&w->place_points, sizeof *w->place_points, false, by_world},
        {(void **)&b->x, sizeof *b->x, false, by_unit},
        {(void **)&b->y, sizeof *b->y, false, by_unit},
        {(void **)&b->moved, sizeof *b->moved, true, by_unit},
        {(void **)&b->team, sizeof *b->team, true, by_unit},
        {(void **)&b->carry, sizeof *b->carry, true, by_unit},
        {(void **)&b->vx, sizeof *b->vx, true, by_unit},
        {(void **)&b->vy, sizeof *b->vy, true, by_unit},
        {(void **)&b->radius, sizeof *b->radius, false, by_unit},
        {(void **)&b->filter_bits, sizeof *b->filter_bits, false, by_unit},
        {(void **)&w->speeds, sizeof *w->speeds, true,
         w->speeds || w->any_varies ? by_unit : by_none},
        {(void **)&w->queue_entries, sizeof *w->queue_entries, true,
         w->any_queues ? by_unit : by_none},
    };
    memcpy(list, all, sizeof all);
}

static size_t bytes_for(const array *a, size_t room) {
    return a->count(room) * a->size;
}

sidle_result units_reserve(sidle_world *world, uint32_t units) {
    size_t old = world->room, room = units;
    if (room <= old) return SIDLE_OK;
    array list[ARRAYS];
    void *grown[ARRAYS] = {NULL};
    arrays_of(world, list);
    for (int k = 0; k < ARRAYS; k++) {
        if (!bytes_for(&list[k], room)) continue;
        grown[k] = allocate(&world->alloc, bytes_for(&list[k], room));
        if (grown[k]) continue;
        while (k-- > 0) release(&world->alloc, grown[k], bytes_for(&list[k], room));
        return SIDLE_ERROR_MEMORY;
    }
    for (int k = 0; k < ARRAYS; k++) {
        if (list[k].lasting && *list[k].memory)
            memcpy(grown[k], *list[k].memory, bytes_for(&list[k], old));
        release(&world->alloc, *list[k].memory, bytes_for(&list[k], old));
        *list[k].memory = grown[k];
    }
    grid_forget(world);
    memset(world->asked, 0, by_unit(room) * sizeof *world->asked);
    memset(world->units + old, 0, (room - old) * sizeof *world->units);
    memset(world->cold + old, 0, (room - old) * sizeof *world->cold);
    if (world->queue_entries)
        memset(world->queue_entries + old, 0, (room - old) * sizeof *world->queue_entries);
    for (uint32_t k = 0; k < world->slots; k++)
        world->units[k].cold = &world->cold[world->units[k].slot];
    world->room = (uint32_t)room;
    return SIDLE_OK;
}

sidle_result units_reserve_events(sidle_world *world) {
    uint32_t room = (uint32_t)by_event(world->room), old = world->event_room;
    if (room <= old) return SIDLE_OK;
    void *events = world->events;
    if (!reallocate(&world->alloc, &events, old * sizeof *world->events, 0,
                    room * sizeof *world->events))
        return SIDLE_ERROR_MEMORY;
    world->events = events;
    world->event_room = room;
    world->event_count = 0;
    return SIDLE_OK;
}

/* Makes an array that only some worlds need, all 0, for as many units as there is room for. Errors:
 * MEMORY. */
static sidle_result make_array(const sidle_world *world, void **memory, size_t size) {
    size_t bytes = by_unit(world->room) * size;
    if (*memory || !world->room) return SIDLE_OK;
    *memory = allocate(&world->alloc, bytes);
    if (!*memory) return SIDLE_ERROR_MEMORY;
    memset(*memory, 0, bytes);
    return SIDLE_OK;
}

sidle_result units_reserve_queue(sidle_world *world) {
    if (world->any_queues) return SIDLE_OK;
    sidle_result failed =
        make_array(world, (void **)&world->queue_entries, sizeof *world->queue_entries);
    if (!failed) world->any_queues = world->bodies.stale = true;
    return failed;
}

sidle_result units_reserve_speeds(sidle_world *world) {
    return make_array(world, (void **)&world->speeds, sizeof *world->speeds);
}

sidle_result units_reserve_users(sidle_world *world, uint64_t user) {
    return user ? make_array(world, (void **)&world->users, sizeof *world->users) : SIDLE_OK;
}

/* Makes room for half as many units again. Errors: LIMIT, MEMORY. */
static sidle_result grow(sidle_world *world) {
    uint32_t room = world->room, more = room < 2 * FIRST_ROOM ? FIRST_ROOM : room / 2;
    if (room >= SIDLE_MAX_UNITS) return SIDLE_ERROR_LIMIT;
    return units_reserve(world, more < SIDLE_MAX_UNITS - room ? room + more : SIDLE_MAX_UNITS);
}

void units_free(sidle_world *world) {
    ranks_free(world);
    release(&world->alloc, world->events, world->event_room * sizeof *world->events);
    for (uint32_t k = 0; k < world->slots; k++) {
        const cold *c = &world->cold[k];
        route_free(&world->alloc, c->path);
        if (c->order == &NO_ORDER_STATE) continue;
        route_free(&world->alloc, c->order->patrol);
        release(&world->alloc, c->order, sizeof *c->order);
    }
    array list[ARRAYS];
    arrays_of(world, list);
    for (int k = 0; k < ARRAYS; k++)
        release(&world->alloc, *list[k].memory, bytes_for(&list[k], world->room));
}

sidle_result units_reserve_order_state(sidle_world *world, const unit *u) {
    if (unit_own_order_state(u)) return SIDLE_OK;
    order_state *made = allocate(&world->alloc, sizeof *made);
    if (!made) return SIDLE_ERROR_MEMORY;
    *made = NO_ORDER_STATE;
    u->cold->order = made;
    return SIDLE_OK;
}

/* What lasts of a body, for a new unit. The rest is copied from the unit when bodies are sorted. */
static void unit_begin_body(const sidle_world *world, uint32_t k, uint32_t team) {
    const bodies *b = &world->bodies;
    body_predict(b, k, vec(0, 0));
    b->moved[k] = vec(0, 0);
    b->carry[k] = (fraction){0, 0};
    b->team[k] = team;
}

/* ---- restoring ---- */

static void take_counts(sidle_world *to, const sidle_world *from) {
    to->tick = from->tick;
    to->last_dt = from->last_dt;
    to->next_rank = from->next_rank;
    to->slots = from->slots;
    to->living = from->living;
    to->stowed = from->stowed;
}

/* The cold half of a slot without a path and an order state. */
static cold *begin_cold(const sidle_world *world, uint32_t slot) {
    world->cold[slot].order = (order_state *)&NO_ORDER_STATE;
    world->cold[slot].path = (route *)&NO_ROUTE;
    return &world->cold[slot];
}

void units_restore_begin(sidle_world *world, const sidle_world *head) {
    take_counts(world, head);
    for (uint32_t slot = 0; slot < world->slots; slot++) {
        world->by_slot[slot] = NO_INDEX;
        begin_cold(world, slot);
    }
}

unit *units_restore(sidle_world *world, uint32_t slot, uint32_t index) {
    assert(slot < world->slots && index < world->slots);
    world->units[index] =
        (unit){.slot = slot & ID_SLOT_BITS, .pace = 0, .cold = &world->cold[slot]};
    world->by_slot[slot] = index;
    unit_begin_body(world, index, 0);
    return &world->units[index];
}

void units_copy(sidle_world *to, const sidle_world *from) {
    assert(to->room == from->room && to->any_queues == from->any_queues);
    sidle_world source = *from;
    array list[ARRAYS], copies[ARRAYS];
    arrays_of(&source, list);
    arrays_of(to, copies);
    for (int k = 0; k < ARRAYS; k++)
        if (list[k].lasting && *list[k].memory)
            memcpy(*copies[k].memory, *list[k].memory, bytes_for(&list[k], from->room));
    take_counts(to, from);
    to->bodies.teams = from->bodies.teams;
    bodies_take_alliances(&to->bodies, &from->bodies);
    for (uint32_t slot = 0; slot < to->slots; slot++)
        to->units[to->by_slot[slot]].cold = begin_cold(to, slot);
    to->event_count = from->event_count;
    if (to->event_count) memcpy(to->events, from->events, to->event_count * sizeof *to->events);
}

/* ---- places ---- */

/* Swaps two units with their bodies. */
static void change_places(sidle_world *world, uint32_t a, uint32_t b) {
    if (a == b) return;
    unit_with_body of_a = unit_lift(world, a);
    unit_move(world, b, a);
    unit_put(world, b, &of_a);
}

/* Takes the slot that was freed last, or a new one, for which there is room. */
static unit *take_slot(sidle_world *world) {
    uint32_t at = world->living + world->stowed;
    assert(at < world->room);
    if (at == world->slots) {
        world->units[at].slot = at & ID_SLOT_BITS;
        world->by_slot[at] = at;
        world->units[at].cold = begin_cold(world, at);
        world->slots++;
    }
    uint32_t k = world->living++;
    if (world->stowed) { /* the first of them makes room */
        unit taken = world->units[at];
        unit_move(world, k, at);
        world->units[k] = taken;
        world->by_slot[taken.slot] = k;
    }
    return &world->units[k];
}

unit *units_stow(sidle_world *world, unit *u) {
    assert(!unit_is_stowed(world, u));
    uint32_t at = body_of(world, u);
    change_places(world, at, --world->living);
    world->stowed++;
    world->bodies.refit = true;
    grid_stray(world, at); /* the last unit stands there now */
    return &world->units[world->living];
}

unit *units_unstow(sidle_world *world, unit *u) {
    assert(unit_is_stowed(world, u));
    change_places(world, body_of(world, u), world->living);
    world->stowed--;
    world->bodies.refit = true;
    grid_stray(world, world->living);
    return &world->units[world->living++];
}

/* ---- creating and destroying ---- */

void sidle_unit_def_fill(sidle_unit_def *def, uint32_t layout) {
    if (!def) return;
    def->cookie = 0;
    if (layout != SIDLE_LAYOUT(sidle_unit_def)) return;
    *def = (sidle_unit_def){.cookie = UNIT_COOKIE, .heading = {1, 0}};
}

static sidle_result unit_def_refusal(const sidle_world *world, const sidle_unit_def *def) {
    if (def->cookie != UNIT_COOKIE) return SIDLE_ERROR_DEFINITION;
    if (!vec_finite(def->position) || !vec_finite(def->heading)) return SIDLE_ERROR_NOT_FINITE;
    if (vec_direction(def->heading, vec(0, 0)).x == 0 &&
        vec_direction(def->heading, vec(0, 0)).y == 0)
        return SIDLE_ERROR_ARGUMENT;
    const sidle_profile *p = profile_named(world, def->profile);
    if (!p) return SIDLE_ERROR_STALE;
    return disc_fits(world, p, def->position) ? SIDLE_OK : SIDLE_ERROR_NO_ROOM;
}

static void record_creation(const sidle_world *world, const sidle_unit_def *def, sidle_unit_id id) {
    RECORD(world, CALL_CREATE, def->profile.index, WORDS_OF_POINT(def->position),
           WORDS_OF_POINT(def->heading), def->team, def->rank, WORDS_OF_LONG(def->user),
           WORDS_OF_UNIT(id));
}

static void unit_fill(const sidle_world *world, unit *u, const sidle_unit_def *def, uint32_t rank) {
    cold *c = u->cold;
    *c = (cold){.path = c->path, .order = c->order};
    *u = (unit){.slot = u->slot,
                .pace = 0, /* named, as is .rest: tcc leaves a bit-field that is not as it was */
                .generation = u->generation + 1,
                .flags = UNIT_ALIVE | UNIT_CLEARS | UNIT_LOOK,
                .rank = rank,
                .speed_kind = SPEED_FULL,
                .rest = 0,
                .profile = (uint16_t)profile_index(def->profile),
                .position = def->position,
                .heading = vec_direction(def->heading, vec(1, 0)),
                .goal = def->position,
                .look_next = (uint32_t)world->tick,
                .path_point = def->position,
                .cold = c};
}

sidle_result sidle_unit_create(sidle_world *world, const sidle_unit_def *def, sidle_unit_id *id) {
    if (id) *id = (sidle_unit_id){0, 0};
    if (!world || !def || !id) return SIDLE_ERROR_ARGUMENT;
    sidle_result refused = unit_def_refusal(world, def);
    if (refused) return refused;
    uint32_t rank;
    bool full = world->living + world->stowed == world->room;
    sidle_result failed = full ? grow(world) : SIDLE_OK;
    if (!failed) failed = units_reserve_users(world, def->user);
    if (!failed) failed = ranks_take(world, def->rank, &rank);
    if (failed) return failed;
    unit *u = take_slot(world);
    unit_fill(world, u, def, rank);
    if (world->users) world->users[u->slot] = def->user;
    unit_begin_body(world, body_of(world, u), def->team);
    world->bodies.teams |= def->team != world->bodies.team[0];
    if (world->queue_entries) world->queue_entries[u->slot] = (queue_entry){.held = 0};
    ground_renew(world, u);
    world->bodies.refit = true;
    grid_stray(world, body_of(world, u));
    *id = id_of(u);
    record_creation(world, def, *id);
    return SIDLE_OK;
}

sidle_result sidle_unit_destroy(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named_anywhere(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!unit_is_stowed(world, u)) u = units_stow(world, u);
    u->flags = 0;
    u->events = 0;
    u->waits_for = 0;
    ranks_give(world, u->rank);
    route_clear(u->cold->path);
    change_places(world, body_of(world, u), world->living + --world->stowed);
    RECORD(world, CALL_DESTROY, WORDS_OF_UNIT(id));
    return SIDLE_OK;
}

/* ---- reading ---- */

bool sidle_unit_valid(const sidle_world *world, sidle_unit_id id) {
    return unit_named_anywhere(world, id) != NULL;
}

uint32_t sidle_unit_count(const sidle_world *world) {
    return world ? world->living + world->stowed : 0;
}

sidle_unit_id sidle_unit_next(const sidle_world *world, sidle_unit_id after) {
    if (!world) return (sidle_unit_id){0, 0};
    for (uint32_t k = after.slot; k < world->slots; k++)
        if (unit_of_slot(world, k)->flags & UNIT_ALIVE) return id_of(unit_of_slot(world, k));
    return (sidle_unit_id){0, 0};
}
