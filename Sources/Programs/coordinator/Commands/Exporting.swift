import ArgumentParser
import Foundation
import Larder
import LarderCommandLine
import LarderViewer

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write the larder in another form, for reading without Larder.",
        subcommands: [ExportSite.self]
    )
}

struct ExportSite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Write the larder as a folder of web pages, which a browser opens without a server.",
        discussion: """
            Open DIR/index.html in a browser: lists, filters, search, recipes and articles are as `coordinator serve` \
            shows them, from a disk, a stick or any web server. On a server with https browsers can also keep the \
            whole larder on a device.

            The same command again writes only what changed and removes pages of items that are gone. It touches no \
            file that it did not write: DIR has to be new, empty or of an earlier export, and outside of the larder. \
            When it is stopped, type it again: it goes on. Pictures are second names of the larder's files where both \
            are on one disk, and take no room there.
            """
    )

    @Argument(help: ArgumentHelp("The folder for the pages.", valueName: "dir"))
    var folder: String
    @OptionGroup var larder: LarderOption

    func validate() throws {
        guard !folder.isEmpty else { throw ValidationError("The folder's name is empty. Name one, such as ./site.") }
    }

    func run() async throws {
        try await printingText {
            let opened = try await Larder(readingFrom: URL(filePath: larder.into, directoryHint: .isDirectory))
            return try await SiteExport.write(opened, to: folder).text
        }
    }
}
