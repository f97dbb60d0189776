/* Queueing: a crowd before a narrow place stands in a queue instead of pressing on, unless its
 * profile says otherwise. A unit stops where it is when a unit that goes the same way is in its
 * way, and that one queues or is held up too. Its turn comes when no waiting unit before it is
 * nearer to the waypoint that both go to. Then it looks where it wants to go. When nobody who waits
 * is in the way, it drives behind those that have set out before it (planner/headway.c); else it
 * waits on.
 *
 * Hardly any unit overtakes. Units that wait do not move, so each line keeps the order in which its
 * units came; lines that meet at one door may mix (by up to six places in the tests). As the units
 * set out one behind the other there is no crush.
 *
 * No two wait for each other. When the waypoints of two units differ, a unit yields only to one
 * that is nearer to both. A unit held up by one that waits farther behind or beside it lets that
 * one go first.
 *
 * No queue is for ever. When the head of its queue does not change for the profile's patience, a
 * unit leaves the queue and does not queue for a while. A crowd that gathers at its goal does not
 * queue, and nobody queues behind a unit on its place: it will never make room for the next one.
 *
 * The queue state of other units is read as it was when the tick began, so the order in which units
 * decide does not matter. The tests of the queue before a door in test_lines.c hold all of this:
 * sixty units, a door as wide as two and a half of them. */
#include "orders/queue.h"

#include "base/lanes.h"
#include "base/measures.h"
#include "orders/requests.h"
#include "world/patience.h"
#include "world/shown.h"
#include "world/spatial_grid.h"
#include "world/terrain.h"

#include <assert.h>

/* Own radii, from this unit's rim to that of the one ahead: a unit with a wider gap drives on
 * before it begins a queue. Above it queues begin far from the door and never close up; below it
 * units press against the one ahead. Made with the first queues, see maps/room.map: it takes 31 s
 * at .7 instead of 28 s. door_two_way100 turns at 1.14 rad/s at .7 and at 1.19 at 2.8, instead of
 * .98. */
static const float CLOSE_GAP = 1.4f;

/* The queue entry of the unit. A world has entries, one by slot, from its first profile that queues
 * on. */
static queue_entry *queue_entry_of(const sidle_world *world, const unit *u) {
    assert(world->queue_entries && u->slot < world->slots);
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

/* The queue state as it was when the tick began. */
static enum queue_state queue_state_at_start(const sidle_world *world, const shown *s) {
    return body_queue_state(&world->bodies, shown_body(world, s));
}

/* Is unit a nearer to the point than unit b? Of two at the same distance, the one that wins ties.
 */
static bool is_nearer(sidle_vec2 to, const shown *a, const shown *b) {
    float near = vec_distance(to, shown_position(a)), far = vec_distance(to, shown_position(b));
    return near < far || (near == far && unit_before(a, b));
}

/* Does the other unit go the same way? Its goal must be on about the same side as this unit's: two
 * units that come through a door from both sides have the same waypoint in between. It must not
 * head against this unit's way: in a winding street the goals of two that meet may be on one side.
 * And, seen from the other unit, both waypoints must be in one direction. */
static bool goes_same_way(const sidle_world *world, const unit *u, const shown *other) {
    sidle_vec2 to_goal = vec_sub(u->goal, u->position);
    sidle_vec2 its_position = shown_position(other);
    sidle_vec2 its_to_goal = vec_sub(shown_goal(other), its_position);
    sidle_vec2 next = shown_next_point(world, shown_of(u));
    sidle_vec2 its_next = shown_next_point(world, other);
    sidle_vec2 way = vec_direction(vec_sub(next, u->position), vec(0, 0));
    if (vec_dot(to_goal, its_to_goal) <= 0) return false;
    if (vec_dot(way, shown_heading(other)) < -COS_AHEAD) return false;
    if (vec_distance(next, its_next) <= profile_of(world, u)->radius) return true;
    sidle_vec2 to = vec_sub(next, its_position), its = vec_sub(its_next, its_position);
    return vec_dot(to, its) > COS_AHEAD * vec_length(to) * vec_length(its);
}

/* The unit ahead that the last look hit, if it goes the same way under an order of the host; else
 * NULL. A unit that steps aside or returns counts as standing: it may itself wait for this unit to
 * pass. */
static const shown *same_way_blocker(const sidle_world *world, const unit *u) {
    const look_result *look = &u->cold->look;
    if (!look->blocker.slot || look->blocker_stance != STANCE_UNDER_WAY) return NULL;
    const shown *blocker = shown_of_slot(world, look->blocker.slot - 1);
    if (has_way_over(world, body_of(world, u), shown_body(world, blocker))) return NULL;
    return goes_same_way(world, u, blocker) ? blocker : NULL;
}

static void enter_queue(const sidle_world *world, unit *u) {
    u->queue_state = QUEUE_WAITS;
    u->flags |= UNIT_QUEUED;
    queue_entry_of(world, u)->head = 0;
    queue_entry_of(world, u)->held = 0;
}

/* Is the unit's next point a narrow place, with a wall NEARBY? In the open there is a way round,
 * and with queues there, too, circle 100 takes 15 % longer. */
bool queue_is_for_waypoint(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    return terrain_clearance(&world->terrain, p->passable, unit_waypoint(u)) < NEARBY * p->radius;
}

/* May the unit stand in a queue at all? */
static bool may_queue(const sidle_world *world, const unit *u) {
    const sidle_profile *p = profile_of(world, u);
    return p->queue && unit_has_trait(u, TRAIT_GOES_BY_PATH) && !unit_on_last_leg(u) &&
           queue_entry_of(world, u)->held >= 0 && queue_is_for_waypoint(world, u);
}

static bool is_waiting(enum queue_state state) {
    return state == QUEUE_WAITS || state == QUEUE_TRIES;
}

bool queue_join(const sidle_world *world, unit *u, bool begins) {
    if (!may_queue(world, u)) return false;
    const shown *blocker = same_way_blocker(world, u);
    if (!blocker) return false;
    float radius = profile_of(world, u)->radius, its_radius = shown_profile(world, blocker)->radius;
    float gap = vec_distance(u->position, shown_position(blocker)) - radius - its_radius;
    if (!is_waiting(queue_state_at_start(world, blocker)) && (!begins || gap > CLOSE_GAP * radius))
        return false;
    enter_queue(world, u);
    return true;
}

void queue_pass_time(const sidle_world *world, const unit *u, float dt) {
    if (!world->queue_entries) return;
    float *held = &queue_entry_of(world, u)->held;
    *held = is_waiting((enum queue_state)u->queue_state) ? *held + dt : min_float(*held + dt, 0);
}

void queue_leave(unit *u) {
    u->queue_state = QUEUE_NONE;
}

/* Does the unit of the body wait, or has its turn not brought it through the door yet? */
static bool is_before_door(const sidle_world *world, uint32_t other) {
    const bodies *c = &world->bodies;
    if (body_queue_state(c, other) == QUEUE_WAITS) return true;
    if (body_queue_state(c, other) != QUEUE_GOES) return false;
    float top_speed = shown_top_speed(world, shown_at(world, other));
    return vec_length(body_predicted(c, other)) < HELD_UP_SPEED * top_speed;
}

/* Has the unit of body k to go before this unit? */
static bool yields_to(const sidle_world *world, const unit *u, uint32_t k) {
    const shown *other = shown_at(world, k);
    if (other == shown_of(u) || !on_one_layer(&world->bodies, body_of(world, u), k)) return false;
    if (!is_before_door(world, k) || !goes_same_way(world, u, other)) return false;
    sidle_vec2 to = vec_sub(shown_position(other), u->position);
    sidle_vec2 way = vec_sub(shown_next_point(world, shown_of(u)), u->position);
    if (vec_dot(to, way) < COS_AHEAD * vec_length(to) * vec_length(way)) return false;
    if (has_way_over(world, k, body_of(world, u))) return true;
    if (has_way_over(world, body_of(world, u), k)) return false;
    return is_nearer(shown_next_point(world, shown_of(u)), other, shown_of(u)) &&
           is_nearer(shown_next_point(world, other), other, shown_of(u));
}

/* Filter: which of the four bodies from k on, a bit each, may be within the distance (u) and in
 * line with the way (u) of the unit? It keeps all for which yields_to() may be true, and a few
 * more. For one body, with p from the unit to the body:
 *
 *     kept = |p|^2 <= distance^2 && p . way >= 0 && (p . way)^2 >= (COS_AHEAD * |p| * |way|)^2
 */
static uint32_t those_in_line(const bodies *c, sidle_vec2 from, sidle_vec2 way, float distance,
                              uint32_t k) {
    float cosine2 = COS_AHEAD * COS_AHEAD * vec_dot(way, way) / ROUNDING_MARGIN;
    lanes x = lanes_sub(lanes_load(c->x + k), lanes_all(from.x));
    lanes y = lanes_sub(lanes_load(c->y + k), lanes_all(from.y));
    lanes p2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
    lanes along = lanes_add(lanes_mul(x, lanes_all(way.x)), lanes_mul(y, lanes_all(way.y)));
    lanes_mask near = lanes_at_most(p2, lanes_all(distance * distance * ROUNDING_MARGIN));
    lanes_mask ahead = lanes_at_most(lanes_all(0), along);
    lanes_mask in_line = lanes_at_most(lanes_mul(p2, lanes_all(cosine2)), lanes_mul(along, along));
    return lanes_bits(lanes_both(near, lanes_both(ahead, in_line)));
}

/* Filter: which of the four bodies from k on, a bit each, may be as far from the point as `done`
 * and no farther than `reach` (u)? */
static uint32_t those_in_ring(const bodies *c, sidle_vec2 point, float done, float reach,
                              uint32_t k) {
    lanes x = lanes_sub(lanes_load(c->x + k), lanes_all(point.x));
    lanes y = lanes_sub(lanes_load(c->y + k), lanes_all(point.y));
    lanes p2 = lanes_add(lanes_mul(x, x), lanes_mul(y, y));
    lanes_mask within = lanes_at_most(p2, lanes_all(reach * reach * ROUNDING_MARGIN));
    return lanes_bits(lanes_but(within, lanes_less(p2, lanes_all(done * done))));
}

/* The search of one unit for the head of its queue. */
typedef struct head_search {
    const sidle_world *world;
    const unit *u;
    sidle_vec2 point;  /* u, the path point of the unit */
    float distance;    /* u, how far from the unit it searches */
    const shown *head; /* found so far, or NULL */
    float nearest;     /* u, no unit farther from the point is asked */
} head_search;

static void try_as_head(head_search *s, uint32_t k) {
    const shown *other = shown_at(s->world, k);
    if (vec_distance(shown_position(other), s->u->position) > s->distance) return;
    if (s->head && !is_nearer(s->point, other, s->head)) return;
    if (!yields_to(s->world, s->u, k)) return;
    s->head = other;
    s->nearest = vec_distance(s->point, shown_position(other));
}

/* Asks the units that are as far from the point as `done`, and no farther than `reach` (u). */
static void search_ring(head_search *s, float done, float reach) {
    const bodies *c = &s->world->bodies;
    sidle_vec2 from = s->u->position, way = vec_sub(s->point, from);
    window w = window_common(grid_window(c, from, s->distance), grid_window(c, s->point, reach));
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t k = grid_run_first(c, w, y), end = grid_run_end(c, w, y); k < end;
             k += LANES) {
            uint32_t bits = those_in_ring(c, s->point, done, min_float(reach, s->nearest), k);
            bits &= lanes_in_use(end - k);
            if (bits) bits &= those_in_line(c, from, way, s->distance, k);
            for (; bits; bits &= bits - 1) try_as_head(s, k + lowest_bit(bits));
        }
}

/* Slot, from 1 on, of the first unit within the distance (u) among those that have to go before
 * this unit; 0 when there are none. The last head is asked first; then those about the point, twice
 * as far out each time, up to the nearest one found. */
static uint32_t find_head(const sidle_world *world, const unit *u, float distance) {
    uint32_t head = queue_head(world, u);
    sidle_vec2 point = shown_next_point(world, shown_of(u));
    head_search s = {world, u, point, distance, NULL, vec_distance(point, u->position)};
    if (world->any_priority) s.nearest += distance;
    uint32_t last = head ? world->by_slot[head - 1] : world->living;
    if (last < world->living) try_as_head(&s, last);
    float done = 0, reach = NEARBY * profile_of(world, u)->radius;
    do {
        search_ring(&s, done, min_float(reach, s.nearest));
        done = reach, reach *= 2;
    } while (done < s.nearest);
    return s.head ? shown_slot(s.head) + 1 : 0;
}

bool queue_join_passed(const sidle_world *world, unit *u) {
    if (u->queue_state || u->flags & UNIT_QUEUED || !may_queue(world, u) || unit_on_last_leg(u))
        return false;
    if (!find_head(world, u, NEARBY * profile_of(world, u)->radius)) return false;
    enter_queue(world, u);
    return true;
}

bool queue_waits_before_look(const sidle_world *world, unit *u) {
    const sidle_profile *p = profile_of(world, u);
    if (!p->queue) queue_leave(u);
    bool free = u->cold->escalation.unblocked >= moment_of(p);
    if (u->queue_state == QUEUE_GOES && free) queue_leave(u);
    if (u->queue_state == QUEUE_NONE || u->queue_state == QUEUE_GOES) return false;
    queue_entry *entry = queue_entry_of(world, u);
    float within = 2 * vec_distance(u->position, shown_next_point(world, shown_of(u)));
    uint32_t head = find_head(world, u, within);
    request_after_other(world, u, p, entry->head);
    if (head != entry->head) entry->held = 0;
    entry->head = head;
    if (entry->held > patience_of(p)) {
        queue_give_up(world, u, patience_of(p));
        return false;
    }
    return !queue_state_at_start(world, shown_of(u)) || entry->head;
}

bool queue_waits_after_look(const sidle_world *world, unit *u) {
    if (u->queue_state == QUEUE_NONE || u->queue_state == QUEUE_GOES) return false;
    const shown *blocker = u->cold->look.hit ? same_way_blocker(world, u) : NULL;
    if (u->cold->look.hit && !blocker) {
        queue_leave(u); /* what is in the way is no unit of this queue */
        return false;
    }
    enum queue_state its_state = blocker ? queue_state_at_start(world, blocker) : QUEUE_NONE;
    if (its_state == QUEUE_WAITS)
        u->queue_state = QUEUE_TRIES;
    else
        u->queue_state = its_state == QUEUE_TRIES ? QUEUE_WAITS : QUEUE_GOES;
    if (u->queue_state == QUEUE_GOES) u->cold->escalation.unblocked = 0;
    return u->queue_state != QUEUE_GOES;
}
