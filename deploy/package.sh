#!/usr/bin/env bash
# Builds the Debian package larder_VERSION_ARCH.deb, for the Debian release that it runs on.
#
#   deploy/package.sh [--built FOLDER] [--out FOLDER]
#
# --built FOLDER: put in the programs of this folder, which were built on this system, instead of compiling them.
# --out FOLDER: where the package is put; .build/deb unless typed.
# The version is that of the tag v*, or a snapshot of the commit, such as 0.1.0~git202611302056.4de730d5-1.
# Exit code 0: built, and the last line is its path; 1: cannot be built; 2: could not begin, and says why.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/packages.sh
. deploy/packages.sh

built=
out=.build/deb
while [ $# -gt 0 ]; do
    case $1 in
    --built) built=${2:?--built takes the folder of the programs} && shift ;;
    --out) out=${2:?--out takes a folder} && shift ;;
    -h | --help)
        sed -n '2,9s/^# \{0,1\}//p' deploy/package.sh
        exit 0
        ;;
    *) larder_fail "deploy/package.sh takes --built FOLDER and --out FOLDER and nothing else, not '$1'." ;;
    esac
    shift
done

larder_install "${LARDER_DEB_PACKAGES[@]}"
LARDER_COMMIT=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
export LARDER_COMMIT
# For users small, for tests at once.
compression=(-Zgzip -z1)
if [ -z "$built" ]; then
    compression=(-Zxz)
    larder_prepare "${LARDER_TOOLCHAIN_PACKAGES[@]}" "${LARDER_LIBRARY_PACKAGES[@]}"
    for program in coordinator worker; do swift build "${LARDER_RELEASE[@]}" --product "$program" </dev/null; done
    built=$(swift build "${LARDER_RELEASE[@]}" --show-bin-path)
fi
for program in coordinator worker; do
    [ -x "$built/$program" ] || larder_fail "$built/$program is missing or cannot be run."
done

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
day=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
# version: `~` sorts before the release of that number, `+` after it.
version() {
    local tag number
    if tag=$(git describe --tags --match 'v[0-9]*' 2>/dev/null); then
        tag=${tag#v}
        echo "${tag/-/+}-1" | sed -E 's/-g([0-9a-f]+)-1$/.g\1-1/'
    else
        number=$("$built/coordinator" --version | sed 's/ .*//')
        echo "$number~git$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M).${LARDER_COMMIT:0:8}-1"
    fi
}
version=$(version)
architecture=$(dpkg --print-architecture)
maintainer="${DEBFULLNAME:-Larder maintainers} <${DEBEMAIL:-larder@users.noreply.github.com}>"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/debian/larder
mkdir -p "$root/DEBIAN"
umask 022

# programs: a build for tests is linked with Swift's shared libraries. No Debian package brings them: they go beside it.
programs() {
    local folder=$root/usr/bin path=(-d) program library libraries
    libraries=$(ldd "$built/coordinator" "$built/worker" | awk '$2 == "=>" && $3 !~ /^\/(usr\/)?lib\// { print $3 }' | sort -u)
    install -d "$folder"
    # shellcheck disable=SC2016  # the dynamic linker's word
    [ -z "$libraries" ] || { folder=$root/usr/lib/larder && path=(-r '$ORIGIN'); }
    install -d "$folder"
    for program in coordinator worker; do
        strip --remove-section=.comment --remove-section=.note -o "$folder/$program" "$built/$program"
        # It names folders of the compiler.
        chrpath "${path[@]}" "$folder/$program" >/dev/null
        [ -z "$libraries" ] || ln -s "../lib/larder/$program" "$root/usr/bin/$program"
    done
    for library in $libraries; do
        strip -o "$folder/${library##*/}" "$library"
        chmod 644 "$folder/${library##*/}"
    done
}

manuals_and_completions() {
    local program share=$root/usr/share
    install -d "$share"/{man/man1,bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
    for program in coordinator worker; do
        "$built/$program" --experimental-dump-help | deploy/manual.py "$program" "${version%-*}" "$day" |
            gzip -9n >"$share/man/man1/$program.1.gz"
        # It is read by a running bash.
        "$built/$program" --generate-completion-script bash | sed '1{/^#!/d}' >"$share/bash-completion/completions/$program"
        "$built/$program" --generate-completion-script zsh >"$share/zsh/vendor-completions/_$program"
        "$built/$program" --generate-completion-script fish >"$share/fish/vendor_completions.d/$program.fish"
    done
}

documents() {
    local documents=$root/usr/share/doc/larder
    install -d "$documents/examples"
    install -m 644 deploy/debian/copyright deploy/debian/README "$documents/"
    install -m 644 deploy/debian/worker.conf.example "$documents/examples/worker.conf"
    printf 'larder (%s) unstable; urgency=medium\n\n  * Built from commit %s.\n\n -- %s  %s\n' "$version" "$LARDER_COMMIT" \
        "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$documents/changelog.Debian.gz"
}

settings_and_units() {
    install -D -m 640 deploy/debian/larder.default "$root/etc/default/larder"
    install -d "$root/etc/larder" "$root/lib/systemd/system"
    install -m 644 deploy/systemd/* "$root/lib/systemd/system/"
    install -D -m 644 deploy/debian/lintian-overrides "$root/usr/share/lintian/overrides/larder"
}

# libraries: the packages of the shared libraries, with the versions that have all symbols in use.
libraries() {
    # dpkg-shlibdeps wants a source package's control file.
    local programs
    mapfile -t programs < <(cd "$work" && find debian/larder/usr -type f \( -path '*/bin/*' -o -path '*/lib/larder/*' \))
    printf 'Source: larder\n\nPackage: larder\nArchitecture: any\n' >"$work/debian/control"
    # It warns of Swift's shared libraries in a build for tests.
    if ! (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -ldebian/larder/usr/lib/larder "${programs[@]}" >depends 2>warnings); then
        cat "$work/warnings" >&2
        return 1
    fi
    sed -n 's/^shlibs:Depends=//p' "$work/depends"
}

# Conflicts: the file manager `worker` has a /usr/bin/worker too. Larder's keeps its name, as coordinator starts the
# worker beside it, and pages, messages and people's scripts name it.
control() {
    install -m 755 deploy/debian/postinst deploy/debian/prerm deploy/debian/postrm "$root/DEBIAN/"
    echo /etc/default/larder >"$root/DEBIAN/conffiles"
    (cd "$root" && find usr lib -type f -exec md5sum {} + | LC_ALL=C sort -k 2) >"$root/DEBIAN/md5sums"
    cat >"$root/DEBIAN/control" <<END
Package: larder
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f 1)
Depends: $depends, adduser, ca-certificates
Conflicts: worker
Section: web
Priority: optional
Description: keeps whole websites, feeds and APIs for reading offline
 Larder fetches whole content sources with their pages and pictures: a
 website, a blog's feed, an API of recipes or news. One coordinator splits the
 work into jobs, and workers do them within limits for each host. The result
 is a folder with an SQLite catalog and a cache of files, which the
 coordinator serves as web pages.
 .
 Any process may be killed at any time: the same command goes on, nothing is
 lost and nothing is stored twice.
END
}

programs
manuals_and_completions
documents
settings_and_units
depends=$(libraries)
for needed in libzmq5 libcurl4 libvips42 libsqlite3-0 libssl3 libc6; do
    grep -qE "(^|, )$needed( |,|t64|\$)" <<<"$depends" || larder_fail "the programs do not depend on $needed, but on: $depends"
done
control
mkdir -p "$out"
deb=$out/larder_${version}_$architecture.deb
find "$root" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group "${compression[@]}" --build "$root" "$deb" >/dev/null
echo "Depends: $depends"
echo "$(($(stat -c %s "$deb") / 1000)) kB, installed $(du -sm --apparent-size --exclude=DEBIAN "$root" | cut -f 1) MB"
echo "$deb"
