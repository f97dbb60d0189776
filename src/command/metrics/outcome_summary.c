/* An outcome in a few lines of text for people. */
#include "outcome.h"

#include <math.h>
#include <stb_ds.h>

static void decision_shares(FILE *out, const outcome *o) {
    static const char *const NAMES[SIDLE_DECISION_COUNT] = {"",       "free", "detour", "wait",
                                                            "replan", "push", "blocked"};
    double sum = 0;
    for (int k = SIDLE_DECISION_FREE; k < SIDLE_DECISION_COUNT; k++) sum += o->decisions[k];
    fprintf(out, "  decisions ");
    for (int k = SIDLE_DECISION_FREE; k < SIDLE_DECISION_COUNT; k++)
        fprintf(out, "%s %.1f %%%s", NAMES[k], sum > 0 ? 100 * o->decisions[k] / sum : 0,
                k + 1 < SIDLE_DECISION_COUNT ? ", " : "\n");
}

static bool has_order(const scene *s, sidle_order order) {
    for (size_t k = 0; k < arrlenu(s->units); k++)
        if (s->units[k].order == order) return true;
    return false;
}

static void summary_of_goals(FILE *out, const outcome *o) {
    fprintf(out, "%.0f of %.0f movers arrived", round(o->arrived * o->movers), o->movers);
    if (o->unreachable > 0) fprintf(out, " (no path leads to the goals of %.0f)", o->unreachable);
    if (o->arrived >= 1) fprintf(out, ", the last after %.1f s", o->makespan);
    fprintf(out, "; ");
}

static void summary_of_orders(FILE *out, const outcome *o, const scene *s) {
    if (has_order(s, SIDLE_ORDER_PURSUE))
        fprintf(out, "  hunters   touched %.0f %% of their prey, the first after %.1f s\n",
                100 * o->caught, o->caught_first);
    if (has_order(s, SIDLE_ORDER_FOLLOW))
        fprintf(out, "  followers %.1f u from their leader at the end, on average\n", o->behind);
    if (has_order(s, SIDLE_ORDER_WANDER))
        fprintf(out, "  wanderers at most %.2f u outside their area\n", o->strayed);
    if (o->lost > 0) fprintf(out, "  lost      %.0f orders, their target gone\n", o->lost);
}

/* Who is in range, who waits under its order, and whether it should. */
static void summary_of_waiting(FILE *out, const outcome *o) {
    static const char *const WORDS[SIDLE_CONDITION_COUNT] = {"no reason", "no path", "no way",
                                                             "no room", "shut in"};
    double waits = 0;
    const char *between = ":";
    if (o->ranged > 0)
        fprintf(out, "  in range  %.0f of %.0f units whose order has a range or a prey\n",
                o->in_range, o->ranged);
    for (int k = 0; k < SIDLE_CONDITION_COUNT; k++) waits += o->waits[k];
    if (waits <= 0) return;
    fprintf(out, "  waiting   %.0f under their orders", waits);
    for (int k = 0; k < SIDLE_CONDITION_COUNT; k++) {
        if (o->waits[k] > 0) fprintf(out, "%s %.0f %s", between, o->waits[k], WORDS[k]);
        if (o->waits[k] > 0) between = ",";
    }
    fprintf(out, "; %.0f given up", o->given_up);
    if (o->judged < waits) fprintf(out, " of %.0f judged", o->judged);
    fputc('\n', out);
}

/* Which change of the map waited longest for the units that stood in its way. */
static void summary_of_edits(FILE *out, const outcome *o, const scene *s) {
    if (o->edit_wait <= 0) return;
    const scene_edit *e = &s->edits[o->late_edit.index];
    fprintf(out, "  edits     units stood in the way: cells=%u,%u,%u,%u asked at tick %llu, ", e->x,
            e->y, e->width, e->height, (unsigned long long)o->late_edit.asked);
    if (o->late_edit.made)
        fprintf(out, "made at tick %llu", (unsigned long long)o->late_edit.made);
    else
        fprintf(out, "not made");
    fprintf(out, ", %.1f s late\n", o->edit_wait);
}

static void print_unclean(FILE *out, const unclean_units *u, const char *text) {
    if (!u->count) return;
    fprintf(out, "  not clean %u %s: unit", u->count, text);
    for (uint32_t n = 0; n < u->count && n < UNCLEAN_NAMED; n++)
        fprintf(out, "%s %u", n ? "," : "", u->first[n]);
    fputs(u->count > UNCLEAN_NAMED ? ", ...\n" : "\n", out);
}

/* Which units are not at rest, or do not rest as they should. */
static void summary_of_rest(FILE *out, const outcome *o) {
    fprintf(
        out,
        "  rest      settled after %.1f s, %.0f restarts; overlap at rest %.2f %%, at most %.2f of "
        "both radii; faces %.0f degrees off\n",
        o->settled, o->restarts, 100 * o->rest_overlap, o->rest_overlap_max, o->off_course);
    for (int k = 0; k < SETTLING_REASON_COUNT; k++)
        print_unclean(out, &o->unclean[k], settling_reason_text((settling_reason)k));
    print_unclean(out, &o->given_up_units, "waiting, though there is a way and room");
}

void outcome_summary(FILE *out, const outcome *o, const scene *s) {
    fprintf(out, "%s: ", s->name);
    if (o->movers > 0) summary_of_goals(out, o);
    fprintf(out, "%.0f units, %.1f s run", o->units, o->seconds);
    if (o->skipped > 0)
        fprintf(out, "; %.0f problem%s skipped", o->skipped, o->skipped > 1 ? "s" : "");
    fputc('\n', out);
    if (o->movers > 0)
        fprintf(out,
                "  way       %.2f times a free drive on average, %.2f for the slowest twentieth; "
                "%.2f times as far\n",
                o->stretch_mean, o->stretch_p95, o->travel);
    summary_of_orders(out, o, s);
    summary_of_waiting(out, o);
    summary_of_edits(out, o, s);
    if (!s->roam) summary_of_rest(out, o);
    fprintf(out,
            "  bodies    overlap in %.2f %% of the time, at most by %.2f u and for %.1f s; walls: "
            "%.0f times\n",
            100 * o->overlap, o->max_penetration, o->overlap_longest, o->static_overlaps);
    fprintf(out, "  standing  displaced by %.2f u on average, %.2f u at most\n", o->displaced_mean,
            o->displaced_max);
    fprintf(out, "  jitter    %.3f reversals per unit and second; speed at the end %.3f u/s\n",
            o->flips, o->end_speed);
    fprintf(out,
            "  calm      turns %.2f rad/s on its way, its heading %.2f rad/s; %.2f hard stops per "
            "unit\n",
            o->turning, o->facing, o->hard_stops);
    decision_shares(out, o);
    fprintf(out, "  replans   %.0f\n", o->replans);
    fprintf(out, "  cost      %.2f us per unit and tick\n", o->us_per_unit_tick);
    fprintf(out, "  hash      %016llx\n", (unsigned long long)o->hash);
}
