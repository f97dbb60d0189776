/* A scene on its stage: its world, and who is who in it. All arrays are stb_ds. */
#ifndef SIDLE_COMMAND_SCENE_WORLD_H
#define SIDLE_COMMAND_SCENE_WORLD_H

#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct stage {
    const scene *scene;
    sidle_world *world;
    sidle_profile_id *profiles; /* by scene profile; of one that no unit uses it says nothing */
    sidle_unit_id *ids;         /* by scene unit */
    sidle_vec2 *positions;      /* u, by scene unit, as the last step left them */
    bool *ordered;              /* by scene unit: has got its order */
    bool *gone;                 /* by scene unit: was destroyed */
    uint32_t *unit_of;          /* scene unit by slot */
} stage;

/* `from`: whose allocator and hooks the world gets; NULL: the default's. Complains of each unit
 * that does not suit the map, and of each profile that a unit has; false when there is one. To be
 * torn down in either case. */
bool stage_build(stage *s, const scene *played, const sidle_world_def *from, complaints *to);

/* The same without the units and without room for them. */
bool stage_build_map(stage *s, const scene *played, const sidle_world_def *from, complaints *to);
void stage_tear_down(stage *s);

sidle_profile_id stage_profile(const stage *s, size_t unit);

#endif
