/* Queries give what a host would find that asks each unit in turn, in any state of the world: after
 * steps, and right after units were created, destroyed, teleported. */
#include "support.h"

enum { MOST = 400 };

/* ---- the same by asking each unit ---- */

typedef struct found {
    sidle_unit_id unit;
    float distance;
    uint32_t rank;
} found;

typedef enum kind { DISC, BOX, RAY, KINDS } kind;

typedef struct question {
    kind kind;
    sidle_vec2 a, b;
    float radius;
    sidle_filter filter;
} question;

static bool meets(const question *q, const sidle_unit_state *s, float *distance) {
    bool by_place = q->filter.part == SIDLE_PART_PLACE && q->kind != RAY;
    float x = by_place ? s->place.x : s->position.x, y = by_place ? s->place.y : s->position.y;
    float share = q->filter.part == SIDLE_PART_CENTRE ? 0 : s->radius;
    if (by_place && !s->has_place) return false;
    if (q->kind == DISC) {
        float dx = x - q->a.x, dy = y - q->a.y;
        float d = sqrtf(dx * dx + dy * dy);
        *distance = d > share ? d - share : 0;
        return dx * dx + dy * dy <= (q->radius + share) * (q->radius + share);
    }
    if (q->kind == BOX) {
        float dx = fmaxf(fmaxf(q->a.x - x, x - q->b.x), 0);
        float dy = fmaxf(fmaxf(q->a.y - y, y - q->b.y), 0);
        *distance = 0;
        return dx * dx + dy * dy <= share * share;
    }
    /* The first of many small steps along the ray at which the discs touch. */
    float length = hypotf(q->b.x - q->a.x, q->b.y - q->a.y);
    for (int k = 0; k <= 4000; k++) {
        float t = (float)k / 4000;
        float px = q->a.x + t * (q->b.x - q->a.x), py = q->a.y + t * (q->b.y - q->a.y);
        if (hypotf(px - x, py - y) > q->radius + s->radius) continue;
        *distance = t * length;
        return true;
    }
    return false;
}

static int by_distance_and_rank(const void *a, const void *b) {
    const found *l = a, *r = b;
    if (l->distance != r->distance) return l->distance < r->distance ? -1 : 1;
    return l->rank < r->rank ? -1 : l->rank > r->rank;
}

/* The third kind of the changing world flies. */
enum { AIR = 3 };

static uint32_t layer_of(const sidle_unit_state *s) {
    return s->profile.index == 2 ? AIR : 0;
}

static uint32_t ask_all(const sidle_world *world, const question *q, found *into) {
    uint32_t count = 0;
    for (sidle_unit_id id = {0, 0}; (id = sidle_unit_next(world, id)).slot;) {
        sidle_unit_state s = state_of(world, id);
        float distance;
        const sidle_filter *f = &q->filter;
        if (f->teams && !(f->teams & SIDLE_TEAM(s.team))) continue;
        if (f->layers && !(f->layers >> layer_of(&s) & 1u)) continue;
        if (f->motion && s.under_way != (f->motion == SIDLE_MOTION_UNDER_WAY)) continue;
        if (f->except.slot == id.slot) continue;
        if (!meets(q, &s, &distance)) continue;
        into[count++] = (found){id, distance, s.rank};
    }
    qsort(into, count, sizeof *into, by_distance_and_rank);
    return count;
}

static sidle_result ask(const sidle_world *world, const question *q, sidle_hit *hits,
                        uint32_t capacity, uint32_t *count) {
    if (q->kind == DISC)
        return sidle_query_disc(world, q->a, q->radius, &q->filter, hits, capacity, count);
    if (q->kind == BOX)
        return sidle_query_box(world, q->a, q->b, &q->filter, hits, capacity, count);
    return sidle_query_ray(world, q->a, q->b, q->radius, &q->filter, hits, capacity, count);
}

static question some_question(dice *d, const sidle_unit_id *ids, uint32_t living) {
    question q = {.kind = (kind)roll(d, KINDS)};
    q.a = (sidle_vec2){roll_between(d, -5, 65), roll_between(d, -5, 65)};
    q.b = (sidle_vec2){roll_between(d, -5, 65), roll_between(d, -5, 65)};
    if (q.kind == BOX) {
        q.b.x = q.a.x + roll_between(d, 0, 20);
        q.b.y = q.a.y + roll_between(d, 0, 20);
    }
    q.radius = q.kind == DISC ? roll_between(d, 0, 15) : roll_between(d, 0, 1);
    if (roll(d, 2)) q.filter.teams = SIDLE_TEAM(roll(d, 3)) | SIDLE_TEAM(2u);
    if (roll(d, 3) == 0) q.filter.layers = roll(d, 2) ? 1u << AIR : 1;
    q.filter.part = roll(d, SIDLE_PART_COUNT);
    q.filter.motion = roll(d, SIDLE_MOTION_COUNT);
    if (roll(d, 2)) q.filter.except = ids[roll(d, living)];
    return q;
}

static bool is_in(const sidle_hit *hits, uint32_t count, sidle_unit_id id) {
    for (uint32_t k = 0; k < count; k++)
        if (hits[k].unit.slot == id.slot && hits[k].unit.generation == id.generation) return true;
    return false;
}

/* The plain ray is made of small steps, so that units which it only grazes may differ, and
 * distances do by a step. */
static void same_ray(const sidle_hit *hits, uint32_t count, const found *plain, uint32_t all) {
    uint32_t missed = 0;
    for (uint32_t k = 0; k < all; k++) missed += !is_in(hits, count, plain[k].unit);
    assert_int_equal(missed, 0);
    assert_in_range(count, all, all + 1);
    for (uint32_t k = 1; k < count; k++) assert_true(hits[k - 1].distance <= hits[k].distance);
    for (uint32_t k = 0; k < all && count == all; k++)
        assert_float_equal(hits[k].distance, plain[k].distance, 0.05);
}

static void answers_are_those_of_asking_each_unit(const sidle_world *world, dice *d,
                                                  const sidle_unit_id *ids, uint32_t living) {
    static found plain[MOST];
    static sidle_hit hits[MOST], some[MOST];
    question q = some_question(d, ids, living);
    uint32_t count, all = ask_all(world, &q, plain);
    assert_ok(ask(world, &q, hits, MOST, &count));
    if (q.kind == RAY) {
        same_ray(hits, count, plain, all);
    } else {
        assert_int_equal(count, all);
        for (uint32_t k = 0; k < count; k++) {
            assert_int_equal(hits[k].unit.slot, plain[k].unit.slot);
            assert_float_equal(hits[k].distance, plain[k].distance, 1e-6);
        }
    }
    uint32_t capacity = roll(d, 12), again;
    assert_ok(ask(world, &q, some, capacity, &again));
    assert_int_equal(again, count);
    for (uint32_t k = 0; k < capacity && k < count; k++)
        assert_memory_equal(&some[k], &hits[k], sizeof *hits);
    if (q.kind != DISC) return;
    assert_ok(sidle_query_nearest(world, q.a, q.radius, &q.filter, some, capacity, &again));
    assert_int_equal(again, capacity < count ? capacity : count);
    for (uint32_t k = 0; k < again; k++) assert_memory_equal(&some[k], &hits[k], sizeof *hits);
}

/* ---- a world that changes ---- */

static sidle_unit_id create_some(sidle_world *world, dice *d, uint32_t kinds) {
    sidle_unit_def def = sidle_unit_def_default();
    def.position = (sidle_vec2){roll_between(d, 3, 57), roll_between(d, 3, 57)};
    def.team = roll(d, 4);
    def.profile.index = roll(d, kinds);
    def.user = 7 * def.team;
    return unit_made(world, &def);
}

static void change_something(sidle_world *world, dice *d, sidle_unit_id *ids, uint32_t *living) {
    uint32_t which = roll(d, *living);
    sidle_vec2 place = {roll_between(d, 3, 57), roll_between(d, 3, 57)};
    switch (roll(d, 5)) {
    case 0:
        if (*living < MOST) ids[(*living)++] = create_some(world, d, 3);
        break;
    case 1:
        if (*living < 20) break;
        assert_ok(sidle_unit_destroy(world, ids[which]));
        ids[which] = ids[--*living];
        break;
    case 2: assert_ok(sidle_unit_teleport(world, ids[which], place)); break;
    case 3: assert_ok(sidle_unit_go(world, ids[which], place)); break;
    default: assert_ok(sidle_world_step(world, TICK)); break;
    }
}

TEST(queries_find_what_each_unit_would_say) {
    dice d = {5};
    sidle_world *world = open_world(60, 60);
    sidle_profile p = sidle_profile_default();
    p.radius = 2.5f;
    profile_in(world, &p);
    p.radius = 0.1f;
    p.layer = AIR;
    p.top_speed = 60;
    p.acceleration = 600;
    profile_in(world, &p);
    static sidle_unit_id ids[MOST];
    uint32_t living = 0;
    for (; living < 150; living++) ids[living] = create_some(world, &d, 3);
    for (int round = 0; round < 400; round++) {
        /* Few changes leave strays, many make a query sort. */
        for (uint32_t k = roll(&d, round % 5 ? 6 : 150); k > 0; k--)
            change_something(world, &d, ids, &living);
        for (int k = 0; k < 4; k++) answers_are_those_of_asking_each_unit(world, &d, ids, living);
    }
    sidle_world_destroy(world);
}

/* ---- extremes ---- */

/* A map as long as it may be, of the smallest cells, the largest, and the farthest from the origin.
 */
static const struct extreme {
    float cell, least, most; /* u, of a cell and of radii */
    uint32_t width, height;  /* cells */
} EXTREMES[] = {{SIDLE_MIN_CELL, 0.05f, 0.05f, SIDLE_MAX_CELLS, 40},
                {SIDLE_MAX_CELL, 25, 4096, 163, 6},
                {100, 0.4f, 64, 163, 6},
                {2, 0.05f, 8, SIDLE_MAX_CELLS, 16},
                {0.5f, 2, 2, SIDLE_MAX_CELLS, 16}};

enum { CROWDED = 160, KINDS_OF_SIZE = 3 };

/* Some stand in the corners and along the edges, as near as they can, the others in a heap at one
 * end of the map, where the positions are least exact. */
static sidle_vec2 place_for(dice *d, const struct extreme *e, float radius) {
    float wide = (float)e->width * e->cell, tall = (float)e->height * e->cell;
    float right = wide - radius, lower = tall - radius;
    float near = roll_between(d, radius, fminf(right, 40 * radius));
    sidle_vec2 at = {roll(d, 2) ? wide - near : near, roll_between(d, radius, lower)};
    if (roll(d, 4) == 0) at.y = roll(d, 2) ? radius : lower;
    if (roll(d, 8) == 0) at.x = roll(d, 2) ? radius : right;
    return at;
}

static sidle_world *extreme_world(dice *d, const struct extreme *e) {
    sidle_world *world = world_of_cells(e->cell, e->width, e->height);
    sidle_profile_id kinds[KINDS_OF_SIZE];
    for (int k = 0; k < KINDS_OF_SIZE; k++) {
        sidle_profile p = sidle_profile_default();
        p.radius = e->least + (e->most - e->least) * (float)k / (KINDS_OF_SIZE - 1);
        p.top_speed = fminf((k ? 20 : 300) * p.radius, 1000);
        p.acceleration = p.top_speed;
        p.tuning.look_cell = fmaxf(p.tuning.look_cell, p.radius / 16);
        kinds[k] = profile_in(world, &p);
    }
    for (int k = 0, tries = 0; k < CROWDED && tries < 20 * CROWDED; tries++) {
        uint32_t size = roll(d, KINDS_OF_SIZE);
        sidle_profile p;
        assert_ok(sidle_profile_get(world, kinds[size], &p));
        sidle_unit_def unit = def_at(kinds[size], place_for(d, e, p.radius));
        sidle_unit_id id;
        if (sidle_unit_create(world, &unit, &id)) continue; /* rounding beyond the edge */
        assert_ok(sidle_unit_go(world, id, place_for(d, e, p.radius)));
        k++;
    }
    assert_true(sidle_unit_count(world) > CROWDED / 2);
    return world;
}

/* A disc, or a box, that only just touches a unit, or only just does not. */
static question touching_question(dice *d, const sidle_unit_state *s) {
    question q = {.kind = roll(d, 2) ? DISC : BOX};
    q.filter.part = roll(d, SIDLE_PART_COUNT);
    bool by_place = q.filter.part == SIDLE_PART_PLACE;
    sidle_vec2 at = by_place ? s->place : s->position;
    float share = q.filter.part == SIDLE_PART_CENTRE ? 0 : s->radius, x = at.x;
    float away = s->radius * roll_between(d, 0, 8);
    q.a = (sidle_vec2){roll(d, 2) ? x + away : x - away, at.y};
    if (roll(d, 2)) q.a.y += away * 0.5f;
    float dx = x - q.a.x, dy = at.y - q.a.y;
    q.radius = fmaxf(sqrtf(dx * dx + dy * dy) - share, 0);
    for (uint32_t k = roll(d, 3); k > 0; k--) q.radius = nextafterf(q.radius, 1e9f);
    q.b = (sidle_vec2){x - share, at.y};
    if (q.kind == DISC) return q;
    q.a = (sidle_vec2){q.b.x - away, q.b.y - away};
    if (roll(d, 2)) q.a.x = x + share, q.b.x = q.a.x + away;
    return q;
}

TEST(units_at_the_edge_of_a_question_are_found) {
    static found plain[MOST];
    static sidle_hit hits[MOST];
    dice d = {9};
    uint32_t asked = 0, sum = 0;
    for (size_t n = 0; n < sizeof EXTREMES / sizeof *EXTREMES; n++) {
        sidle_world *world = extreme_world(&d, &EXTREMES[n]);
        for (int round = 0; round < 60; round++) {
            for (sidle_unit_id id = {0, 0}; (id = sidle_unit_next(world, id)).slot; asked++) {
                sidle_unit_state s = state_of(world, id);
                question q = touching_question(&d, &s);
                uint32_t count, all = ask_all(world, &q, plain);
                assert_ok(ask(world, &q, hits, MOST, &count));
                if (count != all) fail_msg("extreme %zu: %u of %u", n, count, all);
                for (uint32_t k = 0; k < count; k++)
                    assert_int_equal(hits[k].unit.slot, plain[k].unit.slot);
                sum += count;
            }
            for (int k = round % 3; k > 0; k--) assert_ok(sidle_world_step(world, TICK));
        }
        assert_null(sidle_world_validate(world));
        sidle_world_destroy(world);
    }
    assert_true(asked > 10000 && sum > asked);
}

/* ---- what a question leaves alone ---- */

static sidle_world *crowd(dice *d) {
    sidle_world *world = open_world(60, 60);
    for (int k = 0; k < 120; k++) {
        sidle_unit_id id = create_some(world, d, 1);
        assert_ok(sidle_unit_go(world, id, (sidle_vec2){roll_between(d, 3, 57), 30}));
    }
    return world;
}

TEST(questions_change_nothing) {
    dice d = {11}, e = {11}, q = {3};
    sidle_world *asked = crowd(&d), *left = crowd(&e);
    static sidle_hit hits[MOST];
    for (int tick = 0; tick < 300; tick++) {
        for (int k = 0; k < 4; k++) {
            uint32_t count;
            sidle_vec2 at = {roll_between(&q, 0, 60), roll_between(&q, 0, 60)};
            assert_ok(sidle_query_disc(asked, at, 6, NULL, hits, MOST, &count));
            assert_ok(sidle_query_nearest(asked, at, 100, NULL, hits, 5, &count));
            assert_int_equal(count, 5);
        }
        if (tick % 30 == 0)
            for (int k = 0; k < 100; k++) {
                sidle_unit_id id = sidle_unit_next(asked, NOBODY);
                uint32_t count;
                sidle_vec2 place = {roll_between(&q, 3, 57), roll_between(&q, 3, 57)};
                for (uint32_t n = roll(&q, 100); n; n--) id = sidle_unit_next(asked, id);
                assert_ok(sidle_unit_teleport(asked, id, place));
                assert_ok(sidle_unit_teleport(left, id, place));
                assert_ok(sidle_query_disc(asked, place, 6, NULL, hits, MOST, &count));
                assert_true(is_in(hits, count, id));
            }
        assert_int_equal(sidle_world_hash(asked), sidle_world_hash(left));
        assert_null(sidle_world_validate(asked));
        assert_ok(sidle_world_step(asked, TICK));
        assert_ok(sidle_world_step(left, TICK));
        assert_int_equal(sidle_world_hash(asked), sidle_world_hash(left));
    }
    sidle_world_destroy(asked);
    sidle_world_destroy(left);
}

/* ---- far away ---- */

static const float CELLS[] = {0.25f, 0.5f, 1, 2.5f, 8};

/* A single unit in a corner, and points all over the map and on its edge. */
TEST(the_nearest_is_found_across_a_map_of_any_cells) {
    for (uint32_t k = 0; k < 4 * sizeof CELLS / sizeof *CELLS; k++) {
        float cell = CELLS[k / 4], wide = 50 * cell, tall = 34 * cell;
        sidle_world *world = world_of_cells(cell, 50, 34);
        sidle_unit_id id = unit_at(world, k & 1 ? wide - 1 : 1, k & 2 ? tall - 1 : 1);
        for (uint32_t n = 0; n < 25; n++) {
            sidle_vec2 point = {wide * 0.25f * (float)(n % 5), tall * 0.25f * (float)(n / 5)};
            sidle_hit hit;
            uint32_t count;
            assert_ok(sidle_query_nearest(world, point, 10000, NULL, &hit, 1, &count));
            assert_int_equal(count, 1);
            assert_int_equal(hit.unit.slot, id.slot);
        }
        sidle_world_destroy(world);
    }
}

TESTS_OF(queries)
