/* What a fixture says, and what in it is refused with which words. */
#include "input/fixture.h"
#include "input_files.h"
#include "support.h"

/* A fixture with a line of each kind. */
TEST(a_fixture_gives_all_that_its_lines_say) {
    scene into =
        good_scene(fixture_read, file_with("type octile\r\nwidth 6\r\nheight 3\r\n"
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
                                           "..c...\n"));
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

TEST(a_fixture_gives_every_order) {
    scene into = good_scene(fixture_read, file_with("type octile\nheight 2\nwidth 6\ncell 2\n"
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
                                                    "map\nhpcfel\nwz....\n"));
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

#define KEYS_OF_A_GROUP                                                                            \
    "profile=, goal=, move=, stand, hold, patrol=, pursue=, follow=, evade=, flee=, wander=, "     \
    "approach=, "                                                                                  \
    "via=, start=, dies=, team=, formation=, facing= or with="

REFUSED(wrong_heads_are_refused, fixture_read,
        {"", "FILE:1:1: found an empty file, expected 'type octile'\n"},
        {"hello\n", "FILE:1:1: found 'hello', expected 'type octile' in the first line\n"},
        {"type hex\nheight 1\nwidth 1\nmap\n.\n", "FILE:1:6: found 'hex', expected octile\n"},
        {"type octile\nheight 3\nmap\n...\n",
         "FILE:3:1: found 'map', expected 'type octile', 'height H' and 'width W' before it\n"},
        {"type octile\nheight 0\nwidth 3\n" MAP3,
         "FILE:2:8: found '0', expected a whole number from 1 to 8192\n"},
        {HEAD3, "FILE:4:1: found the end of the file, expected 'map'\n"},
        {"type octile\nheight 3\nwidth 300\ncell 6400\n" MAP3,
         "FILE:5:1: found a map of 1920000 u (300 cells of 6400 u), expected at most 1048576 u\n"
         "FILE:6:4: found a row of 3 characters, expected 300\n"
         "FILE:7:4: found a row of 3 characters, expected 300\n"
         "FILE:8:4: found a row of 3 characters, expected 300\n"},
        {HEAD3 "cell 1 2\n" MAP3, "FILE:4:8: found '2', expected the end of the line\n"},
        {HEAD3 "seconds\n" MAP3,
         "FILE:4:8: found the end of the line, expected a number from 0.001 to 1e+06\n"},
        {HEAD3 "wdith 4\n" MAP3,
         "FILE:4:1: found 'wdith', expected type, height, width, cell, seconds, hz, "
         "pathfinder, profile, group, unit, order, edit, expect or map; did you mean 'width'?\n"},
        {HEAD3 "cell nan\n" MAP3, "FILE:4:6: found 'nan', expected a number from 0.0125 to 6400\n"},
        {"\x1b[2J\xff\xc3\xa9\xed\xa0\x80\n",
         "FILE:1:1: found '?[2J?\xc3\xa9?\?\?', expected 'type octile' in the first line\n"})

REFUSED(wrong_pictures_are_refused, fixture_read,
        {HEAD3 "map\n...\n..\n....\n", "FILE:6:3: found a row of 2 characters, expected 3\n"
                                       "FILE:7:5: found a row of 4 characters, expected 3\n"},
        {HEAD3 "map\n...\n...\n...\n\nxx\n",
         "FILE:9:1: found a line below the picture, expected 3 rows\n"},
        {HEAD3 "map\n.?.\n..q\n...\n",
         "FILE:5:2: found '?', expected . G @ O T S W or a group's letter\n"
         "FILE:6:3: found 'q', expected . G @ O T S W or a group's letter\n"},
        {HEAD3 "map\n.\x01.\n...\n...\n",
         "FILE:5:2: found the byte 0x01, expected . G @ O T S W\n"})

REFUSED(wrong_groups_are_refused, fixture_read,
        {HEAD3 "group G\n" MAP3,
         "FILE:4:7: found 'G', expected one letter, any but G, O, S, T and W\n"},
        {HEAD3 "group a goal=1\n" MAP3, "FILE:4:14: found '1', expected two numbers, X,Y\n"},
        {HEAD3 "group a profile=tank\n" MAP3,
         "FILE:4:17: found 'tank', expected the name of a profile that stands above\n"},
        {HEAD3 "group a gaol=1,1\n" MAP3,
         "FILE:4:9: found 'gaol=1,1', expected " KEYS_OF_A_GROUP "; did you mean 'goal'?\n"},
        {HEAD3 "group a goal=9,9\nmap\n...\naaa\n...\n",
         "FILE:4:14: found a goal at 9,9, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a move=2,0\nmap\n...\naa.\n...\n",
         "FILE:7:2: found a unit with its goal at 3.5,1.5, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a dies=0\n" MAP3,
         "FILE:4:14: found '0', expected a time in seconds, more than 0, or caught\n"})

REFUSED(wrong_aims_of_a_group_are_refused, fixture_read,
        {HEAD3 "group a goal=1,1 hold\n" MAP3,
         "FILE:4:18: found 'hold', expected one aim of a group; another stands before it\n"},
        {HEAD3 "group a patrol=1,1;1,9\n" MAP3,
         "FILE:4:16: found a point of a patrol at 1,9, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a pursue=b\n" MAP3, "FILE:4:16: found 'b', expected the letter of a group\n"},
        {HEAD3 "group a follow=b\ngroup b\nmap\n...\naaa\n...\n",
         "FILE:4:16: found 'b', expected a group that has a unit\n"},
        {HEAD3 "group a evade=a\n" MAP3,
         "FILE:4:15: found 'a', expected the letter of another group\n"},
        {HEAD3 "group a flee=4,1\n" MAP3,
         "FILE:4:14: found a danger at 4,1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a approach=a,1\n" MAP3,
         "FILE:4:18: found 'a,1', expected another group or a point, and a range, LETTER,R or "
         "X,Y,R\n"},
        {HEAD3 "group a wander=1,1\n" MAP3,
         "FILE:4:16: found '1,1', expected a middle and a radius above 0, X,Y,R\n"},
        {HEAD3 "group a hold via=1,1\n" MAP3,
         "FILE:4:18: found waypoints, expected goal= or move= beside them\n"})

REFUSED(wrong_formations_of_a_group_are_refused, fixture_read,
        {HEAD3 "group a goal=1,1 formation=ring\n" MAP3,
         "FILE:4:28: found 'ring', expected box, line, column, wedge, disc or standing, and "
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
        {HEAD3 "group b goal=1,1 formation=line\ngroup a with=b start=3\n" MAP3,
         "FILE:5:14: found a start, expected it beside the formation\n"})

REFUSED(wrong_units_are_refused, fixture_read,
        {HEAD3 "group a\nunit a 9,1\n" MAP3,
         "FILE:5:8: found a unit at 9,1, expected it inside 3 x 3 cells\n"},
        {HEAD3 "group a\nunit a 1\n" MAP3, "FILE:5:8: found '1', expected a place in cells, X,Y\n"},
        {HEAD3 "group a\nunit a 1,1 2,2\n" MAP3,
         "FILE:5:12: found '2,2', expected goal=, dies= or unloads=\n"},
        {HEAD3 "unit a 1,1\n" MAP3,
         "FILE:4:6: found 'a', expected the letter of a group that stands above\n"},
        {HEAD3 "group a stand\nunit a 1,1 goal=2,2\n" MAP3,
         "FILE:5:17: found '2,2', expected a group with goal= or move=\n"})

REFUSED(wrong_profiles_are_refused, fixture_read,
        {HEAD3 "profile p raduis=2\n" MAP3,
         "FILE:4:11: found the key 'raduis', expected a parameter; did you mean 'radius'?\n"},
        {HEAD3 "profile p radius=-2\n" MAP3,
         "FILE:4:18: found '-2' for radius, expected a number from 0.01 to 4096 u\n"},
        {HEAD3 "profile p look_cell=0.01\n" MAP3,
         "FILE:4:1: profile 'p': look_cell: view_distance is more than 256 look cells\n"})

REFUSED(wrong_edits_and_orders_are_refused, fixture_read,
        {HEAD3 "edit at=1 cells=2,2,2,1 class=trees\n" MAP3,
         "FILE:4:17: found '2,2,2,1', expected whole cells X,Y,W,H inside 3 x 3 cells\n"},
        {HEAD3 "edit at=1 cells=1,1,1,1 class=lava\n" MAP3,
         "FILE:4:31: found 'lava', expected ground, swamp, water, trees or void\n"},
        {HEAD3 "order at=1 stop\n" MAP3,
         "FILE:4:1: found an incomplete order, expected at=S unit=N goal=X,Y or stop\n"},
        {HEAD3 "order at=1 unit=1 go\n" MAP3,
         "FILE:4:19: found 'go', expected at=, unit=, goal= or stop\n"},
        {HEAD3 "order at=1 unit=2 stop\n" MAP3,
         "FILE: found an order for unit 2, expected 1 to 0: the scene has so many\n"},
        {"type octile\nedit at=1 cells=1,1,1,1 class=void\nheight 3\nwidth 3\n" MAP3,
         "FILE:2:1: found an edit, expected 'height H' and 'width W' above it\n"})

REFUSED(
    wrong_expectations_are_refused, fixture_read,
    {HEAD3 "expect arrived == 1\n" MAP3, "FILE:4:16: found '==', expected FIGURE =|<=|>= NUMBER\n"},
    {HEAD3 "expect arrived = one\n" MAP3, "FILE:4:18: found 'one', expected a number\n"},
    {HEAD3 "expect arrived = 1 2\n" MAP3, "FILE:4:20: found '2', expected the end of the line\n"},
    {HEAD3 "expect arived = 1\n" MAP3, "FILE:4:8: found 'arived', expected a figure of the JSON; "
                                       "did you mean 'arrived'?\n"})

REFUSED(names_and_keys_that_stand_twice_are_refused, fixture_read,
        {"type octile\nheight 3\nheight 3\nwidth 3\n" MAP3,
         "FILE:3:1: found this a second time, expected it once\n"},
        {HEAD3 "group a\ngroup a\n" MAP3,
         "FILE:5:7: found 'a', expected a letter that is not taken\n"},
        {HEAD3 "expect arrived >= 0\nexpect arrived <= 1\nexpect arrived <= 0.9\n" MAP3,
         "FILE:6:8: found this a second time, expected it once\n"},
        {HEAD3 "group a team=1 goal=1,1 via=1,1 via=2,2 dies=1 team=1 dies=2\n" MAP3,
         "FILE:4:33: found this a second time, expected it once\n"
         "FILE:4:48: found this a second time, expected it once\n"
         "FILE:4:55: found this a second time, expected it once\n"},
        {HEAD3 "profile p radius=1 top_speed=1 radius=2\n" MAP3,
         "FILE:4:32: found this a second time, expected it once\n"},
        {HEAD3 "profile p radius=1 like=default\n" MAP3,
         "FILE:4:20: found 'like=default', expected like= before all other keys\n"},
        {HEAD3 "profile default radius=1\nprofile default top_speed=1\n" MAP3,
         "FILE:5:9: found 'default', expected a name that is not taken\n"})

int fixture_input_tests(void) {
    return run_with_files("test_fixture_input");
}
