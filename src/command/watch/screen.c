/* The whole screen: a head line, the map, a panel about the selected unit, a foot line. */
#include "screen.h"

#include "grid_panel.h"
#include "map_view.h"
#include "pictures/colours.h"
#include "restore.h"
#include "support/checked_memory.h"

#include <curses.h>
#include <locale.h>
#include <math.h>
#include <stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Characters: the panel, what the map keeps beside it at least, the lines above and below. */
enum { PANEL = 34, MAP_LEAST = 30, HEAD = 1, FOOT = 1 };

struct screen {
    SCREEN *terminal;
    map_view view;
    bool legend;   /* the panel shows the legend in place of the grid */
    glyph *glyphs; /* stb_ds */
};

int screen_signal(void) {
    return restore_signal();
}

/* ---- the terminal ---- */

/* The nearest colour of the cube of 6 x 6 x 6 that terminals of 256 colours have from number 16 on.
 */
static short of_256(colour c) {
    static const int LEVELS[] = {0, 95, 135, 175, 215, 255};
    const int parts[3] = {c.r, c.g, c.b};
    int number = 0;
    for (int k = 0; k < 3; k++) {
        int best = 0;
        for (int n = 1; n < 6; n++)
            if (abs(LEVELS[n] - parts[k]) < abs(LEVELS[best] - parts[k])) best = n;
        number = 6 * number + best;
    }
    return (short)(16 + number);
}

/* Black could not be seen on the usual ground. */
static short shown_of(paint ink) {
    enum { WHITE = 231 };
    if (ink == PAINT_DECISION + SIDLE_DECISION_BLOCKED) return WHITE;
    if (ink == PAINT_ARRIVED) return of_256(ARRIVED);
    if (ink >= PAINT_DECISION) return of_256(DECISION_COLOURS[ink - PAINT_DECISION]);
    if (ink >= PAINT_HEAT) return of_256(heat_colour((float)(ink - PAINT_HEAT) / (HEAT_STEPS - 1)));
    static const short OTHERS[PAINT_HEAT] = {
        [PAINT_PLAIN] = 245, [PAINT_WALL] = 240,        [PAINT_SWAMP] = 143, [PAINT_WATER] = 74,
        [PAINT_TREES] = 65,  [PAINT_OTHER_CLASS] = 180, [PAINT_GOAL] = 205,  [PAINT_BAD] = 202};
    return OTHERS[ink];
}

/* 256 colours where there are so many, the nearest of eight elsewhere. */
static void begin_colours(void) {
    static const short FEW[PAINT_COUNT] = {[PAINT_PLAIN] = COLOR_WHITE,
                                           [PAINT_WALL] = COLOR_WHITE,
                                           [PAINT_SWAMP] = COLOR_YELLOW,
                                           [PAINT_WATER] = COLOR_BLUE,
                                           [PAINT_TREES] = COLOR_GREEN,
                                           [PAINT_OTHER_CLASS] = COLOR_YELLOW,
                                           [PAINT_GOAL] = COLOR_MAGENTA,
                                           [PAINT_BAD] = COLOR_RED,
                                           [PAINT_HEAT] = COLOR_WHITE,
                                           COLOR_WHITE,
                                           COLOR_YELLOW,
                                           COLOR_YELLOW,
                                           COLOR_YELLOW,
                                           COLOR_RED,
                                           COLOR_RED,
                                           COLOR_RED,
                                           [PAINT_DECISION] = COLOR_WHITE,
                                           COLOR_BLUE,
                                           COLOR_YELLOW,
                                           COLOR_YELLOW,
                                           COLOR_MAGENTA,
                                           COLOR_RED,
                                           COLOR_WHITE,
                                           COLOR_GREEN};
    if (!has_colors()) return;
    start_color();
    use_default_colors();
    for (short k = 0; k < PAINT_COUNT; k++)
        init_pair((short)(k + 1), COLORS >= 256 ? shown_of((paint)k) : FEW[k], -1);
}

static const char *text_of_terminal(const char *capability) {
    const char *text = tigetstr(capability);
    return text && text != (char *)-1 ? text : "";
}

static void catch_signals(void) {
    char text[200];
    snprintf(text, sizeof text, "\033[?1000l\033[?1006l%s%s%s%s", text_of_terminal("sgr0"),
             text_of_terminal("rmkx"), text_of_terminal("cnorm"), text_of_terminal("rmcup"));
    restore_catch_signals(text);
}

static void leave(void) {
    if (!isendwin()) endwin();
}

screen *screen_open(complaints *to) {
    const char *kind = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        complain(to, "sidle watch", 0, 0,
                 "found no terminal, expected one; `sidle run --png` makes pictures");
        return NULL;
    }
    setlocale(LC_CTYPE, "");
    restore_keep_terminal();
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (!terminal) {
        complain(to, "sidle watch", 0, 0, "found a terminal of an unknown kind, TERM=%s",
                 kind ? kind : "");
        return NULL;
    }
    atexit(leave);
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED, NULL);
    mouseinterval(0);
    begin_colours();
    catch_signals();
    screen *s = checked_calloc(1, sizeof *s);
    *s = (screen){.terminal = terminal, .view = {.whole = true, .scale = 1}};
    return s;
}

void screen_close(screen *s) {
    if (!s) return;
    endwin();
    delscreen(s->terminal);
    arrfree(s->glyphs);
    free(s);
}

/* ---- pieces ---- */

static void put(int y, int x, glyph g) {
    attr_t look = (g.bold ? A_BOLD : 0) | (g.reversed ? A_REVERSE : 0);
    attr_set(look, (short)(g.paint + 1), NULL);
    mvaddch(y, x, (chtype)(unsigned char)g.letter);
}

static void paint_text(int y, int x, int width, paint ink, const char *text) {
    if (y < 0 || y >= LINES || width <= 0) return;
    attr_set(0, (short)(ink + 1), NULL);
    mvaddnstr(y, x, text, width);
}

/* How much of the text goes into one line: it is broken at blanks. */
static int line_length(const char *text, int width) {
    int length = (int)strcspn(text, "\n");
    if (length <= width) return length;
    length = width;
    while (length > width / 2 && text[length] != ' ') length--;
    return length > 0 ? length : 1;
}

/* Where the line after that begins. */
static const char *next_line(const char *text, int width) {
    text += line_length(text, width);
    return text + strspn(text, " \n");
}

/* Returns the line behind the last one. */
static int wrap(int y, int bottom, int x, int width, paint ink, const char *text) {
    for (; *text && y < bottom; text = next_line(text, width))
        paint_text(y++, x, line_length(text, width), ink, text);
    return y;
}

static bool has_panel(void) {
    return COLS >= PANEL + MAP_LEAST;
}

/* ---- head and foot ---- */

static void draw_head(const player *p, const screen_state *state) {
    char text[256];
    uint32_t movers, arrived = player_arrived(p, &movers);
    const char *what = player_at_end(p) ? "at its end" : state->paused ? "paused" : "runs";
    const char *name = player_scene(p)->name, *slash = strrchr(name, '/');
    snprintf(text, sizeof text, "%.24s  %.2f s  tick %llu  %s  x%g  %u of %u arrived",
             slash ? slash + 1 : name, player_time(p), (unsigned long long)player_now(p), what,
             state->pace, arrived, movers);
    attr_set(A_REVERSE, 0, NULL);
    mvprintw(0, 0, "%-*.*s", COLS, COLS, text);
}

/* As many keys as fit, the weightiest first; quit is always among them. A note takes their place.
 */
static void draw_foot(const screen_state *state) {
    static const char *const KEYS[] = {"space pause", ". , step", "] [ 1 s",  "tab unit",
                                       "n trouble",   "f follow", "< > pace", "+ - zoom",
                                       "} { 10 s",    "r reload"};
    static const char LAST[] = "? help  q quit";
    char text[256] = "";
    size_t room = COLS > (int)sizeof LAST ? (size_t)COLS - sizeof LAST : 0;
    for (size_t k = 0; !*state->note && k < sizeof KEYS / sizeof *KEYS; k++)
        if (strlen(text) + strlen(KEYS[k]) + 2 <= room && strlen(text) < 200)
            strcat(strcat(text, KEYS[k]), "  ");
    attr_set(A_REVERSE, 0, NULL);
    mvprintw(LINES - 1, 0, "%-*.*s%.*s", (int)room, (int)room, *state->note ? state->note : text,
             COLS - (int)room, LAST);
    if (COLS > (int)(room + strlen(LAST))) addch(' ');
}

/* Errors of a config, each with its line, over the lower part of the map. */
static void draw_message(const player *p, int width) {
    int lines = 0, most = LINES / 3;
    for (const char *c = player_message(p); *c; c = next_line(c, width)) lines++;
    paint ink = player_message_is_bad(p) ? PAINT_BAD : PAINT_ARRIVED;
    const char *text = player_message(p);
    for (int y = LINES - FOOT - (lines < most ? lines : most); *text && y < LINES - FOOT; y++) {
        attr_set(A_BOLD, (short)(ink + 1), NULL);
        mvprintw(y, 0, "%-*.*s", width, line_length(text, width), text);
        text = next_line(text, width);
    }
}

/* ---- the panel ---- */

static void draw_legend(const player *p, const screen_state *state, int y, int x) {
    for (int k = 0; k < SIDLE_DECISION_COUNT && y < LINES - FOOT; k++, y++) {
        put(y, x, (glyph){'o', (uint8_t)(PAINT_DECISION + k), true, false});
        paint_text(y, x + 2, PANEL - 4, PAINT_PLAIN, DECISION_WORDS[k]);
    }
    put(y, x, (glyph){'o', PAINT_ARRIVED, true, false});
    paint_text(y++, x + 2, PANEL - 4, PAINT_PLAIN, "arrived");
    y = wrap(y + 1, LINES - FOOT, x, PANEL - 2, PAINT_PLAIN,
             "# wall  ~ water  \" swamp  ^ trees  : other classes\nof a selected unit: + its next "
             "point, X its goal, o its place");
    if (!state->paused) return;
    char text[40];
    snprintf(text, sizeof text, "hash %016llx",
             (unsigned long long)sidle_world_hash(player_world(p)));
    wrap(y + 1, LINES - FOOT, x, PANEL - 2, PAINT_PLAIN, text);
}

static int draw_unit_text(const player *p, size_t unit, int x) {
    char text[512];
    sidle_unit_state state;
    const scene *s = player_scene(p);
    int y = HEAD;
    snprintf(text, sizeof text, "unit %zu  %c  %s", unit + 1, unit_letter(&s->units[unit]),
             s->profiles[s->units[unit].profile].name);
    paint_text(y++, x, PANEL - 2, PAINT_PLAIN, text);
    if (!player_unit(p, unit, &state)) {
        paint_text(y++, x, PANEL - 2, PAINT_PLAIN, "it is not on the map");
        return y;
    }
    float speed = hypotf(state.velocity.x, state.velocity.y);
    snprintf(text, sizeof text, "at %.1f,%.1f  %.1f u/s", (double)state.position.x,
             (double)state.position.y, (double)speed);
    paint_text(y++, x, PANEL - 2, PAINT_PLAIN, text);
    paint_text(y++, x, PANEL - 2, (paint)(PAINT_DECISION + (int)state.decision),
               DECISION_WORDS[state.decision]);
    sidle_why_text(player_world(p), player_id(p, unit), text, sizeof text);
    return wrap(y, LINES - FOOT, x, PANEL - 2, PAINT_PLAIN, text);
}

static void draw_grid(screen *s, const player *p, int y, int x) {
    const local_grid *g = player_grid(p);
    int height = LINES - FOOT - y - 1, width = PANEL - 2;
    if (!g || height < 4) return;
    char text[64];
    snprintf(text, sizeof text, "its look, %.1f u ahead:", (double)g->why.reach);
    paint_text(y++, x, width, PAINT_PLAIN, text);
    arrsetlen(s->glyphs, (size_t)(width * height));
    int rows = grid_panel_draw(g, width, height, s->glyphs);
    for (int k = 0; k < rows * width; k++) put(y + k / width, x + k % width, s->glyphs[k]);
}

static void draw_panel(screen *s, const player *p, const screen_state *state) {
    int x = COLS - PANEL + 1;
    int64_t unit = player_selected(p);
    for (int y = HEAD; y < LINES - FOOT; y++) put(y, x - 1, (glyph){'|', PAINT_WALL, false, false});
    if (unit == NO_UNIT) {
        draw_legend(p, state,
                    wrap(HEAD, LINES - FOOT, x + 1, PANEL - 2, PAINT_PLAIN,
                         "tab selects a unit and tells why it does what it does\n"),
                    x + 1);
        return;
    }
    int y = draw_unit_text(p, (size_t)unit, x + 1) + 1;
    if (s->legend)
        draw_legend(p, state, y, x + 1);
    else
        draw_grid(s, p, y, x + 1);
}

/* Over the map; broken on a narrow screen. */
static void draw_help(void) {
    static const char TEXT[] = SCREEN_KEYS "A config that is saved takes hold at the next tick.\n";
    int width = COLS < 58 ? COLS - 2 : 56, y = HEAD;
    for (const char *text = TEXT; *text && y < LINES - FOOT; text = next_line(text, width)) {
        attr_set(A_REVERSE, 0, NULL);
        mvprintw(y++, 0, " %-*.*s ", width, line_length(text, width), text);
    }
}

/* ---- all ---- */

void screen_draw(screen *s, const player *p, const screen_state *state) {
    int width = COLS - (has_panel() ? PANEL : 0), height = LINES - HEAD - FOOT;
    erase();
    if (height > 0 && width > 0) {
        map_view_fit(&s->view, p, width, height);
        arrsetlen(s->glyphs, (size_t)(s->view.width * s->view.height));
        map_view_draw(&s->view, p, s->glyphs);
        for (int k = 0; k < width * height; k++) put(HEAD + k / width, k % width, s->glyphs[k]);
        if (has_panel()) draw_panel(s, p, state);
        draw_message(p, width);
        if (state->help) draw_help();
    }
    draw_head(p, state);
    if (LINES > 1) draw_foot(state);
    refresh();
}

/* ---- keys ---- */

static screen_key key_of(int c) {
    switch (c) {
    case 'q': return KEY_OF_QUIT;
    case ' ': return KEY_OF_PAUSE;
    case '.': return KEY_OF_STEP;
    case ',': return KEY_OF_STEP_BACK;
    case ']': return KEY_OF_SECOND;
    case '[': return KEY_OF_SECOND_BACK;
    case '}': return KEY_OF_TEN;
    case '{': return KEY_OF_TEN_BACK;
    case '0':
    case KEY_HOME: return KEY_OF_START;
    case '>': return KEY_OF_FASTER;
    case '<': return KEY_OF_SLOWER;
    case '\t': return KEY_OF_NEXT;
    case KEY_BTAB: return KEY_OF_LAST;
    case 'n': return KEY_OF_TROUBLE;
    case 'r': return KEY_OF_RELOAD;
    case 'h':
    case '?': return KEY_OF_HELP;
    default: return KEY_OF_NOTHING;
    }
}

/* Keys that move the view. */
static void move_view(screen *s, int c) {
    switch (c) {
    case '+': map_view_zoom(&s->view, 0.8f); break;
    case '-': map_view_zoom(&s->view, 1.25f); break;
    case '=': s->view.whole = true, s->view.follows = false; break;
    case 'f': s->view.follows = !s->view.follows, s->view.whole = false; break;
    case 'g': s->legend = !s->legend; break;
    case KEY_LEFT: map_view_move(&s->view, -4, 0); break;
    case KEY_RIGHT: map_view_move(&s->view, 4, 0); break;
    case KEY_UP: map_view_move(&s->view, 0, -2); break;
    case KEY_DOWN: map_view_move(&s->view, 0, 2); break;
    default: break;
    }
}

void screen_follow(screen *s) {
    s->view.follows = true;
    s->view.whole = false;
}

screen_key screen_wait(screen *s, const player *p, int ms, int64_t *unit) {
    MEVENT at;
    timeout(ms);
    int c = getch();
    if (c == ERR) return KEY_OF_NOTHING;
    if (c == KEY_MOUSE && getmouse(&at) == OK) {
        *unit = map_view_unit_at(&s->view, p, at.x, at.y - HEAD);
        return *unit == NO_UNIT ? KEY_OF_NOTHING : KEY_OF_POINT;
    }
    move_view(s, c);
    return key_of(c);
}
