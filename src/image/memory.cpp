#include "image/memory.h"

#include <cstdio>
#include <fstream>
#include <limits>

namespace brazier::image {
namespace {

// "MemAvailable" of /proc/meminfo, bytes; without it there is no limit to hold to.
uint64_t free_memory() {
    std::ifstream file("/proc/meminfo");
    std::string key, unit;
    uint64_t kibibytes = 0;
    while (file >> key >> kibibytes) {
        if (key == "MemAvailable:") return kibibytes * 1024;
        std::getline(file, unit);
    }
    return std::numeric_limits<uint64_t>::max();
}

std::string gigabytes(uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) * 1e-9);
    return text;
}

}  // namespace

std::string memory_shortage(uint64_t bytes) {
    constexpr uint64_t always_allowed = uint64_t{64} << 20;
    if (bytes <= always_allowed) return {};
    const uint64_t available = free_memory();
    if (bytes <= available) return {};
    return "needs " + gigabytes(bytes) + " of memory, " + gigabytes(available) + " are free";
}

}  // namespace brazier::image
