/* The terminal of `sidle watch`: draws the player and reads keys. It is the only file that knows
 * ncurses, and is built where that is. */
#ifndef SIDLE_COMMAND_SCREEN_H
#define SIDLE_COMMAND_SCREEN_H

#include "player.h"

/* The keys, for the help of the command and of the screen: lines of up to 56 characters. */
#define SCREEN_KEYS                                                                                \
    "  space      pause, go on\n"                                                                  \
    "  . ,        one tick forwards, back\n"                                                       \
    "  ] [        one second forwards, back\n"                                                     \
    "  } {        ten seconds forwards, back\n"                                                    \
    "  0          back to the start\n"                                                             \
    "  > <        faster, slower\n"                                                                \
    "  tab        next unit; shift-tab the one before; mouse\n"                                    \
    "  n          next unit in trouble, and follow it\n"                                           \
    "  f          follow the unit, or no longer\n"                                                 \
    "  + - arrows zoom, move; = shows all\n"                                                       \
    "  g          grid or legend\n"                                                                \
    "  r          read all files again, start anew\n"                                              \
    "  h ?        help\n"                                                                          \
    "  q          quit\n"

typedef struct screen screen;

/* What is shown beside the run itself. */
typedef struct screen_state {
    bool paused, help;
    double pace;   /* s of the run per s */
    char note[96]; /* in place of the keys; "" for none */
} screen_state;

/* NULL after a complaint: no terminal, or one of an unknown kind. From here on the terminal is
 * given back on every way out of the process, signals included. */
screen *screen_open(complaints *to);
void screen_close(screen *s);

/* The signal that asked the process to end; 0: none. To be raised again after screen_close. */
int screen_signal(void);

void screen_draw(screen *s, const player *p, const screen_state *state);

/* Keeps the selected unit in the middle. */
void screen_follow(screen *s);

typedef enum screen_key {
    KEY_OF_NOTHING,
    KEY_OF_QUIT,
    KEY_OF_PAUSE,
    KEY_OF_STEP,
    KEY_OF_STEP_BACK,
    KEY_OF_SECOND,
    KEY_OF_SECOND_BACK,
    KEY_OF_TEN,
    KEY_OF_TEN_BACK,
    KEY_OF_START,
    KEY_OF_FASTER,
    KEY_OF_SLOWER,
    KEY_OF_NEXT,
    KEY_OF_LAST,
    KEY_OF_TROUBLE,
    KEY_OF_RELOAD,
    KEY_OF_HELP,
    KEY_OF_POINT
} screen_key;

/* Waits at most so many ms for a key. Keys that are about the view alone (panning, zoom) are seen
 * to here. KEY_OF_POINT: the mouse chose the unit *unit. */
screen_key screen_wait(screen *s, const player *p, int ms, int64_t *unit);

#endif
