internal import Foundation
internal import _FoundationICU

/// Makes sort keys of titles.
///
/// Sort keys are compared byte by byte. Their order is that of the Unicode Collation Algorithm (UTS #10) with the rules
/// of CLDR.
///
/// Numbers in titles sort by their value. Of no thread: make one per transaction.
@safe final class TitleCollation {
    private let collator: OpaquePointer?
    private var units: [UInt16] = []
    private var key = [UInt8](repeating: 0, count: 512)

    /// - Parameter language: An identifier for ICU; empty: the root order.
    init(language: String = "") {
        var status = U_ZERO_ERROR
        unsafe collator = swift_ucol_open(language, &status)
        unsafe swift_ucol_setAttribute(collator, UCOL_NUMERIC_COLLATION, UCOL_ON, &status)
    }

    deinit { unsafe swift_ucol_close(collator) }

    /// The sort key of a title; the title's UTF-8 where ICU has no data.
    func key(of title: String) -> Data {
        guard let collator = unsafe collator else { return Data(title.lowercased().utf8) }
        units.removeAll(keepingCapacity: true)
        units.append(contentsOf: title.utf16.prefix(Self.maxUnits))
        func fill() -> Int {
            unsafe Int(swift_ucol_getSortKey(collator, units, Int32(units.count), &key, Int32(key.count)))
        }
        var count = fill()
        if count > key.count {
            key = [UInt8](repeating: 0, count: count)
            count = fill()
        }
        return Data(key.prefix(max(0, count - 1)))  // without the zero at its end
    }

    /// Titles that are alike for so long are ordered by their identifiers.
    private static let maxUnits = 128
}
