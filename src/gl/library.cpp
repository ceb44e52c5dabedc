#include "gl/library.h"

#include <dlfcn.h>

#include "base/error.h"

namespace brazier::gl {

namespace {

Functions load() {
    void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);  // stays: drivers do not survive unloading
    if (!library) fail_without_gl(dlerror());
    Functions f{};
    f.eglGetProcAddress = reinterpret_cast<PFNEGLGETPROCADDRESSPROC>(dlsym(library, "eglGetProcAddress"));
    if (!f.eglGetProcAddress) fail_without_gl("libEGL.so.1 has no eglGetProcAddress");
    const auto find = [&](auto& function, const char* name, bool is_needed = true) {
        function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(f.eglGetProcAddress(name));
        if (!function && is_needed) fail_without_gl(std::string("the driver has no ") + name);
    };
#define BRAZIER_FIND(name) find(f.name, #name)
    BRAZIER_FIND(eglQueryString);
    BRAZIER_FIND(eglGetPlatformDisplayEXT);
    find(f.eglQueryDevicesEXT, "eglQueryDevicesEXT", false);
    find(f.eglQueryDeviceStringEXT, "eglQueryDeviceStringEXT", false);
    BRAZIER_FIND(eglInitialize);
    BRAZIER_FIND(eglTerminate);
    BRAZIER_FIND(eglBindAPI);
    BRAZIER_FIND(eglCreateContext);
    BRAZIER_FIND(eglDestroyContext);
    BRAZIER_FIND(eglMakeCurrent);
    BRAZIER_FIND(glGetString);
    BRAZIER_FIND(glGetStringi);
    BRAZIER_FIND(glGetIntegerv);
    BRAZIER_FIND(glGetError);
    BRAZIER_FIND(glFinish);
    BRAZIER_FIND(glCreateShader);
    BRAZIER_FIND(glShaderSource);
    BRAZIER_FIND(glCompileShader);
    BRAZIER_FIND(glGetShaderiv);
    BRAZIER_FIND(glGetShaderInfoLog);
    BRAZIER_FIND(glDeleteShader);
    BRAZIER_FIND(glCreateProgram);
    BRAZIER_FIND(glAttachShader);
    BRAZIER_FIND(glLinkProgram);
    BRAZIER_FIND(glGetProgramiv);
    BRAZIER_FIND(glGetProgramInfoLog);
    BRAZIER_FIND(glUseProgram);
    BRAZIER_FIND(glGetUniformLocation);
    BRAZIER_FIND(glUniform1f);
    BRAZIER_FIND(glUniform2f);
    BRAZIER_FIND(glGenFramebuffers);
    BRAZIER_FIND(glBindFramebuffer);
    BRAZIER_FIND(glGenRenderbuffers);
    BRAZIER_FIND(glBindRenderbuffer);
    BRAZIER_FIND(glRenderbufferStorage);
    BRAZIER_FIND(glFramebufferRenderbuffer);
    BRAZIER_FIND(glCheckFramebufferStatus);
    BRAZIER_FIND(glViewport);
    BRAZIER_FIND(glDisable);
    BRAZIER_FIND(glDrawArrays);
    BRAZIER_FIND(glReadPixels);
#undef BRAZIER_FIND
    return f;
}

}  // namespace

void fail_without_gl(const std::string& why) {
    throw usage_error("no OpenGL ES 3 on this machine: " + why +
                      "; install a driver (Debian: libegl1 libegl-mesa0 libgl1-mesa-dri) or use --backend simd");
}

const Functions& functions() {
    static const Functions loaded = load();
    return loaded;
}

}  // namespace brazier::gl
