extension String {
    package var nonEmpty: String? { isEmpty ? nil : self }
}

extension String? {
    package var nonEmpty: String? { flatMap(\.nonEmpty) }
}
