extension String {
    /// At most `count` characters, with an ellipsis where something was cut; control characters are escaped.
    package func shortened(to count: Int) -> String {
        let clean = unicodeScalars.prefix(count * 4).map { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(Character(scalar))
        }.joined()
        return clean.count <= count ? clean : clean.prefix(count - 1) + "…"
    }
}
