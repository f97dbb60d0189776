/* A libFuzzer target for one reader. Snapshots and recordings have a mutator of their own. */
#include "readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    reader_play(FUZZ_READER, data, size);
    return 0;
}

#ifdef FUZZ_SAVES
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    return saves_change(FUZZ_READER, data, size, most, seed, LLVMFuzzerMutate);
}
#endif
