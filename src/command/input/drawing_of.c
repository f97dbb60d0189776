/* Writes each line of a fixture's header anew. */
#include "drawing_of.h"

#include "fixture_keys.h"
#include "parameters.h"
#include "terminal/output.h"

#include <math.h>
#include <stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Letters that are no characters of a map. */
static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFHIJKLMNPQRUVXYZ";

/* Units of the same group. */
typedef struct cluster {
    const scene_unit *first;
    char letter;
    bool same_goal, same_way; /* all have one goal, or the same offset to it */
} cluster;

/* ---- profiles ---- */

static void say_profiles(drawing *d, const scene *s) {
    for (size_t k = 0; k < arrlenu(s->profiles); k++) {
        char *changes = params_changes(s, k);
        drawing_say(d, "profile %s%s", s->profiles[k].name, changes);
        free(changes);
    }
}

/* ---- groups ---- */

static bool same_point(sidle_vec2 a, sidle_vec2 b) {
    return fabsf(a.x - b.x) < 1e-3f && fabsf(a.y - b.y) < 1e-3f;
}

static sidle_vec2 way_of(const scene_unit *u) {
    return (sidle_vec2){u->goal.x - u->position.x, u->goal.y - u->position.y};
}

static bool belongs(cluster *c, const scene_unit *u) {
    const scene_unit *f = c->first;
    if (f->group != u->group || f->profile != u->profile || f->team != u->team ||
        f->order != u->order || f->start != u->start || f->target_group != u->target_group ||
        f->troop != u->troop)
        return false;
    bool goal = c->same_goal && same_point(f->goal, u->goal);
    bool way = u->order == SIDLE_ORDER_GO && c->same_way && same_point(way_of(f), way_of(u));
    bool has_goal = u->order >= SIDLE_ORDER_GO && u->order != SIDLE_ORDER_HOLD;
    if (!goal && has_goal && u->order != SIDLE_ORDER_GO) return false;
    c->same_goal = goal;
    c->same_way = way;
    return true;
}

static size_t cluster_of(cluster **list, const scene_unit *u) {
    for (size_t k = 0; k < arrlenu(*list); k++)
        if (belongs(&(*list)[k], u)) return k;
    cluster c = {.first = u, .same_goal = true, .same_way = true};
    arrput(*list, c);
    return arrlenu(*list) - 1;
}

static bool is_taken(const cluster *list, char letter) {
    for (size_t k = 0; k < arrlenu(list); k++)
        if (list[k].letter == letter) return true;
    return false;
}

/* Groups keep their letters; others get those that are left. */
static bool give_letters(cluster *list) {
    for (size_t k = 0; k < arrlenu(list); k++)
        if (list[k].first->letter && !is_taken(list, list[k].first->letter))
            list[k].letter = list[k].first->letter;
    for (size_t k = 0; k < arrlenu(list); k++) {
        const char *free_one = LETTERS;
        if (list[k].letter) continue;
        while (*free_one && is_taken(list, *free_one)) free_one++;
        if (!*free_one) return false;
        list[k].letter = *free_one;
    }
    return true;
}

static char letter_of_group(const cluster *list, uint32_t group) {
    for (size_t k = 0; k < arrlenu(list); k++)
        if (list[k].first->group == group) return list[k].letter;
    return '?';
}

static void write_points(FILE *out, const char *key, const sidle_vec2 *points, float cell) {
    fprintf(out, " %s=", key);
    for (size_t k = 0; k < arrlenu(points); k++)
        fprintf(out, "%s%.7g,%.7g", k ? ";" : "", (double)(points[k].x / cell),
                (double)(points[k].y / cell));
}

static void write_aim(FILE *out, const cluster *list, const cluster *c, float cell) {
    const scene_unit *u = c->first;
    double x = (double)(u->goal.x / cell), y = (double)(u->goal.y / cell);
    double range = (double)(u->range / cell);
    sidle_vec2 way = way_of(u);
    char other = letter_of_group(list, u->target_group);
    switch (u->order) {
    case SIDLE_ORDER_GO:
        if (c->same_goal || !c->same_way) /* each unit tells its own */
            fprintf(out, " goal=%.7g,%.7g", x, y);
        else
            fprintf(out, " move=%.7g,%.7g", (double)(way.x / cell), (double)(way.y / cell));
        break;
    case SIDLE_ORDER_HOLD: fprintf(out, " hold"); break;
    case SIDLE_ORDER_PATROL: write_points(out, "patrol", u->patrol, cell); break;
    case SIDLE_ORDER_PURSUE: fprintf(out, " pursue=%c", other); break;
    case SIDLE_ORDER_FOLLOW: fprintf(out, " follow=%c", other); break;
    case SIDLE_ORDER_EVADE: fprintf(out, " evade=%c", other); break;
    case SIDLE_ORDER_FLEE: fprintf(out, " flee=%.7g,%.7g", x, y); break;
    case SIDLE_ORDER_WANDER: fprintf(out, " wander=%.7g,%.7g,%.7g", x, y, range); break;
    case SIDLE_ORDER_APPROACH: fprintf(out, " approach=%c,%.7g", other, range); break;
    case SIDLE_ORDER_APPROACH_POINT: fprintf(out, " approach=%.7g,%.7g,%.7g", x, y, range); break;
    default: break;
    }
}

static void write_formation(FILE *out, const scene *s, uint32_t troop) {
    const sidle_formation *f = &s->troops[troop - 1].formation;
    fprintf(out, " formation=%s,%u,%.7g", FIXTURE_SHAPES[f->shape], f->columns,
            (double)(f->gap / s->cell_size));
    if (f->heading.x != 0 || f->heading.y != 0)
        fprintf(out, " facing=%.7g,%.7g", (double)f->heading.x, (double)f->heading.y);
}

/* The group that has the formation of this one; the others of its troop march with it. */
static const cluster *first_of_troop(const cluster *list, const cluster *c) {
    while (list->first->troop != c->first->troop) list++;
    return list;
}

static void say_group(drawing *d, const scene *s, const cluster *list, const cluster *c) {
    text_stream text;
    const scene_unit *u = c->first;
    FILE *out = text_begin(&text);
    fprintf(out, "group %c", c->letter);
    if (u->profile) fprintf(out, " profile=%s", s->profiles[u->profile].name);
    const cluster *by = u->troop ? first_of_troop(list, c) : c;
    if (by != c)
        fprintf(out, " with=%c", by->letter);
    else
        write_aim(out, list, c, s->cell_size);
    if (by == c && u->troop) write_formation(out, s, u->troop);
    if (by == c && arrlenu(u->via)) write_points(out, "via", u->via, s->cell_size);
    if (by == c && u->start > 0) fprintf(out, " start=%.7g", (double)u->start);
    if (u->team) fprintf(out, " team=%u", u->team);
    char *line = text_end(&text);
    drawing_say(d, "%s", line);
    free(line);
}

/* ---- the rest ---- */

static void say_orders(drawing *d, const scene *s) {
    for (size_t k = 0; k < arrlenu(s->later); k++) {
        const scene_later *l = &s->later[k];
        if (l->order == SIDLE_ORDER_GO)
            drawing_say(d, "order at=%.7g unit=%u goal=%.7g,%.7g", (double)l->time, l->unit + 1,
                        (double)(l->goal.x / s->cell_size), (double)(l->goal.y / s->cell_size));
        else
            drawing_say(d, "order at=%.7g unit=%u stop", (double)l->time, l->unit + 1);
    }
}

static void say_rest(drawing *d, const scene *s) {
    for (size_t k = 0; k < arrlenu(s->edits); k++) {
        const scene_edit *e = &s->edits[k];
        drawing_say(d, "edit at=%.7g cells=%u,%u,%u,%u class=%s", (double)e->time, e->x, e->y,
                    e->width, e->height, terrain_names()[e->terrain]);
    }
    say_orders(d, s);
    for (size_t k = 0; k < arrlenu(s->expects); k++)
        drawing_say(d, "expect %s %s %.9g", s->expects[k].metric,
                    EXPECT_SIGNS[s->expects[k].relation], s->expects[k].bound);
}

static void add_unit(drawing *d, const scene *s, const scene_unit *u, const cluster *of) {
    drawn_unit drawn = {.at = {u->position.x / s->cell_size, u->position.y / s->cell_size}};
    drawn.group[0] = of->letter;
    if (u->order == SIDLE_ORDER_GO && !of->same_goal && !of->same_way)
        snprintf(drawn.goal, sizeof drawn.goal, "%.7g,%.7g", (double)(u->goal.x / s->cell_size),
                 (double)(u->goal.y / s->cell_size));
    if (u->unloads > 0) snprintf(drawn.unloads, sizeof drawn.unloads, "%.7g", (double)u->unloads);
    if (u->dies > 0) snprintf(drawn.dies, sizeof drawn.dies, "%.7g", (double)u->dies);
    if (u->dies == DIES_CAUGHT) snprintf(drawn.dies, sizeof drawn.dies, "caught");
    arrput(d->units, drawn);
}

bool drawing_of(const scene *s, drawing *into, complaints *to) {
    cluster *list = NULL;
    size_t *cluster_of_unit = NULL;
    for (size_t k = 0; k < arrlenu(s->units); k++)
        arrput(cluster_of_unit, cluster_of(&list, &s->units[k]));
    bool good = give_letters(list);
    if (good) {
        *into = drawing_make(s->width, s->height);
        memcpy(into->cells, s->cells, (size_t)s->width * s->height);
        drawing_say(into, "cell %.7g", (double)s->cell_size);
        drawing_say(into, "seconds %.7g", (double)s->seconds);
        if (s->hz != 30) drawing_say(into, "hz %.7g", (double)s->hz);
        if (s->straight) drawing_say(into, "pathfinder none");
        if (s->congestion) drawing_say(into, "pathfinder congestion");
        say_profiles(into, s);
        for (size_t k = 0; k < arrlenu(list); k++) say_group(into, s, list, &list[k]);
        for (size_t k = 0; k < arrlenu(s->units); k++)
            add_unit(into, s, &s->units[k], &list[cluster_of_unit[k]]);
        say_rest(into, s);
    } else {
        complain(to, s->name, 0, 0,
                 "found units with more than %zu different orders, expected a letter for each",
                 sizeof LETTERS - 1);
    }
    arrfree(cluster_of_unit);
    arrfree(list);
    return good;
}
