/* The field of places: a square window of lattice points, in which units find places to rest on.
 * See place_field.c. */
#ifndef SIDLE_PLACES_PLACE_FIELD_H
#define SIDLE_PLACES_PLACE_FIELD_H

#include "places/place_want.h"
#include "world/place.h"
#include "world/place_points.h"
#include "world/spatial_grid.h"
#include "world/state.h"

/* Mathematics: a way on the lattice is counted in fifths of a step; a diagonal step is seven of
 * them. */
enum { WAY_STRAIGHT = 5, WAY_DIAGONAL = 7, WAY_NONE = UINT16_MAX };

/* Size: the points that a flood goes on from stand in the order of their keys in a ring of buckets
 * (R. B. Dial 1969). A key is the way to the point, or that and the least way on to the centre; no
 * step makes it larger by more than two diagonal ones. */
enum { WAY_BUCKETS = 16 };
typedef struct flood {
    uint16_t *ways;              /* by point; WAY_NONE: the flood has not come there */
    uint16_t *next, *before;     /* by point: the lists of the buckets */
    bool directed;               /* those come first from which the whole way is the shortest: */
    uint32_t to, within;         /* the way to what lies no farther than `within` from this point */
    uint8_t queued;              /* bit of the points in the buckets */
    uint32_t count, now;         /* points in the buckets; the key of the next one, or less */
    uint16_t first[WAY_BUCKETS]; /* point of each list */
} flood;

typedef struct place_field place_field;

/* Marks the places of others whose centres lie between the corners (u), by field_mark(). */
typedef void mark_places(place_field *f, sidle_vec2 low, sidle_vec2 high);

struct place_field {
    const sidle_world *world;
    const sidle_profile *profile;
    const unit *u; /* the unit that the field is made for; others may share it */
    place_want want;
    sidle_vec2 origin;    /* u, of the first point */
    float step, per_step; /* u, from point to point; 1 / step */
    field_points *at;
    mark_places *mark;
    uint64_t marked;    /* by tile: the places that bear on its points are marked */
    window clip;        /* points: marks are made in these alone */
    const unit *asker;  /* the unit for which a place is sought */
    bool tried;         /* whether a disc for a point that was moved is clear is known */
    sidle_vec2 own;     /* u, the place that it claims already */
    uint32_t own_point; /* the point that may stand for it; POINT_NONE: it claims none */
    flood from_goal;
    uint32_t known;  /* points that this flood has gone on from: see field_points.order */
    uint16_t enough; /* cost by_way of the best free point; WAY_NONE: the flood from the goal has
                        not met that yet */
};

/* Where the points of the field for the want of a unit lie. */
SIDLE_INTERNAL void field_frame(place_field *f, const sidle_world *world, const unit *u,
                                const place_want *want);

/* Begins the field for the want of a unit. `marks` is called before a search, or as it goes on. */
SIDLE_INTERNAL void field_begin(place_field *f, const sidle_world *world, const unit *u,
                                const place_want *want, mark_places *marks);

/* The place of another unit: a disc of that radius. Its body rests there, and bars the way within
 * that share of both radii; 0: it does not. */
SIDLE_INTERNAL void field_mark(place_field *f, sidle_vec2 place, float radius, float bars_within);

/* Marks the place of a unit that has just been given it. */
SIDLE_INTERNAL void field_take(place_field *f, sidle_vec2 place, float radius);

/* u: the places that may bear on the points from (x, y) on, so many across, lie between these
 * corners. */
SIDLE_INTERNAL void field_corners(const place_field *f, int32_t x, int32_t y, int32_t points,
                                  sidle_vec2 *low, sidle_vec2 *high);

/* What a search finds. */
typedef struct found_place {
    sidle_vec2 place;  /* u */
    sidle_vec2 corner; /* u, on the way there and in sight of the unit; the place itself, if that is
                          in sight */
    float cost;        /* u */
    bool shut_out;     /* a good part of what costs less is free, but the unit cannot get there */
} found_place;

/* The best place for a unit that stands, or would come to a stand, at `from`. False: there is none
 * that it can reach. */
SIDLE_INTERNAL bool field_find(place_field *f, const unit *u, sidle_vec2 from, found_place *found);

/* A way round what bars the straight one, in what the unit sees. */
typedef struct found_way {
    sidle_vec2 corner; /* u, on the way and in sight of the unit */
    float length;      /* u, of the way along the corner to where it ends */
} found_way;

/* u: how far a search for a way round reaches: the diagonal of its window, and the view beyond. */
SIDLE_INTERNAL float field_reach(const sidle_profile *p);

/* Does the point lie in the window of the field? */
SIDLE_INTERNAL bool field_reaches(const place_field *f, sidle_vec2 point);

/* The way from where the unit is to where the point is in sight (way_is_clear()); if the disc does
 * not fit there, to the nearest point where it does. False: there is none in the window. */
SIDLE_INTERNAL bool field_find_way(place_field *f, const unit *u, sidle_vec2 to, bool held,
                                   found_way *found);

#endif
