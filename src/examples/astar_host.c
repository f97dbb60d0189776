/* A host with A*: a unit is sent into a house, goes by the host's path to the nearest place beside
 * it, and answers "who stands there, and why?". Then those who rest on a site leave it for a
 * building. */
#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 64, CELLS = SIDE * SIDE, MOST = 64 };

static const sidle_profile_id ANY = {0};

static sidle_vec2 centre_of(int cell) {
    sidle_vec2 centre = {(float)(cell % SIDE) + 0.5f, (float)(cell / SIDE) + 0.5f};
    return centre;
}

static int cell_of(sidle_vec2 point) {
    return (int)point.y * SIDE + (int)point.x;
}

/* ---- A* by the four sides ---- */

static int steps_to(int from, int to) {
    return abs(from % SIDE - to % SIDE) + abs(from / SIDE - to / SIDE);
}

/* Takes the open cell with the smallest sum. A list does for a map of this size; a game has a heap.
 */
static int take_best(int *open, int *count, const int *cost, int goal) {
    int best = 0;
    for (int k = 1; k < *count; k++)
        if (cost[open[k]] + steps_to(open[k], goal) < cost[open[best]] + steps_to(open[best], goal))
            best = k;
    int cell = open[best];
    open[best] = open[--*count];
    return cell;
}

static void search(const sidle_world *world, int start, int goal, int *came_from) {
    static int open[4 * CELLS], cost[CELLS];
    static const int DX[] = {1, -1, 0, 0}, DY[] = {0, 0, 1, -1};
    int count = 1;
    for (int k = 0; k < CELLS; k++) came_from[k] = -1, cost[k] = CELLS;
    open[0] = came_from[start] = start;
    cost[start] = 0;
    while (count && came_from[goal] < 0) {
        int at = take_best(open, &count, cost, goal);
        for (int k = 0; k < 4; k++) {
            int x = at % SIDE + DX[k], y = at / SIDE + DY[k], to = y * SIDE + x;
            if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || cost[at] + 1 >= cost[to]) continue;
            if (!sidle_world_fits(world, ANY, centre_of(to))) continue;
            cost[to] = cost[at] + 1;
            came_from[to] = at;
            open[count++] = to;
        }
    }
}

/* The corners of the path, pulled straight; the goal is not among them. */
static uint32_t find_path(const sidle_world *world, sidle_vec2 from, sidle_vec2 to,
                          sidle_vec2 path[MOST]) {
    static int came_from[CELLS];
    /* From the goal to the unit, so that the way back is the way to go. */
    int start = cell_of(to), goal = cell_of(from);
    uint32_t count = 0;
    search(world, start, goal, came_from);
    if (came_from[goal] < 0) return 0;
    sidle_vec2 stand = from, last = from;
    for (int at = goal; at != start && count < MOST; at = came_from[at]) {
        sidle_vec2 next = centre_of(came_from[at]);
        if (!sidle_world_line_fits(world, ANY, stand, next)) path[count++] = stand = last;
        last = next;
    }
    return count;
}

/* ---- the host ---- */

static sidle_unit_id create(sidle_world *world, float x, float y) {
    sidle_unit_def def = sidle_unit_def_default();
    sidle_unit_id id;
    def.position.x = x;
    def.position.y = y;
    sidle_unit_create(world, &def, &id);
    return id;
}

static void run(sidle_world *world, float seconds) {
    for (int k = 0; k < (int)(seconds * 30); k++) sidle_world_step(world, 1.0f / 30.0f);
}

/* Sends the unit as near to the goal as its disc fits, by a path. */
static sidle_result send(sidle_world *world, sidle_unit_id unit, sidle_vec2 goal) {
    sidle_vec2 place, path[MOST];
    sidle_unit_state state;
    sidle_result result = sidle_world_nearest_fit(world, ANY, goal, 20, NULL, &place);
    if (!result) result = sidle_unit_get(world, unit, &state);
    if (result) return result;
    uint32_t count = find_path(world, state.position, place, path);
    return sidle_unit_go_near(world, unit, goal, path, count, 20, NULL, NULL);
}

int main(void) {
    sidle_world_def def = sidle_world_def_default();
    sidle_world *world = NULL;
    if (sidle_world_create(&def, &world)) return 1;
    sidle_world_set_cells(world, 30, 10, 2, 44, SIDLE_TERRAIN_TREES); /* a wood in the way */
    sidle_world_set_cells(world, 44, 28, 8, 8, SIDLE_TERRAIN_VOID);   /* the house */
    sidle_unit_id unit = create(world, 10, 32);
    for (int k = 0; k < 6; k++) create(world, 12 + (float)(k % 3), 50 + (float)(k / 3));

    const sidle_vec2 inside = {46, 32};
    if (send(world, unit, inside)) return 1;
    run(world, 60);

    /* The unit nearest to the house, and what it does. */
    sidle_hit hit;
    uint32_t count;
    char why[120];
    sidle_query_nearest(world, inside, 20, NULL, &hit, 1, &count);
    if (!count) return 1;
    sidle_why_text(world, hit.unit, why, sizeof why);
    printf("unit %u, %.1f u from the goal, %s\n", hit.unit.slot, (double)hit.distance, why);

    /* A building where six units rest. */
    uint32_t left = 1;
    for (int second = 0; second < 30 && left; second++) {
        if (sidle_world_vacate(world, 11, 49, 5, 4, SIDLE_TERRAIN_VOID, 20, &left)) return 1;
        run(world, 1);
    }
    sidle_result built = sidle_world_set_cells(world, 11, 49, 5, 4, SIDLE_TERRAIN_VOID);
    printf("the building: %s\n", sidle_result_text(built));
    sidle_world_destroy(world);
    return built || hit.distance > 2.6f;
}
