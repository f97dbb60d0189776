/* Files that are read again when they were saved, while a run goes on. */
#ifndef SIDLE_COMMAND_RELOAD_H
#define SIDLE_COMMAND_RELOAD_H

#include "load.h"

typedef struct reload reload;

/* Looks after the scene's file, if it is one, and its configs. The strings must outlive it. */
reload *reload_make(const char *name, const load_options *options);
void reload_free(reload *r);

typedef enum reload_result {
    RELOAD_NONE, /* no file was saved since the last call, or one may still be written to */
    RELOAD_READ, /* *fresh is what the files say now; the caller frees it */
    RELOAD_BAD   /* they hold errors: *errors has a line for each, to be freed */
} reload_result;

/* A file that is wrong is read again once it was saved again. */
reload_result reload_poll(reload *r, scene *fresh, char **errors);

/* The files have been read as they are now. */
void reload_seen(reload *r);

/* Was the scene's own file saved since it was made or asked last? Its map may be another one. */
bool reload_scene_saved(reload *r);

#endif
