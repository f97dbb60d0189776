/* The calls. What each must answer is reckoned beforehand from the headers alone; one that is
 * refused must leave the hash of the world as it was. */
#include "story.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAY(result) (1u << SIDLE_##result)

/* ---- telling ---- */

bool story_told(void) {
    static int told = -1;
    if (told < 0) told = getenv("SIDLE_STORY") != NULL;
    return told;
}

/* Steps of the same dt that are not told yet. */
static struct {
    uint32_t count;
    float dt;
} steps;

static void tell_steps(void) {
    if (steps.count > 1)
        printf("    for (int k = 0; k < %u; k++) sidle_world_step(w, %.9g);\n", steps.count,
               (double)steps.dt);
    else if (steps.count == 1)
        printf("    sidle_world_step(w, %.9g);\n", (double)steps.dt);
    steps.count = 0;
}

static void tell_step(float dt, bool stepped) {
    if (!story_told() || !stepped) return;
    if (steps.dt != dt) tell_steps();
    steps.dt = dt;
    steps.count++;
}

void story_tell(const char *format, ...) {
    if (!story_told()) return;
    tell_steps();
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

/* Is the invariant one that the run shall pass over? */
static bool passed_over(const char *what) {
    const char *list = getenv("SIDLE_FUZZ_SKIP"), *at = list ? strstr(list, what) : NULL;
    size_t length = strlen(what);
    return at && (at == list || at[-1] == ',') && (at[length] == ',' || !at[length]);
}

void story_fail(const story *s, const char *what, const char *format, ...) {
    if (passed_over(what)) return;
    va_list list;
    va_start(list, format);
    if (story_told()) tell_steps();
    fflush(stdout);
    fprintf(stderr, "\nbroken (%s) in a story of %s, after %.3f s, tick %llu, call %s\n  ", what,
            style_name(s->style), s->seconds, (unsigned long long)sidle_world_tick(s->world),
            s->call);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n  (SIDLE_STORY=1 prints the story as a C program)\n");
    va_end(list);
    story_tell("    /* broken here */\n    return 0;\n}\n");
    fflush(stdout);
    abort();
}

/* As C reads it. Some are in use at once. */
static const char *number(float value) {
    enum { IN_USE = 16 };
    static char texts[IN_USE][32];
    static unsigned next;
    char *text = texts[next++ % IN_USE];
    if (isfinite(value))
        snprintf(text, sizeof texts[0], "%.9g", (double)value);
    else
        snprintf(text, sizeof texts[0], "%s%s", signbit(value) ? "-" : "",
                 isnan(value) ? "NAN" : "INFINITY");
    return text;
}

static const char *point_text(sidle_vec2 p) {
    enum { IN_USE = 4 };
    static char texts[IN_USE][80];
    static unsigned next;
    char *text = texts[next++ % IN_USE];
    snprintf(text, sizeof texts[0], "(sidle_vec2){%s, %s}", number(p.x), number(p.y));
    return text;
}

void tell_world(const sidle_world_def *def, const uint8_t *cells) {
    static const char *const NAMES[] = {"SIDLE_TERRAIN_GROUND", "SIDLE_TERRAIN_SWAMP",
                                        "SIDLE_TERRAIN_WATER", "SIDLE_TERRAIN_TREES",
                                        "SIDLE_TERRAIN_VOID"};
    if (!story_told()) return;
    story_tell("#include <sidle/sidle.h>\n#include <math.h>\n\n"
               "static sidle_unit_id make(sidle_world *w, uint32_t profile, sidle_vec2 position,\n"
               "                          sidle_vec2 heading, uint32_t team, uint32_t rank) {\n"
               "    sidle_unit_id id;\n    sidle_unit_def d = sidle_unit_def_default();\n"
               "    d.profile.index = profile, d.position = position, d.heading = heading;\n"
               "    d.team = team, d.rank = rank;\n    sidle_unit_create(w, &d, &id);\n"
               "    return id;\n}\n\nint main(void) {\n"
               "    sidle_world_def d = sidle_world_def_default();\n"
               "    d.width = %u, d.height = %u, d.cell_size = %s, d.units = %u;\n"
               "    sidle_world *w;\n    sidle_world_create(&d, &w);\n"
               "    sidle_unit_id u[%d] = {0};\n"
               "    sidle_profile p;\n    sidle_profile_id id;\n    (void)u, (void)p, "
               "(void)id;\n",
               def->width, def->height, number(def->cell_size), def->units, (int)FIGURES);
    for (uint32_t y = 0; cells && y < def->height; y++)
        for (uint32_t x = 0, end; x < def->width; x = end) {
            uint8_t class = cells[y * def->width + x];
            for (end = x; end < def->width && cells[y * def->width + end] == class;) end++;
            if (class && class < SIDLE_TERRAIN_COUNT)
                story_tell("    sidle_world_set_cells(w, %u, %u, %u, 1, %s);\n", x, y, end - x,
                           NAMES[class]);
        }
}

void tell_profile(const char *name, const sidle_profile *profile) {
    if (!story_told()) return;
    sidle_profile usual = sidle_profile_default();
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    story_tell("    %s = sidle_profile_default();\n", name);
    for (uint32_t k = 0; k < rows; k++) {
        const char *field = (const char *)profile + table[k].offset;
        bool by_class = table[k].type == SIDLE_PARAM_CLASSES;
        for (int n = 0; n < SIDLE_TERRAIN_COUNT && by_class; n++)
            if (((const float *)field)[n] != table[k].default_value)
                story_tell("    %s.%s[%d] = %s;\n", name, table[k].name, n,
                           number(((const float *)field)[n]));
        if (by_class) continue;
        size_t size = table[k].type == SIDLE_PARAM_LADDER ? SIDLE_LADDER_STEPS : sizeof(float);
        if (memcmp(field, (const char *)&usual + table[k].offset, size) == 0) continue;
        if (table[k].type == SIDLE_PARAM_FLOAT)
            story_tell("    %s.%s = %s;\n", name, table[k].name, number(*(const float *)field));
        else if (table[k].type != SIDLE_PARAM_LADDER)
            story_tell("    %s.%s = %u;\n", name, table[k].name, *(const uint32_t *)field);
        for (int n = 0; n < SIDLE_LADDER_STEPS && table[k].type == SIDLE_PARAM_LADDER; n++)
            story_tell("    %s.ladder[%d] = %u;\n", name, n, profile->ladder[n]);
    }
}

/* ---- the frame of a call ---- */

static void call(story *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A step that is not refused changes the world: nobody asks what it was before. */
static void call(story *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(s->call, sizeof s->call, format, list);
    va_end(list);
    if (!s->steps || s->memory_fails) s->hash = sidle_world_hash(s->world);
}

/* The result is one of those that may be; was it done? */
static bool done(story *s, sidle_result result, uint32_t may) {
    if (s->memory_fails) may |= MAY(ERROR_MEMORY);
    s->memory_fails = false;
    if (result)
        story_tell("    %s; /* %s */\n", s->call, sidle_result_text(result));
    else if (!s->steps)
        story_tell("    %s;\n", s->call);
    if ((uint32_t)result >= SIDLE_RESULT_COUNT || !(may >> result & 1u)) {
        for (uint32_t k = 0; k < SIDLE_RESULT_COUNT; k++)
            if (may >> k & 1u)
                fprintf(stderr, "it may answer: %s\n", sidle_result_text((sidle_result)k));
        story_fail(s, "result", "it answers: %s", sidle_result_text(result));
    }
    if (result && result != SIDLE_REFUSED_TOO_LONG && sidle_world_hash(s->world) != s->hash)
        story_fail(s, "refusal", "it is refused (%s), but changes the world",
                   sidle_result_text(result));
    return result == SIDLE_OK;
}

static void *allocate(void *context, size_t size) {
    story *s = context;
    if (s->memory_fails) return NULL;
    void *memory = malloc(size);
    s->bytes += size;
    s->blocks++;
    return memory;
}

static void release(void *context, void *memory, size_t size) {
    story *s = context;
    if (size > s->bytes || s->blocks == 0)
        story_fail(s, "memory", "memory is given back that never was taken");
    s->bytes -= size;
    s->blocks--;
    free(memory);
}

/* ---- what may be answered ---- */

static bool is_finite(sidle_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

static bool inside(const story *s, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= s->width && p.y <= s->height;
}

static uint32_t for_unit(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    if (!f->alive) return MAY(ERROR_STALE);
    return f->now.stowed ? MAY(ERROR_STOWED) : MAY(OK);
}

/* The order in which faults are found is nobody's business. */
static uint32_t for_points(const story *s, uint32_t who, const sidle_vec2 *points, uint32_t count) {
    uint32_t may = for_unit(s, who) & ~MAY(OK);
    for (uint32_t k = 0; k < count; k++) {
        if (!is_finite(points[k]))
            may |= MAY(ERROR_NOT_FINITE);
        else if (!inside(s, points[k]))
            may |= MAY(ERROR_ARGUMENT);
    }
    return may ? may : MAY(OK);
}

static uint32_t for_order_to(const story *s, uint32_t who, uint32_t may) {
    const figure *f = &s->figures[who];
    if (!f->alive || f->now.stowed || f->now.under_way) return may;
    return (may & ~MAY(OK)) | MAY(ERROR_NO_ORDER);
}

/* What the world says of the unit now. */
static void ask(story *s, uint32_t who) {
    figure *f = &s->figures[who];
    if (!f->alive) return;
    sidle_result result = sidle_unit_get(s->world, f->id, &f->now);
    if (result) story_fail(s, "call", "unit %u lives, but: %s", who, sidle_result_text(result));
    sidle_profile_get(s->world, f->now.profile, &f->profile);
}

static void ordered(story *s, uint32_t who, sidle_order kind) {
    s->figures[who].kind = kind;
    s->figures[who].guided = false;
    ask(s, who);
    invariants_touched(s, who);
}

/* ---- world ---- */

bool host_world(story *s, sidle_world_def *def) {
    def->alloc = (sidle_allocator){s, allocate, release};
    tell_world(def, def->cells);
    snprintf(s->call, sizeof s->call, "sidle_world_create(&d, &w)");
    sidle_result result = sidle_world_create(def, &s->world);
    if (result) {
        if (s->world || s->blocks)
            story_fail(s, "refusal", "a world that was refused leaves something behind");
        return false;
    }
    s->cell = def->cell_size;
    s->width = (float)def->width * s->cell;
    s->height = (float)def->height * s->cell;
    s->profiles = 1;
    s->profile_ids[0].index = 0;
    return true;
}

void host_end(story *s) {
    story_tell("    sidle_world_destroy(w);\n    return 0;\n}\n");
    sidle_world_destroy(s->world);
    s->world = NULL;
    if (s->blocks || s->bytes)
        story_fail(s, "memory", "%zu blocks of memory are not given back", s->blocks);
}

static uint32_t for_step(float dt) {
    if (!isfinite(dt)) return MAY(ERROR_NOT_FINITE);
    return dt >= SIDLE_MIN_DT && dt <= SIDLE_MAX_DT ? MAY(OK) : MAY(ERROR_ARGUMENT);
}

void host_step(story *s, float dt) {
    uint32_t living = 0;
    for (uint32_t k = 0; k < FIGURES; k++) {
        ask(s, k);
        living += s->figures[k].alive;
    }
    s->work -= 2 + living;
    invariants_before(s);
    s->steps = for_step(dt) == MAY(OK);
    call(s, "sidle_world_step(w, %s)", number(dt));
    uint64_t tick = sidle_world_tick(s->world);
    bool stepped = done(s, sidle_world_step(s->world, dt), for_step(dt));
    s->steps = false;
    tell_step(dt, stepped);
    if (sidle_world_tick(s->world) != tick + stepped)
        story_fail(s, "call", "the tick is not counted");
    if (!stepped) return;
    s->seconds += (double)dt;
    for (uint32_t k = 0; k < FIGURES; k++) ask(s, k);
    invariants_after(s, dt);
    for (uint32_t k = 0; k < FIGURES && s->answers; k++)
        if (s->figures[k].alive && s->figures[k].wants_path) host_finds_path(s, k);
}

void host_cells(story *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                sidle_terrain terrain) {
    uint32_t wide = sidle_world_width(s->world), high = sidle_world_height(s->world);
    bool good = width > 0 && height > 0 && x < wide && y < high && width <= wide - x &&
                height <= high - y && (uint32_t)terrain < SIDLE_TERRAIN_COUNT;
    call(s, "sidle_world_set_cells(w, %uu, %uu, %uu, %uu, (sidle_terrain)%u)", x, y, width, height,
         (uint32_t)terrain);
    sidle_result result = sidle_world_set_cells(s->world, x, y, width, height, terrain);
    if (!done(s, result, good ? MAY(OK) | MAY(ERROR_NO_ROOM) : MAY(ERROR_ARGUMENT))) return;
    if (sidle_world_cell(s->world, (int32_t)x, (int32_t)y) != terrain)
        story_fail(s, "call", "the cell is not what it was set to");
    invariants_state(s);
    invariants_changed(s);
}

void host_allies(story *s, uint32_t team, uint64_t allies) {
    bool good = team < SIDLE_ALLIED_TEAMS && allies < SIDLE_TEAM(SIDLE_ALLIED_TEAMS);
    call(s, "sidle_world_set_allies(w, %uu, %lluu)", team, (unsigned long long)allies);
    sidle_result result = sidle_world_set_allies(s->world, team, allies);
    if (!done(s, result, good ? MAY(OK) : MAY(ERROR_ARGUMENT))) return;
    if (sidle_world_allies(s->world, team) != (allies & ~SIDLE_TEAM(team)))
        story_fail(s, "call", "sidle_world_allies does not return what was set");
    invariants_state(s);
    invariants_changed(s);
}

/* ---- profiles ---- */

static uint32_t for_profile(const story *s, const sidle_profile *profile) {
    sidle_result result = sidle_profile_check(profile, NULL, NULL);
    if (result) return 1u << result;
    float side = fmaxf(s->width, s->height);
    bool suits = profile->radius <= SIDLE_MAX_RADIUS_CELLS * s->cell &&
                 profile->radius >= SIDLE_MIN_RADIUS_CELLS * s->cell &&
                 profile->radius >= SIDLE_MIN_RADIUS_SHARE * side;
    return !suits ? MAY(ERROR_ARGUMENT) : MAY(OK);
}

sidle_profile_id host_profile_id(const story *s, uint32_t index) {
    return index < s->profiles ? s->profile_ids[index] : (sidle_profile_id){index + NEVER_MADE};
}

static bool is_profile(const story *s, sidle_profile_id id) {
    bool found = false;
    for (uint32_t k = 0; k < s->profiles; k++) found |= s->profile_ids[k].index == id.index;
    return found;
}

void host_profile_add(story *s, const sidle_profile *profile) {
    sidle_profile_id id;
    uint32_t may = for_profile(s, profile);
    if (s->profiles == PROFILES) return;
    tell_profile("p", profile);
    call(s, "sidle_profile_add(w, &p, &id)");
    if (!done(s, sidle_profile_add(s->world, profile, &id), may)) return;
    for (uint32_t k = 0; k < s->profiles; k++)
        if (s->profile_ids[k].index == id.index)
            story_fail(s, "call", "two profiles are number %u", id.index);
    s->profile_ids[s->profiles++] = id;
}

void host_profile_release(story *s, uint32_t index) {
    sidle_profile_id id = host_profile_id(s, index);
    uint32_t may = index < s->profiles ? MAY(OK) : MAY(ERROR_STALE);
    for (uint32_t k = 0; k < FIGURES; k++)
        if (index == 0 || (s->figures[k].alive && s->figures[k].now.profile.index == id.index))
            may = MAY(ERROR_IN_USE);
    call(s, "sidle_profile_release(w, (sidle_profile_id){%u})", id.index);
    if (!done(s, sidle_profile_release(s->world, id), may)) return;
    sidle_profile gone;
    if (sidle_profile_get(s->world, id, &gone) != SIDLE_ERROR_STALE)
        story_fail(s, "call", "the profile is released, and can be read");
    s->profile_ids[index] = s->profile_ids[--s->profiles];
}

void host_profile_set(story *s, uint32_t index, const sidle_profile *profile) {
    uint32_t may = for_profile(s, profile);
    if (may & MAY(OK)) may |= MAY(ERROR_NO_ROOM);
    if (index >= s->profiles) may = MAY(ERROR_STALE);
    sidle_profile_id id = host_profile_id(s, index);
    tell_profile("p", profile);
    call(s, "sidle_profile_set(w, (sidle_profile_id){%u}, &p)", id.index);
    if (!done(s, sidle_profile_set(s->world, id, profile), may)) return;
    for (uint32_t k = 0; k < FIGURES; k++) ask(s, k);
    invariants_state(s);
    invariants_changed(s);
}

/* ---- units ---- */

static uint32_t for_creation(const story *s, const sidle_unit_def *def) {
    sidle_vec2 heading = def->heading;
    if (def->cookie != sidle_unit_def_default().cookie) return MAY(ERROR_DEFINITION);
    uint32_t may = 0;
    if (!is_finite(def->position) || !is_finite(heading)) may |= MAY(ERROR_NOT_FINITE);
    if (heading.x == 0 && heading.y == 0) may |= MAY(ERROR_ARGUMENT);
    if (!is_profile(s, def->profile)) may |= MAY(ERROR_STALE);
    if (may) return may;
    for (uint32_t k = 0; k < FIGURES; k++)
        if (def->rank && s->figures[k].alive && s->figures[k].now.rank == def->rank)
            may |= MAY(ERROR_RANK);
    if (!sidle_world_fits(s->world, def->profile, def->position)) may |= MAY(ERROR_NO_ROOM);
    return may ? may : MAY(OK);
}

void host_create(story *s, sidle_unit_def def) {
    uint32_t who = 0;
    while (who < FIGURES && s->figures[who].alive) who++;
    if (who == FIGURES) return;
    figure *f = &s->figures[who];
    def.profile = host_profile_id(s, def.profile.index);
    uint32_t may = for_creation(s, &def);
    sidle_unit_id id;
    call(s, "u[%u] = make(w, %u, %s, %s, %u, %u)", who, def.profile.index, point_text(def.position),
         point_text(def.heading), def.team, def.rank);
    if (!done(s, sidle_unit_create(s->world, &def, &id), may)) {
        if (id.slot) story_fail(s, "call", "a unit that was refused has an id");
        return;
    }
    *f = (figure){.id = id, .alive = true, .kind = SIDLE_ORDER_NONE};
    ordered(s, who, SIDLE_ORDER_NONE);
    if (f->now.position.x != def.position.x || f->now.position.y != def.position.y)
        story_fail(s, "call", "unit %u is not where it was made", who);
    invariants_state(s);
}

void host_destroy(story *s, uint32_t who) {
    figure *f = &s->figures[who];
    call(s, "sidle_unit_destroy(w, u[%u])", who);
    uint32_t may = f->alive ? MAY(OK) : MAY(ERROR_STALE);
    if (!done(s, sidle_unit_destroy(s->world, f->id), may)) return;
    f->alive = false;
    if (sidle_unit_valid(s->world, f->id)) story_fail(s, "call", "unit %u is gone, but valid", who);
}

void host_place(story *s, uint32_t who, sidle_vec2 point) {
    const figure *f = &s->figures[who];
    bool good = f->alive && is_finite(point) && !f->now.stowed;
    uint32_t may = good ? 0 : for_points(s, who, &point, 1);
    if (!may)
        may = sidle_world_fits(s->world, f->now.profile, point) ? MAY(OK) : MAY(ERROR_NO_ROOM);
    call(s, "sidle_unit_teleport(w, u[%u], %s)", who, point_text(point));
    if (!done(s, sidle_unit_teleport(s->world, f->id, point), may)) return;
    ask(s, who);
    invariants_touched(s, who);
    invariants_state(s);
}

/* ---- orders ---- */

void host_go(story *s, uint32_t who, sidle_vec2 goal) {
    call(s, "sidle_unit_go(w, u[%u], %s)", who, point_text(goal));
    sidle_result result = sidle_unit_go(s->world, s->figures[who].id, goal);
    if (!done(s, result, for_points(s, who, &goal, 1))) return;
    ordered(s, who, SIDLE_ORDER_GO);
    const sidle_unit_state *now = &s->figures[who].now;
    if (now->order != SIDLE_ORDER_GO || !now->under_way || now->goal.x != goal.x ||
        now->goal.y != goal.y)
        story_fail(s, "call", "unit %u does not do as it is told", who);
}

void host_hold(story *s, uint32_t who) {
    call(s, "sidle_unit_hold(w, u[%u])", who);
    if (done(s, sidle_unit_hold(s->world, s->figures[who].id), for_unit(s, who)))
        ordered(s, who, SIDLE_ORDER_HOLD);
}

void host_stop(story *s, uint32_t who) {
    call(s, "sidle_unit_stop(w, u[%u])", who);
    if (done(s, sidle_unit_stop(s->world, s->figures[who].id), for_unit(s, who)))
        ordered(s, who, SIDLE_ORDER_NONE);
}

static const char *points_text(const sidle_vec2 *points, uint32_t count) {
    static char text[2600];
    size_t used = (size_t)snprintf(text, sizeof text, "(sidle_vec2[]){");
    for (uint32_t k = 0; k < count && used < sizeof text; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "{%s, %s},", number(points[k].x),
                                 number(points[k].y));
    if (used < sizeof text) snprintf(text + used, sizeof text - used, "}");
    return count ? text : "NULL";
}

void host_patrol(story *s, uint32_t who, const sidle_vec2 *points, uint32_t count) {
    uint32_t may = for_points(s, who, points, count);
    if (count == 0) may = (may & ~MAY(OK)) | MAY(ERROR_ARGUMENT);
    call(s, "sidle_unit_patrol(w, u[%u], %s, %u)", who, points_text(points, count), count);
    if (done(s, sidle_unit_patrol(s->world, s->figures[who].id, points, count), may))
        ordered(s, who, SIDLE_ORDER_PATROL);
}

void host_target(story *s, uint32_t who, sidle_order order, uint32_t other) {
    sidle_unit_id id = s->figures[who].id, about = s->figures[other].id;
    uint32_t may = for_unit(s, who) | for_unit(s, other);
    if (may & ~MAY(OK)) may &= ~MAY(OK);
    if (who == other && may & MAY(OK)) may = MAY(ERROR_ARGUMENT);
    bool hunts = order == SIDLE_ORDER_PURSUE, follows = order == SIDLE_ORDER_FOLLOW;
    call(s, "sidle_unit_%s(w, u[%u], u[%u])",
         hunts     ? "pursue"
         : follows ? "follow"
                   : "evade",
         who, other);
    sidle_result result = hunts     ? sidle_unit_pursue(s->world, id, about)
                          : follows ? sidle_unit_follow(s->world, id, about)
                                    : sidle_unit_evade(s->world, id, about);
    if (done(s, result, may)) ordered(s, who, order);
}

void host_flee(story *s, uint32_t who, sidle_vec2 danger) {
    call(s, "sidle_unit_flee(w, u[%u], %s)", who, point_text(danger));
    sidle_result result = sidle_unit_flee(s->world, s->figures[who].id, danger);
    if (!done(s, result, for_points(s, who, &danger, 1))) return;
    s->figures[who].danger = danger;
    ordered(s, who, SIDLE_ORDER_FLEE);
}

void host_wander(story *s, uint32_t who, sidle_vec2 centre, float radius) {
    uint32_t may = for_points(s, who, &centre, 1);
    if (!isfinite(radius)) may = (may & ~MAY(OK)) | MAY(ERROR_NOT_FINITE);
    if (radius <= 0) may = (may & ~MAY(OK)) | MAY(ERROR_ARGUMENT);
    call(s, "sidle_unit_wander(w, u[%u], %s, %s)", who, point_text(centre), number(radius));
    if (done(s, sidle_unit_wander(s->world, s->figures[who].id, centre, radius), may))
        ordered(s, who, SIDLE_ORDER_WANDER);
}

void host_approach(story *s, uint32_t who, uint32_t other, sidle_vec2 point, sidle_range range) {
    sidle_unit_id id = s->figures[who].id, about = s->figures[other].id;
    bool to_point = who == other;
    uint32_t may = to_point ? for_points(s, who, &point, 1) : for_unit(s, who) | for_unit(s, other);
    if (!isfinite(range.most) || !isfinite(range.least)) may |= MAY(ERROR_NOT_FINITE);
    if (range.least < 0 || range.most < range.least || range.most > SIDLE_MAX_EXTENT ||
        range.sight & ~SIDLE_PASS_ALL)
        may |= MAY(ERROR_ARGUMENT);
    if (may & ~MAY(OK)) may &= ~MAY(OK);
    story_tell("    {\n    sidle_range r = {%s, %s, %u};\n", number(range.most),
               number(range.least), range.sight);
    if (to_point)
        call(s, "sidle_unit_approach_point(w, u[%u], %s, &r)", who, point_text(point));
    else
        call(s, "sidle_unit_approach(w, u[%u], u[%u], &r)", who, other);
    sidle_result result = to_point ? sidle_unit_approach_point(s->world, id, point, &range)
                                   : sidle_unit_approach(s->world, id, about, &range);
    bool accepted = done(s, result, may);
    story_tell("    }\n");
    if (accepted) ordered(s, who, to_point ? SIDLE_ORDER_APPROACH_POINT : SIDLE_ORDER_APPROACH);
}

static uint32_t for_range(const sidle_unit_state *now, const sidle_range *r) {
    switch (now->order) {
    case SIDLE_ORDER_GO:
    case SIDLE_ORDER_PURSUE:
    case SIDLE_ORDER_APPROACH:
    case SIDLE_ORDER_APPROACH_POINT: return 0;
    case SIDLE_ORDER_PATROL: return r->least > 0 ? MAY(ERROR_ARGUMENT) : 0;
    case SIDLE_ORDER_FOLLOW:
    case SIDLE_ORDER_EVADE:
    case SIDLE_ORDER_FLEE: return r->sight ? MAY(ERROR_ARGUMENT) : 0;
    default: return MAY(ERROR_NO_ORDER);
    }
}

void host_range(story *s, uint32_t who, sidle_range range) {
    const figure *f = &s->figures[who];
    uint32_t may = for_unit(s, who) & ~MAY(OK);
    if (!isfinite(range.most) || !isfinite(range.least)) may |= MAY(ERROR_NOT_FINITE);
    if (range.least < 0 || range.most < range.least || range.most > SIDLE_MAX_EXTENT ||
        range.sight & ~SIDLE_PASS_ALL)
        may |= MAY(ERROR_ARGUMENT);
    if (f->alive) may |= for_range(&f->now, &range);
    story_tell("    {\n    sidle_range r = {%s, %s, %u};\n", number(range.most),
               number(range.least), range.sight);
    call(s, "sidle_unit_set_range(w, u[%u], &r)", who);
    bool accepted = done(s, sidle_unit_set_range(s->world, f->id, &range), may ? may : MAY(OK));
    story_tell("    }\n");
    if (!accepted) return;
    s->figures[who].kind =
        f->now.order == SIDLE_ORDER_GO ? SIDLE_ORDER_APPROACH_POINT : f->now.order;
    ask(s, who);
    invariants_touched(s, who);
}

/* ---- changes ---- */

static uint32_t for_setting(const story *s, uint32_t who, const setting *c) {
    const figure *f = &s->figures[who];
    uint32_t may = f->alive ? 0 : MAY(ERROR_STALE);
    if (may) return may;
    if (c->field == SET_HEADING && c->heading.x == 0 && c->heading.y == 0)
        may |= MAY(ERROR_ARGUMENT);
    if (c->field == SET_SPEED_FACTOR && !(c->factor >= 0 && c->factor <= SIDLE_MAX_SPEED_FACTOR))
        may |= isfinite(c->factor) ? MAY(ERROR_ARGUMENT) : MAY(ERROR_NOT_FINITE);
    if (c->field == SET_PROFILE && !is_profile(s, (sidle_profile_id){c->number}))
        may |= MAY(ERROR_STALE);
    else if (c->field == SET_PROFILE && !f->now.stowed &&
             !sidle_world_fits(s->world, (sidle_profile_id){c->number}, f->now.position))
        may |= MAY(ERROR_NO_ROOM);
    for (uint32_t k = 0; k < FIGURES && c->field == SET_RANK && c->number; k++)
        if (k != who && s->figures[k].alive && s->figures[k].now.rank == c->number)
            may |= MAY(ERROR_RANK);
    return may ? may : MAY(OK);
}

/* Writes the call into the story, and makes it. */
static sidle_result set_field(story *s, uint32_t who, const setting *c) {
    sidle_world *w = s->world;
    sidle_unit_id id = s->figures[who].id;
    switch (c->field) {
    case SET_PROFILE:
        call(s, "sidle_unit_set_profile(w, u[%u], (sidle_profile_id){%u})", who, c->number);
        return sidle_unit_set_profile(w, id, (sidle_profile_id){c->number});
    case SET_TEAM:
        call(s, "sidle_unit_set_team(w, u[%u], %u)", who, c->number);
        return sidle_unit_set_team(w, id, c->number);
    case SET_HEADING:
        call(s, "sidle_unit_set_heading(w, u[%u], %s)", who, point_text(c->heading));
        return sidle_unit_set_heading(w, id, c->heading);
    case SET_RANK:
        call(s, "sidle_unit_set_rank(w, u[%u], %u)", who, c->number);
        return sidle_unit_set_rank(w, id, c->number);
    case SET_SPEED_FACTOR:
        call(s, "sidle_unit_set_speed_factor(w, u[%u], %s)", who, number(c->factor));
        return sidle_unit_set_speed_factor(w, id, c->factor);
    default:
        call(s, "sidle_unit_set_ghost(w, u[%u], %u)", who, c->number & 1);
        return sidle_unit_set_ghost(w, id, c->number & 1);
    }
}

void host_set(story *s, uint32_t who, setting set) {
    if (set.field == SET_PROFILE) set.number = host_profile_id(s, set.number).index;
    uint32_t may = for_setting(s, who, &set);
    if (!done(s, set_field(s, who, &set), may)) return;
    ask(s, who);
    invariants_touched(s, who);
    invariants_changed(s);
    invariants_state(s);
}

void host_stow(story *s, uint32_t who, sidle_pursuers pursuers) {
    uint32_t may = for_unit(s, who);
    if ((uint32_t)pursuers >= SIDLE_PURSUERS_COUNT) may = (may & ~MAY(OK)) | MAY(ERROR_ARGUMENT);
    call(s, "sidle_unit_stow(w, u[%u], (sidle_pursuers)%u)", who, (uint32_t)pursuers);
    if (!done(s, sidle_unit_stow(s->world, s->figures[who].id, pursuers), may)) return;
    ask(s, who);
    invariants_touched(s, who);
    if (!s->figures[who].now.stowed) story_fail(s, "call", "unit %u is not stowed", who);
}

void host_unstow(story *s, uint32_t who, sidle_vec2 point) {
    const figure *f = &s->figures[who];
    uint32_t may = f->alive ? MAY(OK) : MAY(ERROR_STALE);
    if (f->alive && !f->now.stowed) may = MAY(ERROR_ARGUMENT);
    if (may & MAY(OK) && !is_finite(point)) may = MAY(ERROR_NOT_FINITE);
    if (may & MAY(OK) && !sidle_world_fits(s->world, f->now.profile, point))
        may = MAY(ERROR_NO_ROOM);
    call(s, "sidle_unit_unstow(w, u[%u], %s)", who, point_text(point));
    if (!done(s, sidle_unit_unstow(s->world, f->id, point), may)) return;
    ask(s, who);
    invariants_touched(s, who);
    invariants_state(s);
}

/* A unit that terrain has blocked for so long (s) has to take any path. */
static const float WALLED = 1;

void host_path(story *s, uint32_t who, const sidle_vec2 *points, uint32_t count) {
    figure *f = &s->figures[who];
    uint32_t may = for_order_to(s, who, for_points(s, who, points, count));
    float looks = 2 * f->profile.tuning.look_interval;
    if (may & MAY(OK) && f->walled < WALLED + looks) may |= MAY(REFUSED_TOO_LONG);
    call(s, "sidle_unit_set_path(w, u[%u], %s, %u)", who, points_text(points, count), count);
    f->wants_path = false;
    if (done(s, sidle_unit_set_path(s->world, f->id, count ? points : NULL, count), may)) {
        f->guided = false;
        ask(s, who);
        invariants_touched(s, who);
    }
}

void host_guide(story *s, uint32_t who, sidle_vec2 point) {
    uint32_t may = for_order_to(s, who, for_points(s, who, &point, 1));
    call(s, "sidle_unit_set_guide(w, u[%u], %s)", who, point_text(point));
    if (!done(s, sidle_unit_set_guide(s->world, s->figures[who].id, point), may)) return;
    s->figures[who].guided = true;
    ask(s, who);
    invariants_touched(s, who);
}

void host_answer(story *s, uint32_t who, sidle_step step) {
    const figure *f = &s->figures[who];
    uint32_t may = for_unit(s, who);
    if (may & MAY(OK)) may |= MAY(ERROR_NO_ORDER);
    if (may & MAY(OK) && step != SIDLE_STEP_WAIT && step != SIDLE_STEP_PUSH)
        may = MAY(ERROR_ARGUMENT);
    call(s, "sidle_unit_answer(w, u[%u], (sidle_step)%u)", who, (uint32_t)step);
    if (!done(s, sidle_unit_answer(s->world, f->id, step), may)) return;
    ask(s, who);
    invariants_touched(s, who);
}

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
