#!/usr/bin/env bash
# build-vips.sh FOLDER: puts libvips and the packages that it needs at run time (FOLDER/usr/share/larder/vips-packages)
# into a folder; runs in docker/Dockerfile.
#
# It is Debian's version with Debian's patches. orc and libpng are kept, so that previews are the same as with Debian's
# own package, to the byte.
set -euo pipefail
folder=$1
export DEBIAN_FRONTEND=noninteractive
sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/*.sources 2>/dev/null || true
[ ! -s /etc/apt/sources.list ] || sed -n 's/^deb /deb-src /p' /etc/apt/sources.list >/etc/apt/sources.list.d/sources.list
apt-get -q update
apt-get -q install -y --no-install-recommends dpkg-dev g++ meson pkgconf \
    libexif-dev libexpat1-dev libglib2.0-dev libheif-dev libjpeg-dev liblcms2-dev liborc-0.4-dev libpng-dev libwebp-dev
cd /tmp
apt-get -q source --only-source vips
cd vips-*/
meson setup build --prefix=/usr --libdir="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" --buildtype=release --strip \
    --auto-features=disabled -Dexif=enabled -Dheif=enabled -Djpeg=enabled -Dlcms=enabled -Dorc=enabled -Dpng=enabled \
    -Dwebp=enabled -Dnsgif=true -Dppm=false -Danalyze=false -Dradiance=false -Dmodules=disabled -Dintrospection=false \
    -Dcplusplus=false -Dexamples=false -Ddeprecated=false
meson compile -C build
mkdir -p "$folder"
DESTDIR=$folder meson install -C build --no-rebuild
dpkg-parsechangelog -S Version >"$folder/usr/share/vips-version"
