import ArgumentParser
import Foundation
import Glibc
import LarderCommandLine
import LarderSync
import LarderTools

struct ContactOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Whom the owner of a host can ask about the requests; sent with each of them.",
            valueName: "address or page"
        )
    )
    var contact: String?

    func validate() throws {
        if let contact, let fault = LarderCommands.fault(inContact: contact) {
            throw ValidationError("--contact: \(fault)")
        }
    }

    /// The contact, asked for on a terminal where a public host is meant; nil: none.
    func asked(for url: String) -> String? {
        guard contact == nil, let host = LarderCommands.publicHost(of: url), isatty(STDIN_FILENO) == 1,
            isatty(STDERR_FILENO) == 1
        else { return contact }
        let question =
            "Whom can the owner of \(host) ask about the requests? Type your e-mail address or a page; Enter "
            + "for nobody: "
        try? FileHandle.standardError.write(contentsOf: Data(question.utf8))
        return readLine().flatMap { $0.isEmpty ? nil : $0 }
    }
}

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add a site, feed or API to the larder: write a source file for it, and sync it.",
        discussion: """
            Looks at the address as `coordinator sources init` does, writes what it found into the larder's folder \
            sources, prints it, and syncs it. From then on `coordinator` syncs it with the larder's other sources, and \
            `coordinator NAME` alone. Edit the file to change what is fetched.
            """
    )

    @Argument(help: "The site's first page, its feed, its sitemap or its API's list.")
    var url: String
    @OptionGroup var second: NoSecondWord
    @Option(help: ArgumentHelp("The source's name (default: after its host).", valueName: "name"))
    var name: String?
    @OptionGroup var contact: ContactOption
    @OptionGroup var larder: LarderOption
    @OptionGroup var running: RunningOptions

    func validate() throws {
        if let name, let fault = LarderCommands.fault(inSourceName: name) {
            throw ValidationError("--name: \(fault)")
        }
    }

    func run() async throws {
        var options = running.options([], larder)
        try await reportingErrors {
            let folder = LarderFolder.absolute(larder.into)
            if let fault = LarderFolder.fault(of: folder) { throw fault }
            try LarderFolder.refuseLinks(in: folder)
            let new = LarderCommands.NewSource(
                options.registry,
                isForLarder: true,
                name: name,
                contact: contact.asked(for: url)
            )
            switch try await LarderCommands.propose(url, new) {
            case .failed(let code): return code
            case .written(let path, let yaml):
                try printResult("\n\(yaml)\nWritten to \(path).")
                options.sources = [path]
                // Without the word `add`: the source is there now.
                options.typed = ["coordinator", path] + (larder.isDefault ? [] : ["--into", larder.into])
                let run = SyncRun(options)
                return try await withStopRequests { try await run.run(stopRequests: $0).code }
            }
        }
    }
}

struct Get: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fetch one page into the larder, without a source file.",
        discussion: """
            The page with its text and pictures becomes an item of a source named after its host, pages-HOST. No link \
            is followed; robots.txt and the pause between requests hold as in a sync. The same command again fetches \
            it again. `coordinator` without arguments does not ask for such pages.
            """
    )

    @Argument(help: "The page's address.")
    var url: String
    @OptionGroup var second: NoSecondWord
    @OptionGroup var contact: ContactOption
    @OptionGroup var larder: LarderOption
    @OptionGroup var running: RunningOptions

    func run() async throws {
        var options = running.options([], larder)
        try await reportingErrors {
            options.page = try LarderCommands.page(url, contact: contact.contact)
            options.refresh = true
            let run = SyncRun(options)
            return try await withStopRequests { try await run.run(stopRequests: $0).code }
        }
    }
}

/// The options of commands that sync besides `sync`.
struct RunningOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: "Local worker processes, 1 to 256.")
    var workers = SyncRun.Options.defaultWorkers
    @Option(help: ArgumentHelp("How progress is shown, as by `coordinator`.", valueName: "mode"))
    var progress = ProgressMode.auto
    @OptionGroup(title: "Log")
    var log: LogOptions

    func validate() throws { try check(workers, "--workers", 1...256) }

    func options(_ sources: [String], _ larder: LarderOption) -> SyncRun.Options {
        let format = progress == .json ? LineLogHandler.Format.json : .text
        var options = SyncRun.Options(sources, larder, log, format: format, workers: workers)
        options.progress = progress
        options.typed = ["coordinator"] + CommandLine.arguments.dropFirst()
        return options
    }
}
