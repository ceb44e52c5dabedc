#!/bin/sh
# Installs a build into a scratch prefix, builds the program in this folder against it, and runs it.
# Usage: run.sh BUILD-FOLDER SCRATCH-FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$1 scratch=$2
rm -rf "$scratch"
cmake --install "$build" --prefix "$scratch/prefix" > /dev/null
cmake -S "$here" -B "$scratch/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" > "$scratch/configure.log" 2>&1 ||
    { cat "$scratch/configure.log"; exit 1; }
cmake --build "$scratch/consumer"
cd "$scratch"
consumer/consumer
test -s consumer.exr
prefix/bin/brazier --version
rm -rf "$scratch"
