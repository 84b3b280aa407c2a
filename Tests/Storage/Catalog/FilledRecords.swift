import GRDB
import LarderCatalog
import LarderModel
import LarderTestSupport

/// Records with a value in every field, no two alike, as the catalog gives them back.
enum Filled {
    static let source = Source(urn: "source:filled", name: "filled", kind: "feed")

    static let provenance = Provenance(
        url: "https://sample.example/provenance",
        fetchedAt: 1_483_326_245_001,
        validator: "\"validator\"",
        digest: digest(1),
        readerVersion: 2
    )

    static let recipe = Recipe.filled(urn: "recipe:filled:1")
    static let article = Article.filled(urn: "article:filled:1")
    static let outlet = Outlet.filled(urn: "outlet:filled:1")

    static let image = ImageOriginal(
        urn: "image:filled:1",
        url: "url",
        digest: digest(2),
        byteCount: 5_000_000_000,
        contentType: "contentType"
    )

    static let decoding = ImageDecoding(
        urn: image.urn,
        digest: image.digest,
        format: "format",
        width: 1,
        height: 2,
        frames: 3,
        hasAlpha: true,
        thumbHash: "thumbHash",
        dominantColor: "dominantColor",
        widths: [16, 17],
        variants: [
            ImageVariant(width: 4, height: 5, format: "variant format", digest: digest(3), byteCount: 6),
            ImageVariant(width: 7, height: 8, format: "another format", digest: digest(4), byteCount: 9),
        ],
        rejectCode: "rejectCode",
        rejectMessage: "rejectMessage",
        readerVersion: 10
    )

    static let text = {
        var text = plainText
        text.encoding = "Shift_JIS"
        text.optionsHash = "0123456789abcdef"
        text.method = "method"
        text.confidence = 0.75
        text.isReadable = true
        text.place = "[[1,2]]"
        text.pictures = [
            TextPicture(url: "url", imageURN: "imageURN", start: 1, alternative: "alternative", caption: "caption"),
            TextPicture(
                url: "another url",
                imageURN: "another imageURN",
                start: 2,
                alternative: "another alternative",
                caption: "another caption"
            ),
        ]
        text.pages = [
            TextPage(url: "url", digest: digest(5), start: 1),
            TextPage(url: "another url", digest: digest(6), start: 2),
        ]
        text.nextPage = "nextPage"
        return text
    }()

    private static let plainText = RenderedText(
        urn: "text:filled:1",
        itemURN: recipe.urn,
        htmlDigest: digest(5),
        plain: "plain",
        runs: #"{"v":1,"runs":[5],"links":[["url",1,2],["javascript:x",0,1,1],["another url",3,4]]}"#,
        language: "en-GB",
        readerVersion: 11
    )
}

/// The names of a record's fields that say nothing: nil, empty, zero or false.
func emptyFields(of record: Any) -> [String] {
    Mirror(reflecting: record).children.filter { isEmpty($0.value) }.map { $0.label ?? "?" }
}

private func isEmpty(_ value: Any) -> Bool {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { isEmpty($0.value) } ?? true }
    func isZero(_ number: some AdditiveArithmetic) -> Bool { number == .zero }
    switch value {
    case let text as String: return text.isEmpty
    case let list as [Any]: return list.isEmpty || list.contains { !emptyFields(of: $0).isEmpty }
    case let collection as any Collection: return collection.isEmpty
    case let number as any AdditiveArithmetic: return isZero(number)
    case let flag as Bool: return !flag
    case let digest as Digest: return digest == .zero
    default: return false
    }
}

/// The fields of a record by name, each as a column keeps it; without those that are kept as JSON.
func plainFields(of record: Any) -> [String: DatabaseValue] {
    var fields: [String: DatabaseValue] = [:]
    for case (let name?, let value) in Mirror(reflecting: record).children {
        switch value {
        case let digest as Digest: fields[name] = digest.databaseValue
        case let value as any DatabaseValueConvertible: fields[name] = value.databaseValue
        default: continue
        }
    }
    return fields
}
