import ArgumentParser

/// The larder's folder.
struct LarderOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The larder's folder.", valueName: "dir"))
    var into = "./larder"

    var isDefault: Bool { into == "./larder" }

    func validate() throws {
        guard !into.isEmpty else {
            throw ValidationError("--into is empty. Name a folder, or leave it out for ./larder.")
        }
    }
}

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
