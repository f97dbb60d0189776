/* The recipes of docs/saving.md, as they stand there: saving to a file, looking ahead, rolling
 * back, finding where two machines part, and recording. And what rolling back costs: with a number
 * of ticks as argument the test runs so many, and tells. */
#include "crowd.h"
#include "saved.h"

#include <time.h>

/* ---- the recipes ---- */

bool save_game(const sidle_world *world, const char *path) {
    size_t size;
    sidle_world_save(world, NULL, 0, &size); /* asks for the size */
    void *bytes = malloc(size);
    FILE *file = fopen(path, "wb");
    bool done = bytes && file && !sidle_world_save(world, bytes, size, &size) &&
                fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file)) done = false;
    free(bytes);
    return done;
}

sidle_result load_game(sidle_world *world, const void *bytes, size_t size) {
    sidle_result result = sidle_world_load(world, bytes, size);
    if (result == SIDLE_ERROR_VERSION) puts("this game was saved by another version");
    if (result == SIDLE_ERROR_SNAPSHOT) puts("this file is damaged");
    return result; /* on an error the world is as it was */
}

sidle_vec2 where_in_a_second(const sidle_world *world, sidle_world *scratch, sidle_unit_id id) {
    sidle_unit_state state = {.position = {0, 0}};
    if (sidle_world_copy(scratch, world)) return state.position;
    for (int k = 0; k < 30; k++) sidle_world_step(scratch, 1.0f / 30);
    sidle_unit_get(scratch, id, &state);
    return state.position;
}

enum { TICKS_BACK = 8 };

typedef struct rollback {
    void *bytes[TICKS_BACK + 1]; /* by tick: the world as that tick began */
    size_t room[TICKS_BACK + 1], size[TICKS_BACK + 1];
} rollback;

/* Before each step. */
bool remember(rollback *r, const sidle_world *world) {
    size_t at = sidle_world_tick(world) % (TICKS_BACK + 1), needed;
    sidle_result result = sidle_world_save(world, r->bytes[at], r->room[at], &needed);
    if (result == SIDLE_ERROR_BUFFER) {
        free(r->bytes[at]);
        r->room[at] = needed + needed / 4;
        r->bytes[at] = malloc(r->room[at]);
        if (!r->bytes[at]) r->room[at] = 0;
        result = sidle_world_save(world, r->bytes[at], r->room[at], &needed);
    }
    r->size[at] = needed;
    return result == SIDLE_OK;
}

/* Back to an earlier tick, one of the last TICKS_BACK; then give the late orders and step on. */
sidle_result go_back(const rollback *r, sidle_world *world, uint64_t tick) {
    size_t at = tick % (TICKS_BACK + 1);
    return sidle_world_load(world, r->bytes[at], r->size[at]);
}

/* Once the hashes of a tick differ, the other machine sends its snapshot of that tick. */
void tell_where_we_part(const sidle_world *ours, sidle_world *scratch, const void *theirs,
                        size_t size) {
    sidle_difference first;
    char words[200];
    if (sidle_world_load(scratch, theirs, size)) return;
    if (!sidle_world_differs(ours, scratch, &first)) return;
    sidle_difference_text(&first, words, sizeof words);
    printf("tick %llu, %s\n", (unsigned long long)sidle_world_tick(ours), words);
}

bool write_to_file(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

/* From here on the file grows with the game; sidle_recorder_destroy ends the recording. */
sidle_recorder *begin_recording(sidle_world *world, FILE *file) {
    sidle_recorder *recorder;
    sidle_recorder_def def = sidle_recorder_def_default();
    def.write = write_to_file;
    def.context = file;
    return sidle_recorder_create(world, &def, &recorder) ? NULL : recorder;
}

/* Plays it all again, and tells the first thing that is not as recorded. */
bool is_as_recorded(const void *bytes, size_t size) {
    sidle_replay *replay;
    char words[300];
    if (sidle_replay_create(NULL, bytes, size, 0, &replay)) return false;
    sidle_result result = SIDLE_OK;
    while (!result && !sidle_replay_over(replay)) result = sidle_replay_tick(replay);
    sidle_replay_text(replay, words, sizeof words);
    if (result) puts(words);
    sidle_replay_destroy(replay);
    return !result;
}

/* ---- they work ---- */

TEST(a_game_goes_through_a_file) {
    char path[] = "/tmp/sidle_saving_XXXXXX";
    int made = mkstemp(path);
    assert_true(made >= 0);
    sidle_world *world = crowd_make(sidle_world_def_default(), 100), *other = open_world(4, 4);
    for (int k = 0; k < 30; k++) crowd_step(world);
    assert_true(save_game(world, path));
    FILE *file = fdopen(made, "rb");
    char *bytes = malloc(1 << 20);
    size_t size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    remove(path);
    assert_ok(load_game(other, bytes, size));
    assert_true(sidle_world_hash(other) == sidle_world_hash(world));
    bytes[100] ^= 1;
    assert_int_equal(load_game(other, bytes, size), SIDLE_ERROR_SNAPSHOT);
    assert_false(save_game(world, "/nowhere/at/all"));
    free(bytes);
    sidle_world_destroy(other);
    sidle_world_destroy(world);
}

TEST(a_look_ahead_comes_true) {
    sidle_world *world = crowd_make(sidle_world_def_default(), 60), *scratch = open_world(4, 4);
    sidle_unit_id id = sidle_unit_next(world, NOBODY);
    sidle_vec2 expected = where_in_a_second(world, scratch, id);
    for (int k = 0; k < 30; k++) crowd_step(world);
    sidle_vec2 found = state_of(world, id).position;
    assert_true(found.x == expected.x && found.y == expected.y);
    sidle_world_destroy(scratch);
    sidle_world_destroy(world);
}

/* A unit is given another speed in one of two worlds; the difference names tick, unit and field. */
TEST(a_desync_is_named) {
    sidle_world *a = crowd_make(sidle_world_def_default(), 60), *b = open_world(3, 3);
    for (int k = 0; k < 20; k++) crowd_step(a);
    assert_ok(sidle_world_copy(b, a));
    sidle_difference d;
    assert_false(sidle_world_differs(a, b, &d));
    sidle_unit_id id = {17, 1};
    assert_ok(sidle_unit_set_speed_factor(b, id, 1.5f));
    assert_true(sidle_world_hash(a) != sidle_world_hash(b));
    assert_true(sidle_unit_hash(a, id) != sidle_unit_hash(b, id));
    assert_true(sidle_world_differs(a, b, &d));
    assert_int_equal(d.unit.slot, 17);
    char words[200];
    assert_true(sidle_difference_text(&d, words, sizeof words) == strlen(words));
    assert_string_equal(words, "unit 17: speed is 1 in the one and 1.5 in the other");
    saved s = save(b);
    sidle_world *scratch = open_world(2, 2);
    tell_where_we_part(a, scratch, s.bytes, s.size);
    assert_true(sidle_world_hash(scratch) == sidle_world_hash(b));
    free(s.bytes);
    sidle_world_destroy(scratch);
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

static void assert_difference(const sidle_world *a, const sidle_world *b, const char *expected) {
    sidle_difference d;
    char words[200];
    assert_true(sidle_world_differs(a, b, &d));
    sidle_difference_text(&d, words, sizeof words);
    assert_string_equal(words, expected);
}

static void *zeroes(void *context, size_t size) {
    (void)context;
    return calloc(1, size);
}

/* Memory of zeroes: beyond its slots it says what a slot of the first unit would. */
static sidle_world *zeroed_world(uint32_t width, uint32_t height) {
    sidle_world_def def = sidle_world_def_default();
    def.width = width;
    def.height = height;
    def.alloc = (sidle_allocator){NULL, zeroes, take_out};
    return world_from(&def);
}

/* Two worlds differ in more and more, each time in something that is told before the rest. */
TEST(differences_are_told_in_their_order) {
    sidle_world *a = zeroed_world(40, 40), *b = zeroed_world(2, 2);
    sidle_unit_id ids[6];
    for (int k = 0; k < 6; k++) ids[k] = unit_at(a, 4 + 3 * (float)k, 8);
    assert_ok(sidle_unit_stow(a, ids[4], SIDLE_PURSUERS_LOSE)); /* it is compared as well */
    assert_ok(sidle_world_copy(b, a));
    for (int k = 5; k >= 0; k--) { /* units by ascending slot */
        char expected[80];
        snprintf(expected, sizeof expected, "unit %u: team is 0 in the one and 7 in the other",
                 ids[k].slot);
        assert_int_equal(ids[k].slot, k + 1);
        assert_ok(sidle_unit_set_team(b, ids[k], 7));
        assert_difference(a, b, expected);
    }
    assert_ok(sidle_world_set_cells(b, 30, 30, 1, 1, SIDLE_TERRAIN_TREES));
    sidle_difference d;
    assert_true(sidle_world_differs(a, b, &d));
    assert_string_equal(d.a.group, "terrain");
    assert_ok(sidle_world_step(b, TICK));
    assert_difference(a, b, "tick is 0 in the one and 1 in the other");
    assert_int_equal(unit_at(b, 35, 20).slot, 7);
    assert_difference(a, b, "unit 7: lives is 0 in the one and 1 in the other");
    assert_ok(sidle_unit_destroy(b, ids[2]));
    assert_difference(a, b, "unit 3: lives is 1 in the one and 0 in the other");
    assert_difference(b, a, "unit 3: lives is 0 in the one and 1 in the other");
    assert_ok(sidle_unit_destroy(b, ids[0]));
    assert_difference(a, b, "unit 1: lives is 1 in the one and 0 in the other");
    assert_true(sidle_world_differs(a, b, NULL));
    assert_false(sidle_world_differs(a, NULL, &d) || sidle_world_differs(NULL, b, NULL));
    assert_ok(sidle_world_copy(b, a));
    d.unit = ids[3];
    assert_false(sidle_world_differs(a, b, &d));
    assert_int_equal(d.unit.generation, 0);
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

/* Another value of the parameter; of one with classes, in the n-th of them. */
static void change_parameter(sidle_profile *p, const sidle_param *row, uint32_t n) {
    float *number = (float *)((char *)p + row->offset) + n;
    uint32_t *whole = (uint32_t *)((char *)p + row->offset);
    switch (row->type) {
    case SIDLE_PARAM_FLOAT:
    case SIDLE_PARAM_CLASSES: *number = *number > 0 ? 0.875f * *number : 0.125f * row->max; break;
    case SIDLE_PARAM_WHOLE: *whole += 1; break;
    case SIDLE_PARAM_SWITCH:
    case SIDLE_PARAM_TERRAIN: *whole ^= 1; break;
    case SIDLE_PARAM_LADDER: memset(p->ladder, SIDLE_STEP_NONE, sizeof p->ladder); break;
    }
}

TEST(each_parameter_that_differs_is_told) {
    uint32_t rows, told = 0;
    const sidle_param *table = sidle_params(&rows);
    sidle_world *a = open_world(9, 9), *b = open_world(2, 2);
    sidle_profile p = sidle_profile_default();
    sidle_profile_id id = profile_in(a, &p);
    for (uint32_t row = 0; row < rows; row++) {
        bool classes = table[row].type == SIDLE_PARAM_CLASSES;
        for (uint32_t n = 0; n < (classes ? SIDLE_TERRAIN_COUNT : 1); n++) {
            sidle_profile other = sidle_profile_default();
            sidle_difference d;
            change_parameter(&other, &table[row], n);
            assert_ok(sidle_world_copy(b, a));
            if (sidle_profile_set(b, id, &other)) fail_msg("%s is refused", table[row].name);
            assert_true(sidle_world_differs(a, b, &d));
            assert_string_equal(d.a.group, "profile");
            assert_string_equal(d.a.name, table[row].name);
            assert_int_equal(d.a.index, id.index);
            uint32_t value;
            memcpy(&value, (const char *)&other + table[row].offset + n * sizeof value,
                   sizeof value);
            assert_int_equal(d.b.bits, value);
            told++;
        }
    }
    assert_true(told > rows);
    sidle_world_destroy(a);
    sidle_world_destroy(b);
}

static void assert_words(sidle_field_type type, uint64_t a, uint64_t b, const char *expected) {
    char words[200];
    sidle_difference d = {
        .unit = {3, 1}, .a = {"order", "it", 0, type, a}, .b = {"order", "it", 0, type, b}};
    sidle_difference_text(&d, words, sizeof words);
    assert_string_equal(words, expected);
}

TEST(values_of_all_types_are_told_in_words) {
    assert_words(SIDLE_FIELD_WHOLE, 0, UINT64_MAX,
                 "unit 3: order it is 0 in the one and 18446744073709551615 in the other");
    assert_words(SIDLE_FIELD_SIGNED, 0x80, 0x7f,
                 "unit 3: order it is -128 in the one and 127 in the other");
    assert_words(SIDLE_FIELD_PAIR, 0xfffe0005, 0x80000007,
                 "unit 3: order it is 5,-2 in the one and 7,-32768 in the other");
    assert_words(SIDLE_FIELD_FLOAT, 0x3fc00000, 0xc0200000,
                 "unit 3: order it is 1.5 in the one and -2.5 in the other");
    assert_words(SIDLE_FIELD_DOUBLE, 0x3ff8000000000000, 0,
                 "unit 3: order it is 1.5 in the one and 0 in the other");
    assert_words(SIDLE_FIELD_POINT, 0xc02000003fc00000, 0x3fc0000000000000,
                 "unit 3: order it is 1.5,-2.5 in the one and 0,1.5 in the other");
    assert_words(SIDLE_FIELD_UNIT, 0, 0x0000000200000009,
                 "unit 3: order it is none in the one and unit 9 of generation 2 in the other");
}

TEST(words_of_a_difference_are_cut_where_the_buffer_ends) {
    const char whole[] = "unit 3: it is 1 in the one and 2 in the other";
    char cut[9];
    sidle_difference d = {.unit = {3, 1},
                          .a = {"", "it", 0, SIDLE_FIELD_WHOLE, 1},
                          .b = {"", "it", 0, SIDLE_FIELD_WHOLE, 2}};
    assert_int_equal(sidle_difference_text(&d, cut, 9), strlen(whole));
    assert_string_equal(cut, "unit 3: ");
    assert_int_equal(sidle_difference_text(&d, NULL, 9), 0);
    assert_int_equal(sidle_difference_text(NULL, cut, 9), 0);
    assert_string_equal(cut, ""); /* so is the text of no difference, as of a stale id */
    cut[0] = 'x';
    assert_int_equal(sidle_difference_text(&(sidle_difference){.unit = {3, 1}}, cut, 9), 0);
    assert_string_equal(cut, "");
}

/* ---- eight ticks back, and forward again, in each tick ---- */

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double again_and_again(sidle_world *world, int ticks) {
    rollback r = {.room = {0}};
    double began = seconds_now();
    for (int k = 0; k < ticks; k++) {
        if (k >= TICKS_BACK) {
            uint64_t now = sidle_world_tick(world);
            assert_ok(go_back(&r, world, now - TICKS_BACK));
            while (sidle_world_tick(world) < now) {
                assert_true(remember(&r, world));
                crowd_step(world);
            }
        }
        assert_true(remember(&r, world));
        crowd_step(world);
    }
    double spent = seconds_now() - began;
    for (int k = 0; k <= TICKS_BACK; k++) free(r.bytes[k]);
    return spent;
}

/* The long form of all tests makes 1000 of them. */
static int rollback_ticks = 30;

TEST(rolling_back_ends_in_the_same_hash) {
    sidle_world *plain = crowd_make(sidle_world_def_default(), 2000);
    sidle_world *rolled = open_world(2, 2);
    assert_ok(sidle_world_copy(rolled, plain));
    double began = seconds_now();
    for (int k = 0; k < rollback_ticks; k++) crowd_step(plain);
    double steps = seconds_now() - began, all = again_and_again(rolled, rollback_ticks);
    assert_true(sidle_world_hash(plain) == sidle_world_hash(rolled));
    assert_null(sidle_world_validate(rolled));
    print_message("2000 units, %d ticks: %.2f ms a step, %.2f ms a tick that goes %d back\n",
                  rollback_ticks, 1e3 * steps / rollback_ticks, 1e3 * all / rollback_ticks,
                  TICKS_BACK);
    sidle_world_destroy(plain);
    sidle_world_destroy(rolled);
}

/* ---- the page ---- */

TEST(a_recording_in_a_file_replays) {
    FILE *file = tmpfile();
    assert_non_null(file);
    sidle_world *world = crowd_make(sidle_world_def_default(), 50);
    sidle_recorder *recorder = begin_recording(world, file);
    assert_non_null(recorder);
    for (int k = 0; k < 40; k++) crowd_step(world);
    sidle_recorder_destroy(recorder);
    size_t size = (size_t)ftell(file);
    char *bytes = malloc(size);
    rewind(file);
    assert_int_equal(fread(bytes, 1, size, file), size);
    assert_true(is_as_recorded(bytes, size));
    assert_false(is_as_recorded(bytes, size - 1));
    free(bytes);
    fclose(file);
    sidle_world_destroy(world);
}

TEST(the_page_shows_this_code) {
    char *page = text_of(SIDLE_SOURCE_ROOT "/docs/saving.md");
    char *code = text_of(SIDLE_SOURCE_ROOT "/test/state/test_saving.c");
    int blocks = 0;
    for (char *at = page; (at = strstr(at, "```c\n")); blocks++) {
        char *block = at + 5, *end = strstr(block, "```");
        assert_non_null(end);
        *end = 0;
        if (!strstr(code, block)) fail_msg("this is no code of test_saving.c:\n%s", block);
        at = end + 3;
    }
    assert_int_equal(blocks, 7);
    free(page);
    free(code);
}

int saving_tests(void) {
    const char *is_long = getenv("SIDLE_LONG");
    if (is_long && *is_long) rollback_ticks = 1000;
    return run_listed("saving");
}
