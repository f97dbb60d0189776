/* The state that a world keeps: its blocks, its snapshots and recordings, and faults in it. A part
 * of internals.c, which has the library before it. */

/* ---- what a world keeps ---- */

#define WHOLE(name, of)                                                                            \
    { name, (uint8_t *)(of), sizeof *(of) }

/* Routes without room are one constant that all share. */
static uint32_t add_route(inside_block *blocks, uint32_t count, const char *name, route *r) {
    if (!r->room) return count;
    blocks[count++] = (inside_block){name, (uint8_t *)&r->next, sizeof r->next};
    blocks[count++] = (inside_block){name, (uint8_t *)&r->passed, sizeof r->passed};
    /* The points are hashed by their sum; that it is theirs is one of the invariants. */
    blocks[count++] = (inside_block){name, (uint8_t *)&r->sum, sizeof r->sum};
    return count;
}

uint32_t inside_blocks_of_unit(sidle_world *world, sidle_unit_id id,
                               inside_block blocks[INSIDE_BLOCKS]) {
    unit *u = unit_named_anywhere(world, id);
    uint32_t k = body_of(world, u), count = 0;
    bodies *c = &world->bodies;
    order_state *e = unit_own_order_state(u);
    blocks[count++] = (inside_block)WHOLE(u->flags & UNIT_GUIDED ? "guided unit" : "unit", u);
    blocks[count++] = (inside_block)WHOLE("cold", u->cold);
    blocks[count++] = (inside_block)WHOLE("predicted velocity, x", &c->vx[k]);
    blocks[count++] = (inside_block)WHOLE("predicted velocity, y", &c->vy[k]);
    blocks[count++] = (inside_block)WHOLE("way of the last tick", &c->moved[k]);
    blocks[count++] = (inside_block)WHOLE("team", &c->team[k]);
    blocks[count++] = (inside_block)WHOLE("carry", &c->carry[k]);
    if (world->queue_entries)
        blocks[count++] = (inside_block)WHOLE("queue_entry", &world->queue_entries[u->slot]);
    if (u->speed_kind != SPEED_FULL)
        blocks[count++] = (inside_block)WHOLE("speed factors", &world->speeds[u->slot]);
    if (e) blocks[count++] = (inside_block)WHOLE("order_state", e);
    if (e) count = add_route(blocks, count, "patrol", e->patrol);
    count = add_route(blocks, count, "path", u->cold->path);
    return count;
}

uint32_t inside_blocks_of_world(sidle_world *world, inside_block blocks[INSIDE_BLOCKS]) {
    blocks[0] = (inside_block)WHOLE("tick", &world->tick);
    blocks[1] = (inside_block)WHOLE("next rank", &world->next_rank);
    blocks[2] = (inside_block){"profiles", (uint8_t *)world->profiles,
                               world->profile_count * sizeof *world->profiles};
    /* The classes are hashed by their sum; that it is theirs is one of the invariants. */
    blocks[3] = (inside_block)WHOLE("sum of the terrain", &world->terrain.sum);
    return 4;
}

typedef struct derived {
    const char *block;
    size_t at, size;
} derived;

#define FIELD_OF(name, block, field)                                                               \
    { name, offsetof(block, field), sizeof(((block *)0)->field) }
#define FIELD(block, field) FIELD_OF(#block, block, field)

/* The three bytes behind the goal hold the slot, a bit-field; the rest of its word is the pace. */
enum { SLOT_AT = offsetof(unit, goal) + sizeof(sidle_vec2), SLOT_SIZE = 3 };

bool inside_is_derived(const inside_block *block, size_t byte) {
    static const derived DERIVED[] = {
        FIELD(unit, cold),
        {"unit", SLOT_AT, SLOT_SIZE}, /* where it is kept */
        FIELD(unit, path_point),      /* a copy, as the unit is not guided */
        FIELD_OF("guided unit", unit, cold),
        {"guided unit", SLOT_AT, SLOT_SIZE},
        FIELD(cold, order),
        FIELD(cold, path),
        FIELD(order_state, patrol),
    };
    for (size_t k = 0; k < sizeof DERIVED / sizeof *DERIVED; k++) {
        const derived *d = &DERIVED[k];
        if (!strcmp(d->block, block->name) && byte >= d->at && byte < d->at + d->size) return true;
    }
    return false;
}

/* ---- snapshots ---- */

const char *inside_field_row(uint32_t number) {
#define HASHED_ROW(name, kind, most, place, when) "\n| " #name " | " TEXT_##kind " | yes | ",
#define KEPT_ROW(name, kind, most, place, when)   "\n| " #name " | " TEXT_##kind " | no | ",
    static const char *const PAGE[] = {
        WORLD_FIELDS(HASHED_ROW, KEPT_ROW) ALLIANCE_FIELDS(HASHED_ROW, KEPT_ROW)
            TERRAIN_FIELDS(HASHED_ROW, KEPT_ROW) PROFILE_FIELDS(HASHED_ROW, KEPT_ROW)
                UNIT_FIELDS(HASHED_ROW, KEPT_ROW) ROUTE_FIELDS(HASHED_ROW, KEPT_ROW)
                    ORDER_FIELDS(HASHED_ROW, KEPT_ROW) FREE_FIELDS(HASHED_ROW, KEPT_ROW)
                        EVENT_FIELDS(HASHED_ROW, KEPT_ROW) NULL};
    return PAGE[number];
}

void inside_seal_snapshot(uint8_t *bytes, size_t size) {
    bytes_put(bytes + SNAPSHOT_AT_LENGTH, size);
    bytes_put(bytes + SNAPSHOT_AT_SUM, snapshot_sum(bytes, size));
}

void inside_seal_groups(uint8_t *bytes, size_t size) {
    bytes_put(bytes + HEAD_LENGTH, size);
    bytes_put(bytes + HEAD_SUM, sum_of_words(bytes + HEAD_BYTES, size - HEAD_BYTES));
}

_Static_assert((int)UNIT_ROWS + (int)ORDER_ROWS <= (int)INSIDE_UNIT_ROWS, "a row has a number");

#define SET_ROW(name, kind, most, place, when)                                                     \
    if (at++ == row && FITS_##kind(value, most)) {                                                 \
        TAKE_##kind(place, value, BITS_##kind);                                                    \
        taken = true;                                                                              \
    }

void inside_set_last_dt(sidle_world *world, float dt) {
    world->last_dt = dt;
}

bool inside_set_field(sidle_world *w, sidle_unit_id id, uint32_t row, uint64_t value) {
    unit *u = unit_named_anywhere(w, id);
    cold *c = u->cold;
    bodies *b = &w->bodies;
    queue_entry none = {.held = 0}, *q = w->queue_entries ? &w->queue_entries[u->slot] : &none;
    order_state *o = unit_own_order_state(u);
    uint32_t k = body_of(w, u), at = 0;
    speed_factors s = speed_factors_of(w, u);
    uint64_t user = user_of(w, u->slot);
    bool taken = false;
    UNIT_FIELDS(SET_ROW, SET_ROW)
    if (units_reserve_users(w, user) || units_reserve_speeds(w)) return false;
    if (u->speed_kind != SPEED_FULL) w->speeds[u->slot] = s;
    if (w->users) w->users[u->slot] = user;
    if (o) {
        ORDER_FIELDS(SET_ROW, SET_ROW)
    }
    return taken;
}

/* ---- recordings ---- */

const size_t inside_snapshot_in_frame = TICK_SIZE, inside_recording_head = RECORDING_HEAD;

bool inside_find_frame(const uint8_t *bytes, size_t size, size_t begin, inside_frame *frame) {
    if (begin > size || size - begin < FRAME_HEAD + FRAME_SUM) return false;
    size_t holds = (size_t)bytes_get(bytes + begin + 1, 4);
    if (holds > size - begin - FRAME_HEAD - FRAME_SUM) return false;
    *frame = (inside_frame){bytes[begin], begin, begin + FRAME_HEAD, holds, 0};
    frame->end = frame->holds + holds + FRAME_SUM;
    return true;
}

void inside_set_frame_size(uint8_t *bytes, const inside_frame *frame) {
    uint8_t number[8];
    bytes_put(number, frame->size);
    memcpy(bytes + frame->begin + 1, number, 4);
}

size_t inside_call_length(const uint8_t *bytes, size_t left) {
    const frame_in f = {.holds = bytes, .size = left};
    made_call c;
    size_t at = 0;
    return left && call_read(&f, &at, &c) ? at : 0;
}

bool inside_call_words(uint32_t kind, uint32_t *words, uint32_t *entry) {
    if (kind >= CALL_COUNT) return false;
    *words = call_form_of(kind).words;
    *entry = call_form_of(kind).entry;
    return true;
}

void inside_seal_recording(uint8_t *bytes, size_t size) {
    uint64_t sum = recording_sum(0, bytes, RECORDING_HEAD);
    for (size_t at = RECORDING_HEAD; size - at >= FRAME_HEAD + FRAME_SUM;) {
        size_t holds = (size_t)bytes_get(bytes + at + 1, 4);
        if (holds > size - at - FRAME_HEAD - FRAME_SUM) return;
        sum = recording_sum(sum, bytes + at, FRAME_HEAD + holds);
        bytes_put(bytes + at + FRAME_HEAD + holds, sum);
        at += FRAME_HEAD + holds + FRAME_SUM;
    }
}

/* ---- faults to be found ---- */

/* A path of which more is to be told than was passed. */
static route told_too_much = {.passed = 1};

/* A path without points that has the sum of some. */
static route wrong_sum = {.sum = 1};

static unit *set_under_way(unit *u) {
    u->flags |= ASPECT_UNDER_WAY;
    unit_keep_waypoint(u);
    return u;
}

/* The unit is not still, and all else knows it. */
static unit *roll(sidle_world *world, unit *u) {
    u->velocity.x = 1;
    grid_body_changed(world, u);
    return u;
}

uint32_t inside_break(sidle_world *world, uint32_t what) {
    unit *u = unit_at(world, 0), *other = unit_at(world, 1);
    switch (what) {
    case 0: world->by_slot[u->slot] = body_of(world, other); break;
    case 1: u->rank = other->rank; break;
    case 2: u->position.x = NAN; break;
    case 3: u->position.x = -1; break;
    case 4: u->heading.x += 1; break;
    case 5: u->flags |= ASPECT_UNDER_WAY | ASPECT_ARRIVED; break;
    case 6: u->cold->path = &told_too_much; break;
    case 7: u->profile = 200; break;
    case 8: world->bodies.x[0] += 0.5f; break;
    case 9: world->bodies.starts[0] = 1; break;
    case 10: set_under_way(u)->path_point.x += 1; break;
    case 11: u->awaited = true; break;
    case 12: world->profiles[u->profile].released = true; break;
    case 13: units_stow(world, u)->velocity.x = 1; break;
    case 14: world->terrain.classes[0] ^= 1; break;
    case 15: world->profiles[u->profile].varies = true; break;
    case 16:
        if (!units_reserve_speeds(world)) u->speed_kind = SPEED_CHANGED;
        break;
    case 17: u->aside = true; break;
    case 18: u->flags |= ASPECT_CLAIMS; break;
    case 19: roll(world, u)->asked += 1; break;
    case 20: u->cold->path = &wrong_sum; break;
    case 21: u->flags |= UNIT_SEEKS; break;
    case 22: u->aim = AIM_PLACE; break;
    case 23: set_under_way(u)->flags ^= UNIT_STEERS; break;
    case 24: world->bodies.filter_bits[0] ^= FILTER_PUSHES; break;
    case 25: u->events = 1; break; /* its part is still */
    case 26: u->elapsed = -1; break;
    case 27: u->cold->progress.stalled = -1; break;
    case 28: u->cold->progress.stalled = 2 * MOST_STALL; break;
    case 29: set_under_way(u)->flags |= ASPECT_CLAIMS, u->cold->place.x = -1; break;
    case 30: u->aim = AIM_ROUND; break;
    case 31: u->cold->escalation.seeks_way = true; break;
    case 32: u->awaits = true; break;
    case 33: set_under_way(u)->awaits = true; break;
    case 34: set_under_way(u)->order = SIDLE_ORDER_NONE; break;
    default: u->flags = 0; break;
    }
    return 36;
}

void inside_misstep(sidle_world *world) {
    unit_end_wait(unit_at(world, 0));
}

bool inside_is_still(const sidle_world *world, sidle_unit_id id) {
    return is_still(&world->bodies, body_of(world, unit_named(world, id)));
}

bool inside_is_checked(void) {
#ifdef NDEBUG
    return false;
#else
    return true;
#endif
}

/* What TARGET may read of other units. */
static uint32_t write_shown_in_target(sidle_world *world, unit *u, uint32_t what) {
    switch (what) {
    case 0: u->position.x += 0.001f; break;
    case 1: u->heading = vec_right(u->heading); break;
    case 2: u->rank = 77; break;
    case 3: u->generation++; break;
    case 4: u->profile = 1; break;
    case 5: u->cold->order->target.generation++; break;
    case 6: world->bodies.x[0] += 0.001f; break;
    case 7: world->bodies.vy[0] += 0.001f; break;
    case 8: world->motions[0].next_point_then.x += 0.001f; break;
    default: world->motions[0].asked_then += 1; break;
    }
    return 10;
}

/* What the phases from LOOK to CONTACT may. */
static uint32_t write_shown_from_look(sidle_world *world, unit *u, uint32_t what) {
    bodies *b = &world->bodies;
    switch (what) {
    case 0: u->position.y += 0.001f; break;
    case 1: u->goal.x += 0.001f; break;
    case 2: u->order = SIDLE_ORDER_FOLLOW; break;
    case 3: u->rank = 77; break;
    case 4: u->generation++; break;
    case 5: u->profile = 1; break;
    case 6: u->waits_for = 1; break;
    case 7: u->cold->order->target.generation++; break;
    case 8: u->cold->order->centre.x++; break;
    case 9: b->y[0] += 0.001f; break;
    case 10: b->vx[0] += 0.001f; break;
    case 11: b->moved[0].x += 0.001f; break;
    case 12: b->team[0]++; break;
    case 13: b->radius[0] *= 0.99f; break;
    default: b->filter_bits[0] ^= 16; break;
    }
    return 15;
}

uint32_t inside_write_shown(sidle_world *world, sidle_phase phase, uint32_t what) {
    unit *u = unit_at(world, 0);
    return phase == SIDLE_PHASE_TARGET ? write_shown_in_target(world, u, what)
                                       : write_shown_from_look(world, u, what);
}
