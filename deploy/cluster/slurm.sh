# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-slurm.sh: a Slurm cluster on the hosts of hosts.sh, each with one slurmd; the first host has
# the controller too. `work` is a folder that only root may write.

slurm() {
    local program=$1
    shift
    SLURM_CONF=$work/slurm.conf on 1 "$program" "$@"
}

# slurm_daemon HOST COMMAND...: under the host's own name, by which Slurm knows it.
slurm_daemon() {
    local n=$1
    shift
    on "$n" unshare -u sh -c "hostname host$n && exec \"\$@\"" sh "$@" >>"$work/daemons.log" 2>&1
}

# slurm_up COUNT: waits until all nodes are idle.
slurm_up() {
    local n
    mkdir -p "$work/state"
    chmod 755 "$work"
    {
        printf '%s\n' ClusterName=larder "SlurmctldHost=host1($net.1)" SlurmUser=root SlurmdUser=root \
            AuthType=auth/munge "AuthInfo=socket=$work/munge.socket" \
            "StateSaveLocation=$work/state" "SlurmdSpoolDir=$work/spool-%n" \
            "SlurmctldPidFile=$work/slurmctld.pid" "SlurmdPidFile=$work/slurmd-%n.pid" \
            "SlurmctldLogFile=$work/slurmctld.log" "SlurmdLogFile=$work/slurmd-%n.log" \
            SelectType=select/cons_tres SelectTypeParameters=CR_CPU_Memory ReturnToService=2 SlurmdTimeout=10
        # No control groups, no rights above those of this root.
        printf '%s\n' ProctrackType=proctrack/linuxproc TaskPlugin=task/none MpiDefault=none \
            SlurmdParameters=config_overrides PropagateResourceLimits=NONE
        for n in $(seq "$1"); do
            mkdir -p "$work/spool-host$n"
            echo "NodeName=host$n NodeAddr=$net.$n CPUs=4 RealMemory=8000 State=UNKNOWN"
        done
        echo 'PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP'
    } >"$work/slurm.conf"
    head -c 1024 /dev/urandom >"$work/munge.key" && chmod 400 "$work/munge.key"
    munged --force --socket="$work/munge.socket" --key-file="$work/munge.key" --pid-file="$work/munged.pid" \
        --log-file="$work/munged.log" --seed-file="$work/munge.seed" --num-threads=2
    hosts_up "$1"
    slurm_daemon 1 slurmctld -f "$work/slurm.conf"
    for n in $(seq "$1"); do slurm_daemon "$n" slurmd -N "host$n" -f "$work/slurm.conf"; done
    soon 60 slurm_nodes_are "$1" idle
}

slurm_nodes_are() { [ "$(slurm sinfo -h -N -t "$2" -o %n | sort -u | wc -l)" = "$1" ]; } # COUNT STATE
# slurm_tasks STATES [HOST]: how many.
slurm_tasks() { slurm squeue -h -r -t "$1" ${2:+-w "$2"} -o %i | wc -l; }
slurm_tasks_are() { [ "$(slurm_tasks "${@:2}")" = "$1" ]; } # COUNT STATES [HOST]

state_of_engine() { slurm sinfo; slurm squeue -r; }

slurm_down() {
    local file
    [ ! -f "$work/slurm.conf" ] || { slurm scancel -u root && sleep 1; } >/dev/null 2>&1 || true
    for file in "$work"/slurmd-*.pid "$work/slurmctld.pid" "$work/munged.pid"; do
        [ ! -f "$file" ] || kill "$(cat "$file")" 2>/dev/null || true
    done
    sleep 1
    hosts_down
}
