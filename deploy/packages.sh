# shellcheck shell=bash
# shellcheck disable=SC2034  # the lists are read by the scripts that source this one
# Sourced by the other scripts and docker/Dockerfile: the Debian packages that Larder needs, how
# they get there, and how programs are built for users.
#
# An entry is a package, or NAME=PACKAGE: satisfied by any package that is or provides NAME, else PACKAGE is installed.

# The C libraries.
LARDER_LIBRARY_PACKAGES=(libzmq3-dev libcurl4-openssl-dev libssl-dev libsqlite3-dev libvips-dev libjpeg-dev=libjpeg62-turbo-dev zlib1g-dev pkg-config)
# What the Swift toolchain itself wants of a bare Debian or Ubuntu: linker, C and C++ headers, libraries it loads.
LARDER_TOOLCHAIN_PACKAGES=(
    binutils-gold gcc libstdc++-dev=g++ libc6-dev git ca-certificates tzdata
    libncurses6 libxml2-dev uuid-dev
)
# Programs that the check and some tests run; without them those are skipped.
LARDER_CHECK_PACKAGES=(openssl python3 shellcheck)
# For the tests in browsers, which take playwright, axe and marionette-driver from PyPI besides.
LARDER_BROWSER_PACKAGES=(chromium python3-venv fonts-dejavu-core fonts-noto-core)
# For the container images and deploy/compose.yaml in the check. mmdebstrap makes the base image where there is none.
LARDER_CONTAINER_PACKAGES=(
    podman buildah runc conmon netavark aardvark-dns iptables iproute2 catatonit mmdebstrap docker-compose
)
# For deploy/check-slurm.sh.
LARDER_SLURM_PACKAGES=(slurmctld slurmd slurm-client munge iproute2)
# For deploy/check-cluster.sh: hosts on one machine, and stores that they share.
LARDER_HOSTS_PACKAGES=(iproute2 nftables util-linux python3 curl)
LARDER_CEPH_PACKAGES=(ceph-mon ceph-mgr ceph-osd ceph-mds ceph-fuse ceph-common)
LARDER_NFS_PACKAGES=(nfs-ganesha nfs-ganesha-vfs nfs-common)
# A kernel with an NFS client that runs as a program, where this machine's kernel has none.
LARDER_NFS_MACHINE_PACKAGES=(user-mode-linux kmod)
# For deploy/package.sh, and for deploy/package-test.sh.
LARDER_DEB_PACKAGES=(binutils chrpath dpkg-dev python3 xz-utils)
LARDER_DEB_TEST_PACKAGES=(dpkg-dev mmdebstrap lintian systemd man-db)
# For deploy/hot-paths.sh.
LARDER_BENCH_PACKAGES=(valgrind curl)
# For Sources/Cluster/Protocol/Proto/generate.sh, which makes the Swift files of the messages.
LARDER_PROTOBUF_PACKAGES=(protobuf-compiler)

LARDER_SWIFT_AT_LEAST=6.2

# How programs for users are built: with Swift's libraries inside, so that they run where there is no Swift. A build
# with other options in the same .build compiles everything again.
LARDER_RELEASE=(-c release --static-swift-stdlib)

larder_fail() {
    echo "larder: $*" >&2
    exit 2
}

# larder_missing ENTRY...: prints the packages to install, one a line.
larder_missing() {
    local have entry name
    have=$(dpkg-query -W -f '${db:Status-Status}\t${Package}, ${Provides}\n' |
        sed -n 's/^installed\t//p' | tr ',' '\n' | sed 's/^ *//; s/[ :(].*//')
    for entry in "$@"; do
        name=${entry%%=*}
        grep -qxF -- "$name" <<<"$have" || echo "${entry##*=}"
    done
}

# larder_install ENTRY...: installs what is missing, after saying so.
larder_install() {
    command -v apt-get >/dev/null ||
        larder_fail "this is neither Debian nor Ubuntu (no apt-get). Install what these packages hold with your system's own" \
            "package manager, then type the commands of the README by hand: $*"
    local missing=() as_root=()
    mapfile -t missing < <(larder_missing "$@")
    if [ ${#missing[@]} -eq 0 ]; then
        echo "All Debian packages that Larder needs are there."
        return
    fi
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            larder_fail "these packages are missing, and this user is not root and there is no sudo to install them with." \
                "As root, type: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    echo "Installing ${#missing[@]} Debian packages and what they need: ${missing[*]}"
    local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600)
    "${apt[@]}" update </dev/null >/dev/null || echo "apt-get update failed; trying with the lists that are there." >&2
    "${apt[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null >/dev/null ||
        larder_fail "apt-get could not install the packages; its own message is above."
}

LARDER_HOW_TO_GET_SWIFT="Install Swift 6.3 as swift.org says under Install, Linux (swiftly is the shortest way), and see that \`swift\` is on the PATH."

# larder_prepare ENTRY...: installs what is missing; ends with a sentence when there is no Swift that is new enough.
larder_prepare() {
    command -v swift >/dev/null || larder_fail "there is no \`swift\` on the PATH. $LARDER_HOW_TO_GET_SWIFT"
    larder_install "$@"
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
    [ -n "$version" ] || larder_fail "\`swift --version\` did not tell its version. $LARDER_HOW_TO_GET_SWIFT"
    [ "$(printf '%s\n' "$LARDER_SWIFT_AT_LEAST" "$version" | sort -V | head -n 1)" = "$LARDER_SWIFT_AT_LEAST" ] ||
        larder_fail "Swift $version is too old; Larder needs $LARDER_SWIFT_AT_LEAST or newer. $LARDER_HOW_TO_GET_SWIFT"
    echo "Swift $version."
}
