#include "trace/sampler.h"

#include <algorithm>
#include <bit>

#include "base/hash.h"

namespace brazier::trace {

namespace {

// Two words at once: the bits of each, reversed.
constexpr uint64_t reverse_bits_of_both(uint64_t x) {
    x = ((x & 0x0f0f0f0f0f0f0f0full) << 4) | ((x >> 4) & 0x0f0f0f0f0f0f0f0full);
    x = ((x & 0x3333333333333333ull) << 2) | ((x >> 2) & 0x3333333333333333ull);
    x = ((x & 0x5555555555555555ull) << 1) | ((x >> 1) & 0x5555555555555555ull);
    x = __builtin_bswap64(x);
    return (x >> 32) | (x << 32);
}
constexpr uint32_t reverse_bits(uint32_t x) { return static_cast<uint32_t>(reverse_bits_of_both(x)); }

constexpr uint32_t low(uint64_t x) { return static_cast<uint32_t>(x); }
constexpr uint32_t high(uint64_t x) { return static_cast<uint32_t>(x >> 32); }
constexpr uint64_t pack(uint32_t lo, uint32_t hi) { return (static_cast<uint64_t>(hi) << 32) | lo; }

// Two seeds from one (a multiply-xorshift finaliser, after Steele, Lea & Flood 2014).
constexpr uint64_t two_seeds(uint32_t seed, uint64_t salt) {
    uint64_t x = (seed ^ salt) * 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93ull;
    return x ^ (x >> 32);
}

// A Laine–Karras permutation: every bit is flipped by a hash of the bits below it. On reversed digits that is a nested
// uniform (Owen) scramble.
constexpr uint32_t scramble_reversed(uint32_t x, uint32_t seed) {
    x ^= x * 0x3d20adeau;
    x += seed;
    x *= (seed >> 16) | 1u;
    x ^= x * 0x05526c56u;
    return x ^ (x * 0x53a22864u);
}

// Column `bit` of a dimension's generator matrix: the primitive polynomial of degree s with inner coefficients a, and
// the first odd integers m, by the recurrence of Bratley & Fox 1988.
struct Polynomial {
    uint32_t s, a;
    std::array<uint32_t, 3> m;
};
constexpr std::array<Polynomial, 3> joe_kuo{{{1, 0, {1, 0, 0}}, {2, 1, {1, 3, 0}}, {3, 1, {1, 3, 1}}}};

constexpr std::array<uint32_t, 32> directions(const Polynomial& p) {
    std::array<uint32_t, 32> v{};
    for (uint32_t i = 0; i < 32; ++i) {
        if (i < p.s) {
            v[i] = p.m[i] << (31 - i);
            continue;
        }
        v[i] = v[i - p.s] ^ (v[i - p.s] >> p.s);
        for (uint32_t k = 1; k < p.s; ++k)
            if ((p.a >> (p.s - 1 - k)) & 1u) v[i] ^= v[i - k];
    }
    return v;
}

// The four dimensions with reversed digits (low and high words: 0 and 1, 2 and 3), for every value of every hexadecimal
// digit of the sample's reversed index: 2 kB. Dimension 0 (van der Corput) reversed is the index itself.
struct Point {
    uint64_t first = 0, second = 0;
};
using DigitTable = std::array<std::array<Point, 16>, 8>;

constexpr uint32_t reversed_column(uint32_t dimension, uint32_t bit) {
    return dimension == 0 ? 1u << bit : reverse_bits(directions(joe_kuo[dimension - 1])[bit]);
}

constexpr DigitTable make_digit_table() {
    DigitTable table{};
    for (uint32_t bit = 0; bit < 32; ++bit) {
        const uint64_t first = pack(reversed_column(0, 31 - bit), reversed_column(1, 31 - bit));
        const uint64_t second = pack(reversed_column(2, 31 - bit), reversed_column(3, 31 - bit));
        for (uint32_t value = 0; value < 16; ++value) {
            if (!((value >> (bit & 3u)) & 1u)) continue;
            table[bit / 4][value].first ^= first;
            table[bit / 4][value].second ^= second;
        }
    }
    return table;
}

alignas(64) constexpr DigitTable digit_table = make_digit_table();

constexpr Point sobol_reversed(uint32_t reversed_index) {
    Point x;
    for (uint32_t digit = 0; digit < 8; ++digit) {
        const Point& column = digit_table[digit][(reversed_index >> (4 * digit)) & 15u];
        x.first ^= column.first;
        x.second ^= column.second;
    }
    return x;
}

// The sequence as published: points 5, 3, 2 and 4 in dimensions 0 to 3.
static_assert(low(reverse_bits_of_both(sobol_reversed(reverse_bits(5)).first)) == 0xa0000000u);
static_assert(high(reverse_bits_of_both(sobol_reversed(reverse_bits(3)).first)) == 0x40000000u);
static_assert(low(reverse_bits_of_both(sobol_reversed(reverse_bits(2)).second)) == 0xc0000000u);
static_assert(high(reverse_bits_of_both(sobol_reversed(reverse_bits(4)).second)) == 0x20000000u);

constexpr uint64_t scramble(uint64_t both, uint64_t seeds) {
    return reverse_bits_of_both(
        pack(scramble_reversed(low(both), low(seeds)), scramble_reversed(high(both), high(seeds))));
}

constexpr uint32_t tile_levels = 8;  // blue noise has tiles of 2^8 pixels squared

// The lowest eight bits, one place apart.
constexpr uint32_t spread_bits(uint32_t x) {
    x &= 0xffu;
    x = (x | x << 4) & 0x0f0fu;
    x = (x | x << 2) & 0x3333u;
    return (x | x << 1) & 0x5555u;
}

// A permutation of 0, 1, 2, 3: two bits each.
constexpr std::array<uint8_t, 24> permutations_of_four() {
    std::array<uint8_t, 24> all{};
    uint32_t count = 0;
    for (uint32_t a = 0; a < 4; ++a)
        for (uint32_t b = 0; b < 4; ++b)
            for (uint32_t c = 0; c < 4; ++c)
                if (a != b && b != c && c != a)
                    all[count++] = static_cast<uint8_t>(a | b << 2 | c << 4 | (6 - a - b - c) << 6);
    return all;
}

// The quarters of every square on a Z curve in another order, by a hash of the squares around it.
constexpr uint32_t shuffle_quarters(uint32_t place, uint32_t set) {
    constexpr std::array<uint8_t, 24> permutations = permutations_of_four();
    uint32_t shuffled = 0;
    for (uint32_t level = 0; level < tile_levels; ++level) {
        const uint32_t shift = 2 * level, quarter = (place >> shift) & 3u;
        const uint32_t hash = hash_combine(set, (place >> shift >> 2) | level << 24);
        const uint8_t permutation = permutations[static_cast<uint64_t>(hash) * 24 >> 32];
        shuffled |= ((static_cast<uint32_t>(permutation) >> (2 * quarter)) & 3u) << shift;
    }
    return shuffled;
}

}  // namespace

Sampler::Sampler(uint32_t seed, uint32_t pixel, uint32_t sample)
    : stream_(hash_combine(seed, pixel)), reversed_sample_(reverse_bits(sample)) {}

Sampler Sampler::blue_noise(uint32_t seed, uint32_t x, uint32_t y, uint32_t sample, uint32_t log2_samples) {
    Sampler sampler(seed, hash_combine(x, y), sample);
    const uint32_t round = sample >> log2_samples;  // 0 unless there are more samples than were said
    sampler.is_blue_ = true;
    sampler.tile_ = hash_combine(hash_combine(seed, x >> tile_levels, y >> tile_levels), round);
    sampler.place_ = spread_bits(x) | spread_bits(y) << 1;
    sampler.log2_samples_ = log2_samples;
    return sampler;
}

Sampler Sampler::make(const Settings& settings, int x, int y, int width, uint32_t sample) {
    const auto column = static_cast<uint32_t>(x), row = static_cast<uint32_t>(y);
    if (settings.sampler == SamplerKind::sobol)
        return {settings.seed, row * static_cast<uint32_t>(width) + column, sample};
    const int log2_samples = std::bit_width(static_cast<uint32_t>(settings.samples - 1));
    return blue_noise(settings.seed, column, row, sample, static_cast<uint32_t>(std::min(log2_samples, 16)));
}

uint32_t Sampler::set_of(uint32_t index) const { return hash_combine(is_blue_ ? tile_ : stream_, index); }

// The number of the pixel's point in its sequence, before the order of `set` is shuffled; bits reversed.
uint32_t Sampler::reversed_point(uint32_t set) const {
    if (!is_blue_) return reversed_sample_;
    const uint32_t above = ~((1u << log2_samples_) - 1u);
    const uint32_t sample = reverse_bits(reversed_sample_) & ~above;
    return reverse_bits(shuffle_quarters(place_, set) << log2_samples_ | sample);
}

std::array<float, 4> Sampler::draw(uint32_t index) const {
    const uint32_t set = set_of(index);
    // The order of the set is shuffled within aligned blocks of 2^k, so that decisions do not share their order.
    const Point x = sobol_reversed(scramble_reversed(reversed_point(set), set));
    const uint64_t first = scramble(x.first, two_seeds(set, 0xc2b2ae3d27d4eb4full));
    const uint64_t second = scramble(x.second, two_seeds(set, 0x165667b19e3779f9ull));
    return {to_unit_float(low(first)), to_unit_float(high(first)), to_unit_float(low(second)),
            to_unit_float(high(second))};
}

float Sampler::random(uint32_t index, uint32_t counter) const {
    constexpr uint32_t salt = 0x5f356495u;  // apart from the sets of draw()
    return to_unit_float(hash_combine(hash_combine(stream_ ^ salt, reversed_sample_, index), counter));
}

}  // namespace brazier::trace
