/* Readers, fed with any bytes: a file is read or refused, each complaint is one clean line that
 * names the file, and what was read can be played.
 *
 *   map        a fixture
 *   scenario   a Moving AI scenario; behind a line "===" comes its map
 *   config     an ini file of profiles
 *   snapshot   a world that was saved, as sidle_world_load reads it
 *   recording  what `sidle run --record` or a host's recorder has written: by sidle_replay, and as
 *              `sidle replay` reads it
 *
 * saves.c plays the last two, saves_change.c changes them. */
#ifndef SIDLE_FUZZ_READERS_H
#define SIDLE_FUZZ_READERS_H

#include <sidle/sidle.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum reader_kind {
    READER_MAP,
    READER_SCENARIO,
    READER_CONFIG,
    READER_SNAPSHOT,
    READER_RECORDING,
    READER_COUNT
} reader_kind;

const char *reader_name(reader_kind kind);

/* Reads the bytes; a broken promise ends the program. */
void reader_play(reader_kind kind, const uint8_t *data, size_t size);
void reader_fail(const char *what, const char *said);

/* ---- saves.c ---- */

/* Bytes of a save; a longer one is not made. */
enum { LONGEST_SAVE = 1 << 16 };

/* The parts of the two readers that are the library's. recording_play is false when the recording
 * wants more memory than a test has for it. */
void snapshot_play(const uint8_t *data, size_t size);
bool recording_play(const uint8_t *data, size_t size);

/* A world whose allocator counts, and refuses large blocks: bytes of a kilobyte may say that they
 * are of a million units. */
sidle_world *saves_world(void);
void saves_world_done(sidle_world *world);

/* ---- saves_change.c ---- */

/* Changes bytes anyhow, and returns how many there are then. */
typedef size_t bytes_changer(uint8_t *data, size_t size, size_t most);

/* Changes a snapshot or a recording, so that its reader gets far into it. */
size_t saves_change(reader_kind kind, uint8_t *data, size_t size, size_t most, uint64_t seed,
                    bytes_changer *any);

#endif
