/* What the library says of itself: its version, and words for results and phases. */
#include <sidle/sidle.h>

const char *sidle_result_text(sidle_result result) {
    static const char *const TEXTS[] = {
#define RESULT_TEXT(name, text) text,
        SIDLE_RESULTS(RESULT_TEXT)
#undef RESULT_TEXT
    };
    return result >= 0 && result < SIDLE_RESULT_COUNT ? TEXTS[result] : "not a result of sidle";
}

const char *sidle_phase_text(sidle_phase phase) {
    static const char *const TEXTS[] = {
#define PHASE_TEXT(name, text) text,
        SIDLE_PHASES(PHASE_TEXT)
#undef PHASE_TEXT
    };
    return (uint32_t)phase < SIDLE_PHASE_COUNT ? TEXTS[phase] : "not a phase of sidle";
}

uint32_t sidle_version(void) {
    return SIDLE_VERSION_NUMBER;
}
