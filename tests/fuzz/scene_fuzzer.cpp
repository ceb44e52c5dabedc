// libFuzzer's way into the scene reader; README.md here says how to build and run it.
#include "scene/survives.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
    brazier::test::survives({reinterpret_cast<const char*>(data), size});
    return 0;
}
