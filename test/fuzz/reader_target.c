/* A libFuzzer target for one reader. */
#include "readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    reader_play(FUZZ_READER, data, size);
    return 0;
}
