/* One unit alone on free ground, on any map, with any profile, at any dt: it arrives, and about as
 * soon as at 30 Hz. What a world or a profile refuses is not played. */
#include "story.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979;

/* s of simulation, so that the longest run stays short enough to be played often. */
static const double SHORT = 8, LONG = 400;

/* Steps that the run at the stream's own dt may take. */
static const double STEPS = 40000;

/* Squares of four radii on the map that a step may sort, on average: all of them each time that the
 * unit has gone DRIFT radii. With more of them the run has fewer steps. */
static const double SQUARES = 20000, DRIFT = 0.6;

/* Share of the time at 30 Hz, by which the own time may differ, and steps of rounding on both
 * sides. */
static const double ALIKE = 0.02, STEPS_OFF = 3;

/* Radii, from the middle of the unit to the rim of the map, where it starts and ends: walls are
 * free ground for nobody. */
static const float MARGIN = 6;

/* u; how near the unit has to get. */
static const float NEAR = 0.05f;

typedef struct journey {
    sidle_world_def world;
    sidle_profile profile;
    sidle_vec2 from, to, heading;
    double ideal; /* s, that it takes at least, turning included */
    float dt;
} journey;

static uint8_t byte_at(const uint8_t *data, size_t size, size_t at) {
    return at < size ? data[at] : 0;
}

static double distance(sidle_vec2 a, sidle_vec2 b) {
    return hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y);
}

/* u/s on ground, of which all of the way is. */
static float speed_of(const sidle_profile *p) {
    return p->top_speed * p->terrain_factor[SIDLE_TERRAIN_GROUND];
}

static double ideal_time(const journey *j, double way) {
    double speed = (double)speed_of(&j->profile), change = (double)j->profile.acceleration;
    double run_up = speed * speed / change; /* u, to be fast and to brake again */
    double time = way < run_up ? 2 * sqrt(way / change) : way / speed + speed / change;
    return time + 180 / (double)j->profile.turn_rate;
}

/* As far as time allows from where it starts. */
static bool choose_goal(journey *j, float x, float y, double most) {
    float width = (float)j->world.width * j->world.cell_size;
    float height = (float)j->world.height * j->world.cell_size, r = MARGIN * j->profile.radius;
    if (width <= 2 * r || height <= 2 * r) return false;
    j->to = (sidle_vec2){r + (width - 2 * r) * x, r + (height - 2 * r) * y};
    for (int k = 0; k < 40; k++) {
        j->ideal = ideal_time(j, distance(j->from, j->to));
        if (j->ideal <= most) return distance(j->from, j->to) > 0.01;
        j->to.x = j->from.x + 0.6f * (j->to.x - j->from.x);
        j->to.y = j->from.y + 0.6f * (j->to.y - j->from.y);
    }
    return false;
}

static bool choose_journey(journey *j, const uint8_t *data, size_t size) {
    const float one = 255;
    uint8_t b[HEADER];
    for (size_t k = 0; k < HEADER; k++) b[k] = byte_at(data, size, k);
    j->world = sidle_world_def_default();
    j->world.width = b[0] % 14 == 13 ? SIDLE_MAX_CELLS : 2u << b[0] % 13;
    j->world.height = 1 + b[1] % 4;
    j->world.cell_size = fmaxf(0.01f, fminf(100, 0.01f * powf(10000, (float)b[2] / one)));
    j->dt = fmaxf(SIDLE_MIN_DT, fminf(SIDLE_MAX_DT, SIDLE_MIN_DT * powf(SIDLE_MAX_DT / SIDLE_MIN_DT,
                                                                        (float)b[3] / one)));
    j->profile = sidle_profile_default();
    j->profile.radius = fminf(j->profile.radius, 0.4f * j->world.cell_size);
    for (size_t at = HEADER; at + 1 < size && at < HEADER + 32; at += 2) {
        sidle_profile p = j->profile;
        decode_row(&p, data[at], data[at + 1], true);
        p.passable |= SIDLE_PASS(SIDLE_TERRAIN_GROUND);
        if (sidle_profile_check(&p, NULL, NULL) == SIDLE_OK) j->profile = p;
    }
    /* Arrival means to be near and slow, and what is slow depends on dt. */
    j->profile.tuning.arrival_radius = fminf(j->profile.tuning.arrival_radius, NEAR);
    float width = (float)j->world.width * j->world.cell_size;
    float height = (float)j->world.height * j->world.cell_size, r = MARGIN * j->profile.radius;
    if (j->profile.radius > SIDLE_MAX_RADIUS_CELLS * j->world.cell_size ||
        j->profile.radius < SIDLE_MIN_RADIUS_CELLS * j->world.cell_size ||
        j->profile.radius < SIDLE_MIN_RADIUS_SHARE * fmaxf(width, height) ||
        speed_of(&j->profile) < 1e-3f)
        return false;
    j->from = (sidle_vec2){r + (width - 2 * r) * (float)b[4] / one,
                           r + (height - 2 * r) * (float)b[5] / one};
    j->heading = (sidle_vec2){(float)b[8] - 127.5f, (float)b[9] - 127.5f};
    double squares = (double)width * (double)height / pow(4 * (double)j->profile.radius, 2);
    double sorts = (double)(speed_of(&j->profile) * j->dt) / (DRIFT * (double)j->profile.radius);
    double steps = STEPS / fmax(1, fmin(sorts, 1) * fmin(squares, 1 << 20) / SQUARES);
    double most = fmin(LONG, fmax(SHORT, steps * (double)j->dt / 4));
    most = fmin(most, steps * (double)j->dt / 4);
    if (!choose_goal(j, (float)b[6] / one, (float)b[7] / one, most)) return false;
    /* A wall within the turn is no free ground either. */
    float turn = speed_of(&j->profile) * 360 / j->profile.turn_rate;
    if (turn > r) j->heading = (sidle_vec2){j->to.x - j->from.x, j->to.y - j->from.y};
    return true;
}

static void tell(const journey *j, float dt) {
    tell_world(&j->world, NULL);
    tell_profile("p", &j->profile);
    story_tell("    sidle_profile_set(w, (sidle_profile_id){0}, &p);\n"
               "    u[0] = make(w, 0, (sidle_vec2){%.9g, %.9g}, (sidle_vec2){%.9g, %.9g}, 0, 0);\n"
               "    sidle_unit_go(w, u[0], (sidle_vec2){%.9g, %.9g}); /* ideally %.3f s */\n"
               "    for (int k = 0; k < %d; k++) sidle_world_step(w, %.9g);\n",
               (double)j->from.x, (double)j->from.y, (double)j->heading.x, (double)j->heading.y,
               (double)j->to.x, (double)j->to.y, j->ideal, (int)((3 * j->ideal + 10) / (double)dt),
               (double)dt);
}

/* s, until it arrives; < 0: the world does not take the journey. */
static double time_of(const journey *j, float dt) {
    static story s; /* for the words of a failure */
    memset(&s, 0, sizeof s);
    s.style = STYLE_LONE;
    sidle_world *w = NULL;
    sidle_unit_id id;
    sidle_unit_state state;
    sidle_unit_def def = sidle_unit_def_default();
    def.position = j->from;
    def.heading = j->heading;
    if (sidle_world_create(&j->world, &w)) return -1;
    s.world = w;
    bool takes = !sidle_profile_set(w, (sidle_profile_id){0}, &j->profile) &&
                 sidle_world_line_fits(w, (sidle_profile_id){0}, j->from, j->to) &&
                 !sidle_unit_create(w, &def, &id) && !sidle_unit_go(w, id, j->to);
    double most = takes ? 3 * j->ideal + 10 + 6 * (double)j->profile.tuning.look_interval : 0;
    bool arrived = false;
    while (takes && !arrived && s.seconds < most) {
        if (sidle_world_step(w, dt)) story_fail(&s, "state", "the step is refused");
        s.seconds += (double)dt;
        sidle_unit_get(w, id, &state);
        arrived = state.arrived;
        if (!isfinite(state.position.x) || !isfinite(state.position.y))
            story_fail(&s, "state", "the unit is nowhere");
    }
    if (takes && !arrived)
        story_fail(&s, "arrival",
                   "alone on free ground at dt %g the unit has not arrived after %g s; %g s "
                   "would do; from %g %g to %g %g, it is at %.9g %.9g, decision %d",
                   (double)dt, s.seconds, j->ideal, (double)j->from.x, (double)j->from.y,
                   (double)j->to.x, (double)j->to.y, (double)state.position.x,
                   (double)state.position.y, (int)state.decision);
    sidle_world_destroy(w);
    return takes ? s.seconds : -1;
}

/* s, by which turns may differ with dt. A turn of over a quarter of a circle does not lag, so what
 * is left of it where the lag begins depends on dt. A unit whose goal lies within its turning
 * circle may have to turn once more to hit it. */
static double turns_off(const journey *j) {
    double turn = 180 / (double)j->profile.turn_rate, way = distance(j->from, j->to);
    bool is_inside = way < (double)speed_of(&j->profile) * turn / PI;
    return (double)j->profile.tuning.steering_lag + (is_inside ? turn : 0);
}

void lone_play(const uint8_t *data, size_t size) {
    journey j;
    const float usual = 1 / 30.0f;
    if (!choose_journey(&j, data, size)) return;
    tell(&j, j.dt);
    double time = time_of(&j, j.dt);
    if (time < 0) return;
    double at_30 = time_of(&j, usual), steps = STEPS_OFF * (double)fmaxf(j.dt, usual);
    story s = {.style = STYLE_LONE, .seconds = time};
    if (fabs(time - at_30) > ALIKE * at_30 + steps + turns_off(&j))
        story_fail(&s, "time", "the same way takes %g s at dt %g, and %g s at 30 Hz (ideally %g s)",
                   time, (double)j.dt, at_30, j.ideal);
}
