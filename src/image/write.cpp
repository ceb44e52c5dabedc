#include <OpenImageIO/filesystem.h>
#include <OpenImageIO/imageio.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "base/error.h"
#include "image/atomic_file.h"
#include "image/image.h"
#include "image/text.h"

namespace brazier::image {
namespace {

using OIIO::ImageSpec;
using OIIO::TypeDesc;

constexpr int rows_at_once = 64;

std::unique_ptr<OIIO::ImageOutput> output_for(const std::filesystem::path& path) {
    std::unique_ptr<OIIO::ImageOutput> output = OIIO::ImageOutput::create(path.string());
    if (!output) {
        OIIO::geterror();  // clears it
        return nullptr;
    }
    const std::string format = output->format_name();
    for (const char* not_a_picture : {"null", "term", "zfile", "socket"})
        if (format == not_a_picture) return nullptr;
    for (const char* broken : {"ico", "iff"})  // up to 256 pixels only; and what is written cannot be read
        if (format == broken) return nullptr;
    return output;
}

std::string format_of(const std::filesystem::path& path) {
    const std::unique_ptr<OIIO::ImageOutput> output = output_for(path);
    return output ? output->format_name() : "";
}

bool starts_with(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

bool is_color(const std::string& channel) {
    if (channel == "R" || channel == "G" || channel == "B" || channel == "A" || channel == "Y") return true;
    return starts_with(channel, "emission.") || starts_with(channel, "albedo.");
}

// Which of the image's channels a format without layers shows: R, G, B without A, or a lone gray channel.
std::vector<std::size_t> visible_channels(const std::filesystem::path& path, const Image& image) {
    const auto index = [&](const char* name) {
        return static_cast<std::size_t>(std::find(image.channels.begin(), image.channels.end(), name) -
                                        image.channels.begin());
    };
    const std::vector<std::size_t> rgb{index("R"), index("G"), index("B")};
    const std::size_t count = image.channel_count(), alpha = index("A") < count ? 1 : 0;
    if (rgb[0] < count && rgb[1] < count && rgb[2] < count && count == 3 + alpha) return rgb;
    if (count == 1) return {0};
    throw usage_error(path.string() + ": this format holds a color picture only, not the channel \"" +
                      image.channels.back() + "\": write a .exr file");
}

// How the pixels go to OpenImageIO: the file's description, the channels taken, and the type of the numbers handed
// over.
struct Plan {
    ImageSpec spec;
    std::vector<std::size_t> channels;
    std::vector<TypeDesc> types;
};

TypeDesc exr_type(const std::string& channel, Precision precision) {
    if (precision == Precision::half) return TypeDesc::HALF;
    if (precision == Precision::automatic && is_color(channel)) return TypeDesc::HALF;
    return TypeDesc::FLOAT;
}

TypeDesc display_type(const std::string& format, Precision precision) {
    if (precision == Precision::uint16) return TypeDesc::UINT16;
    return precision == Precision::automatic && format == "tiff" ? TypeDesc::UINT16 : TypeDesc::UINT8;
}

void describe_exr(Plan& plan, const Image& image, Precision precision) {
    for (std::size_t c = 0; c < image.channel_count(); ++c) {
        plan.channels.push_back(c);
        plan.types.push_back(exr_type(image.channels[c], precision));
    }
    ImageSpec& spec = plan.spec;
    spec = ImageSpec(image.width, image.height, static_cast<int>(image.channel_count()), TypeDesc::FLOAT);
    spec.channelnames = image.channels;
    spec.channelformats = plan.types;
    spec.alpha_channel = -1;
    for (std::size_t c = 0; c < image.channel_count(); ++c)
        if (image.channels[c] == "A") spec.alpha_channel = static_cast<int>(c);
    if (image.full_width > 0 && image.full_height > 0) {
        spec.x = image.x;
        spec.y = image.y;
        spec.full_width = image.full_width;
        spec.full_height = image.full_height;
    }
    spec.attribute("compression", "zip");
    spec.attribute("oiio:ColorSpace", "Linear");
    const float rec709[8] = {0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f, 0.3127f, 0.3290f};
    spec.attribute("chromaticities", TypeDesc(TypeDesc::FLOAT, 8), rec709);
}

void describe_plain(Plan& plan, const std::filesystem::path& path, const Image& image, Precision precision,
                    const std::string& format) {
    plan.channels = visible_channels(path, image);
    const bool linear = is_high_dynamic_range(path);
    const TypeDesc type = linear ? TypeDesc(TypeDesc::FLOAT) : display_type(format, precision);
    plan.types.assign(plan.channels.size(), type);
    plan.spec = ImageSpec(image.width, image.height, static_cast<int>(plan.channels.size()), type);
    plan.spec.attribute("oiio:ColorSpace", linear ? "Linear" : "sRGB");
    if (format == "jpeg") {
        plan.spec.attribute("Compression", "jpeg:95");
        plan.spec.attribute("jpeg:subsampling", "4:4:4");  // flame edges are saturated
    }
    if (format == "tiff") plan.spec.attribute("Compression", "zip");
}

void attach(ImageSpec& spec, const Metadata& metadata, bool typed) {
    spec.attribute("DateTime", "");  // else OpenImageIO adds the time of day, and equal images differ
    for (const auto& [name, value] : metadata.text) spec.attribute(name, value);
    for (const auto& [name, value] : metadata.number) {
        const bool integer = value == std::floor(value) && std::fabs(value) <= std::numeric_limits<int>::max();
        if (typed && integer) {
            spec.attribute(name, static_cast<int>(value));
        } else if (typed) {
            spec.attribute(name, TypeDesc(TypeDesc::DOUBLE), &value);
        } else {
            char text[40];
            std::snprintf(text, sizeof text, "%.15g", value);
            spec.attribute(name, std::string(text));
        }
    }
}

float quantize(float value, float largest) {
    return value > 0 ? (value < 1 ? std::floor(value * largest + 0.5f) : largest) : 0;  // NaN is black
}

// Appends one number in the file's type. Finite values beyond half's range are clamped rather than made infinite.
void append(std::vector<unsigned char>& bytes, float value, TypeDesc type) {
    const auto put = [&](auto number) {
        const std::size_t at = bytes.size();
        bytes.resize(at + sizeof number);
        std::memcpy(&bytes[at], &number, sizeof number);
    };
    switch (type.basetype) {
        case TypeDesc::UINT8: put(static_cast<uint8_t>(quantize(value, 255))); break;
        case TypeDesc::UINT16: put(static_cast<uint16_t>(quantize(value, 65535))); break;
        case TypeDesc::HALF: {
            uint16_t half = 0;
            const float limited = std::isfinite(value) ? std::clamp(value, -65504.0f, 65504.0f) : value;
            OIIO::convert_pixel_values(TypeDesc::FLOAT, &limited, TypeDesc::HALF, &half, 1);
            put(half);
            break;
        }
        default: put(value);
    }
}

std::string encode(OIIO::ImageOutput& output, const std::string& name, const Plan& plan, const Image& image) {
    if (!output.open(name, plan.spec)) return output.geterror();
    // Mixed channels are handed over as they are in the file, single-typed ones as what they are.
    const TypeDesc handed = plan.spec.channelformats.empty() ? plan.types[0] : TypeDesc(TypeDesc::UNKNOWN);
    std::vector<unsigned char> rows;
    for (int y = 0; y < image.height; y += rows_at_once) {
        const int end = std::min(image.height, y + rows_at_once);
        rows.clear();
        for (int row = y; row < end; ++row)
            for (int x = 0; x < image.width; ++x)
                for (std::size_t i = 0; i < plan.channels.size(); ++i)
                    append(rows, image.pixel(x, row)[plan.channels[i]], plan.types[i]);
        if (!output.write_scanlines(plan.spec.y + y, plan.spec.y + end, 0, handed, rows.data()))
            return output.geterror();
    }
    return output.close() ? "" : output.geterror();
}

void check_image(const std::filesystem::path& path, const Image& image) {
    const std::size_t values = static_cast<std::size_t>(std::max(image.width, 0)) *
                               static_cast<std::size_t>(std::max(image.height, 0)) * image.channel_count();
    if (values == 0 || image.pixels.size() != values)
        throw Error(ExitCode::internal, path.string() + ": the image to write is empty or its pixels are incomplete");
}

}  // namespace

bool can_write(const std::filesystem::path& path) { return !format_of(path).empty(); }

int largest_edge(const std::filesystem::path& path) {
    const std::string format = format_of(path);
    if (format == "webp") return 16383;
    if (format == "jpeg") return 65500;
    if (format == "gif" || format == "targa") return 65535;
    return std::numeric_limits<int>::max();
}

bool is_high_dynamic_range(const std::filesystem::path& path) {
    const std::string format = format_of(path);
    return format == "openexr" || format == "hdr" || format == "fits";
}

bool has_layers(const std::filesystem::path& path) { return format_of(path) == "openexr"; }

std::string common_extensions() { return "exr, hdr, png, jpg, tif, tga, bmp, webp"; }

void write(const std::filesystem::path& path, const Image& image, const Metadata& metadata, Precision precision) {
    check_image(path, image);
    const std::unique_ptr<OIIO::ImageOutput> output = output_for(path);
    if (!output)
        throw usage_error(path.string() + ": cannot write this kind of file: use one of " + common_extensions());
    const std::string format = output->format_name();
    Plan plan;
    if (format == "openexr")
        describe_exr(plan, image, precision);
    else
        describe_plain(plan, path, image, precision, format);
    attach(plan.spec, metadata, format == "openexr");

    AtomicFile file(path);
    const auto refuse_if = [&](const std::string& reason) {
        if (!reason.empty()) throw file_error(path.string() + ": cannot write the image: " + one_line(reason));
    };
    if (output->supports("ioproxy") && format != "tiff") {  // OpenImageIO 2.4 loses a TIFF's directory in memory
        // Encoded in memory and written by ourselves: the libraries below do not all notice a full disk.
        std::vector<unsigned char> bytes;
        OIIO::Filesystem::IOVecOutput memory(bytes);
        output->set_ioproxy(&memory);
        refuse_if(encode(*output, file.temporary().string(), plan, image));
        file.write(bytes.data(), bytes.size());
    } else {
        refuse_if(encode(*output, file.temporary().string(), plan, image));
        read(file.temporary());  // throws if less arrived than was sent
    }
    file.commit();
}

}  // namespace brazier::image
