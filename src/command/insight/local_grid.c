/* Fills the grid cell by cell. The planner does without most of it, and test_tools.c compares the
 * two: what is drawn has to be what the unit acted on. */
#include "local_grid.h"

#include <math.h>
#include <stb_ds.h>

/* Of the radius: the room that a unit leaves about itself, and the disc that looks at terrain. */
static const float ROOM = 1.05f, SLIM = 0.75f;

/* A body that touches the unit counts only where it would come nearer than this share of now. */
static const float NEARER = 0.98f;

/* ---- the bodies ---- */

static float length_of(sidle_vec2 v) {
    return sqrtf(v.x * v.x + v.y * v.y);
}

static sidle_vec2 minus(sidle_vec2 a, sidle_vec2 b) {
    return (sidle_vec2){a.x - b.x, a.y - b.y};
}

/* Orders that lead to their target, or away from it, do not take it for an obstacle. */
static bool ignores(const sidle_unit_state *self, sidle_unit_id other) {
    bool meets = self->order == SIDLE_ORDER_PURSUE || self->order == SIDLE_ORDER_EVADE ||
                 self->order == SIDLE_ORDER_APPROACH;
    return meets && self->target.slot == other.slot;
}

static void take_body(surroundings *s, const sidle_world *world, sidle_unit_id id) {
    sidle_unit_state other;
    sidle_profile profile;
    if (id.slot == s->unit.slot || ignores(&s->self, id)) return;
    if (sidle_unit_get(world, id, &other) || other.stowed || other.ghost) return;
    if (sidle_profile_get(world, other.profile, &profile)) return;
    float reach = s->profile.view_distance + s->self.radius * ROOM + other.radius;
    if (profile.layer != s->profile.layer) return;
    if (length_of(minus(other.position, s->self.position)) > reach) return;
    seen_body body = {.position = other.position,
                      .predicted = other.predicted_velocity,
                      .radius = other.radius,
                      .spared = !s->profile.push_enemies &&
                                !sidle_world_are_friends(world, s->self.team, other.team),
                      .slot = id.slot};
    arrput(s->bodies, body);
}

bool surroundings_take(surroundings *s, const sidle_world *world, sidle_unit_id unit) {
    arrsetlen(s->bodies, 0);
    s->unit = unit;
    s->tick = sidle_world_tick(world);
    if (sidle_unit_get(world, unit, &s->self) || s->self.stowed) return false;
    if (sidle_profile_get(world, s->self.profile, &s->profile)) return false;
    if (s->self.ghost) return true;
    for (sidle_unit_id k = sidle_unit_next(world, (sidle_unit_id){0, 0}); k.slot;
         k = sidle_unit_next(world, k))
        take_body(s, world, k);
    return true;
}

void surroundings_free(surroundings *s) {
    arrfree(s->bodies);
}

/* ---- the values ---- */

static size_t index_of(const local_grid *g, int row, int column) {
    return (size_t)row * (size_t)(2 * g->columns + 1) + (size_t)(column + g->columns);
}

uint8_t local_grid_value(const local_grid *g, int row, int column) {
    return g->values[index_of(g, row, column)];
}

sidle_vec2 local_grid_point(const local_grid *g, int row, int column) {
    float ahead = (float)row * g->cell, across = (float)column * g->cell;
    const sidle_why *w = &g->why;
    return (sidle_vec2){w->origin.x + (w->direction.x * ahead + g->right.x * across),
                        w->origin.y + (w->direction.y * ahead + g->right.y * across)};
}

/* The passability of a body whose centre is so far away; now: how far it is now. */
static uint8_t value_at(const surroundings *s, const seen_body *b, float distance, float now) {
    float radii = s->self.radius * ROOM + b->radius, share = 1 - distance / radii;
    bool leaves = now < radii && distance >= NEARER * now;
    if (distance >= radii || leaves || share <= s->profile.tuning.graze) return 0;
    return b->spared ? SIDLE_VALUE_UNIT : (uint8_t)((float)SIDLE_VALUE_UNIT * share);
}

/* When the trace has come to the row. */
static uint8_t value_there(const surroundings *s, const local_grid *g, const seen_body *b, int row,
                           int column, float pace) {
    float time = (float)row * g->cell * pace;
    sidle_vec2 at = {b->position.x + b->predicted.x * time, b->position.y + b->predicted.y * time};
    return value_at(s, b, length_of(minus(at, local_grid_point(g, row, column))),
                    length_of(minus(b->position, g->why.origin)));
}

/* The largest on the straight way to the cell. */
static uint8_t value_on_way(const surroundings *s, const local_grid *g, const seen_body *b, int row,
                            int column, float pace) {
    sidle_vec2 to = minus(local_grid_point(g, row, column), g->why.origin);
    sidle_vec2 apart = minus(b->position, g->why.origin);
    float radii = s->self.radius * ROOM + b->radius, time = length_of(to) * pace;
    float ahead = apart.x * g->why.direction.x + apart.y * g->why.direction.y;
    if (ahead < -radii) return 0;
    sidle_vec2 w = {to.x - b->predicted.x * time, to.y - b->predicted.y * time};
    float w2 = w.x * w.x + w.y * w.y, share = w2 > 0 ? (apart.x * w.x + apart.y * w.y) / w2 : 0;
    share = fminf(fmaxf(share, 0), 1);
    sidle_vec2 left = {apart.x - share * w.x, apart.y - share * w.y};
    return value_at(s, b, length_of(left), length_of(apart));
}

static uint8_t value_of_units(const surroundings *s, const local_grid *g, int row, int column) {
    float top = s->profile.top_speed * s->self.speed_factor, pace = top > 0 ? 1 / top : 0;
    uint8_t largest = 0;
    for (size_t k = 0; k < arrlenu(s->bodies); k++) {
        uint8_t value = row && row == g->side_row
                            ? value_on_way(s, g, &s->bodies[k], row, column, pace)
                            : value_there(s, g, &s->bodies[k], row, column, pace);
        if (value > largest) largest = value;
    }
    return largest;
}

static bool is_passable(const sidle_world *world, uint32_t passable, int x, int y) {
    bool inside =
        x >= 0 && y >= 0 && x < (int)sidle_world_width(world) && y < (int)sidle_world_height(world);
    return inside && passable >> sidle_world_cell(world, x, y) & 1u;
}

static bool disc_fits(const sidle_world *world, uint32_t passable, sidle_vec2 p, float radius) {
    float cell = sidle_world_cell_size(world);
    int reach = (int)(radius / cell) + 1;
    int x0 = (int)floorf(p.x / cell), y0 = (int)floorf(p.y / cell);
    for (int y = y0 - reach; y <= y0 + reach; y++)
        for (int x = x0 - reach; x <= x0 + reach; x++) {
            float left = (float)x * cell - p.x, right = p.x - (float)(x + 1) * cell;
            float over = (float)y * cell - p.y, under = p.y - (float)(y + 1) * cell;
            float dx = fmaxf(fmaxf(left, right), 0), dy = fmaxf(fmaxf(over, under), 0);
            float within = radius - 4e-5f * cell; /* touching, but for rounding */
            if (dx * dx + dy * dy < within * within && !is_passable(world, passable, x, y))
                return false;
        }
    return true;
}

static void fill(local_grid *g, const sidle_world *world, const surroundings *s) {
    g->right = (sidle_vec2){-g->why.direction.y, g->why.direction.x};
    g->cell = s->profile.tuning.look_cell;
    g->rows = (int)(g->why.reach / g->cell + 0.001f);
    g->columns = (int)fmaxf(s->profile.tuning.side_reach / g->cell, 1);
    g->side_row = g->why.row > 0 ? (int)lroundf(g->why.row / g->cell) : 0;
    arrsetlen(g->values, (size_t)(g->rows + 1) * (size_t)(2 * g->columns + 1));
    for (int row = 0; row <= g->rows; row++)
        for (int column = -g->columns; column <= g->columns; column++) {
            bool fits = disc_fits(world, s->profile.passable, local_grid_point(g, row, column),
                                  s->profile.radius * SLIM);
            g->values[index_of(g, row, column)] =
                fits ? value_of_units(s, g, row, column) : SIDLE_VALUE_STATIC;
        }
}

bool local_grid_make(local_grid *g, const sidle_world *world, const surroundings *s) {
    sidle_why why;
    if (sidle_unit_why(world, s->unit, &why) || why.tick != s->tick) return false;
    g->why = why;
    fill(g, world, s);
    return true;
}

bool local_grid_now(local_grid *g, const sidle_world *world, const surroundings *s) {
    sidle_vec2 to = minus(s->self.waypoint, s->self.position);
    float length = length_of(to);
    g->why = (sidle_why){.origin = s->self.position,
                         .direction = length > 0 ? (sidle_vec2){to.x / length, to.y / length}
                                                 : s->self.heading,
                         .reach = fminf(s->profile.view_distance, length)};
    fill(g, world, s);
    return s->self.under_way;
}

void local_grid_free(local_grid *g) {
    arrfree(g->values);
}

/* ---- the last look ---- */

void last_look_before(last_look *l, const sidle_world *world, sidle_unit_id unit) {
    surroundings_take(&l->next, world, unit);
}

void last_look_after(last_look *l, const sidle_world *world) {
    if (!local_grid_make(&l->grid, world, &l->next)) return;
    surroundings before = l->then;
    l->then = l->next;
    l->next = before;
    l->known = true;
}

void last_look_free(last_look *l) {
    surroundings_free(&l->next);
    surroundings_free(&l->then);
    local_grid_free(&l->grid);
}
