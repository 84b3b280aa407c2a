# shellcheck shell=bash
# Sourced by check.sh and check-cluster.sh.

step() { # step NAME COMMAND...: runs it in a shell of its own, says how long it took, stops the check when it fails
    local name=$1 began=$SECONDS code=0
    shift
    echo "== $name"
    set +e
    (
        set -e
        "$@"
    ) </dev/null
    code=$?
    set -e
    if [ "$code" -ne 0 ]; then
        echo "== $name: FAILED with exit code $code after $((SECONDS - began)) s"
        exit 1
    fi
    echo "== $name: $((SECONDS - began)) s"
}
skip() { echo "== $1: skipped, $2"; }
