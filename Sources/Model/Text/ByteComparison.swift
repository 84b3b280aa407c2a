/// Comparing by bytes, for texts that come from outside.
///
/// `==` and `Hashable` of strings compare normal forms, and putting n combining marks into that form takes n² steps: a
/// title of half a megabyte of them would hold a thread for a minute.
extension StringProtocol {
    /// Whether the other text has the same UTF-8 bytes.
    package func isSame(as other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// The text where it is short enough for a word that a program knows; empty where it is longer than 64 bytes.
    package var knownWord: String { utf8.count <= 64 ? String(self) : "" }
}

extension String {
    /// The same for two strings, which other modules would else compare through the generic form.
    package func isSame(as other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }
}

extension Sequence<String> {
    /// The texts that are not empty, each once, in their order.
    package var distinct: [String] {
        var seen: Set<[UInt8]> = [[]]
        return filter { seen.insert(Array($0.utf8)).inserted }
    }
}
