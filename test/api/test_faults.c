/* Memory that runs out, anywhere: a story with every call of the library that may take memory is
 * told with an allocator that refuses its k-th request, for many k or, with SIDLE_LONG, for each in
 * turn, then all requests from the k-th on until a call says so. The call reports it and leaves the
 * world as it was; made again with memory, it does what it would have done, to the bit.
 *
 * A new call that may take memory gets its line in one of the chapters; the last test names those
 * that have none. */
#include "faults.h"

#include "crowd.h"

#include <dirent.h>

/* ---- an allocator that refuses ---- */

static void *supply_allocate(void *context, size_t size) {
    supply *s = context;
    if (++s->requests == s->refuse_at && s->for_good) s->empty = true;
    if (s->empty || s->requests == s->refuse_at) {
        s->refused++;
        return NULL;
    }
    s->in_use += size;
    return malloc(size);
}

static void supply_release(void *context, void *memory, size_t size) {
    supply *s = context;
    s->in_use -= size;
    free(memory);
}

sidle_world_def faults_def(life *l) {
    sidle_world_def def = sidle_world_def_default();
    def.alloc = (sidle_allocator){&l->supply, supply_allocate, supply_release};
    return def;
}

/* ---- a call, and once more when it was refused ---- */

static uint64_t digest_of(const life *l) {
    uint64_t groups = l->groups ? sidle_groups_hash(l->groups) : 0;
    return groups ^ (l->world ? crowd_digest(l->world, 0) : 0);
}

static void expect_refusal(const life *l, care of, uint64_t before, sidle_result result) {
    if (of == NEEDS_NONE) fail_msg("%s: refused: %s", l->chapter, sidle_result_text(result));
    if (of == ALL_OR_NOTHING && digest_of(l) != before)
        fail_msg("%s: a call says that there is no memory, but changes the world", l->chapter);
    const char *fault = l->world ? sidle_world_validate(l->world) : NULL;
    if (fault) fail_msg("%s: without memory: %s", l->chapter, fault);
}

static void remember(life *l) {
    assert_true(l->calls < CALLS_MOST);
    uint64_t now = digest_of(l);
    if (l->known && now != l->known->digests[l->calls])
        fail_msg("%s: after call %u the world is another one than with enough memory; request %zu "
                 "was refused",
                 l->chapter, l->calls, l->supply.refuse_at);
    l->own->digests[l->calls++] = now;
}

void faults_make(life *l, care of, call *made, uint32_t n) {
    uint64_t before = digest_of(l);
    size_t refused = l->supply.refused;
    if (l->each_call_first_without) l->supply.empty = true;
    l->left_count = 0;
    sidle_result result = made(l, n);
    if (result == SIDLE_ERROR_MEMORY) {
        expect_refusal(l, of, before, result);
        l->supply.empty = false;
        result = made(l, n);
    } else if (l->supply.refused > refused && of != NEEDS_NONE)
        fail_msg("%s: call %u got no memory, and says: %s", l->chapter, l->calls,
                 sidle_result_text(result));
    if (l->each_call_first_without) l->supply.empty = false; /* it asked for none */
    if (result) fail_msg("%s: call %u: %s", l->chapter, l->calls, sidle_result_text(result));
    remember(l);
}

void faults_make_many(life *l, care of, call *made, uint32_t first, uint32_t end, uint32_t by) {
    for (uint32_t n = first; n < end; n += by) faults_make(l, of, made, n);
}

static sidle_result step(life *l, uint32_t n) {
    (void)n;
    return sidle_world_step(l->world, TICK);
}

void faults_step(life *l, uint32_t count) {
    faults_make_many(l, ALL_OR_NOTHING, step, 0, count, 1);
}

static void tell_story(life *l) {
    faults_birth(l);
    faults_orders(l);
    faults_changes(l);
    faults_many(l);
    faults_buildings(l);
    faults_saving(l);
    faults_growth(l);
    faults_groups(l);
    faults_recording(l);
    l->own->calls = l->calls;
    sidle_world_destroy(l->world);
    assert_int_equal(l->supply.in_use, 0);
}

/* ---- the tests ---- */

static trace undisturbed, disturbed;

static size_t tell_undisturbed(void) {
    static life l;
    if (undisturbed.calls) return l.supply.requests;
    l = (life){.own = &undisturbed};
    tell_story(&l);
    print_message("%u calls ask for memory %zu times\n", l.calls, l.supply.requests);
    assert_int_equal(l.supply.refused, 0);
    return l.supply.requests;
}

static life tell_disturbed(size_t refuse_at, bool for_good, bool each_call) {
    life l = {.own = &disturbed,
              .known = &undisturbed,
              .supply = {.refuse_at = refuse_at, .for_good = for_good},
              .each_call_first_without = each_call};
    tell_story(&l);
    assert_int_equal(l.calls, undisturbed.calls);
    return l;
}

TEST(each_call_is_refused_once_and_served_then) {
    tell_undisturbed();
    life l = tell_disturbed(0, false, true);
    assert_true(l.supply.refused > 150);
}

/* Requests from one that is refused to the next that is. A prime: calls of one kind ask in a
 * rhythm, and each of their requests is refused somewhere. */
static size_t next_request(void) {
    return getenv("SIDLE_LONG") ? 1 : 7;
}

TEST(one_request_after_another_is_refused) {
    size_t requests = tell_undisturbed();
    for (size_t k = 1; k <= requests; k += next_request())
        assert_int_equal(tell_disturbed(k, false, false).supply.refused, 1);
}

TEST(all_requests_from_one_on_are_refused_until_a_call_says_so) {
    size_t requests = tell_undisturbed();
    for (size_t k = 4; k <= requests; k += next_request())
        assert_true(tell_disturbed(k, true, false).supply.refused >= 1);
}

/* ---- does the story have all calls? ---- */

/* A name, with what follows it in a call. */
static void expect_call(const char *story, const char *name, size_t length, const char *header) {
    char called[100];
    snprintf(called, sizeof called, "%.*s(", (int)length, name);
    if (!strstr(story, called))
        fail_msg("%s: the story has no call of %.*s", header, (int)length, name);
}

static uint32_t expect_calls_of(const char *story, const char *path) {
    char *header = text_of(path);
    uint32_t count = 0;
    for (char *at = header; (at = strstr(at, "SIDLE_API ")); at++) {
        char *open = strchr(at, '('), *name = open;
        while (name > at && (name[-1] == '_' || (name[-1] >= 'a' && name[-1] <= 'z'))) name--;
        if (strncmp(name, "sidle_", 6)) continue; /* it is a #define of SIDLE_API itself */
        const char *of_no_world[] = {"sidle_result_text", "sidle_version", "sidle_phase_text",
                                     "sidle_params"};
        /* A call that may not change what it is handed takes no memory. */
        bool skipped = !strncmp(open, "(const ", 7) && strncmp(open, "(const sidle_world_def", 22);
        skipped |= open - name > 5 && !strncmp(open - 5, "_fill", 5);
        for (size_t k = 0; k < sizeof of_no_world / sizeof *of_no_world; k++)
            skipped |= !strncmp(name, of_no_world[k], (size_t)(open - name));
        if (!skipped) expect_call(story, name, (size_t)(open - name), path);
        count += !skipped;
    }
    free(header);
    return count;
}

static char *the_story(void) {
    char *units = text_of(SIDLE_SOURCE_ROOT "/test/api/faults_units.c");
    char *reads = text_of(SIDLE_SOURCE_ROOT "/test/api/faults_groups.c");
    char *own = text_of(SIDLE_SOURCE_ROOT "/test/api/test_faults.c");
    char *all = calloc(strlen(units) + strlen(reads) + strlen(own) + 1, 1);
    strcat(strcat(strcpy(all, units), reads), own);
    free(units);
    free(reads);
    free(own);
    return all;
}

TEST(the_story_has_every_call_that_may_take_memory) {
    char *story = the_story();
    DIR *folder = opendir(SIDLE_SOURCE_ROOT "/include/sidle");
    assert_non_null(folder);
    uint32_t count = 0;
    for (struct dirent *file; (file = readdir(folder));) {
        if (!strstr(file->d_name, ".h") || !strcmp(file->d_name, "steering.h")) continue;
        char path[4096];
        snprintf(path, sizeof path, "%s/include/sidle/%s", SIDLE_SOURCE_ROOT, file->d_name);
        count += expect_calls_of(story, path);
    }
    closedir(folder);
    free(story);
    assert_true(count > 60);
}

TESTS_OF(faults)
