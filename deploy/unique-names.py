#!/usr/bin/env python3
"""Fails when two Swift targets declare a top-level type of the same name; nested types, private types and generated files do not count."""
import collections, glob, re, sys

package = open("Package.swift").read()
targets = [(name, "Sources/" + folder) for name, folder in re.findall(r'library\(\s*"(\w+)",\s*in: "([^"]+)"', package)]
targets += [(name, "Tests/Proof/" + folder) for name, folder in re.findall(r'proof\(\s*"(\w+)",\s*in: "([^"]+)"', package)]
targets += [(name, "Sources/Programs/" + name) for name in re.findall(r'program\(\s*"([\w-]+)"', package)]
targets += [(name, "Tests/Proof/Programs/" + name) for name in re.findall(r'proofProgram\(\s*"([\w-]+)"', package)]
declaration = re.compile(
    r"(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|final|indirect) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)")
owners = collections.defaultdict(set)
for target, folder in targets:
    for file in glob.glob(f"{folder}/**/*.swift", recursive=True):
        if not file.endswith(".pb.swift"):
            for match in map(declaration.match, open(file)):
                if match:
                    owners[match[1]].add(target)
for name, found in sorted(owners.items()):
    if len(found) > 1:
        print(f"{name} is declared in {', '.join(sorted(found))}.")
sys.exit(any(len(found) > 1 for found in owners.values()) or not owners)
