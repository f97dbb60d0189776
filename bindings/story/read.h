/* Reads the arguments of the calls of a story, for the players in C and C++. */
#ifndef SIDLE_STORY_READ_H
#define SIDLE_STORY_READ_H

#include <sidle/sidle.h>

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4096 }; /* units, groups, profiles, and entries of one list, in a story */

static inline const json_t *member(const json_t *args, const char *name) {
    const json_t *found = json_object_get(args, name);
    if (!found) {
        fprintf(stderr, "a call has no argument `%s`\n", name);
        exit(2);
    }
    return found;
}

static inline float number(const json_t *args, const char *name) {
    return (float)json_number_value(member(args, name));
}

static inline uint32_t whole(const json_t *args, const char *name) {
    return (uint32_t)json_integer_value(member(args, name));
}

static inline bool truth(const json_t *args, const char *name) {
    return json_is_true(member(args, name));
}

static inline sidle_vec2 to_point(const json_t *pair) {
    sidle_vec2 made = {(float)json_number_value(json_array_get(pair, 0)),
                       (float)json_number_value(json_array_get(pair, 1))};
    return made;
}

static inline sidle_vec2 point(const json_t *args, const char *name) {
    return to_point(member(args, name));
}

static inline uint32_t checked_size(const json_t *list) {
    if (json_array_size(list) > MOST) {
        fprintf(stderr, "a list is longer than %d\n", MOST);
        exit(2);
    }
    return (uint32_t)json_array_size(list);
}

static inline uint32_t to_points(const json_t *list, sidle_vec2 *points) {
    uint32_t count = checked_size(list);
    for (uint32_t k = 0; k < count; k++) points[k] = to_point(json_array_get(list, k));
    return count;
}

static inline sidle_range to_range(const json_t *range) {
    sidle_range made = {number(range, "most"), number(range, "least"), whole(range, "sight")};
    return made;
}

static inline sidle_range range_of(const json_t *args) {
    return to_range(member(args, "range"));
}

/* Sets a parameter of a profile by its row in the parameter table. */
static inline void set_field(const char *name, const json_t *value, sidle_profile *profile) {
    uint32_t count;
    const sidle_param *row = sidle_params(&count), *end = row + count;
    while (row < end && strcmp(row->name, name) != 0) row++;
    if (row == end) {
        fprintf(stderr, "no parameter is called `%s`\n", name);
        exit(2);
    }
    char *at = (char *)profile + row->offset;
    if (row->type == SIDLE_PARAM_FLOAT) {
        *(float *)at = (float)json_number_value(value);
    } else if (row->type == SIDLE_PARAM_CLASSES) {
        for (size_t k = 0; k < json_array_size(value); k++)
            ((float *)at)[k] = (float)json_number_value(json_array_get(value, k));
    } else if (row->type == SIDLE_PARAM_LADDER) {
        for (size_t k = 0; k < json_array_size(value); k++)
            ((uint8_t *)at)[k] = (uint8_t)json_integer_value(json_array_get(value, k));
    } else {
        *(uint32_t *)at = (uint32_t)json_integer_value(value);
    }
}

static inline void set_fields(const json_t *fields, sidle_profile *profile) {
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)fields, name, value) {
        if (json_is_object(value))
            set_fields(value, profile); /* tuning: the table has its rows, too */
        else
            set_field(name, value, profile);
    }
}

static inline sidle_profile profile(const json_t *args) {
    sidle_profile made = sidle_profile_of(number(args, "radius"), number(args, "top_speed"));
    set_fields(member(args, "fields"), &made);
    return made;
}

/* offsets: room for those of the formation. */
static inline sidle_formation formation(const json_t *args, sidle_vec2 *offsets) {
    const json_t *from = member(args, "formation");
    sidle_formation made = sidle_formation_default();
    made.shape = (sidle_shape)whole(from, "shape");
    made.columns = whole(from, "columns");
    made.gap = number(from, "gap");
    made.heading = point(from, "heading");
    made.march = truth(from, "march");
    made.keep_places = truth(from, "keep_places");
    if (json_object_get(from, "offsets")) {
        to_points(json_object_get(from, "offsets"), offsets);
        made.offsets = offsets;
    }
    return made;
}

/* next: room for the flow. */
static inline sidle_flow flow(const json_t *args, uint32_t *next) {
    const json_t *from = member(args, "flow"), *list = member(from, "next");
    uint32_t count = checked_size(list);
    for (uint32_t k = 0; k < count; k++)
        next[k] = (uint32_t)json_integer_value(json_array_get(list, k));
    sidle_flow made = {next, whole(from, "ahead")};
    return made;
}

#endif
