#!/usr/bin/env bash
# Compares an image of scenes/firebox with the reference, region by region and channel by channel: within 1 % where the
# reference is at least 0.02, within 2 % from 0.004 to there; nothing is claimed below.
# Usage: tools/firebox-agreement.sh IMAGE [TOLERANCE]    an EXR of any size with the scene's camera, made for example by
#     brazier render scenes/firebox/scene.json -o firebox.exr --samples 1024
#   TOLERANCE: percent, in place of 1 (and twice that below 0.02), for images of few samples
# Prints a table. Exit codes: 0 it agrees; 1 it does not; 2 wrong usage. Needs oiiotool.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ] || [ ! -f "$1" ]; then
    echo "usage: $0 IMAGE [TOLERANCE]" >&2
    exit 2
fi
exec python3 - "$1" "${2:-1}" <<'PYTHON'
import re
import subprocess
import sys

# Region means of a render in RGB by another path tracer, 1024 samples a pixel; pixel ranges of a 512 x 512 image.
REGIONS = [
    ("flame", 225, 295, 255, 440, (1.60896, 0.63991, 0.13258)),
    ("left wall", 20, 100, 120, 400, (0.11074, 0.00663, 0.00121)),
    ("right wall", 412, 492, 120, 400, (0.01425, 0.03530, 0.00097)),
    ("back wall", 130, 382, 110, 230, (0.07305, 0.02765, 0.00472)),
    ("ceiling", 130, 382, 20, 90, (0.08461, 0.03223, 0.00567)),
    ("floor", 110, 300, 440, 490, (0.28573, 0.10957, 0.02202)),
    ("sphere", 310, 355, 345, 420, (0.41464, 0.16243, 0.03318)),
]
image, tolerance = sys.argv[1], float(sys.argv[2])


def oiiotool(*arguments):
    return subprocess.run(["oiiotool", *arguments], check=True, capture_output=True, text=True).stdout


width, height = map(int, re.search(r": +(\d+) x +(\d+)", oiiotool("--info", image)).groups())


def mean(x0, x1, y0, y1):
    at = [round(edge * size / 512) for edge, size in ((x0, width), (x1, width), (y0, height), (y1, height))]
    text = oiiotool(image, "--ch", "R,G,B", "--crop", f"{at[1] - at[0]}x{at[3] - at[2]}+{at[0]}+{at[2]}", "--printstats")
    return [float(value) for value in re.search(r"Stats Avg: (\S+) (\S+) (\S+)", text).groups()]


agrees = True
print(f"{'region':11}{'':3}{'reference':>10}{'image':>10}{'off':>9}{'allowed':>9}")
for name, x0, x1, y0, y1, reference in REGIONS:
    for channel, wanted, got in zip("RGB", reference, mean(x0, x1, y0, y1)):
        off = 100 * (got / wanted - 1)
        allowed = None if wanted < 0.004 else 2 * tolerance if wanted < 0.02 else tolerance
        bad = allowed is not None and abs(off) > allowed
        agrees = agrees and not bad
        limit = "-" if allowed is None else f"{allowed:g} %"
        print(f"{name:11}{channel:3}{wanted:10.5f}{got:10.5f}{off:+8.2f}%{limit:>9}{'  !' if bad else ''}")
print("agrees" if agrees else "does NOT agree")
sys.exit(0 if agrees else 1)
PYTHON
