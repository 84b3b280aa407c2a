import ArgumentParser
import Foundation
import LarderCommandLine
import LarderModel
import LarderServer
import LarderSync
import LarderTools
import LarderTransport

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sync sources into the larder (what `coordinator` does when no subcommand is named).",
        discussion: """
            A SOURCE is a YAML file, the NAME of a NAME.yaml in ./sources or in the larder's sources folder, or a \
            built-in source (sample, sample-news), or the name of a source that the larder has. None named: all sources \
            of the larder, or both built-in ones in a new larder.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Sources to sync, by name or YAML file (default: all sources of the larder, in a new one the sample).",
            valueName: "source"
        )
    )
    var sources: [String] = []

    @Flag(help: "Sync the built-in sample too: \(SourceRegistry.sampleNames.joined(separator: " and ")).")
    var sample = false

    @Option(parsing: .unconditional, help: "Local worker processes, 0 to 256.")
    var workers = SyncRun.Options.defaultWorkers

    @OptionGroup var larder: LarderOption

    @OptionGroup var joining: ListenOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("At most this many items of each query, of a website in all (default: all).", valueName: "n")
    )
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            "Stop after this kind of job, in this order: \(Self.kinds.map(\.name).joined(separator: ", ")) (default: "
                + "all kinds).",
            valueName: "kind"
        ),
        transform: Self.kind(typed:)
    )
    var only: JobKind?

    @Option(
        help: ArgumentHelp(
            "Sync the only source named under this name, where its own is another source's in the larder.",
            valueName: "name"
        )
    )
    var rename: String?

    @Flag(help: "Fetch every body and render every text and picture again.")
    var refresh = false

    @Flag(
        help:
            """
            Take it for right that more than half of a source's items are missing, or most of its texts or recipes \
            new; else the stored ones stay.
            """
    )
    var acceptChanges = false

    @Flag(help: "Exit with 0, not 3, where a source brings nothing.")
    var allowEmpty = false

    @Flag(help: "Look before the sync only whether cached files are there; do not read and hash them.")
    var quickCheck = false

    @Flag(help: "Check all that is stored before the sync. Else each sync of a large larder checks a part, in turn.")
    var checkAll = false

    @Flag(
        help:
            """
            Wait, with nothing else to do, for a used quota or a host without robots.txt; else the run ends after a \
            minute of that.
            """
    )
    var wait = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Wait so many seconds for another program that has locked catalog.sqlite, 0 to 86400.",
            valueName: "seconds"
        )
    )
    var waitLock = 60

    @Option(
        help: ArgumentHelp(
            "How progress is shown; auto is a bar on a terminal and else plain, a line every 5 s; json also makes "
                + "JSON the default of --log-format, so that every line is JSON.",
            valueName: "mode"
        )
    )
    var progress = ProgressMode.auto

    @Option(parsing: .unconditional, help: ArgumentHelp("Render threads of each worker, 1 to 64.", valueName: "n"))
    var renderThreads = SyncRun.Options.defaultRenderThreads

    @OptionGroup(title: "Pages while it runs")
    var http: HTTPOptions
    @OptionGroup(title: "Worker limits")
    var workerOptions: WorkerOptions

    @OptionGroup(title: "Log")
    var log: LogOptions

    @Option(parsing: .unconditional, help: ArgumentHelp("Recipes of the built-in sample source.", valueName: "n"))
    var sampleRecipes = SyncRun.Options.defaultSampleRecipes

    @Option(parsing: .unconditional, help: ArgumentHelp("Articles of the built-in sample source.", valueName: "n"))
    var sampleArticles = SyncRun.Options.defaultSampleArticles

    func validate() throws {
        try check(workers, "--workers", 0...256)
        try check(waitLock, "--wait-lock", 0...86_400)
        try check(renderThreads, "--render-threads", 1...64)
        try check(sampleRecipes, "--sample-recipes", 0...1_000_000)
        try check(sampleArticles, "--sample-articles", 0...1_000_000)
        if let limit { try check(limit, "--limit", 1...1_000_000) }
        if let rename, let fault = LarderCommands.fault(inSourceName: rename) {
            throw ValidationError("--rename: \(fault)")
        }
        try joining.check(workers: workers)
    }

    private static let kinds = SyncRun.Options.kinds

    private static func kind(typed name: String) throws -> JobKind {
        guard let kind = kinds.first(where: { $0.name == name }) else {
            let known = kinds.map(\.name).joined(separator: ", ")
            throw ValidationError("there is no such kind of job. Kinds: \(known).")
        }
        return kind
    }

    func run() async throws {
        let format = progress == .json ? LineLogHandler.Format.json : .text
        var options = SyncRun.Options(sources, larder, log, format: format, workers: workers)
        options.renderThreads = renderThreads
        options.listen = joining.listen.map(Endpoint.bindable)
        options.keys = joining.keys
        options.insecure = joining.insecure
        options.rename = rename
        options.commands += BenchCommand.paths
        options.limit = limit
        options.only = only
        options.refresh = refresh
        options.acceptsChanges = acceptChanges
        options.allowsEmpty = allowEmpty
        options.quickCheck = quickCheck
        options.checksAll = checkAll
        options.waits = wait
        options.waitLock = waitLock
        options.progress = progress
        options.sampleRecipes = sampleRecipes
        options.sampleArticles = sampleArticles
        options.limits = workerOptions.limits
        // Pages that this process itself serves would be slower at a lower priority.
        options.givesWay = http.http == nil
        options.workerSilence = workerOptions.silence
        options.typed = ["coordinator"] + CommandLine.arguments.dropFirst()
        let console = options.console
        try await reportingErrors {
            let typed = sources + (sample ? SourceRegistry.sampleNames.filter { !sources.contains($0) } : [])
            if typed.isEmpty { try LarderStore.upgrade(larder: larder.into) }
            do {
                options.sources = try options.registry.requested(typed)
                let run = SyncRun(options)
                let server = try http.http == nil ? nil : http.options(for: larder.into, standard: .standard)
                return try await withStopRequests { stops in
                    try await serving(server, announce: console.print) {
                        try await run.run(stopRequests: stops).code
                    }
                }
            } catch {
                throw typed.isEmpty ? SourceRegistry.explained(error) : error
            }
        }
    }
}

extension ProgressMode: ExpressibleByArgument {}

extension SyncRun.Options {
    init(
        _ sources: [String],
        _ larder: LarderOption,
        _ log: LogOptions,
        format: LineLogHandler.Format = .text,
        workers: Int
    ) {
        let console = Console()
        self.init(logger: log.logger("coordinator", format: format, write: console.print), console: console)
        workerLogging = log.arguments(format: format)
        self.sources = sources
        into = larder.into
        self.workers = workers
        environment = ProcessInfo.processInfo.environment
        commands = Coordinator.subcommandPaths
    }
}
