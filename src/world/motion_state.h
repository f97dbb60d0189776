/* What the phases MOVE and CONTACT keep for each body: the position that a tick gives it, and its
 * list of neighbours. The rules and the algorithms are in src/motion. */
#ifndef SIDLE_MOTION_STATE_H
#define SIDLE_MOTION_STATE_H

#include "base/vec.h"

/* What the drive makes of a body in this tick, beside its new velocity and heading. The contact
 * solver corrects the position, and the unit takes it when the tick ends. */
typedef struct motion {
    union {
        sidle_vec2 position;        /* u, the disc fits the terrain there */
        sidle_vec2 path_point_then; /* from END to LOOK, in a world with queues, of a body that is
                                       not still: see shown_path_point() */
    };
    union {
        sidle_vec2 course;   /* direction to the waypoint, length 1; 0 for a body that stands */
        uint32_t claim_next; /* after contacts: the next claim in the list of its square */
    };
    union {
        float range;      /* u, >= 0, no contact takes the body farther from where it began */
        float asked_then; /* like path_point_then: see shown_asked() */
    };
    uint8_t pass_mode; /* enum pass_mode */
    uint8_t stance;    /* enum stance for contacts: as the tick began, but a body that comes clear
                          stands */
    bool plain : 1; /* the body is under way, hunts nobody, does not push through others, does not
                   land and is not aside: where no unit has the right of way, two such bodies share
                   their overlap */
    bool passes_left : 1; /* the side on which the body passes others that it meets head on */
    bool open : 1;        /* all walls are at least a cell farther away than the radius */
    bool hunts : 1;       /* the unit pursues another unit */
    bool settles : 1;     /* after contacts, of a unit that claims a place: it has come there */
    bool impatient : 1; /* from a look until places are given: the patience of the unit that asks is
                           over, once more, so it wants another place */
    bool finds_none : 1;     /* while places are given: there is none that it can reach */
    bool waits_on_place : 1; /* the same: it lets others in before it comes to rest */
    bool as_driven : 1;      /* neither terrain nor contact has changed where the drive leads */
} motion;

/* Room for listed neighbours, on average over a part; the bodies of a part share it. A choice: a
 * disc has at most six neighbours of its own size that touch it, and the skin adds some. A body for
 * which there is no room left searches the grid instead, with the same result. */
enum { NEIGHBOURS_A_UNIT = 8 };

/* The Verlet list of one body: all bodies that it may touch before lists are made again. */
typedef struct neighbour_list {
    uint16_t at;   /* first entry, counted from the first entry of the part */
    uint8_t count; /* entries, or the reason why there are none: UNLISTED, STOOD */
    uint8_t gap;   /* 0 to 255, in units of lists.gap_unit: from the nearest neighbour's distance,
                      when the list was made, to the distance at which contact may begin, rounded
                      down; 255 also stands for more */
} neighbour_list;

/* How long the Verlet lists are good. They are made again when the bodies may have used up the
 * skin: Verlet, Phys. Rev. 159, 98 (1967). */
typedef struct lists {
    float half_skin; /* u, >= 0: a body may travel so far before the lists are made anew; two bodies
                        that both do come nearer by twice as much, which is the skin */
    float travelled; /* u, >= 0: no body has gone farther since the lists were made */
    float gap_unit;  /* u, > 0: the unit of neighbour_list.gap */
    bool stale;      /* the bodies were sorted anew, so the lists name wrong ones */
} lists;

#endif
