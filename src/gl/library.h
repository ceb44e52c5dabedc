// EGL and OpenGL ES 3 as found on this machine when asked for: nothing is linked, so programs run without them. EGL's
// home; internal to gl/.
#pragma once

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GLES3/gl3.h>

#include <string>

namespace brazier::gl {

// The functions that are used, by their own names.
struct Functions {
    PFNEGLGETPROCADDRESSPROC eglGetProcAddress;
    PFNEGLQUERYSTRINGPROC eglQueryString;
    PFNEGLGETPLATFORMDISPLAYEXTPROC eglGetPlatformDisplayEXT;
    PFNEGLQUERYDEVICESEXTPROC eglQueryDevicesEXT;            // null if absent
    PFNEGLQUERYDEVICESTRINGEXTPROC eglQueryDeviceStringEXT;  // null if absent
    PFNEGLINITIALIZEPROC eglInitialize;
    PFNEGLTERMINATEPROC eglTerminate;
    PFNEGLBINDAPIPROC eglBindAPI;
    PFNEGLCREATECONTEXTPROC eglCreateContext;
    PFNEGLDESTROYCONTEXTPROC eglDestroyContext;
    PFNEGLMAKECURRENTPROC eglMakeCurrent;

    PFNGLGETSTRINGPROC glGetString;
    PFNGLGETSTRINGIPROC glGetStringi;
    PFNGLGETINTEGERVPROC glGetIntegerv;
    PFNGLGETERRORPROC glGetError;
    PFNGLFINISHPROC glFinish;
    PFNGLCREATESHADERPROC glCreateShader;
    PFNGLSHADERSOURCEPROC glShaderSource;
    PFNGLCOMPILESHADERPROC glCompileShader;
    PFNGLGETSHADERIVPROC glGetShaderiv;
    PFNGLGETSHADERINFOLOGPROC glGetShaderInfoLog;
    PFNGLDELETESHADERPROC glDeleteShader;
    PFNGLCREATEPROGRAMPROC glCreateProgram;
    PFNGLATTACHSHADERPROC glAttachShader;
    PFNGLLINKPROGRAMPROC glLinkProgram;
    PFNGLGETPROGRAMIVPROC glGetProgramiv;
    PFNGLGETPROGRAMINFOLOGPROC glGetProgramInfoLog;
    PFNGLUSEPROGRAMPROC glUseProgram;
    PFNGLGETUNIFORMLOCATIONPROC glGetUniformLocation;
    PFNGLUNIFORM1FPROC glUniform1f;
    PFNGLUNIFORM2FPROC glUniform2f;
    PFNGLGENFRAMEBUFFERSPROC glGenFramebuffers;
    PFNGLBINDFRAMEBUFFERPROC glBindFramebuffer;
    PFNGLGENRENDERBUFFERSPROC glGenRenderbuffers;
    PFNGLBINDRENDERBUFFERPROC glBindRenderbuffer;
    PFNGLRENDERBUFFERSTORAGEPROC glRenderbufferStorage;
    PFNGLFRAMEBUFFERRENDERBUFFERPROC glFramebufferRenderbuffer;
    PFNGLCHECKFRAMEBUFFERSTATUSPROC glCheckFramebufferStatus;
    PFNGLVIEWPORTPROC glViewport;
    PFNGLDISABLEPROC glDisable;
    PFNGLDRAWARRAYSPROC glDrawArrays;
    PFNGLREADPIXELSPROC glReadPixels;
};

// Loads libEGL once. Throws Error (usage) with what is missing and what to do.
const Functions& functions();

// The error for a machine that cannot run shaders: "no OpenGL ES 3 on this machine: WHY; …".
[[noreturn]] void fail_without_gl(const std::string& why);

}  // namespace brazier::gl
