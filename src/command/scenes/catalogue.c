/* To add a generated scene, add a function to generators.h and a row here. */
#include "catalogue.h"

#include <stdio.h>
#include <string.h>

static const catalogue_entry ENTRIES[] = {
    /* clang-format off */
    {"circle", generate_circle, NUMBER_WHOLE, 2, 15000, 0, false,
     "N units on a circle, each sent to the opposite point"},
    {"blocks", generate_blocks, NUMBER_WHOLE, 1, 20000, 0, false,
     "two blocks of N units, each sent through the other"},
    {"through", generate_through, NUMBER_REAL, 0, 10, 0, false,
     "100 units through a standing block with gaps of G u"},
    {"idle", generate_idle, NUMBER_REAL, 0, 10, 0, false,
     "the same through a block of idle units"},
    {"door", generate_door, NUMBER_WHOLE, 1, 5000, 0.5f, false,
     "N units through a doorway 2.5 u wide"},
    {"door_two_way", generate_door_two_way, NUMBER_WHOLE, 1, 5000, 0.5f, false,
     "the same, N from each side at once"},
    {"point", generate_point, NUMBER_WHOLE, 1, 20000, 0, false,
     "N units sent to one point"},
    {"scale", generate_scale, NUMBER_WHOLE, 1, 200000, 0, true,
     "N units at 15 % cover with random goals, for timing"},
    {"dense", generate_dense, NUMBER_WHOLE, 1, 200000, 0, true,
     "the same at 60 % cover"},
    {"near", generate_near, NUMBER_WHOLE, 1, 200000, 0, true,
     "N units at 15 % cover with goals within 10 u, for timing"},
    {"standing", generate_standing, NUMBER_WHOLE, 1, 200000, 0, true,
     "N units at 15 % cover without orders, for timing"},
    {"resting", generate_resting, NUMBER_WHOLE, 1, 200000, 0, true,
     "the same, but 100 of them go through the others"},
    {"battle", generate_battle, NUMBER_WHOLE, 1, 20000, 0, false,
     "two armies of N units, each unit sent to attack the nearest enemy"},
    {"oncoming", generate_oncoming, NUMBER_NONE, 0, 0, 0, false,
     "two units come straight at each other"},
    {"overtake", generate_overtake, NUMBER_NONE, 0, 0, 0.5f, false,
     "a fast unit behind a slow one in a corridor 2.5 u wide"},
    {"corridor_idle", generate_corridor_idle, NUMBER_NONE, 0, 0, 0.5f, false,
     "one unit through a corridor 4 u wide packed with 40 idle ones"},
    {"squeeze3", generate_squeeze3, NUMBER_NONE, 0, 0, 0.5f, false,
     "two abreast meet a third between them in a corridor 3.5 u wide"},
    {"four_way", generate_four_way, NUMBER_NONE, 0, 0, 0, false,
     "one unit from each of four sides, to the opposite side"},
    {"hallway", generate_hallway, NUMBER_WHOLE, 1, 5000, 1, false,
     "N units from each end of a hallway 16 u wide"},
    {"hallway_four_way", generate_hallway_four_way, NUMBER_WHOLE, 1, 5000, 1, false,
     "N units from each end of two such hallways that cross"},
    {"bottleneck", generate_bottleneck, NUMBER_WHOLE, 1, 5000, 0.5f, false,
     "a block of N units through a neck 5 u wide and 10 u long"},
    {"forest", generate_forest, NUMBER_WHOLE, 2, 5000, 1, false,
     "N units between 1.4 N trees"},
    {"exits2_", generate_exits2, NUMBER_WHOLE, 2, 5000, 0.5f, false,
     "N units leave a full room by two doors"},
    {"exits4_", generate_exits4, NUMBER_WHOLE, 2, 5000, 0.5f, false,
     "the same by four doors"},
    {"single_file", generate_single_file, NUMBER_WHOLE, 1, 1000, 0.5f, false,
     "N units from each end of a lane 1.5 u wide, where none can pass another"},
    {"merge", generate_merge, NUMBER_NONE, 0, 0, 0.5f, false,
     "two streams of 40 units become one in a street 4 u wide"},
    {"corner", generate_corner, NUMBER_NONE, 0, 0, 0.5f, false,
     "200 units round a right angle in a street 4 u wide"},
    {"column", generate_column, NUMBER_NONE, 0, 0, 0.5f, false,
     "20 units behind 10 of half their speed in a street 4 u wide"},
    {"march", generate_march, NUMBER_NONE, 0, 0, 0, false,
     "a box of 25 units at 1.5 to 3 u/s marches 60 u in formation"},
    {"march_gap", generate_march_gap, NUMBER_NONE, 0, 0, 0.5f, false,
     "the same through a gap 3 u wide"},
    {"four_groups", generate_four_groups, NUMBER_NONE, 0, 0, 0, false,
     "four boxes of 50 units in formation cross in the middle"},
    {"surround", generate_surround, NUMBER_NONE, 0, 0, 0, false,
     "40 units pursue one that holds, from one side"},
    {"ambulance", generate_ambulance, NUMBER_NONE, 0, 0, 0.5f, false,
     "one unit with the right of way through a doorway 2.5 u wide, 50 others from each side"},
    {"mixed", generate_mixed, NUMBER_NONE, 0, 0, 0, false,
     "two groups of radii 0.5 and 2 u, at 1 to 4 u/s, through each other"},
    {"town", generate_town, NUMBER_KEYS, 0, 0, 0, true,
     ",task=T,seed=S: a random town with a task of `sidle towns`"},
    /* clang-format on */
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0], LONGEST_LINE = 96 };

const catalogue_entry *catalogue(size_t *count) {
    *count = ENTRY_COUNT;
    return ENTRIES;
}

static const catalogue_entry *entry_named(const char *name, size_t length) {
    for (int k = 0; k < ENTRY_COUNT; k++)
        if (strlen(ENTRIES[k].name) == length && !memcmp(ENTRIES[k].name, name, length))
            return &ENTRIES[k];
    return NULL;
}

const catalogue_entry *catalogue_find(const char *text, const char **rest) {
    const catalogue_entry *best = NULL;
    size_t longest = 0, end = strcspn(text, "+");
    for (size_t length = 1; length <= end; length++) {
        const catalogue_entry *e = entry_named(text, length);
        if (e) best = e, longest = length;
    }
    *rest = text + longest;
    return best;
}

static const char MODIFIERS[] =
    "+rot45, +shift, +cellC  behind a name: rotated, off the grid by part of a cell, cells of C u";

const char *const *catalogue_lines(size_t *count) {
    static char lines[ENTRY_COUNT][LONGEST_LINE];
    static const char *pointers[ENTRY_COUNT + 1];
    static const char *const LETTERS[] = {
        [NUMBER_NONE] = "", [NUMBER_KEYS] = "", [NUMBER_WHOLE] = "N", [NUMBER_REAL] = "G"};
    for (int k = 0; k < ENTRY_COUNT; k++) {
        char name[32];
        snprintf(name, sizeof name, "@%s%s", ENTRIES[k].name, LETTERS[ENTRIES[k].kind]);
        snprintf(lines[k], LONGEST_LINE, "%-18s %s", name, ENTRIES[k].help);
        pointers[k] = lines[k];
    }
    pointers[ENTRY_COUNT] = MODIFIERS;
    *count = ENTRY_COUNT + 1;
    return pointers;
}
