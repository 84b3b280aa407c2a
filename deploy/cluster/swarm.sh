# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-swarm.sh: deploy/swarm/stack.yaml on the engines of engines.sh. `work` is a folder, `bin` the
# folder of the programs; hosts.sh, engines.sh and compose.sh come before.

manager() { docker_on 1 "$@"; }

# swarm_up COUNT: engines with the images, joined; host 1 manages, and is to keep the catalog.
swarm_up() {
    local n token
    hosts_up "$1"
    engines_up "$1"
    for n in $(seq "$1"); do engine_load "$n" larder-coordinator larder-worker larder-sample-site; done
    manager swarm init --advertise-addr "$net.1" >/dev/null
    token=$(manager swarm join-token -q worker)
    for n in $(seq 2 "$1"); do docker_on "$n" swarm join --token "$token" "$net.1:2377" >/dev/null; done
    manager node update --label-add larder=coordinator host1 >/dev/null
}

# swarm_keys: what the first lines of stack.yaml say.
swarm_keys() {
    local keys=$work/keys file
    "$bin/coordinator" keygen --keys "$keys" --worker worker >/dev/null
    openssl rand -hex 32 >"$keys/token"
    for file in server.secret worker.secret token; do
        manager secret create "larder-$file" "$keys/$file" >/dev/null
    done
    manager config create larder-server.public "$keys/server.public" >/dev/null
    manager config create larder-worker.public "$keys/workers/worker.public" >/dev/null
}

# swarm_deploy: with the sample site. The folder of the cache is shared, as all hosts are this machine.
swarm_deploy() {
    mkdir -p "$work/cache"
    chown 10001:10001 "$work/cache"
    # A name of no registry, and hosts without a way out: a task then begins with the image that is there.
    LARDER_CACHE=$work/cache LARDER_IMAGES=localhost/ manager stack deploy --resolve-image never \
        -c deploy/swarm/stack.yaml -c deploy/swarm/demo.yaml larder
}

# swarm_running: how many tasks run on each host, such as "host1:4 host2:3".
swarm_running() {
    manager stack ps larder --filter desired-state=running --format '{{.Node}} {{.CurrentState}}' |
        awk '$2 == "Running" { n[$1]++ } END { for (host in n) print host ":" n[host] }' | sort | paste -sd ' '
}

# in_swarm ARGUMENT...: the coordinator's program beside the one that runs.
in_swarm() {
    local container
    container=$(manager ps -q --filter label=com.docker.swarm.service.name=larder_coordinator | head -n 1)
    [ -n "$container" ] && manager exec "$container" coordinator "$@"
}

# swarm_is_whole SECONDS: waits until both sources were synced.
swarm_is_whole() {
    local began=$SECONDS state
    while [ $((SECONDS - began)) -le "$1" ]; do
        state=$(in_swarm status --into /larder --json 2>/dev/null || true)
        [ "$(grep -o '"last_sync":"finished"' <<<"$state" | wc -l)" -lt 2 ] || return 0
        sleep 0.3
    done
    manager stack ps larder --no-trunc
    echo "The larder of deploy/swarm/stack.yaml was not whole within $1 s."
    return 1
}

# swarm_until SECONDS CONDITION...
swarm_until() {
    local began=$SECONDS limit=$1
    shift
    until "$@"; do
        [ $((SECONDS - began)) -lt "$limit" ] || { manager stack ps larder; echo "Not within $limit s: $*"; return 1; }
        sleep 0.3
    done
}

# swarm_runs_elsewhere COUNT: so many workers run on other hosts than the second.
swarm_runs_elsewhere() {
    [ "$(manager service ps larder_worker --filter desired-state=running --format '{{.Node}} {{.CurrentState}}' |
        awk '$2 == "Running" && $1 != "host2"' | wc -l)" = "$1" ]
}
swarm_node_is_ready() { manager node ls --format '{{.Hostname}} {{.Status}}' | grep -q "^$1 Ready"; }

# swarm_worker_codes HOST: the exit codes of workers that have ended there.
swarm_worker_codes() {
    docker_on "$1" ps -aq --filter status=exited --filter label=com.docker.swarm.service.name=larder_worker |
        while read -r container; do docker_on "$1" inspect --format '{{.State.ExitCode}}' "$container"; done |
        sort | paste -sd ' '
}

# The engines need a moment to end what runs.
swarm_down() {
    manager stack rm larder >/dev/null 2>&1 && sleep 6
    engines_down
}
