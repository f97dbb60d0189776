/* The `order` lines of a fixture: orders that units get after their first ones. */
#include "fixture_reader.h"

#include <math.h>
#include <stb_ds.h>
#include <string.h>

static bool read_order_key(fixture_reader *r, scene_later *l, word w) {
    word value;
    double number, pair[2];
    if (value_of(w, "at", &value) && number_of(value, 0, 1e6, &number))
        l->time = (float)number;
    else if (value_of(w, "unit", &value) && number_of(value, 1, SIDLE_MAX_UNITS, &number))
        l->unit = (uint32_t)number - 1;
    else if (value_of(w, "goal", &value) && numbers_of(value, 2, pair)) {
        l->order = SIDLE_ORDER_GO;
        l->goal = (sidle_vec2){(float)pair[0], (float)pair[1]};
    } else if (word_is(w, "stop"))
        l->order = SIDLE_ORDER_NONE;
    else {
        found_expected(&r->lines, w, "at=S, unit=N, goal=X,Y or stop");
        return false;
    }
    return true;
}

/* Keeps the orders by ascending time; those of the same time stay in the order of the file. */
static void insert_order(scene *s, scene_later l) {
    size_t slot = arrlenu(s->later);
    while (slot > 0 && s->later[slot - 1].time > l.time) slot--;
    arrput(s->later, l);
    size_t after = arrlenu(s->later) - 1 - slot;
    memmove(s->later + slot + 1, s->later + slot, after * sizeof *s->later);
    s->later[slot] = l;
}

void fixture_read_order(fixture_reader *r, const char *at) {
    word w;
    scene_later l = {.time = -1, .unit = UINT32_MAX, .order = SIDLE_ORDER_COUNT};
    while (next_word(&at, &w))
        if (!read_order_key(r, &l, w)) return;
    if (l.time >= 0 && l.unit != UINT32_MAX && l.order != SIDLE_ORDER_COUNT)
        insert_order(r->into, l);
    else
        complain_at(&r->lines, r->lines.line,
                    "found an incomplete order, expected at=S unit=N goal=X,Y or stop");
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
