/* The library for JavaScript: worlds, profiles, units, orders, questions. */
#include "glue.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- memory ---- */

EXPORT(memory_take) void *memory_take(size_t size) {
    return malloc(size);
}

EXPORT(memory_give) void memory_give(void *memory) {
    free(memory);
}

/* ---- texts ---- */

EXPORT(version) uint32_t version(void) {
    return sidle_version();
}

EXPORT(result_text) const char *result_text(int32_t result) {
    return sidle_result_text((sidle_result)result);
}

EXPORT(phase_text) const char *phase_text(int32_t phase) {
    return sidle_phase_text((sidle_phase)phase);
}

/* ---- the parameter table ---- */

static const sidle_param *row_of(uint32_t row) {
    uint32_t count;
    return sidle_params(&count) + row;
}

/* type, min, max, default */
EXPORT(param_numbers) void param_numbers(uint32_t row, double *out) {
    const sidle_param *p = row_of(row);
    out[0] = p->type;
    out[1] = (double)p->min;
    out[2] = (double)p->max;
    out[3] = (double)p->default_value;
}

/* ---- profiles ---- */

EXPORT(profile_make) sidle_profile *profile_make(double radius, double top_speed) {
    sidle_profile *p = malloc(sizeof *p);
    if (p) *p = sidle_profile_of((float)radius, (float)top_speed);
    return p;
}

/* A ladder is a number as in the table: two bits a step, the first lowest. Of numbers by class,
 * that of one class. */
EXPORT(profile_value)
double profile_value(const sidle_profile *p, uint32_t row, uint32_t terrain) {
    const sidle_param *from = row_of(row);
    const char *field = (const char *)p + from->offset;
    double ladder = 0;
    switch (from->type) {
    case SIDLE_PARAM_FLOAT: return (double)*(const float *)(const void *)field;
    case SIDLE_PARAM_CLASSES: return (double)((const float *)(const void *)field)[terrain];
    case SIDLE_PARAM_LADDER:
        for (int k = SIDLE_LADDER_STEPS; k-- > 0;) ladder = 4 * ladder + field[k];
        return ladder;
    default: return *(const uint32_t *)(const void *)field;
    }
}

EXPORT(profile_put)
void profile_put(sidle_profile *p, uint32_t row, uint32_t terrain, double value) {
    const sidle_param *from = row_of(row);
    char *field = (char *)p + from->offset;
    uint32_t whole = value >= 0 && value <= UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    switch (from->type) {
    case SIDLE_PARAM_FLOAT: *(float *)(void *)field = (float)value; break;
    case SIDLE_PARAM_CLASSES: ((float *)(void *)field)[terrain] = (float)value; break;
    case SIDLE_PARAM_LADDER:
        for (int k = 0; k < SIDLE_LADDER_STEPS; k++) field[k] = (char)(whole >> 2 * k & 3u);
        break;
    default: *(uint32_t *)(void *)field = whole; break;
    }
}

/* The number of the row that is wrong, -1 when all are well; *reason says why. */
EXPORT(profile_wrong) int32_t profile_wrong(const sidle_profile *p, const char **reason) {
    const sidle_param *row = NULL;
    uint32_t count;
    *reason = "";
    if (!sidle_profile_check(p, &row, reason)) return -1;
    return row ? (int32_t)(row - sidle_params(&count)) : 0;
}

EXPORT(profile_add) int32_t profile_add(sidle_world *w, const sidle_profile *p, uint32_t *id) {
    sidle_profile_id added = {0};
    sidle_result result = sidle_profile_add(w, p, &added);
    *id = added.index;
    return result;
}

EXPORT(profile_set) int32_t profile_set(sidle_world *w, uint32_t id, const sidle_profile *p) {
    return sidle_profile_set(w, (sidle_profile_id){id}, p);
}

EXPORT(profile_get) int32_t profile_get(const sidle_world *w, uint32_t id, sidle_profile *p) {
    return sidle_profile_get(w, (sidle_profile_id){id}, p);
}

EXPORT(profile_release) int32_t profile_release(sidle_world *w, uint32_t id) {
    return sidle_profile_release(w, (sidle_profile_id){id});
}

/* ---- phases ---- */

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void begin_phase(void *context, sidle_phase phase) {
    phase_clock *clock = context;
    double now = milliseconds();
    if (phase > 0) clock->ms[clock->now] += now - clock->began;
    clock->began = now;
    clock->now = phase;
}

sidle_hooks phase_hooks(phase_clock *clock) {
    return (sidle_hooks){.context = clock, .phase = begin_phase};
}

void phase_take(phase_clock *clock, double *ms) {
    memcpy(ms, clock->ms, sizeof clock->ms);
    memset(clock->ms, 0, sizeof clock->ms);
}

EXPORT(clock_make) phase_clock *clock_make(void) {
    return calloc(1, sizeof(phase_clock));
}

EXPORT(clock_take) void clock_take(phase_clock *clock, double *ms) {
    phase_take(clock, ms);
}

/* ---- the world ---- */

EXPORT(world_create)
int32_t world_create(uint32_t width, uint32_t height, float cell_size, const uint8_t *cells,
                     uint32_t units, phase_clock *clock, sidle_world **world) {
    sidle_world_def def = sidle_world_def_default();
    def.width = width;
    def.height = height;
    def.cell_size = cell_size;
    def.cells = cells;
    def.units = units;
    if (clock) def.hooks = phase_hooks(clock);
    return sidle_world_create(&def, world);
}

EXPORT(world_destroy) void world_destroy(sidle_world *w) {
    sidle_world_destroy(w);
}

EXPORT(world_step) int32_t world_step(sidle_world *w, float dt) {
    return sidle_world_step(w, dt);
}

EXPORT(world_tick) double world_tick(const sidle_world *w) {
    return (double)sidle_world_tick(w);
}

EXPORT(world_hash) uint64_t world_hash(const sidle_world *w) {
    return sidle_world_hash(w);
}

EXPORT(world_set_allies)
int32_t world_set_allies(sidle_world *w, uint32_t team, uint64_t allies) {
    return sidle_world_set_allies(w, team, allies);
}

EXPORT(world_are_friends)
int32_t world_are_friends(const sidle_world *w, uint32_t team, uint32_t other) {
    return sidle_world_are_friends(w, team, other);
}

EXPORT(world_set_cells)
int32_t world_set_cells(sidle_world *w, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                        uint32_t terrain) {
    return sidle_world_set_cells(w, x, y, width, height, (sidle_terrain)terrain);
}

EXPORT(world_cell) uint32_t world_cell(const sidle_world *w, int32_t x, int32_t y) {
    return sidle_world_cell(w, x, y);
}

EXPORT(world_fits) uint32_t world_fits(const sidle_world *w, uint32_t profile, float x, float y) {
    return sidle_world_fits(w, (sidle_profile_id){profile}, point(x, y));
}

EXPORT(world_line_fits)
uint32_t world_line_fits(const sidle_world *w, uint32_t profile, float x, float y, float to_x,
                         float to_y) {
    return sidle_world_line_fits(w, (sidle_profile_id){profile}, point(x, y), point(to_x, to_y));
}

EXPORT(world_nearest_fit)
int32_t world_nearest_fit(const sidle_world *w, uint32_t profile, float x, float y, float reach,
                          uint32_t clear, sidle_vec2 *place) {
    sidle_filter all = {0};
    return sidle_world_nearest_fit(w, (sidle_profile_id){profile}, point(x, y), reach,
                                   clear ? &all : NULL, place);
}

EXPORT(world_count) uint32_t world_count(const sidle_world *w) {
    return sidle_unit_count(w);
}

/* Rows by slot; any of the places may be NULL. Returns the number of rows. */
EXPORT(world_read)
uint32_t world_read(const sidle_world *w, uint32_t capacity, sidle_unit_id *ids,
                    sidle_vec2 *positions, sidle_vec2 *headings, sidle_vec2 *made,
                    uint8_t *decisions) {
    sidle_columns to = {.ids = {ids, 0},
                        .positions = {positions, 0},
                        .headings = {headings, 0},
                        .made = {made, 0},
                        .decisions = {decisions, 0}};
    uint32_t rows = 0;
    sidle_world_read(w, &to, capacity, &rows);
    return rows;
}

/* Nine numbers an event: type, unit, other, x, y, value, the user's number, the arrival, and
 * whether the order is over. */
EXPORT(world_events) uint32_t world_events(const sidle_world *w, uint32_t capacity, double *out) {
    uint32_t count;
    const sidle_event *events = sidle_world_events(w, &count);
    for (uint32_t k = 0; k < count && k < capacity; k++) {
        const sidle_event *e = &events[k];
        double row[] = {e->type,
                        number_of_id(e->unit),
                        number_of_id(e->other),
                        (double)e->point.x,
                        (double)e->point.y,
                        e->value,
                        (double)e->user,
                        e->arrival,
                        e->order_over};
        memcpy(out + 9 * k, row, sizeof row);
    }
    return count;
}

/* ---- units ---- */

EXPORT(unit_create)
int32_t unit_create(sidle_world *w, uint32_t profile, float x, float y, float heading_x,
                    float heading_y, uint32_t team, uint32_t rank, double user, double *id) {
    sidle_unit_def def = sidle_unit_def_default();
    def.profile = (sidle_profile_id){profile};
    def.position = point(x, y);
    def.heading = point(heading_x, heading_y);
    def.team = team;
    def.rank = rank;
    def.user = user >= 0 ? (uint64_t)user : 0;
    sidle_unit_id made = {0, 0};
    sidle_result result = sidle_unit_create(w, &def, &made);
    *id = number_of_id(made);
    return result;
}

EXPORT(unit_destroy) int32_t unit_destroy(sidle_world *w, double id) {
    return sidle_unit_destroy(w, id_of_number(id));
}

EXPORT(unit_valid) uint32_t unit_valid(const sidle_world *w, double id) {
    return sidle_unit_valid(w, id_of_number(id));
}

EXPORT(unit_next) double unit_next(const sidle_world *w, double after) {
    return number_of_id(sidle_unit_next(w, id_of_number(after)));
}

sidle_result state_numbers(const sidle_world *w, sidle_unit_id id, double *out) {
    sidle_unit_state s;
    sidle_result result = sidle_unit_get(w, id, &s);
    if (result) return result;
    /* clang-format off */
    double numbers[] = {
        s.profile.index, s.team, s.rank, (double)s.user, (double)s.radius, (double)s.speed_factor,
        (double)s.position.x, (double)s.position.y, (double)s.velocity.x, (double)s.velocity.y,
        (double)s.made_velocity.x, (double)s.made_velocity.y,
        (double)s.predicted_velocity.x, (double)s.predicted_velocity.y,
        (double)s.heading.x, (double)s.heading.y, (double)s.waypoint.x, (double)s.waypoint.y,
        s.order, number_of_id(s.target), (double)s.goal.x, (double)s.goal.y,
        s.waypoints, (double)s.path_left, s.ghost, s.stowed, s.under_way, s.arrived, s.decision,
        (double)s.place.x, (double)s.place.y, s.has_place, s.arrival, s.stuck};
    /* clang-format on */
    memcpy(out, numbers, sizeof numbers);
    return SIDLE_OK;
}

EXPORT(unit_state) int32_t unit_state(const sidle_world *w, double id, double *out) {
    return state_numbers(w, id_of_number(id), out);
}

/* The bits of `what` of unit_set, in the order in which the fields are set. */
enum {
    SET_PROFILE = 1,
    SET_TEAM = 2,
    SET_HEADING = 4,
    SET_RANK = 8,
    SET_USER = 16,
    SET_SPEED_FACTOR = 32,
    SET_GHOST = 64
};

/* Sets the fields that `what` names, up to the first one that is refused. */
EXPORT(unit_set)
int32_t unit_set(sidle_world *w, double of, uint32_t what, uint32_t profile, uint32_t team,
                 float heading_x, float heading_y, uint32_t rank, double user, float speed_factor,
                 uint32_t ghost) {
    sidle_unit_id id = id_of_number(of);
    sidle_result bad = sidle_unit_valid(w, id) ? SIDLE_OK : SIDLE_ERROR_STALE;
    if (!bad && what & SET_PROFILE)
        bad = sidle_unit_set_profile(w, id, (sidle_profile_id){profile});
    if (!bad && what & SET_TEAM) bad = sidle_unit_set_team(w, id, team);
    if (!bad && what & SET_HEADING)
        bad = sidle_unit_set_heading(w, id, point(heading_x, heading_y));
    if (!bad && what & SET_RANK) bad = sidle_unit_set_rank(w, id, rank);
    if (!bad && what & SET_USER) bad = sidle_unit_set_user(w, id, user >= 0 ? (uint64_t)user : 0);
    if (!bad && what & SET_SPEED_FACTOR) bad = sidle_unit_set_speed_factor(w, id, speed_factor);
    if (!bad && what & SET_GHOST) bad = sidle_unit_set_ghost(w, id, ghost != 0);
    return bad;
}

EXPORT(unit_stow) int32_t unit_stow(sidle_world *w, double id, uint32_t pursuers) {
    return sidle_unit_stow(w, id_of_number(id), (sidle_pursuers)pursuers);
}

EXPORT(unit_unstow) int32_t unit_unstow(sidle_world *w, double id, float x, float y) {
    return sidle_unit_unstow(w, id_of_number(id), point(x, y));
}

EXPORT(unit_face) int32_t unit_face(sidle_world *w, double id, float x, float y) {
    return sidle_unit_face(w, id_of_number(id), point(x, y));
}

EXPORT(unit_teleport) int32_t unit_teleport(sidle_world *w, double id, float x, float y) {
    return sidle_unit_teleport(w, id_of_number(id), point(x, y));
}

/* ---- orders ---- */

EXPORT(unit_go) int32_t unit_go(sidle_world *w, double id, float x, float y) {
    return sidle_unit_go(w, id_of_number(id), point(x, y));
}

EXPORT(unit_hold) int32_t unit_hold(sidle_world *w, double id) {
    return sidle_unit_hold(w, id_of_number(id));
}

EXPORT(unit_stop) int32_t unit_stop(sidle_world *w, double id) {
    return sidle_unit_stop(w, id_of_number(id));
}

EXPORT(unit_patrol)
int32_t unit_patrol(sidle_world *w, double id, const sidle_vec2 *points, uint32_t count) {
    return sidle_unit_patrol(w, id_of_number(id), points, count);
}

EXPORT(unit_pursue) int32_t unit_pursue(sidle_world *w, double id, double target) {
    return sidle_unit_pursue(w, id_of_number(id), id_of_number(target));
}

EXPORT(unit_follow) int32_t unit_follow(sidle_world *w, double id, double leader) {
    return sidle_unit_follow(w, id_of_number(id), id_of_number(leader));
}

EXPORT(unit_evade) int32_t unit_evade(sidle_world *w, double id, double hunter) {
    return sidle_unit_evade(w, id_of_number(id), id_of_number(hunter));
}

EXPORT(unit_approach)
int32_t unit_approach(sidle_world *w, double id, double target, float most, float least,
                      uint32_t sight) {
    const sidle_range range = {most, least, sight};
    return sidle_unit_approach(w, id_of_number(id), id_of_number(target), &range);
}

EXPORT(unit_approach_point)
int32_t unit_approach_point(sidle_world *w, double id, float x, float y, float most, float least,
                            uint32_t sight) {
    const sidle_range range = {most, least, sight};
    return sidle_unit_approach_point(w, id_of_number(id), point(x, y), &range);
}

EXPORT(unit_flee) int32_t unit_flee(sidle_world *w, double id, float x, float y) {
    return sidle_unit_flee(w, id_of_number(id), point(x, y));
}

EXPORT(unit_wander) int32_t unit_wander(sidle_world *w, double id, float x, float y, float radius) {
    return sidle_unit_wander(w, id_of_number(id), point(x, y), radius);
}

EXPORT(unit_path)
int32_t unit_path(sidle_world *w, double id, const sidle_vec2 *points, uint32_t count) {
    return sidle_unit_set_path(w, id_of_number(id), points, count);
}

EXPORT(unit_path_left)
int32_t unit_path_left(const sidle_world *w, double id, sidle_vec2 *points, uint32_t capacity,
                       uint32_t *count) {
    return sidle_unit_path_left(w, id_of_number(id), points, capacity, count);
}

EXPORT(unit_guide) int32_t unit_guide(sidle_world *w, double id, float x, float y) {
    return sidle_unit_set_guide(w, id_of_number(id), point(x, y));
}

EXPORT(unit_answer) int32_t unit_answer(sidle_world *w, double id, uint32_t step) {
    return sidle_unit_answer(w, id_of_number(id), (sidle_step)step);
}

/* ---- questions ---- */

/* Six numbers a hit: unit, x, y, distance, radius, team. */
static void write_hits(const sidle_hit *hits, uint32_t count, double *out) {
    for (uint32_t k = 0; k < count; k++) {
        const sidle_hit *h = &hits[k];
        double row[] = {number_of_id(h->unit), (double)h->position.x, (double)h->position.y,
                        (double)h->distance,   (double)h->radius,     h->team};
        memcpy(out + 6 * k, row, sizeof row);
    }
}

typedef enum question { IN_DISC, IN_BOX, ON_RAY, NEAREST } question;

/* The numbers are those of the question in query.h, in their order; teams and layers as in a
 * filter. */
EXPORT(world_query)
int32_t world_query(const sidle_world *w, uint32_t which, const float *v, uint64_t teams,
                    uint32_t layers, uint32_t capacity, double *out, uint32_t *count) {
    sidle_filter filter = {.teams = teams, .layers = layers};
    sidle_hit *hits = malloc(((size_t)capacity + 1) * sizeof *hits);
    if (!hits) return SIDLE_ERROR_MEMORY;
    sidle_result result = SIDLE_ERROR_ARGUMENT;
    sidle_vec2 first = point(v[0], v[1]), second = point(v[2], v[3]);
    *count = 0;
    switch ((question)which) {
    case IN_DISC: result = sidle_query_disc(w, first, v[2], &filter, hits, capacity, count); break;
    case IN_BOX: result = sidle_query_box(w, first, second, &filter, hits, capacity, count); break;
    case ON_RAY:
        result = sidle_query_ray(w, first, second, v[4], &filter, hits, capacity, count);
        break;
    case NEAREST:
        result = sidle_query_nearest(w, first, v[2], &filter, hits, capacity, count);
        break;
    }
    write_hits(hits, *count < capacity ? *count : capacity, out);
    free(hits);
    return result;
}

/* As sidle_query_congestion; size: columns and rows. A capacity of 0 asks for them alone. */
EXPORT(world_congestion)
int32_t world_congestion(const sidle_world *w, float side, uint64_t teams, uint32_t layers,
                         sidle_congestion *cells, uint32_t capacity, uint32_t *size) {
    sidle_filter filter = {.teams = teams, .layers = layers};
    return sidle_query_congestion(w, side, &filter, cells, capacity, &size[0], &size[1]);
}

/* ---- why ---- */

sidle_result why_numbers(const sidle_world *world, sidle_unit_id id, double *out) {
    sidle_why y;
    sidle_result result = sidle_unit_why(world, id, &y);
    if (result) return result;
    /* clang-format off */
    double numbers[] = {
        y.decision, (double)y.tick, (double)y.origin.x, (double)y.origin.y,
        (double)y.direction.x, (double)y.direction.y, (double)y.reach, (double)y.hit, y.hit_value,
        (double)y.row, y.value_ahead, y.value_right, (double)y.offset_right,
        y.value_left, (double)y.offset_left, y.value, (double)y.offset,
        (double)y.target.x, (double)y.target.y, number_of_id(y.blocker), y.step,
        (double)y.step_left};
    /* clang-format on */
    memcpy(out, numbers, sizeof numbers);
    return SIDLE_OK;
}

EXPORT(unit_why) int32_t unit_why(const sidle_world *w, double id, double *out) {
    return why_numbers(w, id_of_number(id), out);
}

EXPORT(unit_why_text)
uint32_t unit_why_text(const sidle_world *w, double id, char *buffer, uint32_t size) {
    return (uint32_t)sidle_why_text(w, id_of_number(id), buffer, size);
}

EXPORT(world_validate) const char *world_validate(const sidle_world *w) {
    return sidle_world_validate(w);
}
