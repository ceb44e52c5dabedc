// The harness measures what it says: rates are items over time, ratios compare medians, targets are forced and
// released.
#include "app/bench/harness.h"

#include <set>

#include "catch.h"

using namespace brazier;
using namespace brazier::app::bench;

namespace {

Workload spin(int turns, double items) {
    return [turns, items] {
        volatile unsigned x = 1;
        for (int i = 0; i < turns; ++i) x = x * 3u + 1u;
        return items;
    };
}

BenchOptions quick() {
    BenchOptions options;
    options.repetitions = 5;
    options.repetition_s = 0.01;
    return options;
}

}  // namespace

TEST_CASE("eight times the work at the same count of items is a fraction of the rate") {
    const std::vector<Entry> group{{"spin/slow", "items", "", {}, false, [] { return spin(80000, 1000); }},
                                   {"spin/fast", "items", "spin/slow", {}, false, [] { return spin(10000, 1000); }}};
    const std::vector<Measurement> m = measure_group(group, quick());
    REQUIRE(m.size() == 2);
    REQUIRE(m[1].ratio);
    CHECK(*m[1].ratio > 3);
    CHECK(*m[1].ratio < 20);
    for (const Measurement& each : m) {
        CHECK(each.rates.min > 0);
        CHECK(each.rates.min <= each.rates.median);
        CHECK(each.rates.median <= each.rates.max);
        CHECK(each.peak_memory_kB > 1000);
    }
}

TEST_CASE("an entry runs on its SIMD target, and the best one is back afterwards") {
    std::set<simd::Isa> seen;
    const auto look = [&seen] {
        return [&seen] {
            seen.insert(simd::current_isa());
            return spin(1000, 1)();
        };
    };
    measure_group({{"look", "items", "", simd::Isa::scalar, false, look}}, quick());
    CHECK(seen == std::set<simd::Isa>{simd::Isa::scalar});
    CHECK(simd::current_isa() == simd::supported_isas().back());
}

TEST_CASE("with threads, copies run side by side and their items add up") {
    BenchOptions options = quick();
    options.threads = 3;
    int prepared = 0;
    const std::vector<Measurement> m = measure_group({{"copies",
                                                       "items",
                                                       "",
                                                       {},
                                                       false,
                                                       [&prepared] {
                                                           ++prepared;
                                                           return spin(1000, 1);
                                                       }}},
                                                     options);
    CHECK(prepared == 3);
    CHECK(m[0].rates.median > 0);
}

TEST_CASE("a target whose results have other bits is named, and one with the same is not") {
    const auto target = [](const char* name, const char* baseline, simd::Isa isa, simd::Isa wrong) {
        return Entry{name,
                     "items",
                     baseline,
                     isa,
                     false,
                     [] { return spin(1000, 1); },
                     [wrong] { return uint64_t{simd::current_isa() == wrong ? 8u : 7u}; }};
    };
    const simd::Isa best = simd::supported_isas().back();
    REQUIRE(best != simd::Isa::scalar);
    const auto measure = [&](simd::Isa wrong) {
        return wrong_checksums(measure_group(
            {target("scalar", "", simd::Isa::scalar, wrong), target("wide", "scalar", best, wrong)}, quick()));
    };
    CHECK(measure(best) == std::vector<std::string>{"wide"});
    CHECK(measure(simd::Isa::avx3 == best ? simd::Isa::avx2 : simd::Isa::avx3).empty());
    Entry without = target("shader", "scalar", best, best);
    without.checksum = nullptr;  // bits of its own
    CHECK(wrong_checksums(measure_group({target("scalar", "", simd::Isa::scalar, best), without}, quick())).empty());
}

TEST_CASE("entries have unique names and baselines that exist") {
    std::set<std::string> names;
    std::vector<Entry> all;
    for (auto* const entries :
         {noise_entries, flame_entries, doom_entries, candle_entries, ray_entries, gbuffer_entries, frame_entries}) {
        for (const Entry& entry : entries()) {
            CHECK(names.insert(entry.name).second);
            all.push_back(entry);
        }
    }
    for (const Entry& entry : all) {
        INFO(entry.name);
        CHECK(entry.prepare()() > 0);
    }
    const std::vector<Entry> slow = estimator_entries();  // each measures a variance first
    for (const Entry& entry : slow) CHECK(names.insert(entry.name).second);
    all.insert(all.end(), slow.begin(), slow.end());
    for (const Entry& entry : all) {
        INFO(entry.name);
        CHECK((entry.baseline.empty() || names.count(entry.baseline) == 1));
    }
}
