/* `sidle bench --scale`: which scenes are measured, and the table, the JSON and the ratios of them.
 */
#include "scale.h"
#include "terminal/output.h"

#include <jansson.h>
#include <stb_ds.h>
#include <string.h>

/* Goals are far away, but for `near`; a cell is 1 u unless the name has another size. */
static const char *const SCENES[] = {
    "1000",
    "2000",
    "5000",
    "10000",
    "20000",
    "50000",
    "100000",
    "1000+cell0.25",
    "10000+cell0.25",
    "10000+cell0.5",
    "10000+cell2",
    "50000+cell0.25",
    "100000+cell0.25",
    "near10000",
    "near10000+cell0.25",
    "dense20000",
    "standing10000",
    "resting10000",
    "door_two_way1000",
    "battle1000",
};

/* Times of two rows that are compared, after a host that has read each unit, and what their ratio
 * tells. */
static const struct ratio {
    const char *name, *of, *to;
} RATIOS[] = {
    {"growth", "scale100000", "scale1000"},      {"cells", "scale10000+cell0.25", "scale10000"},
    {"goals", "scale10000", "near10000"},        {"dense", "dense20000", "scale20000"},
    {"standing", "standing10000", "scale10000"}, {"resting", "resting10000", "scale10000"},
    {"jam", "door_two_way1000", "scale2000"}, /* a thousand units from each side */
    {"battle", "battle1000", "scale2000"},
};

enum {
    SCENE_COUNT = sizeof SCENES / sizeof SCENES[0],
    RATIO_COUNT = sizeof RATIOS / sizeof RATIOS[0]
};

static const scale_row *row_named(const scale_row *rows, const char *name) {
    for (size_t k = 0; k < arrlenu(rows); k++)
        if (!strcmp(rows[k].scene, name)) return &rows[k];
    return NULL;
}

/* 0 when one of the rows was not measured. */
static double value_of(const struct ratio *r, const scale_row *rows) {
    const scale_row *of = row_named(rows, r->of), *to = row_named(rows, r->to);
    return of && to && to->cold_ns > 0 ? of->cold_ns / to->cold_ns : 0;
}

/* ---- the table ---- */

static void print_head(const scale_options *o) {
    printf("Nanoseconds for each unit and tick, threads: %u.\n\n", o->threads);
    printf("| %-24s | %6s | %6s | %6s |", "scene", "units", "all", "cold");
    for (int k = 0; k < SIDLE_PHASE_COUNT; k++) printf(" %6s |", sidle_phase_text((sidle_phase)k));
    printf(" floor |");
    for (size_t k = 0; k < o->peer_count; k++) printf(" %11s | cold | ratio |", o->peers[k].name);
    if (o->threads > 1) printf(" alone | waited |");
    printf(" B a unit | B a cell | allocations |\n|---|");
    for (size_t k = 0; k < SIDLE_PHASE_COUNT + 3 * o->peer_count + (o->threads > 1 ? 9 : 7); k++)
        printf("---:|");
    putchar('\n');
}

static double sum_of(const double of_phases[SIDLE_PHASE_COUNT]) {
    double sum = 0;
    for (int k = 0; k < SIDLE_PHASE_COUNT; k++) sum += of_phases[k];
    return sum;
}

static void print_row(const scale_options *o, const scale_row *row) {
    char name[SCALE_NAME + 4];
    snprintf(name, sizeof name, "`@%s`", row->scene);
    printf("| %-24s | %6zu | %6.0f | %6.0f |", name, row->units, row->ns, row->cold_ns);
    for (int k = 0; k < SIDLE_PHASE_COUNT; k++) printf(" %6.1f |", row->phase_ns[k]);
    printf(" %5.1f |", row->floor_ns);
    for (size_t k = 0; k < o->peer_count; k++)
        if (row->peer_ns[k] > 0)
            printf(" %11.0f | %4.0f | %5.1f |", row->peer_ns[k], row->peer_cold_ns[k],
                   row->peer_cold_ns[k] / row->cold_ns);
        else
            printf(" %11s | %4s | %5s |", "", "", "");
    if (o->threads > 1) printf(" %6.1f | %6.1f |", sum_of(row->alone_ns), sum_of(row->waited_ns));
    printf(" %8.0f | %8.1f | %11.0f |\n", row->unit_bytes, row->cell_bytes, row->allocations);
}

static void print_ratios(const scale_row *rows) {
    putchar('\n');
    for (int k = 0; k < RATIO_COUNT; k++) {
        const struct ratio *r = &RATIOS[k];
        double value = value_of(r, rows);
        if (value > 0) printf("%-8s `@%s` / `@%s`: %.2f\n", r->name, r->of, r->to, value);
    }
}

/* ---- JSON ---- */

static json_t *phases_json(const double of_phases[SIDLE_PHASE_COUNT]) {
    json_t *all = json_object();
    for (int k = 0; k < SIDLE_PHASE_COUNT; k++)
        json_object_set_new(all, sidle_phase_text((sidle_phase)k), json_real(of_phases[k]));
    return all;
}

static json_t *row_json(const scale_options *o, const scale_row *row) {
    json_t *peers = json_object(), *cold = json_object();
    for (size_t k = 0; k < o->peer_count; k++)
        if (row->peer_ns[k] > 0) {
            json_object_set_new(peers, o->peers[k].name, json_real(row->peer_ns[k]));
            json_object_set_new(cold, o->peers[k].name, json_real(row->peer_cold_ns[k]));
        }
    return json_pack("{s:s, s:I, s:f, s:f, s:o, s:o, s:o, s:f, s:o, s:o, s:f, s:f, s:I}", "scene",
                     row->scene, "units", (json_int_t)row->units, "ns_per_unit_tick", row->ns,
                     "cold_ns_per_unit_tick", row->cold_ns, "phases", phases_json(row->phase_ns),
                     "alone", phases_json(row->alone_ns), "waited", phases_json(row->waited_ns),
                     "floor", row->floor_ns, "peers", peers, "peers_cold", cold, "bytes_per_unit",
                     row->unit_bytes, "bytes_per_cell", row->cell_bytes, "allocations",
                     (json_int_t)row->allocations);
}

static void print_json(const scale_options *o, const scale_row *rows) {
    json_t *list = json_array(), *ratios = json_object();
    for (size_t k = 0; k < arrlenu(rows); k++) json_array_append_new(list, row_json(o, &rows[k]));
    for (int k = 0; k < RATIO_COUNT; k++) {
        double value = value_of(&RATIOS[k], rows);
        if (value > 0) json_object_set_new(ratios, RATIOS[k].name, json_real(value));
    }
    json_t *all = json_pack("{s:i, s:i, s:o, s:o}", "threads", (int)o->threads, "hz", SCALE_HZ,
                            "rows", list, "ratios", ratios);
    output_json(NULL, all, JSON_INDENT(2) | JSON_REAL_PRECISION(6), NULL);
}

/* ---- all of it ---- */

static bool measure_all(const scale_options *o, scale_row **rows, complaints *to) {
    const char *const *scenes = o->scene_count ? o->scenes : SCENES;
    size_t count = o->scene_count ? o->scene_count : SCENE_COUNT;
    for (size_t k = 0; k < count; k++) scale_knows(scenes[k], to);
    if (to->count) return false;
    if (!o->json) print_head(o);
    for (size_t k = 0; k < count && !output_lost(); k++) {
        scale_row row;
        if (!scale_measure(scenes[k], o, &row, to)) return false;
        arrput(*rows, row);
        if (!o->json) print_row(o, &row);
    }
    return true;
}

bool scale_report(const scale_options *o, complaints *to) {
    int before = to->count;
    scale_row *rows = NULL;
    bool good = measure_all(o, &rows, to);
    if (good && o->json) print_json(o, rows);
    if (good && !o->json) print_ratios(rows);
    arrfree(rows);
    return to->count == before;
}
