/// What a field of a record holds, in the one form that bounds, catalog, protocol and templates share.
package enum FieldValue: Sendable, Hashable {
    /// The record does not say it.
    case absent
    /// A text, or the word of an enumeration.
    case text(String)
    /// A whole number or a time.
    case integer(Int64)
    /// Any number.
    case number(Double)
    /// Yes or no.
    case flag(Bool)
    /// The name of a blob.
    case digest(Digest)
    /// A list of texts.
    case texts([String])
    /// A list of numbers from 0 on.
    case counts([Int])
    /// A list of elements with fields of their own: the values of each element, in the order of its fields.
    case rows([[FieldValue]])
    /// Fields without a column.
    case extra(ExtraFields)
    /// The origins of other fields.
    case origins(FieldOrigins)
}

extension FieldValue {
    /// The text; nil for any other value.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number of a whole number; nil for any other value.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// The texts of a list; nil for any other value.
    package var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }

    /// The elements of a list; nil for any other value.
    package var rows: [[FieldValue]]? { if case .rows(let rows) = self { rows } else { nil } }

    /// A text or number for people; nil for an empty text and any other value.
    package var shown: String? {
        switch self {
        case .text(let text): text.nonEmpty
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        default: nil
        }
    }
}

/// The form of a field's value.
package enum FieldKind: Sendable, Hashable {
    /// ``FieldValue/text(_:)``.
    case text
    /// ``FieldValue/integer(_:)`` within a range; a number outside becomes the nearest one inside.
    case integer(ClosedRange<Int64>)
    /// ``FieldValue/number(_:)``.
    case number
    /// ``FieldValue/flag(_:)``.
    case flag
    /// ``FieldValue/digest(_:)``.
    case digest
    /// ``FieldValue/texts(_:)``.
    case texts
    /// ``FieldValue/counts(_:)``.
    case counts
    /// ``FieldValue/rows(_:)``.
    case list
    /// ``FieldValue/extra(_:)``.
    case extra
    /// ``FieldValue/origins(_:)``.
    case origins
}

/// What becomes of a text that is over its bound.
package enum FieldBound: Sendable, Hashable {
    /// Its beginning is kept.
    case cut(RecordBound)
    /// It is left out, as a part of it would mean something else; an element that needs it is left out with it.
    case leaveOut(RecordBound)

    /// The bound.
    package var bound: RecordBound {
        switch self {
        case .cut(let bound), .leaveOut(let bound): bound
        }
    }

    /// A title, name or other line.
    package static let line = cut(.titleBytes)
    /// A summary or content.
    package static let paragraph = cut(.fieldBytes)
    /// An address.
    package static let url = leaveOut(.urlBytes)
    /// A URN or identifier.
    package static let name = leaveOut(.nameBytes)
    /// A language tag.
    package static let language = leaveOut(.languageBytes)
}
