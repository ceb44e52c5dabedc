#include "base/parallel.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <xmmintrin.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace brazier {

namespace {
std::atomic<int> wanted_threads{0};
}

void set_thread_count(int count) { wanted_threads = std::clamp(count, 0, 1024); }

int thread_count() {
    const int wanted = wanted_threads;
    return wanted > 0 ? wanted : tbb::this_task_arena::max_concurrency();
}

#ifdef __SANITIZE_THREAD__

// The thread sanitizer follows plain threads; of a TBB that was not built for it, it reports what are no races.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
        set_flush_to_zero();
        try {
            for (std::size_t i = next++; i < count; i = next++) body(i);
        } catch (...) {
            next = count;
            const std::lock_guard lock(mutex);
            if (!failure) failure = std::current_exception();
        }
    };
    std::vector<std::thread> threads;
    for (int n = 0; n < thread_count(); ++n) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
}

#else

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

#endif

void set_flush_to_zero() {
    constexpr unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040;
    _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
}

}  // namespace brazier
