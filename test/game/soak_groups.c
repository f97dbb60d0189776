/* A long day of groups: they march, are split and reinforced, and each comes on or says why not. */
#include "soak.h"

#include <stb_ds.h>

/* Units about one of the crowd, on the map; 0: too few. */
static uint32_t neighbours_of(soak *s, const body *b, uint32_t most, sidle_unit_id *ids) {
    sidle_hit hits[GROUP_MOST];
    uint32_t count, taken = 0;
    sidle_unit_state state = state_of(s, b);
    if (state.stowed) return 0;
    must(s, sidle_query_nearest(s->world, state.position, 12, NULL, hits, most, &count), "a query");
    for (uint32_t k = 0; k < count; k++) ids[taken++] = hits[k].unit;
    return taken;
}

static sidle_formation some_formation(soak *s) {
    sidle_formation f = sidle_formation_default();
    f.shape = (sidle_shape)below(s, SIDLE_SHAPE_OFFSETS); /* all but the host's own */
    f.columns = below(s, 6);
    f.gap = share(s);
    f.march = below(s, 8) > 0;
    if (below(s, 2)) f.heading = (sidle_vec2){share(s) - 0.5f, 1};
    return f;
}

/* What a call on groups may answer in a crowd: some place may not be there, as the goal is in a
 * wood, or whom it is about is off the map. */
static bool was_done(soak *s, sidle_result result, const char *what) {
    bool may = result == SIDLE_ERROR_NO_ROOM || result == SIDLE_ERROR_STOWED ||
               result == SIDLE_ERROR_NO_ORDER;
    if (!may) must(s, result, what);
    return !result;
}

/* An order to units near each other. If some are in groups, it splits those. */
static void order_group(soak *s) {
    sidle_unit_id ids[GROUP_MOST];
    const body *first = &s->bodies[below(s, s->units)];
    uint32_t most = GROUP_LEAST + below(s, GROUP_MOST - GROUP_LEAST), kind = below(s, 10);
    uint32_t count = neighbours_of(s, first, most, ids);
    if (count < GROUP_LEAST) return;
    sidle_vec2 p = state_of(s, first).position, goal = near(s, p, FAR);
    const sidle_vec2 round[] = {goal, near(s, p, FAR), p};
    const sidle_range range = {2 + 6 * share(s), 0, 0};
    sidle_unit_id target = s->bodies[below(s, s->units)].id;
    const sidle_formation f = some_formation(s);
    sidle_member_state m;
    for (uint32_t k = 0; k < count; k++) {
        s->split += in_group(s, ids[k], &m);
        if (ids[k].slot == target.slot) return;
    }
    sidle_result result =
        kind < 2   ? sidle_group_patrol(s->groups, ids, count, round, 1 + below(s, 3), &f, NULL)
        : kind < 3 ? sidle_group_approach(s->groups, ids, count, target, &range, &f, NULL)
        : kind < 4 ? sidle_group_approach_point(s->groups, ids, count, goal, &range, &f, NULL)
                   : sidle_group_go(s->groups, ids, count, goal, &f, NULL);
    if (!was_done(s, result, "an order to a group")) return;
    for (uint32_t k = 0; k < count; k++) s->bodies[s->who[ids[k].slot]].hopeless = false;
    s->marches++;
}

/* Those about a unit of a group who are in none join it. */
static void reinforce(soak *s) {
    sidle_unit_id near_by[GROUP_MOST], ids[GROUP_MOST];
    const body *b = &s->bodies[below(s, s->units)];
    sidle_member_state m, other;
    if (!in_group(s, b->id, &m)) return;
    uint32_t count = neighbours_of(s, b, GROUP_MOST, near_by), many = 0;
    for (uint32_t k = 0; k < count && many < 6; k++)
        if (!in_group(s, near_by[k], &other)) ids[many++] = near_by[k];
    if (many && was_done(s, sidle_group_join(s->groups, m.group, ids, many), "to join"))
        s->joined += many;
}

void groups_change(soak *s) {
    const body *b = &s->bodies[below(s, s->units)];
    sidle_member_state m;
    uint32_t kind = below(s, 12);
    if (kind < 5) order_group(s);
    if (kind >= 5 && kind < 10) reinforce(s);
    if (kind < 10 || !in_group(s, b->id, &m)) return;
    must(s,
         kind == 10 ? sidle_group_leave(s->groups, b->id) : sidle_group_disband(s->groups, m.group),
         "to leave");
}

/* A path for the largest unit, from the anchor to the goal. */
static void answer_group(soak *s, sidle_group_id group) {
    sidle_group_state state;
    sidle_vec2 *way = NULL;
    company *c = &s->companies[group.slot];
    if (sidle_group_get(s->groups, group, &state) || !state.marching) return;
    c->hopeless = !astar_find(s->finder, state.profile, state.start, state.goal, NULL, 0, &way);
    if (!c->hopeless)
        was_done(s, sidle_group_set_path(s->groups, group, way, (uint32_t)arrlenu(way)),
                 "the path of a group");
    arrfree(way);
}

static void company_gets_on(const soak *s, company *c, sidle_vec2 anchor) {
    c->from = anchor;
    c->since = s->time;
}

static company *company_of(soak *s, sidle_group_id group) {
    while (arrlenu(s->companies) <= group.slot) arrput(s->companies, ((company){.generation = 0}));
    company *c = &s->companies[group.slot];
    if (c->generation != group.generation)
        *c = (company){.generation = group.generation, .since = s->time};
    return c;
}

void groups_read_events(soak *s) {
    uint32_t count;
    const sidle_group_event *events = sidle_groups_events(s->groups, &count);
    s->group_events += count;
    for (uint32_t k = 0; k < count; k++) {
        company *c = company_of(s, events[k].group);
        if (events[k].type == SIDLE_GROUP_EVENT_PATH_WANTED) answer_group(s, events[k].group);
        company_gets_on(s, c, c->from);
        s->ended += !sidle_group_valid(s->groups, events[k].group);
    }
}

/* Is a unit of the group on the map, and not stunned, so that the group can get on? */
static bool can_march(const soak *s, sidle_group_id group) {
    static sidle_unit_id ids[SIDLE_MAX_GROUP_UNITS];
    uint32_t count;
    must(s, sidle_group_units(s->groups, group, ids, SIDLE_MAX_GROUP_UNITS, &count), "a group");
    for (uint32_t k = 0; k < count; k++) {
        sidle_unit_state u;
        if (!sidle_unit_get(s->world, ids[k], &u) && !u.stowed && u.speed_factor > 0) return true;
    }
    return false;
}

void groups_check(soak *s, sidle_group_id group) {
    company *c = company_of(s, group);
    sidle_group_state g;
    must(s, sidle_group_get(s->groups, group, &g), "a group");
    float dx = g.anchor.x - c->from.x, dy = g.anchor.y - c->from.y;
    if (!g.marching || c->hopeless || !can_march(s, group) || dx * dx + dy * dy > WAY * WAY) {
        company_gets_on(s, c, g.anchor);
        return;
    }
    double stood = s->time - c->since;
    if (stood > s->group_longest) s->group_longest = stood;
    if (stood < (double)PATIENCE) return;
    char text[300];
    snprintf(text, sizeof text,
             "group %u of %u units at %.2f %.2f to %.2f %.2f stands for %.0f s, %u abreast, %u "
             "follow, %.2f u off at most",
             group.slot, g.count, (double)g.anchor.x, (double)g.anchor.y, (double)g.goal.x,
             (double)g.goal.y, stood, g.abreast, g.following, (double)g.off_most);
    fault(s, text);
    company_gets_on(s, c, g.anchor);
}
