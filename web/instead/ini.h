/* The one call of inih that the reader of configs makes: there is no inih for WebAssembly in
 * Debian. */
#ifndef SIDLE_WEB_INI_H
#define SIDLE_WEB_INI_H

typedef char *(*ini_reader)(char *line, int room, void *stream);
typedef int (*ini_handler)(void *user, const char *section, const char *key, const char *value);

/* The reader checks each line and enters sections by itself, so that what comes here is [NAME],
 * KEY = VALUE, a comment or nothing. Returns 0, or the line of the first one that is none of them.
 */
int ini_parse_stream(ini_reader reader, void *stream, ini_handler handler, void *user);

#endif
