#!/usr/bin/env python3
"""Copies the sample app's package to a folder, and adds the Swift blocks of pages for apps as functions that must compile.

    deploy/guides.py FOLDER

Errors are shown at the page's line. Each block is a function of its own and may use `larder`, `folder` and `link`."""
import glob, os, re, shutil, sys

if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
    sys.exit(__doc__)
sample, folder = "Tests/SampleApp", sys.argv[1]
shutil.rmtree(folder, ignore_errors=True)
shutil.copytree(sample, folder, ignore=shutil.ignore_patterns(".build", "SwiftUI"))
manifest = open(f"{sample}/Package.swift").read()
assert 'path: "../.."' in manifest
with open(f"{folder}/Package.swift", "w") as file:
    product = '.product(name: "Larder", package: "larder"),'
    manifest = manifest.replace('path: "../.."', f'path: "{os.getcwd()}"')
    file.write(manifest.replace(product, product + product.replace("Larder", "LarderGRDB", 1)))

functions = ["import Foundation", "import Larder", "import LarderGRDB"]
for page in sorted(glob.glob("Sources/Reading/*/*.docc/*.md")):
    text = open(page).read()
    for block in re.finditer(r"^```swift\n(.*?)^```$", text, re.M | re.S):
        functions += [
            f"func guide{len(functions)}(_ larder: Larder, _ folder: URL, _ link: URL) async throws {{",
            f'#sourceLocation(file: "{os.path.abspath(page)}", line: {text[: block.start(1)].count(chr(10)) + 1})',
            block[1] + "#sourceLocation()\n}",
        ]
blocks = len(functions) // 3 - 1
with open(f"{folder}/Sources/SampleApp/Guides.swift", "w") as file:
    file.write("\n".join(functions) + "\n")
print(f"The pages have {blocks} Swift blocks.")
sys.exit(blocks == 0)
