/* What the files of the host share: how a call is made, told as C, and what may be answered. */
#ifndef SIDLE_FUZZ_HOST_H
#define SIDLE_FUZZ_HOST_H

#include "story.h"

/* The set of results that a call may have. */
#define MAY(result) (1u << SIDLE_##result)

/* ---- tell.c ---- */

/* As C reads them. Some texts are in use at once. */
const char *tell_number(float value);
const char *tell_point(sidle_vec2 p);
/* Steps of the same dt are told together. */
void tell_step(float dt, bool stepped);

/* ---- host.c ---- */

/* Begins a call: its text, and the hash of the world before it. */
void host_call(story *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The result is one of those that may be; was it done? */
bool host_done(story *s, sidle_result result, uint32_t may);
uint32_t host_for_unit(const story *s, uint32_t who);
uint32_t host_for_points(const story *s, uint32_t who, const sidle_vec2 *points, uint32_t count);
uint32_t host_for_order_to(const story *s, uint32_t who, uint32_t may);
bool host_is_profile(const story *s, sidle_profile_id id);
/* What the world says of the unit now. */
void host_learn(story *s, uint32_t who);
/* The same, after the host has done something to it. */
void host_changed(story *s, uint32_t who);
void host_ordered(story *s, uint32_t who, sidle_order kind);

#endif
