/* Games of random hosts: kinds, orders, deaths, transports, buildings, upgrades, groups, copies on
 * other threads. After each tick all that the headers promise of bodies is checked (promises.h).
 * SIDLE_LONG=N plays N games with seeds of their own from SIDLE_SEED on; a game that breaks a
 * promise is made as small as it gets and printed. */
#include "play.h"

#include <stdlib.h>

enum { GAMES = 40, FIRST_SEED = 1000, ATTEMPTS = 250 };

static uint64_t number_in(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : otherwise;
}

/* ---- making a failure small ---- */

typedef struct shrinking {
    game_story *story;
    promise promise;
    uint32_t attempts;
} shrinking;

static bool *left_out(game_story *s, bool units, uint32_t k) {
    return units ? &s->units[k].left_out : &s->calls[k].left_out;
}

/* Leaves out `size` units or calls from `first` on, if the same promise is broken without them. */
static void try_without(shrinking *h, bool units, uint32_t first, uint32_t size) {
    uint32_t count = units ? h->story->unit_count : h->story->call_count;
    game_story without = *h->story;
    bool any = false;
    for (uint32_t k = first; k < first + size && k < count; k++) {
        any |= !*left_out(&without, units, k);
        *left_out(&without, units, k) = true;
    }
    if (!any || h->attempts == 0) return;
    h->attempts--;
    if (play(&without).promise == h->promise) *h->story = without;
}

static void shrink(game_story *s, broken found) {
    shrinking h = {s, found.promise, ATTEMPTS};
    for (uint32_t size = 256; size; size /= 4) {
        for (uint32_t k = 0; k < s->call_count; k += size) try_without(&h, false, k, size);
        for (uint32_t k = 0; k < s->unit_count; k += size) try_without(&h, true, k, size);
    }
}

static void print_broken(const game_story *s, broken b) {
    print_message("game %llu: %s (tick %u, unit %u, other %u: %g, allowed %g)\n",
                  (unsigned long long)s->seed, promise_text(b.promise), b.tick, b.unit, b.other,
                  b.value, b.bound);
}

/* ---- the tests ---- */

TEST(no_game_breaks_a_promise) {
    uint64_t games = number_in("SIDLE_LONG", GAMES), seed = number_in("SIDLE_SEED", FIRST_SEED);
    uint32_t failed = 0;
    for (uint64_t k = 0; k < games; k++) {
        game_story s = story_of_seed(seed + k);
        broken b = play(&s);
        if (!b.promise) continue;
        print_broken(&s, b);
        if (failed++) continue;
        shrink(&s, b);
        print_broken(&s, play(&s));
        story_print(&s, stdout);
    }
    print_message("%u of %u games break a promise\n", failed, (uint32_t)games);
    assert_int_equal(failed, 0);
}

/* The checks see what they are there for. */
TEST(a_throw_is_a_broken_promise) {
    sidle_world *world = open_world(20, 20);
    sidle_unit_id ids[1] = {unit_at(world, 5, 5)};
    bool told[1] = {false};
    game_moment before = moment_of(world, ids, 1), after = before;
    assert_int_equal(promises_broken(world, &before, &after, 1, TICK, told).promise, KEPT);
    after.state[0].position.x += 0.02f;
    assert_int_equal(promises_broken(world, &before, &after, 1, TICK, told).promise, GAIN);
    after.state[0].position.x += 0.2f;
    assert_int_equal(promises_broken(world, &before, &after, 1, TICK, told).promise, SPEED);
    after = before;
    after.state[0].heading = (sidle_vec2){-1, 0};
    assert_int_equal(promises_broken(world, &before, &after, 1, TICK, told).promise, TURN);
    after = before;
    before.state[0].made_velocity.x = before.state[0].velocity.x = 2;
    assert_int_equal(promises_broken(world, &before, &after, 1, TICK, told).promise, LOSS);
    sidle_world_destroy(world);
}

int main(void) {
    return run_listed("game");
}
