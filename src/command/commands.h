/* The subcommands. Each gets the arguments behind its name and returns the exit status. */
#ifndef SIDLE_COMMAND_COMMANDS_H
#define SIDLE_COMMAND_COMMANDS_H

int command_run(int argc, char **argv);
int command_watch(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_check(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_convert(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_params(int argc, char **argv);

#endif
