/* A jam before a door becomes a line. Who is held up by a unit that goes the same way, and that
 * stands in line or is held up itself, stands still where it is. It is a unit's turn when nobody
 * about here that waits is nearer to where they go. Then it looks where it wants to go, and drives
 * when nothing is in the way, or nobody that it would do more than brush: it has left the line.
 * Else it waits on.
 *
 * As those that wait do not move, the order stays what it was when they came, and nobody overtakes;
 * and as one after the other sets out, each when its way is free, there is no crush. Two whose next
 * waypoints differ yield to the one that is nearer to both, so that no two wait for each other. Who
 * is held up by one that waits farther behind, or beside it, lets that one go first. A line whose
 * head does not change for the profile's patience is none: the unit leaves it, and for a while it
 * does not queue. A crowd that gathers at its goal does not queue either.
 *
 * All that is read of others is as the tick began. */
#include "line.h"

#include "nearby.h"

/* Cosine of the angle up to which two ways from one place are the same. */
static const float SAME_WAY = 0.5f;

/* Radii of air to the one ahead: who has more drives on before it begins a line. */
static const float CLOSE = 1.4f;

/* Passability below which one that drives is not in the way: they will only brush. */
static const float MINGLES = 0.04f;

/* Share of top speed below which a unit that goes is held up. */
static const float SLOW = 0.25f;

/* s of free way after which a unit has left its line. */
static const float OUT = 1;

/* s, for which a unit does not queue after a line that did not move. */
static const float GIVEN_UP = 3;

/* Radii, from one that waits to one that would go by. */
static const float PASSING = 6.0f;

/* Views, within which it matters who is nearer. */
static const float ABOUT = 3;

void line_give_up(unit *u, float time) {
    line_leave(u);
    u->mind->held = -time;
}

void line_done(unit *u) {
    line_leave(u);
    u->mind->has_queued = false;
}

static bool is_nearer(sidle_vec2 to, const body *a, const body *b) {
    float near = vec_distance(to, a->position), far = vec_distance(to, b->position);
    return near < far || (near == far && body_before(a, b));
}

/* From where the other is, does its way go where mine goes, and does it lead on to about the same
 * side? Two that come through a door from both sides have the same waypoint in between. */
static bool goes_my_way(const sidle_world *world, const body *self, const body *other) {
    sidle_vec2 on = vec_sub(unit_of_slot(world, self->slot)->goal, self->position);
    sidle_vec2 its_on = vec_sub(unit_of_slot(world, other->slot)->goal, other->position);
    if (vec_dot(on, its_on) <= 0) return false;
    if (vec_distance(self->waypoint, other->waypoint) <= self->radius) return true;
    sidle_vec2 mine = vec_sub(self->waypoint, other->position);
    sidle_vec2 its = vec_sub(other->waypoint, other->position);
    return vec_dot(mine, its) > SAME_WAY * vec_length(mine) * vec_length(its);
}

/* The unit in the way, if it goes the same way; else NULL. */
static const body *same_way_blocker(const sidle_world *world, const body *self, const unit *u) {
    const sight *s = &u->mind->seen;
    if (!s->blocker.slot || s->blocker_stance != STANCE_UNDER_WAY) return NULL;
    const body *blocker = body_of_slot(world, s->blocker.slot - 1);
    return goes_my_way(world, self, blocker) ? blocker : NULL;
}

static void take_place(unit *u) {
    u->turn = TURN_WAITS;
    u->mind->has_queued = true;
    u->mind->head = 0;
    u->mind->held = 0;
}

static bool queues(const sidle_profile *p, const unit *u) {
    bool has_path = u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_PATROL;
    return p->queue && has_path && u->mind->held >= 0;
}

static bool waits_in_line(const body *b) {
    return b->turn == TURN_WAITS || b->turn == TURN_TRIES;
}

bool line_join(const sidle_world *world, const body *self, unit *u, bool waits) {
    const sidle_profile *p = profile_of(world, u);
    if (!queues(p, u)) return false;
    const body *blocker = same_way_blocker(world, self, u);
    if (!blocker) return false;
    if (unit_on_last_leg(u) && share_goal(world, u, unit_of_slot(world, blocker->slot)))
        return false;
    float air = vec_distance(self->position, blocker->position) - self->radius - blocker->radius;
    if (!waits_in_line(blocker) && (!waits || air > CLOSE * self->radius)) return false;
    take_place(u);
    return true;
}

void line_pass_time(unit *u, float dt) {
    bool waits = u->turn == TURN_WAITS || u->turn == TURN_TRIES;
    u->mind->held = waits ? u->mind->held + dt : min_float(u->mind->held + dt, 0);
}

void line_leave(unit *u) {
    u->turn = TURN_NONE;
}

/* It waits, or its turn has not brought it far. */
static bool is_before_door(const sidle_world *world, const body *other) {
    float pace = profile_of(world, unit_of_slot(world, other->slot))->top_speed;
    bool held_up = vec_length(other->announced) < SLOW * pace;
    return other->turn == TURN_WAITS || (other->turn == TURN_GOES && held_up);
}

static bool yields_to(const sidle_world *world, const body *self, const body *other) {
    if (other->slot == self->slot || other->layer != self->layer) return false;
    if (!is_before_door(world, other) || !goes_my_way(world, self, other)) return false;
    return is_nearer(self->waypoint, other, self) && is_nearer(other->waypoint, other, self);
}

/* Slot of the one, at most so far away, that has to go before all others that go before this unit;
 * 0: it is its turn. */
static uint32_t head_of_line(const sidle_world *world, const body *self, float about) {
    const crowd *c = &world->crowd;
    const body *head = NULL;
    window w = nearby_window(c, self->position, about);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = nearby_first(c, w, y); k < nearby_end(c, w, y); k++) {
            const body *o = &c->bodies[k];
            if (vec_distance(o->position, self->position) > about) continue;
            if (!yields_to(world, self, o)) continue;
            if (!head || is_nearer(self->waypoint, o, head)) head = o;
        }
    return head ? head->slot + 1 : 0;
}

bool line_meets(const sidle_world *world, const body *self, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    if (u->turn || u->mind->has_queued || !queues(p, u) || unit_on_last_leg(u)) return false;
    if (!head_of_line(world, self, PASSING * self->radius)) return false;
    take_place(u);
    return true;
}

bool line_waits(const sidle_world *world, const body *self, unit *u) {
    if (!profile_of(world, u)->queue) line_leave(u);
    if (u->turn == TURN_GOES && u->mind->jam.calm >= OUT) line_leave(u);
    if (u->turn == TURN_NONE || u->turn == TURN_GOES) return false;
    float way = 2 * vec_distance(self->position, self->waypoint);
    uint32_t head =
        head_of_line(world, self, min_float(way, ABOUT * profile_of(world, u)->view_distance));
    if (head != u->mind->head) u->mind->held = 0;
    u->mind->head = head;
    if (u->mind->held > profile_of(world, u)->patience) {
        line_give_up(u, GIVEN_UP);
        return false;
    }
    return !self->turn || u->mind->head;
}

bool line_holds(const sidle_world *world, const body *self, unit *u) {
    if (u->turn == TURN_NONE || u->turn == TURN_GOES) return false;
    const body *blocker = u->mind->seen.hit ? same_way_blocker(world, self, u) : NULL;
    if (u->mind->seen.hit && !blocker) {
        line_leave(u); /* what is in the way does not queue */
        return false;
    }
    bool brushes = (float)u->mind->seen.hit_value < MINGLES * (float)SIDLE_VALUE_UNIT;
    bool waits_too = blocker && blocker->turn == TURN_WAITS;
    if (waits_too)
        u->turn = TURN_TRIES;
    else if (!blocker || (brushes && blocker->turn != TURN_TRIES))
        u->turn = TURN_GOES;
    else
        u->turn = TURN_WAITS;
    if (u->turn == TURN_GOES) u->mind->jam.calm = 0;
    return u->turn != TURN_GOES;
}
