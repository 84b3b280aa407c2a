/// Entity tags of answers (RFC 9110, section 8.8.3).
package enum EntityTag {
    /// Whether a field `If-None-Match` names a tag, by the weak comparison (RFC 9110, section 13.1.2).
    ///
    /// - Parameter tag: With its quotation marks.
    package static func isKnown(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { part in
            let known = part.drop { $0 == " " }.prefix { $0 != " " }
            return known == "*" || (known.hasPrefix("W/") ? known.dropFirst(2) : known) == tag
        }
    }
}
