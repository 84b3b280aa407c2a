# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-cluster.sh: stages in which the link between coordinator and workers is slow, cut, or leads
# elsewhere. hosts.sh and larder.sh come before.

# A worker behind 40 ms ± 5 ms each way, with one frame in a hundred lost, by turns with one beside the coordinator: it
# must fetch at 80 % of that one's rate. Each answer of the site takes 200 ms, so that the slots are the bound and not
# the processor.
wire_stage() {
    local round host alone rate=([1]=0 [2]=0)
    larder_install "${LARDER_HOSTS_PACKAGES[@]}"
    trap 'set +e; hosts_down' EXIT
    hosts_up 1
    host_far 2 40 5 0.01
    site_on 1 1000 200
    site_on 2 1000 200
    alone=$(digest_alone 1)
    for round in 1 2 3; do
        for host in 1 2; do
            larder_begin "wire-$host"
            coordinator_on 1
            worker_on "$host" "$larder/cache" 32
            sync_ends 200
            is_like "$alone"
            rate[host]=$(awk -v sum="${rate[host]}" -v new="$(items_a_second)" 'BEGIN { print sum + new }')
        done
    done
    awk -v near="${rate[1]}" -v far="${rate[2]}" -v rounds="$round" 'BEGIN {
        printf "%.1f items/s beside the coordinator, %.1f behind the wire: %.0f %%.\n", near / rounds, far / rounds, 100 * far / near
        exit far < 0.8 * near }'
}
items_a_second() { sed -n 's/^  time .*, \([0-9.,]*\) items\/s.*/\1/p' "$larder.out" | tr -d ,; }

# A worker is cut off for 20 s in the middle of a sync: first it sends and hears nothing, then the cable is pulled. The
# other worker goes on meanwhile. Once mended it must be welcome within 10 s.
cut_stage() {
    local alone how
    larder_install "${LARDER_HOSTS_PACKAGES[@]}"
    trap 'set +e; hosts_down' EXIT
    hosts_up 2
    site_on 1 1500 100
    site_on 2 1500 100
    alone=$(digest_alone 1)
    for how in deaf cut; do
        larder_begin "cut-$how"
        coordinator_on 1
        worker_on 1 "$larder/cache" 8
        worker_on 2 "$larder/cache" 32
        soon 60 has_done "$larder" 500
        case $how in
        deaf) host_deafen 2 && echo "The worker sends, and hears nothing, for 20 s." ;;
        cut) host_cut 2 && echo "The worker's cable is pulled for 20 s." ;;
        esac
        sleep 20
        is_silent 2 || { echo "The coordinator did not miss it." && return 1; }
        case $how in
        deaf) host_undeafen 2 ;;
        cut) host_mend 2 ;;
        esac
        rejoins_in_time 2
        sync_ends 120
        is_like "$alone"
    done
}

# The coordinator's host is lost, and another one goes on with the same folder, at another address. The worker knows the
# coordinator by a name, which is changed: it must be welcome there within 10 s.
moved_stage() {
    local alone
    larder_install "${LARDER_HOSTS_PACKAGES[@]}"
    trap 'set +e; hosts_down' EXIT
    hosts_up 3
    site_on 3 1000 100
    alone=$(digest_alone 3)
    larder_begin moved
    coordinator_on 1
    name_is 1
    echo 'hosts: files' >"$work/nsswitch"
    named_worker_on 3
    soon 60 has_done "$larder" 500
    host_cut 1
    kill -9 "$coordinator"
    wait "$coordinator" 2>/dev/null || true
    echo "The coordinator's host is lost with $(jobs_done "$larder") jobs done."
    coordinator_on 2
    name_is 2
    rejoins_in_time 3
    sync_ends 120
    is_like "$alone"
}

# name_is HOST: what the worker's hosts file says. It is written in place, as it is mounted.
name_is() { printf '127.0.0.1 localhost\n%s pantry.larder.test\n' "$net.$1" >"$work/hosts"; }

# named_worker_on HOST: with a hosts file of its own.
named_worker_on() {
    # shellcheck disable=SC2016  # what the other shell expands
    start "$1" unshare -m sh -c 'mount --bind "$0/hosts" /etc/hosts &&
        mount --bind "$0/nsswitch" /etc/nsswitch.conf && exec "$@"' "$work" \
        "$bin/worker" --connect tcp://pantry.larder.test:5570 --cache "$larder/cache" \
        --key "$larder.keys/worker-$1.secret" --server-key "$larder.keys/server.public" \
        >>"$larder.worker-$1.log" 2>&1
    workers+=("$started")
}

is_silent() { grep -qE "A worker (is silent|is gone|left).*worker\.id: worker-$1\\b" "$larder.log"; } # HOST

# rejoins_in_time HOST: its worker makes a new request to the site within 10 s, so it has rejoined and has work. It holds
# no work when this begins.
rejoins_in_time() {
    local began asked
    began=$(milliseconds)
    asked=$(requests_of "$1")
    soon 60 asks_more "$1" "$asked"
    began=$(($(milliseconds) - began))
    echo "The worker does new work after $began ms."
    [ "$began" -le 10000 ]
}
requests_of() { on "$1" curl -s http://127.0.0.1:8090/stats | sed 's/^{"requests":\([0-9]*\).*/\1/'; } # HOST
asks_more() { [ "$(requests_of "$1")" -gt "$2" ]; } # HOST COUNT
