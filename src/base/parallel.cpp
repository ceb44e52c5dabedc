#include "base/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <xmmintrin.h>

#include <algorithm>
#include <atomic>
#include <optional>

namespace brazier {

namespace {
std::atomic<int> wanted_threads{0};
}

void set_thread_count(int count) { wanted_threads = std::clamp(count, 0, 1024); }

int thread_count() {
    const int wanted = wanted_threads;
    return wanted > 0 ? wanted : tbb::this_task_arena::max_concurrency();
}

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
    // TBB makes no more threads than cores unless it is told that they are wanted.
    using tbb::global_control;
    const std::size_t threads = static_cast<std::size_t>(thread_count());
    const std::size_t usual = global_control::active_value(global_control::max_allowed_parallelism);
    std::optional<global_control> more_than_cores;
    if (threads > usual) more_than_cores.emplace(global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(thread_count());
    arena.execute([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, count, 1),
            [&](const tbb::blocked_range<std::size_t>& range) {
                set_flush_to_zero();
                for (std::size_t i = range.begin(); i != range.end(); ++i) body(i);
            },
            tbb::simple_partitioner());
    });
}

void set_flush_to_zero() {
    constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
    _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
}

}  // namespace brazier
