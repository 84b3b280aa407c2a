public import LarderModel

extension AttributedText {
    /// The text as blocks, in order: each of its characters but white space is in one of them.
    ///
    /// Each line is a block; the runs do not tell `br` from the end of a paragraph. Each call makes them again; time is
    /// linear in the text.
    public var blocks: [TextBlock] { blocks(pictures: []) }

    /// The blocks, with the captions that a sync has found.
    ///
    /// - Parameter pictures: Those of the catalog's text. A caption is used where its picture stands alone and the
    ///   blocks behind it have just the caption's characters.
    public func blocks(pictures: [TextPicture]) -> [TextBlock] {
        var reader = BlockReader(BlockSource(self))
        reader.read()
        let captions = pictures.compactMap { picture in picture.caption.map { (picture.start, $0) } }
        guard !captions.isEmpty else { return reader.blocks }
        return CaptionSearch(captions: Dictionary(captions) { first, _ in first }).blocks(of: reader.blocks)
    }
}
