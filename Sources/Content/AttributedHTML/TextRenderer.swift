public import LarderAttributedText
public import LarderHTML

/// Turns HTML documents into attributed text.
///
/// The text is the one a browser shows (`innerText`), with list markers, quotation marks and attachments as runs of
/// their own. A value without state: equal documents, options and URLs give equal results, in any process. Time and
/// memory are linear in the document; no input makes it fail.
public struct TextRenderer: Sendable {
    /// Raised whenever the same document gives another result, so that stored texts can be made anew.
    public static let version = 4

    /// What is done where there is a choice.
    public let options: TextOptions

    /// A renderer with these options.
    public init(_ options: TextOptions = TextOptions()) {
        self.options = options
    }

    /// Renders a document.
    ///
    /// - Parameters:
    ///   - document: A document or fragment.
    ///   - documentURL: Where it was found; relative references are seen from here unless a `base` element says
    ///     otherwise.
    public func render(_ document: HTMLDocument, documentURL: String? = nil) -> AttributedText {
        rendering(of: document, documentURL: documentURL).text
    }

    /// The same, and what was left out.
    package func rendering(
        of document: HTMLDocument,
        documentURL: String?
    ) -> (text: AttributedText, omissions: TextOmissions) {
        let pass = layout(document, documentURL: documentURL)
        var assembler = TextAssembler(pass)
        return (assembler.text(), pass.omissions)
    }

    private func layout(_ document: HTMLDocument, documentURL: String?) -> LayoutPass {
        let decoded = DoubleEncodedMarkup.decoded(document, options.doubleEncoded)
        var pass = LayoutPass(decoded ?? document, options: options, documentURL: documentURL)
        pass.run()
        return pass
    }

    /// Renders a document, with details that the text alone does not show.
    package func details(of document: HTMLDocument, documentURL: String?) -> TextDetails {
        let pass = layout(document, documentURL: documentURL)
        var assembler = TextAssembler(pass)
        let plain = pass.writer.bytes
        return TextDetails(
            text: assembler.text(),
            plain: String(decoding: plain, as: UTF8.self),
            markers: pass.items.filter(\.isShown).map { $0.style.marker(for: $0.ordinal) },
            cellTexts: pass.cellBounds { pass.writer.landmarks[$0].offset }.map { cells in
                cells.map { String(decoding: plain[$0.start..<max($0.start, $0.end)], as: UTF8.self) }
            }
        )
    }
}

/// A rendered text and details that it does not show by itself.
package struct TextDetails: Sendable, Hashable {
    /// The text with its attributes.
    package let text: AttributedText
    /// The characters of the document alone, without markers and attachments.
    package let plain: String
    /// The marker of each list item that is shown, empty where it has none.
    package let markers: [String]
    /// The characters of each cell of each table, in the order of ``AttributedText/tables``.
    package let cellTexts: [[String]]
}
