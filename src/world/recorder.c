/* Writing a recording: recording.h has its form. The recorder gathers the calls of a tick, and
 * gives them to the host's sink when the step begins, so that they are there also when the step
 * never ends. Nothing that happens here changes the result of a call of the world. */
#include "world/recording.h"

#include "base/memory.h"
#include "world/state.h"

#include <sidle/save.h>

enum { RECORDER_COOKIE = 0x51d1e005 ^ SIDLE_LAYOUT(sidle_recorder_def), RECORDER_ROOM = 4096 };

/* Bytes that grow. */
typedef struct growing {
    uint8_t *bytes;
    size_t size, room;
} growing;

struct sidle_recorder {
    sidle_allocator alloc;
    sidle_recorder_def def;
    sidle_world *world; /* NULL: the recording has ended */
    sidle_result result;
    uint32_t nested; /* calls of a layer that are under way; calls made by them are not recorded */
    uint64_t sum;
    growing calls;    /* since the last frame, behind the room for a frame's head */
    growing snapshot; /* a frame; its memory is kept for the next one */
    growing kept;     /* all, of a recorder without a sink */
};

/* No two words give the same, so that one word that differs is always found. */
uint64_t recording_sum(uint64_t sum, const uint8_t *bytes, size_t size) {
    sum ^= size;
    for (size_t at = 0; at < size; at += 8) {
        uint8_t last[8] = {0};
        const uint8_t *from = bytes + at;
        if (size - at < 8) from = memcpy(last, from, size - at);
        sum = (sum ^ bytes_get(from, 8)) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 32;
    }
    return sum;
}

void sidle_recorder_def_fill(sidle_recorder_def *def, uint32_t layout) {
    if (!def) return;
    def->cookie = 0;
    if (layout != SIDLE_LAYOUT(sidle_recorder_def)) return;
    *def = (sidle_recorder_def){.cookie = RECORDER_COOKIE, .snapshot_ticks = 300, .hash_ticks = 30};
}

/* ---- bytes ---- */

static bool recorder_runs(const sidle_recorder *r) {
    return r->world && !r->result;
}

/* Makes room for so many bytes more. False: no memory, and the recording ends here. */
static bool make_room(sidle_recorder *r, growing *g, size_t more) {
    if (more <= g->room - g->size) return true;
    size_t room = 2 * g->room > g->size + more ? 2 * g->room : g->size + more;
    if (room < RECORDER_ROOM) room = RECORDER_ROOM;
    void *bytes = g->bytes;
    if (reallocate(&r->alloc, &bytes, g->room, g->size, room)) {
        g->bytes = bytes;
        g->room = room;
        return true;
    }
    r->result = SIDLE_ERROR_MEMORY;
    return false;
}

static void give_bytes(sidle_recorder *r, const uint8_t *bytes, size_t size) {
    if (!recorder_runs(r)) return;
    if (r->def.write) {
        if (!r->def.write(r->def.context, bytes, size)) r->result = SIDLE_ERROR_WRITE;
    } else if (make_room(r, &r->kept, size)) {
        memcpy(r->kept.bytes + r->kept.size, bytes, size);
        r->kept.size += size;
    }
}

/* Gives a frame to the sink: `holds` bytes stand behind the room for its head, and behind them is
 * room for its sum. */
static void give_frame(sidle_recorder *r, uint8_t *frame, enum frame_kind kind, size_t holds) {
    uint8_t number[8];
    frame[0] = (uint8_t)kind;
    bytes_put(number, holds);
    memcpy(frame + 1, number, 4);
    r->sum = recording_sum(r->sum, frame, FRAME_HEAD + holds);
    bytes_put(frame + FRAME_HEAD + holds, r->sum);
    give_bytes(r, frame, FRAME_HEAD + holds + FRAME_SUM);
}

/* ---- calls ---- */

static void put_word(growing *g, uint32_t word) {
    uint8_t bytes[8];
    bytes_put(bytes, word);
    memcpy(g->bytes + g->size, bytes, sizeof word);
    g->size += sizeof word;
}

static void put_words(growing *g, const void *words, size_t count) {
    for (size_t k = 0; k < count; k++) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)words + k * sizeof word, sizeof word);
        put_word(g, word);
    }
}

/* A call with a list of so many words, for which there is room then. False: it is not recorded. */
static bool begin_call(sidle_recorder *r, enum call_kind kind, const uint32_t *words, size_t list) {
    call_form form = call_form_of(kind);
    growing *g = &r->calls;
    if (r->nested || !recorder_runs(r)) return false;
    if (!make_room(r, g, 1 + 4 * (form.words + 1 + list) + FRAME_SUM)) return false;
    g->bytes[g->size++] = (uint8_t)kind;
    put_words(g, words, form.words);
    if (form.entry) put_word(g, (uint32_t)(list / form.entry));
    return true;
}

void record_call(sidle_recorder *r, enum call_kind kind, const uint32_t *words, const void *list,
                 uint32_t count) {
    size_t entries = (size_t)count * call_form_of(kind).entry;
    if (begin_call(r, kind, words, entries)) put_words(&r->calls, list, entries);
}

void record_profile(sidle_recorder *r, enum call_kind kind, sidle_profile_id id,
                    const sidle_profile *profile) {
    uint32_t words[sizeof *profile / sizeof(uint32_t)], count = 0, rows;
    const sidle_param *row = sidle_params(&rows), *end = row + rows;
    for (; row < end; row++)
        for (uint32_t n = 0; n < param_words(row); n++)
            words[count++] = param_word(profile, row, n);
    record_call(r, kind, &id.index, words, count);
}

/* Gives the calls that were gathered. */
static void give_calls(sidle_recorder *r) {
    growing *g = &r->calls;
    if (g->size > FRAME_HEAD && recorder_runs(r))
        give_frame(r, g->bytes, FRAME_CALLS, g->size - FRAME_HEAD);
    g->size = FRAME_HEAD;
}

/* ---- snapshots ---- */

static sidle_result save_world(const void *world, void *buffer, size_t size, size_t *needed) {
    return sidle_world_save(world, buffer, size, needed);
}

/* Of the world, or of a layer; without a `save` the snapshot is empty. */
static void give_snapshot_of(sidle_recorder *r, enum frame_kind kind, record_layer from) {
    growing *g = &r->snapshot;
    size_t size = 0, head = FRAME_HEAD + TICK_SIZE;
    if (!recorder_runs(r)) return;
    if (from.save) from.save(from.of, NULL, 0, &size);
    if (size > UINT32_MAX - TICK_SIZE) r->result = SIDLE_ERROR_LIMIT;
    if (r->result || !make_room(r, g, head + size + FRAME_SUM)) return;
    bytes_put(g->bytes + FRAME_HEAD, r->world->tick);
    if (from.save) from.save(from.of, g->bytes + head, size, &size);
    give_frame(r, g->bytes, kind, TICK_SIZE + size);
}

static void give_snapshot(sidle_recorder *r, enum frame_kind kind) {
    give_snapshot_of(r, kind, (record_layer){.of = r->world, .save = save_world});
    if (kind == FRAME_SNAPSHOT && r->world->layer)
        give_snapshot_of(r, FRAME_GROUPS, *r->world->layer);
}

void record_loaded(sidle_recorder *r) {
    give_calls(r);
    give_snapshot(r, FRAME_LOADED);
}

/* ---- the layer ---- */

void record_layer_loaded(sidle_world *world, const record_layer *layer) {
    sidle_recorder *r = world->recorder;
    if (!r || world->layer != layer) return;
    give_calls(r);
    give_snapshot_of(r, FRAME_GROUPS_MADE, *layer);
}

void record_layer_made(sidle_world *world, const record_layer *layer) {
    if (!world->layer) world->layer = layer;
    record_layer_loaded(world, layer);
}

void record_layer_over(sidle_world *world, const record_layer *layer) {
    sidle_recorder *r = world->recorder;
    if (world->layer != layer) return;
    world->layer = NULL;
    if (!r) return;
    give_calls(r);
    give_snapshot_of(r, FRAME_GROUPS_MADE, (record_layer){.save = NULL});
}

sidle_recorder *record_enter(const sidle_world *world, const record_layer *layer) {
    sidle_recorder *r = world->layer == layer ? world->recorder : NULL;
    if (r) r->nested++;
    return r;
}

void record_leave(sidle_recorder *r, sidle_result result, enum call_kind kind,
                  const uint32_t *words, const words_piece *pieces, uint32_t count) {
    size_t list = 0;
    if (!r) return;
    r->nested--;
    for (uint32_t k = 0; k < count; k++) list += pieces[k].count;
    if (result || !begin_call(r, kind, words, list)) return;
    for (uint32_t k = 0; k < count; k++) put_words(&r->calls, pieces[k].words, pieces[k].count);
}

/* ---- steps ---- */

void record_step(sidle_recorder *r, float dt) {
    const uint32_t word = word_of_float(dt);
    record_call(r, CALL_STEP, &word, NULL, 0);
    give_calls(r);
}

static bool is_due(uint64_t tick, uint32_t ticks) {
    return ticks && tick % ticks == 0;
}

void record_stepped(sidle_recorder *r, sidle_result result) {
    uint8_t frame[FRAME_HEAD + STEPPED_SIZE + FRAME_SUM];
    if (!recorder_runs(r)) return;
    uint64_t tick = r->world->tick;
    bool whole = is_due(tick, r->def.hash_ticks);
    uint64_t hash = whole ? sidle_world_hash(r->world) : sidle_world_quick_hash(r->world);
    frame[FRAME_HEAD] = (uint8_t)result;
    frame[FRAME_HEAD + 1] = whole;
    const record_layer *layer = whole ? r->world->layer : NULL;
    bytes_put(frame + FRAME_HEAD + 2, hash);
    bytes_put(frame + FRAME_HEAD + 10, layer ? layer->hash(layer->of) : 0);
    give_frame(r, frame, FRAME_STEPPED, STEPPED_SIZE);
    if (!result && is_due(tick, r->def.snapshot_ticks)) give_snapshot(r, FRAME_SNAPSHOT);
}

/* ---- beginning and end ---- */

static void give_head(sidle_recorder *r) {
    uint8_t head[RECORDING_HEAD];
    bytes_put(head, RECORDING_MAGIC);
    bytes_put(head + 8, RECORDING_FORMAT | (uint64_t)sidle_version() << 32);
    r->sum = recording_sum(0, head, sizeof head);
    give_bytes(r, head, sizeof head);
}

sidle_result sidle_recorder_create(sidle_world *world, const sidle_recorder_def *def,
                                   sidle_recorder **recorder) {
    if (recorder) *recorder = NULL;
    if (!world || !def || !recorder || world->recorder) return SIDLE_ERROR_ARGUMENT;
    if (def->cookie != RECORDER_COOKIE) return SIDLE_ERROR_DEFINITION;
    sidle_recorder *r = allocate(&world->alloc, sizeof *r);
    if (!r) return SIDLE_ERROR_MEMORY;
    *r = (sidle_recorder){.alloc = world->alloc, .def = *def, .world = world};
    if (make_room(r, &r->calls, RECORDER_ROOM)) r->calls.size = FRAME_HEAD;
    give_head(r);
    give_snapshot(r, FRAME_SNAPSHOT);
    sidle_result result = r->result;
    if (result)
        sidle_recorder_destroy(r);
    else
        *recorder = world->recorder = r;
    return result;
}

sidle_result sidle_recorder_end(sidle_recorder *recorder) {
    if (!recorder) return SIDLE_ERROR_ARGUMENT;
    sidle_recorder *r = recorder;
    if (!r->world) return r->result;
    uint8_t frame[FRAME_HEAD + END_SIZE + FRAME_SUM];
    give_calls(r);
    bytes_put(frame + FRAME_HEAD, r->world->tick);
    if (recorder_runs(r)) {
        bytes_put(frame + FRAME_HEAD + TICK_SIZE, sidle_world_hash(r->world));
        give_frame(r, frame, FRAME_END, END_SIZE);
    }
    if (r->world->recorder == r) r->world->recorder = NULL;
    r->world = NULL;
    return r->result;
}

const void *sidle_recorder_bytes(const sidle_recorder *recorder, size_t *size) {
    if (size) *size = recorder ? recorder->kept.size : 0;
    return recorder ? recorder->kept.bytes : NULL;
}

void sidle_recorder_destroy(sidle_recorder *recorder) {
    if (!recorder) return;
    sidle_recorder_end(recorder);
    sidle_allocator alloc = recorder->alloc;
    release(&alloc, recorder->calls.bytes, recorder->calls.room);
    release(&alloc, recorder->snapshot.bytes, recorder->snapshot.room);
    release(&alloc, recorder->kept.bytes, recorder->kept.room);
    release(&alloc, recorder, sizeof *recorder);
}
