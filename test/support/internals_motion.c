/* What tests see of contacts, giving way, looks and the drive. A part of internals.c. */

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
                          .top_speed = unit_top_speed(world, u),
                          .range = world->motions[k].range,
                          .walled = !m->open || 0.5f * world->terrain.cell <
                                                    unit_top_speed(world, u) * world->last_dt,
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
    w->asks_for_return = s->for_return;
    w->drives = s->drives;
    w->sees_standing = s->blocker_stance == STANCE_STANDING;
    w->blocker = s->blocker.slot ? (int)world->by_slot[s->blocker.slot - 1] : -1;
    bool now = u->flags & UNIT_LOOKED && u->cold->look_tick == (uint32_t)world->tick;
    bool decided = u->elapsed == 0 && unit_is_under_way(u) && !unit_is_stunned(u);
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
                  .top_speed = (double)unit_top_speed(world, u),
                  .graze = (double)p->tuning.graze,
                  .threshold = (double)p->tuning.threshold,
                  .backoff_left = (double)u->cold->escalation.backoff_left,
                  .stalled = (double)u->cold->progress.stalled,
                  .brake = u->brake,
                  .rank = u->rank,
                  .layer = p->layer,
                  .give_way = p->give_way,
                  .drives_now = unit_is_under_way(u),
                  .comes_clear = unit_clears(u),
                  .gives_way = unit_has_trait(u, TRAIT_GIVES_WAY),
                  .by_itself = unit_is_by_itself(u),
                  .aside = unit_is_aside(u),
                  .for_return = u->for_return,
                  .claims = unit_claims_place(u),
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
    l->pace = (double)unit_pace(world, u);
    l->top_speed = (double)unit_top_speed(world, u);
    l->headway = (double)p->headway;
    l->look_interval = (double)p->tuning.look_interval;
    l->patience = (double)p->patience;
    l->acceleration = (double)p->acceleration;
    l->backoff_max = (double)p->tuning.replan_backoff_max;
    l->look_cell = (double)p->tuning.look_cell;
    l->layer = p->layer;
    l->priority = p->priority;
    const steer_target *t = &u->cold->order->steer_target;
    bool keeps_up = unit_has_trait(u, TRAIT_RESTS_BY_TARGET) && t->halt >= 0;
    l->goal_moves = path_goal_moves(u);
    l->goal_speed = keeps_up ? (double)vec_length(t->velocity) : HUGE_VAL;
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
                     .under_way = unit_is_under_way(u),
                     .clears = unit_clears(u),
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
                     .claims = unit_claims_place(u)};
    describe_driver(world, u, &l);
    return l;
}

/* ---- the drive ---- */

static void seat(unit *u, const inside_driver *d) {
    u->position = d->position;
    u->heading = d->heading;
    u->velocity = d->velocity;
    u->drive_target = d->drive_target;
    u->brake = d->brake;
    u->decision = d->decision & 7u;
    unit_unmark(u, ASPECT_UNDER_WAY | UNIT_LAST_LEG | UNIT_STEERS | UNIT_REVERSES);
    uint32_t flags = u->flags;
    if (d->under_way) flags |= ASPECT_UNDER_WAY;
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
