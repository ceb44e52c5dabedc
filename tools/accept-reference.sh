#!/bin/sh
# Accepts the picture that a golden case last rendered as its new reference. Look at it first.
# usage: tools/accept-reference.sh CASE [RESULTS_FOLDER [CASES_FOLDER]]
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -lt 1 ] || [ $# -gt 3 ]; then
    echo "usage: $0 CASE [RESULTS_FOLDER [CASES_FOLDER]]" >&2
    exit 2
fi
name=$1
got=${2:-$source/build/golden}/$name/got.exr
folder=${3:-$source/tests/golden}/$name
if [ ! -f "$got" ] || [ ! -f "$folder/scene.json" ]; then
    echo "$0: there is no case \"$name\" with a picture: run \`ctest -R golden.$name\` first (looked for $got)" >&2
    exit 2
fi
mkdir -p "$folder/ref"
cp "$got" "$folder/ref/.reference.exr.new"
mv "$folder/ref/.reference.exr.new" "$folder/ref/reference.exr"
echo "accepted $folder/ref/reference.exr"
