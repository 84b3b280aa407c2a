# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-cluster.sh: a CephFS whose daemons are all on one host of hosts.sh and keep everything in
# memory, mounted on other hosts by ceph-fuse.

# ceph_up HOST TICK: waits until it can be mounted. Another host sees a file that was just written only once the
# metadata server has flushed its journal, which it does every TICK seconds; 5 is Ceph's own setting.
ceph_up() {
    local name
    ceph=$work/ceph
    ceph_host=$1
    mounts=()
    rm -rf "$ceph"
    mkdir -p "$ceph"/{run,mon,mgr,osd,mds}
    cat >"$ceph/conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon host = [v2:$net.$1:16789/0]
public addr = $net.$1
cluster addr = $net.$1
keyring = $ceph/keyring
run dir = $ceph/run
admin socket = $ceph/run/\$name.asok
pid file = $ceph/run/\$name.pid
log file = $ceph/\$name.log
mon data = $ceph/mon
mgr data = $ceph/mgr
osd data = $ceph/osd
mds data = $ceph/mds
osd objectstore = memstore
memstore device bytes = 2147483648
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mgr initial modules =
mds tick interval = $2
CONF
    ceph_key mon. --cap mon 'allow *'
    ceph_key client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mds 'allow *' --cap mgr 'allow *'
    ceph_key mgr.x --cap mon 'allow profile mgr' --cap osd 'allow *' --cap mds 'allow *'
    ceph_key osd.0 --cap mon 'allow profile osd' --cap mgr 'allow profile osd' --cap osd 'allow *'
    ceph_key mds.a --cap mon 'allow profile mds' --cap osd 'allow *' --cap mds 'allow' --cap mgr 'allow profile mds'
    monmaptool --create --addv a "[v2:$net.$1:16789]" --fsid "$(awk '/^fsid/ { print $3 }' "$ceph/conf")" \
        "$ceph/monmap" >/dev/null
    {
        ceph_run ceph-mon -i a --mkfs --monmap "$ceph/monmap" --keyring "$ceph/keyring"
        ceph_run ceph-mon -i a
        ceph_run ceph-mgr -i x
        ceph_run ceph osd create
        ceph_run ceph-osd -i 0 --mkfs
        ceph_run ceph-osd -i 0
        for name in meta data; do ceph_run ceph osd pool create "$name" 8; done
        ceph_run ceph fs new larder meta data
        ceph_run ceph-mds -i a
    } >"$ceph/log" 2>&1
    soon 40 ceph_is_active
}
ceph_run() { on "$ceph_host" "$1" -c "$ceph/conf" "${@:2}"; }
ceph_key() { # NAME CAPABILITY...
    ceph-authtool --create-keyring "$ceph/key" --gen-key -n "$@" >/dev/null
    cat "$ceph/key" >>"$ceph/keyring"
}
ceph_is_active() { ceph_run ceph mds stat 2>/dev/null | grep -q up:active; }

# ceph_mount HOST FOLDER
ceph_mount() {
    mkdir -p "$2"
    on "$1" ceph-fuse -c "$ceph/conf" --pid-file "$ceph/run/mount-$1.pid" --admin-socket "$ceph/run/mount-$1.asok" \
        --log-file "$ceph/mount-$1.log" "$2" >>"$ceph/log" 2>&1
    mounts+=("$2")
}

# The mounts go before the daemons, or whoever reads them waits for ever.
ceph_down() {
    local file
    for file in "$ceph"/run/mount-*.pid; do kill -9 "$(cat "$file")"; done
    umount -l "${mounts[@]}"
    hosts_down
    rm -rf "$ceph"
}
