#!/usr/bin/env python3
"""What deploy/check-manifests.sh asks of rendered Kubernetes manifests.

    manifests.py check FILE FOLDER      what a schema cannot say: the restricted profile, names that have to fit
    manifests.py origin FOLDER RESOURCE the file that has a resource, such as deployment/larder-worker
    manifests.py serve FILE             the arguments of the coordinator's container, a line each
    manifests.py scale FILE ANSWER      the URL and the number that the ScaledObject reads out of this answer's JSON
    manifests.py pods FILE WORK COORDINATOR DEMO
                                        the pods for `podman play kube`, with folders of WORK and addresses of both
    manifests.py sync FILE WORK DEMO    the pod of the CronJob in the same way
"""
import ipaddress
import json
import pathlib
import sys

import yaml

USER = 10001
# Metadata services of clouds, and what is private or the cluster's own.
FORBIDDEN = (
    "169.254.169.254", "100.100.100.200", "168.63.129.16", "10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1",
    "fd00:ec2::254", "fd12::1", "fe80::1",
)


def load(path):
    with open(path, encoding="utf-8") as file:
        return [document for document in yaml.safe_load_all(file) if document]


def pod_specs(documents):
    """Every pod template with a name for messages; a StatefulSet's own claims are among its volumes."""
    for document in documents:
        spec = document.get("spec", {})
        if document["kind"] == "CronJob":
            spec = spec["jobTemplate"]["spec"]
        if "template" in spec:
            pod = spec["template"]["spec"]
            claims = [{"name": claim["metadata"]["name"]} for claim in spec.get("volumeClaimTemplates", [])]
            pod["volumes"] = pod.get("volumes", []) + claims
            yield f"{document['kind']} {document['metadata']['name']}", pod


def hardening_faults(name, pod):
    """The restricted profile of Pod Security, and what Larder's own pods keep to besides."""
    context = pod.get("securityContext", {})
    wanted = [
        ("runAsNonRoot: true", context.get("runAsNonRoot") is True),
        (f"runAsUser: {USER}", context.get("runAsUser") == USER),
        ("seccompProfile RuntimeDefault", context.get("seccompProfile", {}).get("type") == "RuntimeDefault"),
        ("automountServiceAccountToken: false", pod.get("automountServiceAccountToken") is False),
        ("enableServiceLinks: false", pod.get("enableServiceLinks") is False),
        ("no hostNetwork, hostPID, hostIPC", not any(pod.get(key) for key in ("hostNetwork", "hostPID", "hostIPC"))),
        ("terminationGracePeriodSeconds of 30 and more", pod.get("terminationGracePeriodSeconds", 0) >= 30),
        ("no hostPath", not any("hostPath" in volume for volume in pod.get("volumes", []))),
    ]
    if context.get("fsGroup") is not None:
        wanted.append(("fsGroupChangePolicy: OnRootMismatch", context.get("fsGroupChangePolicy") == "OnRootMismatch"))
    volumes = {volume["name"] for volume in pod.get("volumes", [])}
    for container in pod.get("initContainers", []) + pod["containers"]:
        own, label = container.get("securityContext", {}), f"container {container['name']}"
        resources = container.get("resources", {})
        wanted += [
            (f"{label}: allowPrivilegeEscalation: false", own.get("allowPrivilegeEscalation") is False),
            (f"{label}: capabilities drop ALL", own.get("capabilities") == {"drop": ["ALL"]}),
            (f"{label}: readOnlyRootFilesystem: true", own.get("readOnlyRootFilesystem") is True),
            (f"{label}: not privileged", not own.get("privileged") and own.get("runAsUser", USER) == USER),
            (f"{label}: requests of cpu and memory", {"cpu", "memory"} <= set(resources.get("requests", {}))),
            (f"{label}: a limit of memory, none of cpu", set(resources.get("limits", {})) == {"memory"}),
            # The image's entry point is tini, which passes signals on.
            (f"{label}: args, no command", "args" in container and "command" not in container),
        ]
        for mount in container.get("volumeMounts", []):
            wanted.append((f"{label}: a volume {mount['name']}", mount["name"] in volumes))
    return [f"{name}: {text} is missing" for text, holds in wanted if not holds]


def policy_faults(document):
    """No rule lets a pod reach the web's ports of a forbidden address."""
    for rule in document["spec"].get("egress", []):
        web = not rule.get("ports") or any(port.get("port") in (None, 80, 443) for port in rule["ports"])
        for block in (peer["ipBlock"] for peer in rule.get("to", []) if "ipBlock" in peer):
            network = ipaddress.ip_network(block["cidr"])
            excepted = [ipaddress.ip_network(cidr) for cidr in block.get("except", [])]
            for cidr in excepted:
                if not (cidr.version == network.version and cidr.subnet_of(network)):
                    yield f"NetworkPolicy {document['metadata']['name']}: {cidr} is not a part of {network}"
            for address in map(ipaddress.ip_address, FORBIDDEN) if web else ():
                if address in network and not any(address in cidr for cidr in excepted):
                    yield f"NetworkPolicy {document['metadata']['name']}: {address} can be reached"


def scaled_faults(document, documents):
    """KEDA's schema is not at hand: the keys that are used here, and what they name."""
    spec, faults, own = document["spec"], [], f"ScaledObject {document['metadata']['name']}"
    known = {
        "scaleTargetRef", "pollingInterval", "cooldownPeriod", "minReplicaCount", "maxReplicaCount", "fallback",
        "advanced", "triggers",
    }
    faults += [f"{own}: {key} is no key of its spec" for key in set(spec) - known]
    target = spec["scaleTargetRef"]["name"]
    deployments = {d["metadata"]["name"]: d for d in documents if d["kind"] == "Deployment"}
    if target not in deployments:
        faults.append(f"{own}: there is no Deployment {target}")
    elif "replicas" in deployments[target]["spec"]:
        faults.append(f"Deployment {target}: replicas would undo what the ScaledObject sets")
    for trigger in spec["triggers"]:
        if unknown := set(trigger) - {"type", "metricType", "metadata", "name"}:
            faults.append(f"{own}: {unknown} are no keys of a trigger")
        if unknown := set(trigger["metadata"]) - {"url", "valueLocation", "targetValue", "activationTargetValue"}:
            faults.append(f"{own}: {unknown} are no keys of metrics-api that are used here")
        host, port = trigger["metadata"]["url"].split("/")[2].split(":")
        service, namespace = host.split(".")[:2]
        ports = [
            port["port"] for d in documents
            if d["kind"] == "Service" and (d["metadata"]["name"], d["metadata"]["namespace"]) == (service, namespace)
            for port in d["spec"]["ports"]
        ]
        if int(port) not in ports:
            faults.append(f"{own}: no Service {service} of {namespace} has port {port}")
    return faults


def origin(folder, resource):
    """The file of the folder, or of the base it may have, that a resource stands in."""
    kind, name = resource.lower().split("/")
    for place in (pathlib.Path(folder), pathlib.Path("deploy/kubernetes/base")):
        for path in sorted(place.glob("*.yaml")):
            if any(d["kind"].lower() == kind and d["metadata"]["name"] == name for d in load(path) if "metadata" in d):
                return str(path)
    return f"{folder}/kustomization.yaml"


def check(path, folder):
    """Each fault begins with the kind and the name of what has it."""
    named = []
    for fault in faults_of(load(path)):
        kind, name = fault.split(": ")[0].split(" ")
        named.append(f"{origin(folder, f'{kind}/{name}')}: {fault}")
    return named


def faults_of(documents):
    faults = [fault for name, pod in pod_specs(documents) for fault in hardening_faults(name, pod)]
    labels = [pod["metadata"]["labels"] for d in documents if (pod := d.get("spec", {}).get("template"))]
    for document in documents:
        kind, name = document["kind"], document["metadata"]["name"]
        if kind != "Namespace" and document["metadata"].get("namespace") != "larder":
            faults.append(f"{kind} {name}: it is in another namespace than larder")
        if kind == "ScaledObject":
            faults += scaled_faults(document, documents)
        if kind == "NetworkPolicy":
            faults += policy_faults(document)
        selector = document.get("spec", {}).get("selector")
        if kind in ("Service", "PodDisruptionBudget"):
            selector = selector.get("matchLabels", selector)
            if not any(selector.items() <= label.items() for label in labels):
                faults.append(f"{kind} {name}: it selects no pod")
        own_labels = document["metadata"].get("labels", {})
        if kind == "Namespace" and own_labels.get("pod-security.kubernetes.io/enforce") != "restricted":
            faults.append(f"Namespace {name}: the profile restricted is not enforced")
    if "NetworkPolicy" not in {d["kind"] for d in documents}:
        faults.append("NetworkPolicy any: there is none")
    return faults


def coordinator(path):
    pod = next(pod for name, pod in pod_specs(load(path)) if name == "StatefulSet larder-coordinator")
    return [argument.replace("$(NAMESPACE)", "larder") for argument in pod["containers"][0]["args"]]


def scale(path, answer):
    trigger = next(d for d in load(path) if d["kind"] == "ScaledObject")["spec"]["triggers"][0]["metadata"]
    value = json.loads(answer) if answer else {}
    for part in trigger["valueLocation"].split(".") if answer else []:
        if not isinstance(value, dict) or part not in value:
            sys.exit(f"valueLocation {trigger['valueLocation']} is not in {answer}")
        value = value[part]
    if answer and (isinstance(value, bool) or not isinstance(value, (int, float))):
        sys.exit(f"valueLocation {trigger['valueLocation']} is no number in {answer}")
    return f"{trigger['url']} {value if answer else ''}"


def played(pod, work, labels, aliases):
    """A pod as podman 4.3 can play it: claims, the token and /tmp are folders of this machine."""
    volumes, kept = {}, {volume["name"]: volume for volume in pod.get("volumes", [])}
    for container in pod.get("initContainers", []) + pod["containers"]:
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            container.pop(probe, None)
        for variable in container.get("env", []):
            if variable.pop("valueFrom", None):
                variable["value"] = "larder"
        for mount in container["volumeMounts"]:
            if "configMap" in kept.get(mount["name"], {}):
                volumes[mount["name"]] = kept[mount["name"]]
                continue
            name = mount["name"] + ("-" + mount.pop("subPath") if "subPath" in mount else "")
            mount["name"] = name
            volumes[name] = {"name": name, "hostPath": {"path": f"{work}/{name}", "type": "Directory"}}
    pod["volumes"] = list(volumes.values())
    pod["hostAliases"] = [{"ip": ip, "hostnames": [name]} for name, ip in aliases.items()]
    return {"metadata": {"labels": labels}, "spec": pod}


def demo_sources(documents):
    """The ConfigMap of sources, with the demonstration's in place of its own."""
    sources = next(d for d in documents if d["kind"] == "ConfigMap")
    sources["data"] = {}
    for name in ("demo", "demo-news"):
        with open(f"deploy/sources/{name}.yaml", encoding="utf-8") as file:
            sources["data"][f"{name}.yaml"] = file.read()
    sources["metadata"].pop("namespace")
    return sources


def as_pod(name, template):
    # podman would else remove an init container while it still ends.
    metadata = {"name": name, "annotations": {"io.podman.annotations.init.container.type": "always"}}
    return {"apiVersion": "v1", "kind": "Pod"} | template | {"metadata": template["metadata"] | metadata}


def write(path, documents):
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump_all(documents, file)


def folders(*templates):
    return sorted({v["hostPath"]["path"] for t in templates for v in t["spec"]["volumes"] if "hostPath" in v})


def pods(path, work, coordinator_ip, demo_ip):
    """Writes coordinator.yaml and worker.yaml into `work`."""
    documents = load(path)
    specs = dict(pod_specs(documents))
    aliases = {"larder-coordinator": coordinator_ip, "demo.larder.test": demo_ip}
    coordinator_pod = played(specs["StatefulSet larder-coordinator"], work, {"app": "coordinator"}, {})
    worker = next(d for d in documents if d["kind"] == "Deployment")
    worker["metadata"].pop("namespace")
    worker["spec"]["replicas"] = 1
    template = worker["spec"]["template"]
    worker["spec"]["template"] = played(template["spec"], work, template["metadata"]["labels"], aliases)
    write(f"{work}/coordinator.yaml", [demo_sources(documents), as_pod("larder-coordinator", coordinator_pod)])
    write(f"{work}/worker.yaml", [worker])
    return folders(coordinator_pod, worker["spec"]["template"])


def sync(path, work, demo_ip):
    """Writes sync.yaml into `work`: podman 4.3 knows no sidecars, so that the worker is a container like the other."""
    documents = load(path)
    pod = next(pod for name, pod in pod_specs(documents) if name == "CronJob larder-sync")
    template = played(pod, work, {"app": "sync"}, {"demo.larder.test": demo_ip})
    sidecars = [container for container in pod["initContainers"] if container.pop("restartPolicy", None)]
    pod["initContainers"] = [container for container in pod["initContainers"] if container not in sidecars]
    pod["containers"] = sidecars + pod["containers"]
    write(f"{work}/sync.yaml", [demo_sources(documents), as_pod("larder-sync", template)])
    return folders(template)


def main(command, *arguments):
    commands = {"check": check, "origin": origin, "serve": coordinator, "scale": scale, "pods": pods, "sync": sync}
    result = commands[command](*arguments)
    print(result if isinstance(result, str) else "\n".join(result))
    sys.exit(1 if command == "check" and result else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
