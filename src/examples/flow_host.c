/* A host with a flow field: 200 units through a gap in a wall, all led by one field and one call a
 * tick, and read into the host's memory by another. */
#include <sidle/sidle.h>
#include <stdio.h>

enum { SIDE = 64, UNITS = 200, GOAL_X = 56, GOAL_Y = 32 };

/* Breadth first from the goal: each cell leads to the one from which it was reached. */
static void make_field(const sidle_world *world, uint32_t next[SIDE * SIDE]) {
    static uint32_t line[SIDE * SIDE];
    uint32_t head = 0, tail = 0, goal = GOAL_Y * SIDE + GOAL_X;
    for (uint32_t k = 0; k < SIDE * SIDE; k++) next[k] = SIDLE_FLOW_NONE;
    next[goal] = line[tail++] = goal;
    while (head < tail) {
        static const int32_t DX[] = {1, -1, 0, 0}, DY[] = {0, 0, 1, -1};
        uint32_t at = line[head++];
        for (int k = 0; k < 4; k++) {
            int32_t x = (int32_t)(at % SIDE) + DX[k], y = (int32_t)(at / SIDE) + DY[k];
            sidle_vec2 centre = {(float)x + 0.5f, (float)y + 0.5f};
            uint32_t to = (uint32_t)(y * SIDE + x);
            sidle_profile_id any = {0};
            if (!sidle_world_fits(world, any, centre) || next[to] != SIDLE_FLOW_NONE) continue;
            next[to] = at;
            line[tail++] = to;
        }
    }
}

static uint32_t create_units(sidle_world *world, sidle_unit_id ids[UNITS]) {
    for (uint32_t k = 0; k < UNITS; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position.x = 4 + 1.2f * (float)(k % 14);
        def.position.y = 20 + 1.2f * (float)(k / 14);
        if (sidle_unit_create(world, &def, &ids[k])) return k;
    }
    return UNITS;
}

int main(void) {
    sidle_world_def def = sidle_world_def_default(); /* 64 x 64 cells of open ground */
    sidle_world *world = NULL;
    static sidle_unit_id ids[UNITS];
    static uint32_t next[SIDE * SIDE];
    if (sidle_world_create(&def, &world)) return 1;
    sidle_world_set_cells(world, 32, 0, 2, 10, SIDLE_TERRAIN_TREES);
    sidle_world_set_cells(world, 32, 14, 2, SIDE - 14, SIDLE_TERRAIN_TREES);
    if (create_units(world, ids) != UNITS) return 1;

    const sidle_vec2 goal = {GOAL_X + 0.5f, GOAL_Y + 0.5f};
    const sidle_flow flow = {next, 8};
    make_field(world, next);
    sidle_units_go(world, ids, UNITS, &goal, 0, NULL); /* stride 0: one goal for all */

    uint32_t arrived = 0;
    for (int tick = 0; tick < 30 * 180 && arrived < UNITS; tick++) {
        uint32_t count;
        sidle_units_set_flow(world, ids, UNITS, &flow, NULL); /* units that have arrived refuse */
        if (sidle_world_step(world, 1.0f / 30.0f)) return 1;
        const sidle_event *events = sidle_world_events(world, &count);
        for (uint32_t k = 0; k < count; k++) arrived += events[k].type == SIDLE_EVENT_ARRIVED;
    }

    /* What a renderer would upload. */
    static sidle_vec2 positions[UNITS];
    const sidle_columns to = {.positions = {positions, 0}};
    uint32_t beyond = 0;
    sidle_units_read(world, ids, UNITS, &to);
    for (uint32_t k = 0; k < UNITS; k++) beyond += positions[k].x > 34;
    printf("%u of %d units arrived, %u are beyond the wall\n", arrived, UNITS, beyond);
    sidle_world_destroy(world);
    return arrived == UNITS && beyond == UNITS ? 0 : 1;
}
