# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by check.sh and check-cluster.sh: runs deploy/compose.yaml, and compares what it fills with what one worker of
# the bare machine does. `bin` is the folder of the programs; hosts.sh comes before.

compose() { docker-compose -p larder-check -f deploy/compose.yaml "$@"; }

# in_compose ARGUMENT...: the coordinator's program beside the one that runs.
in_compose() { compose exec -T coordinator coordinator "$@" --into /larder; }

# compose_is_whole SECONDS: waits until both of its sources were synced.
compose_is_whole() {
    soon "$1" compose_has_both || { compose logs --no-color | tail -n 40 && return 1; }
}
compose_has_both() { in_compose status --json | both_synced; }

# bare_digest HOST FOLDER RECIPES ARTICLES: what one worker makes of the same site without containers.
bare_digest() {
    local host=$1 folder=$2
    mkdir -p "$folder"
    printf '127.0.0.1 localhost demo.larder.test\n' >"$folder/hosts"
    on "$host" "$bin/sample-site" --host 127.0.0.1 --port 80 --public-url http://demo.larder.test \
        --recipes "$3" --articles "$4" >/dev/null 2>&1 &
    # The hosts file of this one process.
    on "$host" unshare -m sh -c "mount --bind '$folder/hosts' /etc/hosts && exec '$bin/coordinator' --workers 1 \
        --into '$folder/larder' deploy/sources/demo.yaml deploy/sources/demo-news.yaml --progress none" >&2
    "$bin/coordinator" digest --into "$folder/larder"
}
