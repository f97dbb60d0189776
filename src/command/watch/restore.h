/* Gives the terminal back on the ways out that run no code of ours: signals. */
#ifndef SIDLE_COMMAND_RESTORE_H
#define SIDLE_COMMAND_RESTORE_H

/* Keeps the state of the terminal, before anything changes it. */
void restore_keep_terminal(void);

/* From here on: a signal that asks the process to end is noted; one that kills it first writes the
 * text, which gives the screen back, and then kills it. */
void restore_catch_signals(const char *text);

/* The signal that was noted; 0: none. */
int restore_signal(void);

#endif
