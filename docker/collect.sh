#!/usr/bin/env bash
# Puts what each image needs beside its program into /roots/IMAGE: libraries and what they load, certificates, time
# zones, tini and the user; runs in docker/Dockerfile.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

common=(libc6 libgcc-s1 libstdc++6 zlib1g tini ca-certificates tzdata)
coordinator=(libsqlite3-0 libssl3 libzmq5)
# The last ones are what libvips.so is linked with, as /build-vips.sh builds it.
worker=(libcurl4 libssl3 libzmq5 libjpeg62-turbo libexif12 libexpat1 libglib2.0-0 libheif1 liblcms2-2 liborc-0.4-0
    libpng16-16 libwebp7 libwebpdemux2 libwebpmux3)
sample_site=()

apt-get -q update
apt-get -q install -y --no-install-recommends "${common[@]}" "${coordinator[@]}" "${worker[@]}"
ldconfig

# libraries PACKAGE...: the shared libraries of these packages, and everything that those load.
libraries() {
    local path
    dpkg -L "$@" | grep -E '^(/usr)?/lib/[^/]+/[^/]+\.so\.[^/]*$' | while read -r path; do
        realpath -s "$path"
        ldd "$path" 2>/dev/null | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }'
    done | sort -u
}

# add ROOT PATH...: with links and what they lead to, at the same places.
add() {
    local root=$1 path
    shift
    for path in "$@"; do
        path=$(realpath -s "$path")
        # /lib and /lib64 are links into /usr.
        path=$(realpath "$(dirname "$path")")/$(basename "$path")
        mkdir -p "$root$(dirname "$path")"
        cp -a "$path" "$root$path"
        [ ! -L "$path" ] || add "$root" "$(realpath "$path")"
    done
}

# image NAME PACKAGE...
image() {
    local root=/roots/$1 name=$1 files
    shift
    mkdir -p "$root"/{usr/bin,usr/lib,usr/lib64,usr/local/bin,usr/share,etc/ssl/certs,tmp,larder/cache,keys,worker-keys}
    ln -s usr/lib "$root/lib"
    ln -s usr/lib64 "$root/lib64"
    mapfile -t files < <(libraries "${common[@]}" "$@")
    [ "$name" != worker ] || mapfile -t -O "${#files[@]}" files < <(
        echo /usr/lib/*/libvips.so.42 && ldd /usr/lib/*/libvips.so.42 | awk '$2 == "=>" { print $3 }'
    )
    add "$root" "${files[@]}" /usr/bin/tini
    cp -a /usr/share/zoneinfo "$root/usr/share/"
    rm -rf "$root"/usr/share/zoneinfo/{right,posix}
    cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    echo 'larder:x:10001:10001::/larder:/usr/sbin/nologin' >"$root/etc/passwd"
    echo 'larder:x:10001:' >"$root/etc/group"
    echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
    chmod 1777 "$root/tmp"
    # Volumes that are mounted here take over the owner.
    chown -R 10001:10001 "$root"/{larder,keys,worker-keys}
    find "$root" -exec touch -hd "@${SOURCE_DATE_EPOCH:-0}" {} +
    du -sh "$root"
}
image coordinator "${coordinator[@]}"
image worker "${worker[@]}"
image sample-site "${sample_site[@]}"
