/* What tests see of orders, places, the ladder, paths and queues. A part of internals.c. */

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
                        .place = u->cold->place,
                        .goal_then = o->goal_then,
                        .centre = o->centre,
                        .point = o->steer_target.point,
                        .steer_velocity = o->steer_target.velocity,
                        .range = o->range,
                        .halt = (double)o->steer_target.halt,
                        .clock = o->clock,
                        .radius = (double)p->radius,
                        .top_speed = (double)unit_top_speed(world, u),
                        .acceleration = (double)p->acceleration,
                        .stalled = (double)u->cold->progress.stalled,
                        .profile = *p,
                        .rank = u->rank,
                        .order = u->order == ORDER_PURSUE_WITHIN ? SIDLE_ORDER_PURSUE
                                 : u->order < SIDLE_ORDER_COUNT  ? (sidle_order)u->order
                                                                 : SIDLE_ORDER_NONE,
                        .told = u->events,
                        .target = index_of(world, unit_target(u)),
                        .under_way = unit_is_under_way(u),
                        .arrived = unit_has_arrived(u),
                        .touches = u->flags & UNIT_TOUCHES,
                        .claims = unit_claims_place(u),
                        .clears = unit_clears(u),
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
                          .attacks = unit_has_trait(u, TRAIT_HUNTS),
                          .spares_enemies = !p->push_enemies,
                          .ghost = u->ghost,
                          .rests = body_stance(c, k) != STANCE_UNDER_WAY,
                          .clears = body_clears(c, k),
                          .claims = unit_claims_place(u),
                          .under_way = unit_is_under_way(u),
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
    field_begin(&f, world, u, &want, mark_others);
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
                                         IMPERCEPTIBLE * world->terrain.cell);
}

/* ---- the ladder ---- */

/* What others read as the clock of the request of a unit. */
static void set_shown_asked(sidle_world *world, uint32_t slot, float asked) {
    uint32_t k = world->by_slot[slot];
    if (is_still(&world->bodies, k)) unit_at(world, k)->asked = asked;
    world->motions[k].asked_then = asked;
}

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
    if (from->blocker.slot) set_shown_asked(world, from->blocker.slot - 1, from->its_asked);
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
                         .under_way = unit_is_under_way(u),
                         .arrived = unit_has_arrived(u),
                         .clears = unit_clears(u),
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
    copy_body(world, body_of(world, u));
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

/* ---- queues ---- */

const sidle_phase inside_look_begin = SIDLE_PHASE_LOOK;

sidle_unit_id inside_head_of_queue(const sidle_world *world, uint32_t k, float distance) {
    uint32_t slot = find_head(world, unit_at(world, k), distance);
    return slot ? id_of(unit_of_slot(world, slot - 1)) : (sidle_unit_id){0, 0};
}

sidle_unit_id inside_plain_head_of_queue(const sidle_world *world, uint32_t k, float distance) {
    const unit *u = unit_at(world, k);
    sidle_vec2 point = shown_next_point(world, shown_of(u));
    const shown *head = NULL;
    for (uint32_t n = 0; n < world->living; n++) {
        const shown *other = shown_at(world, n);
        if (vec_distance(shown_position(other), u->position) > distance) continue;
        if (yields_to(world, u, n) && (!head || is_nearer(point, other, head))) head = other;
    }
    return head ? id_of(unit_of_slot(world, shown_slot(head))) : (sidle_unit_id){0, 0};
}
