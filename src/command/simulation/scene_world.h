/* The world of a scene: its profiles and units, created in the library, and which unit of the scene
 * is which unit of the world. All arrays are stb_ds. */
#ifndef SIDLE_COMMAND_SCENE_WORLD_H
#define SIDLE_COMMAND_SCENE_WORLD_H

#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct scene_world {
    const scene *scene;
    sidle_world *world;
    sidle_profile_id *profiles; /* by scene profile; the null id for one that no unit uses */
    bool *used;                 /* by scene profile: the world has it */
    sidle_unit_id *ids;         /* by scene unit */
    sidle_vec2 *positions;      /* u, by scene unit, as the last step left them */
    sidle_vec2 *headings;       /* the same; any length but 0 */
    bool *ordered;              /* by scene unit: it has got its order */
    bool *led;                  /* by scene unit: its group guides it */
    bool *gone;                 /* by scene unit: it was destroyed */
    uint32_t *unit_of;          /* scene unit by slot of the world */
} scene_world;

/* Creates the world with its units. `from` gives its allocator and hooks; NULL: the default's.
 * Complains of each unit that does not fit where it is placed, and of each profile in use that does
 * not suit the map; false when there is one. In either case it must be freed. */
bool scene_world_build(scene_world *s, const scene *played, const sidle_world_def *from,
                       complaints *to);

/* The same without the units and without room for them. */
bool scene_world_build_map(scene_world *s, const scene *played, const sidle_world_def *from,
                           complaints *to);

/* Creates the units that were added to the scene since, and profiles that they are the first to
 * use. A refused unit counts as gone. */
bool scene_world_add_units(scene_world *s, complaints *to);
void scene_world_free(scene_world *s);

/* Makes the arrays of the one what those of the other are. Scene and world stay. */
void scene_world_copy_arrays(scene_world *to, const scene_world *from);

sidle_profile_id scene_world_profile(const scene_world *s, size_t unit);

#endif
