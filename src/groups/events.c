/* Events of groups: each troop marks in a bit what happened to it in an update, and the bits are
 * told in the order of the slots. */
#include "groups/troop.h"

void troop_tell(troop *t, sidle_group_event_type type) {
    t->events |= 1u << type;
}

static sidle_vec2 event_point(const troop *t, uint32_t type) {
    if (type == SIDLE_GROUP_EVENT_PATH_WANTED) return t->told;
    bool at_goal = type == SIDLE_GROUP_EVENT_ARRIVED || type == SIDLE_GROUP_EVENT_WAYPOINT;
    return at_goal || t->points < 2 ? t->goal : route_point(t, t->s);
}

/* A patrol has its next goal already when it tells of the last one. */
static sidle_vec2 point_reached(const troop *t) {
    uint32_t last = (t->patrol_next + t->patrol_count - 1) % t->patrol_count;
    return t->patrol[last];
}

void events_collect(sidle_groups *g, const troop *t, sidle_group_id id) {
    for (uint32_t type = 0; type < SIDLE_GROUP_EVENT_COUNT; type++) {
        if (!(t->events & 1u << type)) continue;
        assert(g->event_count < g->event_room);
        sidle_vec2 point =
            type == SIDLE_GROUP_EVENT_WAYPOINT ? point_reached(t) : event_point(t, type);
        g->events[g->event_count++] = (sidle_group_event){(sidle_group_event_type)type, id, point};
    }
}

const sidle_group_event *sidle_groups_events(const sidle_groups *groups, uint32_t *count) {
    if (count) *count = groups ? groups->event_count : 0;
    return groups ? groups->events : NULL;
}
