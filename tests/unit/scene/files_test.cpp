#include "scene/files.h"

#include "catch.h"

using namespace brazier;

TEST_CASE("the frame number takes the place of # in a file name") {
    CHECK(scene::file_for_frame("fire.####.vdb", 12) == "fire.0012.vdb");
    CHECK(scene::file_for_frame("fire.#.vdb", 123) == "fire.123.vdb");
    CHECK(scene::file_for_frame("a#/fire_##.vdb", 5) == "a#/fire_05.vdb");
    CHECK(scene::file_for_frame("fire.vdb", 5) == "fire.vdb");
    CHECK(scene::file_for_frame("fire.###.vdb", -7) == "fire.-007.vdb");
}

TEST_CASE("files are relative to the scene; a time offset shifts a sequence by whole frames") {
    scene::Scene scene, piped;
    scene.file = "some/where/scene.json";
    piped.file.assign(1, '-');
    CHECK(scene::resolved(scene, "vdb/fire.vdb") == "some/where/vdb/fire.vdb");
    CHECK(scene::resolved(piped, "fire.vdb") == "fire.vdb");
    scene::Flame flame;
    flame.flame.time_offset = 0.5;
    CHECK(scene::sequence_frame(scene, flame, 3) == 15);
}
