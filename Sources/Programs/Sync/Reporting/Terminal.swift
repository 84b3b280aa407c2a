internal import Foundation
internal import Glibc

/// What is known of the terminal behind a descriptor.
package enum Terminal {
    /// The width, 80 where the terminal does not tell; nil: it is no terminal.
    package static func columns(of descriptor: Int32) -> Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Whether control sequences move its cursor.
    static func takesControl(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && ProcessInfo.processInfo.environment["TERM"] ?? "dumb" != "dumb"
    }

    /// Whether this process is in the foreground of its terminal, and not behind a shell's prompt.
    static func isInForeground(_ descriptor: Int32) -> Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether the locale's character set is UTF-8 (POSIX: LC_ALL, else LC_CTYPE, else LANG).
    static func isUTF8(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        return locale.lowercased().replacing("-", with: "").hasSuffix("utf8")
    }
}

extension String {
    /// The lines, those that are longer broken at spaces; what goes on stands below the line's last column of text.
    package func wrapped(columns: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { Self.wrapped($0, columns) }
            .joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, _ columns: Int) -> String {
        guard line.count > columns else { return String(line) }
        let indent = line.prefix { $0 == " " }.count
        let label = line.dropFirst(indent).firstRange(of: "  ")
        let text = label.map { line[$0.upperBound...].drop { $0 == " " } } ?? line.dropFirst(indent)
        let column = line.distance(from: line.startIndex, to: text.startIndex)
        let hanging = label == nil || column > columns / 3 ? indent + 2 : column
        var lines = [String(line[..<text.startIndex])]
        var rest = text
        while !rest.isEmpty {
            let blanks = rest.prefix { $0 == " " }
            let word = rest.dropFirst(blanks.count).prefix { $0 != " " }
            rest = rest.dropFirst(blanks.count + word.count)
            if !blanks.isEmpty, (lines.last ?? "").count + blanks.count + word.count > columns {
                lines.append(String(repeating: " ", count: hanging) + word)
            } else {
                lines[lines.count - 1] += blanks + word
            }
        }
        return lines.joined(separator: "\n")
    }
}
