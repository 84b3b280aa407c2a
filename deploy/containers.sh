# shellcheck shell=bash
# shellcheck disable=SC2034  # read by the scripts that source this one
# Sourced by images.sh, check.sh and check-cluster.sh: which engine builds and runs images here, and how.

# Where podman's own settings do not work, as root without CAP_SYS_RESOURCE or with two versions of control groups, or
# where it has no base image: settings, images and networks in a folder of ours. Nothing else is changed.
larder_own_containers() {
    local folder=$1
    mkdir -p "$folder"
    cat >"$folder/containers.conf" <<CONF
[network]
network_backend = "netavark"
network_config_dir = "$folder/networks"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
runtime = "runc"
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
http_proxy = false
pids_limit = 1024
CONF
    cat >"$folder/storage.conf" <<CONF
[storage]
driver = "overlay"
graphroot = "$folder/storage"
runroot = "$folder/run"
CONF
    export CONTAINERS_CONF=$folder/containers.conf CONTAINERS_STORAGE_CONF=$folder/storage.conf
    # A build then needs no container runtime.
    export BUILDAH_ISOLATION=chroot
}

# larder_find_builder: sets `engine`, the program, and `builder`, its build command; or `why_no_builder`.
larder_find_builder() {
    why_no_builder="there is no podman, docker or buildah that works"
    for engine in podman docker buildah; do
        "$engine" info >/dev/null 2>&1 || continue
        case $engine in
        docker) builder=(docker build) ;;
        *) builder=("$engine" build --layers) ;;
        esac
        return 0
    done
    return 1
}

# larder_base_image NAME: has the image, or makes a small root of this Debian's own packages under its name.
larder_base_image() {
    local root=$1 folder=.build/base
    "$engine" inspect --type image "$root" >/dev/null 2>&1 && return
    command -v mmdebstrap >/dev/null && [ "$engine" = podman ] || return 1
    mkdir -p "$folder"
    mmdebstrap --quiet --variant=minbase --include=ca-certificates --dpkgopt='path-exclude=/usr/share/doc/*' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$folder/root.tar" || return 1
    podman import -q "$folder/root.tar" "$root" >/dev/null
    rm "$folder/root.tar"
}

larder_image_size() { "$engine" inspect --type image --format '{{.Size}}' "$1"; }

# larder_file_of_image IMAGE PATH: prints a file of an image that has no program to print it.
larder_file_of_image() {
    local container code=0
    container=$("$engine" create "$1")
    "$engine" cp "$container:$2" - | tar -xO || code=$?
    "$engine" rm "$container" >/dev/null
    return "$code"
}
