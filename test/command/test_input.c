/* What the readers accept, what they refuse and with which words. */
#include "input/config.h"
#include "input/fixture.h"
#include "input/parameters.h"
#include "input/scenario.h"
#include "support.h"

#include <stb_ds.h>
#include <unistd.h>

/* ---- files and complaints as strings ---- */

static char file_name[64];

/* A file with this content; its name stays the same for the whole run. */
static const char *file_with_bytes(const char *content, size_t size) {
    FILE *out = fopen(file_name, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(content, 1, size, out), size);
    fclose(out);
    return file_name;
}

static const char *file_with(const char *content) {
    return file_with_bytes(content, strlen(content));
}

typedef struct said {
    complaints to;
    char *text;
    size_t size;
} said;

static void listen(said *s) {
    *s = (said){.text = NULL};
    s->to.out = open_memstream(&s->text, &s->size);
}

/* What was complained of, the file called FILE; to be freed. */
static char *heard(said *s) {
    fclose(s->to.out);
    char *plain = calloc(1, s->size + 1), *out = plain;
    for (const char *at = s->text; *at;) {
        size_t length = strlen(file_name);
        if (!strncmp(at, file_name, length)) {
            strcpy(out, "FILE");
            out += 4;
            at += length;
        } else
            *out++ = *at++;
    }
    free(s->text);
    return plain;
}

typedef struct row {
    const char *content, *message;
} row;

typedef bool reader(const char *file, scene *into, complaints *to);

static void refuse_each(reader *read, const row *rows, size_t count) {
    for (size_t k = 0; k < count; k++) {
        said s;
        listen(&s);
        scene into = scene_make("test");
        assert_false(read(file_with(rows[k].content), &into, &s.to));
        char *message = heard(&s);
        assert_string_equal(message, rows[k].message);
        free(message);
        scene_free(&into);
    }
}

/* ---- fixtures ---- */

#define MAP3  "map\n...\n...\n...\n"
#define HEAD3 "type octile\nheight 3\nwidth 3\n"

static void a_fixture_gives_profiles_groups_edits_and_expectations(void **state) {
    (void)state;
    said s;
    listen(&s);
    scene into = scene_make("test");
    bool good = fixture_read(file_with("type octile\r\nwidth 6\r\nheight 3\r\n"
                                       "# a comment\n\n"
                                       "seconds 33\n"
                                       "profile tank radius=1.5 ladder=wait+push\n"
                                       "profile boat like=tank passable=water+swamp\n"
                                       "group a profile=tank move=1,0 start=2.5 team=3\n"
                                       "group b goal=5.5,0.5 via=1,1;2,2.5\n"
                                       "group c\n"
                                       "unit b 3.25,1.5\n"
                                       "cell 2 # of what stands above as well\n"
                                       "edit at=9 cells=1,1,2,1 class=trees\n"
                                       "edit at=4 cells=0,0,1,1 class=void\n"
                                       "expect arrived >= 0.5\n"
                                       "map\n"
                                       ".GSWT@\n"
                                       "a.b..O\n"
                                       "..c...\n"),
                             &into, &s.to);
    char *message = heard(&s);
    assert_string_equal(message, "");
    free(message);
    assert_true(good);
    assert_int_equal(into.width, 6);
    assert_int_equal(into.height, 3);
    assert_float_equal(into.cell_size, 2, 0);
    assert_float_equal(into.seconds, 33, 0);
    const uint8_t first_row[6] = {SIDLE_TERRAIN_GROUND, SIDLE_TERRAIN_GROUND, SIDLE_TERRAIN_SWAMP,
                                  SIDLE_TERRAIN_WATER,  SIDLE_TERRAIN_TREES,  SIDLE_TERRAIN_VOID};
    assert_memory_equal(into.cells, first_row, 6);
    assert_int_equal(arrlen(into.profiles), 3);
    assert_float_equal(into.profiles[2].values.radius, 1.5f, 0);
    assert_int_equal(into.profiles[2].values.passable,
                     SIDLE_PASS(SIDLE_TERRAIN_WATER) | SIDLE_PASS(SIDLE_TERRAIN_SWAMP));
    assert_int_equal(into.profiles[1].values.ladder[0], SIDLE_STEP_WAIT);
    assert_int_equal(into.profiles[1].values.ladder[1], SIDLE_STEP_PUSH);
    assert_int_equal(into.profiles[1].values.ladder[2], SIDLE_STEP_NONE);
    assert_int_equal(arrlen(into.units), 4); /* row by row, then the `unit` line */
    const scene_unit *tank = &into.units[0], *stands = &into.units[2], *exact = &into.units[3];
    assert_float_equal(exact->position.x, 6.5f, 0);
    assert_int_equal(arrlen(exact->via), 2);
    assert_float_equal(exact->via[1].y, 5, 0);
    assert_float_equal(tank->position.x, 1, 0);
    assert_float_equal(tank->goal.x, 3, 0);
    assert_float_equal(tank->start, 2.5f, 0);
    assert_int_equal(tank->team, 3);
    assert_int_equal(stands->order, SIDLE_ORDER_NONE);
    assert_int_equal(into.edits[0].terrain, SIDLE_TERRAIN_VOID); /* by time */
    assert_int_equal(into.edits[1].x, 1);
    assert_string_equal(into.expects[0].metric, "arrived");
    assert_int_equal(into.expects[0].line, 16);
    scene_free(&into);
}

static void a_fixture_gives_every_order(void **state) {
    (void)state;
    scene into = scene_make("test");
    complaints to = {.out = stderr};
    assert_true(fixture_read(file_with("type octile\nheight 2\nwidth 6\ncell 2\n"
                                       "group h hold\n"
                                       "group p patrol=5,1;0.5,1 dies=7\n"
                                       "group c pursue=z # which stands below\n"
                                       "group f follow=z\n"
                                       "group e evade=z\n"
                                       "group l flee=3,1\n"
                                       "group w wander=3,1,2.5\n"
                                       "group a approach=z,1.5\n"
                                       "group b approach=3,1,0\n"
                                       "group z\n"
                                       "unit p 4,1 dies=3 # before the others\n"
                                       "unit p 5,1\n"
                                       "unit a 1,1\nunit b 2,1\n"
                                       "map\nhpcfel\nwz....\n"),
                             &into, &to));
    const sidle_order orders[] = {SIDLE_ORDER_HOLD,   SIDLE_ORDER_PATROL, SIDLE_ORDER_PURSUE,
                                  SIDLE_ORDER_FOLLOW, SIDLE_ORDER_EVADE,  SIDLE_ORDER_FLEE,
                                  SIDLE_ORDER_WANDER, SIDLE_ORDER_NONE};
    for (int k = 0; k < 8; k++) assert_int_equal(into.units[k].order, orders[k]);
    for (int k = 2; k < 5; k++) assert_int_equal(into.units[k].target_group, into.units[7].group);
    assert_int_equal(into.units[0].target_group, 0);
    assert_int_equal(arrlen(into.units[1].patrol), 2);
    assert_float_equal(into.units[1].patrol[1].x, 1, 0);
    assert_float_equal(into.units[5].goal.x, 6, 0);
    assert_float_equal(into.units[6].range, 5, 0);
    assert_float_equal(into.units[7].dies, 0, 0);
    assert_float_equal(into.units[8].dies, 3, 0);
    assert_float_equal(into.units[9].dies, 7, 0);
    assert_int_equal(into.units[10].order, SIDLE_ORDER_APPROACH);
    assert_int_equal(into.units[10].target_group, into.units[7].group);
    assert_float_equal(into.units[10].range, 3, 0);
    assert_int_equal(into.units[11].order, SIDLE_ORDER_APPROACH_POINT);
    assert_float_equal(into.units[11].goal.x, 6, 0);
    scene_free(&into);
}

static void wrong_fixtures_are_refused_by_line_and_column(void **state) {
    (void)state;
    static const row ROWS[] = {
        {"", "FILE:1:1: found an empty file, expected 'type octile'\n"},
        {"hello\n", "FILE:1:1: found 'hello', expected 'type octile' in the first line\n"},
        {"type hex\nheight 1\nwidth 1\nmap\n.\n", "FILE:1:6: found 'hex', expected octile\n"},
        {"type octile\nheight 3\nmap\n...\n",
         "FILE:3:1: found 'map', expected 'type octile', 'height H' and 'width W' before it\n"},
        {"type octile\nheight 0\nwidth 3\n" MAP3,
         "FILE:2:8: found '0', expected a whole number from 1 to 8192\n"},
        {"type octile\nheight 100000\nwidth 100000\n" MAP3,
         "FILE:2:8: found '100000', expected a whole number from 1 to 8192\n"
         "FILE:3:7: found '100000', expected a whole number from 1 to 8192\n"},
        {"type octile\nheight 3\nheight 3\nwidth 3\n" MAP3,
         "FILE:3:1: found this a second time, expected it once\n"},
        {HEAD3, "FILE:4:1: found the end of the file, expected 'map'\n"},
        {"type octile\nheight 3\nwidth 300\ncell 6400\n" MAP3,
         "FILE:5:1: found a map of 1920000 u (300 cells of 6400 u), expected at most 1048576 u\n"
         "FILE:6:4: found a row of 3 characters, expected 300\n"
         "FILE:7:4: found a row of 3 characters, expected 300\n"
         "FILE:8:4: found a row of 3 characters, expected 300\n"},
        {HEAD3 "cell 1 2\n" MAP3, "FILE:4:8: found '2', expected the end of the line\n"},
        {HEAD3 "map below\n...\n...\n...\n",
         "FILE:4:5: found 'below', expected the end of the line\n"},
        {HEAD3 "seconds\n" MAP3,
         "FILE:4:8: found the end of the line, expected a number from 0.001 to 1e+06\n"},
        {HEAD3 "pathfinder bus\n" MAP3,
         "FILE:4:12: found 'bus', expected none, any or congestion\n"},
        {HEAD3 "map\n...\n..\n....\n", "FILE:6:3: found a row of 2 characters, expected 3\n"
                                       "FILE:7:5: found a row of 4 characters, expected 3\n"},
        {HEAD3 "map\n...\n...\n", "FILE:7:1: found the end of the file after 2 rows, expected 3\n"},
        {HEAD3 "map\n...\n...\n...\n\nxx\n",
         "FILE:9:1: found a line below the picture, expected 3 rows\n"},
        {HEAD3 "map\n.?.\n..q\n...\n",
         "FILE:5:2: found '?', expected . G @ O T S W or a group's letter\n"
         "FILE:6:3: found 'q', expected . G @ O T S W or a group's letter\n"},
        {HEAD3 "map\n.\x01.\n...\n...\n",
         "FILE:5:2: found the byte 0x01, expected . G @ O T S W\n"},
        {HEAD3 "wdith 4\n" MAP3,
         "FILE:4:1: found 'wdith', expected type, height, width, cell, seconds, hz, "
         "pathfinder, profile, group, unit, order, edit, expect or map; did you mean 'width'?\n"},
        {HEAD3 "cell nan\n" MAP3, "FILE:4:6: found 'nan', expected a number from 0.0125 to 6400\n"},
        {HEAD3 "cell -1\n" MAP3, "FILE:4:6: found '-1', expected a number from 0.0125 to 6400\n"},
        {HEAD3 "group G\n" MAP3,
         "FILE:4:7: found 'G', expected one letter other than G, O, T, S and W\n"},
        {HEAD3 "group a\ngroup a\n" MAP3,
         "FILE:5:7: found 'a', expected a letter that is not taken\n"},
        {HEAD3 "group a goal=1\n" MAP3, "FILE:4:14: found '1', expected two numbers, X,Y\n"},
        {HEAD3 "group a profile=tank\n" MAP3,
         "FILE:4:17: found 'tank', expected the name of a profile that stands above\n"},
        {HEAD3 "group a gaol=1,1\n" MAP3,
         "FILE:4:9: found 'gaol=1,1', expected profile=, goal=, move=, stand, hold, patrol=, "
         "pursue=, follow=, evade=, flee=, wander=, approach=, via=, start=, dies=, team=, "
         "formation=, facing= or with=; did "
         "you mean 'goal'?\n"},
        {HEAD3 "group a start=-1\n" MAP3,
         "FILE:4:15: found '-1', expected a time in seconds, 0 or more\n"},
        {HEAD3 "group a via=1,1;2\n" MAP3, "FILE:4:13: found '1,1;2', expected points, X,Y;X,Y\n"},
        {HEAD3 "group a goal=nan,1\n" MAP3,
         "FILE:4:14: found 'nan,1', expected two numbers, X,Y\n"},
        {HEAD3 "group a team=1.5\n" MAP3,
         "FILE:4:14: found '1.5', expected a whole number, 0 or more\n"},
        {HEAD3 "group a goal=9,9\nmap\n...\naaa\n...\n",
         "FILE:4:14: found a goal at 9,9, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a goal=1,1 via=1,1;-1,2\n" MAP3,
         "FILE:4:22: found a waypoint at -1,2, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a move=2,0\nmap\n...\naa.\n...\n",
         "FILE:7:2: found a unit with its goal at 3.5,1.5, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a goal=1,1 hold\n" MAP3,
         "FILE:4:18: found 'hold', expected one aim of a group; another stands before it\n"},
        {HEAD3 "group a stand goal=nowhere\n" MAP3,
         "FILE:4:15: found 'goal=nowhere', expected one aim of a group; another stands before it\n"},
        {HEAD3 "group a hold=1\n" MAP3,
         "FILE:4:9: found 'hold=1', expected profile=, goal=, move=, stand, hold, patrol=, "
         "pursue=, follow=, evade=, flee=, wander=, approach=, via=, start=, dies=, team=, "
         "formation=, facing= or with=; did "
         "you mean 'hold'?\n"},
        {HEAD3 "group a patrol=1,1;2\n" MAP3,
         "FILE:4:16: found '1,1;2', expected points, X,Y;X,Y\n"},
        {HEAD3 "group a patrol=1,1;\n" MAP3, "FILE:4:16: found '1,1;', expected points, X,Y;X,Y\n"},
        {HEAD3 "group a patrol=1,1;1,9\n" MAP3,
         "FILE:4:16: found a point of a patrol at 1,9, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a pursue=b\n" MAP3, "FILE:4:16: found 'b', expected the letter of a group\n"},
        {HEAD3 "group a follow=b\ngroup b\nmap\n...\naaa\n...\n",
         "FILE:4:16: found 'b', expected a group that has a unit\n"},
        {HEAD3 "group a evade=a\n" MAP3,
         "FILE:4:15: found 'a', expected the letter of another group\n"},
        {HEAD3 "group a evade=bc\ngroup b\n" MAP3,
         "FILE:4:15: found 'bc', expected the letter of another group\n"},
        {HEAD3 "group a pursue=7\n" MAP3,
         "FILE:4:16: found '7', expected the letter of another group\n"},
        {HEAD3 "group a flee=1\n" MAP3, "FILE:4:14: found '1', expected two numbers, X,Y\n"},
        {HEAD3 "group a flee=4,1\n" MAP3,
         "FILE:4:14: found a danger at 4,1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a approach=a,1\n" MAP3,
         "FILE:4:18: found 'a,1', expected another group or a point, and a range, LETTER,R or "
         "X,Y,R\n"},
        {HEAD3 "group a approach=1,1,-1\n" MAP3,
         "FILE:4:18: found '1,1,-1', expected another group or a point, and a range, LETTER,R or "
         "X,Y,R\n"},
        {HEAD3 "group a approach=z,1\n" MAP3,
         "FILE:4:18: found 'z', expected the letter of a group\n"},
        {HEAD3 "group a approach=9,1,1\n" MAP3,
         "FILE:4:18: found a point at 9,1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a wander=1,1\n" MAP3,
         "FILE:4:16: found '1,1', expected a middle and a radius above 0, X,Y,R\n"},
        {HEAD3 "group a wander=1,1,0\n" MAP3,
         "FILE:4:16: found '1,1,0', expected a middle and a radius above 0, X,Y,R\n"},
        {HEAD3 "group a wander=1,-1,2\n" MAP3,
         "FILE:4:16: found an area at 1,-1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a wander=1,1,inf\n" MAP3,
         "FILE:4:16: found '1,1,inf', expected a middle and a radius above 0, X,Y,R\n"},
        {HEAD3 "group a wander=1,1,1e300\n" MAP3,
         "FILE:4:16: found '1,1,1e300', expected a middle and a radius above 0, X,Y,R\n"},
        {HEAD3 "group a dies=0\n" MAP3,
         "FILE:4:14: found '0', expected a time in seconds, more than 0, or caught\n"},
        {HEAD3 "group a\nunit a 1,1 dies=never\n" MAP3,
         "FILE:5:17: found 'never', expected a time in seconds, more than 0, or caught\n"},
        {HEAD3 "group a hold via=1,1\n" MAP3,
         "FILE:4:18: found waypoints, expected goal= or move= beside them\n"},
        {HEAD3 "group a goal=1,1 formation=ring\n" MAP3,
         "FILE:4:28: found 'ring', expected box, line, column, wedge, disc or standing, and "
         ",COLUMNS or ,COLUMNS,GAP\n"},
        {HEAD3 "group a goal=1,1 formation=box,1.5\n" MAP3,
         "FILE:4:28: found 'box,1.5', expected box, line, column, wedge, disc or standing, and "
         ",COLUMNS or ,COLUMNS,GAP\n"},
        {HEAD3 "group a goal=1,1 formation=box,2,-1\n" MAP3,
         "FILE:4:28: found 'box,2,-1', expected box, line, column, wedge, disc or standing, and "
         ",COLUMNS or ,COLUMNS,GAP\n"},
        {HEAD3 "group a goal=1,1 formation=box,\n" MAP3,
         "FILE:4:28: found 'box,', expected box, line, column, wedge, disc or standing, and "
         ",COLUMNS or ,COLUMNS,GAP\n"},
        {HEAD3 "group a hold formation=box\n" MAP3,
         "FILE:4:24: found a formation, expected goal=, patrol= or approach= beside it, and no "
         "via=\n"},
        {HEAD3 "group a goal=1,1 facing=0,1\n" MAP3,
         "FILE:4:25: found a direction, expected formation= beside it\n"},
        {HEAD3 "group a goal=1,1 formation=box facing=0\n" MAP3,
         "FILE:4:39: found '0', expected a direction, X,Y\n"},
        {HEAD3 "group a with=b\n" MAP3,
         "FILE:4:14: found 'b', expected the letter of a group above that has a formation\n"},
        {HEAD3 "group b goal=1,1\ngroup a with=b\n" MAP3,
         "FILE:5:14: found 'b', expected the letter of a group above that has a formation\n"},
        {HEAD3 "group b goal=1,1 formation=line\ngroup a with=b start=3\n" MAP3,
         "FILE:5:14: found a start, expected it beside the formation\n"},
        {HEAD3 "group a\nunit a 9,1\n" MAP3,
         "FILE:5:8: found a unit at 9,1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a move=1e300,0\nunit a -1e300,1\n" MAP3,
         "FILE:5:8: found a unit at -inf,1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a\nunit a 1\n" MAP3, "FILE:5:8: found '1', expected a place in cells, X,Y\n"},
        {HEAD3 "group a\nunit a 1,1 2,2\n" MAP3,
         "FILE:5:12: found '2,2', expected goal=, dies= or unloads=\n"},
        {HEAD3 "unit a 1,1\n" MAP3,
         "FILE:4:6: found 'a', expected the letter of a group that stands above\n"},
        {HEAD3 "profile p raduis=2\n" MAP3,
         "FILE:4:11: found the key 'raduis', expected a parameter; did you mean 'radius'?\n"},
        {HEAD3 "profile p radius=-2\n" MAP3,
         "FILE:4:18: found '-2' for radius, expected a number from 0.01 to 4096 u\n"},
        {HEAD3 "profile p look_cell=0.01\n" MAP3,
         "FILE:4:1: profile 'p': look_cell: view_distance is more than 256 look cells\n"},
        {HEAD3 "profile p like=q\n" MAP3,
         "FILE:4:16: found 'q', expected the name of a profile that stands above\n"},
        {HEAD3 "profile p radius\n" MAP3, "FILE:4:11: found 'radius', expected KEY=VALUE\n"},
        {HEAD3 "edit at=1 cells=2,2,2,1 class=trees\n" MAP3,
         "FILE:4:17: found '2,2,2,1', expected whole cells X,Y,W,H inside 3 x 3 cells\n"},
        {HEAD3 "edit at=1 cells=1,1,1,1 class=lava\n" MAP3,
         "FILE:4:31: found 'lava', expected ground, swamp, water, trees or void\n"},
        {HEAD3 "edit at=-1 cells=1,1,1,1 class=void\n" MAP3,
         "FILE:4:9: found '-1', expected a time in seconds, 0 or more\n"},
        {HEAD3 "edit at=1 class=void\n" MAP3,
         "FILE:4:1: found an incomplete edit, expected at=S cells=X,Y,W,H class=NAME\n"},
        {HEAD3 "order at=1 stop\n" MAP3,
         "FILE:4:1: found an incomplete order, expected at=S unit=N goal=X,Y or stop\n"},
        {HEAD3 "order at=1 unit=1 go\n" MAP3,
         "FILE:4:19: found 'go', expected at=, unit=, goal= or stop\n"},
        {HEAD3 "order at=1 unit=2 stop\n" MAP3,
         "FILE: found an order for unit 2, expected 1 to 0: the scene has so many\n"},
        {HEAD3 "group a stand\nunit a 1,1 goal=2,2\n" MAP3,
         "FILE:5:17: found '2,2', expected a group with goal= or move=\n"},
        {HEAD3 "group a stand\nunit a 1,1 unloads=0\n" MAP3,
         "FILE:5:20: found '0', expected a time in seconds, more than 0\n"},
        {"type octile\nedit at=1 cells=1,1,1,1 class=void\nheight 3\nwidth 3\n" MAP3,
         "FILE:2:1: found an edit, expected 'height H' and 'width W' above it\n"},
        {HEAD3 "expect arrived == 1\n" MAP3,
         "FILE:4:16: found '==', expected METRIC =|<=|>= NUMBER\n"},
        {HEAD3 "expect arrived = one\n" MAP3, "FILE:4:18: found 'one', expected a number\n"},
        {HEAD3 "expect arrived = 1 2\n" MAP3,
         "FILE:4:20: found '2', expected the end of the line\n"},
        {HEAD3 "expect arived = 1\n" MAP3,
         "FILE:4:8: found 'arived', expected a figure of the JSON; "
         "did you mean 'arrived'?\n"},
        {HEAD3 "expect qqqqqqqq = 1\n" MAP3,
         "FILE:4:8: found 'qqqqqqqq', expected a figure of the JSON (`sidle run --help` lists "
         "them)\n"},
        {HEAD3 "expect arrived >= 0\nexpect arrived <= 1\nexpect arrived <= 0.9\n" MAP3,
         "FILE:6:8: found this a second time, expected it once\n"},
        {"type octile\ntype octile\nheight 3\nwidth 3\n" MAP3,
         "FILE:2:1: found this a second time, expected it once\n"},
        {HEAD3 "cell 1\ncell 2\n" MAP3, "FILE:5:1: found this a second time, expected it once\n"},
        {HEAD3 "seconds 1\n  seconds 1\n" MAP3,
         "FILE:5:3: found this a second time, expected it once\n"},
        {HEAD3 "pathfinder any\npathfinder none\n" MAP3,
         "FILE:5:1: found this a second time, expected it once\n"},
        {HEAD3 "group a start=1 start=2\n" MAP3,
         "FILE:4:17: found this a second time, expected it once\n"},
        {HEAD3 "group a team=1 goal=1,1 via=1,1 via=2,2 dies=1 team=1 dies=2\n" MAP3,
         "FILE:4:33: found this a second time, expected it once\n"
         "FILE:4:48: found this a second time, expected it once\n"
         "FILE:4:55: found this a second time, expected it once\n"},
        {HEAD3 "profile p\ngroup a profile=p profile=default\n" MAP3,
         "FILE:5:19: found this a second time, expected it once\n"},
        {HEAD3 "profile p radius=1 top_speed=1 radius=2\n" MAP3,
         "FILE:4:32: found this a second time, expected it once\n"},
        {HEAD3 "profile p radius=1 like=default\n" MAP3,
         "FILE:4:20: found 'like=default', expected like= before all other keys\n"},
        {HEAD3 "profile p like=p\n" MAP3,
         "FILE:4:16: found 'p', expected the name of another profile\n"},
        {HEAD3 "profile default like=default\n" MAP3,
         "FILE:4:22: found 'default', expected the name of another profile\n"},
        {HEAD3 "profile default radius=1\nprofile default top_speed=1\n" MAP3,
         "FILE:5:9: found 'default', expected a name that is not taken\n"},
        {HEAD3 "edit at=1 at=2 cells=1,1,1,1 class=void\n" MAP3,
         "FILE:4:11: found this a second time, expected it once\n"},
        {HEAD3 "group a wander=1,1,1e-60\n" MAP3,
         "FILE:4:16: found '1,1,1e-60', expected a middle and a radius above 0, X,Y,R\n"},
        {HEAD3 "group a dies=1e-60\n" MAP3,
         "FILE:4:14: found '1e-60', expected a time in seconds, more than 0, or caught\n"},
        {HEAD3 "group a golf=1,1\nmap\n...\n.?.\n...\n",
         "FILE:4:9: found 'golf=1,1', expected profile=, goal=, move=, stand, hold, patrol=, "
         "pursue=, follow=, evade=, flee=, wander=, approach=, via=, start=, dies=, team=, "
         "formation=, facing= or with=; did "
         "you mean 'goal'?\n"
         "FILE:7:2: found '?', expected . G @ O T S W or a group's letter\n"},
        {"\x1b[2J\xff\xc3\xa9\xed\xa0\x80\n",
         "FILE:1:1: found '?[2J?\xc3\xa9?\?\?', expected 'type octile' in the first line\n"},
    };
    refuse_each(fixture_read, ROWS, sizeof ROWS / sizeof ROWS[0]);
}

/* A reader's word on a file whose middle is this piece so many times; %d in it becomes its number.
 * To be freed. */
static char *word_on_many(reader *read, const char *before, const char *piece, int count,
                          const char *behind) {
    size_t size = 64 * (size_t)count + 256;
    char *text = malloc(size), *end = stpcpy(text, before);
    const char *number = strstr(piece, "%d");
    for (int k = 0; k < count; k++)
        end += number ? sprintf(end, "%.*s%d%s", (int)(number - piece), piece, k, number + 2)
                      : sprintf(end, "%s", piece);
    strcpy(end, behind);
    said s;
    listen(&s);
    scene into = scene_make("test");
    read(file_with(text), &into, &s.to);
    scene_free(&into);
    free(text);
    return heard(&s);
}

static void more_points_than_a_path_holds_are_refused(void **state) {
    (void)state;
    static const row ROWS[] = {
        {HEAD3 "group a patrol=1,1", "FILE:4:16: found 65537 points, expected at most 65536\n"},
        {HEAD3 "group a goal=1,1 via=1,1",
         "FILE:4:22: found 65537 points, expected at most 65536\n"},
    };
    for (int k = 0; k < 2; k++) {
        enum { MOST = SIDLE_MAX_WAYPOINTS };
        char *good = word_on_many(fixture_read, ROWS[k].content, ";1,2", MOST - 1, "\n" MAP3);
        char *bad = word_on_many(fixture_read, ROWS[k].content, ";1,2", MOST, "\n" MAP3);
        assert_string_equal(good, "");
        assert_string_equal(bad, ROWS[k].message);
        free(good);
        free(bad);
    }
}

static void more_profiles_than_a_world_holds_are_blamed_on_their_number(void **state) {
    (void)state;
    enum { ROOM = SCENE_PROFILES_MAX - 1 }; /* beside the default */
    char *good = word_on_many(fixture_read, HEAD3, "profile p%d radius=1\n", ROOM, MAP3);
    char *bad = word_on_many(fixture_read, HEAD3, "profile p%d radius=1\n", ROOM + 1, MAP3);
    assert_string_equal(good, "");
    assert_string_equal(bad, "FILE:1027:9: found one profile more, expected at most 1024\n");
    free(good);
    free(bad);
    good = word_on_many(config_read, "", "[p%d]\n", ROOM, "radius = 1\n");
    bad = word_on_many(config_read, "", "[p%d]\n", ROOM + 1, "radius = 1\n");
    assert_string_equal(good, "");
    assert_string_equal(bad, "FILE:1024:2: found one profile more, expected at most 1024\n");
    free(good);
    free(bad);
}

static void a_byte_zero_and_a_missing_file_are_refused(void **state) {
    (void)state;
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(fixture_read(file_with_bytes("type\0octile\n", 12), &into, &s.to));
    assert_false(config_read(file_name, &into, &s.to));
    assert_false(scen_read(file_name, NULL, 0, &into, &s.to));
    unlink(file_name);
    assert_false(fixture_read(file_name, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, "FILE: found a byte 0, expected a text file\n"
                                 "FILE: found a byte 0, expected a text file\n"
                                 "FILE: found a byte 0, expected a text file\n"
                                 "FILE: cannot be read: No such file or directory\n");
    free(message);
    scene_free(&into);
}

static void a_directory_is_refused_by_every_reader(void **state) {
    (void)state;
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(fixture_read(".", &into, &s.to));
    assert_false(config_read(".", &into, &s.to));
    assert_false(scen_read(".", NULL, 0, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, ".: cannot be read: Is a directory\n"
                                 ".: cannot be read: Is a directory\n"
                                 ".: cannot be read: Is a directory\n");
    free(message);
    scene_free(&into);
}

static void a_file_that_is_wrong_all_over_is_told_so_once(void **state) {
    (void)state;
    char text[2000] = HEAD3, *end = text + strlen(HEAD3);
    for (int k = 0; k < 50; k++) end = stpcpy(end, "wdith 4\n");
    stpcpy(end, MAP3);
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(fixture_read(file_with(text), &into, &s.to));
    char *message = heard(&s);
    int lines = 0;
    for (const char *at = message; *at; at++) lines += *at == '\n';
    assert_int_equal(lines, 21);
    assert_non_null(strstr(message, "FILE: more errors follow; these are the first 20\n"));
    assert_int_equal(s.to.count, 50);
    free(message);
    scene_free(&into);
}

static void a_very_long_line_is_refused_in_one_short_line(void **state) {
    (void)state;
    enum { LONG = 1000000 };
    static reader *const READERS[] = {fixture_read, config_read};
    static const char *const SAID[] = {
        "FILE:1:1: found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', expected 'type octile' in the "
        "first line\n",
        "FILE:1:190: found a line of 1000000 characters, expected fewer than 190\n"};
    char *text = malloc(LONG);
    memset(text, 'x', LONG);
    file_with_bytes(text, LONG);
    free(text);
    for (int k = 0; k < 2; k++) {
        said s;
        listen(&s);
        scene into = scene_make("test");
        assert_false(READERS[k](file_name, &into, &s.to));
        char *message = heard(&s);
        assert_string_equal(message, SAID[k]);
        free(message);
        scene_free(&into);
    }
}

/* ---- configs and settings ---- */

static void a_config_sets_profiles(void **state) {
    (void)state;
    scene into = scene_make("test");
    complaints to = {.out = NULL};
    assert_true(config_read(file_with("; levels\n[default]\nradius = 0.4\n\n"
                                      "[tank]\nlike = default\ntop_speed: 1.5\n"
                                      "ladder = wait, push\npassable = all\npush_enemies = no\n"),
                            &into, &to));
    assert_int_equal(arrlen(into.profiles), 2);
    assert_float_equal(into.profiles[0].values.radius, 0.4f, 0);
    assert_float_equal(into.profiles[1].values.radius, 0.4f, 0);
    assert_float_equal(into.profiles[1].values.top_speed, 1.5f, 0);
    assert_int_equal(into.profiles[1].values.passable, SIDLE_PASS_ALL);
    assert_int_equal(into.profiles[1].values.push_enemies, 0);
    assert_true(config_set("tank.terrain_factor=0.5 water:2, class5:0.05", &into, &to));
    const float *speeds = into.profiles[1].values.terrain_factor;
    assert_true(speeds[SIDLE_TERRAIN_GROUND] == 0.5f && speeds[SIDLE_TERRAIN_WATER] == 2);
    assert_true(speeds[SIDLE_TERRAIN_HOST] == 0.05f);
    assert_true(config_set("tank.terrain_factor=swamp:0.25", &into, &to));
    assert_true(speeds[SIDLE_TERRAIN_GROUND] == 1 && speeds[SIDLE_TERRAIN_SWAMP] == 0.25f);
    assert_true(config_set("tank.ladder=ask", &into, &to));
    assert_int_equal(into.profiles[1].values.ladder[0], SIDLE_STEP_NONE);
    assert_true(config_set("tank.ladder=push", &into, &to));
    assert_true(config_set("tank.ladder=none", &into, &to));
    assert_int_equal(into.profiles[1].values.ladder[0], SIDLE_STEP_NONE);
    scene_free(&into);
}

static void a_config_may_be_marked_indented_and_commented(void **state) {
    (void)state;
    scene into = scene_make("test");
    complaints to = {.out = stderr};
    assert_true(config_read(file_with("\xef\xbb\xbf[ air ] ; a profile without keys\r\n"
                                      "[tank]\r\n  like = air\r\n\tradius = 0.7 ; wide\r\n"
                                      "[air]\r\nlayer = 1\r\n[tank]\r\ntop_speed = 3\r\n"),
                            &into, &to));
    assert_int_equal(arrlen(into.profiles), 3);
    assert_string_equal(into.profiles[1].name, "air");
    assert_int_equal(into.profiles[1].values.layer, 1);
    assert_float_equal(into.profiles[2].values.radius, 0.7f, 0);
    assert_float_equal(into.profiles[2].values.top_speed, 3, 0);
    scene_free(&into);
}

static void wrong_configs_are_refused_by_line(void **state) {
    (void)state;
    static const row ROWS[] = {
        {"[default]\nraduis = 2\n",
         "FILE:2:1: found the key 'raduis', expected a parameter; did you mean 'radius'?\n"},
        {"[default]\nqqqqqqqq = 2\n",
         "FILE:2:1: found the key 'qqqqqqqq', expected a parameter (`sidle params` lists them)\n"},
        {"[default]\nradius = big\ntop_speed = nan\nacceleration = -3\n",
         "FILE:2:10: found 'big' for radius, expected a number from 0.01 to 4096 u\n"
         "FILE:3:13: found 'nan' for top_speed, expected a number from 0 to 64000 u/s\n"
         "FILE:4:16: found '-3' for acceleration, expected a number from 0.001 to 100000 u/s2\n"},
        {"radius = 1\n", "FILE:1:1: found the key 'radius', expected a [profile] first\n"},
        {"[default]\nradius\n",
         "FILE:2:1: found 'radius', expected [profile], key = value or a comment\n"},
        {"[default\nradius = 1\n",
         "FILE:1:1: found '[default', expected [profile], key = value or a comment\n"},
        {"[tank] x = 1\n",
         "FILE:1:1: found '[tank] x = 1', expected [profile], key = value or a comment\n"},
        {"[default]\n  radius ; = 2\n",
         "FILE:2:3: found 'radius ; = 2', expected [profile], key = value or a comment\n"},
        {"[default]\n= 2\n",
         "FILE:2:1: found '= 2', expected [profile], key = value or a comment\n"},
        {"[default]\nacceleration = a\n",
         "FILE:2:16: found 'a' for acceleration, expected a number from 0.001 to 100000 u/s2\n"},
        {"[default]\nradius =\n",
         "FILE:2:9: found '' for radius, expected a number from 0.01 to 4096 u\n"},
        {"[default]\nradius = 1 2\n",
         "FILE:2:10: found '1 2' for radius, expected a number from 0.01 to 4096 u\n"},
        {"[default]\nlayer = nan\n",
         "FILE:2:9: found 'nan' for layer, expected a whole number from 0 to 15\n"},
        {"[a]\nradius = 1\n[b]\n[a]\nradius = 2\n",
         "FILE:5:1: found 'radius' a second time in [a], expected it once\n"},
        {"[a]\nradius = 1\nradius = 2\n",
         "FILE:3:1: found 'radius' a second time in [a], expected it once\n"},
        {"[a]\nlike = a\n", "FILE:2:8: found the profile 'a', expected another one\n"},
        {"[default]\nlike = default\n",
         "FILE:2:8: found the profile 'default', expected another one\n"},
        {"[a]\nlike = b\n", "FILE:2:8: found the profile 'b', expected one that stands above\n"},
        {"[a]\nradius = 1\nlike = default\n",
         "FILE:3:1: found 'like' below other keys, expected it first\n"},
        {"[a]\nladder = wait jump\n",
         "FILE:2:10: found 'wait jump' for ladder, expected up to 4 of replan, wait, push, or ask "
         "alone\n"},
        {"[a]\npassable = lava\n", "FILE:2:12: found 'lava' for passable, expected some of ground, "
                                   "swamp, water, trees, void, or all, or none\n"},
        {"[a]\nterrain_factor = swamp\n",
         "FILE:2:18: found 'swamp' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = lava:1\n",
         "FILE:2:18: found 'lava:1' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = swamp:\n",
         "FILE:2:18: found 'swamp:' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = swamp:x\n",
         "FILE:2:18: found 'swamp:x' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = :1\n",
         "FILE:2:18: found ':1' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = swamp:5\n",
         "FILE:2:18: found 'swamp:5' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = swamp:0\n",
         "FILE:2:18: found 'swamp:0' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = swamp:nan\n", "FILE:2:18: found 'swamp:nan' for terrain_factor, "
                                              "expected numbers from 0.05 to 4, such as "
                                              "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = swamp:0.5 water:9\n",
         "FILE:2:18: found 'swamp:0.5 water:9' for terrain_factor, expected numbers from 0.05 to "
         "4, "
         "such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\nterrain_factor = -\n",
         "FILE:2:18: found '-' for terrain_factor, expected numbers from 0.05 to 4, such as "
         "swamp:0.5 or, for all, 2\n"},
        {"[a]\npush_enemies = maybe\n",
         "FILE:2:16: found 'maybe' for push_enemies, expected yes or no\n"},
        {"[a]\nlayer = 1.5\n",
         "FILE:2:9: found '1.5' for layer, expected a whole number from 0 to 15\n"},
        {"[a]\nreplan_backoff = 20\n",
         "FILE: profile 'a': replan_backoff: it is more than replan_backoff_max\n"},
    };
    refuse_each(config_read, ROWS, sizeof ROWS / sizeof ROWS[0]);
}

static void wrong_settings_are_refused(void **state) {
    (void)state;
    static const row ROWS[] = {
        {"radius=1", "--set radius=1: expected PROFILE.KEY=VALUE\n"},
        {"default.radius", "--set default.radius: expected PROFILE.KEY=VALUE\n"},
        {"defualt.radius=1", "--set defualt.radius=1: found the profile 'defualt', expected one of "
                             "this scene; did you mean 'default'?\n"},
        {"default.radius=inf", "--set default.radius=inf: found 'inf' for radius, expected a "
                               "number from 0.01 to 4096 u\n"},
        {"default.topspeed=1", "--set default.topspeed=1: found the key 'topspeed', expected a "
                               "parameter; did you mean 'top_speed'?\n"},
    };
    for (size_t k = 0; k < sizeof ROWS / sizeof ROWS[0]; k++) {
        said s;
        listen(&s);
        scene into = scene_make("test");
        assert_false(config_set(ROWS[k].content, &into, &s.to));
        char *message = heard(&s);
        assert_string_equal(message, ROWS[k].message);
        free(message);
        scene_free(&into);
    }
}

static void the_ends_of_every_range_are_allowed(void **state) {
    (void)state;
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    complaints to = {.out = stderr};
    for (uint32_t k = 0; k < rows; k++) {
        bool number = table[k].type == SIDLE_PARAM_FLOAT || table[k].type == SIDLE_PARAM_WHOLE;
        if (!number && table[k].type != SIDLE_PARAM_CLASSES) continue;
        const float ends[2] = {table[k].min, table[k].max};
        for (int e = 0; e < 2; e++) {
            scene_profile changed = {.values = sidle_profile_default()};
            char value[32];
            snprintf(value, sizeof value, "%g", (double)ends[e]); /* as the table prints it */
            assert_true(params_set(&changed, table[k].name, value, (place){.file = "range"}, &to));
        }
    }
}

static void every_default_is_read_back_from_its_own_text(void **state) {
    (void)state;
    const sidle_profile usual = sidle_profile_default();
    scene_profile read = {.values = {.cookie = usual.cookie}};
    complaints to = {.out = stderr};
    char text[PARAMS_TEXT];
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    for (uint32_t k = 0; k < rows; k++)
        assert_true(params_set(&read, table[k].name, params_text(&table[k], &usual, text),
                               (place){.file = "table"}, &to));
    assert_memory_equal(&read.values, &usual, sizeof usual);
}

static scene_profile profile_read(const char *const (*settings)[2], int count) {
    scene_profile p = {.values = sidle_profile_default()};
    complaints to = {.out = stderr};
    for (int k = 0; k < count; k++)
        assert_true(
            params_set(&p, settings[k][0], settings[k][1], (place){.file = "settings"}, &to));
    return p;
}

static void what_is_not_given_follows_from_radius_and_speed_in_any_order(void **state) {
    (void)state;
    static const char *const SETTINGS[][2] = {
        {"view_distance", "7"}, {"radius", "1.5"}, {"top_speed", "3"}, {"look_cell", "1"}};
    const scene_profile p = profile_read(SETTINGS, 4);
    sidle_profile expected = sidle_profile_of(1.5f, 3);
    expected.view_distance = 7;
    expected.tuning.look_cell = 1;
    assert_memory_equal(&p.values, &expected, sizeof expected);
}

static void a_value_that_the_default_profile_gives_holds_for_the_others(void **state) {
    (void)state;
    complaints to = {.out = stderr};
    scene s = scene_make("follows");
    assert_true(config_set("default.view_distance=7", &s, &to));
    int tank = scene_profile_add(&s, "tank", 4);
    assert_true(config_set("tank.radius=2", &s, &to));
    const sidle_profile *p = &s.profiles[tank].values;
    assert_float_equal(p->view_distance, 7, 0);
    assert_float_equal(p->tuning.side_reach, sidle_profile_of(2, 2).tuning.side_reach, 0);
    scene_free(&s);
}

/* ---- scenarios ---- */

static char map_name[64];

static bool scen_reader(const char *file, scene *into, complaints *to) {
    return scen_read(file, map_name, 0, into, to);
}

static void write_map(void) {
    FILE *out = fopen(map_name, "w");
    assert_non_null(out);
    fputs("type octile\nheight 4\nwidth 6\nmap\n......\n..@...\n......\n......\n", out);
    fclose(out);
}

#define PROBLEM(a, b, c, d) "0\tmaps/x.map\t6\t4\t" #a "\t" #b "\t" #c "\t" #d "\t1.5\n"

static void a_scenario_places_a_unit_for_each_problem(void **state) {
    (void)state;
    write_map();
    scene into = scene_make("test");
    complaints to = {.out = NULL};
    /* The second starts where the first one stands and gives way. */
    assert_true(scen_reader(
        file_with("version 1\n" PROBLEM(0, 0, 5, 3) PROBLEM(0, 0, 3, 3) PROBLEM(4, 1, 0, 3)), &into,
        &to));
    assert_int_equal(arrlen(into.units), 2);
    assert_float_equal(into.units[0].position.x, 0.5f, 0);
    assert_float_equal(into.units[0].goal.y, 3.5f, 0);
    assert_float_equal(into.units[1].position.x, 4.5f, 0);
    scene_free(&into);
}

/* The wall is a cell; a unit that is two cells wide does not fit beside it either. */
static void problems_with_an_end_where_the_profile_cannot_be_are_left_out(void **state) {
    (void)state;
    write_map();
    static const struct {
        float radius;
        size_t units;
        uint32_t skipped;
    } CASES[] = {{0.5f, 3, 2}, {1, 1, 4}};
    for (int k = 0; k < 2; k++) {
        scene into = scene_make("test");
        complaints to = {.out = stderr};
        into.profiles[0].values.radius = CASES[k].radius;
        assert_true(
            scen_reader(file_with("version 1\n" PROBLEM(2, 1, 5, 3) PROBLEM(0, 0, 5, 3)
                                      PROBLEM(4, 1, 2, 1) PROBLEM(4, 2, 4, 1) PROBLEM(1, 2, 0, 3)),
                        &into, &to));
        assert_int_equal(into.skipped, CASES[k].skipped);
        assert_int_equal(arrlen(into.units), CASES[k].units);
        assert_float_equal(arrlast(into.units).goal.y, (k ? 1.5f : 3.5f), 0);
        scene_free(&into);
    }
}

/* Two of four are asked for, and the first two of six are no problems. */
static void left_out_problems_are_counted_among_all_and_chosen_from_never(void **state) {
    (void)state;
    write_map();
    scene into = scene_make("test");
    complaints to = {.out = stderr};
    assert_true(scen_read(file_with("version 1\n" PROBLEM(2, 1, 5, 3) PROBLEM(2, 1, 5, 2)
                                        PROBLEM(0, 0, 5, 3) PROBLEM(1, 0, 5, 3) PROBLEM(3, 0, 5, 3)
                                            PROBLEM(4, 0, 5, 3)),
                          map_name, 2, &into, &to));
    assert_int_equal(into.skipped, 2);
    assert_int_equal(arrlen(into.units), 2);
    assert_float_equal(into.units[0].position.x, 0.5f, 0);
    assert_float_equal(into.units[1].position.x, 3.5f, 0);
    scene_free(&into);
}

static void problems_are_taken_evenly_and_where_the_radius_fits(void **state) {
    (void)state;
    write_map();
    scene into = scene_make("test");
    complaints to = {.out = NULL};
    into.profiles[0].values.radius = 0.4f;
    assert_true(scen_read(file_with("version 1.0\n" PROBLEM(0, 0, 5, 3) PROBLEM(1, 0, 5, 3)
                                        PROBLEM(2, 0, 5, 3) PROBLEM(3, 0, 5, 3)),
                          map_name, 2, &into, &to));
    assert_int_equal(arrlen(into.units), 2);
    assert_float_equal(into.units[1].position.x, 2.5f, 0);
    scene_free(&into);
}

static void wrong_scenarios_are_refused_by_line(void **state) {
    (void)state;
    write_map();
    static const row ROWS[] = {
        {"", "FILE:1:1: found no problem, expected 'version 1' and at least one line\n"},
        {"version 10\n", "FILE:1:1: found 'version 10', expected 'version 1'\n"},
        {"version 2\n", "FILE:1:1: found 'version 2', expected 'version 1'\n"},
        {"version 1\n", "FILE:2:1: found no problem, expected at least one line\n"},
        {"version 1\n0\tx.map\t6\n", "FILE:2:1: found 3 fields, expected 9\n"},
        {"version 1\n" PROBLEM(a, 0, 1, 1),
         "FILE:2:18: found 'a', expected a whole number of cells\n"},
        {"version 1\n" PROBLEM(-1, 0, 1, 1),
         "FILE:2:18: found '-1', expected a whole number of cells\n"},
        {"version 1\n" PROBLEM(2, 1, 0, 0),
         "FILE:2:18: found a start at 2,1, expected one on the map that the profile can enter\n"},
        {"version 1\n" PROBLEM(0, 0, 2, 1) PROBLEM(2, 1, 0, 0),
         "FILE:2:22: found a goal at 2,1, expected one on the map that the profile can enter; no "
         "problem has both ends there\n"},
        {"version 1\n" PROBLEM(1, 0, 5, 0) PROBLEM(0, 0, 9, 0),
         "FILE:3:22: found a goal at 9,0, expected one on the map that the profile can enter\n"},
        {"version 1\n" PROBLEM(0, 0, 9, 0),
         "FILE:2:22: found a goal at 9,0, expected one on the map that the profile can enter\n"},
        {"version 1\n" PROBLEM(0, 0, 5, 0) "0\ty.map\t6\t4\t0\t0\t1\t1\t1\n",
         "FILE:3:3: found the map 'y.map', expected 'maps/x.map' as in line 2\n"},
        {"version 1\n" PROBLEM(0, 0, 5, 0) "0\tmaps/x.map\t6\t5\t0\t0\t1\t1\t1\n",
         "FILE:3:14: found a map of 6 x 5 cells, expected 6 x 4 as in line 2\n"},
        {"version 1\n0\tmaps/x.map\t6\t4\t0\t0\t1\t1\tnan\n",
         "FILE:2:26: found 'nan', expected a number, 0 or more\n"},
        {"version 1\n" PROBLEM(0, 0, 5, 0) "1 2 3 4 5 6 7 8 9 10\n",
         "FILE:3:1: found more than 9 fields, expected 9\n"},
    };
    refuse_each(scen_reader, ROWS, sizeof ROWS / sizeof ROWS[0]);
}

static void a_scenario_of_another_size_than_its_map_is_refused(void **state) {
    (void)state;
    write_map();
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(
        scen_reader(file_with("version 1\n0\tmaps/x.map\t9\t4\t0\t0\t1\t1\t1\n"), &into, &s.to));
    char *message = heard(&s);
    assert_non_null(strstr(message, "FILE:2: found a map of 9 x 4 cells, but "));
    assert_non_null(strstr(message, " has 6 x 4: they do not belong together\n"));
    free(message);
    scene_free(&into);
}

static void asking_for_more_units_than_problems_ends_soon_with_a_note(void **state) {
    (void)state;
    write_map();
    enum { PROBLEMS = 3000 };
    char *text = malloc(64 * PROBLEMS), *end = stpcpy(text, "version 1\n");
    for (int k = 0; k < PROBLEMS; k++) end = stpcpy(end, PROBLEM(0, 0, 5, 3));
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_true(scen_read(file_with(text), map_name, 1000000, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, "FILE: note: room for 1 of the 1000000 units asked for\n");
    assert_int_equal(arrlen(into.units), 1);
    free(message);
    free(text);
    scene_free(&into);
}

static void a_scenario_without_its_map_asks_for_it(void **state) {
    (void)state;
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(scen_read(file_with("version 1\n" PROBLEM(0, 0, 5, 3)), NULL, 0, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, "FILE:2: the map 'maps/x.map' cannot be read: No such file or "
                                 "directory; name it with --map FILE\n");
    free(message);
    scene_free(&into);
}

/* ---- whatever comes ---- */

static void mutated_files_are_read_or_refused_with_a_word(void **state) {
    (void)state;
    static const char *const GOOD[] = {
        HEAD3 "cell 1\nprofile p radius=0.4\ngroup a profile=p move=1,0 via=1,1\nunit a 1,1\n"
              "edit at=1 cells=1,1,1,1 class=trees\nexpect arrived = 1\nmap\na..\n...\n..@\n",
        "[default]\nradius = 0.5\n[tank]\nlike = default\nladder = wait push\n",
        "version 1\n" PROBLEM(0, 0, 5, 3) PROBLEM(3, 0, 5, 3)};
    static reader *const READERS[] = {fixture_read, config_read, scen_reader};
    write_map();
    dice d = {17};
    int refused = 0;
    for (int k = 0; k < 6000; k++) {
        char text[512];
        size_t size = strlen(GOOD[k % 3]);
        memcpy(text, GOOD[k % 3], size + 1);
        for (uint32_t n = 1 + roll(&d, 4); n; n--) {
            uint32_t at = roll(&d, (uint32_t)size);
            switch (roll(&d, 4)) {
            case 0: text[at] = (char)roll(&d, 256); break;
            case 1: text[at] = "0123456789=,;.\n\t -"[roll(&d, 18)]; break;
            case 2: size = at + 1; break;
            default: memmove(text + at, text + at + 1, size - at - 1), size -= size > 1; break;
            }
        }
        complaints to = {.out = NULL};
        scene into = scene_make("test");
        bool good = READERS[k % 3](file_with_bytes(text, size), &into, &to);
        assert_int_equal(good, to.count == 0);
        refused += !good;
        scene_free(&into);
    }
    assert_true(refused > 2000);
}

int main(void) {
    snprintf(file_name, sizeof file_name, "test_input_%ld.tmp", (long)getpid());
    snprintf(map_name, sizeof map_name, "test_input_%ld.map", (long)getpid());
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixture_gives_profiles_groups_edits_and_expectations),
        cmocka_unit_test(a_fixture_gives_every_order),
        cmocka_unit_test(wrong_fixtures_are_refused_by_line_and_column),
        cmocka_unit_test(more_points_than_a_path_holds_are_refused),
        cmocka_unit_test(more_profiles_than_a_world_holds_are_blamed_on_their_number),
        cmocka_unit_test(a_byte_zero_and_a_missing_file_are_refused),
        cmocka_unit_test(a_directory_is_refused_by_every_reader),
        cmocka_unit_test(a_file_that_is_wrong_all_over_is_told_so_once),
        cmocka_unit_test(a_very_long_line_is_refused_in_one_short_line),
        cmocka_unit_test(a_config_sets_profiles),
        cmocka_unit_test(a_config_may_be_marked_indented_and_commented),
        cmocka_unit_test(wrong_configs_are_refused_by_line),
        cmocka_unit_test(wrong_settings_are_refused),
        cmocka_unit_test(the_ends_of_every_range_are_allowed),
        cmocka_unit_test(every_default_is_read_back_from_its_own_text),
        cmocka_unit_test(what_is_not_given_follows_from_radius_and_speed_in_any_order),
        cmocka_unit_test(a_value_that_the_default_profile_gives_holds_for_the_others),
        cmocka_unit_test(a_scenario_places_a_unit_for_each_problem),
        cmocka_unit_test(problems_with_an_end_where_the_profile_cannot_be_are_left_out),
        cmocka_unit_test(left_out_problems_are_counted_among_all_and_chosen_from_never),
        cmocka_unit_test(problems_are_taken_evenly_and_where_the_radius_fits),
        cmocka_unit_test(wrong_scenarios_are_refused_by_line),
        cmocka_unit_test(a_scenario_of_another_size_than_its_map_is_refused),
        cmocka_unit_test(asking_for_more_units_than_problems_ends_soon_with_a_note),
        cmocka_unit_test(a_scenario_without_its_map_asks_for_it),
        cmocka_unit_test(mutated_files_are_read_or_refused_with_a_word),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(file_name);
    unlink(map_name);
    return failed;
}
