internal import Foundation
internal import Glibc
internal import LarderBenchSite
internal import LarderModel
package import LarderSync

/// Measures the whole job: a made-up site, fetched, rendered and stored by this program with real workers, and by
/// peers.
package struct BenchJob: Sendable {
    /// The most recipes of the site.
    package static let mostRecipes = BenchSite.mostRecipes
    /// Disk space of a recipe in one round's folder at most, with what file systems add to small files.
    private static let bytesPerRecipe = 160_000
    /// Requests of the comparison with curl at most, which reads their list into memory.
    private static let mostCurlRequests = 100_000
    private static let concurrency = 64

    /// Recipes of the site.
    package let recipes: Int
    /// Local worker processes.
    package let workers: Int
    /// How often everything but the second sync is run.
    package let rounds: Int
    /// The Python that peers are run with; nil: none is run.
    package let python: String?
    let console: Console
    /// What it makes for itself.
    private let folder = FileManager.default.temporaryDirectory.path + "/larder-bench-\(UUID().uuidString)"

    /// Makes a measurement.
    package init(recipes: Int, workers: Int, rounds: Int, python: String?, console: Console) {
        self.recipes = recipes
        self.workers = workers
        self.rounds = rounds
        self.python = python
        self.console = console
    }

    /// Runs it; nothing of it is left when it returns, however it ends.
    ///
    /// - Throws: What kept a part from its end; `CancellationError` after a cancellation.
    package func run() async throws -> Figures {
        defer {
            for round in 1...rounds { PrivateEndpoint.removeFolders(of: larder(round)) }
            // What stays behind in the temporary folder is not read again.
            try? FileManager.default.removeItem(atPath: folder)
        }
        // Nobody reads what is told any more; the folder and the programs under way still have to go.
        signal(SIGPIPE, SIG_IGN)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try WorkerSupervisor.findProgram()
        var figures = Figures(recipes: recipes, workers: workers)
        let peers = try await usablePeers(&figures.skipped)
        try checkRoom(runs: rounds * (1 + peers.count))
        let prepared = figures
        return try await BenchSiteProcess.with(recipes: recipes) { site in
            var figures = prepared
            for round in 1...rounds {
                console.print("Round \(round) of \(rounds)")
                figures.rounds.append(try await sync(site, into: larder(round), "Larder"))
                for peer in peers { figures.peers[peer, default: []].append(try await run(peer, site, round: round)) }
            }
            figures.size = LarderSize(of: larder(rounds))
            for option in ["", "--quick-check"] {
                let further = option.isEmpty ? [] : [option]
                let again = try await sync(
                    site,
                    into: larder(rounds),
                    (["Larder, nothing changed"] + further).joined(separator: " "),
                    further
                )
                figures.unchanged.append((option, again))
            }
            figures.curl = try await curl(site, &figures.skipped)
            return figures
        }
    }

    private func larder(_ round: Int) -> String { folder + "/round-\(round)/larder" }

    private func usablePeers(_ skipped: inout [String]) async throws -> [BenchPeer] {
        guard let python else {
            skipped.append("peers: name a Python that has their packages with --peers")
            return []
        }
        var usable: [BenchPeer] = []
        for peer in BenchPeer.allCases {
            if let obstacle = try await peer.obstacle(python: python, folder: folder) {
                skipped.append("\(peer.rawValue): \(obstacle)")
            } else {
                usable.append(peer)
            }
        }
        return usable
    }

    /// Folders stay until the end: on some file systems files are slow to make after many were removed.
    private func checkRoom(runs: Int) throws {
        var room = statvfs()
        guard unsafe statvfs(folder, &room) == 0 else { return }
        let (free, needed) = (
            UInt64(room.f_bavail) * UInt64(room.f_frsize), UInt64(recipes * runs * Self.bytesPerRecipe)
        )
        guard free < needed else { return }
        throw CoordinatorError(
            .diskFull,
            "\(runs.counted("run")) of \(recipes.counted("recipe")) need about \(needed.bytes) of disk space and \(free.bytes) are free in \(folder). Lower --recipes or --rounds, or set TMPDIR to a folder on another disk."
        )
    }

    private func sync(_ site: BenchSiteProcess, into larder: String, _ name: String, _ further: [String] = [])
        async throws -> Run
    {
        console.print("  \(name)")
        let source = larder + ".yaml"
        let yaml = """
            name: bench
            kind: food2fork
            base: \(site.base)
            queries: [all]
            images: {widths: [320]}
            politeness: {concurrency: \(Self.concurrency)}

            """
        let parent = URL(fileURLWithPath: larder).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(yaml.utf8).write(to: URL(fileURLWithPath: source))
        let before = site.time
        let outcome = try await MeasuredProcess(
            program: OwnProgram.beside("coordinator"),
            arguments: ["\(source)", "--workers", "\(workers)", "--into", larder, "--progress", "json"] + further,
            log: larder
        ).run()
        guard outcome.exitCode == 0,
            let summary = try? JSONDecoder().decode(Run.Summary.self, from: Data(outcome.output.utf8)),
            summary.recipes == recipes, summary.pictures == recipes
        else {
            throw CoordinatorError(
                .internal,
                "A sync did not bring all \(recipes.counted("recipe")) (exit code \(outcome.exitCode)): \(outcome.lastWord)"
            )
        }
        return Run(outcome, server: site.time - before, summary: summary)
    }

    private func run(_ peer: BenchPeer, _ site: BenchSiteProcess, round: Int) async throws -> Run {
        guard let python else { throw CoordinatorError(.internal, "A peer needs a Python.") }
        console.print("  \(peer.rawValue)")
        let before = site.time
        let place = folder + "/round-\(round)/\(peer)"
        let outcome = try await peer.run(python: python, base: site.base, folder: place, recipes: recipes)
        return Run(outcome, server: site.time - before)
    }

    /// The requests of a second sync, by curl.
    private func curl(_ site: BenchSiteProcess, _ skipped: inout [String]) async throws -> (run: Run, requests: Int)? {
        let targets = BenchSite.targets(recipes: recipes, most: Self.mostCurlRequests)
        let list = folder + "/curl.config"
        let lines = targets.map { "url = \"\(site.base)\($0)\"\n" }.joined()
        try Data(lines.utf8).write(to: URL(fileURLWithPath: list))
        console.print("  curl, nothing changed")
        let before = site.time
        let options = ["--disable", "--silent", "--parallel", "--parallel-max", "\(Self.concurrency)"]
        do {
            let outcome = try await MeasuredProcess(
                program: "curl",
                arguments: options + ["--header", "If-None-Match: *", "--config", list],
                log: folder + "/curl"
            ).run()
            guard outcome.exitCode == 0, outcome.output.isEmpty else {
                skipped.append("curl: exit code \(outcome.exitCode)")
                return nil
            }
            return (Run(outcome, server: site.time - before), targets.count)
        } catch let error as CoordinatorError where error.code == .notFound {
            skipped.append("curl: \(error)")
            return nil
        }
    }
}
