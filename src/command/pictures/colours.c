/* One place for the colours, so that a decision looks the same in every picture. */
#include "colours.h"

#include <math.h>

const colour TERRAIN_COLOURS[SIDLE_TERRAIN_COUNT] = {
    {236, 231, 218}, {196, 200, 160}, {158, 190, 214}, {126, 156, 116},
    {74, 76, 84},    {222, 210, 186}, {206, 188, 160}, {188, 168, 140},
    {214, 196, 206}, {196, 176, 190}, {178, 156, 174}, {200, 208, 220},
    {180, 190, 206}, {160, 172, 190}, {214, 214, 214}, {190, 190, 190}};

const colour DECISION_COLOURS[SIDLE_DECISION_COUNT] = {{120, 124, 132}, /* standing */
                                                       {46, 134, 80},   /* free */
                                                       {42, 110, 190},  /* detour */
                                                       {228, 170, 32},  /* wait */
                                                       {150, 84, 180},  /* replan */
                                                       {220, 92, 34},   /* push */
                                                       {192, 32, 48}};  /* blocked */

const colour INK = {40, 40, 44}, TRAIL = {70, 86, 150}, GOAL = {168, 60, 80};
const colour ARRIVED = {132, 190, 146}, PAPER = {250, 248, 242};

colour heat_colour(float share) {
    static const colour STEPS[] = {{70, 110, 200}, {60, 180, 200}, {120, 200, 90},
                                   {240, 210, 60}, {240, 140, 40}, {210, 40, 40}};
    enum { LAST = sizeof STEPS / sizeof STEPS[0] - 1 };
    float at = fminf(fmaxf(share, 0), 1) * LAST;
    int step = at >= LAST ? LAST - 1 : (int)at;
    float part = at - (float)step;
    const colour a = STEPS[step], b = STEPS[step + 1];
    return (colour){(uint8_t)((float)a.r + ((float)b.r - (float)a.r) * part),
                    (uint8_t)((float)a.g + ((float)b.g - (float)a.g) * part),
                    (uint8_t)((float)a.b + ((float)b.b - (float)a.b) * part)};
}
