internal import Foundation
internal import Glibc
internal import LarderModel

extension BenchJob {
    /// What was measured.
    package struct Figures: Sendable {
        let recipes: Int
        let workers: Int
        var rounds: [Run] = []
        var peers: [BenchPeer: [Run]] = [:]
        /// Second syncs, and the option that each had.
        var unchanged: [(option: String, run: Run)] = []
        var curl: (run: Run, requests: Int)?
        var size: LarderSize?
        /// How many processes were running or waiting for a core, in the minute before.
        let loadBefore: Double
        /// What was not run, and why.
        var skipped: [String] = []

        init(recipes: Int, workers: Int) {
            self.recipes = recipes
            self.workers = workers
            var load = 0.0
            loadBefore = unsafe getloadavg(&load, 1) == 1 ? load : 0
        }

        /// For people; the last line is Larder's median.
        package var text: String {
            let cores = ProcessInfo.processInfo.activeProcessorCount
            let job = "\(recipes.counted("recipe")), \(workers.counted("worker")), \(rounds.count.counted("round"))"
            var parts = [
                "\(job), on \(cores.counted("core")) with a load of \(Self.hundredths(loadBefore)) before",
                "", firstSync, "", secondSync, "",
            ]
            if let threads = rounds.last.map(threads(of:)), !threads.isEmpty { parts += threads + [""] }
            if let size { parts += [text(of: size), ""] }
            parts += ratios.map { "ratio \($0.name) \($0.value)" } + skipped.map { "skipped \($0)" } + [lastLine]
            return parts.joined(separator: "\n")
        }

        private var all: [(name: String, runs: [Run])] {
            [("Larder", rounds)] + BenchPeer.allCases.compactMap { peer in peers[peer].map { (peer.rawValue, $0) } }
        }

        private var firstSync: String {
            var table = FigureTable([
                "first sync", "wall", "recipes/s", "CPU ms a recipe", "coordinator", "workers", "server apart",
            ])
            for (name, runs) in all {
                for (index, run) in runs.enumerated() where runs.count > 1 {
                    table.add("\(name), round \(index + 1)", cells(run, splits: name == "Larder"))
                }
                table.add(runs.count > 1 ? "\(name), median" : name, cells(Self.median(runs), splits: name == "Larder"))
            }
            for (name, runs) in all.dropFirst() {
                let (ours, theirs) = (Self.median(rounds), Self.median(runs))
                table.add(
                    "Larder : \(name)",
                    [Self.ratio(ours.wall, theirs.wall), "", Self.ratio(ours.cpu, theirs.cpu)]
                )
            }
            return table.text
        }

        private func cells(_ run: Run, splits: Bool) -> [String] {
            let parts = splits ? [each(run.own), each(run.children)] : ["", ""]
            return [Self.seconds(run.wall), rate(run), each(run.cpu)] + parts + [each(run.server)]
        }

        private var secondSync: String {
            var table = FigureTable([
                "nothing changed", "wall", "CPU ms a request", "wire bytes", "of the first", "server apart",
            ])
            let first = rounds.last?.summary?.bytes ?? 0
            for (option, run) in unchanged {
                guard let summary = run.summary else { continue }
                table.add(
                    option.isEmpty ? "Larder" : "Larder \(option)",
                    [
                        Self.seconds(run.wall), perRequest(run.cpu, summary.requests), summary.bytes.bytes,
                        "\((Double(summary.bytes) / Double(max(1, first)) * 100).rounded1) %",
                        perRequest(run.server, summary.requests),
                    ]
                )
            }
            guard let curl else { return table.text }
            let server = perRequest(curl.run.server, curl.requests)
            table.add(
                "curl --parallel",
                [Self.seconds(curl.run.wall), perRequest(curl.run.cpu, curl.requests), "", "", server]
            )
            for (option, run) in unchanged {
                guard let requests = run.summary?.requests else { continue }
                let ratio = Self.ratio(run.cpu / max(1, requests), curl.run.cpu / max(1, curl.requests))
                table.add("Larder\(option.isEmpty ? "" : " " + option) : curl", ["", ratio])
            }
            return table.text
        }

        /// The processor time of a sync by threads, where the system shows it.
        private func threads(of run: Run) -> [String] {
            [(false, "coordinator", run.own), (true, "workers", run.children)].compactMap { isChild, name, time in
                let shares = run.threads.shares(ofChildren: isChild).sorted { $0.value > $1.value }
                guard !shares.isEmpty else { return nil }
                let told = shares.filter { $0.value >= 0.01 }.map { "\($0.key) \(each(time * $0.value))" }
                return "CPU ms a recipe by threads, \(name): " + told.joined(separator: ", ")
            }
        }

        private func text(of size: LarderSize) -> String {
            let files = Double(size.cacheFiles) / Double(recipes)
            return
                "a recipe on the disk: catalog \((size.catalogBytes / recipes).bytes), cache \((size.cacheBytes / recipes).bytes) in \(files.rounded1) files"
        }

        private var lastLine: String {
            let median = Self.median(rounds)
            return "\(rate(median)) recipes/s, \(each(median.cpu)) ms of CPU a recipe"
        }

        private func rate(_ run: Run) -> String { (Double(recipes) / max(0.001, run.wall / .seconds(1))).rounded1 }

        private func each(_ time: Duration) -> String { Self.hundredths(time / .milliseconds(1) / Double(recipes)) }

        private func perRequest(_ time: Duration, _ requests: Int) -> String {
            Self.hundredths(time / .milliseconds(1) / Double(max(1, requests)))
        }

        /// A time that shows as 0.00 ms is none that can be compared with.
        private static func ratio(_ ours: Duration, _ theirs: Duration) -> String {
            theirs < .microseconds(5) ? "-" : hundredths(ours / theirs) + "x"
        }

        private static func seconds(_ time: Duration) -> String { hundredths(time / .seconds(1)) + " s" }

        private static func hundredths(_ number: Double) -> String {
            let value = Int((number * 100).rounded())
            return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
        }

        /// The last run with the median of each time, of an even number the higher one.
        static func median(_ runs: [Run]) -> Run {
            var run = runs[runs.count - 1]
            for time in [\Run.wall, \.own, \.children, \.server] {
                run[keyPath: time] = runs.map { $0[keyPath: time] }.sorted()[runs.count / 2]
            }
            return run
        }
    }
}
