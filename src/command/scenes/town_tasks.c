/* What the units of a town have to do: one function a task. */
#include "town.h"

#include "support/checked_memory.h"

#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Times the sum of both radii, between places of their own: crowded, and at ease. */
static const float CLOSE = 1.1f, LOOSE = 1.4f;

/* radii of free ground that targets have about them. */
static const float CLEAR = 4;

/* Most who can touch a target of their own size with room to spare, of six. */
enum { ROUND_ONE = 5 };

/* Units that come out of one point. */
enum { UNLOADED = 20 };

static sidle_vec2 far_point(town *t) {
    return town_random_point(t, 0.35f, 1);
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
    town_send_apart(t, who, far_point(t), LOOSE);
}

/* Each unit of one crowd goes where one of the other stands. Both of a pair are of one kind, and all
 * places have room for the largest. */
static void set_swap(town *t) {
    uint32_t kinds = t->kinds;
    sidle_vec2 here = town_random_point(t, 0, 1);
    town_look_from(t, here);
    sidle_vec2 there = far_point(t);
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

static void set_crossing(town *t) {
    sidle_vec2 a = town_random_point(t, 0, 1), c;
    town_look_from(t, a);
    sidle_vec2 b = far_point(t);
    squad first = town_muster(t, a, t->units / 2, CLOSE);
    c = town_random_point(t, 0.1f, 0.6f);
    squad second = town_muster(t, c, t->units / 2, CLOSE);
    if (town_chance(t, 0.3f))
        for (size_t k = 0; k < second.count; k++) t->into->units[second.first + k].team = 2;
    town_look_from(t, a);
    sidle_vec2 middle = town_on_the_way(t, b, 0.5f);
    town_look_from(t, c);
    /* As far beyond the middle of the first army's way as it starts before it. */
    sidle_vec2 d = {2 * middle.x - c.x, 2 * middle.y - c.y};
    if (town_way(t, d) < 0) d = far_point(t);
    forget_taken(t);
    town_send_apart(t, first, b, CLOSE);
    town_send_apart(t, second, d, CLOSE);
}

/* Idle friends stand about the middle of the way of those who pass. */
static void set_idle(town *t) {
    uint32_t idle = t->units / 3;
    sidle_vec2 here = town_random_point(t, 0, 1);
    town_look_from(t, here);
    sidle_vec2 there = far_point(t), middle = town_on_the_way(t, there, 0.5f);
    squad stand = town_muster(t, middle, idle, town_between(t, 1.2f, 2.6f));
    squad who = town_muster(t, here, t->units - idle, LOOSE);
    for (size_t k = arrlenu(t->taken); k-- > stand.count;) (void)arrpop(t->taken);
    town_send_apart(t, who, there, LOOSE);
}

/* ---- in formation ---- */

static void set_march(town *t) {
    squad who = town_muster(t, town_random_point(t, 0, 1), t->units, LOOSE);
    sidle_vec2 goal = far_point(t);
    forget_taken(t);
    town_send_apart(t, who, goal, LOOSE);
    if (town_chance(t, 0.5f)) return;
    scene_troop troop = {sidle_formation_default()};
    troop.formation.shape = (sidle_shape)town_pick(t, SIDLE_SHAPE_OFFSETS);
    troop.formation.gap = t->radius * town_between(t, 0.5f, 2);
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

/* How many places lie within the range of the target, for the largest units. */
static uint32_t room_in_range(town *t, const scene_unit *target, float range) {
    size_t before = arrlenu(t->taken), from = 0;
    uint32_t count = 0;
    sidle_vec2 at;
    float radius = t->into->profiles[target->profile].values.radius;
    if (!town_look_from(t, target->position)) return 0;
    while (town_take_place(t, t->radius, LOOSE, &from, &at)) {
        float dx = at.x - target->position.x, dy = at.y - target->position.y;
        float reach = range + radius + t->radius, way = town_way(t, at);
        if (dx * dx + dy * dy < reach * reach) count++;
        if (way > 2 * reach) break;
    }
    arrsetlen(t->taken, before);
    return count;
}

/* Attackers about their targets, each squad about one: as many as have room in range. */
static void set_attack_on(town *t, sidle_order order, uint32_t targets, bool apart) {
    float range = t->radius * town_between(t, 3, 10);
    sidle_vec2 start = town_random_point(t, 0, 1);
    town_look_from(t, start);
    squad prey = town_targets(t, targets, CLEAR, apart);
    squad who = {arrlenu(t->into->units), 0};
    uint32_t left = t->units;
    for (size_t k = 0; k < prey.count && left; k++) {
        const scene_unit target = t->into->units[prey.first + k];
        uint32_t room = room_in_range(t, &target, range) / 2;
        if (order == SIDLE_ORDER_PURSUE) room = ROUND_ONE;
        squad some = town_muster(t, start, room < left ? room : left, CLOSE);
        set_on(t, some, order, target.group, range);
        who.count += some.count;
        left -= (uint32_t)some.count;
        if (!apart && order == SIDLE_ORDER_APPROACH) break; /* all may choose the same one */
    }
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
        float there = time_to(t, u->position) * town_between(t, 0.5f, 1.5f);
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

static void set_patrol(town *t) {
    squad who = town_muster_army(t, t->units);
    sidle_vec2 points[4];
    uint32_t count = 2 + town_pick(t, 3);
    for (uint32_t k = 0; k < count; k++) points[k] = town_random_point(t, 0, 1);
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
                  (int32_t)(room.y / t->into->cell_size) - side / 2, side, side, SIDLE_WATER);
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
    float time = 2 * time_to(t, goal) + (float)who.count * 2 * t->radius / t->slowest;
    bool back = town_chance(t, 0.3f), near = town_chance(t, 0.3f);
    for (size_t k = who.first; k < who.first + who.count; k += 3)
        later(t, k, time, SIDLE_ORDER_GO,
              back ? t->into->units[k].position : near ? goal : next);
}

static void set_stop(town *t) {
    squad who = town_muster_army(t, t->units);
    sidle_vec2 goal = far_point(t);
    town_send(t, who, goal);
    float time = time_to(t, goal) * town_between(t, 0.2f, 1);
    for (size_t k = who.first; k < who.first + who.count; k++)
        later(t, k, time, SIDLE_ORDER_NONE, goal);
}

/* All at once or one after the other; they stay there, or go to one point. */
static void set_unload(town *t) {
    sidle_vec2 at = town_random_point(t, 0, 1);
    float each = town_chance(t, 0.5f) ? 0 : 2 * t->radius / t->slowest * town_between(t, 0.2f, 1.5f);
    bool stay = town_chance(t, 0.5f);
    town_look_from(t, at);
    sidle_vec2 goal = far_point(t);
    for (uint32_t k = 0; k < UNLOADED; k++) {
        scene_unit *u = town_add(t, at, town_pick(t, t->kinds));
        u->unloads = 1 + (float)k * each;
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
    size_t cells = (size_t)t->side * t->side;
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
    float time = time_to(t, goal) * town_between(t, 0.6f, 1), cell = t->into->cell_size;
    town_send(t, who, goal);
    for (int tries = 0; tries < 6 && !arrlenu(t->into->edits); tries++) {
        float side = town_between(t, 4, 12), off = (1.5f + side) * t->radius;
        float x = goal.x / cell + town_between(t, -off, off) / cell;
        float y = goal.y / cell + town_between(t, -off, off) / cell;
        uint32_t size = town_cells(t, side);
        if (x < 0 || y < 0 || x + (float)size > (float)t->side || y + (float)size > (float)t->side)
            continue;
        scene_edit e = {time, (uint32_t)x, (uint32_t)y, size, size, SIDLE_VOID};
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
