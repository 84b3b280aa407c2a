extension String {
    /// The longest beginning of at most `count` bytes of UTF-8 that ends between two scalars.
    package func prefix(bytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(startIndex, offsetBy: max(0, count))
        while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }

    /// At most `count` characters, with an ellipsis where something was cut; control characters are escaped.
    package func shortened(to count: Int) -> String {
        let clean = unicodeScalars.prefix(count * 4).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(Character(scalar))
        }.joined()
        return clean.count <= count ? clean : clean.prefix(count - 1) + "…"
    }
}
