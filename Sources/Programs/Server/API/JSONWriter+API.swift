internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderViewer

/// A picture as the API describes it.
struct APIPicture {
    let picture: ShownPicture
    /// Nil: its file is not there, or browsers do not show it as a picture.
    let address: String?
}

extension ViewerPages {
    func apiPicture(_ picture: ShownPicture) -> APIPicture {
        guard let file = picture.file, let type = picture.mediaType, ViewerAddresses.shownTypes.contains(type) else {
            return APIPicture(picture: picture, address: nil)
        }
        return APIPicture(
            picture: picture,
            address: addresses.root + ViewerAddresses.path(ofPicture: file, mediaType: type)
        )
    }
}

extension JSONWriter {
    /// One object.
    static func object(capacity: Int = 0, _ body: (inout JSONWriter) -> Void) -> JSONWriter {
        var writer = JSONWriter(capacity: capacity)
        writer.object(body)
        return writer
    }

    /// A member with an array of objects.
    mutating func objects<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        array {
            for element in elements { $0.object { body(&$0, element) } }
        }
    }

    mutating func member(_ name: String, _ number: Int?) {
        key(name)
        if let number { value(number) } else { raw("null") }
    }

    mutating func member(_ name: String, _ number: Double?) {
        key(name)
        if let number { value(number) } else { raw("null") }
    }

    /// A time in UTC (RFC 3339).
    mutating func member(_ name: String, _ time: Date?) {
        member(name, time.map { CivilTime(unixSeconds: $0.apiSeconds).iso8601 })
    }

    /// A text with the places that a search found, in Unicode scalars.
    mutating func member(_ name: String, _ marked: MarkedText?) {
        key(name)
        guard let marked else { return raw("null") }
        object { writer in
            writer.member("text", marked.text)
            writer.key("marks")
            let scalars = marked.text.unicodeScalars
            writer.array(marked.marks) { writer, mark in
                writer.object { place in
                    place.member("start", scalars.distance(from: scalars.startIndex, to: mark.lowerBound))
                    place.member("length", scalars.distance(from: mark.lowerBound, to: mark.upperBound))
                }
            }
        }
    }

    mutating func member(_ name: String, _ picture: APIPicture?) {
        key(name)
        value(picture)
    }

    mutating func value(_ picture: APIPicture?) {
        guard let picture else { return raw("null") }
        object { writer in
            writer.member("urn", picture.picture.id)
            writer.member("url", picture.address)
            writer.member("mediaType", picture.picture.mediaType)
            writer.member("width", picture.picture.width)
            writer.member("height", picture.picture.height)
            writer.member("thumbHash", picture.picture.thumbHash.map { Data($0.bytes).base64EncodedString() })
            writer.member("dominantColor", picture.picture.dominantColor)
        }
    }
}

extension Date {
    /// Sources may say any number; years have four digits in RFC 3339.
    fileprivate var apiSeconds: Int64 { Int64(min(max(timeIntervalSince1970, -62_167_219_200), 253_402_300_799)) }
}

extension SearchPlace {
    var apiName: String {
        switch self {
        case .summary: "summary"
        case .ingredient: "ingredient"
        case .step: "step"
        case .text: "text"
        }
    }

    /// From 1; nil: it is no step.
    var step: Int? {
        if case .step(let number) = self { number } else { nil }
    }
}
