/* The page draws: no run of the module paints a picture, so these are never called. */
#include "pictures/picture.h"

void picture_trail(picture *p, const sidle_vec2 *positions, const bool *ordered) {
    (void)p, (void)positions, (void)ordered;
}

void picture_gone(picture *p, size_t unit) {
    (void)p, (void)unit;
}

bool picture_write(picture *p, const sidle_world *world, const char *file, complaints *to) {
    (void)p, (void)world, (void)file, (void)to;
    return false;
}
