#!/usr/bin/env bash
# sbom.sh IMAGE PACKAGE.RESOLVED: prints what is in /roots/IMAGE and in the programs beside it (SPDX 2.3, JSON); runs in
# docker/Dockerfile.
set -euo pipefail
image=$1
resolved=$2

# owners: the Debian packages of the files in the root; the database may have them without /usr.
owners() {
    (cd "/roots/$image" && find . -type f | sed 's/^\.//; p; s/^\/usr//') | { xargs -r dpkg -S 2>/dev/null || true; } |
        sed 's/:.*//' | sort -u
}

separator=
# item NAME VERSION PURL
item() {
    printf '%s  {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "downloadLocation": "NOASSERTION",\n' \
        "$separator" "${1//[^A-Za-z0-9.-]/-}" "$1" "$2"
    printf '   "filesAnalyzed": false, "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER",\n'
    printf '   "referenceType": "purl", "referenceLocator": "%s"}]}' "$3"
    separator=$',\n'
}

cat <<HEAD
{"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "larder-$image",
 "documentNamespace": "urn:larder:sbom:$image:$(sha256sum "$resolved" | cut -c1-16)",
 "creationInfo": {"created": "$(date -u -d "@${SOURCE_DATE_EPOCH:-0}" +%Y-%m-%dT%H:%M:%SZ)",
  "creators": ["Tool: larder-sbom.sh"]},
 "packages": [
HEAD
{ owners; echo ca-certificates; } | sort -u | while read -r package; do
    dpkg-query -W -f "\${Package} \${Version} \${Architecture}\n" "$package" | head -n 1
done >/tmp/packages
while read -r package version architecture; do
    item "$package" "$version" "pkg:deb/debian/$package@${version//+/%2B}?arch=$architecture"
done </tmp/packages
if [ "$image" = worker ]; then
    version=$(cat /usr/share/vips-version)
    item libvips "$version" "pkg:deb/debian/vips@${version//+/%2B}?arch=source"
fi
# The Swift packages that the programs were compiled with; Swift's own libraries come without a version.
sed -n 's/.*"\(location\|version\)" : "\(.*\)".*/\1 \2/p' "$resolved" >/tmp/pins
location=
while read -r key value; do
    case $key in
    location) location=${value%.git} ;;
    version) item "${location##*/}" "$value" "pkg:swift/${location#*://}@$value" ;;
    esac
done </tmp/pins
printf '\n ]}\n'
