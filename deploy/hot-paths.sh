#!/usr/bin/env bash
# Counts the instructions of the hot paths under callgrind and compares them with deploy/hot-paths.txt.
#
#   deploy/hot-paths.sh [--write]        --write: writes the table anew instead
#
# Exit code 0: none takes over 5 % more than the table says; 1: one does; 2: could not count.
# Counts belong to a compiler and to the system's libraries: after a change of either the table is written anew.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/packages.sh
. deploy/packages.sh

table=deploy/hot-paths.txt
write=false
case ${1:-} in
'') ;;
--write) write=true ;;
*) larder_fail "deploy/hot-paths.sh takes --write and nothing else, not '$1'." ;;
esac
command -v valgrind >/dev/null || larder_fail "valgrind is not installed. Type: sudo apt-get install valgrind"

swift build "${LARDER_RELEASE[@]}" --product hot-paths
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# valgrind cannot read all of Swift's debug information.
strip --strip-debug -o "$folder/hot-paths" "$(swift build "${LARDER_RELEASE[@]}" --show-bin-path)/hot-paths"

# counted PATH COUNT: the instructions of a whole run.
counted() {
    local said
    said=$(TMPDIR=$folder SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$folder/hot-paths" "$1" --count "$2" 2>&1) || { echo "$said" >&2 && larder_fail "hot-paths $1 did not run."; }
    sed -n 's/.*Collected : //p' <<<"$said"
}

slower=false
while read -r path count before; do
    case $path in '' | '#'*) continue ;; esac
    whole=$(counted "$path" "$count") || exit 2
    start=$(counted "$path" 0) || exit 2
    now=$(((whole - start) / count))
    percent=$(awk "BEGIN { printf \"%+.1f\", 100 * $now / $before - 100 }")
    echo "$path: $now instructions each, $percent % against $before"
    if $write; then
        sed -i "s/^$path $count .*/$path $count $now/" "$table"
    elif [ "$now" -gt $((before + before / 20)) ]; then
        slower=true
    fi
done < <(cat "$table")
if $slower; then
    echo "More than 5 % up. Find the cause; where the cost is meant, type deploy/hot-paths.sh --write and say why in the commit." >&2
    exit 1
fi
