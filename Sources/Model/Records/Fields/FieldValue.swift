/// The value of a record's field, in the one form that bounds, catalog, protocol and templates share.
package enum FieldValue: Sendable, Hashable {
    case absent
    /// A text, or the word of an enumeration.
    case text(String)
    /// A whole number or a time.
    case integer(Int64)
    case number(Double)
    case flag(Bool)
    /// The name of a blob.
    case digest(Digest)
    case texts([String])
    /// A list of numbers from 0 on.
    case counts([Int])
    /// A list of elements with fields of their own: the values of each element, in the order of its fields.
    case rows([[FieldValue]])
    /// Fields without a column.
    case extra(ExtraFields)
    case origins(FieldOrigins)
}

extension FieldValue {
    // The value of a case; nil for any other case.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var digest: Digest? { if case .digest(let digest) = self { digest } else { nil } }
    package var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
    var counts: [Int]? { if case .counts(let numbers) = self { numbers } else { nil } }
    package var rows: [[FieldValue]]? { if case .rows(let rows) = self { rows } else { nil } }
    var extra: ExtraFields? { if case .extra(let fields) = self { fields } else { nil } }
    var origins: FieldOrigins? { if case .origins(let origins) = self { origins } else { nil } }

    /// A text or number for people.
    package var shown: String? {
        switch self {
        case .text(let text): text.nonEmpty
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        default: nil
        }
    }
}

/// The form of a field's value, as in ``FieldValue``.
package enum FieldKind: Sendable, Hashable {
    /// A number outside the range becomes the nearest inside.
    case integer(ClosedRange<Int64>)
    /// ``FieldValue/rows(_:)``.
    case list
    case text, number, flag, digest, texts, counts, extra, origins
}

/// What happens to a text over its bound.
package enum FieldBound: Sendable, Hashable {
    /// Its beginning is kept.
    case cut(RecordBound)
    /// The whole text is left out, and an element that needs it: a part would mean something else.
    case leaveOut(RecordBound)

    package var bound: RecordBound {
        switch self {
        case .cut(let bound), .leaveOut(let bound): bound
        }
    }

    /// A title or name.
    package static let line = cut(.titleBytes)
    /// A summary or content.
    package static let paragraph = cut(.fieldBytes)
    package static let url = leaveOut(.urlBytes)
    package static let name = leaveOut(.nameBytes)
    package static let language = leaveOut(.languageBytes)
}
