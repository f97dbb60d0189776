/* Who waits for whom. Each waiting unit stores the unit that it waits for, so the waiting units
 * form chains and circles. In a chain only the head has to replan or push through: the others would
 * do it in vain behind it. A circle has no head (two columns in a doorway, each before the other),
 * so the unit that wins ties is chosen, by a fixed rule, and the others go on waiting.
 *
 * Nobody waits for a unit that drives by itself, aside or back to its place: that one neither asks
 * for a path nor pushes. An enemy that is as solid as a wall would wait for it for ever, and press
 * on it, so that it never gets back. */
#include "orders/waits_for.h"

#include "orders/queue.h"
#include "world/shown.h"

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

/* It heads its chain, or acts first in its circle. A second walk at half the speed meets the first
 * one in a circle that the unit only leads into. */
bool waits_at_head(const sidle_world *world, const unit *u) {
    uint32_t at = u->slot, behind = at;
    for (bool both = false;; both = !both) {
        uint32_t next = shown_waits_for(shown_of_slot(world, at));
        if (!next) return at == u->slot;
        at = next - 1;
        if (at == u->slot) return true;
        if (acts_first(world, shown_of_slot(world, at), u)) return false;
        if (both) behind = shown_waits_for(shown_of_slot(world, behind)) - 1;
        if (at == behind) return false;
    }
}
