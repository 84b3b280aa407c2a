#!/usr/bin/env bash
# Makes a recording for scaling.py of a coordinator as Kubernetes runs it, with the sample site and real workers.
#
#   deploy/cluster/scaling.sh PROGRAMS KIND OUT [OPTION...]
#
# KIND: fast (no limit) and even (4 requests a second), with workers that have 2 % of a core each, so that rendering
# takes several; slow (answers after 4 s, 16 at once; meant for `--fetch-slots 2`), polite (2 requests a second),
# polite-many (36 hosts, 1 a second each), mix (two slow hosts and a polite one), burst (slow, for three minutes, every
# six minutes). OPTIONs go to `scaling.py follow`. It needs about twelve minutes and little processor time; RECIPES is
# how many recipes the site has. `fast` and `even` want root, for control groups.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$1 kind=$2 out=$3
shift 3
work=$(mktemp -d /tmp/scaling.XXXXXX)
started=()
groups=/sys/fs/cgroup/cpu/larder-scaling-$$
finish() {
    for id in "${started[@]}"; do kill "$id" 2>/dev/null || true; done
    wait
    rmdir "$groups"/* "$groups" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
mkdir -p "$work/larder/sources"

# site NAME RECIPES POLITENESS OPTION...: a sample site, and a source that reads it.
site() {
    local name=$1 recipes=$2 politeness=$3 address=""
    shift 3
    "$programs/sample-site" --recipes "$recipes" --articles 0 "$@" >"$work/$name.site" 2>&1 &
    started+=($!)
    while [ -z "$address" ]; do
        sleep 0.1
        address=$(sed -n 's|^listening on ||p' "$work/$name.site")
    done
    printf '%s\n' "name: $name" 'kind: food2fork' "base: $address" "politeness: $politeness" 'own: true' \
        'queries: [pasta, soup, salad, curry, pie, stew, cake, pizza]' >"$work/larder/sources/$name.yaml"
}
every=6h
worker=$programs/worker
case $kind in
fast | even)
    if [ "$kind" = fast ]; then
        site fast "${RECIPES:-6000}" '{concurrency: 64}'
    else
        site even "${RECIPES:-800}" '{concurrency: 4, delay: 250ms}'
    fi
    # 2 ms of each 100 ms.
    cat >"$work/worker" <<END
#!/bin/bash
mkdir -p "$groups/\$\$"
echo 2000 >"$groups/\$\$/cpu.cfs_quota_us"
echo \$\$ >"$groups/\$\$/cgroup.procs"
exec "$programs/worker" "\$@"
END
    chmod +x "$work/worker"
    worker=$work/worker
    ;;
slow) site slow "${RECIPES:-800}" '{concurrency: 16}' --latency 4000 ;;
polite) site polite "${RECIPES:-400}" '{concurrency: 2, delay: 500ms}' ;;
polite-many)
    for number in $(seq 36); do site "polite$number" "${RECIPES:-200}" '{concurrency: 2, delay: 1s}' --latency 100; done
    ;;
mix)
    site mix-slow "${RECIPES:-240}" '{concurrency: 12}' --latency 4000
    site mix-slower 160 '{concurrency: 4}' --latency 4000
    site mix-polite 200 '{concurrency: 2, delay: 1s}'
    ;;
burst)
    site burst "${RECIPES:-160}" '{concurrency: 16}' --latency 4000
    every=6m
    ;;
*) echo "There is no kind $kind." >&2 && exit 2 ;;
esac
"$programs/coordinator" serve --every "$every" --workers 0 --into "$work/larder" --http 127.0.0.1:0 \
    --listen "ipc://$work/s" >"$work/out" 2>"$work/log" &
started+=($!)
address=""
while [ -z "$address" ]; do
    sleep 0.1
    kill -0 "${started[-1]}" || { cat "$work/log" && exit 2; }
    address=$(sed -n 's|^The larder is at http://\([0-9.:]*\)/.*|\1|p' "$work/out")
done
"$here/scaling.py" follow --http "$address" --larder "$work/larder" --worker "$worker" --connect "ipc://$work/s" \
    --out "$out" "$@"
