# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-cluster.sh: a cache that another host reaches by NFS 4.1. The server runs in user space. The
# client is a Linux kernel's: this machine's, or where that has none one that runs as a program (User Mode Linux).

# nfs_serve HOST FOLDER
nfs_serve() {
    local state=$work/nfs
    mkdir -p "$state/recovery"
    cat >"$state/conf" <<CONF
NFS_CORE_PARAM { NFS_Protocols = 4; Bind_addr = $net.$1; Enable_NLM = false; Enable_RQUOTA = false; }
NFSv4 { Graceless = true; RecoveryBackend = fs; RecoveryRoot = $state/recovery; }
EXPORT {
    Export_Id = 1; Path = $2; Pseudo = /cache; Protocols = 4; Access_Type = RW; Squash = No_Root_Squash; SecType = sys;
    FSAL { Name = VFS; }
}
LOG { Default_Log_Level = WARN; }
CONF
    start "$1" ganesha.nfsd -F -f "$state/conf" -L "$state/log" -p "$state/pid" >/dev/null 2>&1
    # shellcheck disable=SC2034  # stores.sh reads it
    nfs_server=$started
    disown
    soon 20 listens "$1" 2049
}

kernel_has_nfs() { modprobe nfsv4 2>/dev/null || grep -q nfs4 /proc/filesystems; }

# small_machine NUMBER LOG SCRIPT: a kernel of its own as host NUMBER runs the script. It has one processor, sees this
# machine's files and may not write them.
small_machine() {
    local n=$1
    on 0 ip tuntap add "v$n" mode tap
    ip -n "$hosts-0" link set "v$n" master br0 up
    cat >"$work/machine-$n" <<SCRIPT
#!/bin/bash
set -e
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
for folder in /tmp /run /mnt; do mount -t tmpfs tmpfs \$folder; done
mkdir -p /run/modules/lib/modules
ln -s "/usr/lib/uml/modules/\$(uname -r)" /run/modules/lib/modules/
modprobe -d /run/modules nfsv4
hostname host$n
ip link set lo up
ip addr add $net.$n/24 dev vec0
ip link set vec0 up
$3
SCRIPT
    chmod 755 "$work/machine-$n"
    start 0 env HOME="$work" TMPDIR="$work" linux.uml mem=1G uml_dir="$work" umid="uml-$n" \
        vec0:transport=tap,ifname="v$n" root=/dev/root rootfstype=hostfs rootflags=/ ro init="$work/machine-$n" \
        con=null con0=null,fd:1 loglevel=0 </dev/null >"$2" 2>&1
    disown
}

# A mount whose server is gone can only be taken away lazily.
nfs_down() {
    umount -l "$work/cache-2"
    hosts_down
    rm -rf "$work/nfs"
}
