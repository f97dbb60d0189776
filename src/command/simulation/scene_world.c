/* Builds the world of a scene through the public interface of the library. */
#include "scene_world.h"

#include "support/checked_memory.h"
#include "support/copy_array.h"

#include <math.h>
#include <stb_ds.h>

/* Which profiles a unit uses, by scene profile; stb_ds. */
static bool *used_profiles(const scene *s) {
    bool *used = NULL;
    for (size_t k = 0; k < arrlenu(s->profiles); k++) arrput(used, false);
    for (size_t k = 0; k < arrlenu(s->units); k++) used[s->units[k].profile] = true;
    return used;
}

/* The built-in profile is set, any other one is added. */
static bool add_profile(scene_world *s, size_t number, complaints *to) {
    double cell = (double)s->scene->cell_size,
           side = fmax(s->scene->width, s->scene->height) * cell;
    double most = (double)SIDLE_MAX_RADIUS_CELLS * cell;
    double least =
        fmax((double)SIDLE_MIN_RADIUS_CELLS * cell, (double)SIDLE_MIN_RADIUS_SHARE * side);
    const scene_profile *p = &s->scene->profiles[number];
    sidle_profile_id *id = &s->profiles[number];
    sidle_result result = checked(number == 0 ? sidle_profile_set(s->world, *id, &p->values)
                                              : sidle_profile_add(s->world, &p->values, id));
    if (result)
        complain(
            to, s->scene->name, 0, 0,
            "profile '%s' does not suit this map: found radius %g u, expected %g to %g u, with "
            "%u by %u cells of %g u (%s)",
            p->name, (double)p->values.radius, least, most, s->scene->width, s->scene->height,
            (double)s->scene->cell_size, sidle_result_text(result));
    else
        s->used[number] = true;
    return result == SIDLE_OK;
}

/* A profile that no unit uses need not suit the map: a config is for many maps, and the default is
 * always there. */
static bool add_profiles(scene_world *s, complaints *to) {
    bool good = true;
    bool *used = used_profiles(s->scene);
    for (size_t k = 0; k < arrlenu(used); k++) {
        if (k == arrlenu(s->profiles)) {
            arrput(s->profiles, (sidle_profile_id){0});
            arrput(s->used, false);
        }
        if (used[k] && !s->used[k]) good = add_profile(s, k, to) && good;
    }
    arrfree(used);
    return good;
}

/* A unit that has a place to go to is turned towards it from the start. */
static void face_goal(const scene_unit *from, sidle_unit_def *def) {
    if (scene_unit_stands(from)) return;
    sidle_vec2 to = from->position;
    if (arrlenu(from->via))
        to = from->via[0];
    else if (arrlenu(from->patrol))
        to = from->patrol[0];
    else if (from->order == SIDLE_ORDER_GO)
        to = from->goal;
    sidle_vec2 heading = {to.x - def->position.x, to.y - def->position.y};
    if (fabsf(heading.x) + fabsf(heading.y) > 1e-3f) def->heading = heading;
}

static bool add_unit(scene_world *s, size_t k, complaints *to) {
    const scene_unit *from = &s->scene->units[k];
    sidle_unit_def def = sidle_unit_def_default();
    sidle_unit_id id = {0, 0};
    def.profile = s->profiles[from->profile];
    def.position = from->position;
    def.team = from->team;
    face_goal(from, &def);
    sidle_result result = checked(sidle_unit_create(s->world, &def, &id));
    if (result)
        complain(to, s->scene->name, from->line, from->column,
                 "found a unit of radius %g u at %g,%g, expected it to fit there: %s",
                 (double)s->scene->profiles[from->profile].values.radius, (double)from->position.x,
                 (double)from->position.y, sidle_result_text(result));
    if (!result && from->unloads > 0) checked(sidle_unit_stow(s->world, id, SIDLE_PURSUERS_WAIT));
    arrput(s->ids, id);
    arrput(s->positions, from->position);
    arrput(s->headings, def.heading);
    arrput(s->ordered, false);
    arrput(s->gone, result != SIDLE_OK);
    arrput(s->led, false);
    while (arrlenu(s->unit_of) <= id.slot) arrput(s->unit_of, 0);
    s->unit_of[id.slot] = (uint32_t)k;
    return result == SIDLE_OK;
}

static bool add_units(scene_world *s, complaints *to) {
    bool good = true;
    for (size_t k = arrlenu(s->ids); k < arrlenu(s->scene->units); k++)
        good = add_unit(s, k, to) && good;
    return good;
}

bool scene_world_add_units(scene_world *s, complaints *to) {
    return add_profiles(s, to) && add_units(s, to);
}

/* units: how many the world has room for from the start. */
static bool build_map(scene_world *s, const scene *played, const sidle_world_def *from,
                      size_t units, complaints *to) {
    *s = (scene_world){.scene = played};
    sidle_world_def def = scene_world_def(played);
    if (from) def.alloc = from->alloc, def.hooks = from->hooks;
    def.units = (uint32_t)units;
    sidle_result result = checked(sidle_world_create(&def, &s->world));
    if (!result) return add_profiles(s, to);
    complain(to, played->name, 0, 0, "the world cannot be made: %s", sidle_result_text(result));
    return false;
}

bool scene_world_build_map(scene_world *s, const scene *played, const sidle_world_def *from,
                           complaints *to) {
    return build_map(s, played, from, 0, to);
}

bool scene_world_build(scene_world *s, const scene *played, const sidle_world_def *from,
                       complaints *to) {
    size_t units = arrlenu(played->units);
    if (units > SIDLE_MAX_UNITS) {
        *s = (scene_world){.scene = played};
        complain(to, played->name, 0, 0, "found %zu units, expected at most %u", units,
                 SIDLE_MAX_UNITS);
        return false;
    }
    return build_map(s, played, from, units, to) && add_units(s, to);
}

void scene_world_free(scene_world *s) {
    sidle_world_destroy(s->world);
    arrfree(s->profiles);
    arrfree(s->used);
    arrfree(s->ids);
    arrfree(s->positions);
    arrfree(s->headings);
    arrfree(s->ordered);
    arrfree(s->gone);
    arrfree(s->led);
    arrfree(s->unit_of);
}

void scene_world_copy_arrays(scene_world *to, const scene_world *from) {
    copy_array(to->profiles, from->profiles);
    copy_array(to->used, from->used);
    copy_array(to->ids, from->ids);
    copy_array(to->positions, from->positions);
    copy_array(to->headings, from->headings);
    copy_array(to->ordered, from->ordered);
    copy_array(to->gone, from->gone);
    copy_array(to->led, from->led);
    copy_array(to->unit_of, from->unit_of);
}

sidle_profile_id scene_world_profile(const scene_world *s, size_t unit) {
    return s->profiles[s->scene->units[unit].profile];
}
