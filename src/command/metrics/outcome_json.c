/* An outcome as a JSON object. */
#include "outcome.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *number_of(const outcome *o, const figure *f) {
    double value = figure_value(o, f);
    if (!isfinite(value)) return json_null(); /* JSON knows no infinity */
    return f->whole ? json_integer((json_int_t)value) : json_real(value);
}

/* A dot in the name leads into an inner object. */
static void put(json_t *into, const outcome *o, const figure *f) {
    const char *dot = strchr(f->name, '.');
    if (!dot) {
        json_object_set_new(into, f->name, number_of(o, f));
        return;
    }
    char group[32];
    snprintf(group, sizeof group, "%.*s", (int)(dot - f->name), f->name);
    json_t *inner = json_object_get(into, group);
    if (!inner) {
        inner = json_object();
        json_object_set_new(into, group, inner);
    }
    json_object_set_new(inner, dot + 1, number_of(o, f));
}

json_t *outcome_json(const outcome *o, const char *name) {
    json_t *json = json_object();
    char hash[17];
    json_object_set_new(json, "scene", json_string(name));
    size_t count;
    const figure *all = figures(&count);
    for (size_t k = 0; k < count; k++) put(json, o, &all[k]);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)o->hash);
    json_object_set_new(json, "hash", json_string(hash));
    return json;
}

bool outcome_of_json(json_t *json, outcome *o) {
    size_t count;
    const figure *all = figures(&count);
    for (size_t k = 0; k < count; k++) {
        const char *dot = strchr(all[k].name, '.');
        char group[32];
        snprintf(group, sizeof group, "%.*s", dot ? (int)(dot - all[k].name) : 0, all[k].name);
        json_t *found = dot ? json_object_get(json_object_get(json, group), dot + 1)
                            : json_object_get(json, all[k].name);
        if (!json_is_number(found) && !json_is_null(found)) return false;
        double value = json_is_null(found) ? (double)INFINITY : json_number_value(found);
        memcpy((char *)o + all[k].offset, &value, sizeof value);
    }
    const char *hash = json_string_value(json_object_get(json, "hash"));
    o->hash = hash ? strtoull(hash, NULL, 16) : 0;
    return hash;
}
