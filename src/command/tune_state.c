/* One JSON object: the question, and a list of [cost, places]. */
#include "tune_state.h"

#include "support/checked_memory.h"
#include "terminal/output.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The question of the file and what was tried; NULL after a complaint. */
static json_t *read_state(const char *file, complaints *to) {
    json_error_t wrong;
    json_t *read = json_load_file(file, 0, &wrong);
    if (json_is_object(json_object_get(read, "question")) &&
        json_is_array(json_object_get(read, "tried")))
        return read;
    complain(to, file, read || wrong.line < 1 ? 0 : wrong.line, 0,
             "found no state of `sidle tune`, expected one%s%s", read ? "" : ": ",
             read ? "" : wrong.text);
    json_decref(read);
    return NULL;
}

static bool take_tried(tune_state *s, json_t *list, size_t axes) {
    json_t *item;
    size_t k;
    json_array_foreach(list, k, item) {
        json_t *places = json_array_get(item, 1);
        if (json_array_size(places) != axes) return false;
        tune_trial t = {.cost = json_number_value(json_array_get(item, 0))};
        t.places = checked_malloc(axes * sizeof *t.places);
        for (size_t n = 0; n < axes; n++)
            t.places[n] = json_number_value(json_array_get(places, n));
        arrput(s->tried, t);
    }
    return true;
}

bool tune_state_open(tune_state *s, const char *file, json_t *question, size_t axes,
                     complaints *to) {
    *s = (tune_state){.file = file, .question = json_incref(question)};
    if (!file || access(file, F_OK) != 0) return !file || output_allowed(file, to);
    json_t *read = read_state(file, to);
    if (!read) return false;
    bool same = json_equal(json_object_get(read, "question"), question);
    bool good = same && take_tried(s, json_object_get(read, "tried"), axes);
    if (!good)
        complain(to, file, 0, 0,
                 "found the state of another search, expected one of the same scenes, figures, "
                 "parameters and options");
    json_decref(read);
    return good;
}

void tune_state_free(tune_state *s) {
    for (size_t k = 0; k < arrlenu(s->tried); k++) free(s->tried[k].places);
    arrfree(s->tried);
    json_decref(s->question);
}

bool tune_state_ask(tune_state *s, const double *places, size_t axes, double *cost) {
    if (s->asked >= arrlenu(s->tried)) return false;
    const tune_trial *t = &s->tried[s->asked];
    for (size_t k = 0; k < axes; k++)
        if (fabs(t->places[k] - places[k]) > 1e-12) return false;
    s->asked++;
    *cost = t->cost;
    return true;
}

static json_t *json_of(const tune_trial *t, size_t axes) {
    json_t *places = json_array();
    for (size_t k = 0; k < axes; k++) json_array_append_new(places, json_real(t->places[k]));
    return json_pack("[f,o]", t->cost, places);
}

static bool write_state(const tune_state *s, size_t axes, complaints *to) {
    if (!s->file) return true;
    json_t *list = json_array();
    for (size_t k = 0; k < arrlenu(s->tried); k++)
        json_array_append_new(list, json_of(&s->tried[k], axes));
    return output_json(s->file, json_pack("{s:O,s:o}", "question", s->question, "tried", list),
                       JSON_INDENT(1), to);
}

bool tune_state_add(tune_state *s, const double *places, size_t axes, double cost, complaints *to) {
    tune_trial t = {.cost = cost, .places = checked_malloc(axes * sizeof *places)};
    memcpy(t.places, places, axes * sizeof *places);
    /* What the file has from here on is of another search. */
    while (arrlenu(s->tried) > s->asked) {
        tune_trial gone = arrpop(s->tried);
        free(gone.places);
    }
    arrput(s->tried, t);
    s->asked++;
    return write_state(s, axes, to);
}

const tune_trial *tune_state_best(const tune_state *s) {
    const tune_trial *best = NULL;
    for (size_t k = 0; k < arrlenu(s->tried); k++)
        if (!best || s->tried[k].cost < best->cost) best = &s->tried[k];
    return best;
}
