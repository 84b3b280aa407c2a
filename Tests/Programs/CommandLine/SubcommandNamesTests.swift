import ArgumentParser
import LarderCommandLine
import Testing

private struct Jar: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [Shelf.self, Lid.self])
}

private struct Shelf: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [Label.self, Secret.self])
}

private struct Lid: ParsableCommand {}

private struct Label: ParsableCommand {}

private struct Secret: ParsableCommand {
    static let configuration = CommandConfiguration(shouldDisplay: false)
}

@Suite("Names of subcommands") struct SubcommandNamesTests {
    @Test func `subcommands of subcommands are named with both words, hidden ones are not`() {
        #expect(Jar.subcommandNames == ["shelf", "lid"])
        #expect(Jar.subcommandPaths == ["shelf", "lid", "shelf label"])
    }
}
