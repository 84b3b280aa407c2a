internal import Foundation
internal import LarderTestSupport

/// Many trials, one after the other.
package struct Campaign: Sendable {
    package var seeds: [UInt64]
    package var kinds: [DisturbanceKind]
    package var content: SampleServer.Content
    /// The steps of each schedule to keep, counted from 1; nil: all.
    package var steps: Set<Int>?

    package init(
        seeds: [UInt64],
        kinds: [DisturbanceKind],
        content: SampleServer.Content,
        steps: Set<Int>? = nil
    ) {
        self.seeds = seeds
        self.kinds = kinds
        self.content = content
        self.steps = steps
    }

    /// What each run is made of, in order.
    package var schedules: [Schedule] {
        seeds.map { seed in
            let schedule = Schedule(seed: seed, kinds: kinds)
            return steps.map(schedule.keeping) ?? schedule
        }
    }

    /// Why a kind of disturbance cannot be made on this machine; nil: it can.
    package static func obstacle(to kind: DisturbanceKind) -> String? {
        switch kind {
        case .disk: SmallDisk.mayMount ? nil : "this process may not mount a tmpfs (be root)"
        case .cache: SmallDisk.mayMount ? nil : "this process may not mount a folder (be root)"
        case .errors, .clock: Shim.obstacle
        case .uptime:
            mayTurnClock ? nil : "this process may not make a time namespace (be root, with unshare of util-linux)"
        case .memory:
            FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")
                ? nil : "there is no /usr/bin/prlimit (install util-linux)"
        default: nil
        }
    }

    private static let mayTurnClock: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["-T", "--monotonic", "1", "true"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// What all trials came to.
    package struct Outcome: Sendable {
        package var trials = 0
        package var disturbances = 0
        package var jobs = 0
        package var digest = ""
        package var failures: [Trial.Verdict] = []
    }

    /// Runs every seed; `goesOn` gets each verdict and returns whether to go on.
    ///
    /// - Throws: What keeps trials from being held at all.
    package func run(_ goesOn: (Trial.Verdict, Duration) -> Bool) async throws -> Outcome {
        let reference = try await Trial.undisturbed(content)
        var outcome = Outcome()
        outcome.jobs = reference.jobs
        outcome.digest = reference.digest
        for schedule in schedules {
            let began = ContinuousClock.now
            let verdict = try await Trial(schedule, content: content, reference: reference).run()
            outcome.trials += 1
            outcome.disturbances += verdict.disturbances
            if !verdict.faults.isEmpty { outcome.failures.append(verdict) }
            guard goesOn(verdict, ContinuousClock.now - began) else { break }
        }
        return outcome
    }
}
