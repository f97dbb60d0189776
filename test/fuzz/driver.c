/* Plays stories without libFuzzer: files, random streams, and a file made shorter.
 *
 *   fuzz_driver STYLE FILE...          plays the files
 *   fuzz_driver STYLE --random N SEED  plays N random streams, from a seed on
 *   fuzz_driver STYLE --shorten FILE   writes FILE.short, the shortest that still breaks
 *
 * Where a random stream breaks, it is written to broken-STYLE-SEED first. */
#include "story.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = LONGEST_STORY };

static int usage(void) {
    fprintf(
        stderr,
        "fuzz_driver calls|crowd|doors|lone|troops FILE... | --random N SEED | --shorten FILE\n");
    return 2;
}

static size_t load(const char *name, uint8_t *data) {
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        exit(2);
    }
    size_t size = fread(data, 1, MOST, file);
    fclose(file);
    return size;
}

static void save(const char *name, const uint8_t *data, size_t size) {
    FILE *file = fopen(name, "wb");
    bool kept = file && fwrite(data, 1, size, file) == size;
    if (file && fclose(file)) kept = false;
    if (!kept) perror(name);
}

/* Does the story break? It is played by a child, silent or not. */
static bool breaks(story_style style, const uint8_t *data, size_t size, bool silent) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) exit(2);
    if (child == 0) {
        if (silent && (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout)))
            _exit(0);
        story_play(style, data, size);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return status != 0;
}

static size_t random_stream(uint64_t seed, uint8_t *data) {
    uint64_t state = seed * 0x9e3779b97f4a7c15u + 1;
    for (size_t k = 0; k < MOST; k++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        data[k] = (uint8_t)(state >> 40);
    }
    return HEADER + (size_t)(state >> 33) % (MOST - HEADER);
}

static int play_random(story_style style, unsigned long count, unsigned long seed) {
    uint8_t data[MOST];
    int broken = 0;
    for (unsigned long k = seed; k < seed + count; k++) {
        size_t size = random_stream(k, data);
        if (!breaks(style, data, size, false)) continue;
        char name[80];
        snprintf(name, sizeof name, "broken-%s-%lu", style_name(style), k);
        save(name, data, size);
        fprintf(stderr, "  written to %s\n", name);
        broken++;
    }
    fprintf(stderr, "%s: %lu random stories, %d broken\n", style_name(style), count, broken);
    return broken > 0;
}

/* The smallest of a few values of the byte with which the story still breaks. */
static void lower(story_style style, uint8_t *data, size_t size, size_t at) {
    uint8_t was = data[at];
    const uint8_t tries[] = {0, 1, was / 8, was / 4, was / 2};
    for (size_t k = 0; k < sizeof tries; k++) {
        if (tries[k] >= was) continue;
        data[at] = tries[k];
        if (breaks(style, data, size, true)) return;
    }
    data[at] = was;
}

/* Takes out runs of records, the longer first, then lowers bytes, while the story breaks. */
static int shorten(story_style style, const char *name) {
    uint8_t data[MOST], tried[MOST];
    size_t size = load(name, data);
    if (!breaks(style, data, size, true)) return usage();
    for (size_t run = 32; run > 0; run /= 2)
        for (size_t at = HEADER; at + run * RECORD <= size;) {
            memcpy(tried, data, at);
            memcpy(tried + at, data + at + run * RECORD, size - at - run * RECORD);
            if (breaks(style, tried, size - run * RECORD, true)) {
                size -= run * RECORD;
                memcpy(data, tried, size);
            } else
                at += RECORD;
        }
    for (size_t k = 0; k < size; k++) lower(style, data, size, k);
    char to[4000];
    snprintf(to, sizeof to, "%s.short", name);
    save(to, data, size);
    printf("%s: %zu bytes\n", to, size);
    return 0;
}

int main(int argc, char **argv) {
    int which = 0;
    while (which < STYLE_COUNT && (argc < 3 || strcmp(argv[1], style_name((story_style)which))))
        which++;
    if (which == STYLE_COUNT) return usage();
    if (strcmp(argv[2], "--random") == 0 && argc == 5)
        return play_random((story_style)which, strtoul(argv[3], NULL, 10),
                           strtoul(argv[4], NULL, 10));
    if (strcmp(argv[2], "--shorten") == 0 && argc == 4) return shorten((story_style)which, argv[3]);
    int broken = 0;
    for (int k = 2; k < argc; k++) {
        uint8_t data[MOST];
        size_t size = load(argv[k], data);
        bool now = breaks((story_style)which, data, size, false);
        if (now) fprintf(stderr, "  in %s\n", argv[k]);
        broken += now;
    }
    fprintf(stderr, "%s: %d stories, %d broken\n", argv[1], argc - 2, broken);
    return broken > 0;
}
