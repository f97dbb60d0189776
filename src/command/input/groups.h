/* The groups of a fixture: what its `group` and `unit` lines say, and the units that come of it. */
#ifndef SIDLE_COMMAND_GROUPS_H
#define SIDLE_COMMAND_GROUPS_H

#include "scenes/scene.h"
#include "words.h"

typedef struct groups {
    const lines *from;
    scene *into;
    struct group *list;        /* stb_ds */
    struct extra_unit *extras; /* stb_ds */
} groups;

void groups_free(groups *g);

/* A `group` or a `unit` line, from behind its first word. */
void groups_read(groups *g, const char *at);
void groups_read_unit(groups *g, const char *at);

/* Places a unit of the letter's group in the middle of the cell; false when there is none. */
bool groups_place(groups *g, char letter, uint32_t x, uint32_t y);

/* Once the picture has been read: places the units of `unit` lines, behind those of the picture,
 * and complains of what only the whole can tell. */
void groups_finish(groups *g);

#endif
