/* Scenes of the scoreboard turned, mirrored and shifted: a crowd does not care which way is up. The
 * bits differ, as positions are rounded elsewhere, and who goes first of two equals may. So means
 * over some seeds are compared. */
#include "fixtures.h"

#include <stb_ds.h>

/* x' = xx x + xy y and y' = yx x + yy y, about the middle of the map, which gets so many cells more
 * on each side. A turn by another angle than 90 degrees, and a shift by a part of a cell, are for
 * scenes without walls. */
typedef struct symmetry {
    const char *name;
    float xx, xy, yx, yy;
    uint32_t around; /* cells */
    float part;      /* of a cell, by which points are shifted */
    bool open;       /* for scenes without walls alone */
    double within;   /* share by which figures may differ */
} symmetry;

static const symmetry SYMMETRIES[] = {
    {"turned by 90 degrees", 0, -1, 1, 0, 0, 0, false, 0.03},
    {"mirrored", -1, 0, 0, 1, 0, 0, false, 0.03},
    {"shifted by cells", 1, 0, 0, 1, 3, 0, false, 0.03},
    {"shifted by a third of a cell", 1, 0, 0, 1, 1, 1 / 3.0f, true, 0.05},
    {"turned by 30 degrees", 0.8660254f, -0.5f, 0.5f, 0.8660254f, 24, 0, true, 0.05}};

static uint32_t cells_across(const symmetry *y, uint32_t width, uint32_t height) {
    return (y->xx == 0 ? height : width) + 2 * y->around;
}

static sidle_vec2 turned(const symmetry *y, sidle_vec2 p) {
    return (sidle_vec2){y->xx * p.x + y->xy * p.y, y->yx * p.x + y->yy * p.y};
}

static sidle_vec2 moved(const symmetry *y, const scene *from, sidle_vec2 p) {
    float cell = from->cell_size, half = cell / 2;
    float wide = (float)cells_across(y, from->width, from->height);
    float tall = (float)cells_across(y, from->height, from->width);
    sidle_vec2 off = {p.x - (float)from->width * half, p.y - (float)from->height * half};
    off = turned(y, off);
    return (sidle_vec2){wide * half + off.x + y->part * cell, tall * half + off.y + y->part * cell};
}

static void move_points(const symmetry *y, const scene *from, sidle_vec2 *points) {
    for (ptrdiff_t k = 0; k < arrlen(points); k++) points[k] = moved(y, from, points[k]);
}

static void move_cells(const symmetry *y, const scene *from, scene *to) {
    to->width = cells_across(y, from->width, from->height);
    to->height = cells_across(y, from->height, from->width);
    size_t count = (size_t)to->width * to->height;
    free(to->cells);
    to->cells = malloc(count);
    assert_non_null(to->cells);
    memset(to->cells, y->open ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_VOID, count);
    for (size_t k = 0; !y->open && k < (size_t)from->width * from->height; k++) {
        float column = (float)(k % from->width) + 0.5f, row = (float)(k / from->width) + 0.5f;
        sidle_vec2 at =
            moved(y, from, (sidle_vec2){column * from->cell_size, row * from->cell_size});
        uint32_t x = (uint32_t)(at.x / from->cell_size),
                 new_row = (uint32_t)(at.y / from->cell_size);
        to->cells[(size_t)new_row * to->width + x] = from->cells[k];
    }
}

static scene moved_scene(const symmetry *y, const scene *from) {
    scene s = scene_copy(from);
    move_cells(y, from, &s);
    if (y->xx < 0)
        for (ptrdiff_t k = 0; k < arrlen(s.profiles); k++)
            s.profiles[k].values.tuning.side_bias *= -1;
    for (ptrdiff_t k = 0; k < arrlen(s.troops); k++)
        s.troops[k].formation.heading = turned(y, s.troops[k].formation.heading);
    assert_int_equal(arrlen(s.edits) + arrlen(s.later), 0); /* these are not moved */
    for (ptrdiff_t k = 0; k < arrlen(s.units); k++) {
        scene_unit *u = &s.units[k];
        u->position = moved(y, from, u->position);
        u->goal = moved(y, from, u->goal);
        move_points(y, from, u->via);
        move_points(y, from, u->patrol);
    }
    return s;
}

/* ---- figures ---- */

enum { SEEDS = 5 };

static outcome outcome_of(const scene *s) {
    return run_with(s, &(sim_options){.pathfinder = SIM_ASTAR, .hz = s->hz});
}

static int units_moved(const scene *a, const scene *b) {
    int moved = 0;
    for (ptrdiff_t k = 0; k < arrlen(a->units); k++)
        moved += memcmp(&a->units[k].position, &b->units[k].position, sizeof(sidle_vec2)) != 0;
    return moved;
}

static outcome outcome_of_moved(const char *name, uint32_t seed, const symmetry *y) {
    scene s = generated(name, seed);
    if (y) {
        scene other = moved_scene(y, &s);
        assert_true(units_moved(&s, &other) > 0);
        scene_free(&s);
        s = other;
    }
    outcome o = outcome_of(&s);
    scene_free(&s);
    return o;
}

static outcome mean_of(const char *name, const symmetry *y) {
    outcome all[SEEDS];
    for (uint32_t seed = 0; seed < SEEDS; seed++) all[seed] = outcome_of_moved(name, seed + 1, y);
    return outcome_mean(all, SEEDS);
}

static void assert_alike(const char *name, const symmetry *y, const outcome *a, const outcome *b) {
    print_message("%s, %s: arrived %.4f, %.4f; stretch %.3f, %.3f; makespan %.1f, %.1f s; overlap "
                  "%.4f, %.4f\n",
                  name, y->name, a->arrived, b->arrived, a->stretch_mean, b->stretch_mean,
                  a->makespan, b->makespan, a->overlap, b->overlap);
    assert_true(fabs(b->arrived - a->arrived) <= 0.01);
    assert_true(fabs(b->overlap - a->overlap) < 0.005 + 0.15 * a->overlap);
}

/* The makespan is the time of the last unit. It is not compared for towns: a single unit that
 * others shut out decides it there. */
static void assert_ends_alike(const symmetry *y, const outcome *a, const outcome *b) {
    assert_true(fabs(b->stretch_mean - a->stretch_mean) <= y->within * a->stretch_mean);
    assert_true(fabs(b->makespan - a->makespan) <= 4 * y->within * a->makespan);
}

TEST(rows_of_the_scoreboard) {
    static const struct {
        const char *name;
        bool open;
    } ROWS[] = {{"circle100", true}, {"blocks100", true},   {"four_way", false},
                {"door100", false},  {"hallway100", false}, {"merge", false},
                {"point200", true},  {"march_gap", false},  {"mixed", false}};
    for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        outcome plain = mean_of(ROWS[k].name, NULL);
        for (size_t n = 0; n < sizeof SYMMETRIES / sizeof *SYMMETRIES; n++) {
            if (SYMMETRIES[n].open && !ROWS[k].open) continue;
            outcome other = mean_of(ROWS[k].name, &SYMMETRIES[n]);
            assert_alike(ROWS[k].name, &SYMMETRIES[n], &plain, &other);
            assert_ends_alike(&SYMMETRIES[n], &plain, &other);
        }
    }
}

/* Towns whose tasks edit no terrain and give no later orders. */
static const char *const TASKS[] = {"rally", "swap", "gather", "crossing",
                                    "melee", "idle", "march"};

enum { TASK_COUNT = sizeof TASKS / sizeof *TASKS, TOWNS = 5 };

static outcome mean_of_towns(const symmetry *y, outcome *all) {
    for (uint32_t k = 0; k < TASK_COUNT * TOWNS; k++) {
        char name[64];
        snprintf(name, sizeof name, "town,task=%s,units=40,seed=%u", TASKS[k % TASK_COUNT],
                 8100000 + k);
        all[k] = outcome_of_moved(name, 1, y);
    }
    return outcome_mean(all, TASK_COUNT * TOWNS);
}

/* A jam that dissolves otherwise decides the stretch of a town. Their mean may differ by chance: by
 * three standard errors of it once in 370 times. */
static void assert_stretch_alike(const outcome *a, const outcome *b) {
    const double count = TASK_COUNT * TOWNS;
    double sum = 0, squares = 0;
    for (uint32_t k = 0; k < TASK_COUNT * TOWNS; k++) {
        double difference = b[k].stretch_mean - a[k].stretch_mean;
        sum += difference;
        squares += difference * difference;
    }
    double mean = sum / count, error = sqrt((squares / count - mean * mean) / (count - 1));
    print_message("stretch differs by %.3f, standard error %.3f\n", mean, error);
    assert_true(fabs(mean) <= 3 * error);
}

TEST(towns) {
    outcome all[TASK_COUNT * TOWNS], moved[TASK_COUNT * TOWNS];
    outcome plain = mean_of_towns(NULL, all);
    assert_true(plain.clean > 0.95);
    for (size_t n = 0; n < sizeof SYMMETRIES / sizeof *SYMMETRIES; n++) {
        if (SYMMETRIES[n].open) continue;
        outcome other = mean_of_towns(&SYMMETRIES[n], moved);
        print_message("towns, %s: clean %.3f, %.3f of the towns\n", SYMMETRIES[n].name, plain.clean,
                      other.clean);
        /* Two towns of 35. */
        assert_true(fabs(other.clean - plain.clean) <= 0.06);
        assert_alike("towns", &SYMMETRIES[n], &plain, &other);
        assert_stretch_alike(all, moved);
    }
}

TESTS_OF(scenes_symmetry)
