internal import LarderModel

/// Times from a job's assignment to the worker's message that it began.
package struct StartLatencies: Sendable {
    private var assigned: [JobLease: Duration] = [:]
    private var microseconds: [UInt32] = []

    mutating func assign(_ jobs: [AssignedJob], at now: Duration) {
        for job in jobs { assigned[job.lease] = now }
    }

    mutating func start(_ leases: [JobLease], at now: Duration) {
        for lease in leases {
            guard let began = assigned.removeValue(forKey: lease) else { continue }
            microseconds.append(UInt32(clamping: Int((now - began) / .microseconds(1))))
        }
    }

    /// Empty if nothing was measured.
    package func quantiles(_ parts: [Double]) -> [Duration] {
        guard !microseconds.isEmpty else { return [] }
        let sorted = microseconds.sorted()
        return parts.map { part in
            let place = Int((Double(sorted.count) * part).rounded(.up)) - 1
            return .microseconds(Int64(sorted[min(max(0, place), sorted.count - 1)]))
        }
    }
}
