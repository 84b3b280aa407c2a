internal import Foundation
internal import Glibc
internal import LarderModel
internal import LarderThreading
internal import Synchronization

/// Standard error: scrolling lines above lines that are redrawn.
///
/// While a bar is shown, all output goes through one console. Safe from any thread.
package final class Console: Sendable {
    /// Lines that can be drawn over.
    private struct Drawn {
        var lines: [String] = []
        /// ``ProcessSignals/continuations`` when they were drawn.
        var continuations = 0
    }

    private let drawn = Mutex(Drawn())
    private let columns: @Sendable () -> Int?
    private let redactor = Mutex(Redactor())
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - columns: The terminal's width; nil: no line takes more than one row.
    ///   - write: Nil: standard error.
    package init(
        columns: @escaping @Sendable () -> Int? = { Terminal.columns(of: STDERR_FILENO) },
        write: (@Sendable (String) -> Void)? = nil
    ) {
        self.columns = columns
        self.write =
            write ?? { text in
                // A closed standard error must not end the run.
                try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
            }
    }

    func hide(_ secrets: [String]) { redactor.withLock { $0 = Redactor(secrets: secrets) } }

    package func redacted(_ text: String) -> String { redactor.withLock { $0 }.redacted(text) }

    package func print(_ line: String) {
        drawn.withLock { drawn in
            let erased = erasing(drawn)
            drawn.continuations = ProcessSignals.continuations
            write(erased + Self.text([redacted(line)] + drawn.lines))
        }
    }

    /// Replaces the lines drawn before.
    package func draw(_ lines: [String]) {
        let lines = lines.map(redacted)
        drawn.withLock { drawn in
            let text = erasing(drawn) + Self.text(lines)
            drawn = Drawn(lines: lines, continuations: ProcessSignals.continuations)
            if !text.isEmpty { write(text) }
        }
    }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// Starts at the first column, as a terminal echoes ^C.
    ///
    /// After a stop (Ctrl-Z) the shell has written below the lines, so they stay. A terminal that became narrower shows
    /// a line in several rows.
    private func erasing(_ drawn: Drawn) -> String {
        guard !drawn.lines.isEmpty, drawn.continuations == ProcessSignals.continuations else { return "" }
        let columns = columns() ?? .max
        let rows = drawn.lines.reduce(0) { $0 + max(1, $1.count / columns + ($1.count % columns == 0 ? 0 : 1)) }
        return "\r\u{1B}[\(rows)A\u{1B}[J"
    }
}
