/* Giving way as its rules are written down (src/orders/give_way.c), for all units against all
 * others: without the grid, windows, parts and lanes. It knows units by this description alone. */
#ifndef SIDLE_TEST_GIVE_WAY_ORACLE_H
#define SIDLE_TEST_GIVE_WAY_ORACLE_H

#include <sidle/sidle.h>

/* Why a unit that looked drives. */
enum way_drives { WAY_BY_ORDER, WAY_ASIDE, WAY_BACK, WAY_IN_VAIN };

/* What a unit is while it stepped aside: it did not; it had no order before; it had arrived. */
enum way_aside { WAY_NOT_ASIDE, WAY_WAS_IDLE, WAY_HAD_ARRIVED };

/* A unit, by its place in memory. */
typedef struct way_unit {
    sidle_vec2 position, moved;                    /* u; u, in the last tick */
    sidle_vec2 path_point, return_point, waypoint; /* u */
    sidle_vec2 look_origin, look_direction;        /* u; length 1 */
    double radius, arrival_radius;                 /* u */
    double patience, look_interval, top_speed, graze;
    double reach, backoff_left, stalled; /* u, or s of a unit aside; s; s */
    double unblocked, tried;             /* s */
    float brake;                         /* u/s */
    uint32_t rank, team, layer, give_way, value;
    int blocker;    /* index; -1: none */
    int drives;     /* enum way_drives */
    int aside;      /* enum way_aside */
    bool under_way; /* as others see it: when the tick began */
    bool arrived, clears, comes_clear, ghost;
    bool drives_now;  /* it is under way now */
    bool idle;        /* without an order, and not aside */
    bool at_goal;     /* without an order, as it has arrived, and not aside */
    bool comes_back;  /* to a goal off which it was shoved */
    bool on_last_leg; /* its waypoint is the end of its way */
    bool looks;       /* it has looked in this tick */
    bool lets_move;   /* it has decided in this tick, and is aside and not on its way back */
    bool hit, asks, sees_standing;
    bool marked; /* it was asked for room in this tick */
} way_unit;

typedef struct way_scene {
    const way_unit *units;
    int count;
    uint64_t tick;
    double dt, last_dt; /* s */
    const void *context;
    bool (*share_goal)(const void *context, int a, int b);
    bool (*line_fits)(const void *context, int unit, sidle_vec2 to); /* from its position */
} way_scene;

/* How often each rule came up. */
typedef struct way_tally {
    uint32_t asks, touches, begins, aside, across, less, ahead, waits, returns, nearer, back;
} way_tally;

/* Those that looked in this tick: whether each of them asks, why it drives, and who is asked. */
void way_oracle_ask(const way_scene *scene, bool *asks, int *drives, bool *marked,
                    way_tally *tally);

/* What unit k does then: its description as the rules leave it. */
way_unit way_oracle_go_aside(const way_scene *scene, int k, way_tally *tally);

/* Is the unit, which now stands where the tick has brought it, back at its place? */
bool way_oracle_is_back(const way_unit *u);
bool way_oracle_drives_back(const way_unit *u);

#endif
