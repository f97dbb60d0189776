/* Files that lie in memory: what the readers of fixtures and configs open. */
#ifndef SIDLE_WEB_FILES_H
#define SIDLE_WEB_FILES_H

#include <stddef.h>
#include <stdio.h>

/* Gives the text a name; the text must outlive it. One file at a time. */
void file_set(const char *name, const char *text, size_t length);

/* In place of fopen: that file, to be read; NULL with errno for any other. */
FILE *file_open(const char *name, const char *mode);

#endif
