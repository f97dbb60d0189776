/* The life of a scene, and what can be asked of it. */
#include "scene.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"
#include "support/random.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

const char *const EXPECT_SIGNS[] = {"=", "<=", ">="};

scene scene_make(const char *name) {
    scene s = {.name = checked_strdup(name), .cell_size = 1, .seconds = 120, .hz = 30};
    scene_profile built_in = {checked_strdup("default"), sidle_profile_default(), 0};
    arrput(s.profiles, built_in);
    return s;
}

void scene_free(scene *s) {
    for (size_t k = 0; k < arrlenu(s->profiles); k++) free(s->profiles[k].name);
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        arrfree(s->units[k].via);
        arrfree(s->units[k].patrol);
    }
    for (size_t k = 0; k < arrlenu(s->expects); k++) free(s->expects[k].metric);
    arrfree(s->profiles);
    arrfree(s->units);
    arrfree(s->troops);
    arrfree(s->edits);
    arrfree(s->later);
    arrfree(s->expects);
    free(s->cells);
    free(s->name);
    *s = (scene){0};
}

/* A new field of a scene or a unit that owns memory has to be copied below, or it is freed twice.
 * Machines with pointers of four bytes build this file, too. */
_Static_assert(sizeof(scene) == (sizeof(void *) == 8 ? 104 : 68), "scene_copy knows each field");

scene scene_copy(const scene *s) {
    scene copy = *s;
    copy.name = checked_strdup(s->name);
    copy.cells = checked_copy(s->cells, (size_t)s->width * s->height);
    copy.profiles = NULL;
    copy.units = NULL;
    copy.troops = NULL;
    copy.edits = NULL;
    copy.later = NULL;
    copy.expects = NULL;
    copy_array(copy.profiles, s->profiles);
    copy_array(copy.units, s->units);
    copy_array(copy.troops, s->troops);
    copy_array(copy.edits, s->edits);
    copy_array(copy.later, s->later);
    copy_array(copy.expects, s->expects);
    for (size_t k = 0; k < arrlenu(copy.profiles); k++)
        copy.profiles[k].name = checked_strdup(s->profiles[k].name);
    for (size_t k = 0; k < arrlenu(copy.units); k++) {
        copy.units[k].via = copy.units[k].patrol = NULL;
        copy_array(copy.units[k].via, s->units[k].via);
        copy_array(copy.units[k].patrol, s->units[k].patrol);
    }
    for (size_t k = 0; k < arrlenu(copy.expects); k++)
        copy.expects[k].metric = checked_strdup(s->expects[k].metric);
    return copy;
}

sidle_world_def scene_world_def(const scene *s) {
    sidle_world_def def = sidle_world_def_default();
    def.width = s->width;
    def.height = s->height;
    def.cell_size = s->cell_size;
    def.cells = s->cells;
    return def;
}

int scene_profile_find(const scene *s, const char *name, size_t length) {
    for (size_t k = 0; k < arrlenu(s->profiles); k++)
        if (strlen(s->profiles[k].name) == length && !memcmp(s->profiles[k].name, name, length))
            return (int)k;
    return -1;
}

int scene_profile_add(scene *s, const char *name, size_t length) {
    if (arrlenu(s->profiles) >= SCENE_PROFILES_MAX) return -1;
    scene_profile added = {.name = checked_strndup(name, length)};
    scene_profile_copy(&added, &s->profiles[0]);
    arrput(s->profiles, added);
    return (int)arrlenu(s->profiles) - 1;
}

bool scene_uses_profile(const scene *s, size_t profile) {
    for (size_t k = 0; k < arrlenu(s->units); k++)
        if (s->units[k].profile == profile) return true;
    return false;
}

float scene_last_change(const scene *s) {
    float last = 0;
    for (size_t k = 0; k < arrlenu(s->later); k++) last = fmaxf(last, s->later[k].time);
    for (size_t k = 0; k < arrlenu(s->edits); k++) last = fmaxf(last, s->edits[k].time);
    for (size_t k = 0; k < arrlenu(s->units); k++)
        last = fmaxf(last, fmaxf(s->units[k].dies, s->units[k].unloads));
    return last;
}

void scene_profile_copy(scene_profile *to, const scene_profile *from) {
    to->values = from->values;
    to->given = from->given;
}

void scene_profile_give(scene_profile *p, const sidle_param *row) {
    uint32_t count;
    const sidle_param *rows = sidle_params(&count);
    const sidle_profile usual = sidle_profile_of(p->values.radius, p->values.top_speed);
    p->given |= UINT64_C(1) << (row - rows);
    for (uint32_t k = 0; k < count; k++)
        if (rows[k].follows && !(p->given >> k & 1u))
            memcpy((char *)&p->values + rows[k].offset, (const char *)&usual + rows[k].offset,
                   sizeof(float));
}

bool scene_unit_stands(const scene_unit *u) {
    return u->order == SIDLE_ORDER_NONE || u->order == SIDLE_ORDER_HOLD;
}

bool scene_unit_has_arrived(const scene_unit *u, const sidle_unit_state *state) {
    return state->arrived && state->decision == SIDLE_DECISION_IDLE && !scene_unit_stands(u);
}

bool scene_unit_gives_way(const scene *s, const scene_unit *u) {
    return u->order == SIDLE_ORDER_NONE && s->profiles[u->profile].values.give_way;
}

float scene_goal_along(float from, float wide, float margin, float reach, uint64_t *random) {
    float low = margin, room = wide - 2 * margin;
    if (reach > 0) {
        low = fmaxf(from - reach, margin);
        room = fminf(from + reach, wide - margin) - low;
    }
    return low + room * random_share(random);
}

sidle_vec2 scene_roam_goal(const scene *s, size_t unit, sidle_vec2 from, uint64_t *random) {
    float margin = s->profiles[s->units[unit].profile].values.radius;
    float wide = (float)s->width * s->cell_size, high = (float)s->height * s->cell_size;
    float x = scene_goal_along(from.x, wide, margin, s->roam_reach, random);
    float y = scene_goal_along(from.y, high, margin, s->roam_reach, random);
    return (sidle_vec2){x, y};
}

/* Cells count that some moving unit may not enter; an edit may make such cells. */
static bool has_walls(const scene *s) {
    uint32_t passable = SIDLE_PASS_ALL;
    for (size_t k = 0; k < arrlenu(s->units); k++)
        if (!scene_unit_stands(&s->units[k]))
            passable &= s->profiles[s->units[k].profile].values.passable;
    for (size_t k = 0; k < (size_t)s->width * s->height; k++)
        if (!(passable >> s->cells[k] & 1u)) return true;
    return arrlenu(s->edits) > 0;
}

/* Is some cell faster or slower than others to a unit that is there? */
static bool has_slow_ground(const scene *s) {
    for (size_t k = 0; k < arrlenu(s->units); k++) {
        const float *speeds = s->profiles[s->units[k].profile].values.terrain_factor;
        bool same = true;
        for (int n = 1; n < SIDLE_TERRAIN_COUNT; n++) same = same && speeds[n] == speeds[0];
        if (!same) return true;
    }
    return false;
}

bool scene_needs_paths(const scene *s) {
    return !s->straight && (has_walls(s) || has_slow_ground(s));
}
