/* With the check that no phase writes what units show each other: src/world/shown.h. */
#ifndef SIDLE_CHECKED
#define SIDLE_CHECKED
#endif
#include "sidle.c"

#include "internals.h"

/* ---- contacts ---- */

const sidle_phase inside_contacts_begin = SIDLE_PHASE_CONTACT,
                  inside_contacts_end = SIDLE_PHASE_END;

uint32_t inside_body_count(const sidle_world *world) {
    return world->living;
}

contact_body inside_body(const sidle_world *world, uint32_t k) {
    static const enum contact_mode MODES[] = {CONTACT_SOLID, CONTACT_SQUEEZES, CONTACT_PUSHES};
    const unit *u = unit_at(world, k);
    const motion *m = &world->motions[k];
    const sidle_profile *p = profile_of(world, u);
    return (contact_body){.place = u->position,
                          .position = m->position,
                          .last = world->bodies.moved[k],
                          .course = m->course,
                          .id = id_of(u),
                          .hunted = m->hunts ? unit_target(u) : (sidle_unit_id){0, 0},
                          .rank = u->rank,
                          .team = world->bodies.team[k],
                          .layer = p->layer,
                          .stance = m->stance ? CONTACT_STANDS : CONTACT_UNDER_WAY,
                          .rested = body_stance(&world->bodies, k) != STANCE_UNDER_WAY,
                          .lands = u->aim == AIM_PLACE,
                          .aside = u->aside,
                          .mode = MODES[m->pass_mode],
                          .radius = p->radius,
                          .top_speed = unit_top_speed(p, u),
                          .range = world->motions[k].range,
                          .walled = !m->open || 0.5f * world->terrain.cell <
                                                    unit_top_speed(p, u) * world->last_dt,
                          .threshold = p->tuning.threshold,
                          .passes_left = m->passes_left,
                          .push_enemies = p->push_enemies};
}

bool inside_share_goal(const sidle_world *world, uint32_t a, uint32_t b) {
    return share_goal(world, shown_at(world, a), shown_at(world, b));
}

sidle_vec2 inside_slide(const sidle_world *world, uint32_t k, sidle_vec2 step, bool *touched) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    return terrain_slide(&world->terrain, p->passable, u->position, step, p->radius, touched);
}

/* ---- giving way ---- */

/* What its last look says of it. */
static void describe_look(const sidle_world *world, const unit *u, way_unit *w) {
    const look_result *s = &u->cold->look;
    w->look_origin = u->cold->look_origin;
    w->look_direction = s->direction;
    w->look_point = look_point_chosen(u, profile_of(world, u));
    w->reach = (double)s->reach;
    w->value = s->value;
    w->hit = s->hit;
    w->asks = s->asks;
    w->drives = s->drives;
    w->sees_standing = s->blocker_stance == STANCE_STANDING;
    w->blocker = s->blocker.slot ? (int)world->by_slot[s->blocker.slot - 1] : -1;
    bool now = u->flags & UNIT_LOOKED && u->cold->look_tick == (uint32_t)world->tick;
    bool decided = u->elapsed == 0 && u->flags & UNIT_UNDER_WAY && !unit_is_stunned(u);
    w->lets_move = decided && unit_is_aside(u) && !unit_drives_back(u);
    w->looks = now && !w->lets_move;
    w->held = !s->hit && u->cold->escalation.no_way && path_is_held(world, u);
}

/* What others see of it. */
static void describe_body(const sidle_world *world, uint32_t k, way_unit *w) {
    const bodies *c = &world->bodies;
    w->moved = c->moved[k];
    w->team = c->team[k];
    w->under_way = body_stance(c, k) == STANCE_UNDER_WAY;
    w->clears = body_clears(c, k);
    w->ghost = c->filter_bits[k] & FILTER_GHOST;
    w->marked = world->asked[k];
}

way_unit inside_way_unit(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    way_unit w = {.position = u->position,
                  .path_point = u->path_point,
                  .place = u->cold->place,
                  .waypoint = unit_waypoint(u),
                  .radius = (double)p->radius,
                  .arrival_radius = (double)p->tuning.arrival_radius,
                  .patience = (double)p->patience,
                  .view = (double)p->view_distance,
                  .look_interval = (double)p->tuning.look_interval,
                  .top_speed = (double)unit_top_speed(p, u),
                  .graze = (double)p->tuning.graze,
                  .threshold = (double)p->tuning.threshold,
                  .backoff_left = (double)u->cold->escalation.backoff_left,
                  .stalled = (double)u->cold->progress.stalled,
                  .brake = u->brake,
                  .rank = u->rank,
                  .layer = p->layer,
                  .give_way = p->give_way,
                  .drives_now = u->flags & UNIT_UNDER_WAY,
                  .comes_clear = u->flags & UNIT_CLEARS,
                  .gives_way = unit_has_trait(u, TRAIT_GIVES_WAY),
                  .by_itself = unit_is_by_itself(u),
                  .aside = unit_is_aside(u),
                  .claims = u->flags & UNIT_CLAIMS,
                  .drives_back = unit_drives_back(u),
                  .to_place = u->aim >= AIM_PLACE,
                  .on_last_leg = unit_on_last_leg(u)};
    describe_look(world, u, &w);
    describe_body(world, k, &w);
    return w;
}

bool inside_line_fits(const sidle_world *world, uint32_t k, sidle_vec2 to) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    return terrain_line_fits(&world->terrain, p->passable, u->position, to, p->radius);
}

/* ---- looks ---- */

const sidle_phase inside_look_end = SIDLE_PHASE_MOVE;

static void describe_driver(const sidle_world *world, const unit *u, inside_look *l) {
    const sidle_profile *p = profile_of(world, u);
    l->radius = (double)p->radius;
    l->pace = (double)unit_pace(p, u);
    l->top_speed = (double)unit_top_speed(p, u);
    l->headway = (double)p->headway;
    l->look_interval = (double)p->tuning.look_interval;
    l->patience = (double)p->patience;
    l->acceleration = (double)p->acceleration;
    l->backoff_max = (double)p->tuning.replan_backoff_max;
    l->look_cell = (double)p->tuning.look_cell;
    l->layer = p->layer;
    l->priority = p->priority;
    l->goal_moves = path_goal_moves(u);
    l->left = (double)path_left_of(u);
    l->hunts = unit_has_trait(u, TRAIT_HUNTS);
    l->has_target = unit_has_target(u);
    l->target = unit_target(u);
    l->by_path = unit_has_trait(u, TRAIT_GOES_BY_PATH);
    l->by_itself = unit_is_by_itself(u);
}

inside_look inside_look_of(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    const bodies *c = &world->bodies;
    bool this_tick = u->cold->look_tick == (uint32_t)world->tick;
    inside_look l = {.id = id_of(u),
                     .position = u->position,
                     .heading = u->heading,
                     .predicted = body_predicted(c, k),
                     .drive_target = u->drive_target,
                     .elapsed = (double)u->elapsed,
                     .nearest = (double)u->cold->progress.nearest,
                     .stalled = (double)u->cold->progress.stalled,
                     .brake = (double)u->brake,
                     .rank = u->rank,
                     .team = c->team[k],
                     .look_next = u->look_next,
                     .hit = u->cold->look.hit,
                     .waits_for = u->waits_for,
                     .told = u->events,
                     .decision = (sidle_decision)u->decision,
                     .under_way = u->flags & UNIT_UNDER_WAY,
                     .clears = u->flags & UNIT_CLEARS,
                     .seeks = u->flags & UNIT_SEEKS,
                     .ghost = u->ghost,
                     .rests = body_stance(c, k) != STANCE_UNDER_WAY,
                     .wants_look = u->flags & UNIT_LOOK,
                     .looked = u->flags & UNIT_LOOKED && this_tick,
                     .has_look = u->flags & UNIT_LOOKED,
                     .in_queue = u->queue_state != QUEUE_NONE,
                     .waits_turn = u->queue_state == QUEUE_WAITS || u->queue_state == QUEUE_TRIES,
                     .climbs = u->cold->escalation.active,
                     .new_path = u->flags & UNIT_NEW_PATH,
                     .rolls = u->velocity.x != 0 || u->velocity.y != 0,
                     .comes_clear = body_clears(c, k),
                     .claims = u->flags & UNIT_CLAIMS};
    describe_driver(world, u, &l);
    return l;
}

/* ---- orders that move their goal ---- */

const sidle_phase inside_target_begin = SIDLE_PHASE_TARGET;

static int index_of(const sidle_world *world, sidle_unit_id id) {
    const shown *s = shown_named(world, id);
    return s ? (int)shown_body(world, s) : -1;
}

inside_aim inside_aim_of(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    const order_state *o = u->cold->order;
    const sidle_profile *p = profile_of(world, u);
    bool this_tick = u->cold->look_tick == (uint32_t)world->tick && u->flags & UNIT_LOOKED;
    return (inside_aim){.position = u->position,
                        .velocity = u->velocity,
                        .heading = u->heading,
                        .predicted = body_predicted(&world->bodies, k),
                        .goal = u->goal,
                        .goal_then = o->goal_then,
                        .centre = o->centre,
                        .point = o->steer_target.point,
                        .steer_velocity = o->steer_target.velocity,
                        .range = o->range,
                        .halt = (double)o->steer_target.halt,
                        .clock = o->clock,
                        .radius = (double)p->radius,
                        .top_speed = (double)unit_top_speed(p, u),
                        .acceleration = (double)p->acceleration,
                        .stalled = (double)u->cold->progress.stalled,
                        .profile = *p,
                        .rank = u->rank,
                        .order = u->order == ORDER_PURSUE_WITHIN ? SIDLE_ORDER_PURSUE
                                 : u->order < SIDLE_ORDER_COUNT  ? (sidle_order)u->order
                                                                 : SIDLE_ORDER_NONE,
                        .told = u->events,
                        .target = index_of(world, unit_target(u)),
                        .under_way = u->flags & UNIT_UNDER_WAY,
                        .arrived = u->flags & UNIT_ARRIVED,
                        .touches = u->flags & UNIT_TOUCHES,
                        .claims = u->flags & UNIT_CLAIMS,
                        .clears = u->flags & UNIT_CLEARS,
                        .no_room = u->arrival == SIDLE_ARRIVAL_NO_ROOM,
                        .seeks = u->flags & UNIT_SEEKS,
                        .has_fled = u->order == ORDER_FLED,
                        .ranged = o->ranged,
                        .steers = u->aim == AIM_STEER_TARGET,
                        .looked = this_tick,
                        .wants_look = u->flags & UNIT_LOOK,
                        .rests = body_stance(&world->bodies, k) != STANCE_UNDER_WAY,
                        .leads = u->order == ORDER_PURSUE_WITHIN};
}

bool inside_sees_target(const sidle_world *world, uint32_t k, sidle_vec2 where) {
    return sees(world, unit_at(world, k), where);
}

bool inside_fits(const sidle_world *world, uint32_t k, sidle_vec2 where) {
    const sidle_profile *p = profile_of(world, unit_at(world, k));
    return terrain_fits(&world->terrain, p->passable, where, p->radius);
}

/* ---- places ---- */

inside_claim inside_claim_of(const sidle_world *world, uint32_t k) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    const bodies *c = &world->bodies;
    return (inside_claim){.position = u->position,
                          .stops = stopping_point(world, u),
                          .held_up = u->cold->progress.stalled / p->patience,
                          .place = u->cold->place,
                          .goal = u->goal,
                          .radius = p->radius,
                          .rank = u->rank,
                          .layer = p->layer,
                          .team = c->team[k],
                          .target = index_of(world, unit_target(u)),
                          .shares_goal = unit_has_trait(u, TRAIT_SHARES_PLACE),
                          .spares_enemies = !p->push_enemies,
                          .ghost = u->ghost,
                          .rests = body_stance(c, k) != STANCE_UNDER_WAY,
                          .clears = body_clears(c, k),
                          .claims = u->flags & UNIT_CLAIMS,
                          .under_way = u->flags & UNIT_UNDER_WAY,
                          .by_itself = unit_is_by_itself(u),
                          .aside = u->aside};
}

inside_way inside_way_to(const sidle_world *world, uint32_t k, sidle_vec2 to) {
    const unit *u = unit_at(world, k);
    return (inside_way){
        .inside_another = is_inside_another(world, u),
        .presses = presses_on_enemy(world, u, to),
        .straight = leads_straight_to(world, u, to),
        .clear = way_is_clear(world, u, u->position, to, field_reach(profile_of(world, u)), false),
        .held = way_is_clear(world, u, u->position, to, field_reach(profile_of(world, u)), true),
        .place_is_clear = places_are_clear(world, u, to)};
}

static place_want want_by(const sidle_world *world, uint32_t k, const place_wish *w) {
    return (place_want){.centre = w->centre,
                        .least = w->least,
                        .most = w->most,
                        .sight = w->sees ? unit_at(world, k)->cold->order->range.sight : 0,
                        .by_way = w->by_way,
                        .beside = w->beside,
                        .nearest = w->nearest,
                        .through = w->through,
                        .exact = w->exact,
                        .wide = w->wide,
                        .alone = w->alone};
}

place_wish inside_wish_of(const sidle_world *world, uint32_t k) {
    place_want w = want_of(world, unit_at(world, k));
    return (place_wish){.centre = w.centre,
                        .least = w.least,
                        .most = w.most,
                        .by_way = w.by_way,
                        .beside = w.beside,
                        .nearest = w.nearest,
                        .through = w.through,
                        .sees = w.sight,
                        .exact = w.exact,
                        .wide = w.wide};
}

inside_place inside_find_place(sidle_world *world, uint32_t k, const place_wish *wish) {
    const unit *u = unit_at(world, k);
    place_want want = want_by(world, k, wish);
    place_field f;
    found_place found;
    field_begin(&f, world, u, &want);
    take_places(&f);
    if (!field_find(&f, u, stopping_point(world, u), &found)) return (inside_place){.found = false};
    return (inside_place){true, found.place, found.corner, found.cost};
}

bool inside_disc_fits(const sidle_world *world, uint32_t k, sidle_vec2 at) {
    return terrain_inside(&world->terrain, at) && inside_fits(world, k, at);
}

bool inside_way_fits(const sidle_world *world, uint32_t k, sidle_vec2 from, sidle_vec2 to,
                     float share) {
    const sidle_profile *p = profile_of(world, unit_at(world, k));
    return terrain_line_fits(&world->terrain, p->passable, from, to, share * p->radius);
}

bool inside_sees_centre(const sidle_world *world, uint32_t k, sidle_vec2 at, sidle_vec2 centre) {
    uint32_t through = unit_at(world, k)->cold->order->range.sight;
    return !through || terrain_line_fits(&world->terrain, through, at, centre,
                                         SIGHT_RADIUS * world->terrain.cell);
}

/* ---- the ladder ---- */

static void set_ladder(sidle_world *world, unit *u, const inside_ladder *from) {
    cold *c = u->cold;
    c->escalation = (escalation){.step_left = from->step_left,
                                 .unblocked = from->unblocked,
                                 .backoff = from->backoff,
                                 .backoff_left = from->backoff_left,
                                 .rung = (uint8_t)from->rung,
                                 .step = (uint8_t)from->step,
                                 .active = from->active,
                                 .relies = from->relies};
    c->progress.stalled = from->stalled;
    c->look.blocker = from->blocker;
    c->look.blocker_stance = (from->blocker_stands ? STANCE_STANDING : STANCE_UNDER_WAY) & 3u;
    c->look.value = (uint8_t)from->value;
    u->asked = from->asked;
    u->events = 0;
    if (from->blocker.slot) world->queue_entries[from->blocker.slot - 1].asked = from->its_asked;
}

inside_ladder inside_escalate(sidle_world *world, sidle_unit_id id, const inside_ladder *from) {
    unit *u = unit_named(world, id);
    const escalation *e = &u->cold->escalation;
    set_ladder(world, u, from);
    escalate(world, u, profile_of(world, u));
    inside_ladder to = *from;
    to.step_left = e->step_left;
    to.unblocked = e->unblocked;
    to.backoff = e->backoff;
    to.backoff_left = e->backoff_left;
    to.rung = e->rung;
    to.step = (sidle_step)e->step;
    to.active = e->active;
    to.relies = e->relies;
    to.asked = u->asked;
    to.told = u->events;
    return to;
}

/* ---- the drive ---- */

static void seat(unit *u, const inside_driver *d) {
    u->position = d->position;
    u->heading = d->heading;
    u->velocity = d->velocity;
    u->drive_target = d->drive_target;
    u->brake = d->brake;
    u->decision = d->decision & 7u;
    unit_unmark(u, UNIT_UNDER_WAY | UNIT_LAST_LEG | UNIT_STEERS | UNIT_REVERSES);
    uint32_t flags = u->flags;
    if (d->under_way) flags |= UNIT_UNDER_WAY;
    if (d->last_leg) flags |= UNIT_LAST_LEG;
    if (d->steers) flags |= UNIT_STEERS;
    if (d->reverses) flags |= UNIT_REVERSES;
    u->flags = (uint16_t)flags;
    order_state *e = unit_own_order_state(u);
    if (!e) return;
    e->steer_target.velocity = d->steer_velocity;
    e->steer_target.halt = d->halt;
    e->area_radius = d->area_radius;
}

void inside_drive(sidle_world *world, const sidle_unit_id ids[INSIDE_DRIVEN],
                  inside_driver drivers[INSIDE_DRIVEN], float dt) {
    _Static_assert((int)INSIDE_DRIVEN == (int)LANES, "as many as the drive computes at a time");
    uint32_t list[LANES];
    sidle_vec2 heading[LANES], velocity[LANES];
    for (int n = 0; n < LANES; n++) {
        unit *u = unit_named(world, ids[n]);
        seat(u, &drivers[n]);
        list[n] = body_of(world, u);
    }
    group g;
    next_group(world, list, LANES, &g);
    driven d = drive(&g, dt);
    lanes2_to(&heading[0], &heading[1], &heading[2], &heading[3], d.heading);
    lanes2_to(&velocity[0], &velocity[1], &velocity[2], &velocity[3], d.velocity);
    for (int n = 0; n < LANES; n++) {
        drivers[n].heading = heading[n];
        drivers[n].velocity = velocity[n];
        drivers[n].reverses = lanes_bits(d.backwards) >> n & 1u;
    }
}

sidle_vec2 inside_push_apart(const sidle_world *world, uint32_t k, bool pushes, sidle_vec2 heading,
                             float range) {
    return push_apart(world, k, profile_of(world, unit_at(world, k)),
                      pushes ? PASS_PUSHES : PASS_SQUEEZES, heading, range);
}

/* ---- path following ---- */

inside_walk inside_walk_of(const sidle_world *world, sidle_unit_id id) {
    const unit *u = unit_named(world, id);
    const cold *c = u->cold;
    return (inside_walk){.position = u->position,
                         .velocity = u->velocity,
                         .moved = world->bodies.moved[body_of(world, u)],
                         .corner = c->corner,
                         .guide = u->path_point,
                         .next = c->path->next,
                         .passed = c->path->passed,
                         .told = u->events,
                         .under_way = u->flags & UNIT_UNDER_WAY,
                         .arrived = u->flags & UNIT_ARRIVED,
                         .clears = u->flags & UNIT_CLEARS,
                         .looks = u->flags & UNIT_LOOK};
}

inside_walk inside_advance(sidle_world *world, sidle_unit_id id, const inside_walk *at, float dt) {
    unit *u = unit_named(world, id);
    u->position = at->position;
    u->velocity = at->velocity;
    u->cold->corner = at->corner;
    world->bodies.moved[body_of(world, u)] = at->moved;
    u->events = 0;
    if (u->cold->path->room) u->cold->path->passed = 0;
    unit_unmark(u, UNIT_LOOK);
    path_advance(world, u, dt);
    grid_copy_body(world, body_of(world, u));
    return inside_walk_of(world, id);
}

float inside_clearance(const sidle_world *world, sidle_unit_id id, sidle_vec2 point) {
    return terrain_clearance(&world->terrain, profile_of(world, unit_named(world, id))->passable,
                             point);
}

float inside_room(const sidle_world *world, sidle_unit_id id, sidle_vec2 point) {
    return terrain_room(&world->terrain, profile_of(world, unit_named(world, id))->passable, point);
}

bool inside_sees(const sidle_world *world, sidle_unit_id id, sidle_vec2 from, sidle_vec2 to,
                 float share) {
    const sidle_profile *p = profile_of(world, unit_named(world, id));
    return terrain_line_fits(&world->terrain, p->passable, from, to, p->radius * share);
}

/* ---- what a world keeps ---- */

#define WHOLE(name, of)                                                                            \
    { name, (uint8_t *)(of), sizeof *(of) }

/* Routes without room are one constant that all share. */
static uint32_t add_route(inside_block *blocks, uint32_t count, const char *name, route *r) {
    if (!r->room) return count;
    blocks[count++] = (inside_block){name, (uint8_t *)&r->next, sizeof r->next};
    blocks[count++] = (inside_block){name, (uint8_t *)&r->passed, sizeof r->passed};
    /* The points are hashed by their sum; that it is theirs is one of the invariants. */
    blocks[count++] = (inside_block){name, (uint8_t *)&r->sum, sizeof r->sum};
    return count;
}

uint32_t inside_blocks_of_unit(sidle_world *world, sidle_unit_id id,
                               inside_block blocks[INSIDE_BLOCKS]) {
    unit *u = unit_named_anywhere(world, id);
    uint32_t k = body_of(world, u), count = 0;
    bodies *c = &world->bodies;
    order_state *e = unit_own_order_state(u);
    blocks[count++] = (inside_block)WHOLE(u->flags & UNIT_GUIDED ? "guided unit" : "unit", u);
    blocks[count++] = (inside_block)WHOLE("cold", u->cold);
    blocks[count++] = (inside_block)WHOLE("predicted velocity, x", &c->vx[k]);
    blocks[count++] = (inside_block)WHOLE("predicted velocity, y", &c->vy[k]);
    blocks[count++] = (inside_block)WHOLE("way of the last tick", &c->moved[k]);
    blocks[count++] = (inside_block)WHOLE("team", &c->team[k]);
    blocks[count++] = (inside_block)WHOLE("carry", &c->carry[k]);
    if (world->queue_entries)
        blocks[count++] = (inside_block)WHOLE("queue_entry", &world->queue_entries[u->slot]);
    if (e) blocks[count++] = (inside_block)WHOLE("order_state", e);
    if (e) count = add_route(blocks, count, "patrol", e->patrol);
    count = add_route(blocks, count, "path", u->cold->path);
    return count;
}

uint32_t inside_blocks_of_world(sidle_world *world, inside_block blocks[INSIDE_BLOCKS]) {
    blocks[0] = (inside_block)WHOLE("tick", &world->tick);
    blocks[1] = (inside_block)WHOLE("next rank", &world->next_rank);
    blocks[2] = (inside_block){"profiles", (uint8_t *)world->profiles,
                               world->profile_count * sizeof *world->profiles};
    /* The classes are hashed by their sum; that it is theirs is one of the invariants. */
    blocks[3] = (inside_block)WHOLE("sum of the terrain", &world->terrain.sum);
    return 4;
}

typedef struct derived {
    const char *block;
    size_t at, size;
} derived;

#define FIELD_OF(name, block, field)                                                               \
    { name, offsetof(block, field), sizeof(((block *)0)->field) }
#define FIELD(block, field) FIELD_OF(#block, block, field)

/* The three bytes behind the goal hold the slot, a bit-field; the rest of its word is the pace. */
enum { SLOT_AT = offsetof(unit, goal) + sizeof(sidle_vec2), SLOT_SIZE = 3 };

bool inside_is_derived(const inside_block *block, size_t byte) {
    static const derived DERIVED[] = {
        FIELD(unit, cold),
        {"unit", SLOT_AT, SLOT_SIZE}, /* where it is kept */
        FIELD(unit, path_point),      /* a copy, as the unit is not guided */
        FIELD_OF("guided unit", unit, cold),
        {"guided unit", SLOT_AT, SLOT_SIZE},
        FIELD(queue_entry, path_point), /* copied as a tick begins */
        FIELD(queue_entry, asked),      /* so is this */
        FIELD(cold, order),
        FIELD(cold, path),
        FIELD(order_state, patrol),
    };
    for (size_t k = 0; k < sizeof DERIVED / sizeof *DERIVED; k++) {
        const derived *d = &DERIVED[k];
        if (!strcmp(d->block, block->name) && byte >= d->at && byte < d->at + d->size) return true;
    }
    return false;
}

/* ---- snapshots ---- */

const char *inside_field_row(uint32_t number) {
#define HASHED_ROW(name, kind, most, place, when) "\n| " #name " | " #kind " | yes | ",
#define KEPT_ROW(name, kind, most, place, when)   "\n| " #name " | " #kind " | no | ",
    static const char *const PAGE[] = {
        WORLD_FIELDS(HASHED_ROW, KEPT_ROW) ALLIANCE_FIELDS(HASHED_ROW, KEPT_ROW)
            TERRAIN_FIELDS(HASHED_ROW, KEPT_ROW) PROFILE_FIELDS(HASHED_ROW, KEPT_ROW)
                UNIT_FIELDS(HASHED_ROW, KEPT_ROW) ROUTE_FIELDS(HASHED_ROW, KEPT_ROW)
                    ORDER_FIELDS(HASHED_ROW, KEPT_ROW) FREE_FIELDS(HASHED_ROW, KEPT_ROW)
                        EVENT_FIELDS(HASHED_ROW, KEPT_ROW) NULL};
    return PAGE[number];
}

void inside_seal_snapshot(uint8_t *bytes, size_t size) {
    bytes_put(bytes + SNAPSHOT_AT_LENGTH, size);
    bytes_put(bytes + SNAPSHOT_AT_SUM, snapshot_sum(bytes, size));
}

void inside_seal_groups(uint8_t *bytes, size_t size) {
    long_put(bytes + HEAD_LENGTH, size);
    long_put(bytes + HEAD_SUM, sum_of_words(bytes + HEAD_BYTES, size - HEAD_BYTES));
}

_Static_assert((int)UNIT_ROWS + (int)ORDER_ROWS <= (int)INSIDE_UNIT_ROWS, "a row has a number");

#define SET_ROW(name, kind, most, place, when)                                                     \
    if (at++ == row && FITS_##kind(value, most)) {                                                 \
        TAKE_##kind(place, value);                                                                 \
        taken = true;                                                                              \
    }

void inside_set_last_dt(sidle_world *world, float dt) {
    world->last_dt = dt;
}

bool inside_set_field(sidle_world *w, sidle_unit_id id, uint32_t row, uint64_t value) {
    unit *u = unit_named_anywhere(w, id);
    cold *c = u->cold;
    bodies *b = &w->bodies;
    queue_entry none = {.held = 0}, *q = w->queue_entries ? &w->queue_entries[u->slot] : &none;
    order_state *o = unit_own_order_state(u);
    uint32_t k = body_of(w, u), at = 0;
    bool taken = false;
    UNIT_FIELDS(SET_ROW, SET_ROW)
    if (o) {
        ORDER_FIELDS(SET_ROW, SET_ROW)
    }
    return taken;
}

/* ---- recordings ---- */

const size_t inside_snapshot_in_frame = TICK_SIZE, inside_recording_head = RECORDING_HEAD;

bool inside_find_frame(const uint8_t *bytes, size_t size, size_t begin, inside_frame *frame) {
    if (begin > size || size - begin < FRAME_HEAD + FRAME_SUM) return false;
    size_t holds = (size_t)bytes_get(bytes + begin + 1, 4);
    if (holds > size - begin - FRAME_HEAD - FRAME_SUM) return false;
    *frame = (inside_frame){bytes[begin], begin, begin + FRAME_HEAD, holds, 0};
    frame->end = frame->holds + holds + FRAME_SUM;
    return true;
}

void inside_set_frame_size(uint8_t *bytes, const inside_frame *frame) {
    uint8_t number[8];
    bytes_put(number, frame->size);
    memcpy(bytes + frame->begin + 1, number, 4);
}

size_t inside_call_length(const uint8_t *bytes, size_t left) {
    const frame_in f = {.holds = bytes, .size = left};
    made_call c;
    size_t at = 0;
    return left && call_read(&f, &at, &c) ? at : 0;
}

bool inside_call_words(uint32_t kind, uint32_t *words, uint32_t *entry) {
    if (kind >= CALL_COUNT) return false;
    *words = call_form_of(kind).words;
    *entry = call_form_of(kind).entry;
    return true;
}

void inside_seal_recording(uint8_t *bytes, size_t size) {
    uint64_t sum = recording_sum(0, bytes, RECORDING_HEAD);
    for (size_t at = RECORDING_HEAD; size - at >= FRAME_HEAD + FRAME_SUM;) {
        size_t holds = (size_t)bytes_get(bytes + at + 1, 4);
        if (holds > size - at - FRAME_HEAD - FRAME_SUM) return;
        sum = recording_sum(sum, bytes + at, FRAME_HEAD + holds);
        bytes_put(bytes + at + FRAME_HEAD + holds, sum);
        at += FRAME_HEAD + holds + FRAME_SUM;
    }
}

/* ---- queues ---- */

const sidle_phase inside_look_begin = SIDLE_PHASE_LOOK;

sidle_unit_id inside_head_of_queue(const sidle_world *world, uint32_t k, float distance) {
    uint32_t slot = find_head(world, unit_at(world, k), distance);
    return slot ? id_of(unit_of_slot(world, slot - 1)) : (sidle_unit_id){0, 0};
}

sidle_unit_id inside_plain_head_of_queue(const sidle_world *world, uint32_t k, float distance) {
    const unit *u = unit_at(world, k);
    sidle_vec2 point = queue_entry_of(world, u)->path_point;
    const shown *head = NULL;
    for (uint32_t n = 0; n < world->living; n++) {
        const shown *other = shown_at(world, n);
        if (vec_distance(shown_position(other), u->position) > distance) continue;
        if (yields_to(world, u, n) && (!head || is_nearer(point, other, head))) head = other;
    }
    return head ? id_of(unit_of_slot(world, shown_slot(head))) : (sidle_unit_id){0, 0};
}

/* ---- faults to be found ---- */

/* A path of which more is to be told than was passed. */
static route told_too_much = {.passed = 1};

/* A path without points that has the sum of some. */
static route wrong_sum = {.sum = 1};

static unit *set_under_way(unit *u) {
    u->flags |= UNIT_UNDER_WAY;
    unit_keep_waypoint(u);
    return u;
}

uint32_t inside_break(sidle_world *world, uint32_t what) {
    unit *u = unit_at(world, 0), *other = unit_at(world, 1);
    switch (what) {
    case 0: world->by_slot[u->slot] = body_of(world, other); break;
    case 1: u->rank = other->rank; break;
    case 2: u->position.x = NAN; break;
    case 3: u->position.x = -1; break;
    case 4: u->heading.x += 1; break;
    case 5: u->flags |= UNIT_UNDER_WAY | UNIT_ARRIVED; break;
    case 6: u->cold->path = &told_too_much; break;
    case 7: u->profile = 200; break;
    case 8: world->bodies.x[0] += 0.5f; break;
    case 9: world->bodies.starts[0] = 1; break;
    case 10: set_under_way(u)->path_point.x += 1; break;
    case 11: u->awaited = true; break;
    case 12: world->profiles[u->profile].released = true; break;
    case 13: units_stow(world, u)->velocity.x = 1; break;
    case 14: world->terrain.classes[0] ^= 1; break;
    case 15: world->profiles[u->profile].varies = true; break;
    case 16: u->cold->own_speed = 7; break;
    case 17: u->aside = true; break;
    case 18: u->flags |= UNIT_CLAIMS; break;
    case 19: u->asked += 1; break;
    case 20: u->cold->path = &wrong_sum; break;
    case 21: u->flags |= UNIT_SEEKS; break;
    case 22: u->aim = AIM_PLACE; break;
    case 23: set_under_way(u)->flags ^= UNIT_STEERS; break;
    case 24: world->bodies.filter_bits[0] ^= FILTER_PUSHES; break;
    case 25: world->queue_entries[units_stow(world, u)->slot].asked = 1; break;
    case 26: u->events = 1; break; /* its part is still */
    case 27: u->elapsed = -1; break;
    case 28: u->cold->progress.stalled = -1; break;
    case 29: u->cold->progress.stalled = 2 * MOST_STALL; break;
    case 30: set_under_way(u)->flags |= UNIT_CLAIMS, u->cold->place.x = -1; break;
    case 31: u->aim = AIM_ROUND; break;
    case 32: u->cold->escalation.seeks_way = true; break;
    default: u->flags = 0; break;
    }
    return 34;
}

bool inside_is_still(const sidle_world *world, sidle_unit_id id) {
    return is_still(&world->bodies, body_of(world, unit_named(world, id)));
}

bool inside_is_checked(void) {
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

/* What TARGET may read of other units. */
static uint32_t write_shown_in_target(sidle_world *world, unit *u, uint32_t what) {
    switch (what) {
    case 0: u->position.x += 0.001f; break;
    case 1: u->heading = vec_right(u->heading); break;
    case 2: u->rank = 77; break;
    case 3: u->generation++; break;
    case 4: u->profile = 1; break;
    case 5: u->cold->order->target.generation++; break;
    case 6: world->bodies.x[0] += 0.001f; break;
    default: world->bodies.vy[0] += 0.001f; break;
    }
    return 8;
}

/* What the phases from LOOK to CONTACT may. */
static uint32_t write_shown_from_look(sidle_world *world, unit *u, uint32_t what) {
    bodies *b = &world->bodies;
    switch (what) {
    case 0: u->position.y += 0.001f; break;
    case 1: u->goal.x += 0.001f; break;
    case 2: u->order = SIDLE_ORDER_FOLLOW; break;
    case 3: u->rank = 77; break;
    case 4: u->generation++; break;
    case 5: u->profile = 1; break;
    case 6: u->waits_for = 1; break;
    case 7: u->cold->order->target.generation++; break;
    case 8: u->cold->order->centre.x++; break;
    case 9: b->y[0] += 0.001f; break;
    case 10: b->vx[0] += 0.001f; break;
    case 11: b->moved[0].x += 0.001f; break;
    case 12: b->team[0]++; break;
    case 13: b->radius[0] *= 0.99f; break;
    case 14: b->filter_bits[0] ^= 16; break;
    default: world->queue_entries[u->slot].path_point.x += 0.001f; break;
    }
    return 16;
}

uint32_t inside_write_shown(sidle_world *world, sidle_phase phase, uint32_t what) {
    unit *u = unit_at(world, 0);
    return phase == SIDLE_PHASE_TARGET ? write_shown_in_target(world, u, what)
                                       : write_shown_from_look(world, u, what);
}
