/* The format of a snapshot, which snapshot_write.c writes and snapshot_read.c reads:
 * docs/snapshot.md describes it. Both are made from the table of fields. */
#ifndef SIDLE_SNAPSHOT_H
#define SIDLE_SNAPSHOT_H

#include "base/bytes.h"
#include "world/fields.h"

/* A change of what stands outside the records is a new format. A change of a row is told by the
 * table's own mark. */
enum { SNAPSHOT_FORMAT = 1 };

/* The first bytes: "sidle", then the kind of file. */
#define SNAPSHOT_MAGIC 0x706e73656c646973u /* "sidlesnp", the lowest byte first */

/* Where the parts of the head stand. The sum is of all bytes behind it, and of those before it. */
enum {
    SNAPSHOT_AT_MAGIC = 0,
    SNAPSHOT_AT_FORMAT = 8,
    SNAPSHOT_AT_TABLE = 12,
    SNAPSHOT_AT_LENGTH = 16,
    SNAPSHOT_AT_SUM = 24,
    SNAPSHOT_HEAD = 32
};

/* A run of cells of one class is a byte with the class in its low half, and its length less 1 in
 * the high one; or RUN_LONG there, and then the length less RUN_LONG + 1 as a number. */
enum { RUN_CLASS_BITS = 4, RUN_LONG = 15 };

_Static_assert(SIDLE_TERRAIN_COUNT <= 1 << RUN_CLASS_BITS, "a class has room in a run");

/* A number of 32 bits, seven bits a byte, the lowest first; all but the last have the bit 128. */
enum { NUMBER_BYTES = 5 };

/* ---- records ---- */

/* A record holds the rows of one table: a bit for each row that is not 0, then the values of those
 * rows. A value of one bit is that bit. */

#define ROW_COUNT(name, kind, most, place, when) +1
#define ROW_BYTES(name, kind, most, place, when) +VALUE_BYTES(BITS_##kind)
#define VALUE_BYTES(bits)                        ((bits) == 1 ? 0u : ((bits) + 7u) / 8u)
#define MASK_BYTES(rows)                         (((rows) + 7u) / 8u)

/* The longest record of a table; the last value is written, and read, as eight bytes. */
#define RECORD_SIZES(name, FIELDS)                                                                 \
    enum {                                                                                         \
        name##_ROWS = 0 FIELDS(ROW_COUNT, ROW_COUNT),                                              \
        name##_MOST = MASK_BYTES(name##_ROWS) + 8 FIELDS(ROW_BYTES, ROW_BYTES)                     \
    };

RECORD_SIZES(WORLD, WORLD_FIELDS)
RECORD_SIZES(ALLIANCE, ALLIANCE_FIELDS)
RECORD_SIZES(TERRAIN, TERRAIN_FIELDS)
RECORD_SIZES(PROFILE, PROFILE_FIELDS)
RECORD_SIZES(FREE, FREE_FIELDS)
RECORD_SIZES(UNIT, UNIT_FIELDS)
RECORD_SIZES(ORDER, ORDER_FIELDS)
RECORD_SIZES(ROUTE, ROUTE_FIELDS)
RECORD_SIZES(EVENT, EVENT_FIELDS)

/* A mask is two words. */
enum { ROWS_MOST = 128 };

_Static_assert((int)UNIT_ROWS <= (int)ROWS_MOST, "the mask has a bit for each row");

/* ---- sums ---- */

/* A number that tells this table of fields and this table of parameters from others. */
SIDLE_INTERNAL uint32_t snapshot_table(void);

/* The sum of the bytes of a snapshot. */
SIDLE_INTERNAL uint64_t snapshot_sum(const uint8_t *bytes, size_t size);

#endif
