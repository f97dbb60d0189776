/* Where a unit faces at rest. The last bit of its way may lead sideways or back, beside others that
 * rest already, and its heading turns with it. So a unit at rest turns on the spot, by its own turn
 * rate, to the course on which it came.
 *
 * That course is measured as by a rope: a point is towed behind the unit on its way to its place
 * (`cold.towed`), and the unit faces away from it. A small step aside at the end hardly
 * turns a long rope. A unit that steps aside lays the rope out behind itself instead, and so faces
 * as before when it is back; and so does one that drives backwards. */
#include "orders/facing.h"

#include "world/recording.h"
#include "world/spatial_grid.h"

/* u: length of the rope, a diameter: only so near to its place a unit turns at once, off its course
 * (motion/drive.c). */
static float rope_of(const sidle_world *world, const unit *u) {
    return 2 * profile_of(world, u)->radius;
}

void facing_begin_trail(const sidle_world *world, unit *u) {
    float speed = vec_length(u->velocity), most = unit_top_speed(world, u);
    float share = speed < most ? speed / most : 1;
    sidle_vec2 course = vec_direction(u->velocity, vec(0, 0));
    sidle_vec2 rope = vec_scale(course, share * rope_of(world, u));
    u->cold->towed = vec_sub(u->position, rope);
}

void facing_trail(const sidle_world *world, unit *u) {
    if (u->aim != AIM_PLACE) return;
    if (unit_is_aside(u)) return; /* it is to face as it did */
    if (u->flags & UNIT_REVERSES) facing_keep(world, u);
    sidle_vec2 back = vec_sub(u->cold->towed, u->position);
    float away = vec_length(back), rope = rope_of(world, u);
    if (away > rope) u->cold->towed = vec_add(u->position, vec_scale(back, rope / away));
}

/* Lays the rope out so that the unit will face that way. */
static void lay_rope(const sidle_world *world, unit *u, sidle_vec2 facing) {
    u->cold->towed = vec_sub(u->position, vec_scale(facing, rope_of(world, u)));
}

void facing_keep(const sidle_world *world, unit *u) {
    lay_rope(world, u, u->heading);
}

/* Does the unit face its target at rest? */
static bool faces_target(const unit *u) {
    return unit_has_trait(u, TRAIT_KEEPS_RANGE | TRAIT_HUNTS) && !unit_is_by_itself(u);
}

sidle_vec2 facing_at_rest(const sidle_world *world, const unit *u) {
    sidle_vec2 none = vec(0, 0);
    if (faces_target(u)) return vec_direction(vec_sub(u->goal, u->position), none);
    if (!unit_claims_place(u) || u->aim != AIM_PLACE) return none;
    sidle_vec2 course = vec_sub(u->position, u->cold->towed);
    if (vec_length(course) < profile_of(world, u)->radius) return none; /* it has hardly moved */
    return vec_direction(course, none);
}

void facing_follow_target(unit *u) {
    bool rests = !unit_is_under_way(u) && u->velocity.x == 0 && u->velocity.y == 0;
    if (!rests || !faces_target(u)) return;
    u->facing = vec_direction(vec_sub(u->goal, u->position), vec(0, 0));
}

sidle_result sidle_unit_face(sidle_world *world, sidle_unit_id id, sidle_vec2 heading) {
    unit *u = unit_named(world, id);
    if (!u) return unit_refusal(world, id);
    if (!vec_finite(heading)) return SIDLE_ERROR_NOT_FINITE;
    sidle_vec2 facing = vec_direction(heading, vec(0, 0));
    bool has_no_heading = facing.x == 0 && facing.y == 0;
    if (has_no_heading || unit_has_way(u)) return SIDLE_ERROR_ARGUMENT;
    if (!unit_is_under_way(u))
        u->facing = facing;
    else
        lay_rope(world, u, facing);
    grid_body_changed(world, u);
    RECORD(world, CALL_FACE, WORDS_OF_UNIT(id), WORDS_OF_POINT(heading));
    return SIDLE_OK;
}
