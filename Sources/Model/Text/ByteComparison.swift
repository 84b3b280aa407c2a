/// Comparing by bytes, for texts that come from outside.
///
/// `==` and `Hashable` of strings compare normal forms: n combining marks take n² steps, half a megabyte a minute.
extension StringProtocol {
    /// Whether the other text has the same UTF-8 bytes.
    package func isSame(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// The text, or nothing where it has more than 64 bytes and is no word that a program knows.
    package var knownWord: String { utf8.count <= 64 ? String(self) : "" }
}

extension String {
    /// For two strings: other modules would call the generic form.
    package func isSame(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return withUTF8Span { left in
            other.withUTF8Span { right in
                var difference: UInt8 = 0
                for index in left.indices { difference |= left[index] ^ right[index] }
                return difference == 0
            }
        }
    }

    /// Whether the byte is anywhere in the text, which `utf8.contains` takes several times as long for.
    package func hasByte(_ byte: UInt8) -> Bool {
        withUTF8Span { bytes in
            var count = 0
            for index in bytes.indices { count &+= bytes[index] == byte ? 1 : 0 }
            return count > 0
        }
    }
}

extension Sequence<String> {
    package var distinct: [String] {
        var seen: Set<[UInt8]> = [[]]
        return filter { seen.insert(Array($0.utf8)).inserted }
    }
}
