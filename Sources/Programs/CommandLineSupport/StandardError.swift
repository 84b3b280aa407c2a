internal import Foundation

/// One line on standard error.
@Sendable package func printError(_ message: String) {
    // Nobody is left to tell when standard error is closed.
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
}
