/* The `order` lines of a fixture: orders that units get after their first ones. */
#include "fixture_reader.h"

#include <stb_ds.h>

static void take_time(fixture_reader *r, void *of, word value) {
    fixture_take_time(r, value, 0, "a time in seconds, 0 or more", &((scene_later *)of)->time);
}

static void take_unit(fixture_reader *r, void *of, word value) {
    double number;
    if (number_of(value, 1, SIDLE_MAX_UNITS, &number))
        ((scene_later *)of)->unit = (uint32_t)number - 1;
    else
        found_expected(&r->lines, value, "the number of a unit, from 1 on");
}

static void take_goal(fixture_reader *r, void *of, word value) {
    double pair[2];
    if (numbers_of(value, 2, pair))
        ((scene_later *)of)->goal = (sidle_vec2){(float)pair[0], (float)pair[1]};
    else
        found_expected(&r->lines, value, "two numbers, X,Y");
}

static const fixture_key ROWS[] = {
    {"at", "S", "when, s", "order at=2 unit=1 goal=4,4", take_time, FIXTURE_NO_AIM},
    {"unit", "N",
     "to which unit, counted from 1: those of the picture by rows, then those of `unit` lines",
     "order at=2 unit=3 goal=4,4", take_unit, FIXTURE_NO_AIM},
    {"goal", "X,Y", "aim: go to a point", "order at=2 unit=1 goal=4,0.5", take_goal,
     SIDLE_ORDER_GO},
    {"stop", NULL, "aim: end the order that it has", "order at=2 unit=1 stop", NULL,
     SIDLE_ORDER_NONE},
};

const fixture_keys FIXTURE_ORDER = {
    "order", "at=S unit=N goal=X,Y or stop",
    "An order for one unit after its first one: to go to a point, or to stop.", ROWS,
    sizeof ROWS / sizeof *ROWS};

/* Keeps the orders by ascending time; those of the same time stay in the order of the file. */
static void insert_order(scene *s, scene_later l) {
    arrput(s->later, l);
    for (size_t k = arrlenu(s->later) - 1; k > 0 && s->later[k - 1].time > l.time; k--) {
        s->later[k] = s->later[k - 1];
        s->later[k - 1] = l;
    }
}

void fixture_read_order(fixture_reader *r, const char *at) {
    scene_later l = {0};
    fixture_aim aim = {0};
    int before = r->lines.to->count;
    enum { AT_AND_UNIT = 3 };
    uint32_t seen = fixture_read_keys(r, &FIXTURE_ORDER, &l, &aim, at);
    l.order = aim.order;
    if (r->lines.to->count > before) return;
    if ((seen & AT_AND_UNIT) == AT_AND_UNIT && aim.given)
        insert_order(r->into, l);
    else
        complain_at(&r->lines, r->lines.line, "found an incomplete order, expected %s",
                    FIXTURE_ORDER.form);
}

void fixture_check_orders(fixture_reader *r) {
    scene *s = r->into;
    for (size_t k = 0; k < arrlenu(s->later); k++) {
        scene_later *l = &s->later[k];
        if (l->unit >= arrlenu(s->units))
            complain(r->lines.to, r->lines.file, 0, 0,
                     "found an order for unit %u, expected 1 to %zu: the scene has so many",
                     l->unit + 1, arrlenu(s->units));
        if (!(l->goal.x >= 0 && l->goal.y >= 0 && l->goal.x <= (float)s->width &&
              l->goal.y <= (float)s->height))
            complain(r->lines.to, r->lines.file, 0, 0,
                     "found an order to %g,%g, expected it inside %u x %u cells", (double)l->goal.x,
                     (double)l->goal.y, s->width, s->height);
        l->goal.x *= s->cell_size;
        l->goal.y *= s->cell_size;
    }
}
