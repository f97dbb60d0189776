/* Push-apart alone lets a crowd that drives on press into itself: it is slower than the drive. So
 * the places that moving gave are corrected before anybody takes them: a unit that does not push
 * through backs out of the bodies it would end up in, by half where the other one backs out too, by
 * all where it does not, and never so far that the tick takes it farther than its top speed.
 *
 * A few rounds do, each reading the places of the round before; what the neighbours contribute is
 * summed in whole numbers. So neither the order of units nor that of neighbours matters. Who stands
 * is not moved, and who pushes through is not held up. */
#include "contact.h"

#include "nearby.h"
#include "terrain.h"

enum { ROUNDS = 3 };

/* Several bodies at once ask for about the same correction: their sum is divided by their number,
 * and multiplied by this lest a crowd gives way too slowly. */
static const float CROWDED = 1.5f;

static bool yields(const sidle_world *world, const body *b) {
    return !b->standing && world->units[b->slot].decision != SIDLE_PUSH;
}

typedef struct pressure {
    vec_sum push; /* u */
    int32_t bodies;
} pressure;

static void add_body(const sidle_world *world, uint32_t k, uint32_t other, pressure *sum) {
    const body *self = &world->crowd.bodies[k], *o = &world->crowd.bodies[other];
    if (other == k || o->layer != self->layer) return;
    sidle_vec2 away = vec_sub(world->motions[k].position, world->motions[other].position);
    float reach = self->radius + o->radius, distance2 = vec_dot(away, away);
    /* On the same spot there is no direction: push-apart parts them. */
    if (distance2 >= reach * reach || distance2 < 1e-8f) return;
    float distance = sqrtf(distance2), share = yields(world, o) ? 0.5f : 1;
    vec_sum_add(&sum->push, vec_scale(away, share * (reach - distance) / distance));
    sum->bodies++;
}

static sidle_vec2 corrected(const sidle_world *world, uint32_t k, float dt) {
    const crowd *c = &world->crowd;
    const body *self = &c->bodies[k];
    const sidle_profile *p = profile_of(world, &world->units[self->slot]);
    sidle_vec2 at = world->motions[k].position;
    pressure sum = {{0, 0}, 0};
    float limit = p->top_speed * dt;
    window w = nearby_window(c, self->position,
                             self->radius + c->largest + min_float(2 * limit, self->radius));
    for (int32_t y = w.y0; y <= w.y1; y++)
        for (uint32_t other = nearby_first(c, w, y); other < nearby_end(c, w, y); other++)
            add_body(world, k, other, &sum);
    if (!sum.bodies) return at;
    float scale = min_float(CROWDED / (float)sum.bodies, 1);
    sidle_vec2 correction = vec_scale(vec_sum_total(sum.push), scale);
    sidle_vec2 by = vec_sub(vec_add(at, correction), self->position);
    bool touched;
    return terrain_slide(&world->terrain, p->passable, self->position, vec_truncate(by, limit),
                         p->radius, &touched);
}

void contact_resolve(sidle_world *world, float dt) {
    const crowd *c = &world->crowd;
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t k = 0; k < c->count; k++)
            world->corrected[k] =
                yields(world, &c->bodies[k]) ? corrected(world, k, dt) : world->motions[k].position;
        for (uint32_t k = 0; k < c->count; k++) world->motions[k].position = world->corrected[k];
    }
}
