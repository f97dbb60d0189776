/* What must hold after each step, whatever the host does. All is read through the public API, and
 * reckoned in double with arithmetic of our own. Each bound says what it leaves out, and why. */
#include "invariants.h"

/* Share of the smaller radius by which one that holds may be pressed by an enemy. */
static const float LEANS = 0.5f;

/* A chain that waits runs its clocks at 1/50 of their speed. */
static const float CHAIN = 50;

/* ---- numbers and terrain ---- */

/* By how much does the disc overlap the nearest cell that it may not enter? */
static double overlap_with_terrain(const story *s, const figure *f) {
    double cell = (double)s->cell, radius = (double)f->now.radius, deepest = 0;
    double px = (double)f->now.position.x, py = (double)f->now.position.y;
    int x0 = (int)floor((px - radius) / cell), x1 = (int)floor((px + radius) / cell);
    int y0 = (int)floor((py - radius) / cell), y1 = (int)floor((py + radius) / cell);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            bool in = x >= 0 && y >= 0 && x < (int)sidle_world_width(s->world) &&
                      y < (int)sidle_world_height(s->world);
            if (in && f->profile.passable >> sidle_world_cell(s->world, x, y) & 1u) continue;
            double dx = fmax(fmax(x * cell - px, px - (x + 1) * cell), 0);
            double dy = fmax(fmax(y * cell - py, py - (y + 1) * cell), 0);
            deepest = fmax(deepest, radius - hypot(dx, dy));
        }
    return deepest;
}

static void check_state(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    const sidle_unit_state *u = &f->now;
    if (!is_finite(u->position) || !is_finite(u->velocity) || !is_finite(u->predicted_velocity) ||
        !is_finite(u->heading) || !is_finite(u->waypoint) || !is_finite(u->goal) ||
        !isfinite(u->path_left))
        story_fail(s, "state", "unit %u has numbers that are none", who);
    if (u->position.x < 0 || u->position.y < 0 || u->position.x > s->width ||
        u->position.y > s->height)
        story_fail(s, "state", "unit %u is off the map at %g %g", who, (double)u->position.x,
                   (double)u->position.y);
    if (fabs(length(u->heading) - 1) > 1e-3)
        story_fail(s, "state", "unit %u has a heading of length %g", who, length(u->heading));
    if (u->order >= SIDLE_ORDER_COUNT || u->decision >= SIDLE_DECISION_COUNT)
        story_fail(s, "state", "unit %u has order %d and decision %d", who, (int)u->order,
                   (int)u->decision);
    double overlap = u->stowed ? 0 : overlap_with_terrain(s, f);
    if (overlap > (double)s->cell / 25000 * 1.05 + 2 * rounding(s))
        story_fail(s, "terrain", "unit %u is %g u inside terrain", who, overlap);
}

void invariants_state(story *s) {
    for (uint32_t k = 0; k < FIGURES; k++) {
        figure *f = &s->figures[k];
        if (!f->alive) continue;
        if (sidle_unit_get(s->world, f->id, &f->now)) story_fail(s, "state", "unit %u is lost", k);
        check_state(s, k);
    }
}

/* ---- events ---- */

static uint32_t figure_named(const story *s, sidle_unit_id id) {
    for (uint32_t k = 0; k < FIGURES; k++)
        if (s->figures[k].alive && s->figures[k].id.slot == id.slot &&
            s->figures[k].id.generation == id.generation)
            return k;
    return FIGURES;
}

static void check_event(const story *s, const sidle_event *e, const figure *f) {
    const char *type =
        (const char *[]){"waypoint",      "in range", "arrived", "target lost", "blocked",
                         "replan wanted", "pushing",  "stuck",   "gets on"}[e->type];
    uint32_t who = (uint32_t)(f - s->figures);
    if (!is_finite(e->point) || e->value > SIDLE_VALUE_STATIC)
        story_fail(s, "event", "event %s of unit %u is about %g %g, value %u", type, who,
                   (double)e->point.x, (double)e->point.y, e->value);
    if (e->other.slot == e->unit.slot)
        story_fail(s, "event", "event %s of unit %u is about itself", type, who);
    if (e->type == SIDLE_EVENT_TARGET_LOST && !e->other.slot)
        story_fail(s, "event", "event %s of unit %u names nobody", type, who);
    sidle_unit_state other;
    bool there = !sidle_unit_get(s->world, e->other, &other) && !other.stowed;
    if (e->type == SIDLE_EVENT_TARGET_LOST && there)
        story_fail(s, "event", "unit %u lost its target, but that is there", who);
}

static void read_events(story *s) {
    uint32_t count, slot = 0;
    const sidle_event *events = sidle_world_events(s->world, &count);
    for (uint32_t k = 0; k < FIGURES; k++) s->figures[k].told = s->figures[k].order_over = 0;
    for (uint32_t k = 0; k < count; k++) {
        const sidle_event *e = &events[k];
        uint32_t who = figure_named(s, e->unit);
        if ((uint32_t)e->type >= SIDLE_EVENT_COUNT || who == FIGURES || e->unit.slot < slot)
            story_fail(s, "event", "event %u of %u, of type %d, is about slot %u after slot %u", k,
                       count, (int)e->type, e->unit.slot, slot);
        slot = e->unit.slot;
        figure *f = &s->figures[who];
        check_event(s, e, f);
        f->told |= 1u << e->type;
        f->order_over |= e->order_over;
        f->quiet = 0;
        if (e->type == SIDLE_EVENT_PATH_WANTED) f->wants_path = true;
        if (e->type == SIDLE_EVENT_WAYPOINT) f->least = -1;
    }
}

/* An order ends in arrival, with its target, or by the host's word. */
static void check_order(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    bool arrived = told(f, SIDLE_EVENT_ARRIVED), lost = told(f, SIDLE_EVENT_TARGET_LOST);
    bool ends = f->was.order == SIDLE_ORDER_GO || f->was.order == SIDLE_ORDER_FLEE ||
                f->was.order == SIDLE_ORDER_APPROACH_POINT;
    sidle_order expected = lost || (arrived && ends) ? SIDLE_ORDER_NONE : f->was.order;
    if (f->now.order != expected)
        story_fail(s, "order", "unit %u had order %d, and has %d; arrived %d, target lost %d", who,
                   (int)f->was.order, (int)f->now.order, arrived, lost);
    if (f->order_over != (lost || (arrived && ends)))
        story_fail(s, "order", "unit %u is told that its order is over: %u", who, f->order_over);
    if (f->was.order == SIDLE_ORDER_GO && f->now.under_way == arrived)
        story_fail(s, "order", "unit %u goes, arrived: %d, under way: %d", who, arrived,
                   f->now.under_way);
    bool idle = f->was.order == SIDLE_ORDER_NONE || f->was.order == SIDLE_ORDER_HOLD;
    if (idle && (arrived || lost || f->now.under_way))
        story_fail(s, "order", "unit %u has nothing to do, and does it", who);
    if (arrived && (f->now.under_way || !f->now.arrived))
        story_fail(s, "order", "unit %u arrived, but does not rest", who);
}

/* ---- who holds is not passed through ---- */

/* Enemies that may not push were never deeper inside who holds than when that began to hold, or the
 * host put them there. Who comes clear of others may pass. */
static void check_holding(story *s, uint32_t holder, uint32_t enemy) {
    const figure *h = &s->figures[holder], *e = &s->figures[enemy];
    float *deepest = &s->depth[holder][enemy];
    bool holds = h->now.order == SIDLE_ORDER_HOLD && rests(&h->now) && one_layer(h, e) &&
                 !friends(s, h, e) && !e->profile.push_enemies && e->now.under_way;
    if (!holds) {
        *deepest = -1;
        return;
    }
    double depth = depth_of(&h->now, &e->now);
    bool stood = h->was_known && distance(h->was.position, h->now.position) == 0 && rests(&h->was);
    if (!stood || *deepest < 0) {
        *deepest = (float)fmax(depth, 0);
        return;
    }
    if (depth > (double)*deepest + (double)LEANS * smaller(h, e))
        story_fail(
            s, "hold",
            "unit %u holds, and its enemy %u, which does not push enemies, gets %g u into it "
            "(radii %g, %g)",
            holder, enemy, depth, (double)h->now.radius, (double)e->now.radius);
    *deepest = (float)fmax(fmin((double)*deepest, depth), 0);
}

/* ---- every order ends or tells ---- */

/* s, after which a unit that gets nowhere must have said so. */
static float patience_of(const story *s, const figure *f) {
    const sidle_profile *p = &f->profile;
    const float rungs[] = {0, p->tuning.answer_time, p->wait_time, p->push_time};
    float bound = 20 + 6 * p->tuning.look_interval + 360 / p->turn_rate;
    bound += 2 * (p->patience + p->tuning.replan_backoff_max);
    for (int k = 0; k < SIDLE_LADDER_STEPS; k++) bound += 2 * rungs[p->ladder[k] % 4];
    sidle_why why;
    bool waits = f->now.decision == SIDLE_DECISION_WAIT || f->now.decision == SIDLE_DECISION_REPLAN;
    if (!waits || sidle_unit_why(s->world, f->id, &why)) return bound;
    return sidle_unit_valid(s->world, why.blocker) ? bound * CHAIN : bound;
}

/* Who is guided goes as far as the guide leads. A unit without speed gets nowhere, and one whose
 * target moves is never done. */
static bool should_get_somewhere(const story *s, const figure *f) {
    if (!f->now.under_way || f->guided || f->now.stowed) return false;
    if (f->now.stuck) return false; /* it has been told why */
    if (top_speed(f) < SLUGGISH * f->now.radius) return false;
    if (f->now.order == SIDLE_ORDER_GO || f->now.order == SIDLE_ORDER_PATROL) return true;
    if (f->now.order != SIDLE_ORDER_PURSUE && f->now.order != SIDLE_ORDER_FOLLOW) return false;
    uint32_t target = figure_named(s, f->now.target);
    return target < FIGURES && rests(&s->figures[target].now) && rests(&s->figures[target].was);
}

static void check_progress(story *s, uint32_t who, float dt) {
    figure *f = &s->figures[who];
    if (!should_get_somewhere(s, f)) {
        f->quiet = 0;
        f->least = -1;
        return;
    }
    float left = f->now.path_left;
    if (f->least < 0 || left < f->least - 0.02f * f->now.radius) {
        f->least = left;
        f->quiet = 0;
    } else
        f->quiet += dt;
    if (f->quiet <= patience_of(s, f)) return;
    static const char *const STUCK[] = {"stuck idle",   "stuck free", "stuck detour", "stuck wait",
                                        "stuck replan", "stuck push", "stuck blocked"};
    bool fits = sidle_world_fits(s->world, f->now.profile, f->now.goal);
    story_fail(
        s, fits ? STUCK[f->now.decision] : "no room",
        "unit %u (order %d, decision %d) at %g %g makes for %g %g, and gets no nearer than %g u "
        "to its goal for %g s, without a word%s",
        who, (int)f->now.order, (int)f->now.decision, (double)f->now.position.x,
        (double)f->now.position.y, (double)f->now.waypoint.x, (double)f->now.waypoint.y,
        (double)f->least, (double)f->quiet, fits ? "" : "; its goal is too near to a wall for it");
}

/* ---- who is alone and free moves ---- */

/* Nobody about, no wall before the waypoint. */
static bool alone_and_free(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    const sidle_unit_state *u = &f->now;
    if (!u->under_way || u->stowed ||
        !sidle_world_line_fits(s->world, u->profile, u->position, u->waypoint))
        return false;
    if (distance(u->position, u->waypoint) < 2 * (double)f->profile.tuning.arrival_radius)
        return false;
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *o = &s->figures[k];
        double far =
            (double)(f->profile.view_distance + f->profile.tuning.side_reach + f->now.radius) +
            2 * (double)(o->now.radius + top_speed(o));
        if (k != who && o->alive && distance(o->now.position, u->position) < far) return false;
    }
    return true;
}

/* It turns, looks and then goes at least a twentieth of what its acceleration gives. */
static void check_lone(story *s, uint32_t who, float dt) {
    figure *f = &s->figures[who];
    /* One that rests under its order looks again within its patience. */
    bool goes = !f->guided && !f->now.stuck &&
                (f->now.order == SIDLE_ORDER_GO || f->now.order == SIDLE_ORDER_PATROL);
    bool same = f->was_known && f->was.waypoint.x == f->now.waypoint.x &&
                f->was.waypoint.y == f->now.waypoint.y;
    if (!goes || !same || !alone_and_free(s, who) || f->still == 0) {
        f->still = goes && alone_and_free(s, who) ? dt : 0;
        f->still_from = f->now.position;
        return;
    }
    f->still += dt;
    const sidle_profile *p = &f->profile;
    double ready = 2 + 360 / (double)p->turn_rate + 6 * (double)p->tuning.look_interval;
    double time = (double)f->still - ready, speed = (double)top_speed(f);
    if (time <= 0) return;
    double could = fmin(speed * time, 0.5 * (double)p->acceleration * time * time);
    could = fmin(could, distance(f->still_from, f->now.waypoint));
    if (distance(f->still_from, f->now.position) < could / 20)
        story_fail(
            s, "lone",
            "unit %u is alone on free ground for %g s, and moves by %g u where it could by %g", who,
            (double)f->still, distance(f->still_from, f->now.position), could);
    f->still = 0;
}

/* ---- the frame ---- */

void invariants_before(story *s) {
    for (uint32_t k = 0; k < FIGURES; k++) {
        figure *f = &s->figures[k];
        f->was = f->now;
        f->was_known = f->alive;
    }
}

void invariants_after(story *s, float dt) {
    read_events(s);
    for (uint32_t k = 0; k < FIGURES; k++) {
        figure *f = &s->figures[k];
        if (!f->alive) continue;
        check_state(s, k);
        check_order(s, k);
        rest_check(s, k, dt);
        rest_watch_aside(s, f, k, dt);
        check_progress(s, k, dt);
        check_lone(s, k, dt);
        f->walled = f->now.decision == SIDLE_DECISION_BLOCKED ? f->walled + dt : 0;
        rest_watch(s, k, dt);
        for (uint32_t n = 0; n < FIGURES; n++) {
            if (n == k || !s->figures[n].alive) continue;
            if (n < k) rest_check_overlap(s, n, k, dt);
            check_holding(s, k, n);
        }
    }
}

bool invariants_quiet(const story *s) {
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *f = &s->figures[k];
        bool rests_now = rests(&f->now) && f->now.order <= SIDLE_ORDER_HOLD;
        if (f->alive && !rests_now) return false;
        for (uint32_t n = 0; n < k && f->alive; n++)
            if (s->figures[n].alive && s->overlap[n][k] > 0) return false;
    }
    return true;
}

void invariants_touched(story *s, uint32_t who) {
    figure *f = &s->figures[who];
    f->quiet = f->walled = f->still = f->calm = 0;
    f->least = -1;
    f->rested_clear = false;
    for (uint32_t k = 0; k < FIGURES; k++) {
        s->overlap[who][k] = s->overlap[k][who] = 0;
        s->depth[who][k] = s->depth[k][who] = -1;
    }
}

void invariants_changed(story *s) {
    for (uint32_t k = 0; k < FIGURES; k++) {
        /* Whoever stood clear before a wall went up still does. */
        bool clear = s->figures[k].rested_clear && rest_is_clear(s, k);
        float walled = s->figures[k].walled;
        invariants_touched(s, k);
        s->figures[k].rested_clear = clear;
        s->figures[k].walled = walled;
    }
}
