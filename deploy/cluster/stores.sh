# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-cluster.sh: stages in which workers on two hosts share a cache by a network file system.
# hosts.sh, larder.sh, ceph.sh and nfs.sh come before.

# A CephFS is mounted on both hosts; its own host is cut off. LARDER_CEPH_TICK=5 takes Ceph's own setting, see ceph.sh.
ceph_stage() {
    local alone
    larder_install "${LARDER_HOSTS_PACKAGES[@]}" "${LARDER_CEPH_PACKAGES[@]}"
    [ -c /dev/fuse ] || { skipped "there is no /dev/fuse" && return; }
    trap 'set +e; ceph_down 2>/dev/null' EXIT
    hosts_up 3
    site_on 1 300 100
    site_on 2 300 100
    alone=$(digest_alone 1)
    larder_begin on-ceph
    ceph_up 3 "${LARDER_CEPH_TICK:-0.1}"
    ceph_mount 1 "$larder/cache"
    ceph_mount 2 "$work/cache-2"
    coordinator_on 1
    worker_on 1 "$larder/cache" 16
    worker_on 2 "$work/cache-2" 16
    loses_its_store 2 'host_cut 3' 'host_mend 3'
    is_like "$alone"
}

# The coordinator's host serves the cache to another one by NFS; the server stands still.
nfs_stage() {
    local alone
    larder_install "${LARDER_HOSTS_PACKAGES[@]}" "${LARDER_NFS_PACKAGES[@]}"
    kernel_has_nfs || (larder_install "${LARDER_NFS_MACHINE_PACKAGES[@]}") ||
        { skipped "this machine's kernel has no NFS client, and none that runs as a program is to be had" && return; }
    trap 'set +e; nfs_down 2>/dev/null' EXIT
    hosts_up "$(kernel_has_nfs && echo 2 || echo 1)"
    site_on 1 300 100
    alone=$(digest_alone 1)
    larder_begin on-nfs
    mkdir -p "$larder/cache"
    nfs_serve 1 "$larder/cache"
    coordinator_on 1
    worker_on 1 "$larder/cache" 8
    if kernel_has_nfs; then
        echo "This machine's kernel mounts the cache."
        site_on 2 300 100
        mkdir -p "$work/cache-2"
        on 2 mount -t nfs4 -o vers=4.1 "$net.1:/cache" "$work/cache-2"
        worker_on 2 "$work/cache-2" 16
    else
        echo "A kernel in user space mounts the cache, as this machine's has no NFS client."
        small_machine 2 "$larder.worker-2.log" "mount -t nfs4 -o vers=4.1 $net.1:/cache /mnt
'$bin/sample-site' --port 8090 --recipes 300 --articles 0 --latency 100 &
exec '$bin/worker' --connect tcp://$net.1:5570 --cache /mnt --fetch-slots 16 --key '$larder.keys/worker-2.secret' \\
    --server-key '$larder.keys/server.public'"
    fi
    loses_its_store 2 "kill -STOP $nfs_server" "kill -CONT $nfs_server"
    is_like "$alone"
}

# Workers on two hosts without any shared folder, by turns with workers that share one: 60 % of the rate at least.
unshared_stage() {
    local alone round how cache host
    declare -A rate=([shared]=0 [unshared]=0)
    larder_install "${LARDER_HOSTS_PACKAGES[@]}"
    trap 'set +e; hosts_down' EXIT
    hosts_up 2
    site_on 1 1000 20
    site_on 2 1000 20
    alone=$(digest_alone 1)
    for round in 1 2 3; do
        for how in shared unshared; do
            larder_begin "$how"
            coordinator_on 1
            cache=coordinator
            [ "$how" = unshared ] || cache=$larder/cache
            for host in 1 2; do worker_on "$host" "$cache" 32; done
            sync_ends 120
            is_like "$alone"
            rate[$how]=$(awk -v sum="${rate[$how]}" -v new="$(items_a_second)" 'BEGIN { print sum + new }')
        done
    done
    awk -v with="${rate[shared]}" -v without="${rate[unshared]}" -v rounds="$round" 'BEGIN {
        printf "%.1f items/s with a shared folder, %.1f without: %.0f %%.\n", with / rounds, without / rounds, 100 * without / with
        exit without < 0.6 * with }'
}

# loses_its_store HOST GONE BACK: in the middle of the sync, once the worker of that host works too, the store is taken
# away by one command and given back by another 20 s later; the sync goes on to its end.
loses_its_store() {
    local began
    soon 60 joins_over "$1" 0
    soon 60 has_done "$larder" 300
    $2
    echo "The store is gone with $(jobs_done "$larder") jobs done."
    sleep 20
    echo "It comes back with $(jobs_done "$larder") jobs done."
    $3
    began=$SECONDS
    sync_ends 180
    echo "The sync ended $((SECONDS - began)) s later."
    "$bin/coordinator" verify --into "$larder" | tail -n 1
}
