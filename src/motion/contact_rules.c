/* Which body gives way to which: by half among units under orders, by all to one that pushes
 * through, not at all while one stands. */
#include "motion/contact_rules.h"

/* What who has arrived does of what it has to part by from those who share its goal: it makes room.
 */
static const float MAKES_ROOM = 0.82f;

sidle_vec2 contact_parting(const unit *self, const unit *other) {
    static const sidle_vec2 WAYS[4] = {
        {1, 0}, {0.70710678f, 0.70710678f}, {0, 1}, {-0.70710678f, 0.70710678f}};
    sidle_vec2 away = vec_sub(self->position, other->position);
    float distance = vec_length(away);
    if (distance > SAME_SPOT) return vec_scale(away, 1 / distance);
    /* On the same spot they part in opposite directions, given by their ranks. */
    sidle_vec2 way = WAYS[(self->rank ^ other->rank) & 3u];
    return unit_before(self, other) ? way : vec_scale(way, -1);
}

uint8_t pass_mode_of(enum stance stance, const unit *u) {
    uint32_t tight = u->flags / UNIT_TIGHT & (u->decision == SIDLE_DETOUR);
    uint32_t pushes = u->decision == SIDLE_PUSH;
    uint32_t pass_mode = pushes * PASS_PUSHES + tight * PASS_SQUEEZES;
    return (uint8_t)(stance ? PASS_NONE : pass_mode);
}

/* Has one of the two arrived where both want to be? */
static bool gather(const sidle_world *world, uint32_t a, uint32_t b) {
    enum stance mine = body_contact_stance(&world->bodies, a);
    enum stance its = body_contact_stance(&world->bodies, b);
    if (mine == STANCE_STANDING || its == STANCE_STANDING) return false;
    if (!mine && !its) return false;
    return share_goal(world, unit_at(world, a), unit_at(world, b));
}

bool spares(const sidle_world *world, uint32_t k, uint32_t other) {
    return body_spares(&world->bodies, profile_of(world, unit_at(world, k)), k, other);
}

bool contact_passes(const sidle_world *world, uint8_t pass_mode, uint32_t k, uint32_t other) {
    if (pass_mode == PASS_NONE || gather(world, k, other) || spares(world, k, other)) return false;
    return pass_mode == PASS_PUSHES || body_stance(&world->bodies, other);
}

/* Of two that share a goal. */
static bool is_nearer_to_goal(const sidle_world *world, uint32_t k, uint32_t other) {
    sidle_vec2 goal = unit_at(world, k)->goal;
    return vec_distance(body_place(&world->bodies, k), goal) <
           vec_distance(body_place(&world->bodies, other), goal);
}

static bool pursues(const sidle_world *world, uint32_t k, uint32_t other) {
    return world->motions[k].hunts &&
           same_unit(unit_target(unit_at(world, k)), id_of(unit_at(world, other)));
}

/* A hunter gives way to its prey by all, or the prey would never come to its goal. */
static float share_in_hunt(const sidle_world *world, uint32_t k, uint32_t other, float share) {
    bool hunts = pursues(world, k, other), hunted = pursues(world, other, k);
    return hunts == hunted ? share : hunts ? 1 : 0;
}

bool meets(const sidle_world *world, uint32_t k, uint32_t other, contact *with) {
    const motion *mine = &world->motions[k], *its = &world->motions[other];
    uint8_t pass_mode = mine->pass_mode;
    bool its_push = its->pass_mode == PASS_PUSHES && !spares(world, other, k);
    if (pass_mode != PASS_NONE && spares(world, k, other)) pass_mode = PASS_NONE;
    *with = (contact){.share = its_push ? 1 : 0.5f, .skin = true};
    if (!mine->standing && !its->standing) { /* as most are */
        if (mine->hunts || its->hunts) with->share = share_in_hunt(world, k, other, with->share);
        return pass_mode != PASS_PUSHES;
    }
    if (mine->standing == STANCE_STANDING) return false;
    bool gathers = gather(world, k, other);
    with->passes = contact_passes(world, pass_mode, k, other);
    with->skin = !with->passes && !its->standing;
    if (gathers) with->skin = !mine->standing || !its->standing;
    /* Its own may press who has arrived, but not into one that does not move. */
    with->when_pressed = mine->standing == STANCE_ARRIVED && its->standing && !gathers;
    if (with->when_pressed) {
        with->share = 1;
        return true;
    }
    if (gathers) {
        bool past = mine->standing ? is_nearer_to_goal(world, other, k)
                                   : is_nearer_to_goal(world, k, other);
        float room = past ? 0 : MAKES_ROOM;
        with->share = mine->standing ? room : 1 - room;
        with->rests = mine->standing && its->standing;
        if (with->rests) with->share = 0.5f;
        return true;
    }
    if (its->standing) with->share = 1;
    return !mine->standing && pass_mode != PASS_PUSHES;
}
