/* The `group` and `unit` lines of a fixture. */
#include "fixture_groups.h"

#include <ctype.h>
#include <math.h>
#include <stb_ds.h>
#include <string.h>

/* s, the latest time that a group may name: eleven days, beyond any run. */
static const double LATEST = 1e6;

/* s and cells, the smallest amount above 0. Multiplied with the smallest cell it is still above 0
 * as a float; 1e-60 would become 0, and so mean "never". */
static const double LEAST = 1e-9;

/* Cells, the largest radius of an area: beyond any map. Infinity would pass as a number. */
static const double FARTHEST = 1e6;

void groups_free(groups *g) {
    for (size_t k = 0; k < arrlenu(g->list); k++) {
        arrfree(g->list[k].via);
        arrfree(g->list[k].patrol);
    }
    arrfree(g->list);
    arrfree(g->extras);
}

uint32_t groups_number(const groups *g, char letter) {
    for (uint32_t k = 0; k < arrlenu(g->list); k++)
        if (g->list[k].letter == letter) return k + 1;
    return 0;
}

/* ---- values ---- */

static sidle_vec2 point_of(const double *pair) {
    return (sidle_vec2){(float)pair[0], (float)pair[1]};
}

static void take_profile(groups *g, group *into, word value) {
    int found = scene_profile_find(g->into, value.at, value.length);
    if (found < 0)
        no_such_profile(g->from, g->into, value);
    else
        into->profile = (uint32_t)found;
}

static void take_point(groups *g, group *into, word value) {
    double pair[2];
    if (numbers_of(value, 2, pair))
        into->to = point_of(pair);
    else
        found_expected(g->from, value, "two numbers, X,Y");
}

static void take_offset(groups *g, group *into, word value) {
    into->relative = true;
    take_point(g, into, value);
}

static void take_area(groups *g, group *into, word value) {
    double v[3];
    if (!numbers_of(value, 3, v) || v[2] < LEAST || v[2] > FARTHEST) {
        found_expected(g->from, value, "a middle and a radius above 0, X,Y,R");
        return;
    }
    into->to = point_of(v);
    into->range = (float)v[2];
}

static sidle_vec2 *points_of(const lines *from, word value) {
    const char *at = value.at, *limit = value.at + value.length;
    sidle_vec2 *points = NULL;
    bool good;
    do {
        double pair[2];
        good = numbers_at(&at, limit, 2, pair);
        if (good) arrput(points, point_of(pair));
    } while (good && at < limit && *at++ == ';');
    size_t count = arrlenu(points);
    if (good && at == limit && count <= SIDLE_MAX_WAYPOINTS) return points;
    if (good && at == limit)
        complain_at(from, value.at, "found %zu points, expected at most %d", count,
                    SIDLE_MAX_WAYPOINTS);
    else
        found_expected(from, value, "points, X,Y;X,Y");
    arrfree(points);
    return NULL;
}

static void take_via(groups *g, group *into, word value) {
    into->via = points_of(g->from, value);
    into->via_column = column_of(g->from, value.at);
}

static void take_patrol(groups *g, group *into, word value) {
    into->patrol = points_of(g->from, value);
}

static void take_letter(groups *g, group *into, word value) {
    if (value.length == 1 && isalpha((unsigned char)*value.at) && *value.at != into->letter)
        into->other = *value.at;
    else
        found_expected(g->from, value, "the letter of another group");
}

/* A group or a point, and how near to come. */
static void take_range(groups *g, group *into, word value) {
    double v[3];
    bool letter = value.length > 2 && isalpha((unsigned char)*value.at) && value.at[1] == ',';
    word range = {value.at + 2, letter ? value.length - 2 : 0};
    if (letter && *value.at != into->letter && number_of(range, 0, FARTHEST, &v[2])) {
        into->other = *value.at;
    } else if (numbers_of(value, 3, v) && v[2] >= 0 && v[2] <= FARTHEST) {
        into->to = point_of(v);
        into->order = SIDLE_ORDER_APPROACH_POINT;
    } else {
        found_expected(g->from, value, "another group or a point, and a range, LETTER,R or X,Y,R");
        return;
    }
    into->range = (float)v[2];
}

static void take_start(groups *g, group *into, word value) {
    double time;
    if (number_of(value, 0, LATEST, &time))
        into->start = (float)time;
    else
        found_expected(g->from, value, "a time in seconds, 0 or more");
}

static void read_end(const lines *from, word value, float *dies) {
    double time;
    if (word_is(value, "caught"))
        *dies = DIES_CAUGHT;
    else if (number_of(value, LEAST, LATEST, &time))
        *dies = (float)time;
    else
        found_expected(from, value, "a time in seconds, more than 0, or caught");
}

static void take_end(groups *g, group *into, word value) {
    read_end(g->from, value, &into->dies);
}

static void take_team(groups *g, group *into, word value) {
    double number;
    if (number_of(value, 0, 1e6, &number) && number == floor(number))
        into->team = (uint32_t)number;
    else
        found_expected(g->from, value, "a whole number, 0 or more");
}

/* The shapes that need no offsets, by sidle_shape. */
static const char *const SHAPES[] = {"box", "line", "column", "wedge", "disc", "standing"};

enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0] };

/* A shape, how many units abreast (0: its own number), and the gap between them. */
static void take_formation(groups *g, group *into, word value) {
    size_t length = 0;
    while (length < value.length && value.at[length] != ',') length++;
    word shape = {value.at, length};
    int found = 0;
    while (found < SHAPE_COUNT && !word_is(shape, SHAPES[found])) found++;
    into->formation = sidle_formation_default();
    double v[2] = {0, (double)into->formation.gap};
    const char *at = value.at + length + 1;
    bool more = length < value.length, good = found < SHAPE_COUNT;
    if (good && more) {
        word rest = {at, value.length - length - 1};
        good = numbers_of(rest, 2, v) || (number_of(rest, 0, SIDLE_MAX_GROUP_UNITS, &v[0]));
    }
    good = good && v[0] >= 0 && v[0] <= SIDLE_MAX_GROUP_UNITS && v[0] == floor(v[0]) && v[1] >= 0 &&
           v[1] <= (double)SIDLE_MAX_FORMATION_GAP;
    if (!good) {
        found_expected(g->from, value,
                       "box, line, column, wedge, disc or standing, and ,COLUMNS or ,COLUMNS,GAP");
        return;
    }
    into->in_formation = true;
    into->formation_column = column_of(g->from, value.at);
    into->formation.shape = (sidle_shape)found;
    into->formation.columns = (uint32_t)v[0];
    into->formation.gap = (float)v[1];
}

static void take_with(groups *g, group *into, word value) {
    uint32_t number = value.length == 1 ? groups_number(g, *value.at) : 0;
    if (number && g->list[number - 1].in_formation)
        into->with = *value.at;
    else
        found_expected(g->from, value, "the letter of a group above that has a formation");
}

static void take_facing(groups *g, group *into, word value) {
    double pair[2];
    into->facing_column = column_of(g->from, value.at);
    if (numbers_of(value, 2, pair))
        into->facing = point_of(pair);
    else
        found_expected(g->from, value, "a direction, X,Y");
}

/* ---- keys ---- */

typedef struct key {
    const char *name;
    enum { SETTING, AIM } kind;
    sidle_order order;                                /* of an aim */
    void (*take)(groups *g, group *into, word value); /* NULL: the key has no value */
} key;

static const key KEYS[] = {
    {"profile", SETTING, SIDLE_ORDER_NONE, take_profile},
    {"goal", AIM, SIDLE_ORDER_GO, take_point},
    {"move", AIM, SIDLE_ORDER_GO, take_offset},
    {"stand", AIM, SIDLE_ORDER_NONE, NULL},
    {"hold", AIM, SIDLE_ORDER_HOLD, NULL},
    {"patrol", AIM, SIDLE_ORDER_PATROL, take_patrol},
    {"pursue", AIM, SIDLE_ORDER_PURSUE, take_letter},
    {"follow", AIM, SIDLE_ORDER_FOLLOW, take_letter},
    {"evade", AIM, SIDLE_ORDER_EVADE, take_letter},
    {"flee", AIM, SIDLE_ORDER_FLEE, take_point},
    {"wander", AIM, SIDLE_ORDER_WANDER, take_area},
    {"approach", AIM, SIDLE_ORDER_APPROACH, take_range},
    {"via", SETTING, SIDLE_ORDER_NONE, take_via},
    {"start", SETTING, SIDLE_ORDER_NONE, take_start},
    {"dies", SETTING, SIDLE_ORDER_NONE, take_end},
    {"team", SETTING, SIDLE_ORDER_NONE, take_team},
    {"formation", SETTING, SIDLE_ORDER_NONE, take_formation},
    {"facing", SETTING, SIDLE_ORDER_NONE, take_facing},
    {"with", AIM, SIDLE_ORDER_NONE, take_with},
};

enum { KEY_COUNT = sizeof KEYS / sizeof KEYS[0] };

static const key *key_of(word w, word *value) {
    for (int k = 0; k < KEY_COUNT; k++) {
        *value = w;
        if (KEYS[k].take ? value_of(w, KEYS[k].name, value) : word_is(w, KEYS[k].name))
            return &KEYS[k];
    }
    return NULL;
}

static void no_such_key(const lines *from, word w) {
    const char *keys[KEY_COUNT];
    char names[256];
    size_t used = 0;
    for (int k = 0; k < KEY_COUNT; k++) {
        keys[k] = KEYS[k].name;
        const char *mark = KEYS[k].take ? "=" : "";
        const char *between = k + 2 < KEY_COUNT ? ", " : k + 1 < KEY_COUNT ? " or " : "";
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s%s", KEYS[k].name, mark,
                                 between);
    }
    found_expected_of(from, w, names, keys, KEY_COUNT);
}

static void read_key(groups *g, group *into, word w) {
    word value;
    const key *found = key_of(w, &value);
    if (!found) {
        no_such_key(g->from, w);
        return;
    }
    if (found->kind == AIM && into->has_aim) {
        found_expected(g->from, w, "one aim a group; another stands before it");
        return;
    }
    if (found->kind == SETTING && !given_once(g->from, w, (int)(found - KEYS), &into->seen)) return;
    if (found->kind == AIM) {
        into->has_aim = true;
        into->order = found->order;
        into->aim_column = column_of(g->from, value.at);
    }
    if (found->take) found->take(g, into, value);
}

/* ---- lines ---- */

static bool is_map_character(char c) {
    return c && strchr(".G@OTSW", c) != NULL;
}

void groups_read(groups *g, const char *at) {
    word letter, w;
    bool good = next_word(&at, &letter) && letter.length == 1 && isalpha((unsigned char)*letter.at);
    if (!good || is_map_character(*letter.at)) {
        found_expected(g->from, letter, "one letter other than G, O, T, S and W");
        return;
    }
    if (groups_number(g, *letter.at)) {
        found_expected(g->from, letter, "a letter that is not taken");
        return;
    }
    group read = {.letter = *letter.at, .line = g->from->number};
    while (next_word(&at, &w)) read_key(g, &read, w);
    arrput(g->list, read);
}

static void read_unit_goal(groups *g, extra_unit *extra, word value) {
    double pair[2];
    extra->has_goal = numbers_of(value, 2, pair);
    extra->goal_column = column_of(g->from, value.at);
    if (!extra->has_goal)
        found_expected(g->from, value, "a point in cells, X,Y");
    else if (g->list[groups_number(g, extra->letter) - 1].order != SIDLE_ORDER_GO)
        found_expected(g->from, value, "a group with goal= or move=");
    else
        extra->goal = point_of(pair);
}

/* What may follow the place of a unit: goal=, dies= and unloads=. */
static void read_unit_keys(groups *g, extra_unit *extra, const char *at) {
    word w, value;
    double time;
    while (next_word(&at, &w)) {
        if (value_of(w, "goal", &value))
            read_unit_goal(g, extra, value);
        else if (value_of(w, "dies", &value))
            read_end(g->from, value, &extra->dies);
        else if (value_of(w, "unloads", &value) && number_of(value, LEAST, LATEST, &time))
            extra->unloads = (float)time;
        else {
            expect_end(g->from, w.at);
            return;
        }
    }
}

void groups_read_unit(groups *g, const char *at) {
    word letter, where;
    double pair[2];
    next_word(&at, &letter);
    if (letter.length != 1 || !groups_number(g, *letter.at))
        found_expected(g->from, letter, "the letter of a group that stands above");
    else if (!next_word(&at, &where) || !numbers_of(where, 2, pair))
        found_expected(g->from, where, "a place in cells, X,Y");
    else {
        extra_unit extra = {.letter = *letter.at,
                            .cells = point_of(pair),
                            .line = g->from->number,
                            .column = column_of(g->from, where.at)};
        read_unit_keys(g, &extra, at);
        arrput(g->extras, extra);
    }
}
