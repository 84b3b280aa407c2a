#!/usr/bin/env bash
# Checks on Linux that the libraries for apps use nothing newer than the oldest Apple systems of Package.swift.
#
#   deploy/check-platforms.sh
#
# The toolchain's interface of the standard library says since when each declaration exists on each system. A copy of it
# with another target makes the compiler refuse what that system lacks. No Apple SDK is needed, so only the standard
# library is checked: not Foundation, GRDB, _Concurrency and _StringProcessing, whose errors do not count here. In the
# copy `Int` has 64 bits on the watch, too, where in truth it has 32.
#
# Exit code 0: nothing is too new, or this toolchain has no interface; 1: something is; 2: the check itself failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../Sources"

# MODULE:FOLDER, what a module imports before it.
modules=(
    LarderModel:Model
    LarderAttributedText:Content/AttributedText
    LarderHTML:Content/HTML
    LarderAttributedHTML:Content/AttributedHTML
    LarderPageReading:Content/PageReading
)
# Folders that import Foundation.
left_out=(-not -path '*/AttributedText/Bridges/*' -not -path '*/AttributedText/Blocks/*')
# TARGET:FOLDER:FILE:NAME: folder and interface of the standard library as that system's toolchain has them, and the
# system's name in messages. Declarations without a version of visionOS are compared with iOS 2 there: no error of ours.
targets=(
    arm64-apple-macosx15.0:macosx:arm64-apple-macos:macOS
    arm64-apple-ios18.0:iphoneos:arm64-apple-ios:iOS
    arm64-apple-tvos18.0:appletvos:arm64-apple-tvos:tvOS
    arm64_32-apple-watchos11.0:watchos:arm64_32-apple-watchos:watchOS
    arm64-apple-xros2.0:xros:arm64-apple-xros:visionOS
)

swift=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")
interface=$(find "$swift/lib/swift/linux/Swift.swiftmodule" -name '*-linux-gnu.swiftinterface' 2>/dev/null | head -n 1)
if [ -z "$interface" ]; then
    echo "Skipped: this toolchain has no interface file of the standard library."
    exit 0
fi
# Compiled interfaces stay here for the next run.
work=$PWD/../.build/check/platforms

# check TARGET FOLDER FILE NAME: prints what is too new for the target.
check() {
    local target=$1 own=$work/$1 module files code=0
    local copy=$own/lib/swift/$2/Swift.swiftmodule
    rm -rf "${own:?}/lib" "$own/modules"
    mkdir -p "$copy" "$own/modules"
    cp -a "$swift/lib/swift/shims" "$own/lib/swift/shims"
    ln -s "$swift/lib/swift/clang" "$own/lib/swift/clang"
    # Without two functions of Float80, which ARM lacks, and without marks on declarations whose bodies are left out.
    sed -E -e "1,8s/-target [^ ]*/-target $target/" -e '/_stdlib_(remainder|squareRoot)l\(/d' \
        -e '/^@backDeployed\(before: macOS 14.0, iOS 17.0, watchOS 10.0, tvOS 17.0\)$/d' \
        "$interface" >"$copy/$3.swiftinterface"
    touch -r "$interface" "$copy/$3.swiftinterface"
    local options=(
        -target "$target" -resource-dir "$own/lib/swift" -module-cache-path "$own/cache" -I "$own/modules"
        -O -parse-as-library -disable-objc-interop -package-name larder -swift-version 6
        -disable-implicit-concurrency-module-import -disable-implicit-string-processing-module-import
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
        -enable-upcoming-feature MemberImportVisibility
    )
    for module in "${modules[@]}"; do
        mapfile -t files < <(find "${module#*:}" -name '*.swift' "${left_out[@]}")
        # For the modules after it: declarations alone, whatever they use.
        "$swift/bin/swift-frontend" -emit-module -o "$own/modules/${module%:*}.swiftmodule" "${options[@]}" \
            -disable-availability-checking -experimental-skip-all-function-bodies \
            -module-name "${module%:*}" "${files[@]}" >"$own/errors" 2>&1 || { cat "$own/errors" && return 2; }
        "$swift/bin/swift-frontend" -typecheck "${options[@]}" -module-name "${module%:*}" "${files[@]}" \
            >"$own/errors" 2>&1 || true
        ! grep -E '^[^ |].* error: .* only available in '"$4 " "$own/errors" | sort -u || code=1
    done
    return "$code"
}

worst=0
# Two at once: most of the time goes into reading the interface.
for ((next = 0; next < ${#targets[@]}; next += 2)); do
    running=()
    for target in "${targets[@]:next:2}"; do
        IFS=: read -r name folder file system <<<"$target"
        check "$name" "$folder" "$file" "$system" &
        running+=("$!")
    done
    for process in "${running[@]}"; do
        code=0
        wait "$process" || code=$?
        [ "$code" -le "$worst" ] || worst=$code
    done
done
[ "$worst" -ne 0 ] || echo "${#modules[@]} modules use nothing that is too new for ${#targets[@]} systems."
exit "$worst"
