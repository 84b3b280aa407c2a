# shellcheck shell=bash
# shellcheck disable=SC2154  # check-manifests.sh sets what is named here
# Sourced by deploy/check-manifests.sh: runs the coordinator's and the worker's pod of deploy/kubernetes/base by podman,
# on a host of hosts.sh, until the worker has filled the larder from the sample site; then the pod of the CronJob.

coordinator_ip=10.78.0.2
worker_ip=10.78.0.3
demo_ip=10.78.0.4

play_pods() {
    local image
    if [ -z "$python" ] || [ ! -f "$out/base.yaml" ]; then
        skipped "the pods, as nothing was rendered, or nothing reads YAML" && return
    fi
    [ "$(id -u)" = 0 ] || { skipped "the pods, as networks of their own need root" && return; }
    command -v podman >/dev/null || { skipped "the pods, as there is no podman" && return; }
    larder_own_containers "${LARDER_CONTAINERS:-$PWD/.build/check/containers}"
    for image in larder-coordinator larder-worker larder-sample-site; do
        podman image exists "localhost/$image" 2>/dev/null ||
            { skipped "the pods, as there is no image $image: deploy/check.sh builds it" && return; }
    done
    trap 'set +e; pods_down' EXIT
    part "pods run by podman" deploy/kubernetes/base pods_fill_a_larder
    part "pod run by podman" deploy/kubernetes/once pod_syncs_once
    pods_down
    trap - EXIT
}

pods_down() {
    local file
    for file in worker coordinator sync; do
        [ ! -f "$out/pods/$file.yaml" ] || on 1 podman play kube --down "$out/pods/$file.yaml" >/dev/null 2>&1 || true
    done
    on 1 podman rm -f -t 0 "demo-$hosts" >/dev/null 2>&1 || true
    on 1 podman network rm -f "$hosts" >/dev/null 2>&1 || true
    hosts_down
}

# play NAME IP
play() { on 1 podman play kube --quiet --network "$hosts:ip=$2" "$out/pods/$1.yaml"; }

# pod_answers PATH TOKEN: asked by the pod's address, as a kubelet does.
pod_answers() {
    on 1 curl -fsS --noproxy '*' --max-time 5 ${2:+-H "Authorization: Bearer $2"} "http://$coordinator_ip:8080/$1"
}
# pod_status: the larder's, as JSON.
pod_status() { on 1 podman exec larder-coordinator-coordinator coordinator status --into /larder --json 2>/dev/null; }
pod_is_whole() { pod_status | both_synced; }

pods_fill_a_larder() {
    local folder pid state began=$SECONDS
    rm -rf "$out/pods" && mkdir -p "$out/pods"
    while read -r folder; do mkdir -p "$folder"; done \
        < <("$python" deploy/manifests.py pods "$out/base.yaml" "$out/pods" "$coordinator_ip" "$demo_ip")
    # As a Secret's file with fsGroup is: root's, and the group may read it.
    openssl rand -hex 32 >"$out/pods/token/token"
    for folder in larder cache-cache cache-worker-keys tmp; do chown 10001:10001 "$out/pods/$folder"; done
    chown 0:10001 "$out/pods/token/token" && chmod 0440 "$out/pods/token/token"

    hosts_up 1
    on 1 podman network create --subnet 10.78.0.0/24 "$hosts" >/dev/null
    on 1 podman run -d --name "demo-$hosts" --network "$hosts:ip=$demo_ip" \
        --sysctl net.ipv4.ip_unprivileged_port_start=80 localhost/larder-sample-site \
        sample-site --host 0.0.0.0 --port 80 --public-url http://demo.larder.test \
        --recipes 100 --articles 40 >/dev/null
    play coordinator "$coordinator_ip"
    soon 20 pod_answers healthz
    echo "healthz: $(pod_answers healthz)"
    play worker "$worker_ip"
    soon 90 pod_is_whole || { on 1 podman logs larder-coordinator-coordinator && return 1; }
    pod_status
    echo "readyz: $(pod_answers readyz)"
    pod_answers '' "$(cat "$out/pods/token/token")" >/dev/null
    ! pod_answers '' 2>/dev/null || { echo "Pages were served without the token." && return 1; }

    # The images have no shell: the kernel tells as what the worker runs.
    pid=$(on 1 podman inspect --format '{{.State.Pid}}' larder-worker-pod-0-worker)
    grep -E '^(Uid|Gid|CapEff|CapBnd|NoNewPrivs|Seccomp):' "/proc/$pid/status"
    grep -qE '^Uid:.10001.10001.10001.10001$' "/proc/$pid/status"
    grep -qE '^CapEff:.0+$' "/proc/$pid/status"
    grep -qE '^NoNewPrivs:.1$' "/proc/$pid/status"
    grep -qE '^[0-9]+ [0-9]+ [0-9:]+ / / ro' "/proc/$pid/mountinfo"

    on 1 podman stop -t 45 larder-worker-pod-0-worker >/dev/null
    state=$(on 1 podman inspect --format '{{.State.ExitCode}}' larder-worker-pod-0-worker)
    echo "worker's exit code after SIGTERM: $state; $((SECONDS - began)) s in all"
    [ "$state" = 0 ]
}

# After the other pods, whose network and sample site it uses.
pod_syncs_once() {
    local folder code began=$SECONDS work=$out/pods/once
    mkdir -p "$work"
    while read -r folder; do mkdir -p "$folder" && chown 10001:10001 "$folder"; done \
        < <("$python" deploy/manifests.py sync "$out/once.yaml" "$work" "$demo_ip")
    mv "$work/sync.yaml" "$out/pods/sync.yaml"
    play sync 10.78.0.5
    code=$(on 1 podman wait larder-sync-coordinator)
    on 1 podman logs larder-sync-coordinator 2>&1 | tail -n 20
    echo "exit code $code; $((SECONDS - began)) s"
    [ "$code" = 0 ]
}
