/* Who waits for whom. Each waiting unit stores the unit that it waits for, so the waiting units
 * form chains and circles. In a chain only the head has to replan or push through: the others would
 * do it in vain behind it. A circle has no head (two columns in a doorway, each before the other),
 * so the unit that wins ties is chosen, by a fixed rule, and the others go on waiting. */
#include "planner/waits_for.h"

#include "orders/queue.h"
#include "world/shown.h"

/* Links: a chain is followed so far. The bound is for the cost of a look; 16 and 64 give the same
 * on door200, door_two_way100 and the fixtures. A unit farther from the head than this does not
 * act, which is right in a chain; a circle longer than this has no head, and dissolves only by the
 * slow clock of the units that wait (SLOW_CLOCK in progress.c). */
enum { CHAIN_FOLLOWED = 32 };

uint32_t waits_for_unit(const sidle_world *world, const unit *u) {
    if ((!u->queue_state && !unit_waits(u)) || unit_is_stunned(u)) return 0;
    uint32_t head = u->queue_state ? queue_head(world, u) : 0;
    if (head) return head;
    bool waits = unit_is_under_way(u) && unit_waits(u);
    const look_result *s = &u->cold->look;
    return waits && s->blocker_stance == STANCE_UNDER_WAY ? s->blocker.slot : 0;
}

/* Of two in one circle: does the unit act, and u wait on? */
static bool acts_first(const sidle_world *world, const shown *other, const unit *u) {
    uint32_t k = shown_body(world, other), own = body_of(world, u);
    if (has_way_over(world, k, own)) return true;
    return !has_way_over(world, own, k) && unit_before(other, shown_of(u));
}

bool waits_at_head(const sidle_world *world, const unit *u) {
    uint32_t at = u->slot;
    bool wins_ties = true;
    for (int k = 0; k < CHAIN_FOLLOWED; k++) {
        uint32_t next = shown_waits_for(shown_of_slot(world, at));
        if (!next) return at == u->slot;
        at = next - 1;
        if (at == u->slot) return wins_ties;
        if (acts_first(world, shown_of_slot(world, at), u)) wins_ties = false;
    }
    return false;
}
