extension WebAddress {
    /// The default source name: lower-case letters, digits and hyphens, at most 40.
    ///
    /// `www.stew.example` becomes `stew-example`; a port that is not the scheme's own stands behind it.
    package var sourceName: String {
        let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        let isOwnPort = origin.hasSuffix(":\(port)")
        let bytes = (name + (isOwnPort ? "-\(port)" : "")).utf8.map { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) ? byte : UInt8(ascii: "-")
        }
        var joined = ""
        for word in bytes.split(separator: UInt8(ascii: "-")) {
            let text = String(decoding: word, as: UTF8.self)
            let longer = joined.isEmpty ? text : joined + "-" + text
            guard longer.utf8.count <= 40 else { break }
            joined = longer
        }
        return joined.isEmpty ? "site" : joined
    }
}
