/* What must hold of units that rest: where they stand, and who may move them. */
#include "invariants.h"

/* s; two that rest inside each other for so long, with room about them, stay there. */
static const float CLEARED_WITHIN = 10;

/* Share of the smaller radius: so deep inside each other counts as touching under pressure. */
static const float PRESSED = 0.05f;

/* Share of the smaller radius up to which two bodies count as clear. */
static const float CLEAR = 0.0045f;

/* From src/orders/give_way.c. In radii of one under way: so far ahead it asks units at rest to step
 * aside, so far ahead they do not return, and so wide is its way. In both radii: those that one
 * moves are nearer; so many hand that on. s: for so long they let themselves be moved. */
static const float ASKS_AHEAD = 8, FAR_AHEAD = 24, WIDE = 1.05f, IN_TOUCH = 1.1f, HAND_ON = 4;
static const float LETS_BE_MOVED = 0.5f;

/* ---- nobody at rest moves ---- */

/* u, the farthest that the profile lets a unit go in a step. */
static double farthest(const figure *f, float dt) {
    double speed = fmax((double)highest_speed(f), length(f->was.velocity));
    return speed * (1 + (double)f->profile.tuning.push_coefficient) * (double)dt;
}

/* Of those that it touched before the step is one nearer than touching? */
static bool was_inside_another(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *o = &s->figures[k];
        if (k != who && o->alive && o->was_known && one_layer(f, o) &&
            depth_of(&f->was, &o->was) > 0)
            return true;
    }
    return false;
}

/* ---- who steps aside ---- */

static bool makes_way_for(const story *s, const figure *f, const figure *o) {
    uint32_t whom = f->profile.give_way;
    if (!one_layer(f, o) || whom == SIDLE_GIVE_WAY_NEVER) return false;
    return whom == SIDLE_GIVE_WAY_ALL || friends(s, f, o);
}

/* May the way of a unit lead over this one, or over others that hand it on? `ahead`: the length of
 * such a way, in radii of the unit that drives. That unit is under way, or was until this step, or
 * it is on its way back to its place. It may be this unit itself: the units that it has set in
 * motion may ask it for room when it has arrived. */
static bool way_is_near(const story *s, uint32_t who, float ahead) {
    const figure *f = &s->figures[who];
    float largest = 0;
    for (uint32_t k = 0; k < FIGURES; k++)
        if (s->figures[k].alive) largest = fmaxf(largest, s->figures[k].now.radius);
    double chain = (double)(HAND_ON * IN_TOUCH * 2 * largest);
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *o = &s->figures[k];
        bool drove = o->now.under_way || (o->was_known && o->was.under_way);
        bool returns = o->aside && distance(o->now.position, o->now.place) > 0;
        if (!o->alive || !(drove || returns) || !makes_way_for(s, f, o)) continue;
        double reach = (double)((ahead + WIDE) * o->now.radius + f->now.radius) + chain;
        if (distance(f->now.position, o->now.position) < reach) return true;
    }
    return false;
}

/* May the unit, which rests, begin to move, to step aside or to return from there? */
static bool may_step_aside(const figure *f) {
    if (f->was.order != SIDLE_ORDER_NONE) return false;
    bool moved = f->was.made_velocity.x != 0 || f->was.made_velocity.y != 0;
    return f->asked > 0 || (f->aside && (moved || f->returns > 0));
}

/* Runs the clocks of that: one that is held up on its way back waits for its patience. */
void rest_watch_aside(const story *s, figure *f, uint32_t who, float dt) {
    bool idle = f->now.order == SIDLE_ORDER_NONE && !f->now.under_way;
    bool moves = f->now.made_velocity.x != 0 || f->now.made_velocity.y != 0;
    float looks = 2 * (f->profile.tuning.look_interval + dt);
    f->asked = fmaxf(f->asked - dt, 0);
    f->returns = fmaxf(f->returns - dt, 0);
    if (way_is_near(s, who, ASKS_AHEAD)) f->asked = LETS_BE_MOVED + looks;
    f->aside = idle && (f->aside || (moves && f->asked > 0));
    if (moves || way_is_near(s, who, FAR_AHEAD))
        f->returns = f->profile.patience + LETS_BE_MOVED + looks;
}

void rest_check(const story *s, uint32_t who, float dt) {
    const figure *f = &s->figures[who];
    double moved = distance(f->was.position, f->now.position);
    double most = farthest(f, dt) * 1.001 + 4 * rounding(s);
    if (moved > most)
        story_fail(s, "jump", "unit %u went %g u in one step, %g u is the most it can", who, moved,
                   most);
    if (!rests(&f->was) || f->now.under_way || moved == 0) return;
    bool of_itself = f->was.order != SIDLE_ORDER_NONE && f->was.order != SIDLE_ORDER_HOLD &&
                     (f->told || f->was.order == SIDLE_ORDER_EVADE);
    /* A hunter whose prey goes on comes to rest anew beside it, within one step. */
    bool anew = f->was.target.slot && distance(f->was.goal, f->now.goal) > 0;
    if (of_itself || anew || may_step_aside(f)) return;
    double clearing = farthest(f, dt);
    bool to_place = f->was.place.x != f->was.position.x || f->was.place.y != f->was.position.y;
    bool clears = to_place || (!f->rested_clear && f->calm <= dt);
    if (clears && moved <= clearing * 1.001 + 4 * rounding(s)) return;
    const char *how = f->rested_clear              ? "clear of all"
                      : was_inside_another(s, who) ? "inside another"
                                                   : "alone";
    story_fail(s, clears ? "haste" : "rest",
               "unit %u rests (order %d, arrived %d, %s), and moves by %g u; %g u to come clear",
               who, (int)f->was.order, f->was.arrived, how, moved, clearing);
}

/* May the two touch? Most do not, by far. */
static bool may_touch(const figure *a, const figure *b) {
    float reach = a->now.radius + b->now.radius;
    return fabsf(a->now.position.x - b->now.position.x) <= reach &&
           fabsf(a->now.position.y - b->now.position.y) <= reach;
}

bool rest_is_clear(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *o = &s->figures[k];
        if (k != who && o->alive && may_touch(f, o) && one_layer(f, o) &&
            depth_of(&f->now, &o->now) > (double)CLEAR * smaller(f, o))
            return false;
    }
    return true;
}

/* Whoever comes clear of others looks about now and then, and may not know yet that it is. */
void rest_watch(story *s, uint32_t who, float dt) {
    enum { LOOKS = 11 };
    figure *f = &s->figures[who];
    bool stood = f->was_known && rests(&f->was) && distance(f->was.position, f->now.position) == 0;
    f->calm = stood && rests(&f->now) && rest_is_clear(s, who) ? f->calm + dt : 0;
    bool knows = f->calm > LOOKS * (f->profile.tuning.look_interval + dt);
    f->rested_clear = rests(&f->now) && (f->rested_clear || knows);
}

/* ---- nobody rests inside another ---- */

static bool free_place(const story *s, uint32_t who, sidle_vec2 point) {
    const figure *f = &s->figures[who];
    if (!sidle_world_line_fits(s->world, f->now.profile, f->now.position, point)) return false;
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *o = &s->figures[k];
        double reach = (double)f->now.radius + (double)o->now.radius;
        if (k != who && o->alive && one_layer(f, o) && distance(o->now.position, point) < reach)
            return false;
    }
    return true;
}

/* In most directions there is a free place not far away. Who has less room may stay wedged: coming
 * clear is no search for a way. */
static bool has_room(const story *s, uint32_t who) {
    enum { WAYS = 16, STEPS = 12, ENOUGH = 10 };
    const figure *f = &s->figures[who];
    int ways = 0;
    for (int k = 0; k < WAYS; k++) {
        double angle = k * 6.283185307 / WAYS, far = 0.5 * (double)f->now.radius;
        bool found = false;
        for (int n = 1; n <= STEPS && !found; n++) {
            sidle_vec2 point = {f->now.position.x + (float)(cos(angle) * far * n),
                                f->now.position.y + (float)(sin(angle) * far * n)};
            found = free_place(s, who, point);
        }
        ways += found;
    }
    return ways >= ENOUGH;
}

static bool sluggish(const figure *f) {
    return top_speed(f) * f->profile.tuning.push_coefficient < SLUGGISH * f->now.radius;
}

void rest_check_overlap(story *s, uint32_t a, uint32_t b, float dt) {
    const figure *one = &s->figures[a], *two = &s->figures[b];
    float *time = &s->overlap[a][b];
    if (!may_touch(one, two)) {
        *time = 0;
        return;
    }
    double depth = depth_of(&one->now, &two->now);
    bool patrols = one->now.order == SIDLE_ORDER_PATROL || two->now.order == SIDLE_ORDER_PATROL;
    bool both = rests(&one->now) && rests(&two->now) && one_layer(one, two) && !patrols;
    *time = both && depth > (double)PRESSED * smaller(one, two) ? *time + dt : 0;
    if (*time <= CLEARED_WITHIN || sluggish(one) || sluggish(two)) return;
    if (!has_room(s, a) || !has_room(s, b)) return;
    story_fail(s, "overlap", "units %u and %u rest %g u inside each other for %g s (radii %g, %g)",
               a, b, depth, (double)*time, (double)one->now.radius, (double)two->now.radius);
}
