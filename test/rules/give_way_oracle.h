/* Giving way as its rules are written down (src/orders/give_way.c), for all units against all
 * others: without the grid, windows, parts and lanes. It knows units by this description alone. */
#ifndef SIDLE_TEST_GIVE_WAY_ORACLE_H
#define SIDLE_TEST_GIVE_WAY_ORACLE_H

#include <sidle/sidle.h>

/* Why a unit that looked drives. */
enum way_drives { WAY_BY_ORDER, WAY_ASIDE, WAY_BACK, WAY_IN_VAIN };

/* A unit, by its place in memory. */
typedef struct way_unit {
    sidle_vec2 position, moved;             /* u; u, in the last tick */
    sidle_vec2 path_point, waypoint;        /* u */
    sidle_vec2 place;                       /* u, which it has lent, while it is aside */
    sidle_vec2 look_origin, look_direction; /* u; length 1 */
    sidle_vec2 look_point;                  /* u, the point that the look chose, if it hit any */
    double radius, arrival_radius;          /* u */
    double patience, look_interval, top_speed, graze, threshold, view;
    double reach, backoff_left, stalled, unblocked; /* u, or s of a unit aside; s; s; s */
    float brake;                                    /* u/s */
    uint32_t rank, team, layer, give_way, value;
    int blocker;    /* index; -1: none */
    int drives;     /* enum way_drives */
    bool under_way; /* as others see it: when the tick began */
    bool clears, comes_clear, ghost;
    bool drives_now;  /* it is under way now */
    bool gives_way;   /* it has no order, or has arrived */
    bool by_itself;   /* if it drives, then not by an order */
    bool aside;       /* it has stepped aside */
    bool for_return;  /* and that for a unit that returns, for no other one */
    bool claims;      /* a place is reserved for it */
    bool drives_back; /* to its place */
    bool to_place;    /* its waypoint is its place, or the corner before that */
    bool on_last_leg; /* its waypoint is the end of its way */
    bool looks;       /* it has looked in this tick */
    bool held;        /* it stands though its look is free, and has found no way round */
    bool lets_move;   /* it has decided in this tick, and is aside and not on its way back */
    bool hit, asks, asks_for_return, sees_standing;
    bool marked; /* it was asked for room in this tick */
} way_unit;

typedef struct way_scene {
    const way_unit *units;
    int count;
    uint64_t tick;
    double dt, last_dt; /* s */
    const void *context;
    bool (*share_goal)(const void *context, int a, int b);
    /* From its position a disc of that share of its radius, and there its whole disc. */
    bool (*way_fits)(const void *context, int unit, sidle_vec2 to, float share);
    bool (*disc_fits)(const void *context, int unit, sidle_vec2 at);
} way_scene;

/* How often each rule came up. */
typedef struct way_tally {
    uint32_t asks, held, touches, begins, aside, across, less, stays, ahead, ties, waits, returns,
        nearer, asks_back, for_return, ignores;
} way_tally;

/* Those that looked in this tick: whether each of them asks, why it drives, and who is asked. */
void way_oracle_ask(const way_scene *scene, bool *asks, int *drives, bool *marked,
                    way_tally *tally);

/* What unit k does then: its description as the rules leave it. */
way_unit way_oracle_go_aside(const way_scene *scene, int k, way_tally *tally);

#endif
