/* Records to calls. */
#include "story.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct record {
    uint8_t op, who, a, b, c, d, e, f;
} record;

const char *style_name(story_style style) {
    static const char *const NAMES[] = {"calls", "crowd", "doors", "lone", "troops"};
    return NAMES[style];
}

static record record_at(const uint8_t *data, size_t size, size_t at) {
    uint8_t bytes[RECORD] = {0};
    if (at < size) memcpy(bytes, data + at, size - at < RECORD ? size - at : RECORD);
    return (record){bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]};
}

/* ---- numbers ---- */

static float between(float low, float high, float share) {
    return low + (high - low) * share;
}

/* Evenly by orders of magnitude. */
static float by_magnitude(float low, float high, float share) {
    return low * powf(high / low, share);
}

enum { WILD = 240 }; /* values from here on are no share of the range */

static float wild_float(const sidle_param *row, uint8_t value) {
    float share = (float)value / (WILD - 1);
    switch (value) {
    case WILD: return nextafterf(row->min, -FLT_MAX);
    case WILD + 1: return nextafterf(row->max, FLT_MAX);
    case WILD + 2: return NAN;
    case WILD + 3: return INFINITY;
    case WILD + 4: return -INFINITY;
    default:
        if (value > WILD) return row->default_value;
        if (row->min > 0) return fminf(by_magnitude(row->min, row->max, share), row->max);
        if (row->min < 0) return between(row->min, row->max, share);
        return row->max * powf(share, 4);
    }
}

/* From a third to three times what is usual. */
static float tame_float(const sidle_param *row, uint8_t value) {
    float share = (float)value / 255;
    float most = row->max < 1 ? row->max : 1;
    float wanted = row->default_value > 0 ? row->default_value * by_magnitude(1 / 3.0f, 3, share)
                                          : most * share;
    return fminf(fmaxf(wanted, row->min), row->max);
}

static uint32_t some_whole(const sidle_param *row, uint8_t value, bool wild) {
    uint32_t most = (uint32_t)row->max;
    if (strcmp(row->name, "layer") == 0 && !wild) return value % 8 == 7;
    if (row->type == SIDLE_PARAM_TERRAIN && !wild)
        return value % 4 ? (uint32_t)row->default_value : SIDLE_PASS_ALL;
    return wild && value >= WILD ? most + value - WILD + 1 : value % (most + 1);
}

void decode_row(sidle_profile *profile, uint32_t row, uint8_t value, bool wild) {
    uint32_t rows;
    const sidle_param *table = sidle_params(&rows), *r = &table[row % rows];
    void *field = (char *)profile + r->offset;
    if (r->type == SIDLE_PARAM_FLOAT) {
        *(float *)field = wild ? wild_float(r, value) : tame_float(r, value);
    } else if (r->type == SIDLE_PARAM_CLASSES) {
        ((float *)field)[value % SIDLE_TERRAIN_COUNT] =
            wild ? wild_float(r, value) : tame_float(r, value);
    } else if (r->type == SIDLE_PARAM_LADDER) {
        for (uint32_t k = 0; k < SIDLE_LADDER_STEPS; k++) {
            uint8_t step = (uint8_t)(value >> 2 * k & 3);
            if (k > 0 && profile->ladder[k - 1] == SIDLE_STEP_NONE && !wild) step = 0;
            profile->ladder[k] = step;
        }
    } else
        *(uint32_t *)field = some_whole(r, value, wild);
}

/* ---- who and where ---- */

/* One of the living, or for high numbers any of whom the story knows. */
static uint32_t figure_of(const story *s, uint8_t who) {
    uint32_t living = 0, seen = 0;
    for (uint32_t k = 0; k < FIGURES; k++) living += s->figures[k].alive;
    if (who >= WILD || !living) return who % FIGURES;
    for (uint32_t k = 0; k < FIGURES; k++)
        if (s->figures[k].alive && seen++ == who % living) return k;
    return 0;
}

static sidle_vec2 wild_point(const story *s, uint8_t x, uint8_t y) {
    const float odd[] = {0,    s->width,       s->height, -0.001f, nextafterf(s->width, FLT_MAX),
                         NAN,  INFINITY,       1e30f,     -0.0f,   FLT_MIN,
                         -NAN, 0.5f * s->width};
    enum { ODD = sizeof odd / sizeof odd[0] };
    float plain_x = s->width * (float)x / 255, plain_y = s->height * (float)y / 255;
    return (sidle_vec2){x % 3 ? odd[x % ODD] : plain_x, y % 3 ? odd[y % ODD] : plain_y};
}

/* Somewhere on the map, the middle of a cell, where somebody is or wants to be, or nowhere. */
static sidle_vec2 point_of(const story *s, uint8_t mode, uint8_t x, uint8_t y) {
    const figure *f = &s->figures[figure_of(s, x % WILD)];
    float off_x = ((float)(y >> 4) - 8) / 64, off_y = ((float)(y & 15) - 8) / 64;
    sidle_vec2 plain = {s->width * (float)x / 255, s->height * (float)y / 255};
    switch (mode % 8) {
    case 4: return f->alive ? f->now.position : plain;
    case 5: return f->alive ? f->now.goal : plain;
    case 6:
        return f->alive ? (sidle_vec2){f->now.position.x + off_x * f->now.radius,
                                       f->now.position.y + off_y * f->now.radius}
                        : plain;
    case 7: {
        if (s->style == STYLE_CALLS && mode >= 128) return wild_point(s, x, y);
        uint32_t wide = sidle_world_width(s->world), high = sidle_world_height(s->world);
        return (sidle_vec2){((float)(x % wide) + 0.5f) * s->cell,
                            ((float)(y % high) + 0.5f) * s->cell};
    }
    default: return plain;
    }
}

static float dt_of(const story *s, uint8_t value) {
    static const float TAME[] = {1 / 60.0f, 1 / 30.0f, 1 / 30.0f, 0.05f, 0.1f, 0.25f};
    if (s->style != STYLE_CALLS) return TAME[value % 6];
    switch (value) {
    case WILD: return 0;
    case WILD + 1: return nextafterf(SIDLE_MIN_DT, 0);
    case WILD + 2: return nextafterf(SIDLE_MAX_DT, 1);
    case WILD + 3: return NAN;
    case WILD + 4: return INFINITY;
    case WILD + 5: return -1;
    default: {
        float dt = by_magnitude(SIDLE_MIN_DT, SIDLE_MAX_DT, (float)(value % 64) / 63);
        return value < 64 ? fminf(fmaxf(dt, SIDLE_MIN_DT), SIDLE_MAX_DT) : TAME[value % 6];
    }
    }
}

/* ---- the scene ---- */

static uint32_t mixed(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void draw_map(story *s, uint8_t *cells, uint32_t width, uint32_t height, record r) {
    static const uint8_t KINDS[] = {SIDLE_TERRAIN_VOID, SIDLE_TERRAIN_TREES, SIDLE_TERRAIN_WATER,
                                    SIDLE_TERRAIN_SWAMP};
    uint32_t state = r.e, walls = s->style == STYLE_CALLS ? r.d % 40 : r.d % 12;
    for (uint32_t k = 0; k < width * height && s->style != STYLE_DOORS; k++)
        if (mixed(&state) % 100 < walls && r.d % 3)
            cells[k] = KINDS[s->style == STYLE_CALLS ? mixed(&state) % 4 : 0];
    if (s->style != STYLE_DOORS) return;
    s->door_x = width / 2;
    s->door_cells = 1 + r.d % 4;
    s->door_y = 1 + r.e % (height - s->door_cells - 1);
    uint32_t thick = 1 + (r.d >> 4) % 3, other = (r.d >> 6) % 3 ? height - 2 : height;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = s->door_x; x < s->door_x + thick; x++) {
            bool door = y >= s->door_y && y < s->door_y + s->door_cells;
            cells[y * width + x] = door || y >= other ? SIDLE_TERRAIN_GROUND : SIDLE_TERRAIN_VOID;
        }
}

static bool make_world(story *s, record r) {
    static uint8_t cells[64 * 64];
    sidle_world_def def = sidle_world_def_default();
    bool wild = s->style == STYLE_CALLS;
    def.width = (wild ? 1u : 12u) + r.a % (wild ? 24u : 16u);
    def.height = (wild ? 1u : 8u) + r.b % (wild ? 24u : 16u);
    if (wild) def.cell_size = by_magnitude(0.01f, 100, (float)r.c / 255);
    if (!wild && r.c % 4 == 3) def.cell_size = 2;
    if (wild && r.f % 4 == 1) def.cell_size = 1;
    if (wild && r.f > 250) def.cell_size = r.f % 2 ? NAN : 100.1f;
    if (wild && r.f == 250) def.width = 0;
    memset(cells, SIDLE_TERRAIN_GROUND, sizeof cells);
    if (def.width > 0) draw_map(s, cells, def.width, def.height, r);
    if (wild && r.f == 249) cells[0] = SIDLE_TERRAIN_COUNT;
    def.cells = cells;
    def.units = r.f % 8 == 7 ? 100 : 0;
    s->answers = r.f & 1;
    return host_world(s, &def);
}

/* Some are in the door or the middle and hold, the others stand about in a block. */
static void people(story *s, record r) {
    uint32_t holders = r.a % 6, others = r.b % 20, profile = s->profiles > 1;
    float r0 = sidle_profile_default().radius;
    float gap = r0 * (1.6f + (float)(r.c % 16) / 8), middle_y = (float)s->door_y + 0.5f;
    sidle_unit_def def = sidle_unit_def_default();
    def.team = r.d & 1;
    def.profile.index = profile && r.d & 2;
    for (uint32_t k = 0; k < holders; k++) {
        bool door = s->style == STYLE_DOORS;
        float y = door ? middle_y * s->cell + (float)k * gap
                       : 0.5f * s->height + ((float)k - 0.5f * (float)holders) * gap;
        def.position =
            (sidle_vec2){door ? ((float)s->door_x + 0.5f) * s->cell : 0.5f * s->width, y};
        host_create(s, def);
        if (r.d & 4) host_hold(s, k);
    }
    def.team = 0;
    def.profile.index = profile && r.d & 8;
    uint32_t columns = 1 + r.e % 6;
    for (uint32_t k = 0; k < others; k++) {
        def.position.x = 1 + (float)(k % columns) * gap;
        def.position.y = 0.2f * s->height + (float)(k / columns) * gap;
        host_create(s, def);
    }
}

static bool set_scene(story *s, record map, record who) {
    if (!make_world(s, map)) return false;
    if (s->style == STYLE_CALLS) return true;
    sidle_profile p = sidle_profile_default();
    p.push_enemies = who.f & 1;
    p.queue = who.f >> 1 & 1;
    if (who.f & 4) p.ladder[0] = SIDLE_STEP_PUSH;
    if (who.f & 8) p.ladder[0] = SIDLE_STEP_NONE;
    if (who.f & 16) p.give_way = SIDLE_GIVE_WAY_NEVER;
    if (p.ladder[0] != SIDLE_STEP_REPLAN) p.ladder[1] = p.ladder[2] = SIDLE_STEP_NONE;
    host_profile_add(s, &p);
    people(s, who);
    return true;
}

/* ---- what the host does ---- */

static void all_of_team(story *s, record r) {
    sidle_vec2 point = point_of(s, r.c, r.d, r.e);
    uint32_t other = figure_of(s, r.f);
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *f = &s->figures[k];
        if (!f->alive || f->now.team != r.a % 2u) continue;
        switch (r.b % 6) {
        case 0:
        case 1: host_go(s, k, point); break;
        case 2: host_stop(s, k); break;
        case 3: host_hold(s, k); break;
        case 4:
            if (k != other) host_target(s, k, SIDLE_ORDER_PURSUE, other);
            break;
        default: host_flee(s, k, point);
        }
    }
}

static void steps(story *s, record r, bool lasting) {
    float dt = dt_of(s, r.a);
    uint32_t ticks = 1 + r.b % 32;
    if (lasting && dt > 0) ticks = (uint32_t)fminf((1 + (float)(r.b % 16)) / dt, 600);
    for (uint32_t k = 0; k < ticks && s->work > 0; k++) host_step(s, dt);
}

static void create(story *s, record r) {
    sidle_unit_def def = sidle_unit_def_default();
    bool wild = s->style == STYLE_CALLS;
    def.profile.index = wild && r.a >= WILD ? r.a : r.a % s->profiles;
    def.position = point_of(s, r.b, r.c, r.d);
    def.team = r.e & 3;
    if (wild && r.e & 4) def.rank = r.f;
    if (wild && r.e & 8) def.heading = (sidle_vec2){(float)r.f - 128, (float)(r.f % 7) - 3};
    if (wild && r.e == 250) def.cookie = 0;
    if (wild && r.e == 251) def.heading.x = NAN;
    host_create(s, def);
}

static void profile(story *s, record r, bool add) {
    bool wild = s->style == STYLE_CALLS;
    uint32_t index = wild && r.a >= WILD ? r.a : r.a % s->profiles;
    sidle_profile p = sidle_profile_default();
    sidle_profile_get(s->world, host_profile_id(s, index), &p);
    decode_row(&p, r.c, r.d, wild);
    decode_row(&p, r.e, r.f, wild);
    if (wild && r.b == 250) p.cookie = 0;
    if (add)
        host_profile_add(s, &p);
    else
        host_profile_set(s, index, &p);
}

static void cells(story *s, record r) {
    uint32_t wide = sidle_world_width(s->world), high = sidle_world_height(s->world);
    sidle_terrain class = (sidle_terrain)(r.f % SIDLE_TERRAIN_COUNT);
    if (s->style == STYLE_CALLS && r.f >= WILD) class = (sidle_terrain)r.f;
    if (s->style == STYLE_CALLS && r.e >= WILD) {
        host_cells(s, r.b, r.c, r.d, r.e * 0x1000000u, class);
    } else if (s->style == STYLE_DOORS && r.e % 2 && class != SIDLE_TERRAIN_SWAMP) {
        host_cells(s, s->door_x, s->door_y, 1, s->door_cells, class);
    } else
        host_cells(s, r.b % wide, r.c % high, 1 + r.d % 3, 1 + r.e % 3, class);
}

static void answer_all(story *s) {
    for (uint32_t k = 0; k < FIGURES; k++)
        if (s->figures[k].alive && s->figures[k].wants_path) host_finds_path(s, k);
}

static void destroy_near(story *s, sidle_vec2 point, float distance) {
    for (uint32_t k = 0; k < FIGURES; k++) {
        const figure *f = &s->figures[k];
        float dx = f->now.position.x - point.x, dy = f->now.position.y - point.y;
        if (f->alive && dx * dx + dy * dy < distance * distance) host_destroy(s, k);
    }
}

static void order(story *s, record r, uint32_t who) {
    uint32_t other = figure_of(s, r.f);
    const sidle_vec2 points[3] = {point_of(s, r.a, r.b, r.c), point_of(s, r.a, r.d, r.e),
                                  point_of(s, r.a, r.c, r.d)};
    bool wild = s->style == STYLE_CALLS;
    switch (r.op % 16) {
    case 0:
    case 1:
    case 2: host_go(s, who, points[0]); break;
    case 3: host_hold(s, who); break;
    case 4: host_patrol(s, who, points, wild && r.f == 255 ? 0 : 1 + r.f % 3u); break;
    case 5: host_target(s, who, SIDLE_ORDER_PURSUE, other); break;
    case 6: host_target(s, who, SIDLE_ORDER_FOLLOW, other); break;
    case 7: host_target(s, who, SIDLE_ORDER_EVADE, other); break;
    case 8: host_flee(s, who, points[0]); break;
    case 9:
        host_wander(s, who, points[0], wild ? wild_point(s, r.f, 0).x : 0.1f * (1 + r.f));
        break;
    case 10: host_path(s, who, points, r.f % 4u); break;
    case 11: host_guide(s, who, points[0]); break;
    case 12: host_stop(s, who); break;
    case 13: host_answer(s, who, (sidle_step)(wild ? r.f : r.f % SIDLE_STEP_COUNT)); break;
    case 14: host_place(s, who, points[0]); break;
    default: host_finds_path(s, who);
    }
}

/* Sets some fields of a unit. */
static void set(story *s, record r, uint32_t who) {
    bool wild = s->style == STYLE_CALLS;
    setting c = {.heading = {(float)(r.c % 7) - 3, (float)(r.d % 5) - 2},
                 .factor = (float)(r.e / 16) / (wild ? 0.9f : 4)};
    const uint32_t numbers[SET_COUNT] = {[SET_PROFILE] =
                                             wild && r.b >= WILD ? r.b : r.b % s->profiles,
                                         [SET_TEAM] = r.c & 3,
                                         [SET_RANK] = r.d,
                                         [SET_GHOST] = r.f & 1};
    if (!wild && c.heading.x == 0) c.heading.x = 1;
    if (wild && r.e == 255) c.factor = NAN;
    for (uint32_t k = 0; k < SET_COUNT; k++) {
        if (!(r.a >> k & 1) || (k == SET_RANK && !wild)) continue;
        c.field = (setting_field)k;
        c.number = numbers[k];
        host_set(s, who, c);
    }
}

/* A host takes a unit off the map or puts it back, or sends it into a range. */
static void live(story *s, record r, uint32_t who) {
    uint32_t other = figure_of(s, r.f);
    bool wild = s->style == STYLE_CALLS;
    sidle_range range = {(float)(r.d % 64) / 8, (float)(r.e % 16) / 8, 0};
    range.most += wild ? 0 : range.least;
    if (r.e & 16) range.sight = SIDLE_PASS(SIDLE_TERRAIN_GROUND) | (wild ? r.e : 0u);
    if (wild && r.d == 255) range.most = NAN;
    switch (r.op / 16 % 4) {
    case 0: host_stow(s, who, (sidle_pursuers)(wild ? r.a % 3 : r.a % 2)); break;
    case 1: host_unstow(s, who, point_of(s, r.a, r.b, r.c)); break;
    case 2: host_range(s, who, range); break;
    default: host_approach(s, who, r.a & 1 ? who : other, point_of(s, r.a, r.b, r.c), range);
    }
}

static void act(story *s, record r) {
    uint32_t who = figure_of(s, r.who);
    if (r.op >= 128) {
        order(s, r, who);
        return;
    }
    if (r.op >= 64 && r.op % 16 >= 14) {
        if (r.op % 16 == 14)
            set(s, r, who);
        else
            live(s, r, who);
        return;
    }
    switch (r.op % 16) {
    case 0:
    case 1: steps(s, r, false); break;
    case 2:
    case 3: steps(s, r, true); break;
    case 4:
    case 5: create(s, r); break;
    case 6: host_destroy(s, who); break;
    case 7: all_of_team(s, r); break;
    case 8: cells(s, r); break;
    case 9: profile(s, r, true); break;
    case 10: profile(s, r, false); break;
    case 11: answer_all(s); break;
    case 12: destroy_near(s, point_of(s, r.a, r.b, r.c), (float)(r.d % 8)); break;
    case 13:
        if (r.op % 32 < 16) host_reads(s, who, point_of(s, r.a, r.b, r.c), r.d);
        if (r.f % 8 == 7) host_profile_release(s, r.e % (s->profiles + (s->style == STYLE_CALLS)));
        host_asks(s, who, point_of(s, r.a, r.b, r.c), r.e, r.f);
        host_reads_all(s);
        break;
    case 14:
        if (r.b % 4 == 3)
            host_allies(s, r.c % 4, r.d % 16);
        else if (s->style == STYLE_CALLS && r.b % 4 == 2)
            host_allies(s, r.c, (uint64_t)r.d << r.e % 64);
        else if (s->style == STYLE_CALLS)
            host_nonsense(s, who, r.a);
        break;
    default: s->memory_fails = s->style == STYLE_CALLS && r.a & 1;
    }
}

/* Every story ends in a while in which the host does nothing but answer: who has to arrive, to come
 * to rest or to say something has the time for it. */
static void epilogue(story *s, uint8_t dt) {
    enum { SECONDS = 80, CALM = 2 };
    double noise = s->seconds;
    double end = s->seconds + SECONDS;
    float step = (const float[]){0.1f, 1 / 30.0f, 0.25f, 0.1f}[dt % 4];
    while (s->seconds < end && s->seconds < noise + CALM && s->work > 0) {
        host_step(s, step);
        if (!invariants_quiet(s)) noise = s->seconds;
    }
}

static const double WORK = 30000;

void story_play(story_style style, const uint8_t *data, size_t size) {
    if (style == STYLE_LONE) {
        lone_play(data, size);
        return;
    }
    if (style == STYLE_TROOPS) {
        troops_play(data, size);
        return;
    }
    static story s;
    memset(&s, 0, sizeof s);
    s.style = style;
    s.work = WORK;
    if (size > LONGEST_STORY) size = LONGEST_STORY;
    record map = record_at(data, size, 0), who = record_at(data, size, RECORD);
    if (!set_scene(&s, map, who)) return;
    for (size_t at = HEADER; at < size && s.work > 0; at += RECORD)
        act(&s, record_at(data, size, at));
    s.work += WORK;
    epilogue(&s, map.op);
    host_end(&s);
}
