#!/usr/bin/env bash
# Installs the packages that Brazier is built from (Debian 12 or newer, and kin), where any are missing.
# Usage: tools/setup.sh [--check]     --check: also what tools/check.sh needs
# Exit codes: 0 all there; 2 packages are missing and cannot be installed from here (they are named).
set -euo pipefail

packages=(
    g++ cmake ninja-build
    libembree-dev                          # ray queries
    libopenimageio-dev openimageio-tools   # image files; its CMake package wants the tools, too
    libopenvdb-dev libboost-iostreams-dev zlib1g-dev  # volumes; its CMake module wants the latter two
    libtbb-dev                             # threads
    libhwy-dev                             # SIMD
    libcli11-dev nlohmann-json3-dev        # command line, scene files
    libssl-dev                             # SHA-256 of scenes
    libegl-dev libgles-dev                 # headers of GL, which is loaded when asked for
    catch2                                 # tests
)
if [ "${1:-}" = --check ]; then
    packages+=(clang-format clang-tidy python3
               libegl1 libegl-mesa0 libgl1-mesa-dri glslang-tools)  # run and check shaders without a GPU
elif [ $# -gt 0 ]; then
    echo "usage: tools/setup.sh [--check]" >&2
    exit 2
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
    echo "setup: all packages are there"
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
        as_root=(sudo)
    else
        as_root=(unavailable)
    fi
fi
if ! command -v apt-get >/dev/null || [ "${as_root[*]:-}" = unavailable ]; then
    echo "setup: please install these packages (Debian's names), then start again:" >&2
    echo "  ${missing[*]}" >&2
    exit 2
fi

echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
echo "setup: done"
