/* What the units of a town have to do: one function a task. */
#include "town.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Times the sum of both radii, between places of their own: crowded, in range of a target, and at
 * ease. */
static const float CLOSE = 1.1f, IN_RANGE = 1.25f, LOOSE = 1.6f;

/* radii of free ground that targets have about them. */
static const float CLEAR = 4;

/* Most who can touch a target of their own size with room to spare, of six. */
enum { ROUND_ONE = 5 };

/* Units that come out of one point. */
enum { UNLOADED = 20 };

/* radii, of the narrowest passage in which armies of enemies meet: four units side by side. */
static const float ENEMY_LANES = 8.8f;

/* Times the way: a way round others that is longer was not clear of them. */
static const float ON_ITS_WAY = 1.1f;

/* Tries to find a point that suits. */
enum { TRIES = 20 };

static sidle_vec2 far_point(town *t) {
    return town_random_point(t, 0.35f, 1);
}

/* u: how far a crowd about the point reaches that covers a quarter of the ground it stands on. The
 * town is looked at from there afterwards. */
static float reach_of_crowd(town *t, sidle_vec2 at, size_t count) {
    float cell = t->into->cell_size, square = 2.2f * t->radius;
    size_t nodes = (size_t)((float)count * 4 * square * square / (cell * cell));
    if (!town_look_from(t, at) || nodes >= arrlenu(t->ground.order)) return INFINITY;
    return town_way(t, town_point(t, nodes));
}

/* A far point with open ground about it, for so many units with a place of their own each: behind a
 * single door the first to come would close the way to the places of the others. Looks from where
 * it looked before. */
static sidle_vec2 open_point(town *t, sidle_vec2 from, size_t count) {
    sidle_vec2 points[6], best;
    float least = INFINITY;
    town_look_from(t, from);
    for (int k = 0; k < 6; k++) points[k] = far_point(t);
    best = points[0];
    for (int k = 0; k < 6; k++) {
        float reach = reach_of_crowd(t, points[k], count);
        if (reach < least) best = points[k];
        least = fminf(least, reach);
    }
    town_look_from(t, from);
    return best;
}

/* Places have nothing to do with where units stand now. */
static void forget_taken(town *t) {
    arrsetlen(t->taken, 0);
}

/* u/s and s: how long a unit of the slowest kind takes for that way. */
static float time_for(const town *t, float way) {
    const sidle_profile *p = &t->into->profiles[0].values;
    return way / t->slowest + 360 / p->turn_rate + 2 * p->top_speed / p->acceleration;
}

/* s: how long the first units take to that point, from where the town was looked at. */
static float time_to(const town *t, sidle_vec2 point) {
    return time_for(t, fmaxf(0, town_way(t, point)));
}

/* s: a random share of that time, but not at once. */
static float time_between(town *t, float time, float low, float high) {
    return town_rounded(1 + time * town_between(t, low, high), 16);
}

/* ---- places ---- */

static void set_rally(town *t) {
    squad who = town_muster_army(t, t->units);
    town_send(t, who, far_point(t));
}

static void set_scatter(town *t) {
    squad who = town_muster_army(t, t->units);
    forget_taken(t);
    town_send_anywhere(t, who);
}

static void set_gather(town *t) {
    squad who = town_muster_army(t, t->units);
    forget_taken(t);
    town_send_apart(t, who, open_point(t, town_point(t, 0), who.count), LOOSE);
}

/* Each unit of one crowd goes where one of the other stands. Both of a pair are of one kind, and
 * all places have room for the largest. */
static void set_swap(town *t) {
    uint32_t kinds = t->kinds;
    sidle_vec2 start = town_point(t, 0), here = open_point(t, start, t->units / 2);
    sidle_vec2 there = open_point(t, here, t->units / 2);
    t->kinds = 1;
    squad a = town_muster(t, here, t->units / 2, LOOSE);
    squad b = town_muster(t, there, (uint32_t)a.count, LOOSE);
    t->kinds = kinds;
    for (size_t k = 0; k < b.count; k++) {
        scene_unit *one = &t->into->units[a.first + k], *other = &t->into->units[b.first + k];
        one->profile = other->profile = town_pick(t, kinds);
        one->order = other->order = SIDLE_ORDER_GO;
        one->goal = other->position;
        other->goal = one->position;
    }
}

/* u: the way of each unit of the squad to the goal of its first one. */
static float *ways_of(town *t, squad who) {
    const scene_unit *units = t->into->units + who.first;
    float *ways = checked_calloc(who.count + 1, sizeof *ways);
    bool good = who.count && town_look_from(t, units[0].goal);
    for (size_t k = 0; k < who.count; k++)
        ways[k] = good && town_way(t, units[k].goal) >= 0 ? town_way(t, units[k].position) : -1;
    return ways;
}

/* Do the ways of the squad lead clear of the other one when that stands at its goals, as solid as
 * walls, with room for two side by side? */
static bool passes_clear_of(town *t, squad who, squad other) {
    const scene_unit *units = t->into->units;
    float *before = ways_of(t, who);
    for (size_t k = other.first; k < other.first + other.count; k++)
        town_close(t, units[k].goal, t->into->profiles[units[k].profile].values.radius + t->radius);
    float *after = ways_of(t, who);
    bool good = true;
    for (size_t k = 0; good && k < who.count; k++)
        good = after[k] >= 0 && after[k] <= ON_ITS_WAY * before[k];
    free(before);
    free(after);
    town_survey(t);
    return good;
}

/* Enemies are solid. Two armies that cross pass each other where each has two lanes, and neither
 * comes to rest on the way of the other one. */
static bool may_be_enemies(town *t, squad a, squad b) {
    return t->narrowest >= ENEMY_LANES && passes_clear_of(t, a, b) && passes_clear_of(t, b, a);
}

/* The second army starts beside the way of the first, and goes as far beyond the middle of it. */
static void set_crossing(town *t) {
    sidle_vec2 a = open_point(t, town_point(t, 0), t->units / 2);
    sidle_vec2 b = open_point(t, a, t->units / 2), middle = town_on_the_way(t, b, 0.5f), c, d;
    squad first = town_muster(t, a, t->units / 2, CLOSE);
    for (int tries = 0; tries < TRIES; tries++) {
        c = town_random_point(t, 0.1f, 0.9f);
        d = (sidle_vec2){2 * middle.x - c.x, 2 * middle.y - c.y};
        if (town_way(t, d) >= 0) break;
    }
    if (town_way(t, d) < 0) d = open_point(t, c, t->units / 2);
    squad second = town_muster(t, c, t->units / 2, CLOSE);
    forget_taken(t);
    town_send_apart(t, first, b, LOOSE);
    town_send_apart(t, second, d, LOOSE);
    if (town_chance(t, 0.7f) && may_be_enemies(t, first, second))
        for (size_t k = 0; k < second.count; k++) t->into->units[second.first + k].team = 2;
    town_look_from(t, a); /* set_limit() needs ways; may_be_enemies() surveys anew */
}

/* Idle friends stand about the middle of the way of those who pass. */
static void set_idle(town *t) {
    uint32_t idle = t->units / 3;
    sidle_vec2 here = town_random_point(t, 0, 1), there = open_point(t, here, t->units);
    sidle_vec2 middle = town_on_the_way(t, there, 0.5f);
    squad stand = town_muster(t, middle, idle, town_between(t, LOOSE, 2.6f));
    squad who = town_muster(t, here, t->units - idle, LOOSE);
    for (size_t k = arrlenu(t->taken); k-- > stand.count;) (void)arrpop(t->taken);
    town_send_apart(t, who, there, LOOSE);
}

/* ---- in formation ---- */

static void set_march(town *t) {
    sidle_vec2 start = town_random_point(t, 0, 1);
    squad who = town_muster(t, start, t->units, LOOSE);
    sidle_vec2 goal = open_point(t, start, t->units);
    forget_taken(t);
    town_send_apart(t, who, goal, LOOSE);
    if (town_chance(t, 0.5f)) return;
    scene_troop troop = {sidle_formation_default()};
    troop.formation.shape = (sidle_shape)town_pick(t, SIDLE_SHAPE_OFFSETS);
    troop.formation.gap = town_rounded(t->radius * town_between(t, 0.5f, 2), 16);
    arrput(t->into->troops, troop);
    town_send(t, who, goal);
    for (size_t k = 0; k < who.count; k++)
        t->into->units[who.first + k].troop = (uint32_t)arrlenu(t->into->troops);
}

/* ---- about others ---- */

/* Gives units the order about the group. */
static void set_on(town *t, squad who, sidle_order order, uint32_t group, float range) {
    for (size_t k = who.first; k < who.first + who.count; k++) {
        scene_unit *u = &t->into->units[k];
        u->order = order;
        u->target_group = group;
        u->range = range;
    }
}

/* Takes all places within the range of the target, for the largest units, that no other target has
 * taken, and tells how many they are. */
static uint32_t take_range(town *t, const scene_unit *target, float range) {
    size_t from = 0;
    uint32_t count = 0;
    sidle_vec2 at;
    float radius = t->into->profiles[target->profile].values.radius;
    float reach = range + radius + t->radius;
    if (!town_look_from(t, target->position)) return 0;
    while (town_take_place(t, t->radius, IN_RANGE, &from, &at)) {
        float dx = at.x - target->position.x, dy = at.y - target->position.y;
        if (dx * dx + dy * dy < reach * reach) count++;
        if (town_way(t, at) > 2 * reach) break;
    }
    return count;
}

/* How many attackers each target takes: half as many as have room in range, or round it. */
static uint32_t *rooms_of(town *t, squad prey, sidle_order order, float range) {
    uint32_t *rooms = NULL;
    size_t before = arrlenu(t->taken);
    for (size_t k = 0; k < prey.count; k++) {
        uint32_t room = take_range(t, &t->into->units[prey.first + k], range) / 2;
        arrput(rooms, order == SIDLE_ORDER_PURSUE ? ROUND_ONE : room);
    }
    arrsetlen(t->taken, before);
    return rooms;
}

/* The fewest of them. */
static uint32_t least_room(const uint32_t *rooms) {
    uint32_t least = UINT32_MAX;
    for (size_t k = 0; k < arrlenu(rooms); k++) least = rooms[k] < least ? rooms[k] : least;
    return least;
}

/* Attackers from one place, and their targets. Apart: each target has its own; else the targets are
 * one group, and all may choose the same one. Looks from where the attackers start. */
static void set_attack_on(town *t, sidle_order order, uint32_t targets, bool apart) {
    float cell = t->into->cell_size; /* in cells: so a fixture has it */
    float range = cell * town_rounded(t->ratio * town_between(t, 3, 10), 4);
    sidle_vec2 start = town_random_point(t, 0, 1);
    town_look_from(t, start);
    squad prey = town_targets(t, targets, CLEAR, apart);
    uint32_t *rooms = rooms_of(t, prey, order, range), left = t->units;
    for (size_t k = 0; k < (apart || !prey.count ? prey.count : 1); k++) {
        uint32_t room = apart ? rooms[k] : least_room(rooms);
        squad some = town_muster(t, start, room < left ? room : left, CLOSE);
        set_on(t, some, order, t->into->units[prey.first + k].group, range);
        left -= (uint32_t)some.count;
    }
    arrfree(rooms);
    town_look_from(t, start);
}

static void set_attack(town *t) {
    set_attack_on(t, SIDLE_ORDER_APPROACH, 1 + t->units / 16, true);
}

static void set_melee(town *t) {
    set_attack_on(t, SIDLE_ORDER_PURSUE, 1 + t->units / ROUND_ONE, true);
}

static void set_surround(town *t) {
    uint32_t count = 12 + town_pick(t, 30);
    sidle_vec2 start = town_random_point(t, 0, 1);
    town_look_from(t, start);
    town_targets(t, 1, CLEAR, true);
    squad who = town_muster(t, start, count, CLOSE);
    set_on(t, who, SIDLE_ORDER_PURSUE, 2, 0);
}

/* Targets of one group die one after the other, the first before anybody is there. */
static void set_dying(town *t) {
    set_attack_on(t, SIDLE_ORDER_APPROACH, 3 + town_pick(t, 3), false);
    float time = 0;
    for (size_t k = 0; k < arrlenu(t->into->units); k++) {
        scene_unit *u = &t->into->units[k];
        if (u->order != SIDLE_ORDER_HOLD) continue;
        float there = time_between(t, time_to(t, u->position), 0.5f, 1.5f);
        time = fmaxf(time, there);
        if (k + 1 < arrlenu(t->into->units) && t->into->units[k + 1].order == SIDLE_ORDER_HOLD)
            u->dies = there;
    }
}

static void set_follow(town *t) {
    uint32_t count = t->units < 60 ? t->units : 60;
    squad who = town_muster(t, town_random_point(t, 0, 1), count, LOOSE);
    set_on(t, who, SIDLE_ORDER_FOLLOW, 2, 0);
    scene_unit *leader = &t->into->units[who.first];
    leader->group = 2;
    leader->target_group = 0;
    leader->order = SIDLE_ORDER_GO;
    leader->goal = far_point(t);
}

/* ---- for ever ---- */

/* A point for a patrol, some units away from the others: on a leg as short as a unit is wide two
 * units could not both turn. The last try is taken as it is. */
static sidle_vec2 patrol_point(town *t, const sidle_vec2 *points, uint32_t count) {
    sidle_vec2 at = town_random_point(t, 0, 1);
    for (int tries = 1; tries < TRIES; tries++) {
        float near = INFINITY;
        for (uint32_t k = 0; k < count; k++)
            near = fminf(near, hypotf(points[k].x - at.x, points[k].y - at.y));
        if (near > 8 * t->radius) break;
        at = town_random_point(t, 0, 1);
    }
    return at;
}

/* u: the way round all points, back to the first. */
static float length_of_round(town *t, const sidle_vec2 *points, uint32_t count) {
    float length = 0;
    for (uint32_t k = 0; k < count; k++) {
        town_look_from(t, points[k]);
        length += town_way(t, points[(k + 1) % count]);
    }
    return length;
}

/* As many as have two widths each on the round, for in a street of two lanes more would stand
 * still; and as get through the narrowest passage while one of them makes a leg, for more would
 * wait for each other there all the time. */
static void set_patrol(town *t) {
    sidle_vec2 points[4];
    uint32_t count = 2 + town_pick(t, 3);
    for (uint32_t k = 0; k < count; k++) points[k] = patrol_point(t, points, k);
    float round = length_of_round(t, points, count);
    float each = fmaxf(4 * t->radius, (float)count * town_file(t, 1));
    uint32_t most = 2 + (uint32_t)(round / each);
    squad who = town_muster_army(t, most < t->units ? most : t->units);
    for (size_t k = who.first; k < who.first + who.count; k++) {
        scene_unit *u = &t->into->units[k];
        u->order = SIDLE_ORDER_PATROL;
        for (uint32_t n = 0; n < count; n++) arrput(u->patrol, points[n]);
    }
}

/* ---- no room, no way ---- */

/* A point with ground all about it for a room of that width; the last try is taken as it is. */
static sidle_vec2 building_ground(town *t, float radii) {
    float half = (radii / 2 + 5) * t->radius, size = (float)t->side * t->into->cell_size;
    sidle_vec2 at = far_point(t);
    for (int tries = 0; tries < 50; tries++) {
        if (at.x > half && at.y > half && at.x + half < size && at.y + half < size) break;
        at = far_point(t);
    }
    at.x = fminf(fmaxf(at.x, half), fmaxf(size - half, half));
    at.y = fminf(fmaxf(at.y, half), fmaxf(size - half, half));
    return at;
}

static void set_overfull(town *t) {
    /* radii of the side: a unit in a crowd takes a square of 2.2 radii. */
    float inner = 2.2f * sqrtf((float)t->units * town_between(t, 0.2f, 0.6f)) + 1;
    sidle_vec2 room = building_ground(t, inner);
    town_draw_room(t, room, inner, town_between(t, 2.4f, 5));
    town_survey(t);
    /* So that nobody starts inside. */
    if (town_look_from(t, room)) arrput(t->taken, ((town_disc){room, inner * t->radius}));
    sidle_vec2 start = town_random_point(t, 0.5f, 1);
    squad who = town_muster(t, start, t->units, LOOSE);
    town_send(t, who, room);
}

/* One point in a room without a door, or the middle of a rock, or of open water. */
static void set_unreachable(town *t) {
    float inner = town_between(t, 3, 12);
    bool solid = town_chance(t, 0.4f);
    sidle_vec2 room = building_ground(t, inner);
    town_draw_room(t, room, inner, 0);
    if (solid) {
        int32_t side = (int32_t)town_cells(t, inner);
        town_fill(t, (int32_t)(room.x / t->into->cell_size) - side / 2,
                  (int32_t)(room.y / t->into->cell_size) - side / 2, side, side,
                  SIDLE_TERRAIN_WATER);
    }
    town_survey(t);
    town_look_from_largest(t);
    squad who = town_muster_army(t, t->units);
    town_send(t, who, room);
}

/* ---- orders that change ---- */

static void later(town *t, size_t unit, float time, sidle_order order, sidle_vec2 goal) {
    scene_later l = {.time = time, .unit = (uint32_t)unit, .order = order, .goal = goal};
    arrput(t->into->later, l);
}

/* Every third unit goes back, or to another point, when all have had the time to come. */
static void set_second(town *t) {
    squad who = town_muster_army(t, t->units);
    sidle_vec2 goal = far_point(t), next = far_point(t);
    town_send(t, who, goal);
    float crowd = (float)who.count * 2 * t->radius / t->slowest;
    float time = town_rounded(2 * time_to(t, goal) + crowd, 16);
    bool back = town_chance(t, 0.3f), near = town_chance(t, 0.3f);
    for (size_t k = who.first; k < who.first + who.count; k += 3)
        later(t, k, time, SIDLE_ORDER_GO, back ? t->into->units[k].position : near ? goal : next);
}

static void set_stop(town *t) {
    squad who = town_muster_army(t, t->units);
    sidle_vec2 goal = far_point(t);
    town_send(t, who, goal);
    float time = time_between(t, time_to(t, goal), 0.2f, 1);
    for (size_t k = who.first; k < who.first + who.count; k++)
        later(t, k, time, SIDLE_ORDER_NONE, goal);
}

/* All at once or one after the other; they stay there, or go to one point. */
static void set_unload(town *t) {
    sidle_vec2 at = town_random_point(t, 0, 1);
    float each =
        town_chance(t, 0.5f) ? 0 : 2 * t->radius / t->slowest * town_between(t, 0.2f, 1.5f);
    bool stay = town_chance(t, 0.5f);
    town_look_from(t, at);
    sidle_vec2 goal = far_point(t);
    for (uint32_t k = 0; k < UNLOADED; k++) {
        scene_unit *u = town_add(t, at, town_pick(t, t->kinds));
        u->unloads = town_rounded(1 + (float)k * each, 16);
        u->start = u->unloads;
        if (stay) continue;
        u->order = SIDLE_ORDER_GO;
        u->goal = goal;
    }
    /* Others who stand about there. */
    arrput(t->taken, ((town_disc){at, 2 * t->radius}));
    if (town_chance(t, 0.5f)) town_muster(t, at, t->units / 4, LOOSE);
}

/* Can everybody still get everywhere when that edit was made? The town is surveyed as it will be,
 * and then again as it is. */
static bool leaves_ways(town *t, const scene_edit *e, squad who, sidle_vec2 goal) {
    size_t cells = (size_t)t->into->width * t->into->height;
    uint8_t *before = checked_copy(t->into->cells, cells);
    town_fill(t, (int32_t)e->x, (int32_t)e->y, (int32_t)e->width, (int32_t)e->height, e->terrain);
    town_survey(t);
    bool good = town_look_from(t, goal);
    for (size_t k = who.first; good && k < who.first + who.count; k++)
        good = town_way(t, t->into->units[k].position) >= 0;
    memcpy(t->into->cells, before, cells);
    free(before);
    town_survey(t);
    return good;
}

/* Houses beside the point where all go, when the first of them are about to come. */
static void set_building(town *t) {
    squad who = town_muster_army(t, t->units);
    sidle_vec2 start = town_point(t, 0), goal = far_point(t);
    float time = time_between(t, time_to(t, goal), 0.6f, 1), cell = t->into->cell_size;
    town_send(t, who, goal);
    for (int tries = 0; tries < 6 && !arrlenu(t->into->edits); tries++) {
        float side = town_between(t, 4, 12), off = (1.5f + side) * t->radius;
        float x = goal.x / cell + town_between(t, -off, off) / cell;
        float y = goal.y / cell + town_between(t, -off, off) / cell;
        uint32_t size = town_cells(t, side);
        if (x < 0 || y < 0 || x + (float)size > (float)t->side || y + (float)size > (float)t->side)
            continue;
        scene_edit e = {time, (uint32_t)x, (uint32_t)y, size, size, SIDLE_TERRAIN_VOID};
        if (leaves_ways(t, &e, who, goal)) arrput(t->into->edits, e);
    }
    town_look_from(t, start);
}

/* ---- all tasks ---- */

void town_set_task(town *t) {
    static void (*const SET[])(town *) = {
        [TOWN_RALLY] = set_rally,       [TOWN_SCATTER] = set_scatter,
        [TOWN_SWAP] = set_swap,         [TOWN_GATHER] = set_gather,
        [TOWN_MARCH] = set_march,       [TOWN_ATTACK] = set_attack,
        [TOWN_MELEE] = set_melee,       [TOWN_SURROUND] = set_surround,
        [TOWN_PATROL] = set_patrol,     [TOWN_IDLE] = set_idle,
        [TOWN_CROSSING] = set_crossing, [TOWN_FOLLOW] = set_follow,
        [TOWN_OVERFULL] = set_overfull, [TOWN_UNREACHABLE] = set_unreachable,
        [TOWN_SECOND] = set_second,     [TOWN_STOP] = set_stop,
        [TOWN_UNLOAD] = set_unload,     [TOWN_BUILDING] = set_building,
        [TOWN_DYING] = set_dying};
    SET[t->keys.task](t);
}
