internal import LarderModel

extension BenchDispatch {
    /// What one part measured.
    package struct Part: Sendable {
        /// Jobs that were put into the table.
        package var jobs: Int
        /// Jobs done and committed.
        package var done: Int
        /// Time to put the jobs into the table, durably.
        package var enqueue: Duration
        /// From the first assignment to the last commit.
        package var dispatch: Duration
        /// Half of the jobs, and 99 of a hundred, had begun so soon after they were handed out, as the coordinator
        /// heard; empty when not measured.
        package var startsWithin: [Duration] = []
        /// Jobs a second from the first assignment to the last commit.
        package var jobsPerSecond: Double { Double(done) / max(1e-9, dispatch / .seconds(1)) }
    }

    /// What was measured.
    package struct Figures: Sendable {
        /// Over ipc, as workers of the same machine are reached.
        package var bare: Part
        /// Over tcp with CURVE keys, as workers of other machines are reached.
        package var curve: Part?
        /// Over ipc, with jobs offered at half the rate of ``bare``.
        package var half: Part?
        /// Jobs a second that were offered to ``half``.
        package var offered = 0.0

        /// Makes figures of the first part.
        package init(bare: Part) { self.bare = bare }

        /// Whether every job of every part was done.
        package var isWhole: Bool { [bare, curve, half].allSatisfy { $0.map { $0.done == $0.jobs } ?? true } }

        /// For people and programs; the last line is the rate over ipc.
        package var text: String {
            var lines = [
                "enqueued \(bare.jobs.counted("job")) in \(bare.enqueue.spoken)",
                "dispatched and committed \(bare.done.counted("job")) in \(bare.dispatch.spoken)",
            ]
            if let curve {
                let percent = Int((curve.jobsPerSecond / max(1, bare.jobsPerSecond) * 100).rounded())
                lines.append(
                    "over tcp with CURVE keys: \(curve.done.counted("job")) in \(curve.dispatch.spoken), "
                        + "\(Int(curve.jobsPerSecond)) jobs/s, \(percent) % of ipc"
                )
            }
            if let half, half.startsWithin.count == 2 {
                lines.append(
                    "assign to start at \(Int(offered)) jobs/s, half of the rate: p50 \(Self.milliseconds(half.startsWithin[0])), "
                        + "p99 \(Self.milliseconds(half.startsWithin[1])) (\(half.done.counted("job")), done at "
                        + "\(Int(half.jobsPerSecond)) jobs/s)"
                )
            }
            lines.append("\(Int(bare.jobsPerSecond)) jobs/s")
            return lines.joined(separator: "\n")
        }

        private static func milliseconds(_ duration: Duration) -> String {
            let hundredths = Int((duration / .microseconds(10)).rounded())
            return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) ms"
        }
    }
}
