#include "render/gbuffer.h"

#include "base/parallel.h"
#include "raster/gbuffer.h"

namespace brazier::render {

namespace {

using raster::Channel;
using raster::GBuffer;

Vec3 vector_at(const GBuffer& drawn, Channel first, int row, int column) {
    const int channel = static_cast<int>(first);
    return {drawn.row(first, row)[column], drawn.row(static_cast<Channel>(channel + 1), row)[column],
            drawn.row(static_cast<Channel>(channel + 2), row)[column]};
}

film::Sample sample_at(const GBuffer& drawn, int row, int column) {
    film::Sample sample;
    sample.alpha = 0;
    const float id = drawn.row(Channel::id, row)[column];
    if (!(id > 0)) return sample;
    sample.hit = true;
    sample.alpha = 1;
    sample.color = vector_at(drawn, Channel::red, row, column);
    sample.first = {sample.color, vector_at(drawn, Channel::normal_x, row, column),
                    vector_at(drawn, Channel::position_x, row, column), drawn.row(Channel::depth, row)[column],
                    static_cast<uint32_t>(id)};
    return sample;
}

}  // namespace

Result draw_gbuffer(const view::View& view, const film::Rect& window) {
    const auto start = std::chrono::steady_clock::now();
    Result result{film::Film(view.camera.width, view.camera.height, window)};
    GBuffer drawn({window.x, window.y, window.width, window.height});
    raster::draw(view, drawn);
    parallel_for(static_cast<std::size_t>(window.height), [&](std::size_t index) {
        const int row = static_cast<int>(index);
        for (int column = 0; column < window.width; ++column)
            film::add(result.film.at(window.x + column, window.y + row), sample_at(drawn, row, column), true);
    });
    result.samples = 1;
    result.mean_samples = 1;
    result.complete = true;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace brazier::render
