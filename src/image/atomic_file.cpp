#include "image/atomic_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/error.h"

namespace brazier::image {
namespace {

const char* remedy(int code) {
    switch (code) {
        case ENOSPC:
        case EDQUOT: return ": free some space or write to another disk";
        case EFBIG: return ": the system's limit on file sizes (ulimit -f) is too small";
        case EACCES:
        case EPERM:
        case EROFS: return ": write to a folder you may write in";
        case EISDIR: return ": name a file, not a folder";
        case ENOENT:
        case ENOTDIR: return ": create the folder first";
        case ENAMETOOLONG: return ": use a shorter name";
        default: return "";
    }
}

Error system_error(const std::filesystem::path& path, int code) {
    return file_error(path.string() + ": cannot write: " + std::strerror(code) + remedy(code));
}

void flush_folder(const std::filesystem::path& folder) {
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;  // the file is safe, its name perhaps not yet: nothing more can be done
    fsync(descriptor);
    close(descriptor);
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

// Opens with `flags`, lets `work` return 0 or an errno, closes; the first errno of all is returned.
template <class Work>
int with_descriptor(const std::filesystem::path& path, int flags, Work work) {
    const int descriptor = open(path.c_str(), flags | O_CLOEXEC, 0666);
    if (descriptor < 0) return errno;
    int failure = work(descriptor);
    if (close(descriptor) != 0 && failure == 0) failure = errno;
    return failure;
}

}  // namespace

AtomicFile::AtomicFile(const std::filesystem::path& path) : shown_(path), target_(path) {
    std::error_code code;
    for (int hop = 0; hop < 16 && std::filesystem::is_symlink(target_, code); ++hop)
        target_ = folder_of(target_) / std::filesystem::read_symlink(target_, code);
    const std::filesystem::path folder = folder_of(target_);
    if (!std::filesystem::is_directory(folder, code))
        throw system_error(shown_, std::filesystem::exists(folder, code) ? ENOTDIR : ENOENT);
    if (std::filesystem::is_directory(target_, code)) throw system_error(shown_, EISDIR);
    // A new file would take the place of a device, a pipe, or of links that lead nowhere.
    const std::filesystem::file_type there = std::filesystem::symlink_status(target_, code).type();
    if (there != std::filesystem::file_type::regular && there != std::filesystem::file_type::not_found)
        throw file_error(shown_.string() + ": is there and is no regular file: name another");
    if (access(folder.c_str(), W_OK | X_OK) != 0) throw system_error(shown_, errno);
    static std::atomic<unsigned> count{0};
    temporary_ = folder / (".brazier-" + std::to_string(getpid()) + "-" + std::to_string(count++) +
                           target_.extension().string());
}

AtomicFile::~AtomicFile() {
    std::error_code ignored;
    if (!committed_) std::filesystem::remove(temporary_, ignored);
}

void AtomicFile::write(const void* bytes, std::size_t count) {
    const int failure = with_descriptor(temporary_, O_WRONLY | O_CREAT | O_TRUNC, [&](int descriptor) {
        const char* next = static_cast<const char*>(bytes);
        for (std::size_t left = count; left > 0;) {
            const ssize_t written = ::write(descriptor, next, std::min(left, std::size_t{1} << 30));
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return written < 0 ? errno : ENOSPC;
            next += written;
            left -= static_cast<std::size_t>(written);
        }
        return 0;
    });
    if (failure != 0) throw system_error(shown_, failure);
}

void AtomicFile::commit() {
    const int failure =
        with_descriptor(temporary_, O_RDONLY, [](int descriptor) { return fsync(descriptor) == 0 ? 0 : errno; });
    if (failure != 0) throw system_error(shown_, failure);
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw system_error(shown_, errno);
    committed_ = true;
    flush_folder(folder_of(target_));
}

}  // namespace brazier::image
