/* A run that can be stopped, stepped, taken back and given other values: what `sidle watch` shows.
 *
 * Going back is going to a moment that was kept, and forwards from there: a run repeats to the bit,
 * and the values that were read while it ran are given again at the same ticks. */
#ifndef SIDLE_COMMAND_PLAYER_H
#define SIDLE_COMMAND_PLAYER_H

#include "input/load.h"
#include "insight/local_grid.h"
#include "simulation/simulation.h"

enum { NO_UNIT = -1 };

typedef struct player player;

/* NULL after a complaint. The arguments must outlive it. */
player *player_open(const char *name, const load_options *load, const sim_options *play,
                    complaints *to);
void player_free(player *p);

/* False when the run is at its end. */
bool player_tick(player *p);

/* Goes to the tick, forwards or back, as far as the run goes. */
void player_seek(player *p, uint64_t tick);

/* Reads the scene and the configs again and starts anew. When they are wrong, all stays as it was.
 */
void player_restart(player *p);

/* Between two ticks: reads the files again when they were saved. True when there is a new message.
 */
bool player_poll(player *p);

/* What the last restart or poll had to say, lines with a line end each; "" for nothing. */
const char *player_message(const player *p);
bool player_message_is_bad(const player *p);

const scene *player_scene(const player *p);
const sidle_world *player_world(const player *p);
uint64_t player_now(const player *p); /* ticks */
double player_time(const player *p);  /* s */
bool player_at_end(const player *p);
uint32_t player_arrived(const player *p, uint32_t *movers);

/* The state of a unit of the scene; false when it is not on the map. */
bool player_unit(const player *p, size_t unit, sidle_unit_state *state);
sidle_unit_id player_id(const player *p, size_t unit);

/* Does it come no nearer to its goal, or see no way but through others? */
bool player_in_trouble(const player *p, size_t unit);

/* The selected unit of the scene; NO_UNIT: none. */
int64_t player_selected(const player *p);
void player_select(player *p, int64_t unit);

/* The grid of the selected unit: of its last look, or of the look that it would make now when it
 * was selected after that. NULL when it has none. */
const local_grid *player_grid(const player *p);

#endif
