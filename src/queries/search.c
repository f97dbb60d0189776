/* What all queries share: sorting strays, the filter, and what is refused. */
#include "queries/search.h"

void search_sort(sidle_world *world) {
    if (world && world->living && !search_by_grid(world)) (void)grid_sort(world);
}

sidle_result search_filter_refusal(const sidle_filter *f) {
    if (!f) return SIDLE_OK;
    bool known = f->part < SIDLE_PART_COUNT && f->motion < SIDLE_MOTION_COUNT &&
                 !(f->through & ~SIDLE_PASS_ALL);
    return known ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}

bool search_passes_filter(const sidle_world *world, const sidle_filter *f, const unit *u,
                          float distance, sidle_hit *hit) {
    const sidle_profile *p = profile_of(world, u);
    uint32_t team = world->bodies.team[body_of(world, u)];
    if (f->teams && !(f->teams & SIDLE_TEAM(team))) return false;
    if (f->layers && !(f->layers >> p->layer & 1u)) return false;
    if (f->motion && unit_has_way(u) != (f->motion == SIDLE_MOTION_UNDER_WAY)) return false;
    if (same_unit(f->except, id_of(u))) return false;
    *hit = (sidle_hit){.unit = id_of(u),
                       .user = user_of(world, u->slot),
                       .position = u->position,
                       .distance = distance,
                       .radius = p->radius,
                       .team = team,
                       .rank = u->rank};
    return !f->accept || f->accept(f->context, hit);
}

static bool is_far(sidle_vec2 point) {
    return fabsf(point.x) > SIDLE_QUERY_EXTENT || fabsf(point.y) > SIDLE_QUERY_EXTENT;
}

sidle_result search_shape_refusal(sidle_vec2 a, sidle_vec2 b, float length) {
    if (!vec_finite(a) || !vec_finite(b) || !isfinite(length)) return SIDLE_ERROR_NOT_FINITE;
    bool fits = length >= 0 && length <= SIDLE_QUERY_EXTENT && !is_far(a) && !is_far(b);
    return fits ? SIDLE_OK : SIDLE_ERROR_ARGUMENT;
}
