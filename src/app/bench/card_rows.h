// Workloads that draw an effect row by row: every eighth row stands for its neighbours.
#pragma once

#include <cstring>
#include <memory>

#include "app/bench/harness.h"

namespace brazier::app::bench {

struct CardRows {
    int width, height;
    std::function<void(int row, float* rgba)> draw;
};

inline constexpr int card_row_step = 8;

inline Workload rows_workload(const CardRows& rows) {
    auto pixels = std::make_shared<std::vector<float>>(4 * static_cast<std::size_t>(rows.width));
    return [rows, pixels] {
        for (int row = 0; row < rows.height; row += card_row_step) rows.draw(row, pixels->data());
        return static_cast<double>(rows.width) * ((rows.height + card_row_step - 1) / card_row_step);
    };
}

inline uint64_t rows_checksum(const CardRows& rows) {
    std::vector<float> pixels(4 * static_cast<std::size_t>(rows.width));
    uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a
    for (int row = 0; row < rows.height; row += card_row_step) {
        rows.draw(row, pixels.data());
        for (const float value : pixels) {
            uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            sum = (sum ^ bits) * 0x100000001b3u;
        }
    }
    return sum;
}

// One entry for each SIMD target, group + its name; compared to the scalar form.
inline std::vector<Entry> rows_entries(const std::string& group, const std::function<CardRows()>& rows) {
    std::vector<Entry> entries;
    for (const simd::Isa isa : simd::supported_isas()) {
        const std::string baseline = isa == simd::Isa::scalar ? "" : group + "SCALAR";
        entries.push_back({group + std::string(name(isa)), "pixels", baseline, isa, false,
                           [rows] { return rows_workload(rows()); }, [rows] { return rows_checksum(rows()); }});
    }
    return entries;
}

}  // namespace brazier::app::bench
