#!/usr/bin/env bash
# Tries a Debian package in a fresh Debian: install, a first larder, services below a systemd of its own, an upgrade
# while they work, and removal.
#
#   deploy/package-test.sh PACKAGE.deb
#
# Exit code 0: all holds, and the last line has the figures; 1: a sentence says what does not; 2: could not begin.
# It needs root. LARDER_ROOT_TAR: a .tar of the fresh Debian (as mmdebstrap makes it), instead of making one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/packages.sh
. deploy/packages.sh

case ${1:-} in
-h | --help | '')
    sed -n '2,8s/^# \{0,1\}//p' deploy/package-test.sh
    exit 0
    ;;
esac
if [ $# != 1 ] || [ ! -f "$1" ]; then larder_fail "deploy/package-test.sh takes one file, a Debian package."; fi
deb=$(realpath "$1")
[ "$(id -u)" = 0 ] || larder_fail "a Debian of its own needs root."
# Mounts end with this script.
[ -n "${LARDER_OWN_MOUNTS:-}" ] || exec env LARDER_OWN_MOUNTS=1 unshare --mount "$0" "$deb"

fail() {
    echo "deploy/package-test.sh: $*" >&2
    exit 1
}
larder_install "${LARDER_DEB_TEST_PACKAGES[@]}"
work=$(mktemp -d -p "${LARDER_TEST_FOLDER:-/var/tmp}")
root=$work/root
group=$(findmnt -n -t cgroup2 -o TARGET | head -n 1)/larder-package-test-$$
process=
site=
clean() {
    set +e
    # The first process of a namespace takes all others with it.
    [ -z "$process" ] || kill -KILL "$process"
    [ -z "$site" ] || kill "$site"
    wait
    [ ! -d "$group" ] || find "$group" -depth -type d -exec rmdir {} +
    umount -R "$root"/{proc,dev} 2>/dev/null
    rm -rf --one-file-system "$work"
}
trap clean EXIT

environment=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive)
inside() { "${environment[@]}" chroot "$root" "$@"; }
booted() { nsenter -t "$process" -a "${environment[@]}" "$@"; }
now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f", b - a }'; }
# eventually SECONDS SENTENCE COMMAND...
eventually() {
    local end=$((SECONDS + $1)) sentence=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || fail "$sentence"
        sleep 0.2
    done
}

echo "== The package"
lintian --allow-root --fail-on error "$deb" || fail "lintian finds errors, above."
# The same package as a later version.
dpkg-deb -R "$deb" "$work/later"
sed -i 's/^Version: .*/&+later1/' "$work/later/DEBIAN/control"
later=$(dpkg-deb --root-owner-group -Znone -b "$work/later" "$work/later.deb" >/dev/null && echo "$work/later.deb")

echo "== A fresh Debian"
if [ -n "${LARDER_ROOT_TAR:-}" ]; then
    mkdir "$root" && tar -xf "$LARDER_ROOT_TAR" -C "$root"
else
    mmdebstrap --quiet --variant=minbase --include=systemd,dbus,man-db bookworm "$root" || fail "mmdebstrap made no Debian."
fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp "$deb" "$root/root/larder.deb"
cp "$later" "$root/root/later.deb"
# files: what is there, but for what changes by itself.
files() {
    local path prune=()
    for path in ./proc ./dev ./sys ./run ./tmp ./root './var/tmp/*' './var/cache/*' './var/log/*' './var/lib/dpkg/*' './var/lib/apt/*' \
        './var/lib/systemd/*' ./var/lib/dbus/machine-id; do
        prune+=(-o -path "$path")
    done
    (cd "$root" && find . -xdev \( "${prune[@]:1}" \) -prune -o -print | LC_ALL=C sort)
}
inside apt-get -q update >/dev/null || fail "apt-get update failed in the fresh Debian."
files >"$work/before"
packages() { dpkg-query --admindir="$root/var/lib/dpkg" -f '${db:Status-Abbrev}${Package}\n' -W | sed -n 's/^ii *//p' | LC_ALL=C sort; }
packages >"$work/packages-before"

echo "== Install"
began=$(now)
inside apt-get -q install -y --no-install-recommends /root/larder.deb >"$work/install.log" 2>&1 ||
    { tail -n 20 "$work/install.log" && fail "apt could not install the package."; }
install_seconds=$(since "$began")
ls "$root"/etc/systemd/system/*.wants/larder* 2>/dev/null && fail "a unit was enabled by itself."
[ "$(inside stat -c '%U %a' /var/lib/larder /var/lib/larder/sources | sort -u)" = "larder 750" ] ||
    fail "/var/lib/larder is not the user larder's."

echo "== First larder"
began=$(now)
inside runuser -u nobody -- coordinator --workers 4 --into /tmp/l --sample-recipes 50 --sample-articles 10 --progress none >"$work/first.log" ||
    { tail -n 20 "$work/first.log" && fail "the first larder was not filled."; }
first_seconds=$(since "$began")
grep '^  items' "$work/first.log"
[ "${first_seconds%.*}" -lt 30 ] || fail "the first larder took $first_seconds s, and may take 30."

echo "== Manual pages and completions"
for page in coordinator worker; do
    inside env MANWIDTH=100 man "$page" | grep -q "^ *$page " || fail "there is no manual page of $page."
    for file in bash-completion/completions/$page zsh/vendor-completions/_$page fish/vendor_completions.d/$page.fish; do
        [ -s "$root/usr/share/$file" ] || fail "/usr/share/$file is missing."
    done
    inside bash -c ". /usr/share/bash-completion/completions/$page && complete -p $page" || fail "bash cannot complete $page."
done

echo "== Units"
units=(larder.service larder-sync.service larder-sync.timer larder-worker@x.service)
found=$(inside systemd-analyze verify "${units[@]/#//lib/systemd/system/}" 2>&1) || true
[ -z "$found" ] || fail "systemd-analyze verify says: $found"
exposure=
for unit in larder.service larder-sync.service larder-worker@x.service; do
    score=$(inside systemd-analyze security --offline=true --no-pager "$unit" 2>&1 |
        sed -n 's/.*exposure level for .*: \([0-9.]*\).*/\1/p')
    awk -v s="${score:-10}" 'BEGIN { exit !(s <= 2.0) }' || fail "$unit is exposed by ${score:-an unknown figure}, and may be by 2.0."
    exposure+=" $score"
done

# boot: systemd as the first process of namespaces of its own, without a network. What it started last is $process.
boot() {
    mkdir -p "$group"
    # shellcheck disable=SC2016  # for the other shell
    unshare --mount --uts --ipc --net --cgroup --pid --fork --kill-child bash -euc '
        ip link set lo up
        mount --make-rprivate /
        mount --bind "$1" "$1"
        mount -t proc proc "$1/proc"
        mount -t sysfs sysfs "$1/sys"
        mount -t tmpfs -o mode=755 tmpfs "$1/run"
        mount -t tmpfs tmpfs "$1/tmp"
        mount -t cgroup2 none "$1/sys/fs/cgroup"
        mkdir -p "$1/old"
        cd "$1"
        pivot_root . old
        umount -l /old
        rmdir /old
        exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system
    ' - "$root" </dev/null >"$work/boot.log" 2>&1 &
    local outer=$!
    echo "$outer" >"$group/cgroup.procs"
    eventually 20 "systemd could not be started here: $(cat "$work/boot.log")" pgrep -P "$outer"
    process=$(pgrep -P "$outer")
    eventually 60 "systemd does not come up here." booted systemctl is-system-running
}

into=(--into /var/lib/larder)
# figure NAME: the sum of a figure over the sources of the server's larder.
figure() { as_larder coordinator status "${into[@]}" --json |
    python3 -c "import json, sys; print(sum(s['$1'] for s in json.load(sys.stdin)['sources']))"; }
as_larder() { booted runuser -u larder -- "$@"; }
is_at_work() { [ "$(figure jobs_done)" -ge 300 ] && [ "$(figure jobs_left)" -ge 100 ]; }
has_finished() { [ "$(as_larder coordinator status "${into[@]}" --json | grep -o '"last_sync":"finished"' | wc -l)" = 2 ]; }

echo "== Services and an upgrade while they work"
boot
booted systemctl start larder larder-sync
[ "$(booted systemctl show -P ConditionResult larder larder-sync | sort -u | xargs)" = no ] || fail "a unit started without any source."
# A source of one's own, by a server that is not in the fresh Debian; a page of the manual is HTML enough.
mkdir "$work/site"
echo '<html><title>Small</title><body><article><h1>A small page</h1><p>It has one sentence of text.</p></article></body></html>' >"$work/site/page.html"
printf '<rss version="2.0"><channel><title>Small</title>%s</channel></rss>' \
    '<item><title>A small page</title><link>http://127.0.0.1:8099/page.html</link></item>' >"$work/site/feed.xml"
nsenter -t "$process" -n python3 -m http.server --bind 127.0.0.1 --directory "$work/site" 8099 >"$work/site.log" 2>&1 &
site=$!
eventually 20 "the site of one page does not start." nsenter -t "$process" -n bash -c ': </dev/tcp/127.0.0.1/8099'
as_larder coordinator add http://127.0.0.1:8099/feed.xml --name small "${into[@]}" >"$work/add.log" 2>&1 ||
    { cat "$work/add.log" && fail "the user larder could not add a source."; }
[ -s "$root/var/lib/larder/sources/small.yaml" ] || fail "there is no /var/lib/larder/sources/small.yaml."
booted systemctl start larder-sync || fail "larder-sync fails: $(booted journalctl -q -u larder-sync --no-pager -n 5)"
kill "$site"
site=
# The server gets the built-in sample instead, which needs no network.
find "$root/var/lib/larder" -mindepth 1 ! -name sources -delete
mkdir -p "$root/etc/systemd/system/larder.service.d"
printf '[Unit]\nConditionPathExists=\nConditionPathExistsGlob=\n' >"$root/etc/systemd/system/larder.service.d/sample.conf"
booted systemctl daemon-reload
# As /usr/share/doc/larder/README says.
as_larder coordinator keygen "${into[@]}" --worker kitchen --out /var/lib/larder/keys/kitchen >/dev/null
booted install -o larder -g larder -m 400 /var/lib/larder/keys/kitchen/kitchen.secret /etc/larder/worker-kitchen.secret
booted install -o larder -g larder -m 400 /var/lib/larder/keys/kitchen/server.public /etc/larder/server.public
printf 'LARDER_WORKERS=1\nLARDER_OPTIONS="--listen tcp://127.0.0.1:5570"\n' >>"$root/etc/default/larder"
printf 'LARDER_CONNECT=tcp://127.0.0.1:5570\nLARDER_WORKER_OPTIONS=--log-level=info\n' >"$root/etc/larder/worker-kitchen.conf"
# These jobs hang, so that the services have work in hand when they are stopped.
hold=LARDER_FAILPOINTS=detail:sample:22304=hang,detail:sample:22328=hang,detail:sample:22343=hang
for file in "$root"/etc/default/larder "$root"/etc/larder/worker-kitchen.conf; do echo "$hold" >>"$file"; done
booted systemctl enable --quiet --now larder larder-worker@kitchen || fail "the services do not start: $(booted systemctl status --no-pager larder)"
eventually 60 "the service did nothing: $(booted journalctl -q -u larder --no-pager -n 5)" is_at_work
sed -i '/^LARDER_FAILPOINTS/d' "$root"/etc/default/larder "$root"/etc/larder/worker-kitchen.conf
before_upgrade=$(booted systemctl show -P MainPID larder larder-worker@kitchen)
began=$(now)
booted dpkg -i /root/later.deb >"$work/upgrade.log" 2>&1 || { cat "$work/upgrade.log" && fail "the upgrade failed."; }
upgrade_seconds=$(since "$began")
# A coordinator waits for running jobs for 22 s, a worker for 25 s.
awk -v s="$upgrade_seconds" 'BEGIN { exit !(s > 10 && s < 45) }' || fail "with jobs that hang the upgrade took $upgrade_seconds s."
left=$(figure jobs_left)
[ "$left" -ge 1 ] || fail "the sync had finished before the upgrade: nothing was tried."
for unit in larder larder-worker@kitchen; do eventually 20 "$unit was not started again." booted systemctl is-active "$unit"; done
after_upgrade=$(booted systemctl show -P MainPID larder larder-worker@kitchen)
[ "$before_upgrade" != "$after_upgrade" ] || fail "the old programs still run."
! booted journalctl -q --no-pager | grep -E 'larder.*(SIGKILL|timed out|core-dump)' || fail "a service did not end in time, above."
grep -q '^LARDER_WORKERS=1' "$root/etc/default/larder" || fail "the upgrade took away what was written into /etc/default/larder."
eventually 120 "the sync did not go on after the upgrade, with $left jobs left." has_finished
booted coordinator health >/dev/null || fail "the server does not answer after the upgrade."
[ "$(figure jobs_left) $(figure jobs_dead)" = "0 0" ] || fail "jobs are left or dead after the upgrade."
done_jobs=$(figure jobs_done)
for unit in larder larder-worker@kitchen; do booted journalctl -q -u $unit --no-pager >"$work/$unit.log"; done
digest=$(as_larder coordinator digest "${into[@]}")
as_larder coordinator verify "${into[@]}" >/dev/null || fail "files of the larder are missing or damaged."
as_larder coordinator --workers 2 --into /tmp/undisturbed --progress none >/dev/null
[ "$digest" = "$(as_larder coordinator digest --into /tmp/undisturbed)" ] || fail "an undisturbed sync made another larder."
grep -q 'A worker joined .*kitchen' "$work/larder.log" || fail "the worker with a key did not join."

echo "== Removal"
booted dpkg --remove larder >/dev/null 2>&1 || fail "the package could not be removed."
! booted systemctl is-active --quiet larder || fail "the service still runs."
kill -KILL "$process"
wait 2>/dev/null || true
process=
rm -r "$root/etc/systemd/system/larder.service.d"
# What the package needed goes too: only files that nothing removes are left.
packages >"$work/packages-after"
comm -13 "$work/packages-before" "$work/packages-after" | grep -v '^larder$' >"$work/needed" || true
xargs -a "$work/needed" "${environment[@]}" chroot "$root" dpkg --purge >"$work/purge.log" 2>&1 ||
    { tail -n 5 "$work/purge.log" && fail "what the package needed could not be removed."; }
# left FILE...: fails unless these files are what is left, the larder's own not counted.
left() {
    local found
    found=$(files | comm -13 "$work/before" - | grep -v '^\./var/lib/larder/' | sed 's/^\.//')
    [ "$found" = "$(printf '%s\n' "$@")" ] || fail "these files are left, and others should be: ${found//$'\n'/ }"
    echo "Left: ${found//$'\n'/ }"
}
own=(/etc/larder{,/server.public,/worker-kitchen.conf,/worker-kitchen.secret})
started=(/etc/systemd/system/multi-user.target.wants/larder{-worker@kitchen,}.service)
left /etc/default/larder "${own[@]}" "${started[@]}" /var/lib/larder
inside dpkg --purge larder || fail "the package could not be purged."
left "${own[@]}" /var/lib/larder
[ -s "$root/var/lib/larder/catalog.sqlite" ] || fail "purging took the larder away."

echo "All holds: installed within $install_seconds s, first larder after $first_seconds s more, exposure$exposure (2.0 at most)," \
    "upgrade $upgrade_seconds s with $left jobs left, $done_jobs jobs done, digest ${digest:0:12} as undisturbed."
