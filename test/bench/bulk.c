/* How long a host takes to read all units: `meson test --benchmark -C build bulk -v`, or this
 * program with a number of units. Beside each time stands what a plain memcpy of as many bytes
 * takes in the same run. Each figure is the least of many, taken in turns, in processor time: what
 * else runs on the machine counts as little as it can.
 *
 * Units in order were created as they stand on the map; those at random in any order, which is the
 * worst for a host that reads them by slot. A host after a fight is somewhere between. */
#include <sidle/sidle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 60, COLUMNS = 300 };

typedef struct host {
    sidle_unit_id *ids;
    sidle_vec2 *positions, *headings, *velocities, *made;
    uint8_t *decisions;
    uint64_t *users;
} host;

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

static void *room(size_t count, size_t size) {
    void *memory = malloc(count * size);
    if (!memory) exit(EXIT_FAILURE);
    return memset(memory, 1, count * size);
}

static void must(sidle_result result) {
    if (!result) return;
    fprintf(stderr, "bulk: %s\n", sidle_result_text(result));
    exit(EXIT_FAILURE);
}

/* Which place the unit gets. */
static uint32_t *places(uint32_t units, bool at_random) {
    uint32_t *list = room(units, sizeof *list);
    uint64_t dice = 88172645463325252u;
    for (uint32_t k = 0; k < units; k++) list[k] = k;
    for (uint32_t k = units; at_random && k-- > 1;) {
        dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
        uint32_t other = (uint32_t)(dice % (k + 1)), kept = list[k];
        list[k] = list[other];
        list[other] = kept;
    }
    return list;
}

/* Units in a field, under way. */
static sidle_world *field(uint32_t units, bool at_random) {
    uint32_t rows = units / COLUMNS + 1, *place = places(units, at_random);
    sidle_world *world;
    sidle_world_def def = sidle_world_def_default();
    uint8_t *cells = calloc((size_t)3 * COLUMNS + 4, (size_t)3 * rows + 4);
    def.width = 3 * COLUMNS + 4;
    def.height = 3 * rows + 4;
    def.cells = cells;
    def.units = units;
    must(sidle_world_create(&def, &world));
    for (uint32_t k = 0; k < units; k++) {
        sidle_unit_id id;
        sidle_unit_def u = sidle_unit_def_default();
        u.position.x = 2 + 3 * (float)(place[k] % COLUMNS);
        u.position.y = 2 + 3 * (float)(place[k] / COLUMNS);
        u.user = k;
        must(sidle_unit_create(world, &u, &id));
        u.position.x += (float)(k % 3) - 1;
        must(sidle_unit_go(world, id, u.position));
    }
    for (int tick = 0; tick < 5; tick++) must(sidle_world_step(world, 1.0f / 30));
    free(place);
    free(cells);
    return world;
}

static double read_once(const sidle_world *world, const sidle_columns *to, uint32_t units) {
    uint32_t rows;
    double begin = milliseconds();
    must(sidle_world_read(world, to, units, &rows));
    return milliseconds() - begin;
}

static double copy_once(char *to, const char *from, size_t bytes) {
    double begin = milliseconds();
    memcpy(to, from, bytes);
    __asm__ volatile("" : : "r"(to) : "memory");
    return milliseconds() - begin;
}

static void measure(const char *what, const sidle_world *world, const sidle_columns *to,
                    uint32_t units, size_t bytes_a_unit) {
    size_t bytes = bytes_a_unit * units;
    char *a = room(bytes, 1), *b = room(bytes, 1);
    double read = 1e9, copied = 1e9;
    for (int k = 0; k < RUNS; k++) {
        double r = read_once(world, to, units), c = copy_once(a, b, bytes);
        read = r < read ? r : read;
        copied = c < copied ? c : copied;
    }
    printf("  %-22s %6.3f ms, memcpy of %zu bytes a unit %6.3f ms: %.1f times\n", what, read,
           bytes_a_unit, copied, read / copied);
    free(a);
    free(b);
}

static void measure_all(uint32_t units, bool at_random) {
    sidle_world *world = field(units, at_random);
    host h = {room(units, sizeof *h.ids),      room(units, sizeof *h.positions),
              room(units, sizeof *h.headings), room(units, sizeof *h.velocities),
              room(units, sizeof *h.made),     room(units, 1),
              room(units, sizeof *h.users)};
    const sidle_columns all = {{h.ids, 0},  {h.positions, 0}, {h.headings, 0}, {h.velocities, 0},
                               {h.made, 0}, {h.decisions, 0}, {h.users, 0},    {NULL, 0}};
    const sidle_columns places_alone = {.positions = {h.positions, 0}};
    const sidle_columns drawn = {.positions = {h.positions, 0}, .headings = {h.headings, 0}};
    const sidle_columns seen = {{h.ids, 0}, {h.positions, 0}, {h.headings, 0}, {h.velocities, 0},
                                {NULL, 0},  {h.decisions, 0}, {NULL, 0},       {NULL, 0}};
    printf("%u units, %s\n", units, at_random ? "at random" : "in order");
    measure("all seven columns", world, &all, units, 49);
    measure("without made, users", world, &seen, units, 33);
    measure("positions", world, &places_alone, units, 8);
    measure("positions, headings", world, &drawn, units, 16);
    void *columns[] = {h.ids, h.positions, h.headings, h.velocities, h.made, h.decisions, h.users};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) free(columns[k]);
    sidle_world_destroy(world);
}

int main(int argc, char **argv) {
    uint32_t units = argc > 1 ? (uint32_t)atoi(argv[1]) : 100000;
    if (!units || units > SIDLE_MAX_UNITS) return EXIT_FAILURE;
    measure_all(units, false);
    measure_all(units, true);
    return EXIT_SUCCESS;
}
