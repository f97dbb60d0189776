/* One picture serves all: it is painted once for each frame that is due. */
#include "recorder.h"

#include "support/checked_memory.h"
#include "terminal/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of the longer side: a picture is looked at closely, a film is sent. Cells of more pixels
 * are no clearer. */
enum { PICTURE_SIZE = 1400, FILM_SIZE = 640, CELL_MOST = 40 };

struct recorder {
    const recorder_options *options;
    const scene *played;
    complaints *to;
    double hz;
    picture *picture;
    heat *heat;
    film *films[FILM_KINDS];
    bool filmed, lost;
    bool pictured; /* the PNG was written */
    uint64_t frames;
    const canvas *last;
};

recorder_options recorder_default(void) {
    return (recorder_options){.at = -1, .frames = 15, .pace = 1};
}

void recorder_rows(recorder_options *o, option_row rows[RECORDER_ROWS]) {
    const option_row all[RECORDER_ROWS] = {
        {"png", "FILE", "picture of the last frame", OPTION_TEXT, &o->png, 0, 0},
        {"at", "S", "the picture of --png is that of this time, s", OPTION_NUMBER, &o->at, 0, 1e6},
        {"gif", "FILE", "film as an animated GIF; films need ffmpeg", OPTION_TEXT,
         &o->films[FILM_GIF], 0, 0},
        {"apng", "FILE", "film as an animated PNG, in full colours", OPTION_TEXT,
         &o->films[FILM_APNG], 0, 0},
        {"mp4", "FILE", "film as an MP4", OPTION_TEXT, &o->films[FILM_MP4], 0, 0},
        {"heat", "KIND",
         "paints, in pictures and films, where on the map units bore most of\n"
         "congestion (below half of top speed), overlap, waiting or turning",
         OPTION_TEXT, &o->heat, 0, 0},
        {"fps", "N", "frames in a second of a film, 1 to 60 (15)", OPTION_NUMBER, &o->frames, 1,
         60},
        {"pace", "N", "seconds of the run that pass in a second of a film, or with --live (1)",
         OPTION_NUMBER, &o->pace, 0.01, 1000},
        {"size", "N",
         "pixels of the longer side of the map, 64 to 8192 (1400, or 640 for films, and at\n"
         "most 40 for a cell); the legend stands below",
         OPTION_WHOLE, &o->size, 64, 8192},
        {"crop", "X,Y,W,H", "paints these cells of the map alone", OPTION_TEXT, &o->crop, 0, 0},
    };
    memcpy(rows, all, sizeof all);
}

/* A part of the map, in cells. */
static picture_crop read_crop(const char *text, const scene *s, complaints *to) {
    picture_crop c = {0, 0, (float)s->width, (float)s->height};
    int end = 0;
    if (!text) return c;
    int found = sscanf(text, "%f,%f,%f,%f%n", &c.x, &c.y, &c.width, &c.height, &end);
    bool inside = found == 4 && !text[end] && c.x >= 0 && c.y >= 0 && c.width >= 1 &&
                  c.height >= 1 && c.x + c.width <= (float)s->width &&
                  c.y + c.height <= (float)s->height;
    if (!inside)
        complain(to, "--crop", 0, 0, "found '%s', expected cells X,Y,W,H inside %u x %u cells",
                 text, s->width, s->height);
    return c;
}

static uint32_t size_of(const recorder_options *o, bool filmed, const picture_crop *crop) {
    if (o->size) return o->size;
    float cells = fmaxf(crop->width, crop->height);
    return (uint32_t)fminf(filmed ? FILM_SIZE : PICTURE_SIZE, fmaxf(cells * CELL_MOST, 64));
}

recorder *recorder_make(const recorder_options *o, const scene *played, float hz, complaints *to) {
    recorder *r = checked_calloc(1, sizeof *r);
    *r = (recorder){.options = o, .played = played, .to = to, .hz = (double)hz};
    for (int k = 0; k < FILM_KINDS; k++) {
        r->filmed = r->filmed || o->films[k];
        if (o->films[k]) output_allowed(o->films[k], to);
    }
    if (o->png) output_allowed(o->png, to);
    if (o->heat) r->heat = heat_make(played, o->heat, to);
    picture_crop crop = read_crop(o->crop, played, to);
    if (!to->count && (o->png || r->filmed)) {
        r->picture = picture_make(played, size_of(o, r->filmed, &crop), &crop);
        if (r->heat) picture_heat(r->picture, r->heat);
    }
    if (!to->count) return r;
    recorder_free(r);
    return NULL;
}

void recorder_free(recorder *r) {
    if (!r) return;
    picture_free(r->picture);
    heat_free(r->heat);
    free(r);
}

picture *recorder_picture(const recorder *r) {
    return r->picture;
}

/* ---- between ticks ---- */

static void open_films(recorder *r, const canvas *first) {
    for (int k = 0; k < FILM_KINDS; k++)
        if (r->options->films[k] && !r->lost) {
            r->films[k] =
                film_open(r->options->films[k], (film_kind)k, first, r->options->frames, r->to);
            r->lost = !r->films[k];
        }
}

/* A long trail hides the units of a small frame. */
static void take_frame(recorder *r, sim *s) {
    picture_tail(r->picture, (size_t)(PICTURE_TAIL * r->hz));
    const canvas *frame = picture_paint(r->picture, sim_world(s));
    picture_tail(r->picture, 0);
    if (!r->frames++) open_films(r, frame);
    for (int k = 0; k < FILM_KINDS; k++)
        if (r->films[k] && !r->lost) r->lost = !film_frame(r->films[k], frame, r->to);
}

void recorder_between(recorder *r, sim *s) {
    double time = (double)sim_ticks(s) / r->hz;
    double frames_a_s = (double)r->options->frames / (double)r->options->pace;
    if (r->heat && sim_ticks(s)) heat_sample(r->heat, sim_world(s), 1 / r->hz);
    if (r->filmed && !r->lost && time * frames_a_s >= (double)r->frames) take_frame(r, s);
    bool due = r->options->png && r->options->at >= 0 && !r->pictured;
    if (due && time + 0.5 / r->hz >= (double)r->options->at)
        r->pictured = picture_write(r->picture, sim_world(s), r->options->png, r->to);
}

/* ---- the end ---- */

static void tell_heat(const recorder *r, FILE *out) {
    float x, y;
    double most = heat_most(r->heat, &x, &y);
    fprintf(out, "  heat      %s: %.1f %s in all; most, %.2f %s, at %.1f,%.1f\n", r->options->heat,
            heat_total(r->heat), heat_unit(r->heat), most, heat_unit(r->heat), (double)x,
            (double)y);
}

void recorder_end(recorder *r, FILE *out, bool good) {
    for (int k = 0; k < FILM_KINDS; k++)
        if (r->films[k]) film_close(r->films[k], good && !r->lost, r->to);
    bool missed = good && r->options->png && r->options->at >= 0 && !r->pictured;
    if (missed && !r->to->count)
        complain(r->to, "--at", 0, 0, "found %g s, expected a time of the run: it was over before",
                 (double)r->options->at);
    if (good && r->heat && out) tell_heat(r, out);
}
