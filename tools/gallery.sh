#!/usr/bin/env bash
# Renders the previews of scenes/ anew. Usage: tools/gallery.sh [SCENE...]   (needs a built build/brazier)
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- minimal candle brazier shapes firebox
for scene in "$@"; do
    case $scene in
        candle) size=540x540 samples=256 ;;
        firebox) size=512x512 samples=128 ;;
        minimal) size=640x360 samples=64 ;;
        *) size=640x360 samples=128 ;;
    esac
    build/brazier render "scenes/$scene/scene.json" -o "scenes/$scene/preview.jpg" --size "$size" --samples "$samples"
done
