extension TextOptions {
    /// The schemes of links that apps can follow from what a sync keeps.
    package static let archiveLinkSchemes = ["http", "https", "mailto", "tel"]

    /// How a sync renders what the catalog keeps: an archive shows what a reader could unfold.
    ///
    /// - Parameter isFragment: Whether it is a piece of HTML out of a record rather than a page: feeds and APIs often
    ///   encode markup twice, pages do not.
    package static func archive(isFragment: Bool) -> TextOptions {
        TextOptions(
            doubleEncoded: isFragment ? .auto : .off,
            opensDetails: true,
            linkSchemes: Set(archiveLinkSchemes)
        )
    }
}
