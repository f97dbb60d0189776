/* What every reader of input refuses: too much, no text, no file, and whatever comes. */
#include "input/config.h"
#include "input/fixture.h"
#include "input_files.h"
#include "support.h"

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

TEST(more_points_than_a_path_holds_are_refused) {
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

TEST(more_profiles_than_a_world_holds_are_blamed_on_their_number) {
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

TEST(a_byte_zero_a_missing_file_and_a_directory_are_refused) {
    said s;
    listen(&s);
    scene into = scene_make("test");
    assert_false(fixture_read(file_with_bytes("type\0octile\n", 12), &into, &s.to));
    assert_false(config_read(file_name, &into, &s.to));
    assert_false(scen_read(file_name, NULL, 0, &into, &s.to));
    unlink(file_name);
    assert_false(fixture_read(file_name, &into, &s.to));
    assert_false(fixture_read(".", &into, &s.to));
    assert_false(config_read(".", &into, &s.to));
    assert_false(scen_read(".", NULL, 0, &into, &s.to));
    char *message = heard(&s);
    assert_string_equal(message, "FILE: found a byte 0, expected a text file\n"
                                 "FILE: found a byte 0, expected a text file\n"
                                 "FILE: found a byte 0, expected a text file\n"
                                 "FILE: cannot be read: No such file or directory\n"
                                 ".: cannot be read: Is a directory\n"
                                 ".: cannot be read: Is a directory\n"
                                 ".: cannot be read: Is a directory\n");
    free(message);
    scene_free(&into);
}

TEST(a_file_that_is_wrong_all_over_is_told_so_once) {
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

TEST(a_very_long_line_is_refused_in_one_short_line) {
    enum { LONG = 1000000 };
    static reader *const READERS[] = {fixture_read, config_read};
    static const char *const SAID[] = {
        "FILE:1:1: found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', expected 'type octile' in the "
        "first line\n",
        "FILE:1:1: found 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', expected [profile], key = "
        "value or "
        "a comment\n"};
    char *text = malloc(LONG);
    memset(text, 'x', LONG);
    file_with_bytes(text, LONG);
    free(text);
    for (int k = 0; k < 2; k++) refuse(READERS[k], file_name, SAID[k]);
}

TEST(mutated_files_are_read_or_refused_with_a_word) {
    static const char *const GOOD[] = {
        HEAD3 "cell 1\nprofile p radius=0.4\ngroup a profile=p move=1,0 via=1,1\nunit a 1,1\n"
              "edit at=1 cells=1,1,1,1 class=trees\nexpect arrived = 1\nmap\na..\n...\n..@\n",
        "[default]\nradius = 0.5\n[tank]\nlike = default\nladder = wait push\n",
        "version 1\n" PROBLEM(0, 0, 5, 3) PROBLEM(3, 0, 5, 3)};
    static reader *const READERS[] = {fixture_read, config_read, scen_reader};
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

int input_tests(void) {
    return run_with_files("test_input");
}
