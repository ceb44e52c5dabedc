#!/bin/sh
# Usage: canary.sh RUN_CASE SCRATCH-FOLDER
set -eu
runner=$1 scratch=$2
rm -rf "$scratch"
case=$scratch/tests/cli/case
mkdir -p "$case"

good() {
    printf 'echo one; echo "two 2.5 s" >&2; exit 3\n' > "$case/cmd"
    printf '3\n' > "$case/exit"
    printf 'one\n' > "$case/stdout"
    printf 'two <*> s\n<...>\n' > "$case/stderr"
}
noticed() {
    if "$runner" /bin/true "$case" "$scratch/run" > /dev/null; then echo "FAILED: not noticed: $1"; exit 1; fi
    good
}

good
"$runner" /bin/true "$case" "$scratch/run"
printf '0\n' > "$case/exit"; noticed "another exit code"
printf 'one\ntwo\n' > "$case/stdout"; noticed "a missing line"
rm "$case/stdout"; noticed "output where none is expected"
printf 'three <*> s\n' > "$case/stderr"; noticed "other text on stderr"
printf 'on\n' > "$case/stdout"; noticed "a longer line"
echo "every difference was noticed"
