package import LarderModel

extension ImageOriginal: CatalogRecord {
    package static let table = RecordTable<ImageOriginal>(
        "image",
        kind: .image,
        columns: [
            .text("url", \.url),
            .digest("digest", \.digest),
            .integer("byteCount", \.byteCount),
            .text("contentType", \.contentType),
        ]
    ) { ImageOriginal(urn: $0, url: "", digest: .zero, byteCount: 0) }
}

/// What decoding finds out stands in further columns of the original's row, which are NULL until then.
extension ImageDecoding {
    package static let columns: [RecordColumn<ImageDecoding>] = [
        .text("format", \.format),
        .integer("width", \.width),
        .integer("height", \.height),
        .integer("frames", \.frames),
        .boolean("hasAlpha", \.hasAlpha),
        .text("thumbHash", \.thumbHash, countsAsComplete: false),
        .text("dominantColor", \.dominantColor, countsAsComplete: false),
        .integers("widths", \.widths),
        .text("rejectCode", \.rejectCode, countsAsComplete: false),
        .text("rejectMessage", \.rejectMessage, countsAsComplete: false),
        .integer("readerVersion", \.readerVersion),
    ]

    package static let variantTable = ChildTable<ImageDecoding>(
        "imageVariant",
        of: "imageID",
        \.variants,
        columns: [
            .integer("width", \.width),
            .integer("height", \.height),
            .text("format", \.format),
            .digest("digest", \.digest),
            .integer("byteCount", \.byteCount),
        ],
        blank: ImageVariant(width: 0, height: 0, format: "", digest: .zero, byteCount: 0)
    )
}

extension RenderedText: CatalogRecord {
    package static let table = RecordTable<RenderedText>(
        "text",
        kind: .text,
        columns: [
            .text("itemURN", \.itemURN),
            .digest("htmlDigest", \.htmlDigest),
            .integer("readerVersion", \.readerVersion),
            .text("plain", \.plain),
            .text("runs", \.runs),
            .text("language", \.language),
            .word("role", \.role),
            .text("method", \.method),
            .real("confidence", \.confidence),
            .boolean("isReadable", \.isReadable),
            .text("place", \.place),
            .text("encoding", \.encoding),
            .text("optionsHash", \.optionsHash),
            .text("nextPage", \.nextPage, countsAsComplete: false),
        ],
        children: [
            ChildTable(
                "textPicture",
                of: "textID",
                \.pictures,
                columns: [
                    .text("url", \.url), .text("imageURN", \.imageURN), .integer("start", \.start),
                    .text("alternative", \.alternative), .text("caption", \.caption),
                ],
                blank: TextPicture(url: "", start: 0)
            ),
            ChildTable(
                "textPage",
                of: "textID",
                \.pages,
                columns: [.text("url", \.url), .digest("digest", \.digest), .integer("start", \.start)],
                blank: TextPage(url: "", digest: .zero)
            ),
        ]
    ) { RenderedText(urn: $0, itemURN: "", htmlDigest: .zero, plain: "", runs: "", readerVersion: 0) }
}
