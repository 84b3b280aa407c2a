# shellcheck shell=bash
# Sourced by the check scripts: hosts on one machine. Each is a network namespace with an address of its own, and a
# bridge in another namespace joins them. Nothing of the machine's own network is touched.

# The namespaces are called $hosts-0 (the bridge), $hosts-1 and so on; host N has $net.N.
hosts=larder$$
net=10.77.0

# shellcheck source=deploy/cluster/waiting.sh
. "$(dirname "${BASH_SOURCE[0]}")/waiting.sh"

# hosts_up COUNT
hosts_up() {
    local n
    ip netns add "$hosts-0"
    ip -n "$hosts-0" link add br0 type bridge
    ip -n "$hosts-0" link set br0 up
    for n in $(seq "$1"); do
        ip netns add "$hosts-$n"
        ip link add "v$n" netns "$hosts-0" type veth peer name eth0 netns "$hosts-$n"
        ip -n "$hosts-0" link set "v$n" master br0 up
        host_address "$n"
    done
}

host_address() {
    ip -n "$hosts-$1" addr add "$net.$1/24" dev eth0
    ip -n "$hosts-$1" link set eth0 up
    ip -n "$hosts-$1" link set lo up
}

# on HOST COMMAND...: not by `ip netns exec`, which would mount another /sys without the control groups.
on() {
    local n=$1
    shift
    nsenter --net="/run/netns/$hosts-$n" "$@"
}

# The cable is pulled, and put back: no end of a connection is told.
host_cut() { ip -n "$hosts-0" link set "v$1" down; }
host_mend() { ip -n "$hosts-0" link set "v$1" up; }

# It sends, and hears nothing.
host_deafen() { on "$1" nft 'add table netdev deaf; add chain netdev deaf in { type filter hook ingress device "eth0" priority 0; policy drop; }'; }
host_undeafen() { on "$1" nft delete table netdev deaf; }

# host_far NUMBER DELAY-MS JITTER-MS LOSS: a host behind a slow wire.
host_far() {
    local n=$1
    ip netns add "$hosts-$n"
    # It runs on the bridge's host, so that it ends with that one.
    on 0 python3 "$(dirname "${BASH_SOURCE[0]}")/slow-wire.py" "$hosts-0" "v$n" "$hosts-$n" eth0 "${@:2}" &
    disown
    soon 10 ip -n "$hosts-$n" link show eth0
    ip -n "$hosts-0" link set "v$n" master br0 up
    host_address "$n"
}

# hosts_down: ends what runs on them, too.
hosts_down() {
    local name pids
    for name in $(ip netns list | awk -v p="$hosts-" 'index($1, p) == 1 { print $1 }'); do
        mapfile -t pids < <(ip netns pids "$name")
        [ ${#pids[@]} -eq 0 ] || kill -9 "${pids[@]}" 2>/dev/null || true
        ip netns del "$name"
    done
}
