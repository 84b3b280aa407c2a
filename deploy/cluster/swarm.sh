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
    swarm_hosts=$(seq "$1")
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

# swarm_deploy: with a slow sample site. The larder's folder is shared, as all hosts are this machine.
swarm_deploy() {
    local source
    mkdir -p "$work/larder/cache"
    chown -R 10001:10001 "$work/larder"
    # Fewer requests at once than two workers have slots: what is left of the fleet could keep the rate.
    for source in demo demo-news; do
        sed 's/concurrency: 64/concurrency: 24/' "deploy/sources/$source.yaml" >"$work/$source.yaml"
    done
    # A name of no registry, and hosts without a way out: a task then begins with the image that is there.
    LARDER_CACHE=$work/larder/cache LARDER_FOLDER=$work/larder LARDER_IMAGES=localhost/ LARDER_LATENCY=300 \
        LARDER_SOURCE=$work/demo.yaml LARDER_NEWS=$work/demo-news.yaml manager stack deploy --resolve-image never \
        -c deploy/swarm/stack.yaml -c deploy/swarm/demo.yaml -c deploy/cluster/swarm.yaml larder
}

# swarm_workers: how many run on each host, such as "host1:4 host2:3".
swarm_workers() {
    manager service ps larder_worker --filter desired-state=running --format '{{.Node}} {{.CurrentState}}' |
        awk '$2 == "Running" { n[$1]++ } END { for (host in n) print host ":" n[host] }' | sort | paste -sd ' '
}
# swarm_workers_are COUNT [HOST]: so many run, none of them on HOST.
swarm_workers_are() {
    swarm_workers | tr ' ' '\n' | awk -F: -v not="${2:-}" -v want="$1" '$1 == not { bad = 1 } { n += $2 }
        END { exit bad || n != want }'
}
swarm_node_is_ready() { manager node ls --format '{{.Hostname}} {{.Status}}' | grep -q "^$1 Ready"; }

# swarm_containers SERVICE OPTION...: the numbers of its containers, each as "HOST ID".
swarm_containers() {
    local n service=$1
    shift
    for n in $swarm_hosts; do
        docker_on "$n" ps -q --filter "label=com.docker.swarm.service.name=larder_$service" "$@" | sed "s/^/$n /"
    done | sort
}
# swarm_replaced SERVICE ID: another container than this one runs.
swarm_replaced() { swarm_containers "$1" | grep -qv " $2\$"; }
coordinator_is_on() { [[ $(swarm_containers coordinator) = "$1 "* ]]; }
# swarm_codes SERVICE: the exit codes of its containers that have ended.
swarm_codes() {
    swarm_containers "$1" -a --filter status=exited | while read -r n container; do
        docker_on "$n" inspect --format '{{.State.ExitCode}}' "$container"
    done | sort -n | paste -sd ' '
}

# in_swarm ARGUMENT...: the coordinator's program beside the one that runs.
in_swarm() {
    local n container
    read -r n container < <(swarm_containers coordinator) && docker_on "$n" exec "$container" coordinator "$@"
}

state_of_engine() { manager stack ps larder; }

# The engines need a moment to end what runs.
swarm_down() {
    manager stack rm larder >/dev/null 2>&1 && sleep 6
    engines_down
}
