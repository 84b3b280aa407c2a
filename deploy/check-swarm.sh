#!/usr/bin/env bash
# Runs deploy/swarm by a real Docker Swarm on this machine, one engine for each of two hosts: the stack fills a larder
# from its sample site while one host is cut off; then workers are added, replaced, and moved off a node.
#
#   deploy/check-swarm.sh [--programs FOLDER]
#
# --programs FOLDER: where coordinator, worker and sample-site are, for a larder to compare with (default:
# .build/tests/release).
# Images come from deploy/check.sh's podman folder, or the one that LARDER_CONTAINERS names.
# Exit code 0: all held, or a line `skipped: REASON`; 1: something did not hold; 2: could not begin.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/containers.sh
. deploy/containers.sh
# shellcheck source=deploy/cluster/hosts.sh
. deploy/cluster/hosts.sh
# shellcheck source=deploy/cluster/engines.sh
. deploy/cluster/engines.sh
# shellcheck source=deploy/cluster/compose.sh
. deploy/cluster/compose.sh
# shellcheck source=deploy/cluster/swarm.sh
. deploy/cluster/swarm.sh

bin=.build/tests/release
[ "${1:-}" != --programs ] || { bin=${2:?--programs takes the folder of the programs} && shift 2; }
[ $# = 0 ] || { echo "deploy/check-swarm.sh takes --programs FOLDER and nothing else, not '$1'." >&2 && exit 2; }
skipped() { echo "skipped: $1" && exit 0; }
[ "$(id -u)" = 0 ] || skipped "hosts on one machine need root"
for program in podman dockerd docker nsenter; do
    command -v "$program" >/dev/null || skipped "there is no $program"
done
[ -x "$bin/coordinator" ] || { echo "There is no $bin/coordinator: name its folder with --programs." >&2 && exit 2; }
bin=$(realpath "$bin")
# shellcheck disable=SC2034  # read by engines.sh
engine=podman
larder_own_containers "${LARDER_CONTAINERS:-$PWD/.build/check/containers}"
for image in larder-coordinator larder-worker larder-sample-site; do
    podman image exists "localhost/$image" || skipped "there is no image $image: deploy/check.sh builds it"
done

work=$(mktemp -d "${TMPDIR:-/tmp}/larder-swarm-XXXXXX")
chmod 755 "$work"
trap 'set +e; swarm_down; rm -rf "$work"' EXIT
swarm_up 2
echo "A swarm of two hosts after $SECONDS s."
swarm_keys
swarm_deploy >/dev/null 2>&1
began=$SECONDS
jobs_done() {
    in_swarm status --into /larder --json 2>/dev/null | grep -o '"jobs_done":[0-9]*' |
        awk -F: '{ n += $2 } END { print n + 0 }'
}
some_done() { [ "$(jobs_done)" -gt 200 ]; }
swarm_until 120 some_done
echo "At work after $((SECONDS - began)) s: $(swarm_running)."
cut=$SECONDS
host_cut 2
swarm_is_whole 180
echo "Whole after $((SECONDS - began)) s, $((SECONDS - cut)) s after a host was cut off."
in_swarm health
digest=$(in_swarm digest --into /larder)
alone=$(bare_digest 1 "$work/bare" 500 200 2>/dev/null)
[ "$digest" = "$alone" ] || { echo "One worker alone made another larder." && exit 1; }
echo "One worker alone makes the same larder."
swarm_until 60 swarm_runs_elsewhere 4
echo "All workers ran elsewhere $((SECONDS - cut)) s after the cut, or sooner: $(swarm_running)."
host_mend 2
swarm_until 60 swarm_node_is_ready host2

timed() { # timed WHAT COMMAND...
    local began=$SECONDS
    "${@:2}" >/dev/null 2>&1
    echo "$1: $((SECONDS - began)) s; $(swarm_running)."
}
timed "Six workers" manager service scale larder_worker=6
timed "Workers replaced, two at a time" manager service update --force larder_worker
timed "The coordinator replaced" manager service update --force larder_coordinator
manager node update --availability drain host2 >/dev/null
timed "The second host drained" swarm_until 60 swarm_runs_elsewhere 6
codes=$(swarm_worker_codes 2)
echo "Exit codes of the second host's workers: $codes."
grep -q '^0\( 0\)*$' <<<"$codes"
