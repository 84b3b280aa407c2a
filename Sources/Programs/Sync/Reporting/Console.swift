internal import Foundation
internal import LarderModel
internal import Synchronization

/// Standard error: scrolling lines above lines that are redrawn.
///
/// While a bar is shown, all output goes through one console. Safe from any thread.
package final class Console: Sendable {
    private let drawn = Mutex<[String]>([])
    private let redactor = Mutex(Redactor())
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Nil: standard error.
    package init(write: (@Sendable (String) -> Void)? = nil) {
        self.write =
            write ?? { text in
                // A closed standard error must not end the run.
                try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            }
    }

    func hide(_ secrets: [String]) { redactor.withLock { $0 = Redactor(secrets: secrets) } }

    package func redacted(_ text: String) -> String { redactor.withLock { $0 }.redacted(text) }

    package func print(_ line: String) {
        drawn.withLock { write(Self.erasing($0) + Self.text([redacted(line)] + $0)) }
    }

    /// Replaces the lines drawn before.
    package func draw(_ lines: [String]) {
        let lines = lines.map(redacted)
        drawn.withLock { drawn in
            let text = Self.erasing(drawn) + Self.text(lines)
            drawn = lines
            if !text.isEmpty { write(text) }
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Starts at the first column, as a terminal echoes ^C.
    private static func erasing(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\r\u{1B}[\(lines.count)A\u{1B}[J"
    }
}
