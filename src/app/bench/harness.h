// What is measured and how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/bench/bench.h"
#include "simd/isa.h"

namespace brazier::app::bench {

// Does one batch of work and returns how many items it was, always the same work. Called by one thread.
using Workload = std::function<double()>;

struct Entry {
    std::string name;              // group/…/variant
    std::string items;             // what is counted: "evaluations", "rays"
    std::string baseline;          // the entry that this one is compared to; empty: none
    std::optional<simd::Isa> isa;  // forced while it runs; absent: the best
    bool uses_threads = false;     // takes --threads itself, through parallel loops; otherwise it is copied
    std::function<Workload()> prepare;
    std::function<uint64_t()> checksum = nullptr;  // of all results, the same on every SIMD target; absent: none
    bool on_wall_clock = false;                    // works elsewhere than on the calling thread's processor
};

// Each file of entries; names are unique.
std::vector<Entry> noise_entries();
std::vector<Entry> flame_entries();
std::vector<Entry> doom_entries();
std::vector<Entry> brazier_entries();
std::vector<Entry> candle_entries();
std::vector<Entry> ray_entries();
std::vector<Entry> gbuffer_entries();
std::vector<Entry> frame_entries();
std::vector<Entry> estimator_entries();

// run_bench of bench.h with more entries than its own, asked for once the options are known to be sound.
ExitCode run_bench(const BenchOptions& options, const std::function<std::vector<Entry>()>& more);

struct Rates {
    double median = 0, min = 0, max = 0;  // items a second, all threads together
};

struct Measurement {
    std::string name, items, baseline;
    Rates rates;
    std::optional<double> ratio;  // median rate over the baseline's
    std::size_t batches = 0;      // a repetition
    long peak_memory_kB = 0;      // of the process until the end of this entry's group
    std::optional<uint64_t> checksum = {};
};

// Measures entries that share a baseline together, their repetitions in turn, so that a machine that slows down slows
// them alike. One thread is timed by its processor time, which other programs do not lengthen; several by the clock.
std::vector<Measurement> measure_group(const std::vector<Entry>& group, const BenchOptions& options);

// The names of those that have a checksum, but not their baseline's.
std::vector<std::string> wrong_checksums(const std::vector<Measurement>& group);

}  // namespace brazier::app::bench
