#!/bin/sh
# The layer check must reject what the table forbids: each case plants one bad include in a small tree and expects
# exactly one line that names file and line.
# Usage: canary.sh CHECK-LAYERS SRC-README SCRATCH-FOLDER
set -eu
check=$1 readme=$2 scratch=$3

rm -rf "$scratch"
mkdir -p "$scratch/src/base" "$scratch/src/simd" "$scratch/src/shapes" "$scratch/src/world" "$scratch/src/image" "$scratch/src/app"
cp "$readme" "$scratch/src/README.md"
cd "$scratch"

plant() { printf '#include <vector>\n%s\n' "$2" > "src/$1"; }
allowed() {
    plant "$1" "$2"
    "$check" src || { echo "FAILED: rejected $2 in $1"; exit 1; }
    rm "src/$1"
}
rejected() {
    plant "$1" "$2"
    if output=$("$check" src); then echo "FAILED: accepted $2 in $1"; exit 1; fi
    case $output in
        *"src/$1:2: "*) ;;
        *) echo "FAILED: $2 in $1 was rejected without its place: $output"; exit 1 ;;
    esac
    rm "src/$1"
}

allowed shapes/sphere.cpp '#include "simd/lanes-inl.h"'
allowed world/compile.cpp '#include "scene/scene.h"'
allowed image/image.cpp '#include <OpenImageIO/imageio.h>'
allowed base/parallel.cpp '#include <sys/mman.h>'

rejected simd/isa.cpp '#include "shapes/shape.h"'
rejected base/vec.h '#include "world/world.h"'
rejected world/lights.cpp '#include "scene/scene.h"'
rejected app/render.cpp '#include <OpenImageIO/imageio.h>'
rejected world/world.cpp '  #  include <oneapi/tbb/parallel_for.h>'
rejected shapes/shape.cpp '#include <boost/any.hpp>'

# A third-party header in a header that another room sees through one of its own.
printf '#include <embree3/rtcore.h>\n' > src/world/inner.h
printf '#include "world/inner.h"\n' > src/world/outer.h
"$check" src || { echo "FAILED: rejected a private header"; exit 1; }
printf '#include "world/outer.h"\n' > src/app/main.cpp
if "$check" src > /dev/null; then echo "FAILED: accepted Embree in a public header"; exit 1; fi

# A link edge that the table does not have.
rm src/app/main.cpp
printf 'brazier_room(shapes LINKS simd world PRIVATE hwy::hwy)\n' > src/CMakeLists.txt
if "$check" src > /dev/null; then echo "FAILED: accepted a link edge from shapes to world"; exit 1; fi
echo "every canary was caught"
