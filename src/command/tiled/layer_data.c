/* An array, CSV, or base64 of whole numbers of four bytes, the lowest first, which may be
 * compressed by zlib, gzip or zstd. */
#include "layer_data.h"

#include "support/checked_memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

/* ---- numbers ---- */

static bool from_array(json_t *list, uint32_t *tiles, size_t count) {
    if (json_array_size(list) != count) return false;
    for (size_t k = 0; k < count; k++) {
        json_t *item = json_array_get(list, k);
        double number = json_number_value(item);
        if (!json_is_number(item) || number < 0 || number > UINT32_MAX) return false;
        tiles[k] = (uint32_t)number;
    }
    return true;
}

static bool from_csv(const char *text, uint32_t *tiles, size_t count) {
    for (size_t k = 0; k < count; k++) {
        char *end;
        text += strspn(text, " \t\r\n,");
        if (!isdigit((unsigned char)*text)) return false;
        tiles[k] = (uint32_t)strtoul(text, &end, 10);
        text = end;
    }
    return text[strspn(text, " \t\r\n,")] == 0;
}

/* ---- base64 ---- */

static int digit_of(char c) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(DIGITS, c) : NULL;
    return found ? (int)(found - DIGITS) : -1;
}

/* To be freed; NULL when it is no base64. */
static uint8_t *bytes_of(const char *text, size_t *size) {
    uint8_t *bytes = checked_malloc(strlen(text) + 1);
    uint32_t held = 0;
    int bits = 0;
    *size = 0;
    for (; *text && *text != '='; text++) {
        if (isspace((unsigned char)*text)) continue;
        int digit = digit_of(*text);
        if (digit < 0) {
            free(bytes);
            return NULL;
        }
        held = held << 6 | (uint32_t)digit;
        if ((bits += 6) < 8) continue;
        bits -= 8;
        bytes[(*size)++] = (uint8_t)(held >> bits);
    }
    return bytes;
}

/* ---- compression ---- */

/* Each gives exactly `wanted` bytes, or fails. */
static bool inflate_bytes(const uint8_t *from, size_t size, uint8_t *into, size_t wanted) {
#ifdef HAVE_ZLIB
    z_stream z = {.next_in = (Bytef *)(uintptr_t)from, .avail_in = (uInt)size};
    z.next_out = into;
    z.avail_out = (uInt)wanted;
    if (inflateInit2(&z, 15 + 32) != Z_OK) return false; /* zlib or gzip */
    int result = inflate(&z, Z_FINISH);
    bool good = result == Z_STREAM_END && z.total_out == wanted;
    inflateEnd(&z);
    return good;
#else
    (void)from, (void)size, (void)into, (void)wanted;
    return false;
#endif
}

static bool unpack_zstd(const uint8_t *from, size_t size, uint8_t *into, size_t wanted) {
#ifdef HAVE_ZSTD
    return ZSTD_decompress(into, wanted, from, size) == wanted;
#else
    (void)from, (void)size, (void)into, (void)wanted;
    return false;
#endif
}

static bool unpack(const char *compression, const uint8_t *from, size_t size, uint8_t *into,
                   size_t wanted) {
    if (!*compression) {
        if (size == wanted) memcpy(into, from, wanted);
        return size == wanted;
    }
    return !strcmp(compression, "zstd") ? unpack_zstd(from, size, into, wanted)
                                        : inflate_bytes(from, size, into, wanted);
}

/* Can this command undo it? Complains. */
static bool is_known(const char *file, const char *compression, complaints *to) {
    bool zlib = !strcmp(compression, "zlib") || !strcmp(compression, "gzip");
    bool zstd = !strcmp(compression, "zstd");
    if (*compression && !zlib && !zstd) {
        complain(to, file, 0, 0, "found the compression '%s', expected zlib, gzip or zstd",
                 compression);
        return false;
    }
#ifndef HAVE_ZLIB
    if (zlib) {
        complain_of_machine(to, file,
                            "this sidle was built without zlib (Debian: zlib1g-dev); save "
                            "the map with its layers as CSV");
        return false;
    }
#endif
#ifndef HAVE_ZSTD
    if (zstd) {
        complain_of_machine(to, file,
                            "this sidle was built without zstd (Debian: libzstd-dev); save "
                            "the map with its layers as CSV");
        return false;
    }
#endif
    return true;
}

static bool from_base64(const char *text, const char *compression, uint32_t *tiles, size_t count) {
    size_t size, wanted = 4 * count;
    uint8_t *packed = bytes_of(text, &size), *bytes = checked_malloc(wanted + 1);
    bool good = packed && unpack(compression, packed, size, bytes, wanted);
    for (size_t k = 0; good && k < count; k++)
        tiles[k] = (uint32_t)bytes[4 * k] | (uint32_t)bytes[4 * k + 1] << 8 |
                   (uint32_t)bytes[4 * k + 2] << 16 | (uint32_t)bytes[4 * k + 3] << 24;
    free(packed);
    free(bytes);
    return good;
}

uint32_t *layer_data(const char *file, json_t *layer, size_t count, complaints *to) {
    json_t *data = json_object_get(layer, "data");
    const char *encoding = json_string_value(json_object_get(layer, "encoding"));
    const char *compression = json_string_value(json_object_get(layer, "compression"));
    const char *name = json_string_value(json_object_get(layer, "name"));
    uint32_t *tiles = checked_malloc(count * sizeof *tiles);
    bool good;
    if (!compression) compression = "";
    if (!is_known(file, compression, to)) {
        free(tiles);
        return NULL;
    }
    if (json_is_array(data))
        good = from_array(data, tiles, count);
    else if (!json_is_string(data))
        good = false;
    else if (encoding && !strcmp(encoding, "csv"))
        good = from_csv(json_string_value(data), tiles, count);
    else
        good = from_base64(json_string_value(data), compression, tiles, count);
    if (good) return tiles;
    complain(to, file, 0, 0, "found no %zu tiles in the layer '%s', expected one for each cell",
             count, name ? name : "");
    free(tiles);
    return NULL;
}
