/* Units that wait for each other form chains and circles. In a chain only its head has to do
 * something about the escalation; in a circle it is the unit that wins ties. */
#include "planner/waits_for.h"

#include "orders/queue.h"

/* How many units that wait for each other one follows up. */
enum { CHAIN_SEEN = 32 };

uint32_t decide_waits_for(const sidle_world *world, const unit *u) {
    if (!u->queue_state && !unit_waits(u)) return 0;
    uint32_t head = u->queue_state ? queue_head(world, u) : 0;
    if (head) return head;
    bool queues = u->flags & UNIT_UNDER_WAY && unit_waits(u);
    return queues && u->cold->look.blocker_stance == STANCE_UNDER_WAY ? u->cold->look.blocker.slot
                                                                      : 0;
}

bool heads_jam(const sidle_world *world, const unit *u) {
    uint32_t at = u->slot;
    bool first = true;
    for (int k = 0; k < CHAIN_SEEN; k++) {
        uint32_t next = unit_of_slot(world, at)->waits_for;
        if (!next) return at == u->slot;
        at = next - 1;
        if (at == u->slot) return first;
        if (unit_before(unit_of_slot(world, at), u)) first = false;
    }
    return false;
}
