// A guard before large allocations: Linux promises memory that it does not have and ends the process later, so sizes
// that cannot fit are refused up front.
#pragma once

#include <cstdint>
#include <string>

namespace brazier::image {

// Empty if `bytes` fit in the memory that the system has free, else "needs 49.4 GB of memory, 6.1 GB are free".
std::string memory_shortage(uint64_t bytes);

}  // namespace brazier::image
