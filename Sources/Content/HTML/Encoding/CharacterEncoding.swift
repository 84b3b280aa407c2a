/// A character encoding of the Encoding Standard; the raw value is its name there.
package enum CharacterEncoding: String, Sendable, CaseIterable {
    case utf8 = "UTF-8"
    case ibm866 = "IBM866"
    case iso8859x2 = "ISO-8859-2"
    case iso8859x3 = "ISO-8859-3"
    case iso8859x4 = "ISO-8859-4"
    case iso8859x5 = "ISO-8859-5"
    case iso8859x6 = "ISO-8859-6"
    case iso8859x7 = "ISO-8859-7"
    case iso8859x8 = "ISO-8859-8"
    case iso8859x8I = "ISO-8859-8-I"
    case iso8859x10 = "ISO-8859-10"
    case iso8859x13 = "ISO-8859-13"
    case iso8859x14 = "ISO-8859-14"
    case iso8859x15 = "ISO-8859-15"
    case iso8859x16 = "ISO-8859-16"
    case koi8R = "KOI8-R"
    case koi8U = "KOI8-U"
    case macintosh
    case windows874 = "windows-874"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1252 = "windows-1252"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows1258 = "windows-1258"
    case macCyrillic = "x-mac-cyrillic"
    case gbk = "GBK"
    case gb18030
    case big5 = "Big5"
    case eucJP = "EUC-JP"
    case iso2022JP = "ISO-2022-JP"
    case shiftJIS = "Shift_JIS"
    case eucKR = "EUC-KR"
    case replacement
    case utf16BE = "UTF-16BE"
    case utf16LE = "UTF-16LE"
    case userDefined = "x-user-defined"

    /// The encoding that a label means; nil where it means none.
    ///
    /// - Parameter label: As it stands in a page or a header field: case does not count, nor does white space round it.
    package init?(label: some Sequence<UInt8>) {
        var name = Array(label.drop(while: ASCII.isWhiteSpace).prefix(Self.maxLabelBytes + 1))
        while let last = name.last, ASCII.isWhiteSpace(last) { name.removeLast() }
        let key = String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
        guard let encoding = Self.byLabel[key] else { return nil }
        self = encoding
    }

    /// What a page means by a label that stands in the page itself, whose bytes were read as ASCII to find it.
    package var inMarkup: CharacterEncoding {
        switch self {
        case .utf16BE, .utf16LE: .utf8
        case .userDefined: .windows1252
        default: self
        }
    }
}
