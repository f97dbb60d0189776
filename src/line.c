/* A jam before a door becomes a line. Who is held up by a unit that goes the same way, and that
 * stands in line or is held up itself, stands still where it is. It is a unit's turn when nobody
 * about here that waits is nearer to where they go. Then it looks where it wants to go, and drives
 * when nothing is in the way: it has left the line. Else it waits on.
 *
 * As those that wait do not move, the order stays what it was when they came, and nobody overtakes;
 * and as only one after the other sets out, each when it will meet nobody, there is no crush. Two
 * whose next waypoints differ yield to the one that is nearer to both, so that no two wait for each
 * other. Who is held up by one that waits farther behind, or beside it, lets that one go first.
 *
 * All that is read of others is as the tick began. */
#include "line.h"

#include "nearby.h"

/* Cosine of the angle up to which two ways from one place are the same. */
static const float SAME_WAY = 0.5f;

/* Radii of air to the one ahead: who has more drives on before it begins a line. */
static const float CLOSE = 1.4f;

/* Passability below which one that drives is not in the way: they will only brush. */
static const float MINGLES = 0.12f;

/* Views, within which it matters who is nearer. */
static const float ABOUT = 3;

static bool is_nearer(sidle_vec2 to, const body *a, const body *b) {
    float near = vec_distance(to, a->position), far = vec_distance(to, b->position);
    return near < far || (near == far && body_before(a, b));
}

/* From where the other is, does its way go where mine goes, and does it lead on to about the same
 * side? Two that come through a door from both sides have the same waypoint in between. */
static bool goes_my_way(const sidle_world *world, const body *self, const body *other) {
    sidle_vec2 on = vec_sub(world->units[self->slot].goal, self->position);
    sidle_vec2 its_on = vec_sub(world->units[other->slot].goal, other->position);
    if (vec_dot(on, its_on) <= 0) return false;
    if (vec_distance(self->waypoint, other->waypoint) <= self->radius) return true;
    sidle_vec2 mine = vec_sub(self->waypoint, other->position);
    sidle_vec2 its = vec_sub(other->waypoint, other->position);
    return vec_dot(mine, its) > SAME_WAY * vec_length(mine) * vec_length(its);
}

/* The unit in the way, if it goes the same way; else NULL. */
static const body *same_way_blocker(const sidle_world *world, const body *self, const unit *u) {
    const sight *s = &u->seen;
    if (!s->blocker.slot || s->blocker_stance != STANCE_UNDER_WAY) return NULL;
    const body *blocker = &world->crowd.bodies[world->crowd.by_slot[s->blocker.slot - 1]];
    return goes_my_way(world, self, blocker) ? blocker : NULL;
}

bool line_join(const sidle_world *world, const body *self, unit *u, bool waits) {
    const sidle_profile *p = profile_of(world, u);
    bool has_path = u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_PATROL;
    if (!p->queue || !has_path) return false;
    const body *blocker = same_way_blocker(world, self, u);
    if (!blocker) return false;
    float air = vec_distance(self->position, blocker->position) - self->radius - blocker->radius;
    if (!blocker->in_line && (!waits || air > CLOSE * self->radius)) return false;
    u->flags |= UNIT_IN_LINE;
    u->turn = false;
    u->head = 0;
    return true;
}

void line_leave(unit *u) {
    u->flags &= ~(uint32_t)UNIT_IN_LINE;
}

static bool yields_to(const sidle_world *world, const body *self, const body *other) {
    if (other->slot == self->slot || other->layer != self->layer) return false;
    if (!other->in_line || other->turn || !goes_my_way(world, self, other)) return false;
    return is_nearer(self->waypoint, other, self) && is_nearer(other->waypoint, other, self);
}

/* Slot of the one that has to go before all others that go before this unit; 0: it is its turn. */
static uint32_t head_of_line(const sidle_world *world, const body *self, const unit *u) {
    const crowd *c = &world->crowd;
    const body *head = NULL;
    float about = min_float(2 * vec_distance(self->position, self->waypoint),
                            ABOUT * profile_of(world, u)->view_distance);
    window w = nearby_window(c, self->position, about);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = nearby_first(c, w, y); k < nearby_end(c, w, y); k++) {
            const body *o = &c->bodies[k];
            if (!yields_to(world, self, o)) continue;
            if (!head || is_nearer(self->waypoint, o, head)) head = o;
        }
    return head ? head->slot + 1 : 0;
}

bool line_waits(const sidle_world *world, const body *self, unit *u) {
    if (!profile_of(world, u)->queue) line_leave(u);
    if (!(u->flags & UNIT_IN_LINE)) return false;
    u->head = head_of_line(world, self, u);
    u->turn = self->in_line && !u->head;
    return !u->turn;
}

bool line_holds(const sidle_world *world, const body *self, unit *u) {
    if (!(u->flags & UNIT_IN_LINE)) return false;
    const body *blocker = u->seen.hit ? same_way_blocker(world, self, u) : NULL;
    if (!blocker) {
        line_leave(u); /* the way is free, or what is in the way does not queue */
        return false;
    }
    if (!blocker->in_line && (float)u->seen.hit_value < MINGLES * (float)SIDLE_VALUE_UNIT) {
        line_leave(u);
        return false;
    }
    u->turn = blocker->in_line && !blocker->turn;
    return true;
}
