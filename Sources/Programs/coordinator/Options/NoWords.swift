import ArgumentParser

/// For commands with options only: a word is refused, usually a larder's folder.
struct NoWords: ParsableArguments {
    @Argument(help: .hidden)
    var words: [String] = []

    func validate() throws {
        guard let word = words.first else { return }
        throw ValidationError(
            "\"\(word)\" is not expected here. The larder's folder stands behind --into: --into \(word)."
        )
    }
}
