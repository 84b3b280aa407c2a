#!/usr/bin/env bash
# Runs deploy/slurm/worker.sbatch by a real Slurm on this machine: an array of workers fills a larder from the sample
# site while one of two nodes is cut off; then a worker whose time is up, and one that is cancelled.
#
#   deploy/check-slurm.sh --built FOLDER
#
# FOLDER has the programs, built on this system.
# Exit code 0: all held, or a line `skipped: REASON`; 1: something did not hold; 2: could not begin.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/cluster/hosts.sh
. deploy/cluster/hosts.sh
# shellcheck source=deploy/cluster/slurm.sh
. deploy/cluster/slurm.sh

[[ $# = 2 && $1 = --built ]] || { echo "deploy/check-slurm.sh takes --built FOLDER and nothing else." >&2 && exit 2; }
bin=$2
skipped() { echo "skipped: $1" && exit 0; }
[ "$(id -u)" = 0 ] || skipped "hosts on one machine need root"
for program in slurmctld slurmd sbatch munged nsenter; do
    command -v "$program" >/dev/null ||
        skipped "there is no $program: apt-get install slurmctld slurmd slurm-client munge iproute2"
done
[ -x "$bin/coordinator" ] || { echo "There is no $bin/coordinator: name its folder with --built." >&2 && exit 2; }
bin=$(realpath "$bin")

work=$(mktemp -d "${TMPDIR:-/tmp}/larder-slurm-XXXXXX")
trap 'set +e; slurm_down; rm -rf "$work"' EXIT
slurm_up 2
echo "Slurm with two nodes after $SECONDS s."

on 1 "$bin/sample-site" --host "$net.1" --port 8090 --public-url "http://$net.1:8090" --recipes 1500 \
    >"$work/site.log" 2>&1 &
cat >"$work/stew.yaml" <<SOURCE
name: stew
kind: food2fork
base: http://$net.1:8090
own: true
queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]
politeness: {concurrency: 64}
SOURCE
"$bin/coordinator" keygen --into "$work/larder" --worker slurm --out "$work/keys" >/dev/null
mkdir -p "$work/larder/cache"
export LARDER_CONNECT=tcp://$net.1:5570 LARDER_CACHE=$work/larder/cache LARDER_KEYS=$work/keys LARDER_BIN=$bin
submit() { slurm sbatch --parsable --output="$work/worker-%A-%a.log" "$@" deploy/slurm/worker.sbatch; }

on 1 "$bin/coordinator" "$work/stew.yaml" --workers 0 --listen "tcp://$net.1:5570" --into "$work/larder" \
    --progress none >"$work/coordinator.out" 2>"$work/coordinator.log" &
sync=$!
job=$(submit --array=1-6)
soon 30 slurm_tasks_are 6 R
echo "Six workers run: $(slurm squeue -h -r -o %N | sort | uniq -c | awk '{ print $2 ": " $1 }' | paste -sd ' ')."
soon 30 has_done "$work/larder" 300
began=$SECONDS
host_cut 2
code=0
wait "$sync" || code=$?
cut_for=$((SECONDS - began))
echo "The sync ended with code $code, $cut_for s after the cut."
tail -n 16 "$work/coordinator.out"
[ "$code" = 0 ] || { tail -n 20 "$work/coordinator.log" "$work"/worker-*.log && exit 1; }
"$bin/coordinator" verify --into "$work/larder" | tail -n 1
digest=$("$bin/coordinator" digest --into "$work/larder")
on 1 "$bin/coordinator" "$work/stew.yaml" --workers 1 --into "$work/bare" --progress none >/dev/null 2>&1
alone=$("$bin/coordinator" digest --into "$work/bare")
[ "$digest" = "$alone" ] || { echo "One worker made another larder." && exit 1; }
echo "One worker alone makes the same larder."

soon 60 slurm_tasks_are 0 R host1
echo "The workers of the other node ended with the work."
soon 90 slurm_nodes_are 1 down
echo "The cut node is down; of its tasks $(slurm_tasks PD) wait for a node, and $(slurm_tasks R) run anew."
host_mend 2
slurm scancel "$job"
soon 90 slurm_nodes_are 2 idle
# A minute is Slurm's shortest time, of which the signal leaves some twenty seconds.
export LARDER_UNTIL=stopped
job=$(submit --array=1 --time=1 --nodelist=host1)
cancelled=$(submit --array=1 --nodelist=host2)
soon 30 slurm_tasks_are 2 R
sleep 3
began=$SECONDS
slurm scancel "$cancelled"
soon 40 slurm_tasks_are 1 R,CG
echo "A cancelled worker was gone after $((SECONDS - began)) s."
soon 90 slurm_tasks_are 0 R,CG
state=$(slurm scontrol show job "${job}_1" | grep -oE '(JobState|ExitCode|RunTime)=[^ ]*' | paste -sd ' ')
echo "A worker whose time is up: $state."
grep -q 'JobState=COMPLETED' <<<"$state" && grep -q 'ExitCode=0:0' <<<"$state"
