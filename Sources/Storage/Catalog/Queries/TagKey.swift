/// What tells the values of a field of tags apart.
package enum TagKey {
    /// URNs and names of sources as they are, words in lower case (ASCII).
    package static func key(_ field: String, _ name: String) -> String {
        guard field != "source", field != "outlet" else { return name }
        return String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
                }
            )
        )
    }
}
