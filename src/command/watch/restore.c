/* The handlers call nothing but what a signal handler may. */
#include "restore.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios kept;
static bool is_kept;
static char give_back[256];
static volatile sig_atomic_t noted;

void restore_keep_terminal(void) {
    is_kept = tcgetattr(STDIN_FILENO, &kept) == 0;
}

static void note(int signal_number) {
    noted = signal_number;
}

/* The handler is gone by then (SA_RESETHAND), so the second time the signal kills. */
static void die(int signal_number) {
    ssize_t written = write(STDOUT_FILENO, give_back, strlen(give_back));
    (void)written; /* there is nothing left to be done about it */
    if (is_kept) tcsetattr(STDIN_FILENO, TCSANOW, &kept);
    raise(signal_number);
}

void restore_catch_signals(const char *text) {
    static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static const int KILLING[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU};
    size_t length = strlen(text) < sizeof give_back ? strlen(text) : 0;
    memcpy(give_back, text, length);
    give_back[length] = 0;
    for (size_t k = 0; k < sizeof ENDING / sizeof *ENDING; k++) {
        struct sigaction action = {.sa_handler = note};
        sigaction(ENDING[k], &action, NULL);
    }
    for (size_t k = 0; k < sizeof KILLING / sizeof *KILLING; k++) {
        struct sigaction action = {.sa_handler = die};
        action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
        sigaction(KILLING[k], &action, NULL);
    }
}

int restore_signal(void) {
    return noted;
}
