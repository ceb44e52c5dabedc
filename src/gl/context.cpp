#include "gl/context.h"

#include <array>
#include <string_view>
#include <vector>

namespace brazier::gl {

namespace {

bool has_word(const char* list, std::string_view word) {
    std::string_view rest = list ? list : "";
    while (!rest.empty()) {
        const std::size_t space = rest.find(' ');
        if (rest.substr(0, space) == word) return true;
        rest.remove_prefix(space == std::string_view::npos ? rest.size() : space + 1);
    }
    return false;
}

bool is_software(const Functions& f, EGLDeviceEXT device) {
    return f.eglQueryDeviceStringEXT &&
           has_word(f.eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

std::vector<EGLDisplay> candidates(const Functions& f) {
    const char* extensions = f.eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    std::vector<EGLDisplay> gpus, others;
    if (f.eglQueryDevicesEXT && has_word(extensions, "EGL_EXT_platform_device")) {
        std::array<EGLDeviceEXT, 16> devices{};
        EGLint count = 0;
        if (!f.eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &count)) count = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            EGLDisplay display = f.eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
            (is_software(f, devices[i]) ? others : gpus).push_back(display);
        }
    }
    if (has_word(extensions, "EGL_MESA_platform_surfaceless")) {
        EGLDisplay display = f.eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA,
                                                        reinterpret_cast<void*>(EGL_DEFAULT_DISPLAY), nullptr);
        gpus.push_back(display);
    }
    gpus.insert(gpus.end(), others.begin(), others.end());
    return gpus;
}

bool draws_floats(const Functions& f) {
    GLint count = 0;
    f.glGetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; ++i) {
        const auto* name = reinterpret_cast<const char*>(f.glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)));
        if (name && std::string_view(name) == "GL_EXT_color_buffer_float") return true;
    }
    return false;
}

}  // namespace

// Whether the display gives a context that can draw into floats; it is current then.
bool Context::open(EGLDisplay display) {
    const Functions& f = functions();
    display_ = EGL_NO_DISPLAY;
    if (display == EGL_NO_DISPLAY || !f.eglInitialize(display, nullptr, nullptr)) return false;
    display_ = display;
    const std::array<EGLint, 5> version{EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    if (f.eglBindAPI(EGL_OPENGL_ES_API)) {
        context_ = f.eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version.data());
    }
    return context_ != EGL_NO_CONTEXT && f.eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) &&
           draws_floats(f);
}

Context::Context() {
    const Functions& f = functions();
    const std::vector<EGLDisplay> displays = candidates(f);
    for (EGLDisplay display : displays) {
        if (open(display)) return;
        close();
        if (display_ != EGL_NO_DISPLAY) f.eglTerminate(display_);
    }
    fail_without_gl(displays.empty() ? "EGL has no driver" : "no driver gives a context that can draw into floats");
}

// The display stays, for other contexts have the same one.
Context::~Context() { close(); }

void Context::make_current() const { functions().eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_); }

void Context::close() {
    if (context_ == EGL_NO_CONTEXT) return;
    const Functions& f = functions();
    f.eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    f.eglDestroyContext(display_, context_);
    context_ = EGL_NO_CONTEXT;
}

}  // namespace brazier::gl
