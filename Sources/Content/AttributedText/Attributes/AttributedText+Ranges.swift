extension AttributedText {
    /// Where a link lies in ``text``; empty for an anchor around nothing.
    ///
    /// - Parameter link: One of ``links``; that of another text gives the part of its range that this text has.
    public func range(of link: TextLink) -> Range<String.Index> {
        let start = index(atUTF8: link.startUTF8)
        return start..<max(start, index(atUTF8: link.startUTF8.addingReportingOverflow(link.lengthUTF8).partialValue))
    }

    /// The link under a character, as where a reader taps; nil where there is none that can be followed.
    ///
    /// Time is linear in ``links``.
    ///
    /// - Parameter index: An index of ``text``; the end is no character.
    public func link(at index: String.Index) -> TextLink? {
        guard index < text.endIndex else { return nil }
        let offset = text.utf8.distance(from: text.startIndex, to: index)
        return links.first { !$0.isUnsafe && offset >= $0.startUTF8 && offset - $0.startUTF8 < $0.lengthUTF8 }
    }

    /// The link under a character that is given as text views do; nil where there is none that can be followed.
    ///
    /// Time is linear in ``links``.
    ///
    /// - Parameter offset: In UTF-16 code units from the start.
    public func link(atUTF16 offset: Int) -> TextLink? {
        guard offset >= 0 else { return nil }
        return links.first { !$0.isUnsafe && offset >= $0.startUTF16 && offset - $0.startUTF16 < $0.lengthUTF16 }
    }

    private func index(atUTF8 offset: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: max(0, offset), limitedBy: text.endIndex) ?? text.endIndex
    }
}
