internal import Foundation
internal import LarderTestSupport

/// One run of the whole job under a schedule, and what was found wrong with it.
package struct Trial: Sendable {
    /// What an undisturbed run comes to.
    package struct Reference: Sendable {
        package var digest: String
        package var jobs: Int

        package init(digest: String, jobs: Int) {
            self.digest = digest
            self.jobs = jobs
        }
    }

    /// How a trial went.
    package struct Verdict: Sendable {
        package var schedule: Schedule
        /// Empty: everything held.
        package var faults: [String]
        /// What was done, with the times.
        package var log: [String]
        /// Disturbances that came before the end.
        package var disturbances: Int
        /// The folder, when it was kept.
        package var folder: String?
    }

    package let schedule: Schedule
    package let content: SampleServer.Content
    package let reference: Reference

    package init(_ schedule: Schedule, content: SampleServer.Content, reference: Reference) {
        self.schedule = schedule
        self.content = content
        self.reference = reference
    }

    /// Answers take 5 to 25 ms, so that moments differ.
    private static let siteOptions = ["--latency", "5", "--jitter", "20"]

    /// Runs without any disturbance.
    package static func undisturbed(_ content: SampleServer.Content) async throws -> Reference {
        try await Scratch.with { scratch in
            try await SampleServer.with(scratch, content: content, siteOptions) { _ in
                let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                try await larder.syncedWhole()
                let faults = try await larder.faults()
                guard faults.isEmpty else {
                    throw TestLarder.StandardError(
                        description: "The undisturbed run: " + faults.joined(separator: "; ")
                    )
                }
                return Reference(digest: try await larder.digest(), jobs: try larder.jobCounts().done)
            }
        }
    }

    /// Runs the schedule to the end of the sync.
    ///
    /// - Throws: Only what keeps a trial from being held at all; everything else is a fault of the verdict.
    package func run() async throws -> Verdict {
        try await Scratch.with { scratch in
            let verdict: Verdict
            if schedule.needsDisk {
                verdict = try await SmallDisk.with(kilobytes: 500_000, at: scratch.path("disk")) { disk in
                    try await judged(scratch, disk)
                }
            } else {
                verdict = try await judged(scratch, nil)
            }
            guard !verdict.faults.isEmpty else { return verdict }
            scratch.keep()
            try scratch.write(
                ([schedule.description] + verdict.log + verdict.faults).joined(separator: "\n") + "\n",
                to: "verdict.txt"
            )
            var kept = verdict
            kept.folder = scratch.folder
            return kept
        }
    }

    private func judged(_ scratch: Scratch, _ disk: SmallDisk?) async throws -> Verdict {
        let nemesis = try Nemesis(self, scratch, disk)
        do {
            try await SampleServer.with(scratch, content: content, Self.siteOptions) { _ in try await nemesis.work() }
        } catch {
            nemesis.printError("\(error)")
        }
        await nemesis.end()
        return nemesis.verdict
    }
}
