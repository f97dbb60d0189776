/* The calls. What each must answer is reckoned beforehand from the headers alone; one that is
 * refused must leave the hash of the world as it was. */
#include "host.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the frame of a call ---- */

/* A step that is not refused changes the world: nobody asks what it was before. */
void host_call(story *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(s->call, sizeof s->call, format, list);
    va_end(list);
    if (!s->steps || s->memory_fails) s->hash = sidle_world_hash(s->world);
}

bool host_done(story *s, sidle_result result, uint32_t may) {
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

static bool inside(const story *s, sidle_vec2 p) {
    return p.x >= 0 && p.y >= 0 && p.x <= s->width && p.y <= s->height;
}

uint32_t host_for_unit(const story *s, uint32_t who) {
    const figure *f = &s->figures[who];
    if (!f->alive) return MAY(ERROR_STALE);
    return f->now.stowed ? MAY(ERROR_STOWED) : MAY(OK);
}

/* The order in which faults are found is nobody's business. */
uint32_t host_for_points(const story *s, uint32_t who, const sidle_vec2 *points, uint32_t count) {
    uint32_t may = host_for_unit(s, who) & ~MAY(OK);
    for (uint32_t k = 0; k < count; k++) {
        if (!is_finite(points[k]))
            may |= MAY(ERROR_NOT_FINITE);
        else if (!inside(s, points[k]))
            may |= MAY(ERROR_ARGUMENT);
    }
    return may ? may : MAY(OK);
}

uint32_t host_for_order_to(const story *s, uint32_t who, uint32_t may) {
    const figure *f = &s->figures[who];
    if (!f->alive || f->now.stowed || f->now.under_way) return may;
    return (may & ~MAY(OK)) | MAY(ERROR_NO_ORDER);
}

void host_learn(story *s, uint32_t who) {
    figure *f = &s->figures[who];
    if (!f->alive) return;
    sidle_result result = sidle_unit_get(s->world, f->id, &f->now);
    if (result) story_fail(s, "call", "unit %u lives, but: %s", who, sidle_result_text(result));
    sidle_profile_get(s->world, f->now.profile, &f->profile);
}

void host_changed(story *s, uint32_t who) {
    host_learn(s, who);
    invariants_touched(s, who);
}

void host_ordered(story *s, uint32_t who, sidle_order kind) {
    s->figures[who].kind = kind;
    s->figures[who].guided = false;
    host_changed(s, who);
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
        host_learn(s, k);
        living += s->figures[k].alive;
    }
    s->work -= 2 + living;
    invariants_before(s);
    s->steps = for_step(dt) == MAY(OK);
    host_call(s, "sidle_world_step(w, %s)", tell_number(dt));
    uint64_t tick = sidle_world_tick(s->world);
    bool stepped = host_done(s, sidle_world_step(s->world, dt), for_step(dt));
    s->steps = false;
    tell_step(dt, stepped);
    if (sidle_world_tick(s->world) != tick + stepped)
        story_fail(s, "call", "the tick is not counted");
    if (!stepped) return;
    s->seconds += (double)dt;
    for (uint32_t k = 0; k < FIGURES; k++) host_learn(s, k);
    invariants_after(s, dt);
    for (uint32_t k = 0; k < FIGURES && s->answers; k++)
        if (s->figures[k].alive && s->figures[k].wants_path) host_finds_path(s, k);
}

void host_cells(story *s, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                sidle_terrain terrain) {
    uint32_t wide = sidle_world_width(s->world), high = sidle_world_height(s->world);
    bool good = width > 0 && height > 0 && x < wide && y < high && width <= wide - x &&
                height <= high - y && (uint32_t)terrain < SIDLE_TERRAIN_COUNT;
    host_call(s, "sidle_world_set_cells(w, %uu, %uu, %uu, %uu, (sidle_terrain)%u)", x, y, width,
              height, (uint32_t)terrain);
    sidle_result result = sidle_world_set_cells(s->world, x, y, width, height, terrain);
    if (!host_done(s, result, good ? MAY(OK) | MAY(ERROR_NO_ROOM) : MAY(ERROR_ARGUMENT))) return;
    if (sidle_world_cell(s->world, (int32_t)x, (int32_t)y) != terrain)
        story_fail(s, "call", "the cell is not what it was set to");
    invariants_state(s);
    invariants_changed(s);
}

void host_allies(story *s, uint32_t team, uint64_t allies) {
    bool good = team < SIDLE_ALLIED_TEAMS && allies < SIDLE_TEAM(SIDLE_ALLIED_TEAMS);
    host_call(s, "sidle_world_set_allies(w, %uu, %lluu)", team, (unsigned long long)allies);
    sidle_result result = sidle_world_set_allies(s->world, team, allies);
    if (!host_done(s, result, good ? MAY(OK) : MAY(ERROR_ARGUMENT))) return;
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

bool host_is_profile(const story *s, sidle_profile_id id) {
    bool found = false;
    for (uint32_t k = 0; k < s->profiles; k++) found |= s->profile_ids[k].index == id.index;
    return found;
}

void host_profile_add(story *s, const sidle_profile *profile) {
    sidle_profile_id id;
    uint32_t may = for_profile(s, profile);
    if (s->profiles == PROFILES) return;
    tell_profile("p", profile);
    host_call(s, "sidle_profile_add(w, &p, &id)");
    if (!host_done(s, sidle_profile_add(s->world, profile, &id), may)) return;
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
    host_call(s, "sidle_profile_release(w, (sidle_profile_id){%u})", id.index);
    if (!host_done(s, sidle_profile_release(s->world, id), may)) return;
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
    host_call(s, "sidle_profile_set(w, (sidle_profile_id){%u}, &p)", id.index);
    if (!host_done(s, sidle_profile_set(s->world, id, profile), may)) return;
    for (uint32_t k = 0; k < FIGURES; k++) host_learn(s, k);
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
    if (!host_is_profile(s, def->profile)) may |= MAY(ERROR_STALE);
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
    host_call(s, "u[%u] = make(w, %u, %s, %s, %u, %u)", who, def.profile.index,
              tell_point(def.position), tell_point(def.heading), def.team, def.rank);
    if (!host_done(s, sidle_unit_create(s->world, &def, &id), may)) {
        if (id.slot) story_fail(s, "call", "a unit that was refused has an id");
        return;
    }
    *f = (figure){.id = id, .alive = true, .kind = SIDLE_ORDER_NONE};
    host_ordered(s, who, SIDLE_ORDER_NONE);
    if (f->now.position.x != def.position.x || f->now.position.y != def.position.y)
        story_fail(s, "call", "unit %u is not where it was made", who);
    invariants_state(s);
}

void host_destroy(story *s, uint32_t who) {
    figure *f = &s->figures[who];
    host_call(s, "sidle_unit_destroy(w, u[%u])", who);
    uint32_t may = f->alive ? MAY(OK) : MAY(ERROR_STALE);
    if (!host_done(s, sidle_unit_destroy(s->world, f->id), may)) return;
    f->alive = false;
    if (sidle_unit_valid(s->world, f->id)) story_fail(s, "call", "unit %u is gone, but valid", who);
}

void host_place(story *s, uint32_t who, sidle_vec2 point) {
    const figure *f = &s->figures[who];
    bool good = f->alive && is_finite(point) && !f->now.stowed;
    uint32_t may = good ? 0 : host_for_points(s, who, &point, 1);
    if (!may)
        may = sidle_world_fits(s->world, f->now.profile, point) ? MAY(OK) : MAY(ERROR_NO_ROOM);
    host_call(s, "sidle_unit_teleport(w, u[%u], %s)", who, tell_point(point));
    if (!host_done(s, sidle_unit_teleport(s->world, f->id, point), may)) return;
    host_changed(s, who);
    invariants_state(s);
}
