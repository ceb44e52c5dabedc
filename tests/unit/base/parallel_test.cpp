#include "base/parallel.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "catch.h"

using namespace brazier;

TEST_CASE("every index is visited once") {
    for (const int threads : {1, 2, 5, 0}) {
        set_thread_count(threads);
        std::vector<std::atomic<int>> visits(1000);
        parallel_for(visits.size(), [&](std::size_t i) { ++visits[i]; });
        for (const std::atomic<int>& count : visits) CHECK(count == 1);
    }
    parallel_for(0, [](std::size_t) { throw std::logic_error("never called"); });
}

TEST_CASE("as many threads run as are asked for, more than cores, too") {
    for (const int threads : {1, 7}) {
        set_thread_count(threads);
        std::mutex mutex;
        std::set<std::thread::id> seen;
        parallel_for(70, [&](std::size_t) {
            std::this_thread::sleep_for(std::chrono::milliseconds(3));
            const std::lock_guard lock(mutex);
            seen.insert(std::this_thread::get_id());
        });
        CHECK(seen.size() <= static_cast<std::size_t>(threads));
        CHECK(seen.size() > static_cast<std::size_t>(threads) / 2);
    }
    set_thread_count(0);
}

TEST_CASE("an exception of a body arrives at the caller") {
    CHECK_THROWS_AS(parallel_for(100,
                                 [](std::size_t i) {
                                     if (i == 63) throw std::out_of_range("63");
                                 }),
                    std::out_of_range);
}

TEST_CASE("tiny numbers are flushed to zero in the body of a loop") {
    std::atomic<int> flushed{0};
    parallel_for(64, [&](std::size_t) {
        volatile float smallest_normal = 1.17549435e-38f;
        if (smallest_normal * 0.5f == 0) ++flushed;
    });
    CHECK(flushed == 64);
}
