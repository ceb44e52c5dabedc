#version 300 es
// Candle: a flame on a card, after "Fire & flames -> Candle" by the site Creative Center (MIT licence).
//
// Mounting: a fragment shader of GLSL ES 3.00 (WebGL2). Draw a rectangle of aspect 1.6 : 1 (or any card that faces the
// camera) whose vertex shader hands over
//     out vec2 uv;     from (0, 0) at the bottom left to (1, 1) at the top right
// and set, for every frame,
//     uniform float time;     seconds; give each candle an offset of its own
// On an opaque page the output is the picture: clamped to [0, 1] and sRGB-encoded, alpha 1; the canvas must not be an
// sRGB one. In a scene with linear (HDR) targets add "#define LINEAR_OUTPUT" below the first line: the light is left
// linear and unclamped, and above intensity 1 the core exceeds white. Draw it after all opaque geometry, depth test
// on, depth write off, blending ONE, ONE: fire adds light and never covers.
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

float hash(ivec2 cell) { return float(mix32(uint(cell.x) ^ mix32(uint(cell.y)))) / 4294967296.0; }

float noise(vec2 p) {
    vec2 lower = floor(p), f = p - lower;
    vec2 u = f * f * (3.0 - 2.0 * f);
    ivec2 cell = ivec2(lower);
    float bottom = mix(hash(cell), hash(cell + ivec2(1, 0)), u.x);
    float top = mix(hash(cell + ivec2(0, 1)), hash(cell + ivec2(1, 1)), u.x);
    return mix(bottom, top, u.y);
}

float fbm(vec2 p) {
    float sum = 0.0, amplitude = 0.5;
    for (int octave = 0; octave < 4; ++octave) {
        sum += amplitude * noise(p);
        p = 2.0 * p + vec2(17.3, 9.1);
        amplitude *= 0.5;
    }
    return sum;
}

vec3 palette(float heat) {
    vec3 color = mix(0.15 * outer, outer, smoothstep(0.0, 0.35, heat));
    color = mix(color, inner, smoothstep(0.3, 0.7, heat));
    return mix(color, vec3(1.0, 0.97, 0.9), smoothstep(0.75, 1.0, heat));
}

// Scene-linear light of the card at p.
vec3 candle(vec2 p, float t) {
    float rise = (p.y - 0.2) / height;
    float turbulence = fbm(vec2(6.0 * p.x, 4.0 * p.y - t * speed)) - 0.5;
    float sway = (fbm(vec2(0.7 * t, 3.1)) - 0.5) * 0.12 * (rise * rise);
    float x = p.x - 0.5 - sway - turbulence * 0.08 * rise;
    float halfWidth = width * sqrt(max(rise, 0.0)) * max(1.0 - rise, 0.0);
    float edge = abs(x) / max(halfWidth, 1e-4);
    float flame = rise >= 0.0 && rise <= 1.0 ? 1.0 - smoothstep(0.5, 1.0, edge) : 0.0;
    float heat = flame * smoothstep(0.0, 0.2, rise) * clamp(1.1 - 0.6 * edge - 0.8 * rise + 0.6 * turbulence, 0.0, 1.0);
    vec3 fire = palette(heat) * flame;
    float blue = flame * (1.0 - smoothstep(0.0, 0.15, rise)) * (1.0 - heat * heat);
    fire = mix(fire, base, blue);
    float halo = 0.25 * exp(-9.0 * length(vec2(p.x - 0.5, 0.6 * (p.y - 0.2 - 0.4 * height))));
    return (fire + outer * halo) * intensity;
}

vec3 encode(vec3 color) {
    return mix(12.92 * color, 1.055 * pow(color, vec3(1.0 / 2.4)) - 0.055, greaterThan(color, vec3(0.0031308)));
}

void main() {
    vec3 color = candle(uv, time);
#ifdef LINEAR_OUTPUT
    fragColor = vec4(color, 1.0);
#else
    fragColor = vec4(encode(clamp(color, 0.0, 1.0)), 1.0);
#endif
}
