/* What tests see of orders, places, the ladder, paths and queues. A part of internals.c. */

static int index_of(const sidle_world *world, sidle_unit_id id) {
    const shown *s = shown_named(world, id);
    return s ? (int)shown_body(world, s) : -1;
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
                          .held = path_is_held(world, u),
                          .spares_enemies = !p->push_enemies,
                          .ghost = u->ghost,
                          .rests = body_stance(c, k) != STANCE_UNDER_WAY,
                          .clears = body_clears(c, k),
                          .claims = unit_claims_place(u),
                          .under_way = unit_is_under_way(u),
                          .by_itself = unit_is_by_itself(u),
                          .aside = u->aside};
}

static enum want_kind kind_of(const place_wish *w) {
    if (w->nearest) return WANT_NEAREST;
    return w->beside ? WANT_RING : w->by_way ? WANT_GOAL : WANT_RANGE;
}

static place_want want_by(const sidle_world *world, uint32_t k, const place_wish *w) {
    return (place_want){.kind = kind_of(w),
                        .centre = w->centre,
                        .least = w->least,
                        .most = w->most,
                        .sight = w->sees ? unit_at(world, k)->cold->order->range.sight : 0,
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
                        .by_way = want_by_way(&w),
                        .beside = w.kind == WANT_RING,
                        .nearest = w.kind == WANT_NEAREST,
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

float inside_clearance(const sidle_world *world, sidle_unit_id id, sidle_vec2 point) {
    return terrain_clearance(&world->terrain, profile_of(world, unit_named(world, id))->passable,
                             point);
}

float inside_room(const sidle_world *world, sidle_unit_id id, sidle_vec2 point) {
    return terrain_room(&world->terrain, profile_of(world, unit_named(world, id))->passable, point);
}
