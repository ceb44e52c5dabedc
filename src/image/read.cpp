#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <memory>
#include <new>

#include "base/error.h"
#include "image/image.h"
#include "image/memory.h"
#include "image/text.h"

namespace brazier::image {
namespace {

constexpr int largest_side = 1 << 17;
constexpr uint64_t largest_value_count = uint64_t{1} << 31;
constexpr int rows_at_once = 64;

Error bad_file(const std::filesystem::path& path, const std::string& reason) {
    return file_error(path.string() + ": " + one_line(reason));
}

void check_size(const std::filesystem::path& path, const OIIO::ImageSpec& spec) {
    if (spec.width <= 0 || spec.height <= 0 || spec.nchannels <= 0) throw bad_file(path, "the image is empty");
    if (spec.deep || spec.depth > 1) throw bad_file(path, "deep and volume images cannot be read");
    const uint64_t values = static_cast<uint64_t>(spec.width) * static_cast<uint64_t>(spec.height) * spec.nchannels;
    if (spec.width > largest_side || spec.height > largest_side || values > largest_value_count)
        throw bad_file(path, "the image says it is " + std::to_string(spec.width) + "x" + std::to_string(spec.height) +
                                 " with " + std::to_string(spec.nchannels) + " channels: too large to read");
    const std::string shortage = memory_shortage(values * sizeof(float));
    if (!shortage.empty()) throw bad_file(path, "reading the image " + shortage);
}

Metadata metadata_of(const OIIO::ImageSpec& spec) {
    Metadata metadata;
    for (const OIIO::ParamValue& attribute : spec.extra_attribs) {
        if (attribute.type() == OIIO::TypeString)
            metadata.text[attribute.name().string()] = attribute.get_string();
        else if (attribute.type().numelements() == 1 && attribute.type().aggregate == OIIO::TypeDesc::SCALAR)
            metadata.number[attribute.name().string()] =
                attribute.type() == OIIO::TypeDesc::DOUBLE ? *static_cast<const double*>(attribute.data())
                : attribute.type() == OIIO::TypeInt        ? attribute.get_int()
                                                           : static_cast<double>(attribute.get_float());
    }
    return metadata;
}

}  // namespace

Image read(const std::filesystem::path& path, Metadata* metadata) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) throw bad_file(path, "no such file");
    if (!std::filesystem::is_regular_file(path, ignored)) throw bad_file(path, "not a regular file");
    const std::unique_ptr<OIIO::ImageInput> input = OIIO::ImageInput::open(path.string());
    if (!input) throw bad_file(path, "cannot read this image: " + OIIO::geterror());
    const OIIO::ImageSpec& spec = input->spec();
    check_size(path, spec);

    Image image;
    image.width = spec.width;
    image.height = spec.height;
    image.channels = spec.channelnames;
    image.x = spec.x - spec.full_x;
    image.y = spec.y - spec.full_y;
    image.full_width = spec.full_width;
    image.full_height = spec.full_height;
    try {
        image.pixels.resize(static_cast<std::size_t>(spec.width) * spec.height * spec.nchannels);
    } catch (const std::bad_alloc&) {
        throw bad_file(path, "not enough memory for this image");
    }
    // Tiled files can only be read whole.
    const int step = spec.tile_width ? spec.height : rows_at_once;
    for (int y = 0; y < spec.height; y += step) {
        const int end = std::min(spec.height, y + step);
        const bool done = spec.tile_width
                              ? input->read_image(0, 0, 0, spec.nchannels, OIIO::TypeFloat, image.pixels.data())
                              : input->read_scanlines(0, 0, spec.y + y, spec.y + end, 0, 0, spec.nchannels,
                                                      OIIO::TypeFloat, image.pixel(0, y));
        if (!done) throw bad_file(path, "damaged or truncated: " + input->geterror());
    }
    if (metadata) *metadata = metadata_of(spec);
    return image;
}

}  // namespace brazier::image
