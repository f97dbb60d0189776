/* What the orders have in common and where they differ, as one table: a row an order, a bit a
 * trait. Code that treats orders alike asks for a trait and names no order, so a new order is one
 * row here beside its own work in orders/steer_target.c. The table has a row for every value of the
 * byte in which a unit keeps its order; those beyond the orders have no traits. */
#ifndef SIDLE_ORDER_TRAITS_H
#define SIDLE_ORDER_TRAITS_H

#include <sidle/sidle.h>

/* Orders beyond those of the host, which reads SIDLE_ORDER_NONE for the first three: the unit has
 * fled, or has arrived where it was sent, or within range of there. Then a pursuit with a range,
 * for which the host reads SIDLE_ORDER_PURSUE; and an order to go under which the unit rests for
 * now, as it gets no nearer (orders/condition.c). */
enum {
    ORDER_FLED = SIDLE_ORDER_COUNT,
    ORDER_ARRIVED,
    ORDER_IN_RANGE,
    ORDER_PURSUE_WITHIN,
    ORDER_GO_LATER,
    ORDERS
};

enum order_traits {
    TRAIT_STAYS = 1,            /* asks for no drive, so a unit at rest may be left out of ticks */
    TRAIT_IS_OVER = 2,          /* the host reads SIDLE_ORDER_NONE */
    TRAIT_HAS_STATE = 4,        /* needs an order_state */
    TRAIT_MOVES_GOAL = 8,       /* has work in each TARGET phase: see steer_target_update() */
    TRAIT_GOES_BY_PATH = 16,    /* goes along a path to a goal that stays: the unit may queue, and
                                   looks less often while it drives freely */
    TRAIT_ENDS_AT_GOAL = 32,    /* ends there, or turns to the next goal */
    TRAIT_RESTS_BY_TARGET = 64, /* rests at its goal while the target stands */
    TRAIT_NEVER_ARRIVES = 128,  /* has a goal that moves for as long as the unit is under way */
    TRAIT_IS_LATER = 256,       /* the unit rests, and goes on by itself when it can */
    TRAIT_SHARES_PLACE = 512,   /* units of such orders with one goal rest about it */
    TRAIT_FLEES = 2048,         /* runs from a danger, or did so */
    TRAIT_MEETS_TARGET = 4096,  /* the target's body is no obstacle to a look */
    TRAIT_HUNTS = 8192,         /* gives way to the target entirely in contact */
    TRAIT_HAS_TARGET = 16384,   /* is about another unit, order_state.target */
    TRAIT_WANDERS = 32768,      /* drives at the pace, and turns at the rate, of wandering */
    TRAIT_KEEPS_RANGE = 65536,  /* rests anywhere in a range, order_state.range */
    TRAIT_GIVES_WAY = 131072    /* makes room for others when it rests: jam/jam.c */
};

static const uint32_t ORDER_TRAITS[UINT8_MAX + 1] = {
    [SIDLE_ORDER_NONE] = TRAIT_STAYS | TRAIT_GIVES_WAY,
    [SIDLE_ORDER_GO] = TRAIT_GOES_BY_PATH | TRAIT_ENDS_AT_GOAL | TRAIT_SHARES_PLACE,
    [SIDLE_ORDER_HOLD] = TRAIT_STAYS,
    [SIDLE_ORDER_PATROL] =
        TRAIT_HAS_STATE | TRAIT_MOVES_GOAL | TRAIT_GOES_BY_PATH | TRAIT_ENDS_AT_GOAL,
    [SIDLE_ORDER_PURSUE] = TRAIT_HAS_STATE | TRAIT_HAS_TARGET | TRAIT_MOVES_GOAL |
                           TRAIT_RESTS_BY_TARGET | TRAIT_MEETS_TARGET | TRAIT_HUNTS,
    [SIDLE_ORDER_FOLLOW] =
        TRAIT_HAS_STATE | TRAIT_HAS_TARGET | TRAIT_MOVES_GOAL | TRAIT_RESTS_BY_TARGET,
    [SIDLE_ORDER_EVADE] = TRAIT_HAS_STATE | TRAIT_HAS_TARGET | TRAIT_MOVES_GOAL |
                          TRAIT_NEVER_ARRIVES | TRAIT_FLEES | TRAIT_MEETS_TARGET,
    [SIDLE_ORDER_FLEE] = TRAIT_HAS_STATE | TRAIT_MOVES_GOAL | TRAIT_NEVER_ARRIVES | TRAIT_FLEES,
    [SIDLE_ORDER_WANDER] = TRAIT_HAS_STATE | TRAIT_MOVES_GOAL | TRAIT_NEVER_ARRIVES | TRAIT_WANDERS,
    [SIDLE_ORDER_APPROACH] = TRAIT_HAS_STATE | TRAIT_HAS_TARGET | TRAIT_MOVES_GOAL |
                             TRAIT_RESTS_BY_TARGET | TRAIT_MEETS_TARGET | TRAIT_HUNTS |
                             TRAIT_KEEPS_RANGE,
    [SIDLE_ORDER_APPROACH_POINT] = TRAIT_HAS_STATE | TRAIT_MOVES_GOAL | TRAIT_GOES_BY_PATH |
                                   TRAIT_SHARES_PLACE | TRAIT_KEEPS_RANGE,
    [ORDER_FLED] = TRAIT_IS_OVER | TRAIT_HAS_STATE | TRAIT_FLEES,
    [ORDER_ARRIVED] = TRAIT_IS_OVER | TRAIT_SHARES_PLACE | TRAIT_GIVES_WAY,
    [ORDER_IN_RANGE] = TRAIT_IS_OVER | TRAIT_SHARES_PLACE,
    [ORDER_PURSUE_WITHIN] = TRAIT_HAS_STATE | TRAIT_HAS_TARGET | TRAIT_MOVES_GOAL |
                            TRAIT_RESTS_BY_TARGET | TRAIT_MEETS_TARGET | TRAIT_HUNTS |
                            TRAIT_KEEPS_RANGE,
    [ORDER_GO_LATER] = TRAIT_IS_LATER | TRAIT_SHARES_PLACE | TRAIT_GIVES_WAY,
};

_Static_assert(ORDERS <= UINT8_MAX + 1, "a unit keeps its order in a byte");

#endif
