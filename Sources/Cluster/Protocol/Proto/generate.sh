#!/usr/bin/env bash
# Makes a .pb.swift file of each .proto file in this folder: where the last one lies in the folder above or below it, else
# in the folder above.
#
#   generate.sh            writes the Swift files, and into generated.sha256 which contents belong together
#   generate.sh --sums     compares generated.sha256 only: no file was changed without this script. Takes no time.
#   generate.sh --check    generates all again in a temporary folder and compares
#
# Exit code 0: done, or all the same; 1: something differs and is named; 2: could not begin. Without --sums it wants protoc,
# which it installs where it is missing, and builds protoc-gen-swift out of the swift-protobuf that this package resolves to.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
options=(--swift_opt=Visibility=Internal --swift_opt=UseAccessLevelOnImports=true)
sums=generated.sha256

generated() { # generated FILE.proto: the path of its Swift file
    local name found
    name=$(basename "$1" .proto).pb.swift
    found=$(find .. -name "$name" -print -quit)
    echo "${found:-../$name}"
}

current_sums() {
    local proto file
    for proto in *.proto; do
        for file in "$proto" "$(generated "$proto")"; do
            echo "$(sha256sum <"$file" | cut -d ' ' -f 1)  $(basename "$file")"
        done
    done
}

compare_sums() {
    diff "$sums" <(current_sums) && return
    echo "The files above were changed since they were generated. Run $PWD/generate.sh." >&2
    return 1
}

generate() { # generate FOLDER: makes all Swift files there
    local root plugin
    root=$(git rev-parse --show-toplevel)
    # shellcheck source=deploy/packages.sh
    . "$root/deploy/packages.sh"
    command -v protoc >/dev/null || larder_install "${LARDER_PROTOBUF_PACKAGES[@]}" >&2
    plugin=(swift build --package-path "$root" --product protoc-gen-swift)
    "${plugin[@]}" >&2
    protoc --plugin="$("${plugin[@]}" --show-bin-path)/protoc-gen-swift" --swift_out="$1" "${options[@]}" ./*.proto
}

case ${1-} in
--sums) compare_sums ;;
--check | '')
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    generate "$folder"
    same=true
    for proto in *.proto; do
        new=$folder/$(basename "$proto" .proto).pb.swift
        old=$(generated "$proto")
        if [ -z "${1-}" ]; then
            cp "$new" "$old"
        else
            diff -u "$old" "$new" || same=false
        fi
    done
    if [ -z "${1-}" ]; then current_sums >"$sums"; fi
    $same && compare_sums
    ;;
*)
    sed -n '2,10s/^# \{0,1\}//p' generate.sh >&2
    exit 2
    ;;
esac
