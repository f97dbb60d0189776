#include "commands.h"
#include "terminal/options.h"
int command_tune(int argc, char **argv) {
    complaints to = {.out = stderr};
    int first;
    const option_table table = {"tune", "usage: sidle tune\n", NULL, 0, NULL};
    options_read(&table, argc, argv, &first, &to);
    return 0;
}
