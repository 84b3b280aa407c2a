internal import CLinuxShims

/// The release that `--version` prints.
package enum Release {
    /// The version, and the commit in the environment variable LARDER_COMMIT of the build.
    package static let text = "0.1.0 (commit \(unsafe String(cString: larder_linux_build_commit())))"
}
