internal import Foundation

/// The program that runs, to be started once more and to find others beside it.
package enum OwnProgram {
    /// The file of this process.
    package static var path: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }

    /// Where a program of this name would be in the folder of this one.
    package static func beside(_ name: String) -> String {
        URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(name).path
    }
}
