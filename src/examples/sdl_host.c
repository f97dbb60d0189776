/* A game in a window, in the small: drag to select, right click to send, space to pause. The unit
 * under the mouse says why it does what it does, and shows what it sees.
 *
 *   sdl_host [--frames N] [--screenshot FILE.png] [--script FILE]
 *
 * A script plays the person at the mouse: lines of `FRAME press|release left|right X Y`,
 * `FRAME move X Y` or `FRAME key space`, in pixels, by ascending frame. They become SDL events and
 * are handled like any other. */
#include <SDL.h>
#include <math.h>
#include <sidle/sidle.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>

#include <stb_easy_font.h>

enum { WIDE = 56, HIGH = 32, CELLS = WIDE * HIGH, PIXELS = 16, BAR = 60 };
enum { UNITS = 120, FIELDS = 8, NO_FIELD = FIELDS, HZ = 30 };

typedef struct game {
    sidle_world *world;
    sidle_unit_id units[UNITS];
    bool selected[UNITS];
    uint32_t field_of[UNITS];       /* which flow field leads the unit; NO_FIELD: none */
    uint32_t fields[FIELDS][CELLS]; /* of the last orders: sidle_flow.next */
    uint32_t orders, arrivals;
    bool paused, quits, drags;
    SDL_FPoint mouse, corner; /* pixels: now, and where the drag began */
    SDL_Renderer *renderer;
    SDL_Texture *disc; /* white, with a soft rim */
} game;

static sidle_vec2 on_map(SDL_FPoint pixel) {
    return (sidle_vec2){pixel.x / PIXELS, pixel.y / PIXELS};
}

/* ---- the world ---- */

static bool make_world(game *g) {
    sidle_world_def def = sidle_world_def_default();
    def.width = WIDE;
    def.height = HIGH;
    if (sidle_world_create(&def, &g->world)) return false;
    sidle_world_set_cells(g->world, 26, 0, 4, HIGH, SIDLE_TERRAIN_WATER);
    sidle_world_set_cells(g->world, 26, 7, 4, 4, SIDLE_TERRAIN_GROUND); /* two bridges */
    sidle_world_set_cells(g->world, 26, 22, 4, 4, SIDLE_TERRAIN_GROUND);
    sidle_world_set_cells(g->world, 14, 13, 6, 5, SIDLE_TERRAIN_TREES);
    sidle_world_set_cells(g->world, 38, 3, 3, 8, SIDLE_TERRAIN_TREES);
    sidle_world_set_cells(g->world, 40, 20, 6, 6, SIDLE_TERRAIN_VOID); /* a house */
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_def unit = sidle_unit_def_default();
        bool red = k >= UNITS / 2;
        int n = k % (UNITS / 2);
        unit.team = red;
        unit.position.x = (red ? 47.5f : 2.5f) + 1.2f * (float)(n % 6);
        unit.position.y = (red ? 8.5f : 11.5f) + 1.2f * (float)(n / 6);
        unit.heading.x = red ? -1 : 1;
        unit.user = (uint64_t)k;
        if (sidle_unit_create(g->world, &unit, &g->units[k])) return false;
        g->field_of[k] = NO_FIELD;
    }
    return true;
}

/* Breadth first from the goal: each cell leads to the one from which it was reached. */
static void make_field(const sidle_world *world, sidle_vec2 goal, uint32_t next[CELLS]) {
    static const int32_t DX[] = {1, -1, 0, 0}, DY[] = {0, 0, 1, -1};
    static uint32_t line[CELLS];
    uint32_t head = 0, tail = 0, start = (uint32_t)goal.y * WIDE + (uint32_t)goal.x;
    for (uint32_t k = 0; k < CELLS; k++) next[k] = SIDLE_FLOW_NONE;
    next[start] = line[tail++] = start;
    while (head < tail) {
        uint32_t at = line[head++];
        for (int k = 0; k < 4; k++) {
            int32_t x = (int32_t)(at % WIDE) + DX[k], y = (int32_t)(at / WIDE) + DY[k];
            sidle_vec2 centre = {(float)x + 0.5f, (float)y + 0.5f};
            uint32_t to = (uint32_t)(y * WIDE + x);
            sidle_profile_id any = {0};
            if (!sidle_world_fits(world, any, centre) || next[to] != SIDLE_FLOW_NONE) continue;
            next[to] = at;
            line[tail++] = to;
        }
    }
}

/* Sends the selected units to the point, or to the nearest place where a unit can stand. */
static void send(game *g, sidle_vec2 point) {
    sidle_vec2 goal;
    sidle_profile_id any = {0};
    if (sidle_world_nearest_fit(g->world, any, point, 10, NULL, &goal)) return;
    uint32_t field = g->orders++ % FIELDS;
    make_field(g->world, goal, g->fields[field]);
    for (int k = 0; k < UNITS; k++) {
        if (g->field_of[k] == field) g->field_of[k] = NO_FIELD; /* that order is too old */
        if (!g->selected[k] || sidle_unit_go(g->world, g->units[k], goal)) continue;
        g->field_of[k] = field;
    }
}

static void tick(game *g) {
    for (uint32_t field = 0; field < FIELDS; field++) {
        const sidle_flow flow = {g->fields[field], 8};
        for (int k = 0; k < UNITS; k++)
            if (g->field_of[k] == field)
                sidle_units_set_flow(g->world, &g->units[k], 1, &flow, NULL);
    }
    sidle_world_step(g->world, 1.0f / HZ);
    uint32_t count;
    const sidle_event *events = sidle_world_events(g->world, &count);
    for (uint32_t k = 0; k < count; k++) g->arrivals += events[k].type == SIDLE_EVENT_ARRIVED;
}

/* ---- the person ---- */

static void select_box(game *g) {
    sidle_vec2 a = on_map(g->corner), b = on_map(g->mouse);
    const sidle_vec2 low = {fminf(a.x, b.x), fminf(a.y, b.y)},
                     high = {fmaxf(a.x, b.x), fmaxf(a.y, b.y)};
    const sidle_filter own = {.teams = SIDLE_TEAM(0u), .part = SIDLE_PART_DISC};
    sidle_hit hits[UNITS];
    uint32_t count = 0;
    memset(g->selected, 0, sizeof g->selected);
    sidle_query_box(g->world, low, high, &own, hits, UNITS, &count);
    for (uint32_t k = 0; k < count; k++) g->selected[hits[k].user] = true;
}

static void handle(game *g, const SDL_Event *e) {
    if (e->type == SDL_QUIT) g->quits = true;
    if (e->type == SDL_KEYDOWN && e->key.keysym.sym == SDLK_SPACE) g->paused = !g->paused;
    if (e->type == SDL_MOUSEMOTION) g->mouse = (SDL_FPoint){(float)e->motion.x, (float)e->motion.y};
    if (e->type != SDL_MOUSEBUTTONDOWN && e->type != SDL_MOUSEBUTTONUP) return;
    bool left = e->button.button == SDL_BUTTON_LEFT, down = e->type == SDL_MOUSEBUTTONDOWN;
    g->mouse = (SDL_FPoint){(float)e->button.x, (float)e->button.y};
    if (left && down) g->corner = g->mouse;
    if (left && !down && g->drags) select_box(g);
    if (left) g->drags = down;
    if (!left && down) send(g, on_map(g->mouse));
}

/* The unit under the mouse; null: none. */
static sidle_unit_id pointed_at(const game *g) {
    const sidle_filter discs = {.part = SIDLE_PART_DISC};
    sidle_hit hit = {.unit = {0, 0}};
    uint32_t count;
    sidle_query_nearest(g->world, on_map(g->mouse), 0.3f, &discs, &hit, 1, &count);
    return hit.unit;
}

/* ---- drawing ---- */

static void colour(const game *g, uint32_t rgba) {
    SDL_SetRenderDrawColor(g->renderer, (Uint8)(rgba >> 24), (Uint8)(rgba >> 16),
                           (Uint8)(rgba >> 8), (Uint8)rgba);
}

static void make_disc(game *g) {
    enum { SIDE = 64 };
    static uint32_t pixels[SIDE * SIDE];
    for (int k = 0; k < SIDE * SIDE; k++) {
        float x = (float)(k % SIDE) - 31.5f, y = (float)(k / SIDE) - 31.5f;
        float inside = fminf(fmaxf(31 - hypotf(x, y), 0), 1);
        pixels[k] = 0xffffff00u | (uint32_t)(255 * inside);
    }
    SDL_SetHint(SDL_HINT_RENDER_SCALE_QUALITY, "linear");
    g->disc = SDL_CreateTexture(g->renderer, SDL_PIXELFORMAT_RGBA8888, SDL_TEXTUREACCESS_STATIC,
                                SIDE, SIDE);
    SDL_UpdateTexture(g->disc, NULL, pixels, SIDE * sizeof *pixels);
    SDL_SetTextureBlendMode(g->disc, SDL_BLENDMODE_BLEND);
}

static void draw_disc(const game *g, sidle_vec2 at, float radius, uint32_t rgba) {
    float side = 2 * radius * PIXELS;
    const SDL_FRect box = {at.x * PIXELS - side / 2, at.y * PIXELS - side / 2, side, side};
    SDL_SetTextureColorMod(g->disc, (Uint8)(rgba >> 24), (Uint8)(rgba >> 16), (Uint8)(rgba >> 8));
    SDL_SetTextureAlphaMod(g->disc, (Uint8)rgba);
    SDL_RenderCopyF(g->renderer, g->disc, NULL, &box);
}

static void draw_terrain(const game *g) {
    static const uint32_t COLOURS[] = {[SIDLE_TERRAIN_GROUND] = 0xe9e4d6ff,
                                       [SIDLE_TERRAIN_SWAMP] = 0xc9c79aff,
                                       [SIDLE_TERRAIN_WATER] = 0x9dbfd8ff,
                                       [SIDLE_TERRAIN_TREES] = 0x9cb585ff,
                                       [SIDLE_TERRAIN_VOID] = 0x6d6a66ff};
    for (int32_t y = 0; y < HIGH; y++)
        for (int32_t x = 0; x < WIDE; x++) {
            const SDL_Rect cell = {x * PIXELS, y * PIXELS, PIXELS, PIXELS};
            colour(g, COLOURS[sidle_world_cell(g->world, x, y)]);
            SDL_RenderFillRect(g->renderer, &cell);
        }
}

static void draw_unit(const game *g, int k) {
    sidle_unit_state s;
    if (sidle_unit_get(g->world, g->units[k], &s)) return;
    const sidle_vec2 nose = {s.position.x + 0.55f * s.radius * s.heading.x,
                             s.position.y + 0.55f * s.radius * s.heading.y};
    if (g->selected[k]) draw_disc(g, s.position, s.radius * 1.35f, 0xf2b632ff);
    draw_disc(g, s.position, s.radius, s.team ? 0x7a2a22ff : 0x1d3a66ff);
    draw_disc(g, s.position, s.radius * 0.84f, s.team ? 0xd0574aff : 0x3f7fc8ff);
    draw_disc(g, nose, s.radius * 0.3f, 0xffffffff);
}

/* What the unit under the mouse thinks, and nobody else. */
typedef struct overlay {
    const game *game;
    sidle_unit_id of;
} overlay;

static void overlay_line(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 from,
                         sidle_vec2 to) {
    static const uint32_t COLOURS[SIDLE_ROLE_COUNT] = {[SIDLE_ROLE_PATH] = 0x3050a0ff,
                                                       [SIDLE_ROLE_TRACE] = 0x208040ff,
                                                       [SIDLE_ROLE_SIDE] = 0xb06010ff,
                                                       [SIDLE_ROLE_BLOCKER] = 0xc02020ff};
    const overlay *o = context;
    if (unit.slot != o->of.slot || !COLOURS[role]) return;
    colour(o->game, COLOURS[role]);
    for (int k = -1; k <= 1; k++) { /* two pixels thick, whichever way it goes */
        float more = 0.5f * (float)k;
        SDL_RenderDrawLineF(o->game->renderer, from.x * PIXELS + more, from.y * PIXELS + more,
                            to.x * PIXELS + more, to.y * PIXELS + more);
    }
}

static void overlay_disc(void *context, sidle_unit_id unit, sidle_role role, sidle_vec2 centre,
                         float radius, uint32_t value) {
    const overlay *o = context;
    (void)value, (void)radius;
    if (unit.slot == o->of.slot && role == SIDLE_ROLE_TARGET)
        draw_disc(o->game, centre, 0.35f, 0xb06010c0);
}

static void draw_text(const game *g, const char *text) {
    static float vertices[40000];
    int quads = stb_easy_font_print(0, 0, (char *)(uintptr_t)text, NULL, vertices, sizeof vertices);
    colour(g, 0xf4f1e8ff);
    for (int k = 0; k < quads;
         k++) { /* four corners of x, y, z and a colour each; twice as large */
        const float *q = vertices + 16 * k;
        const SDL_FRect box = {8 + 2 * q[0], HIGH * PIXELS + 9 + 2 * q[1], 2 * (q[8] - q[0]),
                               2 * (q[9] - q[1])};
        SDL_RenderFillRectF(g->renderer, &box);
    }
}

static uint32_t selected_count(const game *g) {
    uint32_t count = 0;
    for (int k = 0; k < UNITS; k++) count += g->selected[k];
    return count;
}

static void draw_bar(const game *g, sidle_unit_id pointed) {
    char why[160] = "", text[256];
    const SDL_Rect bar = {0, HIGH * PIXELS, WIDE * PIXELS, BAR};
    sidle_why_text(g->world, pointed, why, sizeof why);
    for (char *c = why; (c = strstr(c, "; "));) memcpy(c, "\n ", 2); /* one line for each part */
    if (pointed.slot)
        snprintf(text, sizeof text, "unit %u %s", pointed.slot, why);
    else
        snprintf(text, sizeof text, "%u selected%s\nDrag: select. Right click: send. Space: pause.",
                 selected_count(g), g->paused ? ", paused" : "");
    colour(g, 0x2f3033ff);
    SDL_RenderFillRect(g->renderer, &bar);
    draw_text(g, text);
}

static void draw(const game *g) {
    overlay o = {g, pointed_at(g)};
    const sidle_draw thoughts = {&o, overlay_disc, overlay_line};
    draw_terrain(g);
    for (int k = 0; k < UNITS; k++) draw_unit(g, k);
    if (o.of.slot) sidle_world_draw(g->world, &thoughts);
    if (g->drags) {
        const SDL_FRect box = {fminf(g->corner.x, g->mouse.x), fminf(g->corner.y, g->mouse.y),
                               fabsf(g->corner.x - g->mouse.x), fabsf(g->corner.y - g->mouse.y)};
        colour(g, 0x20202080);
        SDL_RenderDrawRectF(g->renderer, &box);
    }
    draw_bar(g, o.of);
}

/* ---- the script, and what a test asks ---- */

static bool push_line(const char *line) {
    char what[16], which[16];
    int frame, x = 0, y = 0;
    SDL_Event e = {.type = SDL_MOUSEMOTION};
    if (sscanf(line, "%d move %d %d", &frame, &x, &y) == 3) {
        e.motion.x = x, e.motion.y = y;
    } else if (sscanf(line, "%d key %15s", &frame, which) == 2 && !strcmp(which, "space")) {
        e.type = SDL_KEYDOWN;
        e.key.keysym.sym = SDLK_SPACE;
    } else if (sscanf(line, "%d %15s %15s %d %d", &frame, what, which, &x, &y) == 5 &&
               (!strcmp(what, "press") || !strcmp(what, "release"))) {
        e.type = what[0] == 'p' ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
        e.button.button = strcmp(which, "left") ? SDL_BUTTON_RIGHT : SDL_BUTTON_LEFT;
        e.button.x = x, e.button.y = y;
    } else
        return false;
    return SDL_PushEvent(&e) >= 0;
}

/* Pushes the events of this frame; false: a line is none. */
static bool play_script(FILE *script, int frame) {
    char line[100];
    for (long at; script && (at = ftell(script)) >= 0 && fgets(line, sizeof line, script);) {
        if (atoi(line) > frame) return fseek(script, at, SEEK_SET) == 0;
        if (push_line(line)) continue;
        fprintf(stderr, "script: found %sexpected FRAME press, release, move or key\n", line);
        return false;
    }
    return true;
}

static bool save_picture(const game *g, const char *file) {
    static uint8_t pixels[3 * WIDE * PIXELS * (HIGH * PIXELS + BAR)];
    const int wide = WIDE * PIXELS, high = HIGH * PIXELS + BAR;
    return !SDL_RenderReadPixels(g->renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels, 3 * wide) &&
           stbi_write_png(file, wide, high, 3, pixels, 3 * wide);
}

static void report(const game *g) {
    sidle_vec2 sum = {0, 0};
    char why[160];
    for (int k = 0; k < UNITS; k++) {
        sidle_unit_state s;
        if (!g->selected[k] || sidle_unit_get(g->world, g->units[k], &s)) continue;
        sum.x += s.position.x;
        sum.y += s.position.y;
    }
    uint32_t count = selected_count(g);
    sidle_why_text(g->world, pointed_at(g), why, sizeof why);
    printf("ticks %llu\nselected %u\narrived %u\nunder the mouse: %s\n",
           (unsigned long long)sidle_world_tick(g->world), count, g->arrivals, why);
    if (count) printf("centre %.0f %.0f\n", (double)sum.x / count, (double)sum.y / count);
}

/* ---- the window ---- */

static bool open_window(game *g) {
    if (SDL_Init(SDL_INIT_VIDEO)) return false;
    SDL_Window *window = SDL_CreateWindow("sidle", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                          WIDE * PIXELS, HIGH * PIXELS + BAR, SDL_WINDOW_SHOWN);
    g->renderer = window ? SDL_CreateRenderer(window, -1, 0) : NULL;
    if (!g->renderer) return false;
    SDL_SetRenderDrawBlendMode(g->renderer, SDL_BLENDMODE_BLEND);
    make_disc(g);
    return g->disc != NULL;
}

/* frames 0: until the window is closed. A script is played as fast as it goes. */
static bool play(game *g, int frames, FILE *script) {
    for (int frame = 0; !g->quits && (!frames || frame < frames); frame++) {
        Uint32 begin = SDL_GetTicks();
        if (!play_script(script, frame)) return false;
        for (SDL_Event e; SDL_PollEvent(&e);) handle(g, &e);
        if (!g->paused) tick(g);
        draw(g);
        SDL_RenderPresent(g->renderer);
        Uint32 took = SDL_GetTicks() - begin;
        if (!script && took < 1000 / HZ) SDL_Delay(1000 / HZ - took);
    }
    return true;
}

int main(int argc, char **argv) {
    static game g;
    int frames = 0;
    const char *picture = NULL;
    FILE *script = NULL;
    for (int k = 1; k < argc; k += 2) {
        if (k + 1 < argc && !strcmp(argv[k], "--frames"))
            frames = atoi(argv[k + 1]);
        else if (k + 1 < argc && !strcmp(argv[k], "--screenshot"))
            picture = argv[k + 1];
        else if (k + 1 == argc || strcmp(argv[k], "--script") ||
                 !(script = fopen(argv[k + 1], "r")))
            return fprintf(stderr, "usage: sdl_host [--frames N] [--screenshot FILE.png] "
                                   "[--script FILE]\n"),
                   2;
    }
    if (!make_world(&g) || !open_window(&g)) return fprintf(stderr, "%s\n", SDL_GetError()), 1;
    bool good = play(&g, frames, script);
    draw(&g);
    if (good && picture && !save_picture(&g, picture)) good = false;
    report(&g);
    if (script) fclose(script);
    sidle_world_destroy(g.world);
    SDL_Quit();
    return good ? 0 : 1;
}
