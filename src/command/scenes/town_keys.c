/* Reads and writes the names of towns. */
#include "town_keys.h"

#include "terminal/spelling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const TASKS[] = {
#define TOWN_TASK_NAME(id, name, help) name,
    TOWN_TASKS(TOWN_TASK_NAME)
#undef TOWN_TASK_NAME
};

static const char *const HELPS[] = {
#define TOWN_TASK_HELP(id, name, help) help,
    TOWN_TASKS(TOWN_TASK_HELP)
#undef TOWN_TASK_HELP
};

static const char *const MAPS[] = {
#define TOWN_MAP_NAME(id, name) name,
    TOWN_MAPS(TOWN_MAP_NAME)
#undef TOWN_MAP_NAME
};

static int named(const char *const *list, int count, const char *name, size_t length) {
    int k = 0;
    while (k < count && (strlen(list[k]) != length || memcmp(list[k], name, length))) k++;
    return k;
}

town_task town_task_named(const char *name, size_t length) {
    return (town_task)named(TASKS, TOWN_TASK_COUNT, name, length);
}

const char *town_task_name(town_task task) {
    return TASKS[task];
}

const char *town_task_help(town_task task) {
    return HELPS[task];
}

/* A whole number that fills the text. */
static bool read_whole(const char *text, size_t length, uint32_t most, uint32_t *value) {
    char *end;
    if (!length || length > 10 || strspn(text, "0123456789") < length) return false;
    unsigned long long number = strtoull(text, &end, 10);
    if (number > most) return false;
    *value = (uint32_t)number;
    return true;
}

/* u/s, the least and the greatest top speed that a range may name: what the library takes. */
static const float LEAST_SPEED = 0.1f, MOST_SPEED = 1000;

bool town_speeds_read(town_speeds *speeds, const char *text, size_t length) {
    char copy[32], rest;
    float low, high;
    if (length >= sizeof copy) return false;
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    if (sscanf(copy, "%f:%f%c", &low, &high, &rest) != 2) return false;
    if (!(low >= LEAST_SPEED && low <= high && high <= MOST_SPEED)) return false;
    *speeds = (town_speeds){low, high};
    return true;
}

static bool found_expected(const char *name, const char *text, size_t length, const char *expected,
                           name_list known, complaints *to) {
    complain(to, name, 0, 0, "found '%.*s', expected %s%s", (int)length, text, expected,
             did_you_mean("", text, length, known).text);
    return false;
}

/* The value of the key that is so long. */
static bool read_key(town_keys *k, const char *key, size_t length, const char *value, size_t size,
                     const char *name, complaints *to) {
    static const char *const KEYS[] = {"task", "map", "units", "seed", "own", "top_speed"};
    switch (named(KEYS, 6, key, length)) {
    case 0:
        k->task = town_task_named(value, size);
        if (k->task < TOWN_TASK_COUNT) return true;
        return found_expected(name, value, size, "a task of `sidle towns --help`",
                              NAMES_OF(TASKS, TOWN_TASK_COUNT), to);
    case 1:
        k->map = (town_map)named(MAPS, TOWN_MAP_COUNT, value, size);
        if (k->map < TOWN_MAP_COUNT) return true;
        return found_expected(name, value, size, "a kind of map", NAMES_OF(MAPS, TOWN_MAP_COUNT),
                              to);
    case 2:
        if (read_whole(value, size, TOWN_MOST_UNITS, &k->units) && k->units >= 2) return true;
        return found_expected(name, value, size, "2 to 1000 units", (name_list){0}, to);
    case 3:
        if (read_whole(value, size, UINT32_MAX, &k->seed)) return true;
        return found_expected(name, value, size, "a whole number", (name_list){0}, to);
    case 4: return k->own = true;
    case 5:
        if (town_speeds_read(&k->speeds, value, size)) return true;
        return found_expected(name, value, size, "LOW:HIGH, u/s", (name_list){0}, to);
    default:
        return found_expected(name, key, length, "task=, map=, units=, seed=, top_speed= or own",
                              NAMES_OF(KEYS, 6), to);
    }
}

bool town_keys_read(town_keys *k, const char *text, const char **end, const char *name,
                    complaints *to) {
    k->task = TOWN_RALLY;
    k->map = TOWN_MAP_COUNT;
    while (*text == ',') {
        const char *key = text + 1;
        size_t all = strcspn(key, ",+"), length = strcspn(key, "=,+");
        const char *value = key + length + (key[length] == '=');
        if (!read_key(k, key, length, value, (size_t)(key + all - value), name, to)) return false;
        text = key + all;
    }
    *end = text;
    return true;
}

void town_name(const town_keys *k, char name[TOWN_NAME]) {
    int length = snprintf(name, TOWN_NAME, "@town,task=%s,seed=%u", TASKS[k->task], k->seed);
    if (k->map < TOWN_MAP_COUNT)
        length += snprintf(name + length, TOWN_NAME - (size_t)length, ",map=%s", MAPS[k->map]);
    if (k->units)
        length += snprintf(name + length, TOWN_NAME - (size_t)length, ",units=%u", k->units);
    if (k->speeds.high > 0)
        length += snprintf(name + length, TOWN_NAME - (size_t)length, ",top_speed=%g:%g",
                           (double)k->speeds.low, (double)k->speeds.high);
    if (k->own) snprintf(name + length, TOWN_NAME - (size_t)length, ",own");
}
