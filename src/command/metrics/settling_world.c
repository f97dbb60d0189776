/* What a world tells of its units: states and events. */
#include "observer.h"
#include "settling_state.h"

#include <math.h>
#include <stb_ds.h>

static settling_duty duty_of(sidle_order order) {
    switch (order) {
    case SIDLE_ORDER_GO:
    case SIDLE_ORDER_FLEE:
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_APPROACH_POINT:
    case SIDLE_ORDER_PURSUE: return SETTLING_ENDS;
    case SIDLE_ORDER_FOLLOW: return SETTLING_FOLLOW;
    case SIDLE_ORDER_PATROL:
    case SIDLE_ORDER_EVADE:
    case SIDLE_ORDER_WANDER: return SETTLING_ENDLESS;
    default: return SETTLING_IDLE;
    }
}

/* An order to which a unit turns its front at rest. */
static bool attacks(sidle_order order) {
    return order == SIDLE_ORDER_APPROACH || order == SIDLE_ORDER_APPROACH_POINT ||
           order == SIDLE_ORDER_PURSUE;
}

/* Did the unit get an order since the last tick? An order about a point is over once it is told as
 * done, so a second one of the same kind follows none. */
static bool is_new(const settled_unit *u, const sidle_unit_state *state) {
    if (state->order == SIDLE_ORDER_NONE) return false;
    return state->order != u->order || u->was_over || state->target.slot != u->target.slot ||
           state->target.generation != u->target.generation;
}

/* Does the unit still brake, or drive to a place of its own? A unit that stopped inside others
 * does. */
static bool goes_to_place(const sidle_unit_state *s) {
    if (s->velocity.x != 0 || s->velocity.y != 0) return true;
    return hypotf(s->place.x - s->position.x, s->place.y - s->position.y) >
           SETTLING_NOISE * s->radius;
}

/* Of a unit on the map. */
static settling_sample sample_of(settling *s, const sidle_world *world, settled_unit *u,
                                 const sidle_unit_state *state) {
    sidle_profile profile;
    bool kept = observer_is_kept(state);
    settling_sample now = {.position = state->position,
                           .heading = state->heading,
                           .radius = state->radius,
                           .target = -1,
                           .new_order = u->renewed || is_new(u, state) || (u->kept && !kept),
                           .under_way = (state->under_way && !kept) || goes_to_place(state),
                           .idle = state->order == SIDLE_ORDER_NONE ||
                                   (attacks(state->order) && !state->under_way),
                           .in_range = attacks(state->order) && !state->under_way &&
                                       state->arrival == SIDLE_ARRIVAL_IN_RANGE,
                           .ghost = state->ghost,
                           .word = u->stopped ? SETTLING_OVER : SETTLING_NOTHING};
    if (kept) now.word = SETTLING_DONE; /* whether it is right to rest is for observer.h */
    u->kept = kept;
    if (!sidle_profile_get(world, state->profile, &profile)) now.layer = profile.layer;
    if (state->order != SIDLE_ORDER_NONE) u->order = state->order;
    u->was_over = state->order == SIDLE_ORDER_NONE;
    u->target = state->target;
    now.duty = duty_of(u->order);
    if (attacks(u->order))
        now.front =
            (sidle_vec2){state->goal.x - state->position.x, state->goal.y - state->position.y};
    if (state->target.slot && state->target.slot < arrlenu(s->unit_of))
        now.target = (int64_t)s->unit_of[state->target.slot] - 1;
    u->stopped = u->renewed = false;
    return now;
}

/* unit_of: the index of each unit by its slot. */
static void find_units(settling *s, const sidle_unit_id *ids) {
    for (size_t k = 0; k < arrlenu(s->unit_of); k++) s->unit_of[k] = 0;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        while (arrlenu(s->unit_of) <= ids[k].slot) arrput(s->unit_of, 0);
        if (ids[k].slot) s->unit_of[ids[k].slot] = (uint32_t)k + 1;
    }
}

/* A unit that comes into its range, or catches its target, may go on to the place where it rests:
 * only its arrival is its last word. */
static settling_word word_of(const sidle_event *e) {
    switch (e->type) {
    case SIDLE_EVENT_ARRIVED: return SETTLING_DONE;
    case SIDLE_EVENT_TARGET_LOST: return SETTLING_OVER;
    default: return SETTLING_NOTHING;
    }
}

static void read_events(const settling *s, const sidle_world *world, const sidle_unit_id *ids,
                        settling_sample *samples) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(world, &count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t slot = events[k].unit.slot;
        uint32_t unit = slot < arrlenu(s->unit_of) ? s->unit_of[slot] : 0;
        if (!unit || ids[unit - 1].generation != events[k].unit.generation) continue;
        settling_sample *now = &samples[unit - 1];
        settling_word word = word_of(&events[k]);
        if (word > now->word) now->word = word;
        /* An order that was done within one step was never seen in the state. */
        if (word == SETTLING_DONE && now->duty == SETTLING_IDLE) now->duty = SETTLING_ENDS;
    }
}

void settling_read(settling *s, const sidle_world *world, const sidle_unit_id *ids,
                   settling_sample *samples) {
    find_units(s, ids);
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        sidle_unit_state state;
        bool absent = sidle_unit_get(world, ids[k], &state) != SIDLE_OK || state.stowed;
        if (absent) s->units[k].order = SIDLE_ORDER_NONE;
        samples[k] = absent ? (settling_sample){.absent = true, .target = -1}
                            : sample_of(s, world, &s->units[k], &state);
    }
    read_events(s, world, ids, samples);
}
