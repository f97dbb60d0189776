/* The tables that describe themselves, of parameters and of figures, in words. */
#include "glue.h"

#include "metrics/outcome.h"

/* By number, as in module.js. */
typedef enum table { PARAMETERS, FIGURES } table;

/* The words of a row: name, unit, which way is better (of figures), meaning. */
typedef struct words {
    const char *text[4];
} words;

EXPORT(table_rows) uint32_t table_rows(table of) {
    uint32_t params;
    size_t count;
    sidle_params(&params);
    figures(&count);
    return of == PARAMETERS ? params : (uint32_t)count;
}

static words words_of(table of, uint32_t row) {
    uint32_t params;
    size_t count;
    const sidle_param *p = sidle_params(&params) + row;
    const figure *f = figures(&count) + row;
    return of == PARAMETERS ? (words){{p->name, p->unit, "", p->help}}
                            : (words){{f->name, f->unit, f->good, f->meaning}};
}

EXPORT(table_text) const char *table_text(table of, uint32_t row, uint32_t column) {
    return words_of(of, row).text[column];
}
