/* Replaying a recording: world/recording.h has its form. A recording may have been damaged, by
 * chance or on purpose, so nothing in it is believed: sizes are held against the bytes that are
 * left, and calls go through the public headers, which refuse what is wrong. */
#include "base/text.h"
#include "replay/calls.h"

#include <sidle/query.h>
#include <sidle/save.h>

/* A frame as it stands in the recording. */
typedef struct frame_in {
    uint8_t kind;
    const uint8_t *holds;
    size_t size;
} frame_in;

/* Where a replay is in the recording, and the sum up to there. */
typedef struct place_in_recording {
    size_t at;
    uint64_t sum;
} place_in_recording;

enum { REPLAY_TEXT = 256 };

struct sidle_replay {
    sidle_allocator alloc;
    sidle_world *world, *scratch; /* scratch: of a snapshot that differs */
    sidle_groups *groups;         /* NULL: the host has none */
    const uint8_t *bytes;
    size_t size;
    place_in_recording at;
    uint64_t hash; /* of the last tick, as recorded */
    bool whole;    /* that is sidle_world_hash */
    bool begun, over;
    char text[REPLAY_TEXT];
};

/* ---- words ---- */

/* Begins what went wrong with its tick. */
static text fault_begin(sidle_replay *r) {
    text t = {.to = r->text, .room = REPLAY_TEXT - 1};
    write_words(&t, "tick ");
    write_whole(&t, sidle_world_tick(r->world));
    return t;
}

static void tell_fault(sidle_replay *r, const char *words) {
    text t = fault_begin(r);
    write_words(&t, ": ");
    write_words(&t, words);
    end_text(&t, r->text, REPLAY_TEXT);
}

/* The recording itself is wrong here. */
static sidle_result fault_of_recording(sidle_replay *r, const char *words) {
    tell_fault(r, words);
    r->over = true;
    return SIDLE_ERROR_RECORDING;
}

/* ---- frames ---- */

static const char CUT[] = "the recording is cut here, it has no end";
static const char SHORT[] =
    "the recording is cut or damaged here: its next part has more bytes than are left";
static const char DAMAGED[] = "the recording is damaged here: its sum does not fit";
static const char FORGED[] = "the recording is damaged here: the sum fits, but not what it is of";

/* Reads the frame at a place, and goes behind it. NULL, or what is wrong. */
static const char *frame_read(const sidle_replay *r, place_in_recording *p, frame_in *f) {
    size_t left = r->size - p->at;
    const uint8_t *bytes = r->bytes + p->at;
    if (left < FRAME_HEAD + FRAME_SUM) return left ? SHORT : CUT;
    f->kind = bytes[0];
    f->size = (size_t)bytes_get(bytes + 1, 4);
    f->holds = bytes + FRAME_HEAD;
    if (f->size > left - FRAME_HEAD - FRAME_SUM) return SHORT;
    p->sum = recording_sum(p->sum, bytes, FRAME_HEAD + f->size);
    if (bytes_get(f->holds + f->size, 8) != p->sum) return DAMAGED;
    p->at += FRAME_HEAD + f->size + FRAME_SUM;
    return NULL;
}

static bool is_snapshot(const frame_in *f) {
    return (f->kind == FRAME_SNAPSHOT || f->kind == FRAME_LOADED) && f->size >= TICK_SIZE;
}

static bool is_of_groups(const frame_in *f) {
    bool made = f->kind == FRAME_GROUPS_MADE && f->size >= TICK_SIZE;
    return made || (f->kind == FRAME_GROUPS && f->size > TICK_SIZE);
}

/* ---- calls ---- */

/* Reads the call at *at, and goes behind it. False: there is none. */
static bool call_read(const frame_in *f, size_t *at, made_call *c) {
    size_t left = f->size - *at;
    const uint8_t *from = f->holds + *at;
    if (from[0] >= CALL_COUNT) return false;
    *c = (made_call){.kind = from[0]};
    call_form form = call_form_of(c->kind);
    size_t size = 1 + 4 * (size_t)(form.words + (form.entry > 0));
    if (size > left) return false;
    for (uint32_t k = 0; k < form.words; k++)
        c->words[k] = (uint32_t)bytes_get(from + 1 + 4 * (size_t)k, 4);
    if (form.entry) {
        c->count = (uint32_t)bytes_get(from + size - 4, 4);
        if (c->count > (left - size) / (4 * (size_t)form.entry)) return false;
        c->list = from + size;
        size += 4 * (size_t)form.entry * c->count;
    }
    *at += size;
    return true;
}

static sidle_result make_create(sidle_replay *r, const made_call *c) {
    sidle_unit_def def = sidle_unit_def_default();
    sidle_unit_id id, recorded = unit_in(c, 9);
    def.profile.index = c->words[0];
    def.position = point_in(c, 1);
    def.heading = point_in(c, 3);
    def.team = c->words[5];
    def.rank = c->words[6];
    def.user = long_in(c, 7);
    sidle_result result = sidle_unit_create(r->world, &def, &id);
    bool same = id.slot == recorded.slot && id.generation == recorded.generation;
    return result || same ? result : SIDLE_ERROR_DIFFERS;
}

static sidle_result make_set(sidle_replay *r, const made_call *c) {
    sidle_unit_id id = unit_in(c, 0);
    uint32_t low = c->words[3];
    switch (c->words[2]) {
    case FIELD_PROFILE: return sidle_unit_set_profile(r->world, id, (sidle_profile_id){low});
    case FIELD_TEAM: return sidle_unit_set_team(r->world, id, low);
    case FIELD_HEADING: return sidle_unit_set_heading(r->world, id, point_in(c, 3));
    case FIELD_RANK: return sidle_unit_set_rank(r->world, id, low);
    case FIELD_USER: return sidle_unit_set_user(r->world, id, long_in(c, 3));
    case FIELD_SPEED_FACTOR: return sidle_unit_set_speed_factor(r->world, id, float_of_word(low));
    case FIELD_GHOST: return sidle_unit_set_ghost(r->world, id, low != 0);
    default: return SIDLE_ERROR_ARGUMENT;
    }
}

/* False: the list is not as long as a profile. */
static bool read_profile(const made_call *c, sidle_profile *profile) {
    uint32_t at = 0, rows;
    const sidle_param *row = sidle_params(&rows), *end = row + rows;
    for (; row < end; row++)
        for (uint32_t n = 0; n < param_words(row); n++) {
            if (at == c->count) return false;
            param_set_word(profile, row, n, word_of_list(c, at++));
        }
    return at == c->count;
}

static sidle_result make_profile(sidle_replay *r, const made_call *c) {
    sidle_profile profile = sidle_profile_default();
    sidle_profile_id id, recorded = {c->words[0]};
    if (!read_profile(c, &profile)) return SIDLE_ERROR_ARGUMENT;
    if (c->kind == CALL_PROFILE_SET) return sidle_profile_set(r->world, recorded, &profile);
    sidle_result result = sidle_profile_add(r->world, &profile, &id);
    return result || id.index == recorded.index ? result : SIDLE_ERROR_DIFFERS;
}

/* Of a patrol or a path. */
static sidle_result make_points(sidle_replay *r, const made_call *c) {
    sidle_unit_id id = unit_in(c, 0);
    size_t size = c->count * sizeof(sidle_vec2);
    if (c->count > SIDLE_MAX_WAYPOINTS) return SIDLE_ERROR_ARGUMENT;
    if (!c->count && c->kind == CALL_PATH) return sidle_unit_set_path(r->world, id, NULL, 0);
    sidle_vec2 *points = allocate(&r->alloc, size + 1);
    if (!points) return SIDLE_ERROR_MEMORY;
    for (uint32_t k = 0; k < c->count; k++) points[k] = point_of_list(c, 2 * (size_t)k);
    sidle_result result = c->kind == CALL_PATH ? sidle_unit_set_path(r->world, id, points, c->count)
                                               : sidle_unit_patrol(r->world, id, points, c->count);
    release(&r->alloc, points, size + 1);
    return result;
}

static sidle_result make_cell_list(sidle_replay *r, const made_call *c) {
    size_t size = c->count * sizeof(sidle_cell);
    sidle_cell *cells = allocate(&r->alloc, size + 1);
    if (!cells) return SIDLE_ERROR_MEMORY;
    for (uint32_t k = 0; k < c->count; k++)
        cells[k] = (sidle_cell){word_of_list(c, 3 * (size_t)k), word_of_list(c, 3 * (size_t)k + 1),
                                (sidle_terrain)word_of_list(c, 3 * (size_t)k + 2)};
    sidle_result result = sidle_world_set_cell_list(r->world, cells, c->count);
    release(&r->alloc, cells, size + 1);
    return result;
}

static sidle_result make_order(sidle_world *world, const made_call *c) {
    const sidle_unit_id who = unit_in(c, 0), other = unit_in(c, 2);
    const sidle_vec2 point = point_in(c, 2);
    const sidle_range range = range_in(c, c->kind == CALL_SET_RANGE ? 2 : 4);
    switch (c->kind) {
    case CALL_GO: return sidle_unit_go(world, who, point);
    case CALL_FACE: return sidle_unit_face(world, who, point);
    case CALL_HOLD: return sidle_unit_hold(world, who);
    case CALL_PURSUE: return sidle_unit_pursue(world, who, other);
    case CALL_FOLLOW: return sidle_unit_follow(world, who, other);
    case CALL_EVADE: return sidle_unit_evade(world, who, other);
    case CALL_FLEE: return sidle_unit_flee(world, who, point);
    case CALL_WANDER: return sidle_unit_wander(world, who, point, float_of_word(c->words[4]));
    case CALL_APPROACH: return sidle_unit_approach(world, who, other, &range);
    case CALL_APPROACH_POINT: return sidle_unit_approach_point(world, who, point, &range);
    case CALL_SET_RANGE: return sidle_unit_set_range(world, who, &range);
    case CALL_GUIDE: return sidle_unit_set_guide(world, who, point);
    case CALL_PACE: return sidle_unit_set_pace(world, who, float_of_word(c->words[2]));
    case CALL_STOP: return sidle_unit_stop(world, who);
    case CALL_ANSWER: return sidle_unit_answer(world, who, (sidle_step)c->words[2]);
    default: return SIDLE_ERROR_ARGUMENT;
    }
}

static sidle_result make_call(sidle_replay *r, const made_call *c) {
    sidle_world *w = r->world;
    const uint32_t *words = c->words;
    switch (c->kind) {
    case CALL_CREATE: return make_create(r, c);
    case CALL_DESTROY: return sidle_unit_destroy(w, unit_in(c, 0));
    case CALL_SET: return make_set(r, c);
    case CALL_STOW: return sidle_unit_stow(w, unit_in(c, 0), (sidle_pursuers)words[2]);
    case CALL_UNSTOW: return sidle_unit_unstow(w, unit_in(c, 0), point_in(c, 2));
    case CALL_TELEPORT: return sidle_unit_teleport(w, unit_in(c, 0), point_in(c, 2));
    case CALL_PATROL:
    case CALL_PATH: return make_points(r, c);
    case CALL_SET_CELLS:
        return sidle_world_set_cells(w, words[0], words[1], words[2], words[3],
                                     (sidle_terrain)words[4]);
    case CALL_SET_ALLIES:
        return sidle_world_set_allies(w, words[0], words[1] | (uint64_t)words[2] << 32);
    case CALL_SET_CELL_LIST: return make_cell_list(r, c);
    case CALL_PROFILE_ADD:
    case CALL_PROFILE_SET: return make_profile(r, c);
    case CALL_PROFILE_RELEASE: return sidle_profile_release(w, (sidle_profile_id){words[0]});
    default:
        return c->kind < CALL_GROUP_GO ? make_order(w, c)
                                       : make_group_call(r->groups, &r->alloc, c);
    }
}

/* ---- what differs ---- */

/* A call that was done in the recording came out otherwise. */
static sidle_result call_differs(sidle_replay *r, const made_call *c, sidle_result result) {
    text t = fault_begin(r);
    uint32_t about = c->kind == CALL_CREATE ? c->words[9] : c->words[0];
    bool of_unit = c->kind < CALL_SET_CELLS || c->kind == CALL_GROUP_LEAVE;
    bool of_group = c->kind >= CALL_GROUP_GO && c->kind < CALL_GROUPS_UPDATE;
    if (of_unit || of_group) {
        write_words(&t, of_unit ? ", unit " : ", group ");
        write_whole(&t, about);
    }
    write_words(&t, ": ");
    write_words(&t, call_form_of(c->kind).text);
    write_words(&t, " comes out otherwise than recorded: ");
    write_words(&t, sidle_result_text(result));
    end_text(&t, r->text, REPLAY_TEXT);
    return SIDLE_ERROR_DIFFERS;
}

static void write_hex(text *t, uint64_t number) {
    char digits[17] = {0};
    for (uint32_t k = 0; k < 16; k++) digits[k] = "0123456789abcdef"[number >> (60 - 4 * k) & 15];
    write_words(t, digits);
}

static sidle_result hash_differs(sidle_replay *r, const char *of, uint64_t recorded,
                                 uint64_t replayed) {
    text t = fault_begin(r);
    write_words(&t, ": the hash");
    write_words(&t, of);
    write_words(&t, " is ");
    write_hex(&t, recorded);
    write_words(&t, " in the recording and ");
    write_hex(&t, replayed);
    write_words(&t, " in the replay");
    end_text(&t, r->text, REPLAY_TEXT);
    return SIDLE_ERROR_DIFFERS;
}

/* The first field in which the snapshot and the replay differ. */
static void tell_difference(sidle_replay *r, const sidle_difference *first) {
    text t = fault_begin(r);
    write_words(&t, ", ");
    if (t.length < t.room)
        t.length += sidle_difference_text(first, r->text + t.length, REPLAY_TEXT - t.length);
}

/* ---- one frame each ---- */

/* Loads the snapshot; unless the recording begins with it, or the host had loaded one there, the
 * world must have been the same before. */
static sidle_result replay_snapshot(sidle_replay *r, const frame_in *f) {
    sidle_difference first;
    const uint8_t *snapshot = f->holds + TICK_SIZE;
    size_t size = f->size - TICK_SIZE;
    sidle_result result = sidle_world_load(r->scratch, snapshot, size);
    if (result == SIDLE_ERROR_MEMORY) return result;
    if (result || sidle_world_tick(r->scratch) != bytes_get(f->holds, 8))
        return fault_of_recording(r, FORGED);
    bool differs =
        r->begun && f->kind == FRAME_SNAPSHOT && sidle_world_differs(r->scratch, r->world, &first);
    if (differs) tell_difference(r, &first);
    if (differs || !r->begun || f->kind == FRAME_LOADED)
        result = sidle_world_load(r->world, snapshot, size);
    r->begun = true;
    return result ? result : differs ? SIDLE_ERROR_DIFFERS : SIDLE_OK;
}

/* Takes over the groups of the snapshot; those of a recorder, and not of the host, must have been
 * the same before. */
static sidle_result replay_groups(sidle_replay *r, const frame_in *f) {
    sidle_difference first;
    sidle_groups *made = NULL;
    sidle_result result = SIDLE_OK;
    if (sidle_world_tick(r->world) != bytes_get(f->holds, 8)) return fault_of_recording(r, FORGED);
    if (f->size > TICK_SIZE) {
        result = sidle_groups_create(r->world, &made);
        if (!result) result = sidle_groups_load(made, f->holds + TICK_SIZE, f->size - TICK_SIZE);
    }
    if (result) sidle_groups_destroy(made);
    if (result) return result == SIDLE_ERROR_MEMORY ? result : fault_of_recording(r, FORGED);
    bool differs =
        f->kind == FRAME_GROUPS && r->groups && sidle_groups_differ(made, r->groups, &first);
    if (differs) tell_difference(r, &first);
    sidle_groups_destroy(r->groups);
    r->groups = made;
    return differs ? SIDLE_ERROR_DIFFERS : SIDLE_OK;
}

/* Did the step that the next frame tells of fail for want of memory? Then it changed nothing. A
 * recording that ends before it may end with the step that brought its host down. */
static bool step_failed(const sidle_replay *r) {
    frame_in f;
    place_in_recording p = r->at;
    return !frame_read(r, &p, &f) && f.kind == FRAME_STEPPED && f.size && f.holds[0];
}

static sidle_result replay_calls(sidle_replay *r, const frame_in *f) {
    made_call c;
    sidle_result worst = SIDLE_OK;
    for (size_t at = 0; at < f->size;) {
        if (!call_read(f, &at, &c)) return fault_of_recording(r, FORGED);
        bool steps = c.kind == CALL_STEP;
        if (steps && at < f->size) return fault_of_recording(r, FORGED);
        if (steps && step_failed(r)) break;
        sidle_result result =
            steps ? sidle_world_step(r->world, float_of_word(c.words[0])) : make_call(r, &c);
        if (result == SIDLE_ERROR_MEMORY) return result;
        sidle_result recorded = c.kind == CALL_PATH ? (sidle_result)c.words[2] : SIDLE_OK;
        if (result != recorded && !worst) worst = call_differs(r, &c, result);
    }
    return worst;
}

static sidle_result replay_stepped(sidle_replay *r, const frame_in *f) {
    r->whole = f->holds[1];
    r->hash = bytes_get(f->holds + 2, 8);
    uint64_t of_groups = bytes_get(f->holds + 10, 8);
    uint64_t hash = r->whole ? sidle_world_hash(r->world) : sidle_world_quick_hash(r->world);
    if (hash != r->hash) return hash_differs(r, "", r->hash, hash);
    hash = of_groups ? sidle_groups_hash(r->groups) : 0;
    return hash == of_groups ? SIDLE_OK : hash_differs(r, " of the groups", of_groups, hash);
}

static sidle_result replay_end(sidle_replay *r, const frame_in *f) {
    uint64_t recorded = bytes_get(f->holds + TICK_SIZE, 8), hash = sidle_world_hash(r->world);
    r->over = true;
    if (r->at.at != r->size) return fault_of_recording(r, "bytes stand behind the end");
    bool same = hash == recorded && bytes_get(f->holds, 8) == sidle_world_tick(r->world);
    return same ? SIDLE_OK : hash_differs(r, "", recorded, hash);
}

static sidle_result replay_frame(sidle_replay *r, const frame_in *f) {
    if (is_snapshot(f)) return replay_snapshot(r, f);
    if (is_of_groups(f)) return replay_groups(r, f);
    if (f->kind == FRAME_CALLS) return replay_calls(r, f);
    if (f->kind == FRAME_STEPPED && f->size == STEPPED_SIZE) return replay_stepped(r, f);
    if (f->kind == FRAME_END && f->size == END_SIZE) return replay_end(r, f);
    return fault_of_recording(r, FORGED);
}

/* Is it of the state that the step left? */
static bool is_left_behind(uint8_t kind) {
    return kind == FRAME_STEPPED || kind == FRAME_SNAPSHOT || kind == FRAME_GROUPS;
}

/* Is the next frame one that still belongs to this tick: the hash of its step, a snapshot of what
 * came of it, or the end? */
static bool tick_goes_on(const sidle_replay *r, uint8_t kind) {
    frame_in f;
    place_in_recording p = r->at;
    if (r->over) return false;
    if (frame_read(r, &p, &f) || !is_left_behind(kind)) return !is_left_behind(kind);
    return f.kind == FRAME_SNAPSHOT || f.kind == FRAME_GROUPS || f.kind == FRAME_END;
}

sidle_result sidle_replay_tick(sidle_replay *replay) {
    if (!replay || replay->over) return SIDLE_ERROR_ARGUMENT;
    sidle_replay *r = replay;
    sidle_result worst = SIDLE_OK;
    frame_in f;
    r->text[0] = 0;
    do {
        const char *fault = frame_read(r, &r->at, &f);
        if (fault) return fault_of_recording(r, fault);
        /* Of several differences the first one is told. */
        char before[REPLAY_TEXT];
        memcpy(before, r->text, sizeof before);
        sidle_result result = replay_frame(r, &f);
        r->over |= result && result != SIDLE_ERROR_DIFFERS;
        if (result == SIDLE_ERROR_MEMORY && !strcmp(r->text, before))
            tell_fault(r, sidle_result_text(result));
        if (result && result != SIDLE_ERROR_DIFFERS) return result;
        if (worst) memcpy(r->text, before, sizeof before);
        if (!worst) worst = result;
    } while (tick_goes_on(r, f.kind));
    return worst;
}

/* ---- opening and closing ---- */

static sidle_result check_recording_head(sidle_replay *r) {
    if (r->size < RECORDING_HEAD || bytes_get(r->bytes, 8) != RECORDING_MAGIC)
        return SIDLE_ERROR_RECORDING;
    if (bytes_get(r->bytes + 8, 4) != RECORDING_FORMAT) return SIDLE_ERROR_VERSION;
    r->at = (place_in_recording){RECORDING_HEAD, recording_sum(0, r->bytes, RECORDING_HEAD)};
    return SIDLE_OK;
}

/* The groups of the snapshot, if there are any. */
static sidle_result begin_groups(sidle_replay *r) {
    frame_in f;
    place_in_recording p = r->at;
    if (frame_read(r, &p, &f) || f.kind != FRAME_GROUPS || !is_of_groups(&f)) return SIDLE_OK;
    r->at = p;
    return replay_groups(r, &f);
}

/* Goes to the last snapshot of the recorder at or before the tick, and loads it. What the host had
 * loaded may be without the groups that it had then. */
static sidle_result go_to_tick(sidle_replay *r, uint64_t tick) {
    place_in_recording p = r->at, before = p, found = p;
    frame_in f;
    sidle_result result;
    for (; !frame_read(r, &p, &f); before = p)
        if (is_snapshot(&f) && f.kind == FRAME_SNAPSHOT && bytes_get(f.holds, 8) <= tick)
            found = before;
    r->at = found;
    if (frame_read(r, &r->at, &f) || !is_snapshot(&f)) return SIDLE_ERROR_RECORDING;
    result = sidle_world_load(r->scratch, f.holds + TICK_SIZE, f.size - TICK_SIZE);
    if (result == SIDLE_ERROR_SNAPSHOT) return SIDLE_ERROR_RECORDING;
    if (!result) result = replay_snapshot(r, &f);
    return result ? result : begin_groups(r);
}

static sidle_result make_worlds(sidle_replay *r, const sidle_world_def *def) {
    sidle_world_def small = sidle_world_def_default();
    if (def) small = *def;
    small.width = small.height = 1;
    small.cells = NULL;
    small.units = 0;
    sidle_result result = sidle_world_create(&small, &r->world);
    return result ? result : sidle_world_create(&small, &r->scratch);
}

sidle_result sidle_replay_create(const sidle_world_def *def, const void *bytes, size_t size,
                                 uint64_t from, sidle_replay **replay) {
    if (replay) *replay = NULL;
    if (!bytes || !replay) return SIDLE_ERROR_ARGUMENT;
    sidle_allocator alloc = def ? def->alloc : sidle_world_allocator(NULL);
    if (!alloc.allocate || !alloc.release) return SIDLE_ERROR_ARGUMENT;
    sidle_replay *r = allocate(&alloc, sizeof *r);
    if (!r) return SIDLE_ERROR_MEMORY;
    *r = (sidle_replay){.alloc = alloc, .bytes = bytes, .size = size};
    sidle_result result = check_recording_head(r);
    if (!result) result = make_worlds(r, def);
    if (!result) result = go_to_tick(r, from);
    if (result)
        sidle_replay_destroy(r);
    else
        *replay = r;
    return result;
}

void sidle_replay_destroy(sidle_replay *replay) {
    if (!replay) return;
    sidle_allocator alloc = replay->alloc;
    sidle_groups_destroy(replay->groups);
    sidle_world_destroy(replay->world);
    sidle_world_destroy(replay->scratch);
    release(&alloc, replay, sizeof *replay);
}

bool sidle_replay_over(const sidle_replay *replay) {
    return !replay || replay->over;
}

const sidle_world *sidle_replay_world(const sidle_replay *replay) {
    return replay ? replay->world : NULL;
}

const sidle_groups *sidle_replay_groups(const sidle_replay *replay) {
    return replay ? replay->groups : NULL;
}

uint64_t sidle_replay_hash(const sidle_replay *replay, bool *whole) {
    if (whole) *whole = replay && replay->whole;
    return replay ? replay->hash : 0;
}

size_t sidle_replay_text(const sidle_replay *replay, char *buffer, size_t size) {
    if (!buffer && size) return 0;
    text t = {.to = buffer, .room = size ? size - 1 : 0};
    write_words(&t, replay ? replay->text : "");
    return end_text(&t, buffer, size);
}
