/* The inside of a world, for the few tests that the public headers cannot serve. internals.c and
 * its parts alone use the names of the core; a program with it is linked without the library. */
#ifndef SIDLE_TEST_INTERNALS_H
#define SIDLE_TEST_INTERNALS_H

#include "contact_oracle.h"
#include "place_oracle.h"

/* ---- contacts ---- */

/* The phase in which contacts are solved, and the one after it. */
extern const sidle_phase inside_contacts_begin, inside_contacts_end;

/* The bodies as they are in the tick that is under way, by their places in memory. */
uint32_t inside_body_count(const sidle_world *world);
contact_body inside_body(const sidle_world *world, uint32_t k);
sidle_vec2 inside_slide(const sidle_world *world, uint32_t k, sidle_vec2 step, bool *touched);
sidle_vec2 inside_slide_from(const sidle_world *world, uint32_t k, sidle_vec2 from, sidle_vec2 step,
                             bool *touched);

/* ---- places ---- */

/* A unit as places are given; k is its place in memory. */
typedef struct inside_claim {
    sidle_vec2 position, stops, place, goal; /* u; stops: where it would come to a stand */
    float held_up; /* times its patience: for so long it has got no nearer */
    float radius;  /* u */
    uint32_t rank, layer, team;
    int target;       /* index, or -1 */
    bool shares_goal; /* its order leads, or led, to a point with all others that go there */
    bool attacks;     /* its order is about an enemy that it goes for */
    bool held;        /* it stands although its look finds a way */
    bool spares_enemies, ghost, rests, clears, claims, under_way, by_itself, aside;
} inside_claim;

inside_claim inside_claim_of(const sidle_world *world, uint32_t k);

/* What it finds, by what it wants in this tick, or by another wish. */
typedef struct inside_place {
    bool found;
    sidle_vec2 place, corner; /* u */
    float cost;               /* u */
} inside_place;

place_wish inside_wish_of(const sidle_world *world, uint32_t k);
inside_place inside_find_place(sidle_world *world, uint32_t k, const place_wish *wish);

/* Does the disc of the unit fit there, and all along a line with that share of its radius; and is
 * the centre to be seen from there, by what its order asks for? */
bool inside_disc_fits(const sidle_world *world, uint32_t k, sidle_vec2 at);
bool inside_way_fits(const sidle_world *world, uint32_t k, sidle_vec2 from, sidle_vec2 to,
                     float share);
bool inside_sees_centre(const sidle_world *world, uint32_t k, sidle_vec2 at, sidle_vec2 centre);

/* ---- the drive ---- */

/* What a tick's drive begins with, and what it makes of it: heading, velocity and gear. */
typedef struct inside_driver {
    sidle_vec2 position, heading, velocity, drive_target; /* u; length 1; u/s; u */
    sidle_vec2 steer_velocity;                            /* u/s, of the point, where it steers */
    float halt, brake, area_radius;                       /* u; u/s; u, to wander in */
    sidle_decision decision;
    bool under_way, last_leg, steers, reverses;
} inside_driver;

enum { INSIDE_DRIVEN = 4 };

/* Drives four units at once, from there. */
void inside_drive(sidle_world *world, const sidle_unit_id ids[INSIDE_DRIVEN],
                  inside_driver drivers[INSIDE_DRIVEN], float dt);

/* u: how far a unit that pushes through others, or squeezes through those at rest, is led out of
 * them in a tick in which it may go as far as the range; k is its place in memory. */
sidle_vec2 inside_push_apart(const sidle_world *world, uint32_t k, bool pushes, sidle_vec2 heading,
                             float range);

/* u, from the point to what the unit may not enter; and does the unit's disc, with a share of its
 * radius, fit all along the line? */
float inside_clearance(const sidle_world *world, sidle_unit_id id, sidle_vec2 point);
float inside_room(const sidle_world *world, sidle_unit_id id, sidle_vec2 point);
/* ---- what a world keeps ---- */

enum { INSIDE_BLOCKS = 16 };

/* A run of bytes that lasts from one step to the next. */
typedef struct inside_block {
    const char *name;
    uint8_t *bytes;
    size_t size;
} inside_block;

/* The blocks that a unit keeps; returns their number. */
uint32_t inside_blocks_of_unit(sidle_world *world, sidle_unit_id id,
                               inside_block blocks[INSIDE_BLOCKS]);

/* The blocks that belong to no unit. */
uint32_t inside_blocks_of_world(sidle_world *world, inside_block blocks[INSIDE_BLOCKS]);

/* Is the byte a part of a pointer, or of a copy that is made anew from other bytes? Such bytes
 * cannot be changed on their own. */
bool inside_is_derived(const inside_block *block, size_t byte);

/* ---- snapshots ---- */

/* A row of the table of fields as docs/snapshot.md begins it; NULL after the last one. */
const char *inside_field_row(uint32_t number);

/* Writes the length and the sum that fit these bytes into their head. */
void inside_seal_snapshot(uint8_t *bytes, size_t size);

/* The same for a snapshot of groups. */
void inside_seal_groups(uint8_t *bytes, size_t size);

/* Rows of a unit and of its order state, or a few more. */
enum { INSIDE_UNIT_ROWS = 100 };

/* Gives the world another length of its last step (s): it is good for saving only. */
void inside_set_last_dt(sidle_world *world, float dt);

/* Gives a living unit another value in the row of this number, of the table of a unit or of its
 * order state. False: there is no such row, or it does not take the value. What else is to follow
 * from that value does not: the world is good for saving only. */
bool inside_set_field(sidle_world *world, sidle_unit_id id, uint32_t row, uint64_t value);

/* ---- recordings ---- */

/* Makes the sums of all frames of a recording fit, as far as there are any. */
void inside_seal_recording(uint8_t *bytes, size_t size);

/* A frame of a recording: a head, what it holds, and a sum. */
typedef struct inside_frame {
    uint8_t kind;
    size_t begin, holds, size, end; /* `size` bytes from `holds` on */
} inside_frame;

/* Where a snapshot begins in what a frame of one holds, and where the first frame stands. */
extern const size_t inside_snapshot_in_frame, inside_recording_head;

/* The frame that begins there. False: there is no whole one. */
bool inside_find_frame(const uint8_t *bytes, size_t size, size_t begin, inside_frame *frame);

/* Writes how much the frame holds. */
void inside_set_frame_size(uint8_t *bytes, const inside_frame *frame);

/* Length of the call that begins here; 0: there is no whole one. */
size_t inside_call_length(const uint8_t *bytes, size_t left);

/* Words of a call of this kind, and of an entry of its list (0: it has none). False: there is no
 * such kind. */
bool inside_call_words(uint32_t kind, uint32_t *words, uint32_t *entry);

/* ---- rest ---- */

/* Is the unit left out of ticks? */
bool inside_is_still(const sidle_world *world, sidle_unit_id id);

/* ---- faults to be found ---- */

/* Breaks one invariant of a world of two units or more; returns how many there are to break. */
uint32_t inside_break(sidle_world *world, uint32_t what);

/* Takes a transition of its activity that a unit at rest does not have. */
void inside_misstep(sidle_world *world);

/* Does a step stop, by an assertion, where a phase has written what other units may read? */
bool inside_is_checked(void);

/* Writes such a thing, of a unit that has an order state, as if the phase did; returns how many
 * there are to write in it. The world has two profiles, one of which queues. */
uint32_t inside_write_shown(sidle_world *world, sidle_phase phase, uint32_t what);

#endif
