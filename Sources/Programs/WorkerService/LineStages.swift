internal import Foundation
internal import LarderImaging
internal import LarderSources
internal import LarderText

/// The stages as filters: JSON lines in, JSON lines out.
package enum LineStages {
    /// Which stage.
    package enum Stage: Sendable {
        /// HTML to attributed text.
        case render
        /// A source's answer to records.
        case extract
        /// A picture to its verdict.
        case decode
    }

    /// Answers every line of standard input on standard output, in order, until the input ends.
    package static func run(_ stage: Stage) {
        if case .decode = stage {
            do {
                try ImageDecoder.start()
            } catch {
                print("{\"error\":\"\(error.code.rawValue)\"}")
                return
            }
        }
        while let line = readLine(strippingNewline: true) {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            switch stage {
            case .render: print(TextLines.answer(line: line))
            case .extract: print(ExtractLines.answer(line: line))
            case .decode: print(ImagingLines.answer(line: line))
            }
            fflush(nil)
        }
    }
}
