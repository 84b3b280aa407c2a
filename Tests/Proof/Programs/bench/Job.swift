import ArgumentParser
import Foundation
import LarderBench
import LarderBenchSite
import LarderCommandLine
import LarderSync

extension Bench {
    struct Job: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Measure a whole job: a made-up site is fetched, rendered and stored.",
            discussion: """
                Serves a site of N recipes on the loopback address, each with a web page of 22 kB and a photograph of 640 x 480 \
                pixels, and syncs it into a fresh larder with real workers, as often as there are rounds. Then come syncs in which \
                nothing has changed, and curl with the same requests where it is installed. With --peers the same job \
                is done by an asyncio script that keeps the least (needs aiohttp, orjson, uvloop, pillow, \
                resiliparse), one with equal output (the same and recipe-scrapers) and a Scrapy job (scrapy, \
                inscriptis, pillow), by turns with Larder. Processor times are counted in steps of 10 ms, so a few \
                thousand recipes are needed. The last line is the median of Larder's rounds.

                On ext4, files are slow to make for five minutes after many were removed. Wait that long between two measurements, \
                or set TMPDIR to a folder in memory, such as /dev/shm.
                """
        )

        @Option(help: "Recipes of the site, 1 to 1,000,000.")
        var recipes = 3000
        @Option(help: "Worker processes, 1 to 256.")
        var workers = 8
        @Option(help: "Rounds, 1 to 100.")
        var rounds = 3
        @Option(
            help: ArgumentHelp("Compare with the peers that this Python can run (default: none).", valueName: "python")
        )
        var peers: String?
        @Option(
            help: ArgumentHelp(
                "Compare the ratios with those of this file; exit code 1 where one is over 25 % higher.",
                valueName: "file"
            )
        )
        var check: String?

        func validate() throws {
            for (name, value, most) in [
                ("--recipes", recipes, BenchJob.mostRecipes), ("--workers", workers, 256), ("--rounds", rounds, 100),
            ] where !(1...most).contains(value) {
                throw ValidationError("\(name) \(value) is out of range. It takes 1 to \(most).")
            }
        }

        func run() async throws {
            try await reportingErrors(of: "bench") {
                let table = try check.map { path in
                    guard let table = try? String(contentsOfFile: path, encoding: .utf8) else {
                        throw CoordinatorError(.notFound, "The ratios in '\(path)' cannot be read.")
                    }
                    return table
                }
                let bench = BenchJob(
                    recipes: recipes,
                    workers: workers,
                    rounds: rounds,
                    python: peers,
                    console: Console()
                )
                guard let figures = try await untilStopped({ try await bench.run() }) else { return 2 }
                try printResult(figures.text)
                let excess = try table.map(figures.excess) ?? []
                for sentence in excess { Console().print(sentence) }
                return excess.isEmpty ? 0 : 1
            }
        }
    }

    /// The site of ``Job``, in a process of its own.
    struct Serve: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serve the site of `bench job` until standard input ends.",
            shouldDisplay: false
        )

        @Option var recipes: Int

        @Option(help: "127.0.0.1, 127.0.0.2 and so on; `q=host-2` lists those of the second.")
        var hosts = 1

        func validate() throws {
            guard (1...BenchJob.mostRecipes).contains(recipes) else {
                throw ValidationError("--recipes \(recipes) is out of range. It takes 1 to \(BenchJob.mostRecipes).")
            }
            guard (1...BenchServer.mostHosts).contains(hosts), recipes.isMultiple(of: hosts) else {
                throw ValidationError(
                    "--hosts takes 1 to \(BenchServer.mostHosts), a number that --recipes \(recipes) is a multiple of."
                )
            }
        }

        func run() throws {
            let server = try BenchServer(recipes: recipes, hosts: hosts)
            try printResult("\(server.port)")
            try server.run()
        }
    }
}
