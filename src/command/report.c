/* A report is made of HTML with its pictures in base64. */
#include "report.h"

#include "pictures/film.h"
#include "pictures/picture.h"
#include "pictures/png_file.h"
#include "support/checked_memory.h"
#include "terminal/output.h"

#include <math.h>
#include <stdlib.h>

/* Pixels of a picture; frames a second, and s of a film at most. */
enum { PICTURE = 640, RATE = 15, FILM_SECONDS = 12 };

static const char HEAD[] =
    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\"><style>\n"
    "body{font:15px/1.45 sans-serif;margin:1.5em auto;padding:0 1em;color:#282828;"
    "background:#faf8f2;max-width:62em}\n"
    "table{border-collapse:collapse;width:100%;font-size:13px}\n"
    "td,th{padding:.15em .5em;text-align:right;border-bottom:1px solid #ddd}\n"
    "td:first-child,th:first-child,td:last-child,th:last-child{text-align:left}\n"
    ".better{color:#00694d}.worse{color:#a83f00}code{overflow-wrap:anywhere}\n"
    ".pairs{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1em;margin:1em 0}\n"
    "figure{margin:0}img,video{width:100%;border:1px solid #ccc}\n"
    "@media print{body{margin:0;max-width:none}}</style>\n";

/* Films beside each other start, stop and are wound together. */
static const char SCRIPT[] =
    "<script>for (const pairs of document.querySelectorAll('.pairs')) {\n"
    "  const films = [...pairs.querySelectorAll('video')];\n"
    "  for (const film of films) for (const other of films) if (other !== film) {\n"
    "    film.addEventListener('play', () => other.play());\n"
    "    film.addEventListener('pause', () => film.ended || other.pause());\n"
    "    film.addEventListener('seeked', () => {\n"
    "      const at = Math.min(film.currentTime, other.duration);\n"
    "      if (Math.abs(other.currentTime - at) > 0.1) other.currentTime = at;\n"
    "    });\n"
    "  }\n"
    "}</script>\n";

void report_begin(report *r, const char *title) {
    *r = (report){0};
    r->out = text_begin(&r->whole);
    fputs(HEAD, r->out);
    fputs("<title>", r->out);
    report_text(r, title);
    fputs("</title>\n<h1>", r->out);
    report_text(r, title);
    fputs("</h1>\n", r->out);
}

bool report_end(report *r, const char *file, complaints *to) {
    fputs(SCRIPT, r->out);
    fputs("</html>\n", r->out);
    char *text = text_end(&r->whole);
    bool good = output_write(file, text, r->whole.size, to);
    free(text);
    return good;
}

void report_text(report *r, const char *text) {
    for (; *text; text++) switch (*text) {
        case '<': fputs("&lt;", r->out); break;
        case '>': fputs("&gt;", r->out); break;
        case '&': fputs("&amp;", r->out); break;
        default: fputc(*text, r->out);
        }
}

void report_pairs_begin(report *r) {
    fputs("<div class=\"pairs\">\n", r->out);
}

void report_pairs_end(report *r) {
    fputs("</div>\n", r->out);
}

/* ---- pictures ---- */

static void write_base64(FILE *out, const uint8_t *bytes, size_t size) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < size; k += 3) {
        uint32_t three = (uint32_t)bytes[k] << 16;
        if (k + 1 < size) three |= (uint32_t)bytes[k + 1] << 8;
        if (k + 2 < size) three |= bytes[k + 2];
        fputc(DIGITS[three >> 18], out);
        fputc(DIGITS[three >> 12 & 63], out);
        fputc(k + 1 < size ? DIGITS[three >> 6 & 63] : '=', out);
        fputc(k + 2 < size ? DIGITS[three & 63] : '=', out);
    }
}

static void write_figure(report *r, const char *before, const uint8_t *bytes, size_t size,
                         const char *behind, const char *words) {
    fputs(before, r->out);
    write_base64(r->out, bytes, size);
    fputs(behind, r->out);
    report_text(r, words);
    fputs("</figcaption></figure>\n", r->out);
}

static void write_canvas(report *r, const canvas *c, const char *words) {
    size_t size;
    uint8_t *png = png_bytes(c, &size);
    write_figure(r, "<figure><img alt=\"\" src=\"data:image/png;base64,", png, size,
                 "\"><figcaption>", words);
    free(png);
}

void report_heat(report *r, const scene *played, const heat *h, const char *words) {
    sidle_world_def def = scene_world_def(played);
    sidle_world *empty = NULL;
    checked(sidle_world_create(&def, &empty));
    picture *p = picture_make(played, PICTURE, NULL);
    picture_heat(p, h);
    if (empty) write_canvas(r, picture_paint(p, empty), words);
    picture_free(p);
    sidle_world_destroy(empty);
}

/* ---- films ---- */

typedef struct camera {
    report *report;
    picture *picture;
    heat *heat;
    film *film;
    double hz, end, pace; /* s; of the run in a second of the film */
    uint64_t frames;
    bool lost, pictured;
    const char *words;
} camera;

static void take_frame(camera *c, const sidle_world *world) {
    complaints quiet = {0};
    picture_tail(c->picture, (size_t)(PICTURE_TAIL * c->hz));
    const canvas *frame = picture_paint(c->picture, world);
    if (!c->frames++ && !c->report->no_films) {
        c->film = film_open(NULL, FILM_MP4, frame, RATE, &quiet);
        c->report->no_films = !c->film;
    }
    if (c->film && !c->lost) c->lost = !film_frame(c->film, frame, &quiet);
}

static bool shoot(void *context, sim *s) {
    camera *c = context;
    double time = (double)sim_ticks(s) / c->hz;
    if (c->heat && sim_ticks(s)) heat_sample(c->heat, sim_world(s), 1 / c->hz);
    if (time >= (double)c->frames * c->pace / RATE) take_frame(c, sim_world(s));
    if (c->report->no_films && !c->pictured && time >= c->end / 2) {
        write_canvas(c->report, picture_paint(c->picture, sim_world(s)), c->words);
        c->pictured = true;
    }
    return time <= c->end;
}

void report_film(report *r, const scene *played, const sim_options *play, double end,
                 const char *words, size_t marked, heat *h) {
    outcome result = {0};
    complaints to = {0};
    size_t size;
    camera c = {.report = r,
                .heat = h,
                .words = words,
                .hz = (double)play->hz,
                .end = end,
                .pace = fmax(1, end / FILM_SECONDS)};
    sim_options options = *play;
    options.between = shoot;
    options.context = &c;
    c.picture = picture_make(played, PICTURE, NULL);
    picture_mark(c.picture, marked);
    bool good = sim_run(played, &options, c.picture, NULL, &result, &to);
    uint8_t *bytes = c.film ? film_end(c.film, good && !c.lost, &size, &to) : NULL;
    if (bytes)
        write_figure(r,
                     "<figure><video controls autoplay muted playsinline "
                     "src=\"data:video/mp4;base64,",
                     bytes, size, "\"></video><figcaption>", words);
    else if (c.film)
        fputs("sidle: ffmpeg has made no film; the report is without it\n", stderr);
    r->no_films = r->no_films || !bytes;
    free(bytes);
    picture_free(c.picture);
}
