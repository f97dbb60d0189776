/* What a binding costs beside C: 10,000 units in a grid go to the opposite side, and the host reads
 * all positions in each tick. Each binding has the same program, and prints the same sum. Times are
 * processor times: other programs of a busy machine do not count.
 *
 *     overhead [TICKS]
 */
#include <sidle/sidle.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 100, UNITS = SIDE * SIDE, EXTENT = 320 };

int main(int argc, char **argv) {
    int ticks = argc > 1 ? atoi(argv[1]) : 300;
    static sidle_vec2 positions[UNITS];
    sidle_world_def def = sidle_world_def_default();
    def.width = def.height = EXTENT;
    sidle_world *world;
    sidle_result result = sidle_world_create(&def, &world);
    for (int k = 0; k < UNITS && !result; k++) {
        sidle_unit_def unit = sidle_unit_def_default();
        sidle_unit_id id;
        unit.position = (sidle_vec2){10 + 3 * (float)(k % SIDE), 10 + 3 * (float)(k / SIDE)};
        result = sidle_unit_create(world, &unit, &id);
        sidle_vec2 goal = {EXTENT - unit.position.x, EXTENT - unit.position.y};
        if (!result) result = sidle_unit_go(world, id, goal);
    }
    const sidle_columns columns = {.positions = {.to = positions}};
    double sum = 0;
    clock_t begin = clock();
    for (int tick = 0; tick < ticks && !result; tick++) {
        uint32_t rows;
        result = sidle_world_step(world, 1 / 30.0f);
        if (!result) result = sidle_world_read(world, &columns, UNITS, &rows);
        for (int k = 0; k < UNITS; k++) sum += (double)positions[k].x + (double)positions[k].y;
    }
    double ns = 1e9 * (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("C: %.0f ns a unit and tick, sum %.3f\n", ns / UNITS / ticks, sum);
    sidle_world_destroy(world);
    if (result) fprintf(stderr, "%s\n", sidle_result_text(result));
    return result ? 1 : 0;
}
