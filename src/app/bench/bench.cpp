#include "app/bench/bench.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "app/bench/harness.h"
#include "app/report.h"
#include "base/parallel.h"

namespace brazier::app::bench {

namespace {

std::vector<Entry> all_entries() {
    std::vector<Entry> all;
    for (auto* const entries : {noise_entries, flame_entries, doom_entries, brazier_entries, candle_entries,
                                ray_entries, gbuffer_entries, frame_entries, estimator_entries}) {
        for (Entry& entry : entries()) all.push_back(std::move(entry));
    }
    return all;
}

void check(const BenchOptions& options) {
    const auto within = [](const char* name, double value, double lo, double hi) {
        if (value >= lo && value <= hi) return;
        char text[120];
        std::snprintf(text, sizeof text, "%s must be from %g to %g, not %g", name, lo, hi, value);
        throw usage_error(text);
    };
    within("--threads", options.threads, 1, 1024);
    within("--repetitions", options.repetitions, 1, 1000);
    within("--min-time", options.repetition_s, 0.001, 60);
}

// Entries compared with one another, each group with its baseline first. Whoever is asked for brings its baseline.
std::vector<std::vector<Entry>> chosen_groups(const std::vector<Entry>& all, const std::string& filter) {
    std::vector<std::vector<Entry>> groups;
    for (const Entry& base : all) {
        if (!base.baseline.empty()) continue;
        std::vector<Entry> group;
        bool wanted = base.name.find(filter) != std::string::npos;
        for (const Entry& entry : all) {
            if (entry.baseline != base.name || entry.name.find(filter) == std::string::npos) continue;
            group.push_back(entry);
            wanted = true;
        }
        if (!wanted) continue;
        group.insert(group.begin(), base);
        groups.push_back(group);
    }
    return groups;
}

std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

// 4 significant digits and a prefix: "12.34 M".
std::string with_prefix(double value) {
    constexpr struct {
        double scale;
        const char* prefix;
    } scales[]{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, " "}};
    char text[32];
    for (const auto& [scale, prefix] : scales) {
        if (value < scale && scale > 1) continue;
        const double shown = value / scale;
        std::snprintf(text, sizeof text, "%.*f %s", shown < 10 ? 3 : shown < 100 ? 2 : 1, shown, prefix);
        break;
    }
    return text;
}

std::string hexadecimal(uint64_t value) {
    char text[20];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
    return text;
}

void print_row(const Measurement& m) {
    const double spread = 100 * (m.rates.max - m.rates.min) / m.rates.median;
    std::printf("%-36s %10s%s/s  min %9s  spread %3.0f %%", m.name.c_str(), with_prefix(m.rates.median).c_str(),
                m.items.c_str(), with_prefix(m.rates.min).c_str(), spread);
    if (m.ratio && m.baseline != m.name) std::printf("  %6.2f x %s", *m.ratio, m.baseline.c_str());
    if (m.checksum) std::printf("  checksum %s", hexadecimal(*m.checksum).c_str());
    std::printf("\n");
    std::fflush(stdout);
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string json_row(const Measurement& m) {
    std::string out = "    {\"name\": " + json_string(m.name) + ", \"items\": " + json_string(m.items) +
                      ", \"per_second\": {\"median\": " + number(m.rates.median) + ", \"min\": " + number(m.rates.min) +
                      ", \"max\": " + number(m.rates.max) + "}";
    if (m.ratio) out += ", \"baseline\": " + json_string(m.baseline) + ", \"ratio\": " + number(*m.ratio);
    if (m.checksum) out += ", \"checksum\": " + json_string(hexadecimal(*m.checksum));
    return out + ", \"batches\": " + std::to_string(m.batches) +
           ", \"peak_memory_bytes\": " + std::to_string(1024ll * m.peak_memory_kB) + "}";
}

std::string json_header(const BenchOptions& options, double load) {
    std::string isas;
    for (const simd::Isa isa : simd::supported_isas()) isas += (isas.empty() ? "" : ", ") + json_string(name(isa));
    return "{\n  \"processor\": " + json_string(processor_name()) + ",\n  \"simd\": [" + isas +
           "],\n  \"threads\": " + std::to_string(options.threads) +
           ",\n  \"clock\": " + json_string(options.threads == 1 ? "processor time of the thread" : "wall") +
           ",\n  \"repetitions\": " + std::to_string(options.repetitions) + ",\n  \"load_average\": " + number(load) +
           ",\n  \"benchmarks\": [\n";
}

double load_average() {
    double load = 0;
    return getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace

ExitCode run_bench(const BenchOptions& options) {
    return run_bench(options, [] { return std::vector<Entry>{}; });
}

ExitCode run_bench(const BenchOptions& options, const std::function<std::vector<Entry>()>& more) {
    check(options);
    std::vector<Entry> all = all_entries();
    for (Entry& entry : more()) all.push_back(std::move(entry));
    const std::vector<std::vector<Entry>> groups = chosen_groups(all, options.filter);
    if (groups.empty())
        throw usage_error("--filter " + options.filter + ": no entry has this in its name (see --list)");
    if (options.list) {
        for (const auto& group : groups) {
            for (const Entry& entry : group) std::printf("%s\n", entry.name.c_str());
        }
        return ExitCode::done;
    }
    set_thread_count(options.threads);
    const double load = load_average();
    if (options.json) {
        std::fputs(json_header(options, load).c_str(), stdout);
    } else {
        std::printf("%s, %d thread%s, %d repetitions of %g s, load average %.2f\n", processor_name().c_str(),
                    options.threads, options.threads == 1 ? "" : "s", options.repetitions, options.repetition_s, load);
    }
    const char* separator = "";
    long peak_kB = 0;
    std::vector<std::string> wrong;
    for (const auto& group : groups) {
        const std::vector<Measurement> measured = measure_group(group, options);
        for (std::string& name : wrong_checksums(measured)) wrong.push_back(std::move(name));
        for (const Measurement& m : measured) {
            peak_kB = m.peak_memory_kB;
            if (!options.json) {
                print_row(m);
                continue;
            }
            std::printf("%s%s", separator, json_row(m).c_str());
            separator = ",\n";
        }
    }
    if (options.json) {
        std::printf("\n  ],\n  \"peak_memory_bytes\": %lld\n}\n", 1024ll * peak_kB);
    } else {
        std::printf("peak memory %.1f MB\n", static_cast<double>(peak_kB) / 1024);
    }
    for (const std::string& name : wrong) print_error(name + " does not have the bits of its baseline");
    return wrong.empty() ? ExitCode::done : ExitCode::comparison_failed;
}

}  // namespace brazier::app::bench
