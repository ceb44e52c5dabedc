#include "world/material.h"

#include <vector>

#include "simd/scalar_math.h"
#include "world/microfacet.h"
#include "world/warp.h"

namespace brazier::world {

namespace {

struct Node {
    float position, weight;
};

// Gauss–Legendre on [0, 1]: roots by Newton's method from Tricomi's estimate.
std::vector<Node> gauss_legendre(int count) {
    std::vector<Node> nodes;
    for (int i = 0; i < count; ++i) {
        double x = simd::scalar::cos(pi * (static_cast<float>(i) + 0.75f) / (static_cast<float>(count) + 0.5f));
        double slope = 1;
        for (int step = 0; step < 8; ++step) {
            double p = 1, previous = 0;
            for (int k = 0; k < count; ++k) {
                const double next = ((2 * k + 1) * x * p - k * previous) / (k + 1);
                previous = p;
                p = next;
            }
            slope = count * (x * p - previous) / (x * x - 1);
            x -= p / slope;
        }
        nodes.push_back({static_cast<float>(0.5 - 0.5 * x), static_cast<float>(1 / ((1 - x * x) * slope * slope))});
    }
    return nodes;
}

// Visible normals over half the turn (the other half mirrors it). The integrand is rough where the cap's rim meets the
// opposite of `outgoing`; nodes crowd there by 1 - (1 - x)^2 in both coordinates.
struct CapNode {
    float cap, sine, cosine, weight;
};

std::vector<CapNode> cap_nodes() {
    auto crowded = [](int count) {
        std::vector<Node> nodes = gauss_legendre(count);
        for (Node& node : nodes) {
            const float rest = 1 - node.position;
            node = {1 - rest * rest, node.weight * 2 * rest};
        }
        return nodes;
    };
    const std::vector<Node> caps = crowded(24), turns = crowded(20);
    std::vector<CapNode> result;
    for (const Node& turn : turns) {
        const auto [sine, cosine] = simd::scalar::sincos(pi * turn.position);
        for (const Node& cap : caps) result.push_back({cap.position, sine, cosine, cap.weight * turn.weight});
    }
    return result;
}

// The directional albedo by quadrature over visible normals: its error is below 6e-4.
float integrate_specular_albedo(float cosine, float alpha, float ior) {
    static const std::vector<CapNode> nodes = cap_nodes();
    const Vec3 outgoing{std::sqrt(1 - cosine * cosine), 0, cosine};
    const float root = ggx_root(cosine, alpha), factor = ggx_reflection_factor(cosine, root);
    float sum = 0;
    for (const CapNode& node : nodes) {
        const Vec3 h = visible_normal(outgoing, alpha, node.cap, node.sine, node.cosine);
        const float cos_h = dot(outgoing, h), cos_in = 2 * cos_h * h.z - cosine;
        if (!(cos_in > 0)) continue;
        const float visibility = ggx_visibility(cosine, root, cos_in, ggx_root(cos_in, alpha));
        sum += node.weight * fresnel_dielectric(cos_h, ior) * visibility * cos_in;
    }
    return std::fmin(sum / factor, 1.0f);
}

float cosine_of(int index, int last) {
    const float t = static_cast<float>(index) / static_cast<float>(last);
    return (t * t) * (t * t);
}

// Integrals are taken at every third node; the others follow by Catmull–Rom splines.
constexpr int refinement = 3;
constexpr int coarse_last = (Material::table_size - 1) / refinement;
static_assert(coarse_last * refinement == Material::table_size - 1);

void fill_rough_table(std::array<float, Material::table_size>& table, float alpha, float ior) {
    std::array<float, coarse_last + 3> values;  // with one extrapolated beyond either end
    for (int i = 0; i <= coarse_last; ++i)
        values[i + 1] = integrate_specular_albedo(cosine_of(i, coarse_last), alpha, ior);
    values[0] = 2 * values[1] - values[2];
    values[coarse_last + 2] = 2 * values[coarse_last + 1] - values[coarse_last];
    for (int i = 0; i < Material::table_size; ++i) {
        const int k = i / refinement < coarse_last ? i / refinement : coarse_last - 1;
        const float f = static_cast<float>(i - k * refinement) / refinement;
        const float a = values[k], b = values[k + 1], c = values[k + 2], d = values[k + 3];
        const float spline = b + 0.5f * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)));
        table[i] = std::fmax(0.0f, std::fmin(spline, 1.0f));
    }
}

void fill_mirror_table(std::array<float, Material::table_size>& table, float ior) {
    for (int i = 0; i < Material::table_size; ++i)
        table[i] = fresnel_dielectric(cosine_of(i, Material::table_size - 1), ior);
}

// ∫ E 2 cos dcos with cos = t^4: between nodes E = a + b t, and the integrand is (a + b t) 8 t^7.
double cosine_weighted_mean(const std::array<float, Material::table_size>& table) {
    constexpr double last = Material::table_size - 1;
    auto primitive = [](double a, double b, double t) {
        const double t2 = t * t, t4 = t2 * t2, t8 = t4 * t4;
        return t8 * (a + b * t * (8.0 / 9.0));
    };
    double mean = 0;
    for (int i = 0; i + 1 < Material::table_size; ++i) {
        const double t0 = i / last, t1 = (i + 1) / last, b = (table[i + 1] - table[i]) * last, a = table[i] - b * t0;
        mean += primitive(a, b, t1) - primitive(a, b, t0);
    }
    return mean;
}

}  // namespace

Material::Material(const MaterialParameters& p)
    : parameters(p),
      alpha(p.roughness * p.roughness),
      mirror(!(p.roughness >= mirror_roughness)),
      dielectric(p.ior > 1) {
    if (dielectric && p.metalness < 1) {
        if (mirror)
            fill_mirror_table(table, p.ior);
        else
            fill_rough_table(table, alpha, p.ior);
        mean_specular_albedo = static_cast<float>(cosine_weighted_mean(table));
    }
    base = p.color * ((1 - p.metalness) / (pi * (1 - mean_specular_albedo)));
}

float Material::specular_albedo(float cosine) const {
    const float t = std::sqrt(std::sqrt(cosine)) * (table_size - 1);
    const int i = t < table_size - 2 ? static_cast<int>(t) : table_size - 2;
    const float f = t - static_cast<float>(i);
    return table[i] * (1 - f) + table[i + 1] * f;
}

}  // namespace brazier::world
