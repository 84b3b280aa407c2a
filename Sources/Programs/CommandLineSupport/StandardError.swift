internal import Foundation

/// Prints a line on standard error, unless it is closed.
@Sendable package func printError(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
}
