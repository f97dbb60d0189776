/* The table of subcommands. */
#include "commands.h"

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
