/* Where all complaints about input go: "FILE:LINE:COLUMN: found X, expected Y", one line each.
 *
 * Readers report every error they find and go on where they can, so that a user mends a file in one
 * round. Whoever called the reader asks the count. */
#ifndef SIDLE_COMMAND_COMPLAIN_H
#define SIDLE_COMMAND_COMPLAIN_H

#include <stdio.h>

typedef struct complaints {
    FILE *out; /* NULL: count only */
    int count;
    int of_machine; /* so many of them are not about the input: a disk is full, threads are scarce
                     */
} complaints;

/* line and column count from 1; 0 leaves them out of the message. */
void complain(complaints *to, const char *file, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Of the machine, not of the input: the exit status tells them apart. */
void complain_of_machine(complaints *to, const char *what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
