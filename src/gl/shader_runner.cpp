#include "gl/shader_runner.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/context.h"

namespace brazier::gl {

namespace {

// One triangle that covers the target; uv is (0, 0) at its bottom left, (1, 1) at its top right.
constexpr const char* vertex_shader =
    "#version 300 es\n"
    "out vec2 uv;\n"
    "void main() {\n"
    "    vec2 corner = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);\n"
    "    uv = corner;\n"
    "    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);\n"
    "}\n";

std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    text.resize(std::min<std::size_t>(text.find_last_not_of(std::string(" \0", 2)) + 1, 500));
    return text;
}

GLuint compiled(const Functions& f, GLenum kind, const std::string& source) {
    const GLuint shader = f.glCreateShader(kind);
    const char* text = source.c_str();
    f.glShaderSource(shader, 1, &text, nullptr);
    f.glCompileShader(shader);
    GLint is_sound = 0;
    f.glGetShaderiv(shader, GL_COMPILE_STATUS, &is_sound);
    if (is_sound) return shader;
    std::string words(2000, '\0');
    f.glGetShaderInfoLog(shader, static_cast<GLsizei>(words.size()), nullptr, words.data());
    f.glDeleteShader(shader);
    throw Error(ExitCode::internal, "the GL driver refuses the shader: " + one_line(words));
}

GLuint linked(const Functions& f, const std::string& fragment) {
    const GLuint program = f.glCreateProgram();
    for (const auto& [kind, source] : {std::pair<GLenum, std::string>{GL_VERTEX_SHADER, vertex_shader},
                                       std::pair<GLenum, std::string>{GL_FRAGMENT_SHADER, fragment}}) {
        const GLuint shader = compiled(f, kind, source);
        f.glAttachShader(program, shader);
        f.glDeleteShader(shader);  // with the program
    }
    f.glLinkProgram(program);
    GLint is_sound = 0;
    f.glGetProgramiv(program, GL_LINK_STATUS, &is_sound);
    if (is_sound) return program;
    std::string words(2000, '\0');
    f.glGetProgramInfoLog(program, static_cast<GLsizei>(words.size()), nullptr, words.data());
    throw Error(ExitCode::internal, "the GL driver refuses the program: " + one_line(words));
}

// The shader's switches go below its first line, which is #version's.
std::string with_switches(std::string fragment, Output output, Coordinates uv) {
    std::string switches;
    if (output == Output::linear) switches += "#define LINEAR_OUTPUT\n";
    if (uv == Coordinates::pixel) switches += "#define PIXEL_UV\n";
    return fragment.insert(fragment.find('\n') + 1, switches);
}

void refuse_beyond(const Functions& f, int width, int height) {
    GLint target = 0;
    std::array<GLint, 2> viewport{};
    f.glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &target);
    f.glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    const GLint limit = std::min({target, viewport[0], viewport[1]});
    if (width <= limit && height <= limit) return;
    throw usage_error("this machine's GL draws up to " + std::to_string(limit) + " pixels a side, not " +
                      std::to_string(width) + "x" + std::to_string(height));
}

}  // namespace

// The context goes last, and takes with it what was made in it.
struct ShaderRunner::State {
    Context context;
    const Functions& f = functions();
    GLuint program = 0, target = 0, framebuffer = 0;
    GLint time = -1;
    int width, height;

    State(int w, int h) : width(w), height(h) {}
    void check(const char* doing) const {
        if (const GLenum error = f.glGetError(); error != GL_NO_ERROR) {
            throw Error(ExitCode::internal, std::string("GL cannot ") + doing + ": error " + std::to_string(error) +
                                                (error == GL_OUT_OF_MEMORY ? ", out of memory" : ""));
        }
    }
};

ShaderRunner::ShaderRunner(const std::string& fragment, int width, int height, Output output, Coordinates uv)
    : state_(std::make_unique<State>(width, height)) {
    const Functions& f = state_->f;
    refuse_beyond(f, width, height);
    state_->program = linked(f, with_switches(fragment, output, uv));
    state_->time = f.glGetUniformLocation(state_->program, "time");
    f.glGenRenderbuffers(1, &state_->target);
    f.glBindRenderbuffer(GL_RENDERBUFFER, state_->target);
    f.glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA32F, width, height);
    f.glGenFramebuffers(1, &state_->framebuffer);
    f.glBindFramebuffer(GL_FRAMEBUFFER, state_->framebuffer);
    f.glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, state_->target);
    state_->check("make a float target");
    if (f.glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Error(ExitCode::internal, "GL cannot draw into a float target");
    f.glViewport(0, 0, width, height);
    f.glDisable(GL_DITHER);
    f.glUseProgram(state_->program);
    f.glUniform2f(f.glGetUniformLocation(state_->program, "resolution"), static_cast<float>(width),
                  static_cast<float>(height));
}

ShaderRunner::~ShaderRunner() = default;

void ShaderRunner::draw(float time_s) {
    const Functions& f = state_->f;
    state_->context.make_current();
    f.glUniform1f(state_->time, time_s);
    f.glDrawArrays(GL_TRIANGLES, 0, 3);
    f.glFinish();
    state_->check("draw");
}

image::Image ShaderRunner::read() const {
    const State& s = *state_;
    s.context.make_current();
    image::Image image;
    image.width = s.width;
    image.height = s.height;
    image.channels = {"R", "G", "B", "A"};
    const std::size_t row = 4 * static_cast<std::size_t>(s.width), rows = static_cast<std::size_t>(s.height);
    image.pixels.resize(row * rows);
    s.f.glReadPixels(0, 0, s.width, s.height, GL_RGBA, GL_FLOAT, image.pixels.data());
    s.check("read the picture back");
    for (std::size_t y = 0; y < rows / 2; ++y) {  // GL's first row is the lowest
        float* top = image.pixels.data() + y * row;
        std::swap_ranges(top, top + row, image.pixels.data() + (rows - 1 - y) * row);
    }
    return image;
}

std::string ShaderRunner::renderer() const { return reinterpret_cast<const char*>(state_->f.glGetString(GL_RENDERER)); }

}  // namespace brazier::gl
