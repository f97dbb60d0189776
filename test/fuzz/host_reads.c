/* Calls that only read, calls with nothing in them, and a path over the cells for who asks. */
#include "host.h"

#include <math.h>
#include <stdio.h>

/* ---- reading ---- */

static void draws_disc(void *context, sidle_unit_id id, sidle_role role, sidle_vec2 at,
                       float radius, uint32_t value) {
    const story *s = context;
    (void)value;
    if (!sidle_unit_valid(s->world, id)) story_fail(s, "call", "a disc is of no unit");
    if (role >= SIDLE_ROLE_COUNT || !is_finite(at) || !(radius >= 0))
        story_fail(s, "call", "a disc is no disc");
}

static void draws_line(void *context, sidle_unit_id id, sidle_role role, sidle_vec2 from,
                       sidle_vec2 to) {
    const story *s = context;
    if (!sidle_unit_valid(s->world, id)) story_fail(s, "call", "a line is of no unit");
    if (role >= SIDLE_ROLE_COUNT || !is_finite(from) || !is_finite(to))
        story_fail(s, "call", "a line is no line");
}

/* The hits of a question come in order, and name units that live on the map. */
static void check_hits(const story *s, const sidle_hit *hits, uint32_t capacity, uint32_t count) {
    uint32_t kept = count < capacity ? count : capacity;
    if (count > FIGURES) story_fail(s, "call", "a question finds %u units", count);
    for (uint32_t k = 0; k < kept; k++) {
        sidle_unit_state now;
        if (sidle_unit_get(s->world, hits[k].unit, &now) || now.stowed)
            story_fail(s, "call", "a question finds a unit that is not on the map");
        bool after = k == 0 || hits[k - 1].distance < hits[k].distance ||
                     (hits[k - 1].distance == hits[k].distance && hits[k - 1].rank < hits[k].rank);
        if (!after || !(hits[k].distance >= 0))
            story_fail(s, "call", "the hits of a question are not in order");
    }
}

void host_asks(story *s, uint32_t who, sidle_vec2 point, uint8_t what, uint8_t more) {
    enum { CAPACITY = 8 };
    const figure *f = &s->figures[who];
    sidle_vec2 from = f->alive ? f->now.position : point;
    float radius = more == 255 ? NAN : s->width * (float)more / 300;
    const sidle_filter filter = {.teams = what & 1 ? SIDLE_TEAM(what >> 6) : 0,
                                 .part = (what >> 1) % (SIDLE_PART_COUNT + 1),
                                 .motion = (what >> 3) % (SIDLE_MOTION_COUNT + 1),
                                 .through = what & 32 ? (uint32_t)more << 1 | 1u : 0};
    sidle_hit hits[CAPACITY];
    uint32_t counts[4] = {0}, cell = more % 4u, wide = sidle_world_width(s->world);
    s->hash = sidle_world_hash(s->world);
    snprintf(s->call, sizeof s->call, "questions %u %u about unit %u", what, more, who);
    for (int k = 0; k < 4; k++) {
        sidle_vec2 high = {from.x + radius, from.y + radius};
        sidle_result result =
            k == 0   ? sidle_query_disc(s->world, point, radius, &filter, hits, CAPACITY, counts)
            : k == 1 ? sidle_query_box(s->world, from, high, &filter, hits, CAPACITY, counts + 1)
            : k == 2
                ? sidle_query_ray(s->world, from, point, radius / 8, &filter, hits, CAPACITY,
                                  counts + 2)
                : sidle_query_nearest(s->world, point, radius, &filter, hits, CAPACITY, counts + 3);
        bool good = filter.part < SIDLE_PART_COUNT && filter.motion < SIDLE_MOTION_COUNT;
        bool numbers = is_finite(from) && isfinite(radius) && (k == 1 || is_finite(point));
        bool fails = result != SIDLE_OK;
        if (!numbers && !fails) story_fail(s, "call", "question %d takes what is no number", k);
        if (good && numbers && fails && fabsf(point.x) < 1e4f && fabsf(point.y) < 1e4f)
            story_fail(s, "call", "question %d: %s", k, sidle_result_text(result));
        if (!result) check_hits(s, hits, CAPACITY, counts[k]);
    }
    sidle_wall wall;
    if (!sidle_query_terrain(s->world, from, point, radius / 8, 1u + more, &wall)) {
        if (!(wall.share >= 0 && wall.share <= 1) || !is_finite(wall.point))
            story_fail(s, "call", "a way ends at %g of itself", (double)wall.share);
        bool clear = f->alive && !f->now.stowed && radius / 8 <= f->now.radius * 0.99f &&
                     !(f->profile.passable & ~(1u + more)) &&
                     sidle_world_line_fits(s->world, f->now.profile, from, point);
        if (clear && wall.hit) story_fail(s, "call", "a way that is clear meets a wall");
    }
    uint32_t count;
    sidle_vec2 place;
    sidle_profile_id profile = f->alive ? f->now.profile : (sidle_profile_id){0};
    if (!sidle_query_cells(s->world, cell % wide, 0, 1, 1, SIDLE_TERRAIN_VOID, &filter, hits,
                           CAPACITY, &count))
        check_hits(s, hits, CAPACITY, count);
    if (!sidle_world_nearest_fit(s->world, profile, point, radius, &filter, &place) &&
        !sidle_world_fits(s->world, profile, place))
        story_fail(s, "call", "the place with room has none");
    if (sidle_world_hash(s->world) != s->hash)
        story_fail(s, "refusal", "a question changes the world");
}

/* What is read of all units is what is read of each. */
void host_reads_all(story *s) {
    static sidle_unit_id ids[4 * LONGEST_STORY];
    static sidle_vec2 at[4 * LONGEST_STORY], velocities[4 * LONGEST_STORY];
    const sidle_columns columns = {
        .ids = {ids, 0}, .positions = {at, 0}, .velocities = {velocities, 0}};
    uint32_t rows;
    snprintf(s->call, sizeof s->call, "sidle_world_read");
    if (sidle_world_read(s->world, &columns, 4 * LONGEST_STORY, &rows))
        story_fail(s, "call", "the world is not read");
    for (uint32_t k = 0; k < FIGURES; k++) {
        sidle_unit_state now;
        const figure *f = &s->figures[k];
        if (!f->alive || sidle_unit_get(s->world, f->id, &now)) continue;
        uint32_t row = f->id.slot - 1;
        bool same =
            row < rows &&
            (now.stowed ? ids[row].slot == 0
                        : ids[row].generation == f->id.generation && at[row].x == now.position.x &&
                              at[row].y == now.position.y && velocities[row].x == now.velocity.x);
        if (!same) story_fail(s, "call", "unit %u is read otherwise in bulk", k);
    }
}

void host_reads(story *s, uint32_t who, sidle_vec2 point, uint8_t what) {
    const figure *f = &s->figures[who];
    const sidle_draw draw = {s, what & 1 ? draws_disc : NULL, what & 2 ? draws_line : NULL};
    sidle_why why;
    s->hash = sidle_world_hash(s->world);
    snprintf(s->call, sizeof s->call, "sidle_world_draw, sidle_unit_why of unit %u", who);
    if (sidle_world_draw(s->world, &draw)) story_fail(s, "call", "the world is not drawn");
    sidle_result result = sidle_unit_why(s->world, f->id, &why);
    if (f->alive ? result == SIDLE_ERROR_STALE : result != SIDLE_ERROR_STALE)
        story_fail(s, "call", "why unit %u: %s", who, sidle_result_text(result));
    if (!result && (!is_finite(why.origin) || !is_finite(why.target)))
        story_fail(s, "call", "what unit %u thinks is no place", who);
    sidle_world_fits(s->world, (sidle_profile_id){what}, point);
    if (f->alive) sidle_world_line_fits(s->world, f->now.profile, f->now.position, point);
    uint32_t living = 0, counted = 0;
    for (uint32_t k = 0; k < FIGURES; k++) living += s->figures[k].alive;
    for (sidle_unit_id id = {0, 0}; (id = sidle_unit_next(s->world, id)).slot;) counted++;
    if (living != counted || living != sidle_unit_count(s->world))
        story_fail(s, "call", "%u units live, but %u are counted", living, counted);
    if (sidle_world_hash(s->world) != s->hash)
        story_fail(s, "refusal", "reading changes the world");
}

/* Null pointers, null ids, definitions that nobody filled: refused, and nothing else. */
void host_nonsense(story *s, uint32_t who, uint8_t what) {
    sidle_unit_id nobody = {0, what}, beyond = {FIGURES * 100 + what, 1};
    sidle_unit_id id = what & 1 ? nobody : beyond;
    sidle_vec2 point = {s->width / 2, s->height / 2};
    sidle_unit_id living = s->figures[who].id;
    sidle_unit_state state;
    sidle_profile p = {.radius = 1};
    sidle_profile_id made;
    sidle_unit_def def = {.heading = {1, 0}};
    sidle_draw no_draw = {0};
    s->hash = sidle_world_hash(s->world);
    snprintf(s->call, sizeof s->call, "nonsense %u about unit %u", what, who);
    bool refused =
        sidle_unit_go(s->world, id, point) && sidle_unit_hold(NULL, living) &&
        sidle_unit_stop(s->world, id) && sidle_unit_pursue(s->world, living, id) &&
        sidle_unit_set_path(s->world, id, &point, 1) &&
        sidle_unit_set_path(s->world, living, NULL, 1) &&
        sidle_unit_set_path(s->world, living, &point, SIDLE_MAX_WAYPOINTS + 1) &&
        sidle_unit_patrol(s->world, living, NULL, 1) && sidle_unit_get(s->world, living, NULL) &&
        sidle_unit_get(NULL, id, &state) && sidle_unit_teleport(s->world, id, point) &&
        sidle_unit_destroy(s->world, id) && sidle_unit_create(s->world, &def, &id) &&
        sidle_unit_create(s->world, NULL, &id) && sidle_profile_add(s->world, &p, &made) &&
        sidle_profile_add(s->world, NULL, &made) &&
        sidle_profile_set(s->world, (sidle_profile_id){0}, &p) && sidle_world_step(NULL, 0.1f) &&
        sidle_world_draw(s->world, NULL) && sidle_world_draw(NULL, &no_draw) &&
        sidle_world_set_cells(NULL, 0, 0, 1, 1, SIDLE_TERRAIN_GROUND);
    if (!refused) story_fail(s, "call", "nonsense is taken for a call");
    if (sidle_world_hash(s->world) != s->hash)
        story_fail(s, "refusal", "nonsense changes the world");
}

/* ---- a path over the cells ---- */

enum { CELLS_MOST = 64 * 64, CORNERS_MOST = 64 };

/* Breadth first from the goal; come_from[k] is the next cell from k, or -1. */
static void search(const story *s, sidle_profile_id profile, int32_t goal, int32_t *next) {
    static int32_t queue[CELLS_MOST];
    int32_t wide = (int32_t)sidle_world_width(s->world),
            high = (int32_t)sidle_world_height(s->world);
    for (int32_t k = 0; k < wide * high; k++) next[k] = -1;
    int32_t first = 0, end = 0;
    queue[end++] = goal;
    next[goal] = goal;
    while (first < end) {
        int32_t at = queue[first++], x = at % wide, y = at / wide;
        const int32_t sides[4][2] = {{x + 1, y}, {x - 1, y}, {x, y + 1}, {x, y - 1}};
        for (int k = 0; k < 4; k++) {
            int32_t to_x = sides[k][0], to_y = sides[k][1], to = to_y * wide + to_x;
            if (to_x < 0 || to_y < 0 || to_x >= wide || to_y >= high || next[to] >= 0) continue;
            sidle_vec2 middle = {((float)to_x + 0.5f) * s->cell, ((float)to_y + 0.5f) * s->cell};
            if (!sidle_world_fits(s->world, profile, middle)) continue;
            next[to] = at;
            queue[end++] = to;
        }
    }
}

static int32_t cell_at(const story *s, sidle_vec2 p) {
    int32_t wide = (int32_t)sidle_world_width(s->world),
            high = (int32_t)sidle_world_height(s->world);
    int32_t x = (int32_t)(p.x / s->cell), y = (int32_t)(p.y / s->cell);
    return (y < high ? y : high - 1) * wide + (x < wide ? x : wide - 1);
}

void host_finds_path(story *s, uint32_t who) {
    static int32_t next[CELLS_MOST];
    figure *f = &s->figures[who];
    f->wants_path = false;
    if (!f->alive || !f->now.under_way) return;
    sidle_vec2 corners[CORNERS_MOST];
    uint32_t count = 0;
    int32_t wide = (int32_t)sidle_world_width(s->world), goal = cell_at(s, f->now.goal);
    int32_t at = cell_at(s, f->now.position), before = -1;
    search(s, f->now.profile, goal, next);
    if (next[at] < 0) return;
    for (; at != goal && count < CORNERS_MOST; before = at, at = next[at]) {
        bool straight = before >= 0 && next[at] - at == at - before;
        sidle_vec2 middle = {((float)(at % wide) + 0.5f) * s->cell,
                             ((float)(at / wide) + 0.5f) * s->cell};
        if (!straight) corners[count++] = middle;
    }
    host_path(s, who, corners, count);
}
