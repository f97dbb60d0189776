/* Reads the states of the units as they are now. */
#include "waiting.h"

#include "observer.h"

#include <stb_ds.h>

static bool has_range(const sidle_unit_state *s) {
    return s->order == SIDLE_ORDER_APPROACH || s->order == SIDLE_ORDER_APPROACH_POINT ||
           s->order == SIDLE_ORDER_PURSUE;
}

/* Had it such an order, about a point? That one is over once the unit is in range. */
static bool came_in_range(const sidle_unit_state *s) {
    return s->order == SIDLE_ORDER_NONE && s->arrived && s->arrival == SIDLE_ARRIVAL_IN_RANGE;
}

/* Does its order end at rest, so that the observer can say whether it should? */
static bool may_be_given_up(const sidle_unit_state *s) {
    return has_range(s) || s->order == SIDLE_ORDER_GO;
}

static void judge(const sidle_world *world, const sidle_unit_id *ids, const scene *s,
                  const size_t *waits, outcome *o) {
    size_t judged, *given_up = observer_given_up(world, ids, s, waits, &judged);
    o->judged = (double)judged;
    o->given_up = (double)arrlenu(given_up);
    for (size_t k = 0; k < arrlenu(given_up); k++) unclean_add(&o->given_up_units, given_up[k]);
    if (o->given_up > 0) o->clean = 0;
    arrfree(given_up);
}

void waiting_sum(const sidle_world *world, const sidle_unit_id *ids, const scene *s, outcome *o) {
    size_t *waits = NULL;
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        sidle_unit_state state;
        if (sidle_unit_get(world, ids[k], &state) || state.stowed) continue;
        bool ranged = has_range(&state) || came_in_range(&state);
        o->ranged += ranged;
        o->in_range += ranged && !state.under_way;
        if (!state.under_way || !state.stuck) continue;
        o->waits[state.condition]++;
        if (may_be_given_up(&state)) arrput(waits, k);
    }
    judge(world, ids, s, waits, o);
    arrfree(waits);
}
