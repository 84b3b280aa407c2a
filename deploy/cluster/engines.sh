# shellcheck shell=bash
# shellcheck disable=SC2154  # the scripts that source this one set what it names
# Sourced by deploy/check-cluster.sh and check-swarm.sh: a Docker engine on each of the hosts of hosts.sh, with folders
# of its own. `work` is a folder, `bin` the folder of the programs; packages.sh and containers.sh come before.

# engine_images: builds what engine_load loads.
engine_images() {
    larder_install docker.io "${LARDER_CONTAINER_PACKAGES[@]}"
    larder_own_containers "$PWD/.build/check/containers"
    larder_find_builder || { echo "$why_no_builder" && return 1; }
    larder_base_image debian:bookworm-slim
    deploy/images.sh --built "$bin" >"$work/images.log" 2>&1 || { tail -n 30 "$work/images.log" && return 1; }
}

# engines_up COUNT: in $work/engine-N; hosts_up comes before.
engines_up() {
    local n
    for n in $(seq "$1"); do
        local folder=$work/engine-$n
        mkdir -p "$folder"
        echo '{}' >"$folder/daemon.json"
        cat >"$folder/start" <<START
mount --make-rprivate /
hostname host$n
exec dockerd --config-file $folder/daemon.json --data-root $folder/data --exec-root $folder/exec --pidfile $folder/pid \\
    -H unix://$folder/socket --oom-score-adjust 0 --default-ulimit nofile=4096:4096 --userland-proxy=false \\
    --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent /$hosts-$n
START
        PATH=/usr/sbin:/usr/bin:/sbin:/bin on "$n" unshare -m -u bash "$folder/start" >"$folder/log" 2>&1 &
    done
    for n in $(seq "$1"); do
        soon 60 docker_on "$n" info || { tail -n 3 "$work/engine-$n/log" && return 1; }
    done
}

# docker_on HOST ARGUMENT...
docker_on() {
    local n=$1
    shift
    docker -H "unix://$work/engine-$n/socket" "$@"
}

# engine_load HOST IMAGE...: an image that was built here, under its own name.
engine_load() {
    local n=$1 image
    shift
    for image in "$@"; do
        [ -f "$work/$image.tar" ] || "$engine" save -q --format docker-archive -o "$work/$image.tar" "localhost/$image:latest"
        docker_on "$n" load -q -i "$work/$image.tar" >/dev/null
        docker_on "$n" tag "localhost/$image:latest" "$image:latest"
    done
}

engines_down() {
    local file pid pids=() folder
    for file in "$work"/engine-*/pid; do [ ! -s "$file" ] || pids+=("$(cat "$file")"); done
    # Together, as each may take 15 s to end its containers.
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    for pid in "${pids[@]}"; do
        for _ in $(seq 80); do kill -0 "$pid" 2>/dev/null || break; sleep 0.25; done
    done
    hosts_down
    find /sys/fs/cgroup -maxdepth 2 -type d -name "$hosts-*" 2>/dev/null | while read -r folder; do
        find "$folder" -depth -type d -exec rmdir {} + 2>/dev/null || true
    done
    umount "$work"/engine-*/data/overlay2/*/merged "$work"/engine-*/exec/netns/* 2>/dev/null || true
    rm -rf "$work"/engine-*
}
