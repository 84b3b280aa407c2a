extension String {
    /// The words of a program's name in lower case: `sourceUrl` and `source_url` both give `source`, `url`.
    package var nameWords: [String] {
        var text = ""
        var wasLower = false
        for character in self {
            if character.isUppercase, wasLower { text.append("_") }
            wasLower = character.isLowercase
            text.append(contentsOf: character.lowercased())
        }
        return text.split { "_-. ".contains($0) }.map { String($0) }
    }
}
