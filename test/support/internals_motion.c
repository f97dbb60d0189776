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

sidle_vec2 inside_slide_from(const sidle_world *world, uint32_t k, sidle_vec2 from, sidle_vec2 step,
                             bool *touched) {
    const sidle_profile *p = profile_of(world, unit_at(world, k));
    return terrain_slide(&world->terrain, p->passable, from, step, p->radius, touched);
}

sidle_vec2 inside_slide(const sidle_world *world, uint32_t k, sidle_vec2 step, bool *touched) {
    return inside_slide_from(world, k, unit_at(world, k)->position, step, touched);
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
