#include "app/bench/harness.h"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "base/parallel.h"

namespace brazier::app::bench {

namespace {

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class ForcedIsa {
public:
    explicit ForcedIsa(const std::optional<simd::Isa>& isa) {
        if (isa) simd::force_isa(*isa);
    }
    ~ForcedIsa() { simd::unforce_isa(); }
    ForcedIsa(const ForcedIsa&) = delete;
    ForcedIsa& operator=(const ForcedIsa&) = delete;
};

// One entry, ready to run.
struct Running {
    const Entry* entry;
    std::vector<Workload> copies;  // one a thread
    std::size_t batches = 1;
    std::vector<double> rates;
};

double run_copy(const Workload& workload, std::size_t batches) {
    double items = 0;
    for (std::size_t i = 0; i < batches; ++i) items += workload();
    return items;
}

double run_copies(const std::vector<Workload>& copies, std::size_t batches) {
    std::vector<double> items(copies.size());
    std::vector<std::thread> threads;
    for (std::size_t n = 0; n < copies.size(); ++n) {
        threads.emplace_back([&, n] {
            set_flush_to_zero();
            items[n] = run_copy(copies[n], batches);
        });
    }
    double sum = 0;
    for (std::size_t n = 0; n < copies.size(); ++n) {
        threads[n].join();
        sum += items[n];
    }
    return sum;
}

struct Timing {
    double items = 0, seconds = 0;
};

Timing run_once(const Running& running, int threads) {
    const ForcedIsa forced(running.entry->isa);
    const clockid_t clock = threads == 1 && !running.entry->on_wall_clock ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    const double start = seconds(clock);
    const double items = running.copies.size() == 1 ? run_copy(running.copies.front(), running.batches)
                                                    : run_copies(running.copies, running.batches);
    return {items, std::max(seconds(clock) - start, 1e-9)};
}

// Warms up, and finds how many batches fill a repetition.
Running start(const Entry& entry, const BenchOptions& options) {
    Running running{&entry, {}, 1, {}};
    const int copies = entry.uses_threads ? 1 : options.threads;
    for (int n = 0; n < copies; ++n) running.copies.push_back(entry.prepare());
    for (;;) {
        const double took = run_once(running, options.threads).seconds;
        if (took >= options.repetition_s) return running;
        const double growth = std::clamp(1.2 * options.repetition_s / took, 1.5, 100.0);
        running.batches = static_cast<std::size_t>(std::ceil(growth * static_cast<double>(running.batches)));
    }
}

Rates summary(std::vector<double> rates) {
    std::sort(rates.begin(), rates.end());
    const std::size_t middle = rates.size() / 2;
    const double median = rates.size() % 2 ? rates[middle] : 0.5 * (rates[middle - 1] + rates[middle]);
    return {median, rates.front(), rates.back()};
}

long peak_memory_kB() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

}  // namespace

std::vector<std::string> wrong_checksums(const std::vector<Measurement>& group) {
    std::vector<std::string> wrong;
    for (const Measurement& m : group) {
        for (const Measurement& base : group) {
            if (base.name == m.baseline && m.checksum && base.checksum != m.checksum) wrong.push_back(m.name);
        }
    }
    return wrong;
}

std::vector<Measurement> measure_group(const std::vector<Entry>& group, const BenchOptions& options) {
    std::vector<Running> runs;
    for (const Entry& entry : group) runs.push_back(start(entry, options));
    for (int repetition = 0; repetition < options.repetitions; ++repetition) {
        for (Running& running : runs) {
            const Timing timing = run_once(running, options.threads);
            running.rates.push_back(timing.items / timing.seconds);
        }
    }
    std::vector<Measurement> measured;
    for (const Running& running : runs) {
        const Entry& entry = *running.entry;
        measured.push_back(
            {entry.name, entry.items, entry.baseline, summary(running.rates), {}, running.batches, peak_memory_kB()});
        if (entry.checksum) {
            const ForcedIsa forced(entry.isa);
            measured.back().checksum = entry.checksum();
        }
    }
    for (Measurement& m : measured) {
        for (const Measurement& base : measured) {
            if (base.name == m.baseline) m.ratio = m.rates.median / base.rates.median;
        }
    }
    return measured;
}

}  // namespace brazier::app::bench
