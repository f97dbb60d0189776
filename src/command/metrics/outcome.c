/* One table describes every figure; what reads all figures never names one. The hash is no figure,
 * as it has no unit and no better. To add a figure, add a field to the outcome and a row here. */
#include "outcome.h"

#include "terminal/spelling.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define FIGURE(name) #name, offsetof(outcome, name)
#define DECISION(name, decision)                                                                   \
    "decisions." #name, offsetof(outcome, decisions) + (decision) * sizeof(double)
#define WAITS(name, condition)                                                                     \
    "waits." #name, offsetof(outcome, waits) + (condition) * sizeof(double)

enum { REAL = false, WHOLE = true };

static const figure FIGURES[] = {
    /* clang-format off */
    {FIGURE(units), WHOLE, "units", "", "all units of the scene"},
    {FIGURE(movers), WHOLE, "units", "", "units that are given a goal"},
    {FIGURE(arrived), REAL, "", "high", "share of the movers that rest for good at their goal, or were told that they have arrived, and do not wait for room"},
    {FIGURE(reached), REAL, "", "high", "share of the movers that came within reach of their goal, whatever they did then"},
    {FIGURE(seconds), REAL, "s", "", "time that was run"},
    {FIGURE(ticks), WHOLE, "ticks", "", "steps that were run"},
    {FIGURE(makespan), REAL, "s", "low", "when the last mover came to rest as arrived; the time run when one did not"},
    {FIGURE(reached_last), REAL, "s", "low", "when the last mover came within reach of its goal; the time run when one did not"},
    {FIGURE(stretch_mean), REAL, "x", "low", "time until a mover rests as a multiple of that of a free drive to there"},
    {FIGURE(stretch_p95), REAL, "x", "low", "time until a mover of the slowest twentieth rests as a multiple of that of a free drive to there"},
    {FIGURE(stretch_first), REAL, "x", "low", "time until a mover of the highest priority rests as a multiple of that of a free drive, where priorities differ"},
    {FIGURE(overlap), REAL, "", "low", "share of the time that a unit on its way is more than 10 % of its radius inside another"},
    {FIGURE(overlap_open), REAL, "", "low", "share of the time that a unit on its way is more than 10 % of its radius inside another, while it touches no unit that only stands"},
    {FIGURE(overlap_longest), REAL, "s", "low", "the longest that a unit is more than 10 % of its radius inside others without a break"},
    {FIGURE(max_penetration), REAL, "u", "low", "the deepest that a unit on its way was inside another"},
    {FIGURE(static_overlaps), WHOLE, "unit-ticks", "low", "a unit overlaps a wall or the edge of the map; has to be 0"},
    {FIGURE(displaced_mean), REAL, "u", "low", "how far units that hold, or step aside for nobody, were moved from their places"},
    {FIGURE(displaced_max), REAL, "u", "low", "how far the unit was moved that was moved farthest of those that hold, or step aside for nobody"},
    {FIGURE(aside_mean), REAL, "u", "low", "how far units without an order went from their places to give way"},
    {FIGURE(aside_max), REAL, "u", "low", "how far the unit went that went farthest of those without an order to give way"},
    {FIGURE(away_max), REAL, "u", "low", "the farthest that a unit without an order is from its place at the end"},
    {FIGURE(flips), REAL, "/s", "low", "how often a unit on its way reverses its motion: jitter"},
    {FIGURE(turning), REAL, "rad/s", "low", "how much a unit's direction of travel changes on its way, from places 0.1 s apart"},
    {FIGURE(facing), REAL, "rad/s", "low", "how much the heading that the library reports changes, of slow and waiting units too"},
    {FIGURE(travel), REAL, "x", "low", "distance that a unit goes to its goal as a multiple of the shortest way"},
    {FIGURE(hard_stops), REAL, "/unit", "low", "how often a unit on its way falls from over half to under a tenth of top speed in 0.3 s"},
    {FIGURE(ranged), WHOLE, "units", "", "units whose last order has a range, or is to pursue"},
    {FIGURE(in_range), WHOLE, "units", "high", "those of them that are in their range, or beside their target"},
    {WAITS(no_path, SIDLE_CONDITION_NO_PATH), WHOLE, "units", "low", "terrain bars their way at the end, and they have no path round it"},
    {WAITS(no_way, SIDLE_CONDITION_NO_WAY), WHOLE, "units", "low", "wait at the end, as the pathfinder has found no path"},
    {WAITS(no_room, SIDLE_CONDITION_NO_ROOM), WHOLE, "units", "low", "wait at the end, as there is no free place at their goal or in their range"},
    {WAITS(shut_in, SIDLE_CONDITION_SHUT_IN), WHOLE, "units", "low", "wait at the end, as units that make no room bar their way"},
    {FIGURE(judged), WHOLE, "units", "", "units that wait and were judged: is there a way and room for them? A flood over the map past units that make no room"},
    {FIGURE(given_up), WHOLE, "units", "low", "judged units for which there is a way and room"},
    {FIGURE(edits), WHOLE, "edits", "", "changes of the map that were due"},
    {FIGURE(edits_open), WHOLE, "edits", "low", "changes of the map that were due and are not made, as a unit stands in the way"},
    {FIGURE(edit_wait), REAL, "s", "low", "the longest that a change of the map came late, as a unit stood in the way"},
    {FIGURE(settling), REAL, "s", "low", "from the first arrival until no mover moves"},
    {FIGURE(settled), REAL, "s", "low", "when the last unit came to rest for good whose order ends at rest; the time run when one did not"},
    {FIGURE(rested), REAL, "", "high", "share of those units that rest for good"},
    {FIGURE(told), REAL, "", "high", "share of those units that were told that they are done, or why they wait"},
    {FIGURE(restarts), WHOLE, "starts", "low", "number of times that units set out again after arrival; a unit that gave way and is back does not count"},
    {FIGURE(gave_way), WHOLE, "units", "", "units that moved while idle or arrived, and are back"},
    {FIGURE(moved_after), REAL, "u", "low", "mean distance that units went after arrival; a unit that gave way and is back does not count"},
    {FIGURE(moved_after_max), REAL, "u", "low", "the farthest that a unit went after arrival; a unit that gave way and is back does not count"},
    {FIGURE(rest_overlap), REAL, "", "low", "share of the units at rest in the end that overlap another one by more than 2 % of both radii"},
    {FIGURE(rest_overlap_max), REAL, "", "low", "the deepest overlap of two units at rest in the end, as a share of both radii"},
    {FIGURE(off_course), REAL, "deg", "low", "angle between the heading at rest and the course on which a unit came, or its target, on average"},
    {FIGURE(off_course_max), REAL, "deg", "low", "the largest angle between the heading at rest and the course on which a unit came, or its target"},
    {FIGURE(clean), WHOLE, "", "high", "1 when every unit was told, rests, overlaps none, stayed where it was told, and none is given up; else 0"},
    {FIGURE(end_speed), REAL, "u/s", "low", "mean speed in the last second of units with an order to move"},
    {FIGURE(place_off), REAL, "u", "low", "mean distance of units that march in a formation from their places, once formed"},
    {FIGURE(place_off_max), REAL, "u", "low", "the largest distance of a unit that marches in a formation from its place, once formed"},
    {FIGURE(reform), REAL, "s", "low", "the longest time from behind a gap until a formation is formed again"},
    {FIGURE(arrival_spread), REAL, "s", "low", "from the first arrival to the last one of a formation, the largest"},
    {FIGURE(caught), REAL,"", "", "share of the pursued that a hunter touched, within a quarter of its radius"},
    {FIGURE(caught_first), REAL, "s", "low", "when the first was touched, from its hunter's order on; else the time run"},
    {FIGURE(ring_open), REAL, "", "low", "share of the places round a pursued unit that no hunter touches at the end; of several the largest"},
    {FIGURE(strayed), REAL, "u", "low", "the farthest that a wanderer was outside its area, once it had been inside"},
    {FIGURE(behind), REAL, "u", "low", "mean distance of followers from their leader at the end"},
    {FIGURE(lost), WHOLE, "orders", "", "orders that ended because their target was gone"},
    {DECISION(free, SIDLE_DECISION_FREE), WHOLE, "unit-ticks", "", "nothing in the way"},
    {DECISION(detour, SIDLE_DECISION_DETOUR), WHOLE, "unit-ticks", "", "goes round other units"},
    {DECISION(wait, SIDLE_DECISION_WAIT), WHOLE, "unit-ticks", "", "blocked by units, waiting"},
    {DECISION(replan, SIDLE_DECISION_REPLAN), WHOLE, "unit-ticks", "", "blocked by units, asking for a path"},
    {DECISION(push, SIDLE_DECISION_PUSH), WHOLE, "unit-ticks", "", "blocked by units, pushing through"},
    {DECISION(blocked, SIDLE_DECISION_BLOCKED), WHOLE, "unit-ticks", "", "blocked by terrain"},
    {FIGURE(replans), WHOLE, "paths", "", "searches that answered a unit's request for another path"},
    {FIGURE(unreachable), WHOLE, "units", "", "movers that had no path to their goal at the end"},
    {FIGURE(skipped), WHOLE, "problems", "", "problems of a scenario that start or end where the profile cannot be"},
    {FIGURE(us_per_unit_tick), REAL, "us", "low", "processor time of a unit's tick (several threads: time that passes), median over the ticks"},
    /* clang-format on */
};

enum { FIGURE_COUNT = sizeof FIGURES / sizeof FIGURES[0] };

const figure *figures(size_t *count) {
    *count = FIGURE_COUNT;
    return FIGURES;
}

double figure_value(const outcome *o, const figure *f) {
    return *(const double *)((const char *)o + f->offset);
}

bool outcome_value(const outcome *o, const char *name, double *value) {
    for (int k = 0; k < FIGURE_COUNT; k++)
        if (!strcmp(FIGURES[k].name, name)) {
            *value = figure_value(o, &FIGURES[k]);
            return true;
        }
    return false;
}

const char *outcome_nearest(const char *name) {
    return nearest_word(name, NAMES_OF(FIGURES, FIGURE_COUNT));
}

void unclean_add(unclean_units *to, size_t unit) {
    if (to->count < UNCLEAN_NAMED) to->first[to->count] = (uint32_t)unit + 1;
    to->count++;
}

/* Without an arrival there is no stretch, and no travel where nobody came near its goal. */
bool figure_is_known(const outcome *o, const figure *f) {
    if (f->offset == offsetof(outcome, travel)) return o->reached > 0;
    bool of_arrival =
        f->offset == offsetof(outcome, stretch_mean) || f->offset == offsetof(outcome, stretch_p95);
    return !of_arrival || o->arrived > 0;
}

outcome outcome_mean(const outcome *of, size_t count) {
    outcome mean = {0};
    double longest = 0;
    for (size_t run = 0; run < count; run++) longest = fmax(longest, of[run].overlap_longest);
    for (int k = 0; k < FIGURE_COUNT; k++) {
        double sum = 0, runs = 0;
        for (size_t run = 0; run < count; run++) {
            if (!figure_is_known(&of[run], &FIGURES[k])) continue;
            sum += figure_value(&of[run], &FIGURES[k]);
            runs++;
        }
        if (runs > 0) *(double *)((char *)&mean + FIGURES[k].offset) = sum / runs;
    }
    mean.overlap_longest = longest; /* "no unit for over 2 s" is a bound for each run */
    return mean;
}

void outcome_explain(FILE *out) {
    static const char LINE[] = "%-18s %-11s %-7s %s\n";
    fprintf(out, LINE, "figure", "unit", "better", "meaning");
    for (int k = 0; k < FIGURE_COUNT; k++)
        fprintf(out, LINE, FIGURES[k].name, FIGURES[k].unit, FIGURES[k].good, FIGURES[k].meaning);
}
