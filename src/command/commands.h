/* The subcommands. Each gets the arguments behind its name and returns the exit status. */
#ifndef SIDLE_COMMAND_COMMANDS_H
#define SIDLE_COMMAND_COMMANDS_H

#include "terminal/complain.h"

#include <stddef.h>
#include <stdio.h>

typedef struct command_row {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} command_row;

const command_row *command_rows(size_t *count);

/* The command of that name; NULL after a complaint of `by`. also: a name that `by` takes besides
 * the commands, for the complaint; may be NULL. */
const command_row *command_named(const char *name, const char *by, const char *also,
                                 complaints *to);

/* All commands with their help. */
void commands_print(FILE *out);

/* The program as it was called: a line that it prints for the shell can be pasted. */
extern const char *command_program;

int command_init(int argc, char **argv);
int command_run(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_watch(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_tune(int argc, char **argv);
int command_check(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_towns(int argc, char **argv);
int command_params(int argc, char **argv);
int command_help(int argc, char **argv);
int command_man(int argc, char **argv);
int command_completion(int argc, char **argv);

#endif
