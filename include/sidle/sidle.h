/* sidle: local movement of many units beneath a pathfinder. Include this and nothing else. */
#ifndef SIDLE_SIDLE_H
#define SIDLE_SIDLE_H

#include "types.h"

#include "world.h"

#include "query.h"

#include "bulk.h"

#include "group.h"

#include "debug.h"

#include "save.h"

#include "record.h"

#include "steering.h"

#endif
