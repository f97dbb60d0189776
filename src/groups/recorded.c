/* Groups as a layer of their world, for a recording: world/recording.h. */
#include "groups/troop.h"

sidle_recorder *groups_enter(const sidle_groups *g) {
    return g ? record_enter(g->world, &g->layer) : NULL;
}

void groups_leave_order(sidle_recorder *r, sidle_result result, const group_order *o) {
    static const sidle_range NO_RANGE = {0};
    const sidle_formation *f = o->formation;
    const sidle_range *range = o->range ? o->range : &NO_RANGE;
    bool own = !result && f->shape == SIDLE_SHAPE_OFFSETS, aims = o->kind == CALL_GROUP_APPROACH;
    const words_piece pieces[] = {{&o->count, 1},
                                  {o->ids, 2 * o->count},
                                  {own ? f->offsets : NULL, own ? 2 * o->count : 0},
                                  {o->points, 2 * o->point_count}};
    if (result || !r) {
        record_leave(r, result, o->kind, NULL, NULL, 0);
        return;
    }
    const uint32_t words[] = {
        o->group.slot,
        o->group.generation,
        aims ? o->target.slot : word_of_float(o->point.x),
        aims ? o->target.generation : word_of_float(o->point.y),
        WORDS_OF_RANGE(range),
        (uint32_t)f->shape | (f->march ? ORDER_MARCHES : 0u) |
            (f->keep_places ? ORDER_KEEPS_PLACES : 0u),
        f->columns,
        word_of_float(f->gap),
        WORDS_OF_POINT(f->heading),
    };
    record_leave(r, result, o->kind, words, pieces, sizeof pieces / sizeof *pieces);
}

void groups_leave_call(sidle_recorder *r, sidle_result result, enum call_kind kind, uint32_t slot,
                       uint32_t generation, const void *pairs, uint32_t count) {
    const uint32_t words[] = {slot, generation};
    record_leave(r, result, kind, words, &(words_piece){pairs, 2 * count}, count > 0);
}
