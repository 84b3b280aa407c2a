#!/usr/bin/env bash
# What deploy/check.sh leaves out, as it takes minutes and a real engine: Larder on several hosts of this machine.
#
#   deploy/check-cluster.sh --built FOLDER [STAGE ...]
#
# FOLDER has the programs. Stages: compose, swarm, slurm, wire, cut, moved, unshared, ceph, nfs (default: all). Those
# that cannot run are skipped and say why.
# Exit code 0: every stage passed or was skipped; 1: one failed and is named; 2: could not begin.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/packages.sh
. deploy/packages.sh
# shellcheck source=deploy/steps.sh
. deploy/steps.sh
# shellcheck source=deploy/containers.sh
. deploy/containers.sh
# shellcheck source=deploy/cluster/hosts.sh
. deploy/cluster/hosts.sh
# shellcheck source=deploy/cluster/engines.sh
. deploy/cluster/engines.sh
# shellcheck source=deploy/cluster/compose.sh
. deploy/cluster/compose.sh
# shellcheck source=deploy/cluster/larder.sh
. deploy/cluster/larder.sh
# shellcheck source=deploy/cluster/links.sh
. deploy/cluster/links.sh
# shellcheck source=deploy/cluster/ceph.sh
. deploy/cluster/ceph.sh
# shellcheck source=deploy/cluster/nfs.sh
. deploy/cluster/nfs.sh
# shellcheck source=deploy/cluster/stores.sh
. deploy/cluster/stores.sh

bin=
stages=()
while [ $# -gt 0 ]; do
    case $1 in
    --built) bin=${2:?--built takes the folder of the programs} && shift ;;
    -h | --help)
        sed -n '2,8s/^# \{0,1\}//p' deploy/check-cluster.sh
        exit 0
        ;;
    compose | swarm | slurm | wire | cut | moved | unshared | ceph | nfs) stages+=("$1") ;;
    *) larder_fail "deploy/check-cluster.sh knows no stage '$1'." ;;
    esac
    shift
done
[ -x "$bin/coordinator" ] || larder_fail "name the folder of the programs: --built FOLDER."
[ ${#stages[@]} -gt 0 ] || stages=(compose swarm slurm wire cut moved unshared ceph nfs)
[ "$(id -u)" = 0 ] || larder_fail "networks of its own need root."

work=$PWD/.build/cluster
mkdir -p "$work"
bin=$(cd "$bin" && pwd)
skipped() { echo "skipped: $1"; }

# The compose file on a real Docker engine: 3,000 recipes by 4 and by 8 workers, each digest that of one worker without
# containers; and the health of a coordinator that stands still.
compose_stage() {
    local count digest began
    engine_images
    trap 'set +e; compose down -v -t 5 >/dev/null 2>&1; engines_down' EXIT
    hosts_up 1
    engines_up 1
    rm -f "$work"/*.tar
    engine_load 1 larder-coordinator larder-worker larder-sample-site
    export DOCKER_CONFIG=$work DOCKER_HOST=unix://$work/engine-1/socket
    export LARDER_DEMO_RECIPES=3000
    rm -rf "$work/bare"
    began=$(milliseconds)
    digest=$(bare_digest 1 "$work/bare" 3000 200 2>/dev/null)
    echo "One worker without containers: $((($(milliseconds) - began) / 1000)) s, digest $digest."
    for count in 4 8; do
        began=$(milliseconds)
        compose up -d --scale worker="$count" >/dev/null 2>&1
        compose_is_whole 300
        echo "$count workers in containers: $((($(milliseconds) - began) / 1000)) s from \`up\` on."
        [ "$(in_compose digest)" = "$digest" ] || { echo "Their larder is another one." && return 1; }
        [ "$count" = 8 ] || compose down -v -t 5 >/dev/null 2>&1
    done
    health_turns_red
}

health_is() { [ "$(health)" = "$1" ]; }
health() { docker inspect --format '{{.State.Health.Status}}' "$(compose ps -q coordinator)"; }

health_turns_red() {
    local began pid
    soon 60 health_is healthy
    pid=$(docker inspect --format '{{.State.Pid}}' "$(compose ps -q coordinator)")
    began=$(milliseconds)
    # tini's child is the program.
    kill -STOP "$(pgrep -P "$pid" coordinator)"
    soon 30 health_is unhealthy || true
    echo "A coordinator that stands still is $(health) after $(($(milliseconds) - began)) ms."
    kill -CONT "$(pgrep -P "$pid" coordinator)"
    [ $(($(milliseconds) - began)) -le 10000 ] || { echo "It had to be unhealthy within 10 s." && return 1; }
}

swarm_stage() { deploy/check-swarm.sh --built "$bin"; }
slurm_stage() {
    larder_install "${LARDER_SLURM_PACKAGES[@]}"
    deploy/check-slurm.sh --built "$bin"
}

for stage in "${stages[@]}"; do step "$stage" "${stage}_stage"; done
