#!/usr/bin/env python3
"""Runs one case of tests/cli and compares exit code and streams; README.md there has the format.

Usage: run_case.py BRAZIER CASE-FOLDER SCRATCH-FOLDER
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TIMEOUT_S = 120


def line_pattern(line):
    return ".*".join(re.escape(part) for part in line.split("<*>"))


def stream_pattern(expected):
    """A regular expression for the whole stream."""
    lines = expected.splitlines()
    return "".join(r"(?:.*\n)*?" if line == "<...>" else line_pattern(line) + r"\n" for line in lines)


def expectation(case, name, default):
    path = case / name
    return path.read_text() if path.exists() else default


def main():
    brazier, case, scratch = (Path(argument).resolve() for argument in sys.argv[1:4])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    environment = dict(os.environ, CASE=str(case), SCENES=str(case.parents[2] / "scenes"), LC_ALL="C.UTF-8",
                       PATH=f"{brazier.parent}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-eu", str(case / "cmd")], cwd=scratch, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIMEOUT_S)

    failures = []
    wanted_exit = int(expectation(case, "exit", "0"))
    if done.returncode != wanted_exit:
        failures.append(f"exit code {done.returncode}, expected {wanted_exit}")
    for name, got in (("stdout", done.stdout), ("stderr", done.stderr)):
        text = got.decode(errors="backslashreplace")
        expected = expectation(case, name, "")
        if not re.fullmatch(stream_pattern(expected), text):
            failures.append(f"{name} differs; expected:\n{expected}")
    if failures:
        print("\n".join([f"FAILED: {case.name}", *failures]))
        print(f"--- stdout:\n{done.stdout.decode(errors='backslashreplace')}")
        print(f"--- stderr:\n{done.stderr.decode(errors='backslashreplace')}")
        return 1
    shutil.rmtree(scratch, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
