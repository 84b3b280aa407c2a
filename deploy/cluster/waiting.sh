# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by hosts.sh: waiting, and how far a sync is. `bin` is the folder of the programs.

milliseconds() { date +%s%3N; }

# soon SECONDS CONDITION...: waits until it holds. Where it does not, `state_of_engine` tells more, if there is one.
soon() {
    local limit=$1 began=$SECONDS
    shift
    until "$@" >/dev/null 2>&1; do
        [ $((SECONDS - began)) -lt "$limit" ] && sleep 0.1 && continue
        echo "Not within $limit s: $*"
        ! declare -F state_of_engine >/dev/null || state_of_engine
        return 1
    done
}

# Who reads the larder; `fleet.sh` names another user.
reader=()
larder_status() { "${reader[@]}" "$bin/coordinator" status --into "$1" --json 2>/dev/null; } # FOLDER
# jobs_done FOLDER: of all sources of a larder.
jobs_done() { larder_status "$1" | awk -v RS=, -F: '/"jobs_done":/ { n += $2 } END { print n + 0 }' || true; }
# both_synced: whether a larder's status, on standard input, says that both of its sources were synced.
both_synced() { [ "$(grep -o '"last_sync":"finished"' | wc -l)" = 2 ]; }
has_done() { [ "$(jobs_done "$1")" -ge "$2" ]; } # FOLDER COUNT
