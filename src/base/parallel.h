// Parallel loops: TBB's home. Nothing else in the tree names TBB.
#pragma once

#include <cstddef>
#include <functional>

namespace brazier {

// Threads that parallel loops may use from now on; 0 = one per core. At least 1, at most 1024.
void set_thread_count(int count);
int thread_count();

// Calls body(i) for every i in [0, count), in any order, on the threads above; flush-to-zero is set on each.
// An exception thrown by a body stops the loop and is rethrown here.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

// Denormals are flushed to zero on the calling thread (SSE control register). Called by main and parallel_for.
void set_flush_to_zero();

}  // namespace brazier
