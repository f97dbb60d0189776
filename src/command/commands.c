/* The table of subcommands. */
#include "commands.h"

#include "terminal/spelling.h"

#include <sidle/sidle.h>
#include <string.h>

const char *command_program = "sidle";

static const command_row COMMANDS[] = {
    {"init", command_init, "write a commented config and map to start from"},
    {"run", command_run,
     "run a fixture, a Moving AI scenario, a map of Tiled or a generated scene"},
    {"replay", command_replay, "play a recording of `sidle run --record` again, and verify it"},
    {"diff", command_diff, "say where two recordings part: the tick, the unit and the field"},
    {"watch", command_watch, "show a scene in the terminal, and change it while it runs"},
    {"explain", command_explain, "say why a unit does what it does, as text and as a picture"},
    {"compare", command_compare, "say what got better and worse from one config to another"},
    {"tune", command_tune, "search for parameters that do better on some scenes"},
    {"check", command_check,
     "check maps, scenarios and configs; with --run, also what fixtures expect"},
    {"convert", command_convert, "write a scene as a fixture or as a map of Tiled"},
    {"bench", command_bench, "play the scoreboard and print it"},
    {"towns", command_towns,
     "play random towns, also of an own map and own units, and show the worst"},
    {"params", command_params, "print the table of parameters"},
    {"help", command_help, "print the help of a command, or `help map`: the format of maps"},
    {"man", command_man, "print the manual page"},
    {"completion", command_completion, "print the completion for bash or zsh"},
};

const command_row *command_rows(size_t *count) {
    *count = sizeof COMMANDS / sizeof COMMANDS[0];
    return COMMANDS;
}

/* Names all commands: they are few. */
static void unknown(const char *name, const char *by, const char *also, complaints *to) {
    const char *names[sizeof COMMANDS / sizeof COMMANDS[0] + 1];
    size_t count = 0;
    char all[256] = "";
    if (also) names[count++] = also;
    for (size_t k = 0; k < sizeof COMMANDS / sizeof COMMANDS[0]; k++)
        names[count++] = COMMANDS[k].name;
    for (size_t k = 0; k < count; k++)
        strcat(strcat(all, names[k]), k + 2 < count ? ", " : k + 1 < count ? " or " : "");
    complain(to, by, 0, 0, "found the command '%s', expected %s%s", name, all,
             did_you_mean("", name, strlen(name), NAMES_OF(names, count)).text);
}

const command_row *command_named(const char *name, const char *by, const char *also,
                                 complaints *to) {
    size_t count;
    const command_row *rows = command_rows(&count);
    for (size_t k = 0; k < count; k++)
        if (!strcmp(name, rows[k].name)) return &rows[k];
    unknown(name, by, also, to);
    return NULL;
}

void commands_print(FILE *out) {
    size_t count;
    const command_row *rows = command_rows(&count);
    fprintf(out, "usage: sidle COMMAND [ARGUMENTS]\n\n");
    for (size_t k = 0; k < count; k++) fprintf(out, "  %-10s %s\n", rows[k].name, rows[k].help);
    fprintf(out, "\n`sidle COMMAND --help` lists its options. `sidle --version` prints %s.\n",
            SIDLE_VERSION);
}
