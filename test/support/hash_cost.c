/* A crowd in the open that is hashed after each step, so that instructions.sh can count what the
 * hash costs beside the step: units at 15 % cover with goals all over the map, as in @scaleN. */
#include "support.h"

#include <inttypes.h>
#include <math.h>

int main(int argc, char **argv) {
    int units = argc > 1 ? atoi(argv[1]) : 1000, ticks = argc > 2 ? atoi(argv[2]) : 60;
    int across = (int)ceilf(sqrtf((float)units));
    float pitch = 2.25f, side = pitch * (float)across; /* u; radius 0.5 */
    sidle_world *world = open_world((uint32_t)side + 1, (uint32_t)side + 1);
    dice d = {1};
    for (int k = 0; k < units; k++) {
        sidle_unit_id id = unit_at(world, pitch * ((float)(k % across) + 0.5f),
                                   pitch * ((float)(k / across) + 0.5f));
        sidle_vec2 goal = {roll_between(&d, 1, side - 1), roll_between(&d, 1, side - 1)};
        assert_ok(sidle_unit_go(world, id, goal));
    }
    uint64_t hashes = 0;
    for (int k = 0; k < ticks; k++) {
        assert_ok(sidle_world_step(world, 1.0f / 30));
        hashes += sidle_world_hash(world);
    }
    printf("%016" PRIx64 "\n", hashes);
    sidle_world_destroy(world);
    return 0;
}
