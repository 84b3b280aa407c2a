import ArgumentParser

/// Where the larder is; every command that works on one takes it.
struct LarderOption: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The larder's folder.", valueName: "dir"))
    var into = "./larder"

    /// Whether it is the folder that is meant where none is named.
    var isDefault: Bool { into == "./larder" }

    func validate() throws {
        guard !into.isEmpty else {
            throw ValidationError("--into is empty. Name a folder, or leave it out for ./larder.")
        }
    }
}
