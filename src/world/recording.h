/* The form of a recording, which world/recorder.c writes and replay/replay.c reads.
 *
 * Each call that changes the world, and is not made of others that do, reports itself to the
 * recorder of its world with RECORD, once nothing can refuse it any more. So calls on many units,
 * and a host in another language are recorded by what they come to. Groups stand on a world as a
 * layer: a call of theirs is recorded itself, and what it calls of the world is not, so that a
 * replay has the groups as well. Only the first table of groups of a world is such a layer.
 *
 *   recording   head, frames
 *   head        RECORDING_MAGIC 8 bytes, RECORDING_FORMAT 4, version of the library 4
 *   frame       kind 1, bytes of what it holds 4, what it holds, sum 8
 *   call        kind 1, its words of 4 bytes; with a list: its entries 4, their words
 *
 * All numbers have the lowest byte first. The sum of a frame goes on from the one before it, so a
 * frame that is changed, left out, or out of its order is found. */
#ifndef SIDLE_RECORDING_H
#define SIDLE_RECORDING_H

#include "base/bytes.h"
#include "world/parameters.h"

#include <sidle/record.h>
#include <sidle/world.h>

enum { RECORDING_FORMAT = 4, RECORDING_HEAD = 16 };

#define RECORDING_MAGIC 0x636572656c646973u /* "sidlerec", the lowest byte first */

/* ---- frames ---- */

enum frame_kind {
    FRAME_SNAPSHOT = 'S', /* tick 8, the snapshot: the world as it is here */
    FRAME_LOADED = 'L',   /* the same: the world as the host has made it by loading or copying */
    FRAME_CALLS = 'C',    /* calls; the last one may be CALL_STEP, and then the next frame is... */
    FRAME_STEPPED = 'H',  /* result of the step 1, whole 1, hash 8, that of the groups 8 (0: there
                             are none, or not whole): as it ended */
    FRAME_GROUPS = 'G',   /* tick 8, the snapshot of the groups: behind a snapshot of the world */
    FRAME_GROUPS_MADE = 'g', /* the same: as the host has made or loaded them; without a snapshot:
                                they are no more */
    FRAME_END = 'E'          /* tick 8, whole hash 8 */
};

enum { FRAME_HEAD = 5, FRAME_SUM = 8, STEPPED_SIZE = 18, END_SIZE = 16, TICK_SIZE = 8 };

/* Goes on with the sum of what stands before these bytes. */
SIDLE_INTERNAL uint64_t recording_sum(uint64_t sum, const uint8_t *bytes, size_t size);

/* ---- calls ---- */

/* In words of 32 bits: a unit is two (slot, generation), a point two, a number of 64 bits two, the
 * low one first. */
enum {
    POINT_WORDS = 2,
    CELL_WORDS = 3, /* x, y, class */
    PROFILE_WORDS = 1
};

/* X(name, words, words of an entry of its list or 0, text) */
#define RECORDED_CALLS(X)                                                                          \
    X(STEP, 1, 0, "step") /* dt */                                                                 \
    X(CREATE, 11, 0, "creating a unit")                                                            \
    X(DESTROY, 2, 0, "destroying a unit")                                                          \
    X(SET, 5, 0, "setting a field of a unit") /* recorded_field, two words of its value */         \
    X(STOW, 3, 0, "stowing a unit")                                                                \
    X(UNSTOW, 4, 0, "unstowing a unit")                                                            \
    X(TELEPORT, 4, 0, "teleporting a unit")                                                        \
    X(FACE, 4, 0, "turning a unit")                                                                \
    X(GO, 4, 0, "the order to go")                                                                 \
    X(HOLD, 2, 0, "the order to hold")                                                             \
    X(PATROL, 2, POINT_WORDS, "the order to patrol")                                               \
    X(PURSUE, 4, 0, "the order to pursue")                                                         \
    X(FOLLOW, 4, 0, "the order to follow")                                                         \
    X(EVADE, 4, 0, "the order to evade")                                                           \
    X(FLEE, 4, 0, "the order to flee")                                                             \
    X(WANDER, 5, 0, "the order to wander")                                                         \
    X(APPROACH, 7, 0, "the order to approach a unit")                                              \
    X(APPROACH_POINT, 7, 0, "the order to approach a point")                                       \
    X(SET_RANGE, 5, 0, "the range of an order")                                                    \
    X(PATH, 3, POINT_WORDS, "a path") /* the third word is its result */                           \
    X(GUIDE, 4, 0, "a guide")                                                                      \
    X(PACE, 3, 0, "a pace")                                                                        \
    X(STOP, 2, 0, "the order to stop")                                                             \
    X(ANSWER, 3, 0, "an answer")                                                                   \
    X(SET_CELLS, 5, 0, "setting cells")                                                            \
    X(SET_CELL_LIST, 0, CELL_WORDS, "setting a list of cells")                                     \
    X(SET_ALLIES, 3, 0, "setting the allies of a team")                                            \
    X(PROFILE_ADD, 1, PROFILE_WORDS, "adding a profile")                                           \
    X(PROFILE_SET, 1, PROFILE_WORDS, "setting a profile")                                          \
    X(PROFILE_RELEASE, 1, 0, "releasing a profile")                                                \
    X(GROUP_GO, 12, 1, "the order of a group to go") /* see GROUP_ORDER_WORDS */                   \
    X(GROUP_PATROL, 12, 1, "the order of a group to patrol")                                       \
    X(GROUP_APPROACH, 12, 1, "the order of a group to approach a unit")                            \
    X(GROUP_APPROACH_POINT, 12, 1, "the order of a group to approach a point")                     \
    X(GROUP_PATH, 2, POINT_WORDS, "the path of a group")                                           \
    X(GROUP_JOIN, 2, 2, "joining a group")                                                         \
    X(GROUP_LEAVE, 2, 0, "leaving a group")                                                        \
    X(GROUP_DISBAND, 2, 0, "disbanding a group")                                                   \
    X(GROUPS_UPDATE, 1, 0, "an update of the groups")

enum call_kind {
#define CALL_ID(name, words, entry, text) CALL_##name,
    RECORDED_CALLS(CALL_ID)
#undef CALL_ID
        CALL_COUNT
};

enum { CALL_WORDS_MOST = 12 };

/* The fields of a unit that the host sets. */
typedef enum recorded_field {
    FIELD_PROFILE,
    FIELD_TEAM,
    FIELD_HEADING,
    FIELD_RANK,
    FIELD_USER,
    FIELD_SPEED_FACTOR,
    FIELD_GHOST
} recorded_field;

/* Words of an order to a group: its id, its point or target, its range, the shape with two bits,
 * columns, gap, heading. The list: number of units, their ids, their offsets in a shape of the
 * host's own, the points of a patrol. */
enum {
    ORDER_POINT = 2,
    ORDER_RANGE = 4,
    ORDER_SHAPE = 7,
    ORDER_COLUMNS,
    ORDER_GAP,
    ORDER_HEADING,
    ORDER_MARCHES = 1 << 8,
    ORDER_KEEPS_PLACES = 1 << 9
};

/* How a call is written. */
typedef struct call_form {
    const char *text;
    uint8_t words, entry;
} call_form;

static inline call_form call_form_of(uint32_t kind) {
    static const call_form FORMS[] = {
#define CALL_FORM(name, words, entry, text) {text, words, entry},
        RECORDED_CALLS(CALL_FORM)
#undef CALL_FORM
    };
    return FORMS[kind];
}

#define CHECK_WORDS(name, words, entry, text)                                                      \
    _Static_assert((words) <= CALL_WORDS_MOST, "a call has room for its words");
RECORDED_CALLS(CHECK_WORDS)
#undef CHECK_WORDS

static inline uint32_t word_of_float(float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

#define WORDS_OF_UNIT(id)     (id).slot, (id).generation
#define WORDS_OF_POINT(point) word_of_float((point).x), word_of_float((point).y)
#define WORDS_OF_LONG(number) (uint32_t)(number), (uint32_t)((uint64_t)(number) >> 32)
#define WORDS_OF_RANGE(range)                                                                      \
    word_of_float((range)->most), word_of_float((range)->least), (range)->sight

/* ---- reporting ---- */

/* A call of this kind was made, with these words; its list, if it has one, is handed over as
 * words. */
SIDLE_INTERNAL void record_call(sidle_recorder *recorder, enum call_kind kind,
                                const uint32_t *words, const void *list, uint32_t count);

/* The same for a call with a profile. */
SIDLE_INTERNAL void record_profile(sidle_recorder *recorder, enum call_kind kind,
                                   sidle_profile_id id, const sidle_profile *profile);

/* A step begins; it is over. */
SIDLE_INTERNAL void record_step(sidle_recorder *recorder, float dt);
SIDLE_INTERNAL void record_stepped(sidle_recorder *recorder, sidle_result result);

/* The world was made anew by loading or copying. */
SIDLE_INTERNAL void record_loaded(sidle_recorder *recorder);

/* A stretch of a list of words. */
typedef struct words_piece {
    const void *words;
    uint32_t count;
} words_piece;

/* What stands on a world and is recorded with it. */
typedef struct record_layer {
    const void *of;
    sidle_result (*save)(const void *of, void *buffer, size_t size, size_t *needed);
    uint64_t (*hash)(const void *of);
} record_layer;

/* The layer begins to stand on the world, unless another one does; it was loaded; it is no more. */
SIDLE_INTERNAL void record_layer_made(sidle_world *world, const record_layer *layer);
SIDLE_INTERNAL void record_layer_loaded(sidle_world *world, const record_layer *layer);
SIDLE_INTERNAL void record_layer_over(sidle_world *world, const record_layer *layer);

/* A call of the layer begins: what it calls of the world is not recorded. NULL: the layer is not
 * recorded, and what it calls is. */
SIDLE_INTERNAL sidle_recorder *record_enter(const sidle_world *world, const record_layer *layer);

/* It is over; result: a call that was refused is not recorded. The list is made of the pieces. */
SIDLE_INTERNAL void record_leave(sidle_recorder *recorder, sidle_result result, enum call_kind kind,
                                 const uint32_t *words, const words_piece *pieces, uint32_t count);

/* Reports a call without a list, if the world is recorded. */
#define RECORD(world, kind, ...) RECORD_LIST(world, kind, NULL, 0, __VA_ARGS__)

#define RECORD_LIST(world, kind, list, count, ...)                                                 \
    do {                                                                                           \
        if ((world)->recorder)                                                                     \
            record_call((world)->recorder, kind, (const uint32_t[]){__VA_ARGS__}, list, count);    \
    } while (0)

#endif
