/* The table of parameters. Name, unit, range, default and help of each parameter stand here and
 * nowhere else: defaults, checks, config files, messages and the tables of the pages are all read
 * from this table. To add a parameter, add a field to sidle_profile or sidle_tuning and a row
 * here. */
#include "world/parameters.h"

#include "base/vec.h"

/* Marks a profile that the library has filled in, with the layout that the host compiled against.
 */
enum { PROFILE_COOKIE = 0x51d1e001 ^ SIDLE_LAYOUT(sidle_profile) };

/* A ladder as a number, two bits a step, so that it fits into the column of defaults. */
#define LADDER_OF(a, b, c) (float)(SIDLE_STEP_##a | SIDLE_STEP_##b << 2 | SIDLE_STEP_##c << 4)
#define GROUND_UNITS       (float)(SIDLE_PASS(SIDLE_TERRAIN_GROUND) | SIDLE_PASS(SIDLE_TERRAIN_SWAMP))

/* clang-format off */
#define PARAM(name, field, type, follows, unit, min, max, default_value, help)                     \
    {name, SIDLE_PARAM_##type, unit, min, max, default_value, SIDLE_FOLLOWS_##follows, help,       \
     offsetof(sidle_profile, field)}
#define ROW(field, ...)    PARAM(#field, field, __VA_ARGS__)
#define TUNING(field, ...) PARAM(#field, tuning.field, __VA_ARGS__)
/* clang-format on */

static const sidle_param TABLE[] = {
    /* clang-format off */
    ROW(radius, FLOAT, NOTHING, "u", 0.01f, 4096, SIDLE_DEFAULT_RADIUS,
        "radius of the unit's disc; at most 4 cells of the map"),
    ROW(top_speed, FLOAT, NOTHING, "u/s", 0, 64000, SIDLE_DEFAULT_TOP_SPEED,
        "speed on a free way"),
    ROW(acceleration, FLOAT, TOP_SPEED, "u/s2", 0.001f, 100000, 8,
        "largest change of velocity, braking included"),
    ROW(turn_rate, FLOAT, NOTHING, "deg/s", 1, 100000, 720,
        "largest change of heading"),
    ROW(passable, TERRAIN, NOTHING, "", 0, SIDLE_PASS_ALL, GROUND_UNITS,
        "classes of terrain that the unit may enter"),
    ROW(layer, WHOLE, NOTHING, "", 0, 15, 0,
        "units on different layers (ground, air) ignore each other"),
    ROW(view_distance, FLOAT, RADIUS, "u", 0.02f, 65536, 5,
        "how far the unit sees: largest length of the trace to the waypoint"),
    TUNING(look_cell, FLOAT, RADIUS, "u", 0.002f, 4096, 0.25f,
        "cell size of the grid that the unit sees around it"),
    TUNING(look_interval, FLOAT, NOTHING, "s", 0, 10, 0.1f,
        "time between two looks, up to 5 times that while nothing is near; 0: a look in each tick"),
    TUNING(side_reach, FLOAT, RADIUS, "u", 0.02f, 65536, 3,
        "how far to each side the side traces look for a detour"),
    TUNING(threshold, FLOAT, NOTHING, "", 0, 1, 0.4f,
        "passability (0 free, 1 a unit's centre) from which a point blocks the unit"),
    TUNING(graze, FLOAT, NOTHING, "", 0, 1, 0.03f,
        "passability up to which a point counts as free"),
    TUNING(side_bias, FLOAT, RADIUS, "u", -4096, 4096, 0.25f,
        "road side: the left is taken only if its detour is shorter by this; below 0: the right; 0: neither"),
    TUNING(side_hysteresis, FLOAT, NOTHING, "", 0, 1, 0.1f,
        "the other side is chosen only if its passability is lower by this"),
    TUNING(steering_lag, FLOAT, NOTHING, "s", 0, 2, 0.15f,
        "time in which it makes two thirds of a change of course; 0: at once"),
    ROW(headway, FLOAT, NOTHING, "s", 0, 5, 0.15f,
        "time gap to the unit ahead that drives the same way; 0: none"),
    TUNING(push_radius, FLOAT, NOTHING, "radii", 0, 2, 1,
        "push-apart acts below this share of the sum of radii, from bodies that it passes through"),
    TUNING(push_coefficient, FLOAT, NOTHING, "", 0, 0.99f, 0.7f,
        "push-apart in a tick, as a share of the way that the unit may move in it"),
    ROW(push_enemies, SWITCH, NOTHING, "", 0, 1, 0,
        "whether it may push through enemies; no: enemies are as solid as walls"),
    ROW(priority, WHOLE, NOTHING, "", 0, 255, DEFAULT_PRIORITY,
        "right of way: friends under way with a lower priority yield to it"),
    ROW(ladder, LADDER, NOTHING, "", 0, 0, LADDER_OF(REPLAN, WAIT, PUSH),
        "what a unit does that units block, in order; ask: it waits for the host's answer"),
    TUNING(answer_time, FLOAT, NOTHING, "s", 0, 60, 0.5f,
        "how long it waits for a path that it has asked for"),
    ROW(patience, FLOAT, NOTHING, "s", 0.1f, 600, 3,
        "time without progress after which a detour counts as blocked by units"),
    ROW(wait_time, FLOAT, NOTHING, "s", 0, 600, 2.5f,
        "how long the step wait lasts"),
    ROW(push_time, FLOAT, NOTHING, "s", 0, 600, 3,
        "how long the step push lasts; longer while the unit is inside another body"),
    TUNING(replan_backoff, FLOAT, NOTHING, "s", 0.1f, 600, 2,
        "shortest time between two requests for a path; doubles while it stays blocked"),
    TUNING(replan_backoff_max, FLOAT, NOTHING, "s", 0.1f, 3600, 16,
        "longest time between two requests for a path"),
    TUNING(detour_max, FLOAT, NOTHING, "x", 1, 1000, 2,
        "longest new path accepted while units block the old one, as a multiple of what is left of it"),
    TUNING(waypoint_radius, FLOAT, RADIUS, "u", 0.002f, 65536, 1.5f,
        "distance at which a waypoint counts as passed if the next one is in sight; "
        "on open ground up to 2.2 times that"),
    TUNING(arrival_radius, FLOAT, RADIUS, "u", 0.0002f, 4096, 0.05f,
        "distance at which the goal counts as reached"),
    ROW(queue, SWITCH, NOTHING, "", 0, 1, 1,
        "whether it queues before a narrow place behind units that go the same way"),
    ROW(give_way, WHOLE, NOTHING, "", 0, SIDLE_GIVE_WAY_COUNT - 1, SIDLE_GIVE_WAY_FRIENDS,
        "units for which it steps aside when idle or arrived: 0 none, 1 friends, 2 all"),
    ROW(reverse, FLOAT, NOTHING, "", 0, 1, 0,
        "reverse speed as a share of top speed; 0: it never drives backwards"),
    ROW(foresight, FLOAT, NOTHING, "s", 0, 60, 5,
        "prediction horizon of pursue and evade; 0: no prediction"),
    ROW(flee_distance, FLOAT, RADIUS, "u", 0.02f, 65536, 8,
        "it runs from danger nearer than this, until it is 1.25 times as far away"),
    TUNING(wander_pace, FLOAT, NOTHING, "", 0.01f, 1, 0.5f,
        "speed of wandering as a share of top speed"),
    TUNING(wander_distance, FLOAT, RADIUS, "u", 0.02f, 65536, 2,
        "from the unit to the centre of its wander circle"),
    TUNING(wander_radius, FLOAT, RADIUS, "u", 0.01f, 65536, 1.2f,
        "radius of the wander circle, less than wander_distance; a larger one means sharper turns"),
    TUNING(wander_interval, FLOAT, NOTHING, "s", 0.05f, 60, 0.8f,
        "time between two changes of the wander direction"),
    ROW(follow_distance, FLOAT, RADIUS, "u", 0.02f, 65536, 2,
        "distance behind a leader that followers keep"),
    ROW(follow_clear, FLOAT, RADIUS, "u", 0, 65536, 4,
        "length of the way before its leader that a follower keeps clear"),
    ROW(terrain_factor, CLASSES, NOTHING, "", 0.05f, 4, 1,
        "speed on each class of terrain as a multiple of top_speed, such as swamp:0.5 class5:1.5"),
    /* clang-format on */
};

enum { ROWS = sizeof TABLE / sizeof TABLE[0] };

const sidle_param *sidle_params(uint32_t *count) {
    if (count) *count = ROWS;
    return TABLE;
}

static void *field_of(sidle_profile *profile, const sidle_param *row) {
    return (char *)profile + row->offset;
}

/* The default of a number for a profile that has its radius and top speed. */
static float default_number(const sidle_profile *profile, const sidle_param *row) {
    float times = 1;
    if (row->follows == SIDLE_FOLLOWS_RADIUS) times = profile->radius / SIDLE_DEFAULT_RADIUS;
    if (row->follows == SIDLE_FOLLOWS_TOP_SPEED)
        times = profile->top_speed / SIDLE_DEFAULT_TOP_SPEED;
    return min_float(max_float(row->default_value * times, row->min), row->max);
}

static void fill_default(sidle_profile *profile, const sidle_param *row) {
    uint32_t whole = (uint32_t)row->default_value;
    if (row->type == SIDLE_PARAM_FLOAT)
        *(float *)field_of(profile, row) = default_number(profile, row);
    else if (row->type == SIDLE_PARAM_LADDER)
        for (uint32_t k = 0; k < SIDLE_LADDER_STEPS; k++)
            ((uint8_t *)field_of(profile, row))[k] = (uint8_t)(whole >> 2 * k & 3u);
    else if (row->type == SIDLE_PARAM_CLASSES)
        for (uint32_t k = 0; k < SIDLE_TERRAIN_COUNT; k++)
            ((float *)field_of(profile, row))[k] = row->default_value;
    else
        *(uint32_t *)field_of(profile, row) = whole;
}

void sidle_profile_fill(sidle_profile *profile, uint32_t layout, float radius, float top_speed) {
    if (!profile) return;
    profile->cookie = 0;
    if (layout != SIDLE_LAYOUT(sidle_profile)) return;
    *profile = (sidle_profile){.cookie = PROFILE_COOKIE, .radius = radius, .top_speed = top_speed};
    for (int k = 0; k < ROWS; k++)
        if (TABLE[k].offset > offsetof(sidle_profile, top_speed)) fill_default(profile, &TABLE[k]);
}

static const char *ladder_fault(const uint8_t *steps) {
    bool ended = false;
    for (int k = 0; k < SIDLE_LADDER_STEPS; k++) {
        if (steps[k] >= SIDLE_STEP_COUNT) return "the ladder holds an unknown step";
        if (ended && steps[k]) return "the ladder goes on after its end";
        ended = steps[k] == SIDLE_STEP_NONE;
    }
    return NULL;
}

/* How many floats the field of this row has; 0: it has none. */
static uint32_t floats_of(const sidle_param *row) {
    if (row->type == SIDLE_PARAM_FLOAT) return 1;
    return row->type == SIDLE_PARAM_CLASSES ? SIDLE_TERRAIN_COUNT : 0;
}

static bool all_finite(const float *values, uint32_t count) {
    bool finite = true;
    for (uint32_t k = 0; k < count; k++) finite &= isfinite(values[k]) != 0;
    return finite;
}

/* What is wrong with the field of this row; NULL when nothing is. */
static const char *row_fault(const sidle_profile *profile, const sidle_param *row) {
    const void *field = (const char *)profile + row->offset;
    if (row->type == SIDLE_PARAM_LADDER) return ladder_fault(field);
    if (!all_finite(field, floats_of(row))) return "it is not a finite number";
    for (uint32_t k = 0; k < floats_of(row); k++) {
        float value = ((const float *)field)[k];
        if (value < row->min || value > row->max) return "it is outside its range";
    }
    if (floats_of(row)) return NULL;
    uint32_t value = *(const uint32_t *)field;
    return value < (uint32_t)row->min || value > (uint32_t)row->max ? "it is outside its range"
                                                                    : NULL;
}

/* s, the longest time from rest to top speed that a profile may ask for. Beyond it the change of
 * speed in the shortest tick could be lost in the rounding of the speed, and the unit would never
 * reach it: see test_small_ticks.c. A choice. */
static const float SPEED_UP_TIME_MAX = 200;

/* Radii a second: no top speed is higher, so that the way of a unit in a minute is a number of
 * cells. A choice. */
static const float FASTEST = 20000;

static const sidle_param *row_named(const char *name) {
    for (int k = 0; k < ROWS; k++)
        if (strcmp(TABLE[k].name, name) == 0) return &TABLE[k];
    return NULL;
}

/* What is wrong with the profile beyond single rows; NULL when nothing is. */
static const char *whole_fault(const sidle_profile *p, const sidle_param **param) {
    const sidle_tuning *t = &p->tuning;
    const float rows = (float)LOOK_ROWS_MAX, columns = (float)LOOK_COLUMNS_MAX;
    const struct {
        bool bad;
        const char *row, *reason;
    } faults[] = {
        {p->view_distance > rows * t->look_cell, "look_cell",
         "view_distance is more than 256 look cells"},
        {t->side_reach > columns * t->look_cell, "look_cell",
         "side_reach is more than 64 look cells"},
        {2 * p->radius > rows * t->look_cell || p->radius > columns * t->look_cell, "look_cell",
         "the radius is more than 64 look cells"},
        {t->wander_radius >= t->wander_distance, "wander_radius",
         "it is not less than wander_distance"},
        {p->top_speed > SPEED_UP_TIME_MAX * p->acceleration, "acceleration",
         "the unit would take more than 200 s to reach top_speed"},
        {p->top_speed > FASTEST * p->radius, "top_speed", "it is more than 20000 radii a second"},
        {t->replan_backoff > t->replan_backoff_max, "replan_backoff",
         "it is more than replan_backoff_max"},
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        if (!faults[k].bad) continue;
        *param = row_named(faults[k].row);
        return faults[k].reason;
    }
    return NULL;
}

sidle_result sidle_profile_check(const sidle_profile *profile, const sidle_param **param,
                                 const char **reason) {
    const sidle_param *unused_param;
    const char *unused_reason;
    if (!param) param = &unused_param;
    if (!reason) reason = &unused_reason;
    *param = NULL;
    *reason = NULL;
    if (!profile) return SIDLE_ERROR_ARGUMENT;
    if (profile->cookie != PROFILE_COOKIE) {
        *reason = sidle_result_text(SIDLE_ERROR_DEFINITION);
        return SIDLE_ERROR_DEFINITION;
    }
    for (int k = 0; k < ROWS; k++) {
        *reason = row_fault(profile, &TABLE[k]);
        if (!*reason) continue;
        *param = &TABLE[k];
        const void *field = (const char *)profile + TABLE[k].offset;
        return all_finite(field, floats_of(&TABLE[k])) ? SIDLE_ERROR_ARGUMENT
                                                       : SIDLE_ERROR_NOT_FINITE;
    }
    *reason = whole_fault(profile, param);
    return *reason ? SIDLE_ERROR_ARGUMENT : SIDLE_OK;
}
