internal import Foundation
internal import LarderModel
internal import Synchronization

/// Standard error: scrolling lines, and below them lines that are redrawn.
///
/// While a bar is shown, all output has to go through one console. Safe from any thread.
package final class Console: Sendable {
    private let drawn = Mutex<[String]>([])
    private let redactor = Mutex(Redactor())
    private let write: @Sendable (String) -> Void

    /// Makes a console.
    ///
    /// - Parameter write: Takes text as it is; nil: standard error.
    package init(write: (@Sendable (String) -> Void)? = nil) {
        self.write =
            write ?? { text in
                // A closed standard error must not end the run.
                try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            }
    }

    /// Shows asterisks in place of these from now on.
    func hide(_ secrets: [String]) { redactor.withLock { $0 = Redactor(secrets: secrets) } }

    /// A text as it may be shown.
    package func redacted(_ text: String) -> String { redactor.withLock { $0 }.redacted(text) }

    /// Prints one line above what is drawn.
    package func print(_ line: String) {
        drawn.withLock { write(Self.erasing($0) + Self.text([redacted(line)] + $0)) }
    }

    /// Draws lines in place of the ones drawn before; none: takes those away.
    package func draw(_ lines: [String]) {
        let lines = lines.map(redacted)
        drawn.withLock { drawn in
            let text = Self.erasing(drawn) + Self.text(lines)
            drawn = lines
            if !text.isEmpty { write(text) }
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Back to the first column too, as a terminal writes ^C where Ctrl-C is typed.
    private static func erasing(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\r\u{1B}[\(lines.count)A\u{1B}[J"
    }
}
