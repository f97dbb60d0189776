/* Snapshots and recordings: loaded and replayed, and what must hold then. */
#include "readers.h"

#include "../support/story.h"

#include <sidle/record.h>
#include <sidle/save.h>

enum { BLOCK_MOST = 1 << 18 /* bytes */, TICKS = 10, CALLS = 2 /* before each */, TEXT = 300 };

/* ---- memory ---- */

static size_t blocks;
static bool refused;

static void *allocate_little(void *context, size_t size) {
    (void)context;
    void *memory = size > BLOCK_MOST ? NULL : malloc(size);
    if (memory) memset(memory, 0xbe, size); /* what is not written shows */
    refused |= !memory;
    blocks += memory != NULL;
    return memory;
}

static void release_little(void *context, void *memory, size_t size) {
    (void)context, (void)size;
    blocks--;
    free(memory);
}

static sidle_world_def little_def(void) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){NULL, allocate_little, release_little};
    return def;
}

sidle_world *saves_world(void) {
    sidle_world_def def = little_def();
    sidle_world *world;
    def.width = def.height = 1; /* loading replaces it */
    if (sidle_world_create(&def, &world)) reader_fail("a world of one cell is refused", "");
    return world;
}

void saves_world_done(sidle_world *world) {
    sidle_world_destroy(world);
    if (blocks) reader_fail("memory does not come back", "");
}

/* ---- what must hold ---- */

static void must(sidle_result result, const char *what) {
    if (result) reader_fail(what, sidle_result_text(result));
}

static void must_be_whole(const sidle_world *world, const char *what) {
    const char *fault = sidle_world_validate(world);
    if (fault) reader_fail(what, fault);
}

/* Worlds of one hash differ in nothing that decides. */
static void must_be_same(const sidle_world *a, const sidle_world *b, const char *what) {
    sidle_difference first;
    char text[TEXT] = "in the hash alone";
    if (sidle_world_hash(a) == sidle_world_hash(b)) return;
    if (sidle_world_differs(a, b, &first)) sidle_difference_text(&first, text, sizeof text);
    reader_fail(what, text);
}

/* ---- snapshots ---- */

typedef struct saved {
    uint8_t *bytes;
    size_t size;
} saved;

static saved save(const sidle_world *world) {
    saved s = {NULL, 0};
    if (sidle_world_save(world, NULL, 0, &s.size) != SIDLE_ERROR_BUFFER)
        reader_fail("saving does not tell how many bytes it needs", "");
    s.bytes = malloc(s.size);
    must(sidle_world_save(world, s.bytes, s.size, &s.size), "what was loaded cannot be saved");
    return s;
}

/* `twin` becomes what the world is, by way of a snapshot; false without the memory for that. */
static bool load_twin(const sidle_world *world, sidle_world *twin) {
    saved s = save(world);
    sidle_result result = sidle_world_load(twin, s.bytes, s.size);
    if (!(refused && result == SIDLE_ERROR_MEMORY)) {
        must(result, "what was loaded and saved cannot be loaded");
        must_be_whole(twin, "what was loaded, saved and loaded is broken");
        must_be_same(world, twin, "what was loaded, saved and loaded is another world");
        saved again = save(twin);
        if (again.size != s.size || memcmp(again.bytes, s.bytes, s.size) != 0)
            reader_fail("what was saved twice are other bytes", "");
        free(again.bytes);
    }
    free(s.bytes);
    return !result;
}

/* A host goes on with the world, and in the same way with its twin, which is loaded anew half way
 * through. */
static void go_on(sidle_world *world, sidle_world *twin, uint64_t seed) {
    static const float DTS[] = {1 / 30.0f, 1 / 60.0f, 0.1f};
    dice of_world = {seed}, of_twin = {seed};
    for (int k = 0; k < TICKS; k++) {
        float dt = DTS[roll(&of_world, 3)];
        roll(&of_twin, 3);
        for (int n = 0; n < CALLS; n++) {
            sidle_result result = story_call(world, &of_world);
            if (story_call(twin, &of_twin) != result && !refused)
                reader_fail("a call comes out otherwise in the twin", sidle_result_text(result));
        }
        sidle_result result = sidle_world_step(world, dt), of_step = sidle_world_step(twin, dt);
        if (refused) return;
        must(result, "a world that was loaded cannot be stepped");
        must(of_step, "a world that was loaded twice cannot be stepped");
        must_be_whole(world, "a world that was loaded is broken later");
        must_be_same(world, twin, "a world that was loaded twice goes another way");
        if (k == TICKS / 2 && !load_twin(world, twin)) return;
    }
}

void snapshot_play(const uint8_t *data, size_t size) {
    refused = false;
    sidle_world *world = saves_world();
    uint64_t before = sidle_world_hash(world), seed = size;
    sidle_result result = sidle_world_load(world, data, size);
    must_be_whole(world,
                  result ? "a world breaks as a snapshot is refused" : "a snapshot is broken");
    bool told = result == SIDLE_ERROR_SNAPSHOT || result == SIDLE_ERROR_VERSION;
    if (result && !told && !(refused && result == SIDLE_ERROR_MEMORY))
        reader_fail("a snapshot is refused for another reason", sidle_result_text(result));
    if (result && sidle_world_hash(world) != before)
        reader_fail("a snapshot was refused and has changed the world", "");
    for (size_t k = 0; k < size; k++) seed = seed * 31 + data[k];
    if (!result) {
        sidle_world *twin = saves_world();
        if (load_twin(world, twin)) go_on(world, twin, seed);
        must_be_whole(world, "a world that was loaded is broken at last");
        must_be_whole(twin, "a world that was loaded twice is broken at last");
        sidle_world_destroy(twin);
    }
    saves_world_done(world);
}

/* ---- recordings ---- */

/* One line of printable characters, there when something went wrong. */
static void check_text(const sidle_replay *replay, sidle_result result) {
    char text[TEXT];
    size_t length = sidle_replay_text(replay, text, sizeof text);
    if (length != strlen(text)) reader_fail("a text has another length", text);
    if (!length && (result == SIDLE_ERROR_DIFFERS || result == SIDLE_ERROR_RECORDING))
        reader_fail("a replay does not say what went wrong", sidle_result_text(result));
    if (length && !result) reader_fail("a replay tells of a fault that there is none", text);
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ') reader_fail("a text holds a control byte", text);
}

static void check_replay(const sidle_replay *replay, const char *when) {
    const sidle_world *world = sidle_replay_world(replay);
    const sidle_groups *groups = sidle_replay_groups(replay);
    const char *fault = groups ? sidle_groups_validate(groups) : NULL;
    must_be_whole(world, when);
    if (fault) reader_fail(when, fault);
    if (groups) (void)sidle_groups_hash(groups);
}

/* Whatever a tick says, the replay goes on until it is over. */
static void replay_all(sidle_replay *replay) {
    check_replay(replay, "a replay begins with a broken world");
    while (!sidle_replay_over(replay)) {
        sidle_result result = sidle_replay_tick(replay);
        bool ends = result == SIDLE_ERROR_RECORDING || result == SIDLE_ERROR_MEMORY;
        if (result == SIDLE_ERROR_MEMORY && !refused)
            reader_fail("a replay wants memory that it has", "");
        if (result && !ends && result != SIDLE_ERROR_DIFFERS)
            reader_fail("a replay says what it does not say", sidle_result_text(result));
        if (ends && !sidle_replay_over(replay))
            reader_fail("a replay goes on that is over", sidle_result_text(result));
        check_text(replay, result);
        check_replay(replay, "a replay breaks its world");
    }
    if (sidle_replay_tick(replay) != SIDLE_ERROR_ARGUMENT)
        reader_fail("a replay goes on beyond its end", "");
}

/* Returns the last tick. */
static uint64_t replay_from(const uint8_t *data, size_t size, uint64_t from) {
    sidle_world_def def = little_def();
    sidle_replay *replay;
    uint64_t last = 0;
    sidle_result result = sidle_replay_create(&def, data, size, from, &replay);
    bool told = result == SIDLE_ERROR_RECORDING || result == SIDLE_ERROR_VERSION;
    if (result && !told && !(refused && result == SIDLE_ERROR_MEMORY))
        reader_fail("a recording is refused for another reason", sidle_result_text(result));
    if (result && replay) reader_fail("a recording is refused and opened", "");
    if (!result) {
        replay_all(replay);
        last = sidle_world_tick(sidle_replay_world(replay));
    }
    sidle_replay_destroy(replay);
    if (blocks) reader_fail("memory of a replay does not come back", "");
    return last;
}

bool recording_play(const uint8_t *data, size_t size) {
    refused = false;
    if (!size) return true;
    uint64_t last = replay_from(data, size, 0);
    if (!refused) replay_from(data, size, last - last / 3);
    return !refused;
}
