/* Feeds the readers without libFuzzer: files as they are, then with bytes and lines changed by
 * dice; snapshots and recordings as saves_change.c does it. Where the
 * program is aborted, what it read is written to broken-KIND.
 *
 *   fuzz_reader_driver map|scenario|config|snapshot|recording TIMES FILE... */
#include "readers.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = LONGEST_SAVE, SPARE = 4096 };

static uint32_t roll(uint64_t *dice, uint32_t sides) {
    *dice = *dice * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*dice >> 33) % sides;
}

/* Words that mean something to a reader, and numbers that are easily forgotten. */
static const char *const WORDS[] = {
    "type octile",  "height ",     "width ",      "cell ",      "map\n",   "group a ", "unit a ",
    "edit at=",     "profile ",    "expect ",     "seconds ",   "goal=",   "via=",     "dies=",
    "team=",        "version 1\n", "[default]\n", "like = ",    "radius=", "ladder=",  "1e999",
    "-1",           "nan",         "0x7f",        "4294967296", "",        "\n",       "\t",
    "\xef\xbb\xbf", ",",           "===\n",       "65536",
};

/* Changes a byte, repeats or drops a piece, or puts a word in. */
static size_t change(uint8_t *data, size_t size, uint64_t *dice) {
    size_t at = size ? roll(dice, (uint32_t)size) : 0, left = size - at;
    size_t piece = left ? roll(dice, left < 40 ? (uint32_t)left : 40) : 0;
    const char *word = WORDS[roll(dice, sizeof WORDS / sizeof *WORDS)];
    switch (roll(dice, 4)) {
    case 0:
        if (size) data[at] = (uint8_t)roll(dice, 256);
        return size;
    case 1: memmove(data + at, data + at + piece, left - piece); return size - piece;
    case 2: memmove(data + at + piece, data + at, left); return size + piece;
    default:
        memmove(data + at + strlen(word), data + at, left);
        memcpy(data + at, word, strlen(word));
        return size + strlen(word);
    }
}

static uint64_t of_bytes = 1;

/* A few bytes of a snapshot or of a recording. */
static size_t change_any(uint8_t *data, size_t size, size_t most) {
    if (!size || (roll(&of_bytes, 8) == 0 && size < most)) {
        data[size] = (uint8_t)roll(&of_bytes, 256);
        return size + (size < most);
    }
    for (uint32_t n = 1 + roll(&of_bytes, 4); n > 0; n--) {
        uint8_t *at = data + roll(&of_bytes, (uint32_t)size);
        *at = (uint8_t)(*at ^ 1u << roll(&of_bytes, 8));
    }
    return roll(&of_bytes, 8) ? size : roll(&of_bytes, (uint32_t)size);
}

static size_t change_by(reader_kind kind, uint8_t *data, size_t size, uint64_t *dice) {
    if (kind < READER_SNAPSHOT) return change(data, size, dice);
    return saves_change(kind, data, size, MOST, roll(dice, 1u << 31), change_any);
}

/* What is read now: where that ends the program, it is kept. */
static struct {
    reader_kind kind;
    const uint8_t *data;
    size_t size;
} read_now;

static void keep_broken(int signal) {
    char name[40];
    snprintf(name, sizeof name, "broken-%s", reader_name(read_now.kind));
    FILE *file = fopen(name, "wb");
    if (file && fwrite(read_now.data, 1, read_now.size, file) == read_now.size && !fclose(file))
        fprintf(stderr, "  written to %s\n", name);
    (void)signal;
}

static void play(reader_kind kind, const uint8_t *data, size_t size) {
    read_now.kind = kind, read_now.data = data, read_now.size = size;
    reader_play(kind, data, size);
}

static void play_file(reader_kind kind, const char *name, uint32_t times) {
    static uint8_t kept[MOST], data[MOST + SPARE];
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(2);
    }
    size_t size = fread(kept, 1, MOST, file);
    fclose(file);
    play(kind, kept, size);
    uint64_t dice = size;
    for (uint32_t k = 0; k < times; k++) {
        memcpy(data, kept, size);
        size_t now = size;
        for (uint32_t n = 1 + roll(&dice, 4); n > 0; n--) now = change_by(kind, data, now, &dice);
        play(kind, data, now);
    }
}

int main(int argc, char **argv) {
    int kind = 0;
    while (kind < READER_COUNT && (argc < 4 || strcmp(argv[1], reader_name((reader_kind)kind))))
        kind++;
    if (kind == READER_COUNT) {
        fprintf(stderr,
                "fuzz_reader_driver map|scenario|config|snapshot|recording TIMES FILE...\n");
        return 2;
    }
    signal(SIGABRT, keep_broken);
    for (int k = 3; k < argc; k++)
        play_file((reader_kind)kind, argv[k], (uint32_t)strtoul(argv[2], NULL, 10));
    printf("%s: %d files, each changed %s times\n", argv[1], argc - 3, argv[2]);
    return 0;
}
