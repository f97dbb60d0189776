/* A libFuzzer target for one style of stories. Mutations keep to records, so that what was found
 * stays a story. */
#include "story.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    story_play(FUZZ_STYLE, data, size);
    return 0;
}

static unsigned roll(unsigned *state, size_t sides) {
    *state = *state * 1664525u + 1013904223u;
    return (unsigned)((*state >> 8) % sides);
}

static uint8_t *record(uint8_t *data, size_t at) {
    return data + HEADER + at * RECORD;
}

/* A record goes, comes, comes twice or changes places; else one changes, or the scene does. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    size_t room = most < LONGEST_STORY ? most : LONGEST_STORY;
    if (room < HEADER + RECORD) return LLVMFuzzerMutate(data, size, most);
    if (size < HEADER) memset(data + size, 0, HEADER - size), size = HEADER;
    size_t count = (size - HEADER) / RECORD, any = count ? roll(&seed, count) : 0;
    bool grows = HEADER + (count + 1) * RECORD <= room;
    uint8_t *at = record(data, any), spare[RECORD];
    switch (roll(&seed, 10)) {
    case 0:
        if (count > 1) memmove(at, at + RECORD, (--count - any) * RECORD);
        break;
    case 1:
    case 2:
        if (!grows) break;
        memmove(at + RECORD, at, (count++ - any) * RECORD);
        for (int k = 0; k < RECORD; k++) at[k] = (uint8_t)roll(&seed, 256);
        break;
    case 3:
        if (!grows || !count) break;
        memmove(at + RECORD, at, (count++ - any) * RECORD);
        break;
    case 4:
        if (!count) break;
        memcpy(spare, at, RECORD);
        memcpy(at, record(data, roll(&seed, count)), RECORD);
        break;
    case 5: data[roll(&seed, HEADER)] = (uint8_t)roll(&seed, 256); break;
    case 6: LLVMFuzzerMutate(data, HEADER, HEADER); break;
    default:
        if (count) LLVMFuzzerMutate(at + roll(&seed, RECORD), 1, 1);
        if (count && roll(&seed, 2)) LLVMFuzzerMutate(at, RECORD, RECORD);
    }
    return HEADER + count * RECORD;
}
