/* What the host has said, beyond the public functions. See orders.c. */
#ifndef SIDLE_ORDERS_H
#define SIDLE_ORDERS_H

#include "state.h"

/* The host has put the unit elsewhere. */
void orders_placed(const sidle_world *world, unit *u);

#endif
