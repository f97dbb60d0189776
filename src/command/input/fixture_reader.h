/* How far the reader of a fixture has come, and its parts, a file each. Each part reads one kind of
 * line from behind its first word; it complains of what is wrong and lets the reader go on. */
#ifndef SIDLE_COMMAND_FIXTURE_READER_H
#define SIDLE_COMMAND_FIXTURE_READER_H

#include "fixture_groups.h"

struct fixture_reader {
    lines lines;
    scene *into;
    groups groups;
    uint32_t seen;     /* bits: keys of a single value that were given, by their number */
    bool default_read; /* the `profile default` line was read */
};

void fixture_read_profile(fixture_reader *r, const char *at);
void fixture_read_edit(fixture_reader *r, const char *at);
void fixture_read_expect(fixture_reader *r, const char *at);
void fixture_read_order(fixture_reader *r, const char *at);
void fixture_read_group(fixture_reader *r, const char *at);
void fixture_read_unit(fixture_reader *r, const char *at);

/* Once all units are placed and the size of a cell is known. */
void fixture_check_orders(fixture_reader *r);

/* The rows behind `map`, up to the end of the file. */
void fixture_read_picture(fixture_reader *r);

#endif
