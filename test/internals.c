#include "sidle.c"

#include "internals.h"

/* ---- contacts ---- */

const sidle_phase inside_contacts_begin = SIDLE_PHASE_CONTACT,
                  inside_contacts_end = SIDLE_PHASE_END;

uint32_t inside_body_count(const sidle_world *world) {
    return world->living;
}

contact_body inside_body(const sidle_world *world, uint32_t k) {
    static const enum contact_stance STANCES[] = {CONTACT_UNDER_WAY, CONTACT_STANDS,
                                                  CONTACT_ARRIVED};
    static const enum contact_mode MODES[] = {CONTACT_SOLID, CONTACT_SQUEEZES, CONTACT_PUSHES};
    const unit *u = unit_at(world, k);
    const motion *m = &world->motions[k];
    const sidle_profile *p = profile_of(world, u);
    return (contact_body){.place = u->position,
                          .position = m->position,
                          .last = world->bodies.moved[k],
                          .course = m->course,
                          .goal = u->goal,
                          .id = id_of(u),
                          .hunted = m->hunts ? unit_target(u) : (sidle_unit_id){0, 0},
                          .rank = u->rank,
                          .team = world->bodies.team[k],
                          .layer = p->layer,
                          .stance = STANCES[m->standing],
                          .mode = MODES[m->pass_mode],
                          .radius = p->radius,
                          .top_speed = p->top_speed,
                          .threshold = p->threshold,
                          .clears = body_clears(&world->bodies, k),
                          .passes_left = m->passes_left,
                          .push_enemies = p->push_enemies,
                          .rests = world->sums[k / ITEMS_A_PART].still};
}

bool inside_share_goal(const sidle_world *world, uint32_t a, uint32_t b) {
    return share_goal(world, unit_at(world, a), unit_at(world, b));
}

sidle_vec2 inside_slide(const sidle_world *world, uint32_t k, sidle_vec2 step, bool *touched) {
    const unit *u = unit_at(world, k);
    const sidle_profile *p = profile_of(world, u);
    return terrain_slide(&world->terrain, p->passable, u->position, step, p->radius, touched);
}

/* ---- faults to be found ---- */

uint32_t inside_break(sidle_world *world, uint32_t what) {
    unit *u = unit_at(world, 0), *other = unit_at(world, 1);
    switch (what) {
    case 0: world->by_slot[u->slot] = body_of(world, other); break;
    case 1: u->rank = other->rank; break;
    case 2: u->position.x = NAN; break;
    case 3: u->position.x = -1; break;
    case 4: u->heading.x += 1; break;
    case 5: u->flags |= UNIT_UNDER_WAY | UNIT_ARRIVED; break;
    case 6: u->passed = 1; break;
    case 7: u->profile = 200; break;
    case 8: world->bodies.x[0] += 0.5f; break;
    case 9: world->bodies.starts[0] = 1; break;
    default: u->flags = 0; break;
    }
    return 11;
}
