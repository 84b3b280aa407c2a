#!/usr/bin/env bash
# Checks what is in deploy/ for clusters, without a cluster: schemas, hardening, the scaling signal, and the pods run.
#
#   deploy/check-manifests.sh [--built FOLDER]
#
# --built FOLDER: where `coordinator` is (default: .build/tests/release, else .build/release).
# Pods are run from the images of deploy/check.sh, or of the podman folder that LARDER_CONTAINERS names.
# Exit code 0: nothing is wrong with what could be checked, and each part that could not be says `skipped: REASON`;
# 1: something is wrong, and its file is named; 2: could not begin.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=deploy/containers.sh
. deploy/containers.sh
# shellcheck source=deploy/cluster/hosts.sh
. deploy/cluster/hosts.sh

bin=.build/tests/release
[ -x "$bin/coordinator" ] || bin=.build/release
while [ $# -gt 0 ]; do
    case $1 in
    --built)
        bin=${2:?--built takes the folder of the programs}
        shift
        ;;
    -h | --help)
        sed -n '2,9s/^# \{0,1\}//p' deploy/check-manifests.sh
        exit 0
        ;;
    *) echo "deploy/check-manifests.sh takes --built FOLDER and nothing else, not '$1'." >&2 && exit 2 ;;
    esac
    shift
done

# The oldest release that the manifests are for, and the newest one whose schemas the package has.
versions=(1.29 1.37)
tools=(kubernetes-validate==1.37.0 check-jsonschema==0.39.0 PyYAML==6.0.3)
out=$PWD/.build/manifests
venv=$out/venv
mkdir -p "$out"
wrong=0

skipped() { echo "skipped: $1"; }
# part NAME FILE COMMAND...: what it prints is shown where it fails, and the file named.
part() {
    local name=$1 file=$2 code=0
    shift 2
    # Not in a condition, where the shell would go on after a command that fails.
    set +e
    (
        set -e
        "$@"
    ) >"$out/part.log" 2>&1
    code=$?
    set -e
    if [ "$code" = 0 ]; then
        echo "ok: $name, $file"
    else
        echo "WRONG: $name, $file"
        sed 's/^/    /' "$out/part.log" | tail -n 20
        wrong=1
    fi
}

python_tools() {
    [ "$(cat "$venv/tools" 2>/dev/null)" != "${tools[*]}" ] || return 0
    python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check "${tools[@]}" &&
        echo "${tools[*]}" >"$venv/tools"
}

# kubernetes_schema FILE VERSION FOLDER: a kind without a schema is a warning, and only KEDA's may have none.
kubernetes_schema() {
    local code=0 line
    "$venv/bin/kubernetes-validate" --strict -k "$2" "$1" >"$out/schema.log" 2>&1 || code=$?
    while read -r line; do
        code=1
        line=${line#*resource }
        echo "$("$python" deploy/manifests.py origin "$3" "${line%% *}"): $line"
    done < <(grep -v '^INFO' "$out/schema.log" | grep -v 'for kind ScaledObject')
    grep -q '^INFO' "$out/schema.log" && return "$code"
}

kubernetes() {
    local folder name version
    command -v kubectl >/dev/null || { skipped "Kubernetes, as there is no kubectl" && return; }
    for folder in deploy/kubernetes/*; do
        name=$(basename "$folder")
        part "kustomize" "$folder" kubectl kustomize "$folder" -o "$out/$name.yaml"
        [ -s "$out/$name.yaml" ] || continue
        ! $has_tools || for version in "${versions[@]}"; do
            part "schema of Kubernetes $version" "$folder" kubernetes_schema "$out/$name.yaml" "$version" "$folder"
        done
        [ -z "$python" ] || part "restricted profile" "$folder" \
            "$python" deploy/manifests.py check "$out/$name.yaml" "$folder"
    done
}

# Docker's own client knows the dialect of stacks, and needs no engine for that.
stack() {
    local names=()
    for file in "$@"; do names+=(-c "$file"); done
    docker stack config "${names[@]}"
}
compose_files() {
    local file
    ! $has_tools || for file in deploy/compose.yaml deploy/swarm/*.yaml; do
        part "schema of compose files" "$file" "$venv/bin/check-jsonschema" --builtin-schema vendor.compose-spec "$file"
    done
    if ! docker stack config --help >/dev/null 2>&1; then
        skipped "the dialect of stacks, as there is no docker client that knows it" && return
    fi
    part "dialect of stacks" deploy/swarm/stack.yaml stack deploy/swarm/stack.yaml
    part "dialect of stacks" deploy/swarm/demo.yaml stack deploy/swarm/stack.yaml deploy/swarm/demo.yaml
}

# scale_answer ADDRESS: the URL, and the number of wanted workers that is read there; asked by the name in the URL.
scale_answer() {
    local url answer
    url=$("$python" deploy/manifests.py scale "$out/keda.yaml" '')
    url=${url% }
    answer=$(curl -fsS --noproxy '*' --max-time 5 -H "Host: $(cut -d/ -f3 <<<"$url")" "http://$1/${url#*//*/}" 2>&1) ||
        { echo "$url: $answer" && return 1; }
    "$python" deploy/manifests.py scale "$out/keda.yaml" "$answer" 2>&1
}

# The arguments of the shipped coordinator, at an address and with folders of this machine.
scale_is_served() {
    local work=$out/scale arguments address said="" code=0
    rm -rf "$work" && mkdir -p "$work/larder/sources" && chmod 700 "$work"
    echo 'a token of this test alone' >"$work/token" && chmod 600 "$work/token"
    # Nobody answers there: the sync waits, and its job is open.
    printf '%s\n' 'name: nobody' 'kind: food2fork' 'base: http://127.0.0.1:1' 'queries: [pasta]' \
        >"$work/larder/sources/nobody.yaml"
    mapfile -t arguments < <("$python" deploy/manifests.py serve "$out/base.yaml" | sed \
        -e "s|^--into=.*|--into=$work/larder|" -e "s|^--token-file=.*|--token-file=$work/token|" \
        -e 's|^--http=.*|--http=127.0.0.1:0|' -e "s|^--listen=.*|--listen=ipc://$work/s|")
    "$bin/${arguments[0]}" "${arguments[@]:1}" >"$work/out" 2>"$work/log" &
    local server=$!
    for _ in $(seq 100); do
        grep -q '^The larder is at' "$work/out" && break
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    address=$(sed -n 's|^The larder is at http://\([0-9.:]*\)/.*|\1|p' "$work/out")
    if [ -n "$address" ]; then
        # The open job wants a worker, as soon as the sync has begun.
        for _ in $(seq 100); do
            said=$(scale_answer "$address") || { code=1 && break; }
            [ "${said##* }" = 0 ] || break
            sleep 0.1
        done
        echo "$said"
        [[ $said =~ \ [1-9][0-9]*$ ]] || code=1
    else
        cat "$work/log" && code=1
    fi
    kill "$server" 2>/dev/null || true
    wait "$server" || code=$?
    return "$code"
}
scaling() {
    part "the autoscaler's formulas on recorded and modelled syncs" deploy/kubernetes/keda/scaledobject.yaml \
        python3 deploy/cluster/scaling.py simulate
    if [ -z "$python" ] || [ ! -f "$out/keda.yaml" ]; then
        skipped "the scaling signal, as nothing was rendered, or nothing reads YAML" && return
    fi
    [ -x "$bin/coordinator" ] || { skipped "the scaling signal, as there is no $bin/coordinator" && return; }
    part "valueLocation by a live coordinator" \
        "deploy/kubernetes/keda/scaledobject.yaml with base/coordinator.yaml" scale_is_served
}

# shellcheck source=deploy/cluster/pods.sh
. deploy/cluster/pods.sh

has_tools=true
python=$venv/bin/python
if ! why=$(python_tools 2>&1); then
    has_tools=false
    python=$(python3 -c 'import sys, yaml; print(sys.executable)' 2>/dev/null || true)
    skipped "schemas, as PyPI does not give ${tools[*]}: $(tail -n 1 <<<"$why")"
fi
rm -f "$out"/*.yaml
compose_files
kubernetes
scaling
play_pods
[ "$wrong" = 0 ]
