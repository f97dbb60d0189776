/* The module writes no JSON: the figures' header needs the name of the type alone. */
#ifndef SIDLE_WEB_JANSSON_H
#define SIDLE_WEB_JANSSON_H

typedef struct json_t json_t;

#endif
