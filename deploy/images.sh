#!/usr/bin/env bash
# Builds the container images larder-coordinator, larder-worker and larder-sample-site with podman, buildah or docker.
#
#   deploy/images.sh [--built FOLDER]
#
# --built FOLDER: put in the programs of this folder, which were built on this system, instead of compiling them.
# Beside each image its list of contents is written: .build/images/NAME.spdx.json.
# Exit code 0: all are built; 1: one is larger than it may be, or cannot be built; 2: could not begin, and says why.
# LARDER_BUILDER_OPTIONS: more options for the build, such as a volume.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/packages.sh
. deploy/packages.sh
# shellcheck source=deploy/containers.sh
. deploy/containers.sh

built=
while [ $# -gt 0 ]; do
    case $1 in
    --built)
        built=${2:?--built takes the folder of the programs}
        shift
        ;;
    -h | --help)
        sed -n '2,9s/^# \{0,1\}//p' deploy/images.sh
        exit 0
        ;;
    *) larder_fail "deploy/images.sh takes --built FOLDER and nothing else, not '$1'." ;;
    esac
    shift
done

larder_find_builder || larder_fail "no image can be built here: $why_no_builder."
options=(--build-arg "LARDER_COMMIT=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)" -f docker/Dockerfile)
# shellcheck disable=SC2206  # several options in one variable
options+=(${LARDER_BUILDER_OPTIONS:-})

# The programs, and Swift's libraries where they are linked with them: those that no Debian package brings.
take_built() {
    local folder=.build/image program library
    [ -f Package.resolved ] ||
        larder_fail "there is no Package.resolved, which each image lists: type \`swift package resolve\`."
    rm -rf "$folder"
    mkdir -p "$folder/lib"
    cp Package.resolved "$folder/"
    for program in coordinator worker sample-site; do
        strip -o "$folder/$program" "$built/$program"
        ldd "$built/$program" | awk '$2 == "=>" && $3 !~ /^\/(usr\/)?lib\// { print $3 }'
    done | sort -u | while read -r library; do strip -o "$folder/lib/${library##*/}" "$library"; done
}
if [ -n "$built" ]; then
    take_built
    options+=(--build-arg PROGRAMS=built)
fi

mkdir -p .build/images
# Compiled images have a size to keep, in MB. Those with programs of the tests have Swift's libraries beside them.
for image in coordinator:130 worker:180 sample-site:130; do
    name=${image%:*}
    "${builder[@]}" "${options[@]}" --target "$name" -t "larder-$name" .
    size=$(larder_image_size "larder-$name")
    larder_file_of_image "larder-$name" /usr/share/doc/larder/sbom.spdx.json >".build/images/$name.spdx.json"
    echo "larder-$name: $((size / 1000000)) MB; contents in .build/images/$name.spdx.json"
    [ -n "$built" ] || [ "$size" -le $((${image#*:} * 1000000)) ] ||
        { echo "larder-$name may have ${image#*:} MB at most." && exit 1; }
done
