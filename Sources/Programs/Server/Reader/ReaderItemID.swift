internal import LarderModel
internal import LarderViewer
internal import Synchronization

/// The number by which the Google Reader API names an item: 63 bits of the hash of its URN.
///
/// A client keeps the numbers that it got. The row numbers of the catalog change when the catalog is made again, so they
/// are not used. The probability that two of a million items have the same number is one in twenty million. A client
/// would show one of the two.
struct ReaderItemID: Sendable, Hashable {
    let value: Int64

    init(urn: String) { value = Int64(StableHash.Short(urn).value & UInt64(Int64.max)) }

    /// Reads `tag:google.com,2005:reader/item/` with 16 hexadecimal digits, these digits alone, or a decimal number.
    init?(_ text: String) {
        if text.hasPrefix(Self.prefix) {
            guard let value = Int64(text.dropFirst(Self.prefix.count), radix: 16) else { return nil }
            self.value = value
        } else if !text.hasPrefix("0"), let value = Int64(text) {
            self.value = value
        } else {
            guard text.utf8.count == 16, let value = Int64(text, radix: 16) else { return nil }
            self.value = value
        }
    }

    /// The form that entries have; lists of identifiers have ``value`` as a decimal number.
    var long: String {
        let digits = String(value, radix: 16)
        return Self.prefix + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
    }

    private static let prefix = "tag:google.com,2005:reader/item/"
}

/// Finds items by their numbers.
///
/// A hash cannot be turned back into a URN, so a table of all items is kept. It is made again only when a number is not
/// found where it was and the catalog has changed since.
final class ReaderItemTable: Sendable {
    private struct State {
        /// Of the catalog that the table was made of.
        var revision: Int64 = -1
        var identifiers: [ReaderItemID: Int64] = [:]
    }

    private let state = Mutex(State())

    /// The items with these numbers, in their order; those that are not there are left out.
    func items(_ numbers: [ReaderItemID], _ pages: ViewerPages) throws -> [(id: Int64, urn: String)] {
        let known = try find(numbers, pages)
        let revision = try pages.reader.revision()
        guard known.count < numbers.count, state.withLock({ $0.revision != revision }) else { return known }
        var identifiers: [ReaderItemID: Int64] = [:]
        try pages.reader.eachItem { identifiers[ReaderItemID(urn: $1)] = $0 }
        state.withLock { [identifiers] in $0 = State(revision: revision, identifiers: identifiers) }
        return try find(numbers, pages)
    }

    private func find(_ numbers: [ReaderItemID], _ pages: ViewerPages) throws -> [(id: Int64, urn: String)] {
        let found = state.withLock { state in
            numbers.compactMap { number in state.identifiers[number].map { (number: number, id: $0) } }
        }
        let urns = try pages.reader.urns(of: found.map(\.id))
        return found.compactMap { number, id in
            guard let urn = urns[id], ReaderItemID(urn: urn) == number else { return nil }
            return (id, urn)
        }
    }
}
