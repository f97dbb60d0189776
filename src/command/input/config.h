/* Profiles from an ini file, and single settings from the command line. */
#ifndef SIDLE_COMMAND_CONFIG_H
#define SIDLE_COMMAND_CONFIG_H

#include "scenes/scene.h"
#include "terminal/complain.h"

/* Each section is a profile: [default] is the built-in one, a new name makes a new profile. Keys
 * are parameters; `like = NAME` as the first key copies another profile. Complains of every error;
 * false when there was one. */
bool config_read(const char *file, scene *into, complaints *to);

/* PROFILE.KEY=VALUE. False after a complaint. */
bool config_set(const char *assignment, scene *into, complaints *to);

#endif
