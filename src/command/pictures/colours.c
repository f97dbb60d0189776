/* One place for the colours, so that a decision looks the same in every picture. */
#include "colours.h"

#include <math.h>

const colour TERRAIN_COLOURS[SIDLE_TERRAIN_COUNT] = {
    {236, 231, 218}, {196, 200, 160}, {158, 190, 214}, {126, 156, 116},
    {74, 76, 84},    {222, 210, 186}, {206, 188, 160}, {188, 168, 140},
    {214, 196, 206}, {196, 176, 190}, {178, 156, 174}, {200, 208, 220},
    {180, 190, 206}, {160, 172, 190}, {214, 214, 214}, {190, 190, 190}};

/* Those of Okabe and Ito, which stay apart for the colour-blind. */
const colour DECISION_COLOURS[SIDLE_DECISION_COUNT] = {{138, 145, 156}, /* standing */
                                                       {0, 114, 178},   /* free: blue */
                                                       {230, 159, 0},   /* detour: orange */
                                                       {240, 228, 66},  /* wait: yellow */
                                                       {204, 121, 167}, /* replan: purple */
                                                       {213, 94, 0},    /* push: vermillion */
                                                       {17, 20, 24}};   /* blocked: black */
const colour ARRIVED = {0, 158, 115};                                   /* bluish green */

const char *const DECISION_WORDS[SIDLE_DECISION_COUNT] = {
    "stands", "free", "detour", "waits", "asks for a path", "pushes", "blocked"};

const colour TEAM_COLOURS[TEAM_COLOUR_COUNT] = {{0, 114, 178},   {213, 94, 0},  {0, 158, 115},
                                                {204, 121, 167}, {230, 159, 0}, {86, 180, 233},
                                                {17, 20, 24},    {240, 228, 66}};

const colour INK = {40, 40, 44}, TRAIL = {70, 86, 150}, GOAL = {168, 60, 80};
const colour PAPER = {250, 248, 242};

/* Darker from step to step, so that it needs no sense of colours. */
colour heat_colour(float share) {
    static const colour STEPS[] = {{255, 246, 196}, {245, 226, 96}, {236, 180, 30},
                                   {222, 124, 0},   {196, 72, 0},   {150, 36, 10}};
    enum { LAST = sizeof STEPS / sizeof STEPS[0] - 1 };
    float at = fminf(fmaxf(share, 0), 1) * LAST;
    int step = at >= LAST ? LAST - 1 : (int)at;
    float part = at - (float)step;
    const colour a = STEPS[step], b = STEPS[step + 1];
    return (colour){(uint8_t)((float)a.r + ((float)b.r - (float)a.r) * part),
                    (uint8_t)((float)a.g + ((float)b.g - (float)a.g) * part),
                    (uint8_t)((float)a.b + ((float)b.b - (float)a.b) * part)};
}
