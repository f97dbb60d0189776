/* Names of version 0.2, for hosts that have not changed theirs yet: CHANGELOG.md has the table.
 * Define SIDLE_NO_OLD_NAMES to do without them. They go with version 1.0. */
#ifndef SIDLE_OLD_NAMES_H
#define SIDLE_OLD_NAMES_H

#ifndef SIDLE_NO_OLD_NAMES
#define sidle_unit_path           sidle_unit_set_path
#define sidle_unit_guide          sidle_unit_set_guide
#define sidle_unit_pace           sidle_unit_set_pace
#define sidle_unit_set_speed      sidle_unit_set_speed_factor
#define sidle_units_path          sidle_units_set_path
#define sidle_units_guide         sidle_units_set_guide
#define sidle_units_flow          sidle_units_set_flow
#define sidle_group_path          sidle_group_set_path
#define sidle_group_flow          sidle_group_set_flow
#define sidle_group_events        sidle_groups_events
#define SIDLE_GROUND              SIDLE_TERRAIN_GROUND
#define SIDLE_SWAMP               SIDLE_TERRAIN_SWAMP
#define SIDLE_WATER               SIDLE_TERRAIN_WATER
#define SIDLE_TREES               SIDLE_TERRAIN_TREES
#define SIDLE_VOID                SIDLE_TERRAIN_VOID
#define SIDLE_IDLE                SIDLE_DECISION_IDLE
#define SIDLE_FREE                SIDLE_DECISION_FREE
#define SIDLE_DETOUR              SIDLE_DECISION_DETOUR
#define SIDLE_WAIT                SIDLE_DECISION_WAIT
#define SIDLE_REPLAN              SIDLE_DECISION_REPLAN
#define SIDLE_PUSH                SIDLE_DECISION_PUSH
#define SIDLE_BLOCKED             SIDLE_DECISION_BLOCKED
#define SIDLE_EVENT_REPLAN_WANTED SIDLE_EVENT_PATH_WANTED
#define SIDLE_GROUP_FORMED        SIDLE_GROUP_EVENT_FORMED
#define SIDLE_GROUP_BROKEN        SIDLE_GROUP_EVENT_BROKEN
#define SIDLE_GROUP_WAYPOINT      SIDLE_GROUP_EVENT_WAYPOINT
#define SIDLE_GROUP_ARRIVED       SIDLE_GROUP_EVENT_ARRIVED
#define SIDLE_GROUP_PATH_WANTED   SIDLE_GROUP_EVENT_PATH_WANTED
#define SIDLE_GROUP_TARGET_LOST   SIDLE_GROUP_EVENT_TARGET_LOST
#define SIDLE_GROUP_EMPTY         SIDLE_GROUP_EVENT_EMPTY
#endif

#endif
