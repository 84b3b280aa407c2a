import ArgumentParser
import Foundation
import LarderCommandLine
import LarderModel
import LarderServer
import LarderSync
import LarderTools
import Logging

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the larder as web pages, for reading in a browser.",
        discussion: """
            Prints the address and serves until Ctrl-C. With --every it also syncs: at once, and then again and again. \
            Started anew after a sync that ended, it waits for the rest of that time. With --listen, workers of other \
            machines or containers take part in these syncs. A sync that fails is told on the page /status and by a metric, and the next one comes all the same: after a \
            minute where it could not do its work.

            Only this machine reaches the standard address. For others, name an address of this machine and a file with a \
            token, which browsers ask for once: `openssl rand -hex 32 > token; chmod 600 token; coordinator serve --http \
            0.0.0.0:8080 --token-file token`. The connection is not encrypted: put a server with TLS before it where the \
            network is not yours.

            /feeds/NAME.atom is a feed of a source, /opds a catalogue for e-readers, /reader a server for feed readers \
            (Google Reader API), /api/v1 for programs, /metrics for Prometheus, /healthz and /readyz for supervisors, \
            /v1/scale for what starts and ends workers.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Sources that are synced, by name or file (default: all of the larder).",
            valueName: "source"
        )
    )
    var sources: [String] = []
    @OptionGroup var larder: LarderOption
    @OptionGroup var http: HTTPOptions
    @Option(
        help: ArgumentHelp("Sync at once and then so often: 30m, 6h, 1d.", valueName: "time"),
        transform: duration(typed:)
    )
    var every: Duration?
    @Option(help: ArgumentHelp("How many worker processes a sync starts.", valueName: "n"))
    var workers = SyncRun.Options.defaultWorkers
    @OptionGroup var joining: ListenOptions
    @OptionGroup(title: "Worker limits")
    var workerOptions: WorkerOptions

    func validate() throws {
        try check(workers, "--workers", 0...256)
        guard every != nil || http.allowControl || joining.listen == nil else {
            throw ValidationError(
                "Without --every nothing is synced, so that no worker could join: leave out --listen."
            )
        }
        if every != nil || http.allowControl { try joining.check(workers: workers) }
        guard sources.isEmpty || every != nil || http.allowControl else {
            throw ValidationError(
                "Without --every nothing is synced: name no source, or say how often, such as `--every 6h`."
            )
        }
    }

    /// The names of what a sync is of, as far as they are known before it.
    ///
    /// Tells a wrong name before anything is served, and what fills a larder that is not there.
    private func sourceNames() throws -> [String] {
        var sync = SyncRun.Options(logger: Logger(label: "larder.serve"), console: Console())
        (sync.into, sync.environment) = (larder.into, ProcessInfo.processInfo.environment)
        let registry = sync.registry
        if !sources.isEmpty { return try registry.requestedNames(sources) }
        if every == nil, !LarderStore.exists(larder.into) {
            printError("Nothing is in \(larder.into) yet. Fill it: `coordinator --into \(larder.into)`.")
        }
        return (try? registry.requestedNames([])) ?? []
    }

    func run() async throws {
        try await reportingErrors {
            let names = try sourceNames()
            var options = try http.options(for: larder.into, standard: .standard)
            options.schedule = SyncSchedule(
                every: every,
                program: OwnProgram.path,
                sources: names,
                syncArguments: sources + ["--into", larder.into, "--workers", "\(workers)", "--progress", "none"]
                    + joining.arguments + workerOptions.limits.arguments(memory: "--worker-memory"),
                retryArguments: ["retry", "--into", larder.into],
                starterVariable: starterVariable
            )
            let served = options
            try await withStopRequests { stops in
                // Who cannot read the address does not need it.
                try await serving(served, announce: { try? printResult($0) }) { for await _ in stops { return } }
            }
            return 0
        }
    }
}

/// For supervisors of containers, in which there is no other program that could ask.
struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask a server of pages on this machine whether it works: exit code 0, else 1.",
        discussion: "It asks for /healthz of `coordinator serve` or `coordinator --http`, with no token."
    )

    @Option(
        help: ArgumentHelp("The server's address (default: \(ListenAddress.standard)).", valueName: "address:port"),
        transform: listenAddress(typed:)
    )
    var http = ListenAddress.standard
    @Option(help: ArgumentHelp("Seconds to wait for an answer, 1 to 60.", valueName: "seconds"))
    var timeout = 3

    func validate() throws { try check(timeout, "--timeout", 1...60) }

    func run() async throws {
        try await reportingErrors {
            do {
                try HealthCheck(http, timeout: .seconds(timeout)).run()
                try printResult("\(http) works.")
                return 0
            } catch let error as ServerError {
                printError("coordinator: \(error)")
                return 1
            }
        }
    }
}

/// Where and for whom pages are served.
struct HTTPOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve pages at this address (with `serve` the default is \(ListenAddress.standard)).",
            valueName: "address:port"
        ),
        transform: listenAddress(typed:)
    )
    var http: ListenAddress?
    @Option(help: ArgumentHelp("A file with the token that readers on other machines show.", valueName: "file"))
    var tokenFile: String?
    @Option(help: ArgumentHelp("A name that the server is reached by, such as larder.local.", valueName: "name"))
    var hostName: [String] = []
    @Flag(help: "Serve without a token at an address of others, where only you can reach it.")
    var noToken = false
    @Flag(help: "The page of the sync has buttons: stop, try again, sync now.")
    var allowControl = false

    func validate() throws {
        guard tokenFile == nil || !noToken else {
            throw ValidationError("--token-file and --no-token say the opposite: leave one of them out.")
        }
        guard let http, !http.isLoopback, tokenFile == nil, !noToken else { return }
        throw ValidationError(
            "Everyone who reaches \(http) could read the larder. Name a file with a token, `--token-file FILE`, or an "
                + "address of this machine alone, `--http 127.0.0.1:\(http.port)`. Where nobody else can reach it, as in "
                + "a container whose port is published for this machine alone, add --no-token."
        )
    }

    func options(for folder: String, standard: ListenAddress) throws -> LarderServer.Options {
        var options = LarderServer.Options(folder: folder, address: http ?? standard)
        options.token = try tokenFile.map { try AccessToken(file: $0) }
        (options.hostNames, options.allowsControl) = (hostName, allowControl)
        return options
    }
}

extension ListenAddress {
    /// Where the pages are, for people.
    func announcement(port: Int) -> String {
        let shown = host.contains(":") ? "[\(host)]" : host == "0.0.0.0" ? "127.0.0.1" : host
        return "The larder is at http://\(shown):\(port)/"
    }
}

/// Runs `body` while pages are served; nil: it runs alone.
///
/// `body` begins when the address is bound.
func serving<Result: Sendable>(
    _ options: LarderServer.Options?,
    announce: @escaping @Sendable (String) -> Void,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    guard let options else { return try await body() }
    let server = LarderServer(options)
    let (ports, ready) = AsyncStream.makeStream(of: Int.self)
    return try await withThrowingTaskGroup(of: Result?.self) { group in
        defer { group.cancelAll() }
        group.addTask {
            try await server.run { ready.yield($0) }
            return nil
        }
        group.addTask {
            guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
            announce(options.address.announcement(port: port))
            return try await body()
        }
        while let result = try await group.next() {
            if let result { return result }
        }
        throw CancellationError()
    }
}

private func listenAddress(typed text: String) throws -> ListenAddress {
    guard let address = ListenAddress(text) else {
        throw ValidationError("\"\(text)\" is no address and port. Type it as 127.0.0.1:8080, [::1]:8080 or 8080.")
    }
    return address
}

private func duration(typed text: String) throws -> Duration {
    guard let duration = DurationText.parse(text) else {
        let forms = DurationText.forms(of: text).filter { !$0.hasSuffix("ms") && !$0.hasPrefix("0") }
        let advice = forms.isEmpty ? "" : " Did you mean \(forms.joined(separator: " or "))?"
        throw ValidationError("\"\(text)\" is no time. Type it as 30m, 6h or 1d.\(advice)")
    }
    guard duration >= .seconds(10) else {
        throw ValidationError("--every \(text) is too often: at least 10 s pass from one sync to the next.")
    }
    return duration
}
