/* Storage and ids of units. A slot is taken from a free list; its generation grows each time, so an
 * id of a unit that is gone never names another. All arrays that hold one entry a unit grow
 * together, when units are created and at no other time. */
#include "units.h"
#include "decide.h"
#include "lanes.h"
#include "memory.h"
#include "parts.h"
#include "vec.h"
#include "way.h"

enum { UNIT_COOKIE = 0x51d1e002, FIRST_ROOM = 64 };

/* ---- storage ---- */

/* The arrays, so that growing and giving back cannot forget one. */
typedef struct array {
    void **memory;
    size_t size;  /* of an element */
    bool lasting; /* its content survives growth */
    size_t units; /* that share an element */
} array;

enum { ARRAYS = 17 };

static void arrays_of(sidle_world *w, array list[ARRAYS]) {
    list[0] = (array){(void **)&w->units, sizeof *w->units, true, 1};
    list[1] = (array){(void **)&w->crowd.bodies, sizeof *w->crowd.bodies, false, 1};
    list[2] = (array){(void **)&w->motions, sizeof *w->motions, false, 1};
    list[3] = (array){(void **)&w->events, sizeof *w->events, true, 1};
    list[4] = (array){(void **)&w->crowded, sizeof *w->crowded, false, 1};
    list[5] = (array){(void **)&w->crowd.by_slot, sizeof *w->crowd.by_slot, false, 1};
    list[6] = (array){(void **)&w->stamps, sizeof *w->stamps, false, 1};
    list[7] = (array){(void **)&w->contacts, CONTACTS_A_UNIT * sizeof *w->contacts, false, 1};
    list[8] = (array){(void **)&w->ahead, sizeof *w->ahead, false, 1};
    list[9] = (array){(void **)&w->crowd.x, sizeof *w->crowd.x, false, 1};
    list[11] = (array){(void **)&w->crowd.y, sizeof *w->crowd.y, false, 1};
    list[12] = (array){(void **)&w->crowd.vx, sizeof *w->crowd.vx, false, 1};
    list[13] = (array){(void **)&w->crowd.vy, sizeof *w->crowd.vy, false, 1};
    list[14] = (array){(void **)&w->crowd.radius, sizeof *w->crowd.radius, false, 1};
    list[10] = (array){(void **)&w->crowd.still, sizeof *w->crowd.still, false, 1};
    list[15] = (array){(void **)&w->shoves, sizeof *w->shoves, false, 1};
    list[16] = (array){(void **)&w->throngs, sizeof *w->throngs, false, ITEMS_A_PART};
}

/* Groups of lanes may read beyond the last entry. */
static size_t bytes_for(const array *a, size_t room) {
    return (room / a->units + LANES) * a->size;
}

sidle_result units_reserve(sidle_world *world, uint32_t units) {
    size_t old = world->room, room = units;
    if (room <= old) return SIDLE_OK;
    array list[ARRAYS];
    void *grown[ARRAYS] = {NULL};
    arrays_of(world, list);
    for (int k = 0; k < ARRAYS; k++) {
        grown[k] = memory_get(&world->alloc, bytes_for(&list[k], room));
        if (grown[k]) continue;
        while (k-- > 0) memory_give(&world->alloc, grown[k], bytes_for(&list[k], room));
        return SIDLE_ERROR_MEMORY;
    }
    for (int k = 0; k < ARRAYS; k++) {
        if (list[k].lasting && old) memcpy(grown[k], *list[k].memory, old * list[k].size);
        memory_give(&world->alloc, *list[k].memory, bytes_for(&list[k], old));
        *list[k].memory = grown[k];
    }
    memset(world->units + old, 0, (room - old) * sizeof *world->units);
    world->room = (uint32_t)room;
    return SIDLE_OK;
}

static sidle_result grow(sidle_world *world) {
    uint32_t room = world->room, more = room < 2 * FIRST_ROOM ? FIRST_ROOM : room / 2;
    if (room >= SIDLE_MAX_UNITS) return SIDLE_ERROR_LIMIT;
    return units_reserve(world, more < SIDLE_MAX_UNITS - room ? room + more : SIDLE_MAX_UNITS);
}

void units_free(sidle_world *world) {
    for (uint32_t k = 0; k < world->slots; k++) {
        route_free(&world->alloc, &world->units[k].path);
        route_free(&world->alloc, &world->units[k].rounds);
    }
    array list[ARRAYS];
    arrays_of(world, list);
    for (int k = 0; k < ARRAYS; k++)
        memory_give(&world->alloc, *list[k].memory, bytes_for(&list[k], world->room));
}

/* A free slot, 0 when the arrays must grow first. A free unit keeps the next free slot in
 * path.next. */
static uint32_t take_slot(sidle_world *world) {
    uint32_t slot = world->free_slot;
    if (slot)
        world->free_slot = world->units[slot - 1].path.next;
    else if (world->slots < world->room)
        slot = ++world->slots;
    return slot;
}

/* ---- life ---- */

sidle_unit_def sidle_unit_def_default(void) {
    return (sidle_unit_def){.cookie = UNIT_COOKIE, .heading = {1, 0}};
}

static sidle_result refusal(const sidle_world *world, const sidle_unit_def *def) {
    if (def->cookie != UNIT_COOKIE) return SIDLE_ERROR_DEFINITION;
    if (!vec_finite(def->position) || !vec_finite(def->heading)) return SIDLE_ERROR_NOT_FINITE;
    if (vec_direction(def->heading, vec(0, 0)).x == 0 &&
        vec_direction(def->heading, vec(0, 0)).y == 0)
        return SIDLE_ERROR_ARGUMENT;
    if (def->profile.index >= world->profile_count) return SIDLE_ERROR_STALE;
    const sidle_profile *p = &world->profiles[def->profile.index];
    return terrain_fits(&world->terrain, p->passable, def->position, p->radius)
               ? SIDLE_OK
               : SIDLE_ERROR_NO_ROOM;
}

sidle_result sidle_unit_create(sidle_world *world, const sidle_unit_def *def, sidle_unit_id *id) {
    if (id) *id = (sidle_unit_id){0, 0};
    if (!world || !def || !id) return SIDLE_ERROR_ARGUMENT;
    sidle_result refused = refusal(world, def);
    if (refused) return refused;
    if (!world->free_slot && world->slots == world->room) {
        sidle_result failed = grow(world);
        if (failed) return failed;
    }
    uint32_t slot = take_slot(world);
    unit *u = &world->units[slot - 1];
    *u = (unit){.generation = u->generation + 1,
                .flags = UNIT_ALIVE,
                .rank = def->rank ? def->rank : ++world->next_rank,
                .team = def->team,
                .user = def->user,
                .profile = def->profile.index,
                .position = def->position,
                .heading = vec_direction(def->heading, vec(1, 0)),
                .goal = def->position,
                .heads_for = def->position,
                .path = {u->path.points, 0, u->path.room, 0},
                .rounds = {u->rounds.points, 0, u->rounds.room, 0}};
    world->living++;
    world->crowd.refit = world->crowd.stale = true;
    *id = id_at(world, slot - 1);
    return SIDLE_OK;
}

sidle_result sidle_unit_destroy(sidle_world *world, sidle_unit_id id) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    u->flags = u->waits_for = 0;
    u->events = u->passed = 0;
    u->path.next = world->free_slot;
    world->free_slot = id.slot;
    world->living--;
    world->crowd.refit = world->crowd.stale = true;
    return SIDLE_OK;
}

/* ---- reading ---- */

bool sidle_unit_valid(const sidle_world *world, sidle_unit_id id) {
    return unit_named(world, id) != NULL;
}

uint32_t sidle_unit_count(const sidle_world *world) {
    return world ? world->living : 0;
}

sidle_unit_id sidle_unit_next(const sidle_world *world, sidle_unit_id after) {
    if (!world) return (sidle_unit_id){0, 0};
    for (uint32_t k = after.slot; k < world->slots; k++)
        if (world->units[k].flags & UNIT_ALIVE) return id_at(world, k);
    return (sidle_unit_id){0, 0};
}

sidle_result sidle_unit_get(const sidle_world *world, sidle_unit_id id, sidle_unit_state *state) {
    if (!state) return SIDLE_ERROR_ARGUMENT;
    const unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    bool under_way = u->flags & UNIT_UNDER_WAY;
    *state = (sidle_unit_state){
        .profile = {u->profile},
        .team = u->team,
        .rank = u->rank,
        .user = u->user,
        .radius = profile_of(world, u)->radius,
        .position = u->position,
        .velocity = u->velocity,
        .announced = u->announced,
        .heading = u->heading,
        .waypoint = under_way ? unit_waypoint(u) : u->position,
        .order = (sidle_order)u->order,
        .target = u->target,
        .goal = u->goal,
        .waypoints = under_way ? u->path.count - u->path.next : 0,
        .path_left = under_way ? way_left(u) : 0,
        .under_way = under_way,
        .arrived = u->flags & UNIT_ARRIVED,
        .decision = (sidle_decision)u->decision,
    };
    return SIDLE_OK;
}

sidle_result sidle_unit_place(sidle_world *world, sidle_unit_id id, sidle_vec2 position) {
    unit *u = unit_named(world, id);
    if (!u) return SIDLE_ERROR_STALE;
    if (!vec_finite(position)) return SIDLE_ERROR_NOT_FINITE;
    const sidle_profile *p = profile_of(world, u);
    if (!terrain_fits(&world->terrain, p->passable, position, p->radius))
        return SIDLE_ERROR_NO_ROOM;
    u->position = position;
    u->velocity = u->announced = u->moved = vec(0, 0);
    way_placed(world, u);
    world->crowd.stale = true;
    return SIDLE_OK;
}
