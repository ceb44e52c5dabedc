// A file that appears whole or not at all: written under a hidden name in the same folder, flushed, then renamed.
// Checkpoints and images go through it.
#pragma once

#include <cstddef>
#include <filesystem>

namespace brazier::image {

class AtomicFile {
public:
    // Nothing is created yet. A symbolic link is written through. Throws Error (file) if the folder does
    // not exist or may not be written in.
    explicit AtomicFile(const std::filesystem::path& path);
    ~AtomicFile();  // removes the temporary file unless it was committed
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::filesystem::path& temporary() const { return temporary_; }  // same folder, same extension
    void write(const void* bytes, std::size_t count);                      // the whole content; throws Error (file)
    void commit();                                                         // flush and rename; throws Error (file)

private:
    std::filesystem::path shown_, target_, temporary_;
    bool committed_ = false;
};

}  // namespace brazier::image
