/* Tells a story as a C program that makes the same calls, and how it broke. */
#include "host.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool story_told(void) {
    static int told = -1;
    if (told < 0) told = getenv("SIDLE_STORY") != NULL;
    return told;
}

/* Steps of the same dt that are not told yet. */
static struct {
    uint32_t count;
    float dt;
} steps;

static void tell_steps(void) {
    if (steps.count > 1)
        printf("    for (int k = 0; k < %u; k++) sidle_world_step(w, %.9g);\n", steps.count,
               (double)steps.dt);
    else if (steps.count == 1)
        printf("    sidle_world_step(w, %.9g);\n", (double)steps.dt);
    steps.count = 0;
}

void tell_step(float dt, bool stepped) {
    if (!story_told() || !stepped) return;
    if (steps.dt != dt) tell_steps();
    steps.dt = dt;
    steps.count++;
}

void story_tell(const char *format, ...) {
    if (!story_told()) return;
    tell_steps();
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

/* Is the invariant one that the run shall pass over? */
static bool passed_over(const char *what) {
    const char *list = getenv("SIDLE_FUZZ_SKIP"), *at = list ? strstr(list, what) : NULL;
    size_t length = strlen(what);
    return at && (at == list || at[-1] == ',') && (at[length] == ',' || !at[length]);
}

void story_fail(const story *s, const char *what, const char *format, ...) {
    if (passed_over(what)) return;
    va_list list;
    va_start(list, format);
    if (story_told()) tell_steps();
    fflush(stdout);
    fprintf(stderr, "\nbroken (%s) in a story of %s, after %.3f s, tick %llu, call %s\n  ", what,
            style_name(s->style), s->seconds, (unsigned long long)sidle_world_tick(s->world),
            s->call);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n  (SIDLE_STORY=1 prints the story as a C program)\n");
    va_end(list);
    story_tell("    /* broken here */\n    return 0;\n}\n");
    fflush(stdout);
    abort();
}

const char *tell_number(float value) {
    enum { IN_USE = 16 };
    static char texts[IN_USE][32];
    static unsigned next;
    char *text = texts[next++ % IN_USE];
    if (isfinite(value))
        snprintf(text, sizeof texts[0], "%.9g", (double)value);
    else
        snprintf(text, sizeof texts[0], "%s%s", signbit(value) ? "-" : "",
                 isnan(value) ? "NAN" : "INFINITY");
    return text;
}

const char *tell_point(sidle_vec2 p) {
    enum { IN_USE = 4 };
    static char texts[IN_USE][80];
    static unsigned next;
    char *text = texts[next++ % IN_USE];
    snprintf(text, sizeof texts[0], "(sidle_vec2){%s, %s}", tell_number(p.x), tell_number(p.y));
    return text;
}

void tell_world(const sidle_world_def *def, const uint8_t *cells) {
    static const char *const NAMES[] = {"SIDLE_TERRAIN_GROUND", "SIDLE_TERRAIN_SWAMP",
                                        "SIDLE_TERRAIN_WATER", "SIDLE_TERRAIN_TREES",
                                        "SIDLE_TERRAIN_VOID"};
    if (!story_told()) return;
    story_tell("#include <sidle/sidle.h>\n#include <math.h>\n\n"
               "static sidle_unit_id make(sidle_world *w, uint32_t profile, sidle_vec2 position,\n"
               "                          sidle_vec2 heading, uint32_t team, uint32_t rank) {\n"
               "    sidle_unit_id id;\n    sidle_unit_def d = sidle_unit_def_default();\n"
               "    d.profile.index = profile, d.position = position, d.heading = heading;\n"
               "    d.team = team, d.rank = rank;\n    sidle_unit_create(w, &d, &id);\n"
               "    return id;\n}\n\nint main(void) {\n"
               "    sidle_world_def d = sidle_world_def_default();\n"
               "    d.width = %u, d.height = %u, d.cell_size = %s, d.units = %u;\n"
               "    sidle_world *w;\n    sidle_world_create(&d, &w);\n"
               "    sidle_unit_id u[%d] = {0};\n"
               "    sidle_profile p;\n    sidle_profile_id id;\n    (void)u, (void)p, "
               "(void)id;\n",
               def->width, def->height, tell_number(def->cell_size), def->units, (int)FIGURES);
    for (uint32_t y = 0; cells && y < def->height; y++)
        for (uint32_t x = 0, end; x < def->width; x = end) {
            uint8_t class = cells[y * def->width + x];
            for (end = x; end < def->width && cells[y * def->width + end] == class;) end++;
            if (class && class < SIDLE_TERRAIN_COUNT)
                story_tell("    sidle_world_set_cells(w, %u, %u, %u, 1, %s);\n", x, y, end - x,
                           NAMES[class]);
        }
}

void tell_profile(const char *name, const sidle_profile *profile) {
    if (!story_told()) return;
    sidle_profile usual = sidle_profile_default();
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows);
    story_tell("    %s = sidle_profile_default();\n", name);
    for (uint32_t k = 0; k < rows; k++) {
        const char *field = (const char *)profile + table[k].offset;
        bool by_class = table[k].type == SIDLE_PARAM_CLASSES;
        for (int n = 0; n < SIDLE_TERRAIN_COUNT && by_class; n++)
            if (((const float *)field)[n] != table[k].default_value)
                story_tell("    %s.%s[%d] = %s;\n", name, table[k].name, n,
                           tell_number(((const float *)field)[n]));
        if (by_class) continue;
        size_t size = table[k].type == SIDLE_PARAM_LADDER ? SIDLE_LADDER_STEPS : sizeof(float);
        if (memcmp(field, (const char *)&usual + table[k].offset, size) == 0) continue;
        if (table[k].type == SIDLE_PARAM_FLOAT)
            story_tell("    %s.%s = %s;\n", name, table[k].name,
                       tell_number(*(const float *)field));
        else if (table[k].type != SIDLE_PARAM_LADDER)
            story_tell("    %s.%s = %u;\n", name, table[k].name, *(const uint32_t *)field);
        for (int n = 0; n < SIDLE_LADDER_STEPS && table[k].type == SIDLE_PARAM_LADDER; n++)
            story_tell("    %s.ladder[%d] = %u;\n", name, n, profile->ladder[n]);
    }
}
