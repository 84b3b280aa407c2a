# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # the scripts that source this one read and set what it names
# Sourced by deploy/check-swarm.sh: what is asked of the larder in $work/larder and its fleet while a sync goes on.
# swarm.sh comes before. `joined` and `containers` are the fleet as it should be.

# as_larder COMMAND...: as the user of the containers, so that no file of the larder becomes root's.
as_larder() { setpriv --reuid 10001 --regid 10001 --clear-groups "$@"; }
reader=(as_larder)
is_whole() { larder_status "$work/larder" | both_synced; }

# figures WHAT ARGUMENT...: of the larder, see figures.py.
figures() { deploy/cluster/figures.py "$1" "$work/larder" "${@:2}"; }
# fleet_is HOSTS MS: these workers are joined, in a run that began after this time.
fleet_is() { [ "$(figures fleet "$2" 2>/dev/null)" = "$1" ]; }
fleet_counts() { [ "$(figures fleet "$2" 2>/dev/null | wc -w)" = "$1" ]; }

# watch_rate: writes how many jobs are done to $work/rate, until it is killed.
watch_rate() { while :; do echo "$(milliseconds) $(jobs_done "$work/larder")" && sleep 0.1; done >"$work/rate"; }

failed() { echo "$1" && exit 1; }
# at_work WHAT: fails where the sync is over before it.
at_work() { ! is_whole || failed "The sync ended before $1. A slower sample site or more recipes are needed."; }
timed() { # timed WHAT COMMAND...
    local began=$SECONDS workers
    "${@:2}" >"$work/log" 2>&1 || { cat "$work/log" && failed "Failed: $1."; }
    workers=$(swarm_workers 2>/dev/null) || true
    echo "$1: $((SECONDS - began)) s${workers:+; workers $workers}; $(jobs_done "$work/larder") jobs done."
}
# same_fleet MS: the workers of before join the run that began after this time, and were not restarted.
same_fleet() {
    timed "The same fleet is back" soon 30 fleet_is "$joined" "$1"
    [ "$(swarm_containers worker)" = "$containers" ] || failed "Workers were restarted with the coordinator."
    goes_on 30
}
# goes_on SECONDS: 100 jobs more are done within this time.
goes_on() { soon "$1" has_done "$work/larder" $(($(jobs_done "$work/larder") + 100)); }
