internal import LarderHTML
internal import LarderModel

/// The characters of one element while they are collected.
struct SitemapText {
    /// Longer values are none.
    private static let maxBytes = 16 << 10

    private var bytes: [UInt8] = []
    private var isDropped = false

    /// Its characters without white space round them; nil where they are too many, or lean on something outside of the file.
    var value: String? {
        isDropped ? nil : String(decoding: bytes, as: UTF8.self).trimmedSpace
    }

    /// Takes characters that stand for themselves.
    mutating func append(_ text: ArraySlice<UInt8>) {
        guard bytes.count + text.count <= Self.maxBytes else {
            isDropped = true
            return
        }
        bytes.append(contentsOf: text)
    }

    /// Takes characters with references: those of HTML and those that the file declares, read once.
    mutating func append(_ text: ArraySlice<UInt8>, references: inout SitemapReferences) {
        guard !isDropped, text.contains(UInt8(ascii: "&")), text.count <= Self.maxBytes else { return append(text) }
        guard let known = references.replaced(String(decoding: text, as: UTF8.self)) else {
            isDropped = true
            return
        }
        append(Array(known.utf8)[...])
    }
}

/// The entities that a file declares itself.
///
/// One that is made of others, or lies outside of the file, has no text, and a value that uses it is none.
struct SitemapReferences {
    private static let maxEntities = 100
    private static let maxEntityBytes = 1_024
    /// The bytes that all uses of declared entities may make of one file; values with further ones are none.
    private var room = 1 << 20

    private var texts: [String: String?] = [:]

    /// Reads the declarations of a document type.
    mutating func read(_ declarations: ArraySlice<UInt8>) {
        let text = String(decoding: declarations.prefix(64 << 10), as: UTF8.self)
        for declaration in text.split(separator: "<!ENTITY").dropFirst(text.hasPrefix("<!ENTITY") ? 0 : 1) {
            let parts = declaration.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard parts.count == 2, texts.count < Self.maxEntities else { continue }
            let rest = parts[1].drop(while: \.isWhitespace)
            var value: String?
            if let quote = rest.first, quote == "\"" || quote == "'" {
                value = String(rest.dropFirst().prefix { $0 != quote })
            }
            if let entity = value,
                entity.contains("&") || entity.contains("<") || entity.utf8.count > Self.maxEntityBytes
            {
                value = nil
            }
            texts[String(parts[0])] = .some(value)
        }
    }

    /// The text with its references replaced; nil where one of them has no text.
    mutating func replaced(_ text: String) -> String? {
        guard !texts.isEmpty else { return CharacterReferences.decoding(text) }
        var parts: [String] = []
        for (place, part) in text.split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            if place > 0, let end = part.firstIndex(of: ";"), let entity = texts[String(part[..<end])] {
                guard let entity, entity.utf8.count <= room else { return nil }
                room -= entity.utf8.count
                parts.append(entity + part[part.index(after: end)...])
            } else {
                parts.append(CharacterReferences.decoding((place > 0 ? "&" : "") + part))
            }
        }
        return parts.joined()
    }
}
