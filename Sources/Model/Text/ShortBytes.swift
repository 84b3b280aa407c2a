extension Array<UInt8> {
    /// Appends few bytes, up to about twenty, which `append(contentsOf:)` takes longer for.
    package mutating func append(short text: String) {
        text.withUTF8Span { bytes in
            for index in bytes.indices { append(bytes[index]) }
        }
    }
}
