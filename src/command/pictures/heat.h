/* Where on the map a run goes badly: a sum over the run for each cell. */
#ifndef SIDLE_COMMAND_HEAT_H
#define SIDLE_COMMAND_HEAT_H

#include "canvas.h"
#include "scenes/scene.h"
#include "terminal/complain.h"

typedef struct heat heat;

/* kind: congestion, overlap, waiting or turning. NULL after a complaint. The scene must outlive it.
 */
heat *heat_make(const scene *s, const char *kind, complaints *to);
void heat_free(heat *h);

/* After each tick of dt seconds. */
void heat_sample(heat *h, const sidle_world *world, double dt);

/* Over the cells. scale: pixels per u; corner: u, of the upper left pixel. */
void heat_paint(const heat *h, canvas *c, float scale, sidle_vec2 corner);

/* What the colours mean, for below the picture. */
void heat_words(const heat *h, char *words, size_t size);

/* The sum over all cells, and the largest of one: s, or rad. */
double heat_total(const heat *h);
double heat_most(const heat *h, float *x, float *y); /* u, the middle of that cell */
const char *heat_unit(const heat *h);

#endif
