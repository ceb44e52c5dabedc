// The parallel order gathers: in flat indices, scan order is index order, and a cell d can only be written by the
// sources d + W + offset for a handful of offsets, so the last writer is the one of the largest offset that moves so.
// Sources are coded in lanes of bytes, a block of rows at a time: where it moves and what it leaves there; then the
// cells whose sources are all coded choose. Blocks go downwards and cells lie above their sources, so it works in
// place.
#include "flame/doom.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "simd/srgb.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "flame/doom.cpp"
#include <hwy/foreach_target.h>

#include "simd/noise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace brazier::flame::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using ByteTag = hn::ScalableTag<uint8_t>;
using Bytes = hn::Vec<ByteTag>;
inline constexpr std::size_t byte_lanes = HWY_LANES(uint8_t);

BRAZIER_LANES Bytes bytes(uint8_t x) { return hn::Set(ByteTag(), x); }

// Hashes of byte_lanes cells of a row, but four cells of a 32-bit lane apart: cell x + 4 i + k is lane i of h[k]. So
// four bytes of lanes are joined without moving any across lanes. One lane: cell x.
struct RowHashes {
#if HWY_TARGET == HWY_SCALAR
    static constexpr uint32_t vectors = 1;
#else
    static constexpr uint32_t vectors = 4;
#endif
    UInt first, row;

    BRAZIER_LANES explicit RowHashes(uint32_t row_hash)
        : first(shift_left<2>(UInt(hn::Iota(UIntTag(), 0)))), row(fold(UInt(row_hash))) {}
    // x is below 2^16, so folding leaves it alone: fold(x ^ row_hash) = x ^ fold(row_hash).
    BRAZIER_LANES UInt at(uint32_t x, uint32_t k) const { return fold(scramble((first + UInt(x + k)) ^ row)); }
};

// -1 where h > limit, in all bytes of a lane.
BRAZIER_LANES Bytes minus_above(UInt h, uint32_t limit) {
#if HWY_TARGET == HWY_SCALAR
    return bytes(h.v.raw > limit ? 0xff : 0);
#else
    const UInt flip(0x80000000u);  // compares as if signed
    const auto above = hn::Gt(hn::BitCast(IntTag(), (h ^ flip).v), hn::BitCast(IntTag(), (UInt(limit) ^ flip).v));
    return hn::BitCast(ByteTag(), hn::VecFromMask(IntTag(), above));
#endif
}

// -r in all bytes of a lane: the number of limits below the hash.
constexpr uint32_t r_limits[3] = {0xffffffffu / 6, 0x7fffffffu, 0xd5555555u};
static_assert(doom_r(r_limits[0]) == 0 && doom_r(r_limits[0] + 1) == 1);
static_assert(doom_r(r_limits[1]) == 1 && doom_r(r_limits[1] + 1) == 2);
static_assert(doom_r(r_limits[2]) == 2 && doom_r(r_limits[2] + 1) == 3);
BRAZIER_LANES Bytes minus_r(UInt h) {
    return hn::Add(hn::Add(minus_above(h, r_limits[0]), minus_above(h, r_limits[1])), minus_above(h, r_limits[2]));
}

// Byte k of every 32-bit lane from of(k).
template <class OfVector>
BRAZIER_LANES Bytes joined(const OfVector& of) {
#if HWY_TARGET == HWY_SCALAR
    return of(0);
#else
    const hn::Repartition<uint16_t, ByteTag> pairs;
    const Bytes lower = hn::OddEven(of(1), of(0)), upper = hn::OddEven(of(3), of(2));
    return hn::BitCast(ByteTag(), hn::OddEven(hn::BitCast(pairs, upper), hn::BitCast(pairs, lower)));
#endif
}

struct MinusR {
    const RowHashes& hashes;
    uint32_t x;
    BRAZIER_LANES Bytes operator()(uint32_t k) const { return minus_r(hashes.at(x, k)); }
};
struct MinusCarry {
    const RowHashes& hashes;
    uint32_t x, limit;
    BRAZIER_LANES Bytes operator()(uint32_t k) const { return minus_above(hashes.at(x, k), limit); }
};

// Where a source's heat goes, as a number: 1 + r - carry of the wind, or `cold`.
inline constexpr uint8_t no_source = 0xff;
struct Moves {
    struct Move {
        uint8_t code;
        std::ptrdiff_t offset;  // the source of cell d is d + W + offset
    };
    Move moves[6];  // by offset
    int count = 0;
    uint8_t cold = 5;  // the code of cold cells; that of straight up, if there is one
    std::ptrdiff_t last_offset = 0;

    explicit Moves(const DoomWind& wind) {
        const int lowest = wind.fraction == 0 ? 1 : 0;
        const int straight = 2 + wind.whole;
        if (straight >= lowest && straight <= 4) cold = static_cast<uint8_t>(straight);
        if (straight < lowest) add(cold, 0);
        for (int code = lowest; code <= 4; ++code) add(static_cast<uint8_t>(code), code - straight);
        if (straight > 4) add(cold, 0);
        last_offset = moves[count - 1].offset;
    }
    void add(uint8_t code, std::ptrdiff_t offset) { moves[count++] = {code, offset}; }
};

struct Block {
    static constexpr std::size_t before = 128, after = 128;  // the widest vector and the wind reach less far
    static constexpr std::size_t usual_size = 6144;
    uint8_t move[before + DoomFire::max_size + after], heat[before + DoomFire::max_size + after];
};

// Codes the cells of a row, and some behind it.
HWY_ATTR void code_row(const DoomFire& fire, const DoomWind& wind, uint8_t cold, uint32_t step, uint32_t y,
                       const uint8_t* from, uint8_t* move, uint8_t* heat) {
    const ByteTag tag;
    const RowHashes hashes(doom_row_hash(fire.seed, 0, step, y)), gusts(doom_row_hash(fire.seed, 1, step, y));
    const Bytes decays = bytes(fire.decay ? 1 : 0);
    const auto width = static_cast<uint32_t>(fire.width);
    for (uint32_t x = 0; x < width; x += static_cast<uint32_t>(byte_lanes)) {
        const Bytes before = hn::LoadU(tag, from + x);
        const auto is_cold = hn::Eq(before, bytes(0));
        Bytes code = bytes(cold), after = before;
        if (!hn::AllTrue(tag, is_cold)) {
            const Bytes r = hn::Sub(bytes(0), joined(MinusR{hashes, x}));
            Bytes moved = hn::Add(fire.spread ? r : bytes(1), bytes(1));
            if (wind.fraction != 0) moved = hn::Add(moved, joined(MinusCarry{gusts, x, ~wind.fraction}));
            code = hn::IfThenElse(is_cold, code, moved);
            after = hn::IfThenZeroElse(is_cold, hn::Sub(before, hn::And(r, decays)));
        }
        hn::StoreU(code, tag, move + x);
        hn::StoreU(after, tag, heat + x);
    }
}

// One lane by arithmetic: which source wins is random, so branches would be mispredicted.
BRAZIER_LANES Bytes select_bytes(hn::Mask<ByteTag> m, Bytes yes, Bytes no) {
#if HWY_TARGET == HWY_SCALAR
    return Bytes(static_cast<uint8_t>((yes.raw & m.bits) | (no.raw & ~m.bits)));
#else
    return hn::IfThenElse(m, yes, no);
#endif
}

// The cell's heat, or what the last of its sources leaves; move and heat point to the source straight below.
template <int count>
BRAZIER_LANES Bytes chosen(const Moves& moves, Bytes cell, const uint8_t* move, const uint8_t* heat) {
    const ByteTag tag;
    for (int i = 0; i < (count ? count : moves.count); ++i) {
        const Moves::Move& m = moves.moves[i];
        const auto lands = hn::Eq(hn::LoadU(tag, move + m.offset), bytes(m.code));
        cell = select_bytes(lands, hn::LoadU(tag, heat + m.offset), cell);
    }
    return cell;
}

template <int count>
HWY_ATTR void choose(const Moves& moves, const uint8_t* move, const uint8_t* heat, std::size_t cells, uint8_t* to) {
    const ByteTag tag;
    std::size_t d = 0;
    for (; d + byte_lanes <= cells; d += byte_lanes) {
        hn::StoreU(chosen<count>(moves, hn::LoadU(tag, to + d), move + d, heat + d), tag, to + d);
    }
    if (d == cells) return;
    uint8_t last[byte_lanes];
    hn::StoreU(chosen<count>(moves, hn::LoadU(tag, to + d), move + d, heat + d), tag, last);
    std::memcpy(to + d, last, cells - d);
}

HWY_ATTR void step_parallel(const DoomFire& fire, uint32_t step, uint8_t* cells) {
    const DoomWind wind = split_wind(fire.wind);
    const Moves moves(wind);
    const auto width = static_cast<std::size_t>(fire.width), height = static_cast<std::size_t>(fire.height);
    const std::size_t block_rows = std::max<std::size_t>(1, Block::usual_size / width);
    Block block;
    std::memset(block.move, no_source, Block::before);  // row 0 heats nothing
    std::size_t done = 0;                               // cells that have chosen
    for (std::size_t first = 1; first < height; first += block_rows) {
        const std::size_t end = std::min(height, first + block_rows), size = (end - first) * width;
        for (std::size_t y = first; y < end; ++y) {
            const std::size_t at = Block::before + (y - first) * width;
            code_row(fire, wind, moves.cold, step, static_cast<uint32_t>(y), cells + y * width, block.move + at,
                     block.heat + at);
        }
        std::size_t ready = (end - 1) * width;
        if (end == height) {
            std::memset(block.move + Block::before + size, no_source, Block::after);
        } else {  // whole vectors whose sources are all coded
            const std::size_t reach = static_cast<std::size_t>(moves.last_offset);
            ready = ready > done + reach ? done + (ready - reach - done) / byte_lanes * byte_lanes : done;
        }
        // Cell `done` has its straight source at index done + W of the grid, the block's first is first * W.
        const std::size_t straight = Block::before + done + width - first * width;
        const auto choose_some = moves.count == 4 ? choose<4> : choose<0>;
        choose_some(moves, block.move + straight, block.heat + straight, ready - done, cells + done);
        done = ready;
        std::memmove(block.move, block.move + size, Block::before);
        std::memmove(block.heat, block.heat + size, Block::before);
    }
}

}  // namespace brazier::flame::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace brazier::flame {

HWY_EXPORT(step_parallel);

namespace {

// One after the other, each seeing what those before have done.
void step_classic(const DoomFire& fire, uint32_t step, uint8_t* cells) {
    const DoomWind wind = split_wind(fire.wind);
    const auto width = static_cast<uint32_t>(fire.width), height = static_cast<uint32_t>(fire.height);
    struct RowHash {
        uint32_t r, wind;
    };
    std::vector<RowHash> rows(height);
    for (uint32_t y = 1; y < height; ++y) {
        rows[y] = {doom_row_hash(fire.seed, 0, step, y), doom_row_hash(fire.seed, 1, step, y)};
    }
    const std::ptrdiff_t end = std::ptrdiff_t{width} * (std::ptrdiff_t{height} - 1);
    for (uint32_t x = 0; x < width; ++x) {
        for (uint32_t y = 1; y < height; ++y) {
            const std::ptrdiff_t above = std::ptrdiff_t{width} * (std::ptrdiff_t{y} - 1) + x;
            const uint8_t heat = cells[above + width];
            if (heat == 0) {
                cells[above] = 0;
                continue;
            }
            const uint32_t r = doom_r(doom_hash(rows[y].r, x));
            std::ptrdiff_t to = above + 1 - (fire.spread ? std::ptrdiff_t{r} : 1);
            if (fire.wind != 0) to += wind.whole + (wind_carries(wind, doom_hash(rows[y].wind, x)) ? 1 : 0);
            if (to >= 0 && to < end) cells[to] = static_cast<uint8_t>(heat - (fire.decay ? r & 1 : 0));
        }
    }
}

void switch_off_when_due(const DoomFire& fire, DoomState& state) {
    if (!fire.switch_off_s) return;
    const double since = static_cast<double>(state.step) - static_cast<double>(fire.warm_up_steps);
    if (since < std::ceil(*fire.switch_off_s * static_cast<double>(fire.steps_per_second))) return;
    std::fill_n(state.heat.end() - static_cast<std::ptrdiff_t>(DoomState::padding) - fire.width, fire.width,
                uint8_t{0});
}

std::array<DoomColor, DoomFire::max_heat + 1> decoded_palette() {
    constexpr std::array<uint32_t, DoomFire::max_heat + 1> codes{
        0x070707, 0x1F0707, 0x2F0F07, 0x470F07, 0x571707, 0x671F07, 0x771F07, 0x8F2707, 0x9F2F07, 0xAF3F07,
        0xBF4707, 0xC74707, 0xDF4F07, 0xDF5707, 0xDF5707, 0xD75F07, 0xD75F07, 0xD7670F, 0xCF6F0F, 0xCF770F,
        0xCF7F0F, 0xCF8717, 0xC78717, 0xC78F17, 0xC7971F, 0xBF9F1F, 0xBF9F1F, 0xBFA727, 0xBFA727, 0xBFAF2F,
        0xB7AF2F, 0xB7B72F, 0xB7B737, 0xCFCF6F, 0xDFDF9F, 0xEFEFC7, 0xFFFFFF};
    std::array<DoomColor, DoomFire::max_heat + 1> colors{};
    for (std::size_t i = 0; i < codes.size(); ++i) colors[i] = {simd::srgb_decode(codes[i]), i == 0 ? 0.0f : 1.0f};
    return colors;
}

}  // namespace

DoomWind split_wind(float wind) {
    const double whole = std::floor(static_cast<double>(wind));
    const double fraction = (static_cast<double>(wind) - whole) * 0x1p32;  // 2^32 for tiny winds to the left
    return {static_cast<int>(whole), static_cast<uint32_t>(std::min(fraction, 0x1.fffffffep31))};
}

DoomState initial(const DoomFire& fire) {
    const auto width = static_cast<std::size_t>(fire.width), height = static_cast<std::size_t>(fire.height);
    DoomState state;
    state.heat.resize(width * height + DoomState::padding);
    std::fill_n(state.heat.begin() + static_cast<std::ptrdiff_t>(width * (height - 1)), width,
                uint8_t{DoomFire::max_heat});
    switch_off_when_due(fire, state);
    return state;
}

void step(const DoomFire& fire, DoomState& state) {
    if (fire.order == DoomOrder::classic) {
        step_classic(fire, state.step, state.heat.data());
    } else {
        HWY_DYNAMIC_DISPATCH(step_parallel)(fire, state.step, state.heat.data());
    }
    ++state.step;
    switch_off_when_due(fire, state);
}

DoomState at_step(const DoomFire& fire, uint32_t steps) {
    DoomState state = initial(fire);
    while (state.step < steps) step(fire, state);
    return state;
}

uint32_t step_at_time(const DoomFire& fire, double time_s) {
    const double steps = std::floor(time_s * static_cast<double>(fire.steps_per_second)) + fire.warm_up_steps;
    if (!(time_s >= 0 && steps < 0x1p32))
        throw usage_error("the time of a DOOM fire must be at least 0 and its step below 2^32");
    return static_cast<uint32_t>(steps);
}

DoomState at_time(const DoomFire& fire, double time_s) { return at_step(fire, step_at_time(fire, time_s)); }

const std::array<DoomColor, DoomFire::max_heat + 1>& doom_palette() {
    static const auto palette = decoded_palette();
    return palette;
}

}  // namespace brazier::flame
#endif
