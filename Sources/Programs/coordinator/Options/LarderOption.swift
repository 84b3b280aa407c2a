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
