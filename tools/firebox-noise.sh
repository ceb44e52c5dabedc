#!/usr/bin/env bash
# How noisy an image of scenes/firebox is: its error against a converged one, over the walls and over the flame.
# Usage: tools/firebox-noise.sh IMAGE CONVERGED      two EXRs of 512 x 512, for example of 64 and of 4096 samples
# Prints for each crop the nRMSE: the root of the mean squared difference over all pixels and channels, divided by the
# mean of the converged image there. Exit codes: 0; 2 wrong usage. Needs oiiotool.
set -euo pipefail
if [ $# -ne 2 ] || [ ! -f "$1" ] || [ ! -f "$2" ]; then
    echo "usage: $0 IMAGE CONVERGED" >&2
    exit 2
fi
exec python3 - "$1" "$2" <<'PYTHON'
import re
import subprocess
import sys

image, converged = sys.argv[1:]
SQUARED_DIFFERENCE = [image, "--ch", "R,G,B", converged, "--ch", "R,G,B", "--sub", "--dup", "--mul"]
MEAN = [converged, "--ch", "R,G,B"]


# Sum over pixels and channels of x0 <= x < x1, y0 <= y < y1.
def total(make, x0, x1, y0, y1):
    crop = f"{x1 - x0}x{y1 - y0}+{x0}+{y0}"
    command = ["oiiotool", *make, "--crop", crop, "--printstats"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return (x1 - x0) * (y1 - y0) * sum(map(float, re.search(r"Stats Avg: (\S+) (\S+) (\S+)", text).groups()))


def error(crop, without=None):
    def mean(make):
        holes = [without] if without else []
        area = sum(sign * (b - a) * (d - c) for sign, boxes in ((1, [crop]), (-1, holes)) for a, b, c, d in boxes)
        return (total(make, *crop) - sum(total(make, *hole) for hole in holes)) / (3 * area)

    return mean(SQUARED_DIFFERENCE) ** 0.5 / mean(MEAN)


print(f"walls {error((16, 496, 16, 496), (205, 310, 235, 450)):.4f}")
print(f"flame {error((225, 295, 255, 440)):.4f}")
PYTHON
