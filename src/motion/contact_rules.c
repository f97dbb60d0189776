/* The rules of contact: which of two bodies gives way, by which share of their overlap, and at
 * which distance contact begins. They are a table of the body's own stance by the stance of the
 * other one, once for two strangers and once for two units with the same goal. Each body asks the
 * table for itself, so that no body has to write to another one.
 *
 * Four things are not a matter of stance and stand in gives_way() beside the table. A unit that
 * pushes through gives way to nobody but those that have arrived at its goal, and units under way
 * give way to it entirely. A hunter gives way to its prey entirely. A unit that squeezes through
 * standing bodies meets them only inside. Of two under way the one with the right of way keeps its
 * course, and the other one takes nearly all of the overlap, pushing or not. */
#include "motion/contact_rules.h"

#include "motion/pass_mode.h"

#include <assert.h>

/* The share of a unit that has arrived in its overlap with one that still comes to the same goal
 * from farther out: it makes room inwards. Found on the point200 row of the scoreboard (overlap,
 * time to settle) and on close formations, whose last units must get in; 0.7 and 0.85 were tried
 * before.
 */
#define MAKES_ROOM 0.82f

/* The share of a unit under way in its overlap with one that has the right of way. */
#define YIELDS 0.9f

enum contact_rule {
    RULE_STAYS,      /* does not give way */
    RULE_HALVES,     /* two units under way share the overlap */
    RULE_GOES_ROUND, /* takes all of it, as the other one stands; up to exact touching, or close
                        formations would keep out their last units */
    RULE_ENTERS,     /* comes to a goal where the other one rests, and takes what that one leaves */
    RULE_MAKES_ROOM, /* rests at the goal to which the other one comes */
    RULE_SETTLES,    /* both rest at their goal, and share the overlap */
    RULE_IF_PRESSED  /* rests, but others of the same goal may have pressed it into a body that does
                        not move: then it takes all of it */
};

enum { STRANGERS, SAME_GOAL, STANCES_MET = STANCE_ARRIVED + 1 };

/* By own stance (rows) and by the stance of the other body (columns: under way, standing, arrived).
 */
static const uint8_t RULES[][STANCES_MET][STANCES_MET] = {
    [STRANGERS] = {[STANCE_UNDER_WAY] = {RULE_HALVES, RULE_GOES_ROUND, RULE_GOES_ROUND},
                   [STANCE_STANDING] = {RULE_STAYS, RULE_STAYS, RULE_STAYS},
                   [STANCE_ARRIVED] = {RULE_STAYS, RULE_IF_PRESSED, RULE_IF_PRESSED}},
    [SAME_GOAL] = {[STANCE_UNDER_WAY] = {RULE_HALVES, RULE_ENTERS, RULE_ENTERS},
                   [STANCE_STANDING] = {RULE_STAYS, RULE_STAYS, RULE_STAYS},
                   [STANCE_ARRIVED] = {RULE_MAKES_ROOM, RULE_SETTLES, RULE_SETTLES}}};

/* What each rule says, before the exceptions of gives_way(). */
static const contact CONTACTS[] = {[RULE_HALVES] = {.share = 0.5f, .margin = true},
                                   [RULE_GOES_ROUND] = {.share = 1},
                                   [RULE_ENTERS] = {.share = 1 - MAKES_ROOM, .margin = true},
                                   [RULE_MAKES_ROOM] = {.share = MAKES_ROOM, .margin = true},
                                   [RULE_SETTLES] = {.share = 0.5f, .at_rest = true},
                                   [RULE_IF_PRESSED] = {.share = 1, .when_pressed = true}};

sidle_vec2 contact_direction(const shown *self, const shown *other) {
    static const sidle_vec2 DIRECTIONS[4] = {
        {1, 0}, {0.70710678f, 0.70710678f}, {0, 1}, {-0.70710678f, 0.70710678f}};
    sidle_vec2 away = vec_sub(shown_position(self), shown_position(other));
    float distance = vec_length(away);
    if (distance > SAME_SPOT) return vec_scale(away, 1 / distance);
    /* Two units on the same spot part in opposite directions, which their ranks choose. */
    sidle_vec2 direction = DIRECTIONS[(shown_rank(self) ^ shown_rank(other)) & 3u];
    return unit_before(self, other) ? direction : vec_scale(direction, -1);
}

bool one_rests_at_shared_goal(const sidle_world *world, uint32_t a, uint32_t b) {
    enum stance first = shown_contact_stance(world, a);
    enum stance second = shown_contact_stance(world, b);
    if (first == STANCE_STANDING || second == STANCE_STANDING) return false;
    if (!first && !second) return false;
    return share_goal(world, shown_at(world, a), shown_at(world, b));
}

/* True when body k, of two with the same goal, is nearer to that goal than the other one. */
static bool is_nearer_to_goal(const sidle_world *world, uint32_t k, uint32_t other) {
    sidle_vec2 goal = shown_goal(shown_at(world, k));
    return vec_distance(body_position(&world->bodies, k), goal) <
           vec_distance(body_position(&world->bodies, other), goal);
}

static bool pursues(const sidle_world *world, uint32_t k, uint32_t other) {
    return world->motions[k].hunts &&
           same_unit(shown_target(shown_at(world, k)), shown_id(shown_at(world, other)));
}

/* A hunter gives way to its prey entirely, or the prey would never come to its goal. */
static float share_in_hunt(const sidle_world *world, uint32_t k, uint32_t other, float share) {
    bool hunts = pursues(world, k, other), hunted = pursues(world, other, k);
    return hunts == hunted ? share : hunts ? 1 : 0;
}

/* Most pairs are both under way, so the rule of these is taken from the table by the compiler. */
static bool gives_way_under_way(const sidle_world *world, uint32_t k, uint32_t other,
                                contact *with) {
    const motion *own = &world->motions[k], *its = &world->motions[other];
    *with = CONTACTS[RULES[STRANGERS][STANCE_UNDER_WAY][STANCE_UNDER_WAY]];
    bool first = has_way_over(world, k, other), yields = has_way_over(world, other, k);
    if (first || yields) with->share = first ? 1 - YIELDS : YIELDS;
    if (its->pass_mode == PASS_PUSHES && !first && !is_solid_enemy(world, other, k))
        with->share = 1;
    if (own->hunts || its->hunts) with->share = share_in_hunt(world, k, other, with->share);
    return own->pass_mode != PASS_PUSHES || yields || is_solid_enemy(world, k, other);
}

bool gives_way(const sidle_world *world, uint32_t k, uint32_t other, contact *with) {
    uint32_t own = world->motions[k].stance, its = world->motions[other].stance;
    if (!own && !its) return gives_way_under_way(world, k, other, with);
    assert(own < STANCES_MET && its < STANCES_MET);
    if (own == STANCE_STANDING) return false; /* its row of the table, without asking for goals */
    uint8_t pass_mode = world->motions[k].pass_mode;
    bool same_goal = one_rests_at_shared_goal(world, k, other);
    enum contact_rule rule = RULES[same_goal ? SAME_GOAL : STRANGERS][own][its];
    *with = CONTACTS[rule];
    switch (rule) {
    case RULE_STAYS: return false;
    case RULE_GOES_ROUND:
        with->passes = passes_through(world, pass_mode, k, other);
        return pass_mode != PASS_PUSHES || !with->passes;
    case RULE_ENTERS:
        /* Once it is past the one that rests, it has to leave that one by itself. */
        if (is_nearer_to_goal(world, k, other)) with->share = 1;
        return true;
    case RULE_MAKES_ROOM:
        if (is_nearer_to_goal(world, other, k)) with->share = 0;
        return true;
    default: return true;
    }
}
