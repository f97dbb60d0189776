/* Changes of snapshots and recordings. Both have sums, and a change that goes past none of them
 * tries the sums alone. So what was changed is sealed again: the heads, lengths and sums that the
 * bytes should have are written into them, snapshots inside a recording included; one time in many
 * they are left as they are. A record of a snapshot is packed, and a bit that comes or goes in its
 * mask moves all that follows. So a snapshot is loaded for most changes, fields of its units get
 * other values, and it is saved again. Of a recording whole frames and whole calls change places,
 * come and go, and single words of calls become others. */
#include "readers.h"

#include "../support/internals.h"
#include "../support/story.h"

#include <sidle/save.h>

enum { UNSEALED = 24, FRAMES_MOST = 600, CALLS_MOST = 200, UNITS = 100 };

/* ---- values ---- */

static uint32_t word_of(float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

static uint32_t any_word(dice *d) {
    uint32_t high = roll(d, 1u << 16);
    return high << 16 | roll(d, 1u << 16);
}

/* Numbers on a small map, small whole numbers, and those that are easily forgotten. */
static uint32_t likely_word(dice *d) {
    static const float NUMBERS[] = {0.5f,  1,     -1,   1e-6f, 1e-30f, 1e-42f, 8192,
                                    16384, 65536, 1e6f, 1e10f, 1e38f,  -1e6f,  -0.0f,
                                    1e-3f, 0.1f,  30,   360,   4096};
    static const uint32_t WORDS[] = {0,          1u << 20,   (1u << 20) - 1, UINT32_MAX,
                                     0x7fffffff, 0x7f800000, 0x7fc00000,     0x80000000,
                                     65535,      0xff800000};
    switch (roll(d, 8)) {
    case 0: return any_word(d);
    case 1: return WORDS[roll(d, sizeof WORDS / sizeof *WORDS)];
    case 2: return word_of(NUMBERS[roll(d, sizeof NUMBERS / sizeof *NUMBERS)]);
    case 3: return word_of(roll_between(d, -2, 2));
    case 4: return word_of(roll_between(d, 0, 64));
    case 5: return 1u << roll(d, 32);
    default: return roll(d, 24);
    }
}

static void put_word(uint8_t *to, uint32_t word) {
    for (int k = 0; k < 4; k++) to[k] = (uint8_t)(word >> 8 * k);
}

/* Bytes as they come, or a word or two of likely ones somewhere. */
static size_t change_bytes(uint8_t *data, size_t size, size_t most, dice *d, bytes_changer *any) {
    if (size < 8 || roll(d, 2)) return any(data, size, most);
    size_t at = roll(d, (uint32_t)size - 7);
    put_word(data + at, likely_word(d));
    if (roll(d, 2)) put_word(data + at + 4, likely_word(d));
    return size;
}

/* ---- snapshots ---- */

/* The first bytes of a snapshot of this very version, and of one of groups. */
enum { HEAD = 32, HEAD_BEGINS = 16 };

static void seal_snapshot(uint8_t *data, size_t size) {
    static uint8_t begins[1 << 12];
    if (!*begins) {
        size_t needed;
        sidle_world *world = saves_world();
        if (sidle_world_save(world, begins, sizeof begins, &needed)) abort();
        saves_world_done(world);
    }
    if (size < HEAD) return;
    memcpy(data, begins, HEAD_BEGINS);
    inside_seal_snapshot(data, size);
}

static void seal_groups(uint8_t *data, size_t size) {
    static const uint8_t BEGINS[HEAD_BEGINS] = "sidlegrp\1";
    if (size < HEAD) return;
    memcpy(data, BEGINS, HEAD_BEGINS);
    inside_seal_groups(data, size);
}

static sidle_world *loaded(const uint8_t *data, size_t size) {
    sidle_world *world = saves_world();
    if (!sidle_world_load(world, data, size)) return world;
    saves_world_done(world);
    return NULL;
}

/* A few fields of a few units. A value that is too large for its row is not taken. */
static void set_fields(sidle_world *world, dice *d) {
    for (uint32_t tries = 1 + roll(d, 40); tries; tries--) {
        sidle_unit_id id = sidle_unit_next(world, (sidle_unit_id){roll(d, UNITS), 0});
        if (!id.slot) id = sidle_unit_next(world, NOBODY);
        if (!id.slot) return;
        uint64_t value = likely_word(d);
        if (roll(d, 2)) value |= (uint64_t)likely_word(d) << 32;
        inside_set_field(world, id, roll(d, INSIDE_UNIT_ROWS), value);
    }
}

/* A host calls this and that. */
static void live_on(sidle_world *world, dice *d) {
    for (uint32_t calls = roll(d, 6); calls; calls--) story_call(world, d);
    for (uint32_t ticks = roll(d, 4); ticks; ticks--)
        if (sidle_world_step(world, TICK)) return;
}

static size_t change_snapshot(uint8_t *data, size_t size, size_t most, dice *d,
                              bytes_changer *any) {
    uint32_t how = roll(d, 8);
    sidle_world *world = how > 2 ? loaded(data, size) : NULL;
    if (!world && size <= HEAD) return any(data, size, most);
    if (!world) return HEAD + change_bytes(data + HEAD, size - HEAD, most - HEAD, d, any);
    size_t needed;
    if (how > 3)
        set_fields(world, d);
    else
        live_on(world, d);
    if (!sidle_world_save(world, NULL, 0, &needed)) abort();
    if (needed <= most && !sidle_world_save(world, data, most, &needed)) size = needed;
    saves_world_done(world);
    return size;
}

/* ---- calls ---- */

/* Where the calls of a frame begin, and behind the last one its end. Returns how many there are. */
static uint32_t find_calls(const uint8_t *data, size_t size, size_t begin[CALLS_MOST + 1]) {
    uint32_t count = 0;
    size_t at = 0;
    while (count < CALLS_MOST) {
        size_t length = inside_call_length(data + at, size - at);
        if (!length) break;
        begin[count++] = at;
        at += length;
    }
    begin[count] = at;
    return count;
}

/* Writes a call of any kind with likely words; returns its length. */
static size_t make_call(uint8_t *to, size_t room, dice *d) {
    uint32_t kind, words, entry;
    do kind = roll(d, 64);
    while (!inside_call_words(kind, &words, &entry));
    uint32_t list = entry ? roll(d, 5) : 0;
    size_t length = 1 + 4 * (size_t)(words + (entry ? 1 + list * entry : 0));
    if (length > room) return 0;
    *to++ = (uint8_t)kind;
    for (uint32_t k = 0; k < words; k++, to += 4) put_word(to, likely_word(d));
    if (entry) put_word(to, list), to += 4;
    for (uint32_t k = 0; k < list * entry; k++, to += 4) put_word(to, likely_word(d));
    return length;
}

/* Moves what stands from `at` on, to put a call there. */
static size_t insert(uint8_t *data, size_t size, size_t at, const uint8_t *what, size_t length) {
    memmove(data + at + length, data + at, size - at);
    memcpy(data + at, what, length);
    return size + length;
}

/* A call comes, comes twice or goes; else a word of one becomes another. */
static size_t change_calls(uint8_t *data, size_t size, size_t most, dice *d, bytes_changer *any) {
    size_t begin[CALLS_MOST + 1];
    uint8_t call[1 << 10];
    uint32_t count = find_calls(data, size, begin), one = count ? roll(d, count) : 0;
    size_t length = count ? begin[one + 1] - begin[one] : 0, at = begin[count ? one : 0];
    switch (roll(d, 8)) {
    case 0: return any(data, size, most);
    case 1: memmove(data + at, data + at + length, size - at - length); return size - length;
    case 2:
        if (length > sizeof call || length > most - size) return size;
        memcpy(call, data + at, length);
        return insert(data, size, begin[count ? roll(d, count) : 0], call, length);
    case 3:
    case 4:
        length = make_call(call, most - size < sizeof call ? most - size : sizeof call, d);
        return insert(data, size, at, call, length);
    default:
        if (length > 4)
            put_word(data + at + 1 + 4 * roll(d, (uint32_t)(length - 1) / 4), likely_word(d));
        return size;
    }
}

/* ---- recordings ---- */

typedef struct frames {
    inside_frame list[FRAMES_MOST];
    uint32_t count;
} frames;

static void find_frames(const uint8_t *data, size_t size, frames *f) {
    size_t at = inside_recording_head;
    f->count = 0;
    while (f->count < FRAMES_MOST && inside_find_frame(data, size, at, &f->list[f->count]))
        at = f->list[f->count++].end;
}

static bool is_of_world(const inside_frame *f) {
    return (f->kind == 'S' || f->kind == 'L') && f->size >= inside_snapshot_in_frame;
}

static bool is_of_groups(const inside_frame *f) {
    return (f->kind == 'G' || f->kind == 'g') && f->size >= inside_snapshot_in_frame;
}

static void seal_recording(uint8_t *data, size_t size) {
    static const uint8_t BEGINS[] = "sidlerec\2\0\0";
    frames f;
    if (size < inside_recording_head) return;
    memcpy(data, BEGINS, sizeof BEGINS);
    find_frames(data, size, &f);
    for (uint32_t k = 0; k < f.count; k++) {
        uint8_t *of = data + f.list[k].holds + inside_snapshot_in_frame;
        size_t length = f.list[k].size - inside_snapshot_in_frame;
        if (is_of_world(&f.list[k])) seal_snapshot(of, length);
        if (is_of_groups(&f.list[k])) seal_groups(of, length);
    }
    inside_seal_recording(data, size);
}

static size_t change_held(const inside_frame *f, uint8_t *held, size_t most, dice *d,
                          bytes_changer *any) {
    size_t head = inside_snapshot_in_frame;
    if (f->kind == 'C') return change_calls(held, f->size, most, d, any);
    if (is_of_world(f))
        return head + change_snapshot(held + head, f->size - head, most - head, d, any);
    if (is_of_groups(f))
        return head + change_bytes(held + head, f->size - head, most - head, d, any);
    return change_bytes(held, f->size, most, d, any);
}

/* What a frame holds changes, and what stands behind it moves. */
static size_t change_frame(uint8_t *data, size_t size, size_t most, inside_frame f, dice *d,
                           bytes_changer *any) {
    static uint8_t held[LONGEST_SAVE + 8]; /* the last word is read as eight bytes */
    size_t behind = f.holds + f.size, room = most - (size - f.size);
    if (f.size > room) return size;
    memcpy(held, data + f.holds, f.size);
    size_t length = change_held(&f, held, room, d, any);
    memmove(data + f.holds + length, data + behind, size - behind);
    memcpy(data + f.holds, held, length);
    size += length - f.size;
    f.size = length;
    inside_set_frame_size(data, &f);
    return size;
}

/* A frame comes twice. */
static size_t repeat_frame(uint8_t *data, size_t size, size_t most, const inside_frame *f,
                           size_t at) {
    static uint8_t whole[LONGEST_SAVE];
    size_t length = f->end - f->begin;
    if (length > most - size || length > sizeof whole) return size;
    memcpy(whole, data + f->begin, length);
    return insert(data, size, at, whole, length);
}

static size_t change_recording(uint8_t *data, size_t size, size_t most, dice *d,
                               bytes_changer *any) {
    frames f;
    find_frames(data, size, &f);
    if (!f.count) return any(data, size, most);
    const inside_frame *one = &f.list[roll(d, f.count)];
    if (roll(d, 6) == 0) one = &f.list[0];
    switch (roll(d, 14)) {
    case 0:
        memmove(data + one->begin, data + one->end, size - one->end);
        return size - (one->end - one->begin);
    case 1: return repeat_frame(data, size, most, one, f.list[roll(d, f.count)].begin);
    case 2: return one->end;
    case 3: return change_bytes(data, size, most, d, any);
    case 4: data[one->begin] = (uint8_t) "SLCHGgE"[roll(d, 7)]; return size;
    default: return change_frame(data, size, most, *one, d, any);
    }
}

size_t saves_change(reader_kind kind, uint8_t *data, size_t size, size_t most, uint64_t seed,
                    bytes_changer *any) {
    dice d = {seed * 0x9e3779b97f4a7c15u + 1};
    if (most > LONGEST_SAVE) most = LONGEST_SAVE;
    if (size > most) return any(data, size, most);
    if (kind == READER_SNAPSHOT)
        size = change_snapshot(data, size, most, &d, any);
    else
        size = change_recording(data, size, most, &d, any);
    if (roll(&d, UNSEALED) == 0) return size;
    if (kind == READER_SNAPSHOT)
        seal_snapshot(data, size);
    else
        seal_recording(data, size);
    return size;
}
