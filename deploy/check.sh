#!/usr/bin/env bash
# Everything that must hold before a change goes in. People and CI run the same script.
#
#   deploy/check.sh [--fast] [--bench] [--real-sites]
#
# --fast: no browser, no long run of damaged pages, no simulation, no thread sanitizer, no real site, no container, no manifest, no Debian package.
# --bench: counts the instructions of the hot paths too, and compares a whole job's ratios with deploy/bench-ratios.txt. --real-sites: installs and syncs all sites of Tests/RealSites, not only two of them.
#
# Exit code 0: all steps passed, and the last line is the test runner's own; 1: a step failed and is named; 2: could not begin.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/packages.sh
. deploy/packages.sh
# shellcheck source=deploy/steps.sh
. deploy/steps.sh

fast=false
bench=false
sites=--quick
for argument in "$@"; do
    case $argument in
    --fast) fast=true ;;
    --bench) bench=true ;;
    --real-sites) sites= ;;
    -h | --help)
        sed -n '2,9s/^# \{0,1\}//p' deploy/check.sh
        exit 0
        ;;
    *) larder_fail "deploy/check.sh takes --fast, --bench and --real-sites and nothing else, not '$argument'." ;;
    esac
done

out=.build/check
mkdir -p "$out"
rm -f "$out/tests.log"

packages() {
    local counting=()
    ! $bench || counting=("${LARDER_BENCH_PACKAGES[@]}")
    larder_prepare "${LARDER_TOOLCHAIN_PACKAGES[@]}" "${LARDER_LIBRARY_PACKAGES[@]}" "${LARDER_CHECK_PACKAGES[@]}" \
        "${counting[@]}"
}

lint() { swift format lint --strict --parallel --recursive Sources Tests Package.swift; }

# The sources optimized, as the tests take a third of the time then, but with their assertions; the tests as they are.
tested=(-c release -debug-info-format none -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug --scratch-path .build/tests)

build() { swift build "${tested[@]}" --build-tests --explicit-target-dependency-import-check error; }

# Tests that run at the same time. On few processors, each of thousands would wait minutes for its next step, and time
# limits of their own would pass; those that wait for processes and clocks still fill the time.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=32

# A test that hangs must end with what the others said.
bounded() { timeout --kill-after=30 1800 "$@"; }

tests() { bounded swift test "${tested[@]}" --skip-build 2>&1 | tee "$out/tests.log"; }

# Readers of strangers' pages get a quarter of a minute each of damaged ones.
fuzz() {
    LARDER_FUZZ_SECONDS=${LARDER_FUZZ_SECONDS:-15} bounded swift test "${tested[@]}" --skip-build --filter 'ReaderFuzzTests|RecipePageFuzzTests'
}

# A whole job by the programs as they ship, in memory where that is a folder.
ratios() {
    local product
    for product in coordinator worker bench; do swift build "${LARDER_RELEASE[@]}" --product "$product"; done
    TMPDIR=$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}") \
        "$(swift build "${LARDER_RELEASE[@]}" --show-bin-path)/bench" job --check deploy/bench-ratios.txt
}

# A failing seed is printed with its scenario, made smaller, and its trace.
simulation() { "$bin/simulate" --seeds 10000; }

# What shares memory between threads; the rest of the package is values and actors, and so is the ledger's fairness, whose minutes
# of virtual time take longer than all other tests of the ledger. No match at all would also end with 0.
# The backtracer of a crash never comes to its end in a program built like this.
sanitizer() {
    LARDER_TEST_TARGETS=LarderThreadingTests,LarderTransportTests,LarderFetchTests,LarderLedgerTests \
        SWIFT_BACKTRACE=enable=no bounded swift test --sanitize=thread --scratch-path .build/tsan --skip '^LarderLedgerTests\.FairnessTests' 2>&1 |
        tee "$out/sanitizer.log"
    grep -qE 'Test run with [1-9][0-9]* tests?' "$out/sanitizer.log"
}

# boundary PROGRAM PATTERN: none of the libraries may be loaded by the program.
boundary() {
    local libraries
    libraries=$(ldd "$bin/$1")
    if grep -E "$2" <<<"$libraries"; then
        echo "$1 must not load the libraries above."
        return 1
    fi
    echo "$1 loads none of $2."
}
boundaries() {
    boundary coordinator 'lib(curl|gumbo|vips|jpeg)'
    boundary worker 'libsqlite3'
}

# Sites of software that others wrote: what is in them must be in the larder. A site that cannot be installed is skipped.
real_sites() { bounded python3 Tests/RealSites/real_sites.py ${sites:+"$sites"} --programs "$bin"; }

# The pages in a browser: every function of theirs, served and from a folder, and a source that attacks them.
pages_in_a_browser() {
    local code=0
    PATH=$PWD/$out/browser/bin:$PATH BIN=$bin bounded Tests/Browser/run.sh || code=$?
    # It has said in a line what is missing.
    [ "$code" = 77 ] || return "$code"
}
# browser_packages: Chromium and Firefox, and a Python environment with what drives them; or `why_no_browser`.
browser_packages() {
    local get=("$out/browser/bin/python" -m pip install --quiet --disable-pip-version-check)
    why_no_browser="this system has no packages ${LARDER_BROWSER_PACKAGES[*]}"
    (larder_install "${LARDER_BROWSER_PACKAGES[@]}") || return 1
    why_no_browser="PyPI gives no playwright here"
    [ -x "$out/browser/bin/python" ] || python3 -m venv "$out/browser" || return 1
    "${get[@]}" playwright axe-playwright-python || return 1
    (larder_install firefox-esr) && "${get[@]}" marionette-driver || echo "Firefox is not tested: the line above says what is missing."
}

shell_scripts() { shellcheck -x deploy/*.sh deploy/cluster/*.sh docker/*.sh deploy/debian/p* deploy/slurm/worker.sbatch Tests/Browser/*.sh .ci/run "$protobuf"; }

# Whether the Swift files are those that the .proto files were last made into; `generate.sh --check` makes them again.
protobuf=Sources/Cluster/Protocol/Proto/generate.sh
protobuf_files() { "$protobuf" --sums; }

# Each step of the design page's walk names a file and a symbol in it; messages have one Swift form outside of LarderProtocol.
design=Sources/Documentation/Larder.docc/Design.md
design_page() {
    local steps step gone=false
    # shellcheck disable=SC2016  # a backtick, not a command
    mapfile -t steps < <(grep -oE '`(Sources|Tests)/[^`#]+#[^`]+`' "$design" | tr -d '`')
    for step in "${steps[@]}"; do
        grep -qE "(func|var|let|struct|enum|class|actor|protocol|extension) ${step#*#}\b" "${step%%#*}" ||
            { echo "$design names $step, which is gone." && gone=true; }
    done
    echo "The walk has ${#steps[@]} steps."
    ! $gone && [ "${#steps[@]}" -ge 1 ] || return 1
    if grep -rn --include='*.swift' 'Wire[A-Z]' Sources | grep -v '^Sources/Cluster/Protocol/'; then
        echo "Types of protobuf are used outside of LarderProtocol, above."
        return 1
    fi
}

# An app that links the product for apps resolves GRDB alone, and shows a larder made here. The Swift blocks of the pages for apps
# are built with it.
sample_app() {
    local built=$out/sample-app package=$out/sample-package app shown
    deploy/guides.py "$package"
    swift build --disable-build-manifest-caching --package-path "$package" --scratch-path "$built"
    [ "$(ls "$built/checkouts")" = GRDB.swift ] || { ls "$built/checkouts" && return 1; }
    app=$built/debug/SampleApp
    rm -rf "$out/larder"
    "$bin/coordinator" --workers 2 --into "$out/larder" --sample-recipes 10 --sample-articles 4 --progress none
    shown=$("$app" "$out/larder" --summary)
    echo "$shown"
    grep -q '^sample: 10 recipes' <<<"$shown"
    grep -q '^- ' <<<"$shown"
    shown=$(printf 'r\n1\nb\n/soup\nq\n' | "$app" "$out/larder")
    grep -q '^Ingredients$' <<<"$shown"
    grep -qE '^[1-9][0-9]* items with “soup”$' <<<"$shown"
    grep -q '«soup»' <<<"$shown"
    ! "$app" "$out/no-larder"
}

# The images with the programs of the tests, and what people start first: deploy/compose.yaml, which has half a minute.
containers() {
    local digest
    # shellcheck source=deploy/containers.sh
    . deploy/containers.sh
    # shellcheck source=deploy/cluster/hosts.sh
    . deploy/cluster/hosts.sh
    # shellcheck source=deploy/cluster/compose.sh
    . deploy/cluster/compose.sh
    larder_own_containers "$PWD/$out/containers"
    larder_find_builder || { echo "$why_no_builder" && return 1; }
    larder_base_image debian:bookworm-slim
    deploy/images.sh --built "$bin" >"$out/images.log" 2>&1 || { tail -n 30 "$out/images.log" && return 1; }
    grep '; contents in' "$out/images.log"
    # In a network of its own: podman adds rules and addresses to the one that it is in.
    hosts_up 1
    trap 'set +e; compose down -v -t 5 >/dev/null 2>&1; hosts_down' EXIT
    export DOCKER_CONFIG=$PWD/$out DOCKER_HOST=unix://$PWD/$out/podman.sock
    rm -f "$out/podman.sock"
    # It complains of systemd, which its health checks want.
    on 1 podman system service --time 0 "$DOCKER_HOST" >"$out/podman.log" 2>&1 &
    until [ -S "$out/podman.sock" ] || ! kill -0 $!; do sleep 0.1; done
    local began=$SECONDS
    compose up -d --scale worker=4 2>/dev/null
    compose_is_whole 30
    echo "Four workers in containers filled the larder within $((SECONDS - began)) s."
    compose exec -T coordinator coordinator health
    digest=$(in_compose digest)
    rm -rf "$out/bare"
    [ "$digest" = "$(bare_digest 1 "$PWD/$out/bare" 500 200)" ] || { echo "One worker without containers made another larder." && return 1; }
}
why_no_bookworm="networks and a Debian of their own need root, and the programs are put into Debian bookworm"
bookworm_root() { [ "$(id -u)" = 0 ] && [ "$(. /etc/os-release && echo "${VERSION_CODENAME:-}")" = bookworm ]; }
# container_packages: or `why_no_containers`.
container_packages() {
    why_no_containers=$why_no_bookworm
    bookworm_root || return 1
    why_no_containers="this system has no packages ${LARDER_CONTAINER_PACKAGES[*]}"
    (larder_install "${LARDER_CONTAINER_PACKAGES[@]}")
}

# What is in deploy/ for Swarm, Kubernetes and Slurm, and the pods with the images of the step above.
manifests() { deploy/check-manifests.sh --built "$bin"; }

# The package, installed, upgraded below its services and removed in a Debian of its own.
debian_package() {
    local package
    package=$(deploy/package.sh --built "$bin" --out "$out/deb" | tail -n 1)
    deploy/package-test.sh "$package"
}
# debian_packages: or `why_no_package`.
debian_packages() {
    why_no_package=$why_no_bookworm
    bookworm_root || return 1
    why_no_package="this system has no packages ${LARDER_DEB_PACKAGES[*]} ${LARDER_DEB_TEST_PACKAGES[*]}"
    (larder_install "${LARDER_DEB_PACKAGES[@]}" "${LARDER_DEB_TEST_PACKAGES[@]}")
}

# How many tests were skipped, counted by reason.
skipped_tests() {
    sed -nE 's/^.* (Test|Suite) .* skipped(: "(.*)")?$/\1s skipped: \3/p' "$out/tests.log" | sort | uniq -c | sort -rn
}

step "Debian packages" packages
step "Format" lint
step "Shell scripts" shell_scripts
step "Protobuf files" protobuf_files
step "Design page" design_page
step "Unique names" deploy/unique-names.py
step "Apple systems" deploy/check-platforms.sh
step "Build and imports" build
bin=$(swift build "${tested[@]}" --show-bin-path)
step "Linked libraries" boundaries
step "Sample app" sample_app
step "Tests" tests
! $bench || step "Hot paths" deploy/hot-paths.sh
! $bench || step "Ratios" ratios
if $fast; then
    skip "Browser" "--fast"
    skip "Damaged pages" "--fast"
    skip "Simulation" "--fast"
    skip "Thread sanitizer" "--fast"
    skip "Real sites" "--fast"
    skip "Containers" "--fast"
    skip "Manifests" "--fast"
    skip "Debian package" "--fast"
else
    if browser_packages; then step "Browser" pages_in_a_browser; else skip "Browser" "$why_no_browser"; fi
    step "Damaged pages" fuzz
    step "Simulation" simulation
    step "Thread sanitizer" sanitizer
    step "Real sites" real_sites
    if container_packages; then
        step "Containers" containers
        step "Manifests" manifests
    else
        skip "Containers" "$why_no_containers"
        skip "Manifests" "$why_no_containers"
    fi
    if debian_packages; then step "Debian package" debian_package; else skip "Debian package" "$why_no_package"; fi
fi
echo "== All steps passed in $SECONDS s"
skipped_tests
grep -E 'Test run with [0-9]+ tests?' "$out/tests.log" | tail -n 1
