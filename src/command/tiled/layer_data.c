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

/* Gives exactly `wanted` bytes, or fails. */
typedef bool (*unpacker)(const uint8_t *from, size_t size, uint8_t *into, size_t wanted);

static bool copy(const uint8_t *from, size_t size, uint8_t *into, size_t wanted) {
    if (size == wanted) memcpy(into, from, wanted);
    return size == wanted;
}

#ifdef HAVE_ZLIB
static bool unpack_zlib(const uint8_t *from, size_t size, uint8_t *into, size_t wanted) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)from, .avail_in = (uInt)size};
    z.next_out = into;
    z.avail_out = (uInt)wanted;
    if (inflateInit2(&z, 15 + 32) != Z_OK) return false; /* zlib or gzip */
    int result = inflate(&z, Z_FINISH);
    bool good = result == Z_STREAM_END && z.total_out == wanted;
    inflateEnd(&z);
    return good;
}
#else
static const unpacker unpack_zlib;
#endif

#ifdef HAVE_ZSTD
static bool unpack_zstd(const uint8_t *from, size_t size, uint8_t *into, size_t wanted) {
    return ZSTD_decompress(into, wanted, from, size) == wanted;
}
#else
static const unpacker unpack_zstd;
#endif

/* NULL after a complaint: the compression is unknown, or this command was built without it. */
static unpacker unpacker_of(const char *file, const char *compression, complaints *to) {
    bool zlib = !strcmp(compression, "zlib") || !strcmp(compression, "gzip");
    bool zstd = !strcmp(compression, "zstd");
    unpacker found = zlib ? unpack_zlib : zstd ? unpack_zstd : copy;
    if (*compression && !zlib && !zstd) {
        complain(to, file, 0, 0, "found the compression '%s', expected zlib, gzip or zstd",
                 compression);
        return NULL;
    }
    if (!found)
        complain_of_machine(to, file,
                            "this sidle was built without %s (Debian: %s); save the map with its "
                            "layers as CSV",
                            zlib ? "zlib" : "zstd", zlib ? "zlib1g-dev" : "libzstd-dev");
    return found;
}

static bool from_base64(const char *text, unpacker unpack, uint32_t *tiles, size_t count) {
    size_t size, wanted = 4 * count;
    uint8_t *packed = bytes_of(text, &size), *bytes = checked_malloc(wanted + 1);
    bool good = packed && unpack(packed, size, bytes, wanted);
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
    unpacker unpack = unpacker_of(file, compression ? compression : "", to);
    if (!unpack) return NULL;
    uint32_t *tiles = checked_malloc(count * sizeof *tiles);
    bool good;
    if (json_is_array(data))
        good = from_array(data, tiles, count);
    else if (!json_is_string(data))
        good = false;
    else if (encoding && !strcmp(encoding, "csv"))
        good = from_csv(json_string_value(data), tiles, count);
    else
        good = from_base64(json_string_value(data), unpack, tiles, count);
    if (good) return tiles;
    complain(to, file, 0, 0, "found no %zu tiles in the layer '%s', expected one for each cell",
             count, name ? name : "");
    free(tiles);
    return NULL;
}
