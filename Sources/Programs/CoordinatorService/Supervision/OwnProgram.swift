internal import Foundation

/// The program that runs, to be started once more and to find others beside it.
enum OwnProgram {
    static var path: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    }
}
