#!/usr/bin/env bash
# From a clone to a full larder: installs missing packages, builds, and syncs the built-in sample source with 8 workers.
#
#   deploy/quickstart.sh [COORDINATOR ARGUMENT ...]
#
# Arguments go to `coordinator` as they are. The larder is ./larder of the folder you are in. Exits with coordinator's code.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=deploy/packages.sh
. "$root/deploy/packages.sh"

begin() {
    step=$1
    step_began=$SECONDS
    echo "== $step"
}
end() { echo "== $step: $((SECONDS - step_began)) s"; }

begin "Debian packages"
larder_prepare "${LARDER_TOOLCHAIN_PACKAGES[@]}" "${LARDER_LIBRARY_PACKAGES[@]}"
end

# What `coordinator --version` prints.
LARDER_COMMIT=${LARDER_COMMIT:-$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)}
export LARDER_COMMIT

build() {
    begin "Building $1 (release; the first build takes several minutes)"
    swift build --package-path "$root" "${LARDER_RELEASE[@]}" --product "$1" </dev/null
    end
}
build coordinator
build worker
bin=$(swift build --package-path "$root" "${LARDER_RELEASE[@]}" --show-bin-path)

into=
previous=
for argument in "$@"; do
    case $argument in --into=*) into=${argument#--into=} ;; esac
    [ "$previous" != --into ] || into=$argument
    previous=$argument
done
if [ -z "$into" ]; then
    into=./larder
    set -- --into "$into" "$@"
fi

begin "Syncing"
code=0
# Of an option given twice the last one counts.
"$bin/coordinator" --workers 8 "$@" || code=$?
end
# The next examples of the README read it.
build sample-site
echo
if [ "$code" -eq 0 ]; then
    echo "Next, look at what came in, or type the same sync again to see that nothing is fetched twice:"
else
    echo "coordinator ended with exit code $code. Look at what is there; the same sync again goes on from it:"
fi
type_this() {
    printf ' '
    printf ' %q' "$bin/coordinator" "$@"
    echo
}
type_this status --into "$into"
type_this --workers 8 "$@"
echo "README.md tells how to sync a source of your own."
exit "$code"
