/* The readers of the command, fed with any bytes: a file is read or refused, each complaint is one
 * clean line that names the file, and what was read can be played.
 *
 *   map       a fixture
 *   scenario  a Moving AI scenario; behind a line "===" comes its map
 *   config    an ini file of profiles */
#ifndef SIDLE_FUZZ_READERS_H
#define SIDLE_FUZZ_READERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum reader_kind { READER_MAP, READER_SCENARIO, READER_CONFIG, READER_COUNT } reader_kind;

const char *reader_name(reader_kind kind);

/* Reads the bytes; a broken promise ends the program. */
void reader_play(reader_kind kind, const uint8_t *data, size_t size);

#endif
