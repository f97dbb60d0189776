/* The `group` and `unit` lines of a fixture. */
#include "fixture_reader.h"

#include <ctype.h>
#include <math.h>
#include <stb_ds.h>
#include <string.h>

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

static void take_profile(fixture_reader *r, void *of, word value) {
    group *into = of;
    int found = scene_profile_find(r->into, value.at, value.length);
    if (found < 0)
        no_such_profile(&r->lines, r->into, value);
    else
        into->profile = (uint32_t)found;
}

static void take_point(fixture_reader *r, void *of, word value) {
    group *into = of;
    double pair[2];
    if (numbers_of(value, 2, pair))
        into->to = point_of(pair);
    else
        found_expected(&r->lines, value, "two numbers, X,Y");
}

static void take_offset(fixture_reader *r, void *of, word value) {
    ((group *)of)->relative = true;
    take_point(r, of, value);
}

static void take_area(fixture_reader *r, void *of, word value) {
    group *into = of;
    double v[3];
    if (!numbers_of(value, 3, v) || v[2] < FIXTURE_LEAST || v[2] > FARTHEST) {
        found_expected(&r->lines, value, "a middle and a radius above 0, X,Y,R");
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

static void take_via(fixture_reader *r, void *of, word value) {
    group *into = of;
    into->via = points_of(&r->lines, value);
    into->via_column = column_of(&r->lines, value.at);
}

static void take_patrol(fixture_reader *r, void *of, word value) {
    ((group *)of)->patrol = points_of(&r->lines, value);
}

static void take_letter(fixture_reader *r, void *of, word value) {
    group *into = of;
    if (value.length == 1 && isalpha((unsigned char)*value.at) && *value.at != into->letter)
        into->other = *value.at;
    else
        found_expected(&r->lines, value, "the letter of another group");
}

/* A group or a point, and how near to come. */
static void take_range(fixture_reader *r, void *of, word value) {
    group *into = of;
    double v[3];
    bool letter = value.length > 2 && isalpha((unsigned char)*value.at) && value.at[1] == ',';
    word range = {value.at + 2, letter ? value.length - 2 : 0};
    if (letter && *value.at != into->letter && number_of(range, 0, FARTHEST, &v[2])) {
        into->other = *value.at;
    } else if (numbers_of(value, 3, v) && v[2] >= 0 && v[2] <= FARTHEST) {
        into->to = point_of(v);
        into->aim.order = SIDLE_ORDER_APPROACH_POINT;
    } else {
        found_expected(&r->lines, value,
                       "another group or a point, and a range, LETTER,R or X,Y,R");
        return;
    }
    into->range = (float)v[2];
}

static void take_start(fixture_reader *r, void *of, word value) {
    fixture_take_time(r, value, 0, "a time in seconds, 0 or more", &((group *)of)->start);
}

static void read_end(fixture_reader *r, word value, float *dies) {
    if (word_is(value, "caught"))
        *dies = DIES_CAUGHT;
    else
        fixture_take_time(r, value, FIXTURE_LEAST, "a time in seconds, more than 0, or caught",
                          dies);
}

static void take_end(fixture_reader *r, void *of, word value) {
    read_end(r, value, &((group *)of)->dies);
}

static void take_team(fixture_reader *r, void *of, word value) {
    group *into = of;
    double number;
    if (number_of(value, 0, 1e6, &number) && number == floor(number))
        into->team = (uint32_t)number;
    else
        found_expected(&r->lines, value, "a whole number, 0 or more");
}

const char *const FIXTURE_SHAPES[] = {"box", "line", "column", "wedge", "disc", "standing"};

enum { SHAPE_COUNT = sizeof FIXTURE_SHAPES / sizeof FIXTURE_SHAPES[0] };

/* A shape, how many units abreast (0: its own number), and the gap between them. */
static void take_formation(fixture_reader *r, void *of, word value) {
    group *into = of;
    size_t length = 0;
    while (length < value.length && value.at[length] != ',') length++;
    word shape = {value.at, length};
    int found = 0;
    while (found < SHAPE_COUNT && !word_is(shape, FIXTURE_SHAPES[found])) found++;
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
        found_expected(&r->lines, value,
                       "box, line, column, wedge, disc or standing, and ,COLUMNS or ,COLUMNS,GAP");
        return;
    }
    into->in_formation = true;
    into->formation_column = column_of(&r->lines, value.at);
    into->formation.shape = (sidle_shape)found;
    into->formation.columns = (uint32_t)v[0];
    into->formation.gap = (float)v[1];
}

static void take_with(fixture_reader *r, void *of, word value) {
    group *into = of;
    uint32_t number = value.length == 1 ? groups_number(&r->groups, *value.at) : 0;
    if (number && r->groups.list[number - 1].in_formation)
        into->with = *value.at;
    else
        found_expected(&r->lines, value, "the letter of a group above that has a formation");
}

static void take_facing(fixture_reader *r, void *of, word value) {
    group *into = of;
    double pair[2];
    into->facing_column = column_of(&r->lines, value.at);
    if (numbers_of(value, 2, pair))
        into->facing = point_of(pair);
    else
        found_expected(&r->lines, value, "a direction, X,Y");
}

static const fixture_key GROUP_ROWS[] = {
    {"profile", "NAME", "a profile of a line above, or of a config (default: `default`)",
     "profile slow top_speed=1\ngroup a profile=slow move=18,0", take_profile, FIXTURE_NO_AIM},
    {"goal", "X,Y", "aim: go to a point", "group a goal=21.5,2", take_point, SIDLE_ORDER_GO},
    {"move", "DX,DY", "aim: go so far from the start of each unit", "group a move=12,-0.5",
     take_offset, SIDLE_ORDER_GO},
    {"stand", NULL, "aim: no order, as without an aim", "group a stand", NULL, SIDLE_ORDER_NONE},
    {"hold", NULL, "aim: stand and make room for no unit", "group a hold", NULL, SIDLE_ORDER_HOLD},
    {"patrol", "X,Y;X,Y...",
     "aim: from point to point for ever; with one point to it and back to the start",
     "group a patrol=20,2;4,4", take_patrol, SIDLE_ORDER_PATROL},
    {"pursue", "LETTER",
     "aim: drive at the nearest unit of that group, which may stand below in the file; "
     "when it is gone, at the next nearest",
     "group a pursue=b", take_letter, SIDLE_ORDER_PURSUE},
    {"follow", "LETTER", "aim: keep behind the nearest unit of that group",
     "group a follow=b\ngroup b move=4,0", take_letter, SIDLE_ORDER_FOLLOW},
    {"evade", "LETTER", "aim: get away when the nearest unit of that group comes near",
     "group a pursue=b\ngroup b evade=a", take_letter, SIDLE_ORDER_EVADE},
    {"flee", "X,Y", "aim: away from a point", "group a flee=2,2", take_point, SIDLE_ORDER_FLEE},
    {"wander", "X,Y,R", "aim: about in a disc of the radius R", "group a wander=5,2.5,2", take_area,
     SIDLE_ORDER_WANDER},
    {"approach", "LETTER,R or X,Y,R",
     "aim: to within R of the nearest unit of a group, or of a point", "group a approach=b,3",
     take_range, SIDLE_ORDER_APPROACH},
    {"via", "X,Y;X,Y...", "waypoints of `goal` or `move`", "group a goal=20,2 via=6,4;14,4",
     take_via, FIXTURE_NO_AIM},
    {"start", "S", "when the units get their order, s (default 0)", "group a move=18,0 start=2",
     take_start, FIXTURE_NO_AIM},
    {"dies", "S or caught",
     "the time when the units are destroyed, s; or `caught`: a unit is destroyed when a unit that "
     "pursues it touches it",
     "group a pursue=b\ngroup b dies=caught", take_end, FIXTURE_NO_AIM},
    {"team", "N", "units of other teams are enemies (default 0)", "group b team=1", take_team,
     FIXTURE_NO_AIM},
    {"formation", "SHAPE[,COLUMNS[,GAP]]",
     "all units of the group march as one body to the group's `goal`, `patrol` or `approach`. "
     "SHAPE is box, line, column, wedge, disc or standing (as the units stand at the start); "
     "COLUMNS is the number of units abreast (default 0: as the shape has it), GAP the space "
     "between two units, in cells (default 0.5)",
     "group a goal=20,2 formation=column", take_formation, FIXTURE_NO_AIM},
    {"facing", "X,Y", "direction of a formation at its goal; along its way when not given",
     "group a goal=20,2 formation=line,3 facing=0,1", take_facing, FIXTURE_NO_AIM},
    {"with", "LETTER", "aim: march in the formation of a group above, by its order",
     "group a goal=20,2 formation=line\ngroup b with=a", take_with, SIDLE_ORDER_NONE},
};

const fixture_keys FIXTURE_GROUP = {
    "group", "LETTER [KEYS]",
    "A group has one aim, the order that its units get at `start`; without an aim it stands. "
    "LETTER is any letter but G, O, S, T and W, which the picture has for terrain.",
    GROUP_ROWS, sizeof GROUP_ROWS / sizeof *GROUP_ROWS};

/* ---- lines ---- */

static bool is_map_character(char c) {
    return c && strchr(".G@OTSW", c) != NULL;
}

void fixture_read_group(fixture_reader *r, const char *at) {
    word letter;
    bool good = next_word(&at, &letter) && letter.length == 1 && isalpha((unsigned char)*letter.at);
    if (!good || is_map_character(*letter.at)) {
        found_expected(&r->lines, letter, "one letter, any but G, O, S, T and W");
        return;
    }
    if (groups_number(&r->groups, *letter.at)) {
        found_expected(&r->lines, letter, "a letter that is not taken");
        return;
    }
    group read = {.letter = *letter.at, .line = r->lines.number};
    fixture_read_keys(r, &FIXTURE_GROUP, &read, &read.aim, at);
    arrput(r->groups.list, read);
}

static void take_unit_goal(fixture_reader *r, void *of, word value) {
    extra_unit *extra = of;
    double pair[2];
    extra->has_goal = numbers_of(value, 2, pair);
    extra->goal_column = column_of(&r->lines, value.at);
    uint32_t number = groups_number(&r->groups, extra->letter);
    if (!extra->has_goal)
        found_expected(&r->lines, value, "a point in cells, X,Y");
    else if (r->groups.list[number - 1].aim.order != SIDLE_ORDER_GO)
        found_expected(&r->lines, value, "a group with goal= or move=");
    else
        extra->goal = point_of(pair);
}

static void take_unit_end(fixture_reader *r, void *of, word value) {
    read_end(r, value, &((extra_unit *)of)->dies);
}

static void take_unloads(fixture_reader *r, void *of, word value) {
    fixture_take_time(r, value, FIXTURE_LEAST, "a time in seconds, more than 0",
                      &((extra_unit *)of)->unloads);
}

static const fixture_key UNIT_ROWS[] = {
    {"goal", "X,Y", "in place of its group's `goal` or `move`", "unit a 4.5,1 goal=9,4",
     take_unit_goal, FIXTURE_NO_AIM},
    {"dies", "S or caught", "in place of its group's `dies`", "unit a 4.5,1 dies=3", take_unit_end,
     FIXTURE_NO_AIM},
    {"unloads", "S", "it is stowed until then, s, and comes out at its point whoever stands there",
     "unit a 4.5,1 unloads=3", take_unloads, FIXTURE_NO_AIM},
};

const fixture_keys FIXTURE_UNIT = {"unit", "LETTER X,Y [KEYS]", NULL, UNIT_ROWS,
                                   sizeof UNIT_ROWS / sizeof *UNIT_ROWS};

void fixture_read_unit(fixture_reader *r, const char *at) {
    word letter, where;
    double pair[2];
    next_word(&at, &letter);
    if (letter.length != 1 || !groups_number(&r->groups, *letter.at))
        found_expected(&r->lines, letter, "the letter of a group that stands above");
    else if (!next_word(&at, &where) || !numbers_of(where, 2, pair))
        found_expected(&r->lines, where, "a place in cells, X,Y");
    else {
        extra_unit extra = {.letter = *letter.at,
                            .cells = point_of(pair),
                            .line = r->lines.number,
                            .column = column_of(&r->lines, where.at)};
        fixture_read_keys(r, &FIXTURE_UNIT, &extra, NULL, at);
        arrput(r->groups.extras, extra);
    }
}
