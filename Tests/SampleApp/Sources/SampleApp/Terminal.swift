import Foundation
import Larder

/// A terminal, or a pipe in its place: wraps lines, draws pictures, and lets no control character through.
struct Terminal: Sendable {
    private let isInteractive = isatty(STDOUT_FILENO) != 0

    private var width: Int {
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? min(max(30, Int(size.ws_col)), 100) : 80
    }

    func show(_ screen: Screen) {
        print("\n" + styled(screen.title, "1;4"))
        var number = 0
        for line in screen.lines {
            if line.place != nil { number += 1 }
            if line.isHeading { print() }
            show(line, lead: line.place == nil ? line.lead.safe : "\(number)" + spaces(4 - "\(number)".count))
        }
        if screen.next != nil { print("n: more") }
    }

    private func show(_ line: Line, lead: String) {
        let isBeside = isInteractive && line.place != nil && line.picture?.thumbHash != nil
        let picture = line.picture.map { rows(of: $0, maxSide: line.place == nil ? 40 : 10) } ?? []
        let left = isBeside ? picture : [], start = lead.columns, indent = isBeside ? start + 11 : start
        let title = line.text.wrapped(width - indent).map { styled($0, line.isHeading || line.place != nil ? "1" : "") }
        let note = line.note.wrapped(width - indent).prefix(3).map { styled($0, "2") }
        let right = title + note + (isBeside ? [] : picture)
        for row in 0..<max(left.count, right.count) {
            let before = row < left.count ? left[row] + " " : spaces(indent - start)
            print((row == 0 ? lead : spaces(start)) + before + (row < right.count ? right[row] : ""))
        }
    }

    /// The preview in half blocks, whose upper and lower half have a colour each; elsewhere the name of its file.
    private func rows(of picture: ShownPicture, maxSide: Int) -> [String] {
        let side = min(maxSide, width)
        guard isInteractive, let pixels = picture.thumbHash?.pixels(maxSide: side) else {
            return ["picture: \(picture.file?.lastPathComponent ?? picture.absence.map { "\($0)" } ?? "")".safe]
        }
        func color(_ x: Int, _ y: Int, _ kind: Int) -> String {
            guard y < pixels.height else { return "49" }
            let rgba = pixels.rgba[(4 * (y * pixels.width + x))...].prefix(4).map(Int.init)
            return "\(kind);2;" + rgba.prefix(3).map { "\($0 * rgba[3] / 255)" }.joined(separator: ";")
        }
        return stride(from: 0, to: pixels.height, by: 2).map { y in
            (0..<pixels.width).map { "\u{1B}[\(color($0, y, 38));\(color($0, y + 1, 48))m▀" }.joined()
                + "\u{1B}[0m" + spaces(side - pixels.width)
        }
    }

    private func styled(_ text: String, _ codes: String) -> String {
        isInteractive && !codes.isEmpty ? "\u{1B}[\(codes)m\(text.safe)\u{1B}[0m" : text.safe
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

    /// Waits for Enter, or for some seconds where nobody types.
    func wait(_ seconds: Int) async throws {
        guard isatty(STDIN_FILENO) != 0 else { return try await Task.sleep(for: .seconds(seconds)) }
        let (typed, sink) = AsyncStream<Void>.makeStream()
        FileHandle.standardInput.readabilityHandler = { _ in sink.finish() }
        defer { FileHandle.standardInput.readabilityHandler = nil }
        for await _ in typed {}
        try Task.checkCancellation()
        _ = readLine()
    }
}

extension String {
    /// Without what a terminal may act on, such as control characters, and without letters of very many marks.
    var safe: String {
        String(UnicodeScalarView(flatMap { $0.unicodeScalars.prefix(12).compactMap(\.safe) }))
    }

    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// Safe rows of at most so many columns, broken between words, or within words that are too long.
    func wrapped(_ width: Int) -> [String] {
        var rows = [""]
        for word in safe.split(separator: " ").map(String.init) {
            for (number, part) in (word.columns > width ? word.map { "\($0)" } : [word]).enumerated() {
                let row = rows[rows.count - 1], longer = row + (number > 0 || row.isEmpty ? "" : " ") + part
                if row.isEmpty || longer.columns <= width { rows[rows.count - 1] = longer } else { rows.append(part) }
            }
        }
        return rows == [""] ? [] : rows
    }
}

extension Character {
    /// 2 for emoji and for letters of East Asia, otherwise 1.
    fileprivate var columns: Int {
        guard let first = unicodeScalars.first, first.value >= 0x1100 else { return 1 }
        let wide = [0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x20000...0x3FFFD]
        return first.properties.isEmojiPresentation || wide.contains { $0.contains(Int(first.value)) } ? 2 : 1
    }
}

extension UnicodeScalar {
    /// A space for controls, nil for what else a terminal must not get.
    fileprivate var safe: UnicodeScalar? {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: " "
        case .format, .privateUse, .unassigned: self == "\u{200C}" || self == "\u{200D}" ? self : nil
        default: self == "\u{FFFC}" ? "▣" : self
        }
    }
}
