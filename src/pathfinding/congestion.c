/* Prices by cell and direction, renewed when the host says so. */
#include "congestion.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIRECTIONS = 8, PRICE_ONE = 1000 };

/* Cells of the map along a side of a coarse cell. Over two bridges 8 are too coarse to tell a way
 * into the jam from one round it: the last unit arrives 8 s later. */
enum { SIDE = 4 };

/* A price goes one part in so many of the way to the new one each time that it is renewed. With 1 a
 * crowd that sets off is led round itself. */
enum { SMOOTH = 4 };

/* A way through a cell takes at most so many times as long as a free one. Before a bridge two units
 * wide a crowd flows at a tenth of its speed; with 24 units go far out of the way of small jams. */
static const float SLOWEST = 16;

/* Share that sums over the pieces of one line may differ by. */
static const float ROUNDING = 1e-3f;

/* Share of a usual top speed from which units count as coming against a step. A choice: a flow
 * across it sways less. */
static const float AGAINST = 0.25f;

struct congestion {
    const sidle_world *world;
    float radius, top_speed, side;
    uint32_t columns, rows, age;
    sidle_congestion *cells;
    int32_t *prices; /* by cell and direction, in thousandths of the cost of a free step */
    int32_t *booked; /* units by cell */
    bool *at_goal;   /* by cell: it costs nothing */
    uint32_t *found; /* cells about the goal; there is room for all */
    uint32_t found_count;
};

static size_t cell_count(const congestion *c) {
    return (size_t)c->columns * c->rows;
}

congestion *congestion_make(const sidle_world *world, float radius, float top_speed) {
    congestion *c = checked_calloc(1, sizeof *c);
    *c = (congestion){.world = world,
                      .radius = radius,
                      .top_speed = top_speed,
                      .side = SIDE * sidle_world_cell_size(world)};
    checked(sidle_query_congestion(world, c->side, NULL, NULL, 0, &c->columns, &c->rows));
    c->cells = checked_calloc(cell_count(c), sizeof *c->cells);
    c->prices = checked_calloc(cell_count(c) * DIRECTIONS, sizeof *c->prices);
    c->booked = checked_calloc(cell_count(c), sizeof *c->booked);
    c->at_goal = checked_calloc(cell_count(c), sizeof *c->at_goal);
    c->found = checked_calloc(cell_count(c), sizeof *c->found);
    return c;
}

congestion *congestion_copy(const congestion *c) {
    congestion *copy = checked_copy(c, sizeof *c);
    size_t cells = cell_count(c);
    copy->cells = checked_copy(c->cells, cells * sizeof *c->cells);
    copy->prices = checked_copy(c->prices, cells * DIRECTIONS * sizeof *c->prices);
    copy->booked = checked_copy(c->booked, cells * sizeof *c->booked);
    copy->at_goal = checked_copy(c->at_goal, cells * sizeof *c->at_goal);
    copy->found = checked_copy(c->found, cells * sizeof *c->found);
    return copy;
}

void congestion_free(congestion *c) {
    if (!c) return;
    free(c->cells);
    free(c->prices);
    free(c->booked);
    free(c->at_goal);
    free(c->found);
    free(c);
}

uint32_t congestion_age(const congestion *c) {
    return c->age;
}

/* ---- prices ---- */

static sidle_vec2 direction_vector(int direction) {
    static const float X[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
    static const float Y[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    float length = direction % 2 ? 1.41421356f : 1;
    return (sidle_vec2){X[direction] / length, Y[direction] / length};
}

/* How much longer than a free way through the cell, as a share of that. */
static float delay(const congestion *c, const sidle_congestion *cell, int direction) {
    sidle_vec2 d = direction_vector(direction);
    float along = cell->flow.x * d.x + cell->flow.y * d.y;
    float slow = c->top_speed / fmaxf(along, c->top_speed / SLOWEST) - 1;
    uint32_t in_way = along < -AGAINST * c->top_speed ? cell->units : cell->resting + cell->held;
    float across = (float)in_way * 2 * c->radius / c->side;
    return fmaxf(slow, 0) * fminf(across, 1);
}

/* A crowd that has just been ordered stands and is no jam; one that stands for seconds is. */
static void smooth(int32_t *price, float delay) {
    *price += ((int32_t)(delay * PRICE_ONE) - *price) / SMOOTH;
}

bool congestion_renew(congestion *c) {
    bool any = false;
    checked(sidle_query_congestion(c->world, c->side, NULL, c->cells, cell_count(c), &c->columns,
                                   &c->rows));
    for (size_t k = 0; k < cell_count(c) * DIRECTIONS; k++) {
        const sidle_congestion *cell = &c->cells[k / DIRECTIONS];
        int direction = (int)(k % DIRECTIONS);
        smooth(&c->prices[k], cell->units ? delay(c, cell, direction) : 0);
        any = any || c->prices[k];
    }
    memset(c->booked, 0, cell_count(c) * sizeof *c->booked);
    c->age++;
    return any;
}

static size_t cell_of(const congestion *c, sidle_vec2 point) {
    uint32_t column = (uint32_t)fmaxf(point.x / c->side, 0);
    uint32_t row = (uint32_t)fmaxf(point.y / c->side, 0);
    if (column >= c->columns) column = c->columns - 1;
    if (row >= c->rows) row = c->rows - 1;
    return (size_t)row * c->columns + column;
}

static void find_about_goal(congestion *c, size_t cell) {
    if (c->at_goal[cell]) return;
    c->at_goal[cell] = true;
    c->found[c->found_count++] = (uint32_t)cell;
}

void congestion_set_goal(congestion *c, sidle_vec2 goal) {
    for (uint32_t k = 0; k < c->found_count; k++) c->at_goal[c->found[k]] = false;
    c->found_count = 0;
    find_about_goal(c, cell_of(c, goal));
    for (uint32_t k = 0; k < c->found_count; k++) {
        size_t cell = c->found[k], column = cell % c->columns, row = cell / c->columns;
        if (!c->cells[cell].resting) continue;
        if (column > 0) find_about_goal(c, cell - 1);
        if (column + 1 < c->columns) find_about_goal(c, cell + 1);
        if (row > 0) find_about_goal(c, cell - c->columns);
        if (row + 1 < c->rows) find_about_goal(c, cell + c->columns);
    }
}

static int32_t price_in(const congestion *c, size_t cell, int direction) {
    return c->at_goal[cell] ? 0 : c->prices[cell * DIRECTIONS + (size_t)direction];
}

int32_t congestion_price(const congestion *c, sidle_vec2 point, int direction, int32_t cost) {
    size_t cell = cell_of(c, point);
    return (int32_t)((int64_t)cost * price_in(c, cell, direction) / PRICE_ONE);
}

/* ---- ways ---- */

static int nearest_direction(float dx, float dy) {
    int best = 0;
    float most = -INFINITY;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        sidle_vec2 d = direction_vector(direction);
        float share = d.x * dx + d.y * dy;
        if (share > most) most = share, best = direction;
    }
    return best;
}

/* Goes along a way by short pieces. */
typedef struct walk {
    const congestion_way *way;
    size_t leg;           /* number of the leg that the walk is on */
    uint32_t piece, last; /* of that leg */
    int direction;        /* of that leg */
    float length;         /* u, of its pieces */
} walk;

static sidle_vec2 leg_end(const congestion_way *way, size_t leg) {
    return leg < way->count ? way->waypoints[leg] : way->to;
}

static void begin_leg(walk *w, float side) {
    sidle_vec2 a = w->leg ? leg_end(w->way, w->leg - 1) : w->way->from, b = leg_end(w->way, w->leg);
    float length = hypotf(b.x - a.x, b.y - a.y);
    w->last = 1 + (uint32_t)(length / (0.5f * side));
    w->length = length / (float)w->last;
    w->direction = nearest_direction(b.x - a.x, b.y - a.y);
    w->piece = 0;
}

/* The middle of the next piece; false: the way is over. */
static bool walk_on(walk *w, float side, sidle_vec2 *middle) {
    if (w->piece == w->last) {
        if (w->last) w->leg++;
        if (w->leg > w->way->count) return false;
        begin_leg(w, side);
    }
    sidle_vec2 a = w->leg ? leg_end(w->way, w->leg - 1) : w->way->from, b = leg_end(w->way, w->leg);
    float share = ((float)w->piece++ + 0.5f) / (float)w->last;
    *middle = (sidle_vec2){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    return true;
}

void congestion_book(congestion *c, const congestion_way *way, int32_t units) {
    walk w = {.way = way};
    size_t before = SIZE_MAX;
    for (sidle_vec2 middle; walk_on(&w, c->side, &middle);) {
        size_t cell = cell_of(c, middle);
        if (cell != before) c->booked[cell] += units;
        before = cell;
    }
}

uint32_t congestion_booked(const congestion *c, const congestion_way *way) {
    walk w = {.way = way};
    int32_t most = 0;
    for (sidle_vec2 middle; walk_on(&w, c->side, &middle);) {
        size_t cell = cell_of(c, middle);
        if (c->booked[cell] > most && !c->at_goal[cell]) most = c->booked[cell];
    }
    return (uint32_t)most;
}

float congestion_cost(const congestion *c, const congestion_way *way) {
    walk w = {.way = way};
    float cost = 0;
    for (sidle_vec2 middle; walk_on(&w, c->side, &middle);) {
        int32_t price = price_in(c, cell_of(c, middle), w.direction);
        cost += w.length * (1 + (float)price / PRICE_ONE);
    }
    return cost;
}

bool congestion_no_dearer(const congestion *c, const congestion_way *way,
                          const congestion_way *than) {
    return congestion_cost(c, way) <= congestion_cost(c, than) * (1 + ROUNDING);
}
