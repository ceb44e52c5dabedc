// Runs an effect's real shader on this machine's GL, without a window: on a GPU if there is one, else on Mesa's CPU
// driver. The yardstick for the CPU replicas, and theirs for a GPU.
#pragma once

#include <memory>
#include <string>

#include "image/image.h"

namespace brazier::gl {

// Linear: what the shader computes under LINEAR_OUTPUT, not clamped. Display: its own clamp and sRGB encoding.
enum class Output { linear, display };

// Where the shader has its uv from. Pixel: its own division, under PIXEL_UV, as the CPU replicas do. Interpolated: from
// the corners of a rectangle, as on a card in a scene; drivers round it each in its way.
enum class Coordinates { pixel, interpolated };

// A GL context and a float target of one size. Used by the thread that made it.
class ShaderRunner {
public:
    // `fragment` is GLSL ES 3.00 with `in vec2 uv` or `uniform vec2 resolution`, `uniform float time`, one vec4 output.
    // Throws Error: usage without GL on this machine or with a target larger than it can; internal with the driver's
    // words for a shader that it refuses.
    ShaderRunner(const std::string& fragment, int width, int height, Output output,
                 Coordinates uv = Coordinates::pixel);
    ~ShaderRunner();
    ShaderRunner(const ShaderRunner&) = delete;
    ShaderRunner& operator=(const ShaderRunner&) = delete;

    // Draws into the target and waits for the end of it.
    void draw(float time_s);
    // What was drawn: R G B A as floats, top row first.
    image::Image read() const;

    // Of the driver: "llvmpipe (LLVM 15.0.6, 256 bits)".
    std::string renderer() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace brazier::gl
