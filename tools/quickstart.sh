#!/usr/bin/env bash
# From a fresh checkout to a picture: installs what is missing, builds, and renders the candle to build/candle.png.
# Usage: tools/quickstart.sh
set -euo pipefail
cd "$(dirname "$0")/.."

bash tools/setup.sh
mkdir -p build
log=build/quickstart.log
echo "quickstart: building (a few minutes the first time; $log has the details)"
if ! { cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release && cmake --build build --target brazier; } >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    echo "quickstart: the build failed; all of it is in $log" >&2
    exit 1
fi

build/brazier render scenes/candle/scene.json -o build/candle.png --size 480x480 --samples 128

cat <<'EOT'

The picture is build/candle.png. What to try next:
  build/brazier render scenes/candle/scene.json -o build/candle.exr --samples 1024
  build/brazier render scenes/candle/scene.json -o build/candle.####.png --frames 1-24
  build/brazier render --help
The other scenes are in scenes/, each with a preview.
EOT
