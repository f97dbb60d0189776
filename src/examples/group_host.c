/* A host that marches troops: a company goes through a gap in formation, loses a man, is joined by
 * two, and faces north at its goal. docs/groups.md shows the part between the two lines of dashes.
 */
#include <sidle/sidle.h>
#include <stdio.h>

enum { COMPANY = 16 };

static sidle_world *make_world(void) {
    sidle_world_def def = sidle_world_def_default();
    sidle_world *world = NULL;
    if (sidle_world_create(&def, &world)) return NULL;
    sidle_world_set_cells(world, 30, 0, 3, 30, SIDLE_TERRAIN_VOID); /* a wall with a gap of 4 u */
    sidle_world_set_cells(world, 30, 34, 3, 30, SIDLE_TERRAIN_VOID);
    return world;
}

static void create(sidle_world *world, sidle_unit_id *units, int count) {
    for (int k = 0; k < count; k++) {
        sidle_unit_def def = sidle_unit_def_default();
        def.position.x = 6 + 1.5f * (float)(k % 4);
        def.position.y = 30 + 1.5f * (float)(k / 4);
        sidle_unit_create(world, &def, &units[k]);
    }
}

/* A path for the anchor of the group: here the middle of the gap. */
static sidle_result find_way(sidle_groups *groups, sidle_group_id group) {
    const sidle_vec2 gap[] = {{28, 32}, {35, 32}};
    return sidle_group_set_path(groups, group, gap, 2);
}

/* -------- */
/* Sends the company to the hill, and runs until it is there. */
static sidle_result march(sidle_world *world, sidle_unit_id *company, sidle_unit_id *reserve) {
    sidle_groups *groups;
    sidle_group_id group;
    sidle_result result = sidle_groups_create(world, &groups);
    if (result) return result;

    const sidle_vec2 hill = {52, 20}, north = {0, -1};
    sidle_formation formation = sidle_formation_default(); /* a box */
    formation.columns = 4;                                 /* abreast */
    formation.heading = north;
    result = sidle_group_go(groups, company, COMPANY, hill, &formation, &group);

    for (int tick = 0; tick < 120 * 30 && !result && sidle_group_valid(groups, group); tick++) {
        if (tick == 150) sidle_unit_destroy(world, company[3]); /* the others close the ranks */
        if (tick == 300) result = sidle_group_join(groups, group, reserve, 2);

        sidle_groups_update(groups, 1.0f / 30);
        uint32_t count;
        const sidle_group_event *events = sidle_groups_events(groups, &count);
        for (uint32_t k = 0; k < count; k++) {
            if (events[k].type == SIDLE_GROUP_EVENT_PATH_WANTED) find_way(groups, group);
            if (events[k].type == SIDLE_GROUP_EVENT_FORMED) printf("%.1f s: formed\n", tick / 30.0);
            if (events[k].type == SIDLE_GROUP_EVENT_BROKEN) printf("%.1f s: broken\n", tick / 30.0);
            if (events[k].type == SIDLE_GROUP_EVENT_ARRIVED)
                printf("%.1f s: arrived\n", tick / 30.0);
        }
        sidle_world_step(world, 1.0f / 30);
    }
    sidle_groups_destroy(groups);
    return result;
}
/* -------- */

int main(void) {
    sidle_unit_id units[COMPANY + 2];
    sidle_world *world = make_world();
    if (!world) return 1;
    create(world, units, COMPANY + 2);
    sidle_result result = march(world, units, units + COMPANY);
    uint32_t arrived = 0;
    for (int k = 0; k < COMPANY + 2; k++) {
        sidle_unit_state state;
        if (!sidle_unit_get(world, units[k], &state)) arrived += state.arrived;
    }
    printf("%u arrived: %s\n", arrived, sidle_result_text(result));
    sidle_world_destroy(world);
    return result || arrived != COMPANY + 1;
}
