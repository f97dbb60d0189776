/* Claims: which places are taken, by units at rest and by those on their way. See claims.c. All of
 * it is for work between CONTACT and END but who rests where. */
#ifndef SIDLE_PLACES_CLAIMS_H
#define SIDLE_PLACES_CLAIMS_H

#include "world/spatial_grid.h"

/* ---- who rests where ---- */

/* Do both bodies rest, and is it the unit of body k that has to leave the other one, if they
 * overlap? */
SIDLE_INTERNAL bool gives_up_place(const sidle_world *world, uint32_t k, uint32_t other);

/* Would body k at the position (u) overlap the other body, which is at its own one, by more than
 * touching? */
SIDLE_INTERNAL bool overlap_at_rest(const bodies *c, uint32_t k, sidle_vec2 at, uint32_t other,
                                    sidle_vec2 its);

/* Does the other body rest, so that the unit of body k may not take its place? A unit that comes
 * clear of a heap respects only the bodies of it that stay where they are. */
SIDLE_INTERNAL bool owns_place(const sidle_world *world, uint32_t k, uint32_t other);

/* Can the unit no longer rest on the place that it claims, as another one has come to rest there,
 * or terrain has risen? It could as long as the two only touch. */
SIDLE_INTERNAL bool has_lost_place(const sidle_world *world, const unit *u);

/* u: the place, moved off the bodies at rest that reach a little into it: those of a close
 * formation may stand as far off their goals as units that arrive may. The place itself, if that
 * does not do. */
SIDLE_INTERNAL sidle_vec2 place_beside_neighbours(const sidle_world *world, const unit *u,
                                                  sidle_vec2 place);

/* Does the unit, when it rests in its range, move on within it for others? In a range no wider than
 * a diameter it cannot: no unit has room behind another one there. */
SIDLE_INTERNAL bool moves_on_in_range(const sidle_world *world, const unit *u);

/* The share of both radii within which the body, which owns its place or not, bars the way of the
 * unit to a place:
 *   an enemy that is as solid as a wall    PRESSED at rest; under way, too, with `through`
 *   another unit of its crowd, at rest     BARS_WITHIN; 0 with `through`; with `past`, if it makes
 *                                          room
 *   all others                             0: they leave, step aside, or let the unit push through
 *
 * `past`: the unit goes past its crowd, which it asks to make room (jam.c). With `through` it
 * drives through friends, and takes enemies under way to be held up in the same jam. A unit that
 * returns to the place that it has lent waits until they have left: no other place will do. */
SIDLE_INTERNAL float bars_within(const sidle_world *world, const unit *u, uint32_t other, bool owns,
                                 bool through, bool past);

/* Does the unit overlap an enemy that is as solid as a wall; or is it deeper inside any other body
 * than bodies are that press each other? */
SIDLE_INTERNAL bool is_inside_another(const sidle_world *world, const unit *u, bool solid);

/* Would a straight way there lead the unit into an enemy that stays and is as solid as a wall? */
SIDLE_INTERNAL bool presses_on_enemy(const sidle_world *world, const unit *u, sidle_vec2 to);

/* The share of both radii within which the body at rest bars a way round; 0: it does not. An enemy
 * that is as solid as a wall does, and for a unit that is held all others, too; its target does
 * not. */
SIDLE_INTERNAL float bars_way_round(const sidle_world *world, const unit *u, uint32_t other,
                                    bool owns, bool held);

/* Is the straight line between the positions clear for the unit, as far as `most` (u)? Terrain is
 * tested with the disc of a look; for a held unit with its whole disc. */
SIDLE_INTERNAL bool way_is_clear(const sidle_world *world, const unit *u, sidle_vec2 from,
                                 sidle_vec2 to, float most, bool held);

/* Does a body that bars a way round stand on the point? */
SIDLE_INTERNAL bool way_is_covered_at(const sidle_world *world, const unit *u, sidle_vec2 point,
                                      bool held);

/* Does a straight way lead the unit there, past terrain and the bodies at rest? */
SIDLE_INTERNAL bool leads_straight_to(const sidle_world *world, const unit *u, sidle_vec2 to);

/* Does one rest beside the unit there that has arrived at the same goal, so near that no unit of
 * its size fits between them, and no wall? Then the unit has come to the rim of its crowd, and its
 * order is done. With `inside` the other one has to be farther from the goal: the unit stands in
 * the midst of its crowd. */
SIDLE_INTERNAL bool joins_its_crowd(const sidle_world *world, const unit *u, sidle_vec2 at,
                                    bool inside);

/* ---- who claims what ---- */

enum { CLAIM_END = UINT32_MAX };

/* The first claim of each list. */
static inline uint32_t *claim_lists(const sidle_world *world) {
    return (uint32_t *)(void *)world->events + world->room;
}

/* u: the place of a unit that claims one. */
static inline sidle_vec2 claimed_place(const sidle_world *world, uint32_t k) {
    return world->motions[k].claim.place;
}

/* Places are given next: enters the claims of those of the listed units that claim a place. */
SIDLE_INTERNAL void claims_begin(sidle_world *world, const uint32_t *list, uint32_t count);

/* While places are given, each claim stands in the list of the square where its place is. The
 * squares are as wide as the buckets of the grid. The map is folded into as many lists as there may
 * be claims: squares that share a list are far apart. */
static inline uint32_t *claims_of_square(const sidle_world *world, int32_t x, int32_t y) {
    uint32_t column = (uint32_t)x & (world->claim_columns - 1),
             row = (uint32_t)y & (world->claim_rows - 1);
    return claim_lists(world) + row * world->claim_columns + column;
}

/* The unit claims this place from now on. */
SIDLE_INTERNAL void claim_change(sidle_world *world, unit *u, sidle_vec2 place);

/* The unit claims no place any more. */
SIDLE_INTERNAL void claim_end(const sidle_world *world, unit *u);

/* The squares of all places within the distance (u) of a point; no list twice. */
SIDLE_INTERNAL window claim_window(const sidle_world *world, sidle_vec2 at, float distance);
SIDLE_INTERNAL window claim_window_of_box(const sidle_world *world, sidle_vec2 low,
                                          sidle_vec2 high);

#define FOR_EACH_CLAIM(world, w, k)                                                                \
    for (int32_t k##_y = (w).y0; k##_y <= (w).y1; k##_y++)                                         \
        for (int32_t k##_x = (w).x0; k##_x <= (w).x1; k##_x++)                                     \
            for (uint32_t k = *claims_of_square(world, k##_x, k##_y); k != CLAIM_END;              \
                 k = (world)->motions[k].claim.next)

/* Is the body of the other unit within the view of this one? A window of the grid may show more. */
SIDLE_INTERNAL bool has_in_view(const sidle_world *world, const unit *u, uint32_t k);

/* u^2: from the point to the line between two others. */
SIDLE_INTERNAL float square_off_line(sidle_vec2 from, sidle_vec2 to, sidle_vec2 point);

/* Does another unit, on one layer with this one, claim a place? */
SIDLE_INTERNAL bool claims_against(const sidle_world *world, const unit *u, const unit *other);

/* Would a disc of the unit at the position overlap the claimed place of another unit? */
SIDLE_INTERNAL bool claim_overlaps(const sidle_world *world, const unit *u, sidle_vec2 at);

/* Would the unit overlap there the place of a unit that is aside? If both are aside, the unit that
 * wins ties keeps its place. */
SIDLE_INTERNAL bool claim_is_anothers(const sidle_world *world, const unit *u, sidle_vec2 at);

/* Would a disc of the unit at the position overlap neither a body at rest nor a claimed place? For
 * work between CONTACT and END. */
SIDLE_INTERNAL bool places_are_clear(const sidle_world *world, const unit *u, sidle_vec2 at);

/* The same, if that other unit left its place. */
SIDLE_INTERNAL bool places_are_clear_but_for(const sidle_world *world, const unit *u, sidle_vec2 at,
                                             const unit *leaves);

/* The direction from the centre (length 1) near `out`, on the ring of that distance (u), at which
 * the unit touches the nearest place, when the gap between them is too narrow for another unit, or
 * they overlap. False: there is no such place. */
SIDLE_INTERNAL bool places_beside(const sidle_world *world, const unit *u, sidle_vec2 centre,
                                  float distance, sidle_vec2 out, sidle_vec2 *direction);

#endif
