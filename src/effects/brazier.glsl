#version 300 es
// Brazier: a column of fire, marched through along each pixel's view ray in a few fixed steps; noise decides how thick
// the flame is at each. The cost grows with the pixels covered: some 56 noises of 8 steps.
//
// Mounting: a fragment shader of GLSL ES 3.00 (WebGL2). Draw a rectangle of 1.2 by 1.5 fire heights, upright through the
// fire's axis and facing the camera, the fire's root a tenth of a height above its lower edge, whose vertex shader
// hands over
//     out vec2 uv;     from (0, 0) at the bottom left to (1, 1) at the top right
// and set, for every frame,
//     uniform float time;     seconds; give each brazier an offset of its own
// eye_distance and eye_height below say where the camera stands, from the axis and above the root; make them uniforms
// where it moves.
// On an opaque page the output is the picture: clamped to [0, 1] and sRGB-encoded, alpha 1; the canvas must not be an
// sRGB one. In a scene with linear (HDR) targets add "#define LINEAR_OUTPUT" below the first line: the light is left
// linear and unclamped. Draw it after all opaque geometry, depth test on, depth write off, blending ONE, ONE: fire adds
// light and never covers.
//
// To fill a whole target instead of a card, add "#define PIXEL_UV" likewise and set "uniform vec2 resolution", its size in
// pixels: uv is then the pixel's own, without the rounding of interpolation.
precision highp float;
precision highp int;  // not the default: without it the hash may run in 16 bits

#ifdef PIXEL_UV
uniform vec2 resolution;
#define uv (gl_FragCoord.xy / resolution)
#else
in vec2 uv;
#endif
out vec4 fragColor;
uniform float time;

// PARAMETERS

uint mix32(uint x) {
    x ^= x >> 16u;
    x *= 0x85ebca6bu;
    x ^= x >> 13u;
    x *= 0xc2b2ae35u;
    return x ^ (x >> 16u);
}

float hash(uvec3 cell) { return float(mix32(cell.x ^ mix32(cell.y ^ mix32(cell.z)))) / 4294967296.0; }

// A pattern that scrolls is split into whole cells and a fraction, which is part of p.
float noise(vec3 p, uvec3 cells) {
    vec3 lower = floor(p), f = p - lower;
    vec3 u = f * f * (3.0 - 2.0 * f);
    uvec3 a = uvec3(ivec3(lower)) + cells, b = a + 1u;
    float front = mix(mix(hash(a), hash(uvec3(b.x, a.yz)), u.x),
                      mix(hash(uvec3(a.x, b.y, a.z)), hash(uvec3(b.xy, a.z)), u.x), u.y);
    float back = mix(mix(hash(uvec3(a.xy, b.z)), hash(uvec3(b.x, a.y, b.z)), u.x),
                     mix(hash(uvec3(a.x, b.yz)), hash(b), u.x), u.y);
    return mix(front, back, u.z);
}

vec3 finer(vec3 p) { return 2.0 * p + vec3(17.3, 9.1, 13.7); }

// Two octaves, in [-1, 1].
float warpNoise(vec3 p, uvec3 cells) {
    float sum = 0.5 * noise(p, cells) + 0.25 * noise(finer(p), 2u * cells);
    return sum * (2.0 / 0.75) - 1.0;
}

// Three octaves, in [-1, 1].
float flameNoise(vec3 p, uvec3 cells) {
    vec3 q = finer(p);
    float sum = 0.5 * noise(p, cells) + 0.25 * noise(q, 2u * cells) + 0.125 * noise(finer(q), 4u * cells);
    return sum * (2.0 / 0.875) - 1.0;
}

float fade(float from, float to, float x) { return 1.0 - smoothstep(from, to, x); }

// 1 - exp(-x) without cancellation where x is small.
float absorbed(float x) {
    return x < 0.0625 ? x * (1.0 - x * (0.5 - x * (0.16666667 - x * 0.041666667))) : 1.0 - exp(-x);
}

// x and y: extinction (1/m) and heat of the fire at p (metres from its root) and time t. Noise is read at
// w = frequency (tau - t), tau the time since the gas left the root: it rises as fast as the gas, faster with height.
vec2 fireAt(vec3 p, vec3 warpScroll, uvec3 warpCells, vec3 flameScroll, uvec3 flameCells) {
    float s = p.y * (1.0 / height), r2 = p.x * p.x + p.z * p.z;
    float body = radius * (0.72 + 0.28 * smoothstep(0.0, 0.2, s)) * (1.0 - 0.5 * smoothstep(0.05, 1.25, s));
    float support = 1.7 * body + 0.8 * warp * radius * s;
    float limit = support_reach * support;
    if (!(s > 0.0 && s < top && r2 < reach * reach && r2 < limit * limit)) return vec2(0.0);
    float tau = 2.0 * p.y / (sqrt(max(rise_speed * rise_speed + 2.0 * acceleration * p.y, 0.0)) + rise_speed);
    float w = frequency * tau * (1.0 + 0.2 * min(r2 * (1.0 / (radius * radius)), 1.0));

    // Large, slow warp.
    float m = 0.35 * detail / radius;
    vec3 warpAt = vec3(m * p.x + warpScroll.x, 0.7 * w + warpScroll.y, m * p.z + warpScroll.z);
    float w1 = warpNoise(vec3(warpAt.xy, warpAt.z + 31.7), warpCells);
    float w2 = warpNoise(vec3(warpAt.x + 57.1, warpAt.yz), warpCells);
    float wx = p.x + 2.0 * warp * radius * s * w1, wz = p.z + 2.0 * warp * radius * s * w2;
    float e = sqrt(wx * wx + wz * wz) / body;

    // Fuel: closed at the root, tongues in the middle, islands at the top.
    float amplitude = 0.8 + 2.6 * pow(max(s, 1e-6), 0.6);
    float fuel = 1.0 - 1.9 * smoothstep(0.05, 1.35, s) - 0.9 * fade(0.0, 0.10, s) -
                 5.0 * smoothstep(0.6, 1.0, sqrt(r2) / support) - 5.0 * smoothstep(0.9, 1.45, s + 0.35 * w1);
    fuel = fuel - e * e * (0.75 + 0.25 * e);
    float k = 1.35 * detail / (body + 0.35 * radius);
    float x = k * (0.8 * wx - 0.6 * wz), z = k * (0.6 * wx + 0.8 * wz);
    vec3 q = vec3(x + 0.35 * w + flameScroll.x, w + (0.30 * x - 0.25 * z) + flameScroll.y, z - 0.2 * w + flameScroll.z);
    float n1 = flameNoise(q, flameCells);
    fuel = fuel + amplitude * n1;
    if (!(fuel > 0.0)) return vec2(0.0);

    // A thin burning sheet, a glow behind it, bright where the noise folds.
    float fold = max(1.0 - 1.6 * abs(w1 + 0.5 * n1), 0.0), ridge = fold * fold * fold;
    float shell = smoothstep(0.0, 0.10, fuel) * exp(-(fuel * (1.0 / softness * (1.0 - 0.35 * smoothstep(0.4, 1.2, s)))));
    float fill = core * smoothstep(0.0, 0.4, fuel) * (0.3 + 1.4 * ridge) * (1.0 - 0.8 * smoothstep(0.2, 1.0, s));
    float lit = (shell + fill) * smoothstep(-0.02, 0.06, s);
    float glow = (0.30 + 0.15 * smoothstep(0.0, 0.7, fuel)) * (1.0 - 0.3 * smoothstep(0.05, 1.25, s));
    float inCore = (1.0 - 0.6 * smoothstep(0.7, 1.3, e)) * fade(0.05, 0.80, s);
    return vec2(density / radius * lit, clamp(glow + 0.5 * ridge * smoothstep(0.0, 0.35, fuel) * inCore, 0.0, 1.0));
}

// Radiance of a thick flame.
vec3 emission(float heat) {
    vec3 color = mix(0.15 * outer, outer, smoothstep(0.0, 0.35, heat));
    color = mix(color, inner, smoothstep(0.3, 0.7, heat));
    color = mix(color, vec3(1.0, 0.97, 0.9), smoothstep(0.75, 1.0, heat));
    return color * (11.0 * intensity * (0.10 + 0.90 * heat * heat));
}

// Scene-linear light of the card at c.
vec3 brazier(vec2 c, float t) {
    vec3 eye = vec3(0.0, eye_height, eye_distance);
    vec3 d = vec3((c.x - 0.5) * (1.2 * height), (c.y * 1.5 - 0.1) * height - eye_height, -eye_distance);

    // [near, far] in the cylinder that holds all fire.
    float a = d.x * d.x + d.z * d.z, offset = d.x * eye.z;
    float discriminant = a * (reach * reach) - offset * offset;
    float root = sqrt(max(discriminant, 0.0)), middle = -(d.z * eye.z);
    float slope = abs(d.y) < 1e-6 ? 1e-6 : d.y;
    float ground = -eye.y / slope, ceiling = (top * height - eye.y) / slope;
    float near = max(max((middle - root) / a, min(ground, ceiling)), 0.0);
    float far = min((middle + root) / a, max(ground, ceiling));
    if (!(discriminant > 0.0 && near < far)) return vec3(0.0);

    float moved = -frequency * t;
    vec3 warpScroll = vec3(0.0, 0.7 * moved, 0.0), flameScroll = vec3(0.35 * moved, moved, -0.2 * moved);
    vec3 warpCell = floor(warpScroll), flameCell = floor(flameScroll);
    float dt = (far - near) / float(steps), metres = dt * sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    vec3 light = vec3(0.0);
    float transmittance = 1.0;
    for (int i = 0; i < steps; ++i) {
        float at = near + (float(i) + 0.5) * dt;
        vec2 fire = fireAt(eye + at * d, warpScroll - warpCell, uvec3(ivec3(warpCell)), flameScroll - flameCell,
                           uvec3(ivec3(flameCell)));
        float opacity = absorbed(fire.x * metres);
        light += emission(fire.y) * (transmittance * opacity);
        transmittance *= 1.0 - opacity;
    }
    return light;
}

vec3 encode(vec3 color) {
    return mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055, greaterThan(color, vec3(0.0031308)));
}

void main() {
    vec3 color = brazier(uv, time);
#ifdef LINEAR_OUTPUT
    fragColor = vec4(color, 1.0);
#else
    fragColor = vec4(encode(clamp(color, 0.0, 1.0)), 1.0);
#endif
}
