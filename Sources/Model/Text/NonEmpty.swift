extension String {
    /// The text; nil for an empty one.
    package var nonEmpty: String? { isEmpty ? nil : self }
}

extension String? {
    /// The text; nil for an empty one.
    package var nonEmpty: String? { flatMap(\.nonEmpty) }
}
