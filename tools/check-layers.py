#!/usr/bin/env python3
"""Holds the includes of src/ and its link edges to the layer table of src/README.md.

Usage: check-layers.py [SRC]     (default: the src folder beside this script's folder)

Prints one line per violation, FILE:LINE: what, and exits with 1 if there are any, with 2 if the table is unreadable.
"""
import re
import sys
from pathlib import Path

LIBRARIES = {  # the name in the table's "home of" column, and the headers that belong to it
    "TBB": r"(oneapi/)?tbb/",
    "Highway": r"hwy/",
    "OpenImageIO": r"OpenImageIO/",
    "nlohmann_json": r"nlohmann/",
    "Embree": r"embree\d*/",
    "CLI11": r"CLI/",
    "OpenSSL": r"openssl/",
    "OpenVDB": r"openvdb/",
    "EGL": r"(EGL|GLES\d*|KHR)/",
}
SYSTEM = re.compile(r"[a-z0-9_]+(\.h)?$|sys/|linux/")  # the standard library and the operating system


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def read_table(readme):
    """{room: ({allowed room: file prefix or ""}, {libraries})}"""
    rooms, inside = {}, False
    for line in readme.read_text().splitlines():
        if line.startswith("| room |"):
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and not line.startswith("| ---"):
            room, allowed, home, _ = cells(line)
            edges = {"base": ""}
            for item in filter(None, (part.strip() for part in allowed.split(","))):
                match = re.fullmatch(r"(\w+)(?: \((\w+)\))?", item)
                if not match:
                    sys.exit(f"{readme}: cannot read {item!r} in the layer table")
                edges[match[1]] = match[2] or ""
            rooms[room] = (edges, {name.strip() for name in home.split(",") if name.strip()})
    return rooms


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
        if match:
            yield number, match[1]


def public_headers(src):
    """Headers that reach another room: included from one, or from a header that is."""
    public, found = set(), True
    sources = [(path, path.relative_to(src)) for path in src.rglob("*") if path.suffix in (".h", ".cpp")]
    while found:
        found = False
        for path, name in sources:
            for _, header in includes(path):
                crosses = header.split("/")[0] != name.parts[0] or str(name) in public
                if crosses and header not in public and (src / header).exists():
                    public.add(header)
                    found = True
    return public


def check_include(name, header, rooms, public):
    """What is wrong with the file `name` (relative to src) including `header`, or None."""
    room = name.parts[0]
    edges, home = rooms[room]
    for library, pattern in LIBRARIES.items():
        if re.match(pattern, header):
            if library not in home:
                return f"<{header}> belongs to {library}, whose home is not {room}/"
            if str(name) in public and not name.name.endswith("-inl.h"):
                return f"<{header}> in a header that other rooms include"
            return None
    target = header.split("/")[0]
    if "/" in header and target in rooms:
        if target == room:
            return None
        if target not in edges:
            return f"{room}/ may not include {target}/ (layer table of src/README.md)"
        if not name.name.startswith(edges[target]):
            return f"only {room}/{edges[target]}* may include {target}/"
        return None
    return None if SYSTEM.match(header) else f"<{header}> is in no room of src/ and has no home in the layer table"


def check_includes(src, rooms):
    public = public_headers(src)
    for path in sorted(p for p in src.rglob("*") if p.suffix in (".h", ".cpp")):
        name = path.relative_to(src)
        if name.parts[0] not in rooms:
            yield f"{path}:1: the folder {name.parts[0]}/ is not in the layer table of src/README.md"
            continue
        for number, header in includes(path):
            wrong = check_include(name, header, rooms, public)
            if wrong:
                yield f"{path}:{number}: {wrong}"


def check_links(src, rooms):
    cmake = src / "CMakeLists.txt"
    for number, line in enumerate(cmake.read_text().splitlines() if cmake.exists() else [], 1):
        match = re.match(r"brazier_room\((\w+)(?: LINKS ([\w ]+?))?(?: PRIVATE .*)?\)", line)
        for link in (match[2] or "").split() if match else []:
            if link not in rooms.get(match[1], ({},))[0]:
                yield f"{cmake}:{number}: {match[1]} links {link}, which the layer table does not allow"


def main():
    src = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "src"
    rooms = read_table(src / "README.md")
    if not rooms:
        print(f"{src}/README.md: no layer table (a table that begins with '| room |')", file=sys.stderr)
        return 2
    problems = [*check_includes(src, rooms), *check_links(src, rooms)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
