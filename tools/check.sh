#!/usr/bin/env bash
# Everything that must hold before a change lands: layers, format, warnings as errors, clang-tidy, all tests; the unit
# and SIMD tests, some renders and each kind of bad scene once more under the address and undefined-behaviour
# sanitizers; and what runs on several threads under the thread sanitizer.
# Usage: tools/check.sh [--quick]     --quick: without clang-tidy and sanitizers
# Prints a line per stage, then the tests' summaries; the last line counts stages and tests, "N passed, N failed".
# Exit code 0 if nothing failed. Logs are in build-check/logs.
set -uo pipefail
cd "$(dirname "$0")/.."

quick=false
case "${1:-}" in
    "") ;;
    --quick) quick=true ;;
    *) echo "usage: tools/check.sh [--quick]" >&2; exit 2 ;;
esac

logs=build-check/logs
mkdir -p "$logs"
jobs=$(nproc)
passed=0 failed=0
summaries=()

# stage NAME COMMAND…: runs it into a log; shows the end of the log if it fails.
stage() {
    local name=$1 start=$SECONDS
    shift
    if "$@" >"$logs/$name.log" 2>&1; then
        passed=$((passed + 1))
        printf '%-16s ok      %4d s\n' "$name" $((SECONDS - start))
        return 0
    fi
    failed=$((failed + 1))
    printf '%-16s FAILED  %4d s   (%s)\n' "$name" $((SECONDS - start)) "$logs/$name.log"
    tail -n 40 "$logs/$name.log"
    return 1
}

# tests NAME FOLDER CTEST-OPTIONS…: a stage whose tests are counted one by one.
tests() {
    local name=$1 folder=$2 start=$SECONDS state=ok
    shift 2
    ctest --test-dir "$folder" -j "$jobs" --output-on-failure "$@" >"$logs/$name.log" 2>&1
    local bad all
    read -r bad all < <(sed -nE 's/^.*, ([0-9]+) tests? failed out of ([0-9]+)$/\1 \2/p' "$logs/$name.log")
    if [ -z "${all:-}" ]; then bad=1 all=1; fi  # ctest itself failed
    passed=$((passed + all - bad)) failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then state=FAILED; grep -v ' Passed ' "$logs/$name.log" | tail -n 80; fi
    printf '%-16s %-6s  %4d s\n' "$name" "$state" $((SECONDS - start))
    summaries+=("$name: $(sed -n '/tests passed/,$p' "$logs/$name.log")")
}

finish() {
    echo
    for summary in "${summaries[@]}"; do printf '%s\n\n' "$summary"; done
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

sources() { find src tests -name '*.cpp' -o -name '*.h'; }
check_format() { sources | xargs clang-format --dry-run -Werror; }

# clang-tidy takes half a minute for a file that includes OpenImageIO, so image/ is left to the compiler's warnings.
# Kernels are read once, in their one-lane form.
check_tidy() {
    find src -name '*.cpp' -not -path 'src/image/*' -print0 |
        xargs -0 -n 1 -P "$jobs" clang-tidy --quiet --extra-arg=-DHWY_COMPILE_ONLY_SCALAR -p build-check
}

configure() {  # configure FOLDER OPTIONS…
    local launcher=()
    if command -v ccache >/dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
    cmake -S . -B "$1" -G Ninja -DCMAKE_COMPILE_WARNING_AS_ERROR=ON "${launcher[@]}" "${@:2}"
}
build_release() { configure build-check -DCMAKE_BUILD_TYPE=Release && cmake --build build-check -j "$jobs"; }
build_sanitized() {  # build_sanitized FOLDER SANITIZERS TARGET
    configure "$1" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DBRAZIER_SANITIZE="$2" &&
        cmake --build "$1" -j "$jobs" --target "$3"
}

stage setup bash tools/setup.sh --check || finish
stage layers tools/check-layers.py
stage format check_format
stage build build_release || finish
tests tests build-check
if ! $quick; then
    stage clang-tidy check_tidy
    stage build-sanitized build_sanitized build-sanitize address,undefined sanitized_tests || finish
    export UBSAN_OPTIONS=print_stacktrace=1 LSAN_OPTIONS=print_suppressions=0:suppressions=$PWD/tools/known-leaks.txt
    tests tests-sanitized build-sanitize -E '\.(layers.*|bench.*)$' \
        -R '^(unit|simd)\.|^cli\.(scene_|render_(png|layers|crop|same_bits|noise_threshold|sigint)$)'
    stage build-threaded build_sanitized build-thread thread threaded_tests || finish
    export TSAN_OPTIONS=suppressions=$PWD/tools/known-races.txt
    tests tests-threaded build-thread -R '^unit\.(base|render)$|^cli\.render_(same_bits|noise_threshold|sigint)$'
fi
finish
