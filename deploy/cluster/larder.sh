# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # the scripts that source this one read and set what it names
# Sourced by deploy/check-cluster.sh: a coordinator and workers on the hosts of hosts.sh. `bin` is the folder of the
# programs, `work` a folder of ours.
#
# Each host has a sample site on its own loopback address, all with the same content: what is cut or slow is the link
# between Larder's processes, or to their store, never the one to the site.

# start HOST COMMAND...: in the background; sets `started` to its process.
start() {
    nsenter --net="/run/netns/$hosts-$1" "${@:2}" &
    started=$!
}

# site_on HOST RECIPES LATENCY-MS: each answer comes that much later.
site_on() {
    start "$1" "$bin/sample-site" --port 8090 --recipes "$2" --articles 0 --latency "$3" >"$work/site-$1.log" 2>&1
    disown
    soon 20 listens "$1" 8090
}
listens() { [ -n "$(on "$1" ss -Hltn "sport = :$2")" ]; } # HOST PORT

# larder_begin NAME: names a larder of its own, with keys for a worker on each of three hosts.
larder_begin() {
    larder=$work/$1
    workers=()
    rm -rf "$larder" "$larder".*
    cat >"$larder.yaml" <<'SOURCE'
name: stew
kind: food2fork
base: http://127.0.0.1:8090
own: true
queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]
politeness: {concurrency: 64}
SOURCE
    "$bin/coordinator" keygen --into "$larder" --out "$larder.keys" \
        --worker worker-1 --worker worker-2 --worker worker-3 >/dev/null
}

# coordinator_on HOST: syncs the larder by workers that join at the host's address.
coordinator_on() {
    start "$1" "$bin/coordinator" "$larder.yaml" --workers 0 --listen "tcp://$net.$1:5570" --into "$larder" \
        --progress none >"$larder.out" 2>>"$larder.log"
    coordinator=$started
    soon 20 listens "$1" 5570
}

# worker_on HOST CACHE SLOTS: the coordinator is on the first host.
worker_on() {
    start "$1" "$bin/worker" --connect "tcp://$net.1:5570" --cache "$2" --fetch-slots "$3" \
        --key "$larder.keys/worker-$1.secret" --server-key "$larder.keys/server.public" \
        >>"$larder.worker-$1.log" 2>&1
    workers+=("$started")
}

# joins HOST: how often the coordinator let that host's worker in, or heard it again.
joins() { grep -cE "A worker (joined|is heard again) .*worker\.id: worker-$1\\b" "$larder.log" || true; }
joins_over() { [ "$(joins "$1")" -gt "$2" ]; } # HOST COUNT

# sync_ends SECONDS: waits for the coordinator's end and that of its workers; no job may have been tried again.
sync_ends() {
    local code=0
    soon "$1" has_ended "$coordinator" || { tail -n 20 "$larder.log" "$larder".worker-*.log && return 1; }
    wait "$coordinator" || code=$?
    kill "${workers[@]}" 2>/dev/null || true
    wait "${workers[@]}" || true
    grep -E '^  (items|fetched|time) ' "$larder.out"
    if [ "$code" != 0 ] || [ "$(charges)" != 0 ]; then
        echo "Exit code $code, and $(charges) jobs were tried again or given up:"
        cat "$larder.out" && tail -n 20 "$larder.log" "$larder".worker-*.log && return 1
    fi
}
has_ended() { ! kill -0 "$1" 2>/dev/null; }

# charges: jobs that failed, by the summary's columns "retries" and "dead".
charges() {
    tr -d , <"$larder.out" |
        awk '/^  kind / { table = 1; next } table && !NF { exit } table { n += $(NF - 1) + $NF } END { print n + 0 }'
}

# is_like DIGEST: whether the larder has it.
is_like() {
    local digest
    digest=$("$bin/coordinator" digest --into "$larder")
    [ "$digest" = "$1" ] || { echo "The larder is another one: $digest, not $1." && return 1; }
    echo "The larder is the one that a single worker makes."
}

# digest_alone HOST: what one local worker makes of the site of that host.
digest_alone() {
    larder_begin alone
    on "$1" "$bin/coordinator" "$larder.yaml" --workers 1 --into "$larder" --progress none >/dev/null 2>"$larder.log"
    "$bin/coordinator" digest --into "$larder"
}
