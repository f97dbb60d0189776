/* What may stand in a fixture, as tables: the first words of its lines, and the keys of those lines
 * that have several. The reader reads by them, and `sidle help map` prints them. */
#ifndef SIDLE_COMMAND_FIXTURE_KEYS_H
#define SIDLE_COMMAND_FIXTURE_KEYS_H

#include "lines.h"
#include "scenes/scene.h"

typedef struct fixture_reader fixture_reader;

enum { FIXTURE_NO_AIM = -1 };

typedef struct fixture_key {
    const char *name;
    const char *form;    /* of its value, or of the rest of its line; NULL: it is a word alone */
    const char *help;    /* the meaning, with unit, range and default */
    const char *example; /* lines of a map; they replace those of FIXTURE_EXAMPLE */
    void (*take)(fixture_reader *r, void *into, word value); /* of what the line describes */
    int aim; /* the sidle_order that it gives, of which a line has one; or FIXTURE_NO_AIM */
} fixture_key;

/* Which aim a line has. */
typedef struct fixture_aim {
    bool given;
    sidle_order order;
    int column; /* of its value */
} fixture_aim;

typedef struct fixture_keys {
    const char *line, *form; /* the first word of the line, and what stands behind it */
    const char *about;       /* a sentence or two for the reader of the format; NULL: none */
    const fixture_key *rows;
    size_t count;
} fixture_keys;

extern const fixture_keys FIXTURE_LINES, FIXTURE_GROUP, FIXTURE_UNIT, FIXTURE_ORDER, FIXTURE_EDIT;

/* The map in which the examples stand, a line each, up to `map`; and its picture. A line of an
 * example replaces the line with the same beginning, or stands above `map`. */
extern const char *const FIXTURE_EXAMPLE[];
extern const char FIXTURE_EXAMPLE_PICTURE[];

/* The shapes of a formation that need no offsets, by sidle_shape. */
extern const char *const FIXTURE_SHAPES[];

/* The characters of the picture: those of each class. */
typedef struct fixture_class {
    const char *characters;
    sidle_terrain class;
} fixture_class;

enum { FIXTURE_CLASS_COUNT = 5 };
extern const fixture_class FIXTURE_CLASSES[FIXTURE_CLASS_COUNT];

/* s and cells, the smallest amount above 0. Multiplied with the smallest cell it is still above 0
 * as a float; 1e-60 would become 0, and so mean "never". */
#define FIXTURE_LEAST 1e-9

/* A time, s, from `least` on; complains otherwise. */
void fixture_take_time(fixture_reader *r, word value, double least, const char *expected,
                       float *time);

/* Complains of a word that is none of the table's; mark is what follows the name of a key that has
 * a value. */
void fixture_no_such_key(const lines *from, const fixture_keys *keys, word w, const char *mark);

/* Reads KEY=VALUE up to the end of the line: each key once, and one aim. Returns a bit for each row
 * of the table that was given, also where its value was wrong. */
uint32_t fixture_read_keys(fixture_reader *r, const fixture_keys *keys, void *into,
                           fixture_aim *aim, const char *at);

#endif
