// A current GL ES 3 context without a window. Internal to gl/.
#pragma once

#include "gl/library.h"

namespace brazier::gl {

// The first that works of: GPUs (EGL's device platform), Mesa without a display server, other devices.
class Context {
public:
    Context();  // throws Error (usage) if there is none
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    void make_current() const;

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;

    bool open(EGLDisplay display);
    void close();
};

}  // namespace brazier::gl
