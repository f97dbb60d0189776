/* A escalation before a door becomes a line. Who is held up by a unit that goes the same way, and
 * that stands in line or is held up itself, stands still where it is. It is a unit's turn when
 * nobody about here that waits is nearer to where they go. Then it looks where it wants to go, and
 * drives when nothing is in the way, or nobody that it would do more than brush: it has left the
 * line. Else it waits on.
 *
 * As those that wait do not move, the order stays what it was when they came, and nobody overtakes;
 * and as one after the other sets out, each when its way is free, there is no crush. Two whose next
 * waypoints differ yield to the one that is nearer to both, so that no two wait for each other. Who
 * is held up by one that waits farther behind, or beside it, lets that one go first. A line whose
 * head does not change for the profile's patience is none: the unit leaves it, and for a while it
 * does not queue. A bodies that gathers at its goal does not queue either.
 *
 * All that is read of others is as the tick began. */
#include "orders/queue.h"

#include "world/spatial_grid.h"

/* Cosine of the angle up to which two ways from one place are the same. */
static const float GOES_ALONG = 0.5f;

/* Radii of air to the one ahead: who has more drives on before it begins a line. */
static const float CLOSE = 1.4f;

/* Passability below which one that drives is not in the way: they will only brush. */
static const float MINGLES = 0.04f;

/* Share of top speed below which a unit that goes is held up. */
static const float CRAWLS = 0.25f;

/* s of free way after which a unit has left its line. */
static const float OUT = 1;

/* s, for which a unit does not queue after a line that did not move. */
static const float GIVEN_UP = 3;

/* Radii, from one that waits to one that would go by. */
static const float PASSING = 6.0f;

/* Views, within which it matters who is nearer. */
static const float ABOUT = 3;

/* Of who queues there is one. */
static queue_entry *queue_entry_of(const sidle_world *world, const unit *u) {
    return &world->queue_entries[u->slot];
}

void queue_give_up(const sidle_world *world, unit *u, float time) {
    queue_leave(u);
    if (world->queue_entries) queue_entry_of(world, u)->held = -time;
}

void queue_done(unit *u) {
    queue_leave(u);
    unit_unmark(u, UNIT_QUEUED);
}

uint32_t queue_head(const sidle_world *world, const unit *u) {
    return queue_entry_of(world, u)->head;
}

/* As the tick began. */
static enum queue_state queue_state_then(const sidle_world *world, const unit *u) {
    return body_queue_state(&world->bodies, body_of(world, u));
}

static bool is_nearer(sidle_vec2 to, const unit *a, const unit *b) {
    float near = vec_distance(to, a->position), far = vec_distance(to, b->position);
    return near < far || (near == far && unit_before(a, b));
}

/* From where the other is, does its way go where mine goes, and does it lead on to about the same
 * side? Two that come through a door from both sides have the same waypoint in between. */
static bool goes_my_way(const sidle_world *world, const unit *u, const unit *other) {
    sidle_vec2 on = vec_sub(u->goal, u->position), its_on = vec_sub(other->goal, other->position);
    sidle_vec2 next = queue_entry_of(world, u)->waypoint,
               its_next = queue_entry_of(world, other)->waypoint;
    if (vec_dot(on, its_on) <= 0) return false;
    if (vec_distance(next, its_next) <= profile_of(world, u)->radius) return true;
    sidle_vec2 mine = vec_sub(next, other->position), its = vec_sub(its_next, other->position);
    return vec_dot(mine, its) > GOES_ALONG * vec_length(mine) * vec_length(its);
}

/* The unit in the way, if it goes the same way; else NULL. */
static const unit *same_way_blocker(const sidle_world *world, const unit *u) {
    const look_result *s = &u->cold->look;
    if (!s->blocker.slot || s->blocker_stance != STANCE_UNDER_WAY) return NULL;
    const unit *blocker = unit_of_slot(world, s->blocker.slot - 1);
    return goes_my_way(world, u, blocker) ? blocker : NULL;
}

static void take_place(const sidle_world *world, unit *u) {
    u->queue_state = QUEUE_WAITS;
    u->flags |= UNIT_QUEUED;
    queue_entry_of(world, u)->head = 0;
    queue_entry_of(world, u)->held = 0;
}

static bool queues(const sidle_world *world, const unit *u) {
    bool has_path = u->order == SIDLE_ORDER_GO || u->order == SIDLE_ORDER_PATROL;
    return profile_of(world, u)->queue && has_path && queue_entry_of(world, u)->held >= 0;
}

static bool waits(enum queue_state turn) {
    return turn == QUEUE_WAITS || turn == QUEUE_TRIES;
}

bool queue_join(const sidle_world *world, unit *u, bool begins) {
    if (!queues(world, u)) return false;
    const unit *blocker = same_way_blocker(world, u);
    if (!blocker) return false;
    if (unit_on_last_leg(u) && share_goal(world, u, blocker)) return false;
    float radius = profile_of(world, u)->radius, its_radius = profile_of(world, blocker)->radius;
    float air = vec_distance(u->position, blocker->position) - radius - its_radius;
    if (!waits(queue_state_then(world, blocker)) && (!begins || air > CLOSE * radius)) return false;
    take_place(world, u);
    return true;
}

void queue_pass_time(const sidle_world *world, const unit *u, float dt) {
    if (!world->queue_entries) return;
    float *held = &queue_entry_of(world, u)->held;
    *held = waits((enum queue_state)u->queue_state) ? *held + dt : min_float(*held + dt, 0);
}

void queue_leave(unit *u) {
    u->queue_state = QUEUE_NONE;
}

/* It waits, or its turn has not brought it far. */
static bool is_before_door(const sidle_world *world, uint32_t other) {
    const bodies *c = &world->bodies;
    if (body_queue_state(c, other) == QUEUE_WAITS) return true;
    if (body_queue_state(c, other) != QUEUE_GOES) return false;
    float pace = profile_of(world, unit_at(world, other))->top_speed;
    return vec_length(body_predicted(c, other)) < CRAWLS * pace;
}

static bool yields_to(const sidle_world *world, const unit *u, uint32_t k) {
    const unit *other = unit_at(world, k);
    if (other == u || !on_one_layer(&world->bodies, body_of(world, u), k)) return false;
    if (!is_before_door(world, k) || !goes_my_way(world, u, other)) return false;
    return is_nearer(queue_entry_of(world, u)->waypoint, other, u) &&
           is_nearer(queue_entry_of(world, other)->waypoint, other, u);
}

/* Slot of the one, at most so far away, that has to go before all others that go before this unit;
 * 0: it is its turn. */
static uint32_t head_of_queue(const sidle_world *world, const unit *u, float about) {
    const bodies *c = &world->bodies;
    const unit *head = NULL;
    window w = grid_window(c, u->position, about);
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = grid_row_first(c, w, y); k < grid_row_end(c, w, y); k++) {
            if (vec_distance(body_place(c, k), u->position) > about) continue;
            if (!yields_to(world, u, k)) continue;
            const unit *other = unit_at(world, k);
            if (!head || is_nearer(queue_entry_of(world, u)->waypoint, other, head)) head = other;
        }
    return head ? head->slot + 1 : 0;
}

bool queue_meets(const sidle_world *world, unit *u) {
    if (u->queue_state || u->flags & UNIT_QUEUED || !queues(world, u) || unit_on_last_leg(u))
        return false;
    if (!head_of_queue(world, u, PASSING * profile_of(world, u)->radius)) return false;
    take_place(world, u);
    return true;
}

bool queue_waits(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    if (!p->queue) queue_leave(u);
    if (u->queue_state == QUEUE_GOES && u->cold->escalation.calm >= OUT) queue_leave(u);
    if (u->queue_state == QUEUE_NONE || u->queue_state == QUEUE_GOES) return false;
    queue_entry *line = queue_entry_of(world, u);
    float way = 2 * vec_distance(u->position, line->waypoint);
    uint32_t head = head_of_queue(world, u, min_float(way, ABOUT * p->view_distance));
    if (head != line->head) line->held = 0;
    line->head = head;
    if (line->held > p->patience) {
        queue_give_up(world, u, GIVEN_UP);
        return false;
    }
    return !queue_state_then(world, u) || line->head;
}

bool queue_holds(const sidle_world *world, unit *u) {
    if (u->queue_state == QUEUE_NONE || u->queue_state == QUEUE_GOES) return false;
    const unit *blocker = u->cold->look.hit ? same_way_blocker(world, u) : NULL;
    if (u->cold->look.hit && !blocker) {
        queue_leave(u); /* what is in the way does not queue */
        return false;
    }
    bool brushes = (float)u->cold->look.hit_value < MINGLES * (float)SIDLE_VALUE_UNIT;
    enum queue_state its = blocker ? queue_state_then(world, blocker) : QUEUE_NONE;
    if (its == QUEUE_WAITS)
        u->queue_state = QUEUE_TRIES;
    else if (!blocker || (brushes && its != QUEUE_TRIES))
        u->queue_state = QUEUE_GOES;
    else
        u->queue_state = QUEUE_WAITS;
    if (u->queue_state == QUEUE_GOES) u->cold->escalation.calm = 0;
    return u->queue_state != QUEUE_GOES;
}
