/* The public header compiles on its own, and a world can be made through it. */
#include <sidle/sidle.h>

int main(void) {
    sidle_world_def def = sidle_world_def_default();
    sidle_world *world;
    if (sidle_world_create(&def, &world)) return 1;
    sidle_world_destroy(world);
    return 0;
}
