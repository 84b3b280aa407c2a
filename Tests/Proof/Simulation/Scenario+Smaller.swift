internal import LarderModel

extension Scenario {
    /// Scenarios with something taken away, the largest cuts first.
    func smaller() -> [Scenario] {
        var made: [Scenario] = []
        for range in Self.pieces(faults.count) {
            var scenario = self
            scenario.faults.removeSubrange(range)
            made.append(scenario)
        }
        for range in Self.pieces(jobs.count) where range.count < jobs.count { made.append(without(jobs: range)) }
        if workers.count > 1 { made += workers.indices.map { without(worker: $0) } }
        made += simpler()
        return made
    }

    /// Halves, quarters and so on of `count` things, down to single ones.
    private static func pieces(_ count: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var size = count
        while size >= 1 {
            for start in stride(from: 0, to: count, by: size) { pieces.append(start..<min(count, start + size)) }
            size /= 2
        }
        return pieces
    }

    private func without(jobs range: Range<Int>) -> Scenario {
        var scenario = self
        scenario.jobs.removeSubrange(range)
        for index in scenario.jobs.indices {
            scenario.jobs[index].finds = scenario.jobs[index].finds.compactMap {
                $0 < range.lowerBound ? $0 : $0 < range.upperBound ? nil : $0 - range.count
            }
        }
        // What only a removed job would have found is there from the beginning.
        let found = Set(scenario.jobs.flatMap(\.finds))
        for index in scenario.jobs.indices where !found.contains(index) { scenario.jobs[index].isRoot = true }
        return scenario
    }

    private func without(worker: Int) -> Scenario {
        var scenario = self
        scenario.workers.remove(at: worker)
        scenario.faults.removeAll { $0.worker == worker }
        for index in scenario.faults.indices {
            guard let place = scenario.faults[index].worker, place > worker else { continue }
            scenario.faults[index].worker = place - 1
        }
        return scenario
    }

    private func simpler() -> [Scenario] {
        var made: [Scenario] = []
        func add(_ change: (inout Scenario) -> Void) {
            var scenario = self
            change(&scenario)
            if scenario.measure != measure { made.append(scenario) }
        }
        add { $0.links = LinkPlan(delay: 1, jitter: 0, duplicated: 0, late: 0) }
        add { $0.links.duplicated = 0 }
        add { $0.links.late = 0 }
        add { $0.links.jitter = 0 }
        add { $0.coordinator.commit = 1 }
        add { $0.coordinator.queue = 0 }
        add { $0.coordinator.read = 1 }
        let last = (faults.map(\.at).max() ?? 0) + 1000
        add { $0.faultsUntil = min($0.faultsUntil, last) }
        for index in jobs.indices.prefix(40) {
            add { $0.jobs[index].firstEnds = [] }
            add { if $0.jobs[index].end != .works { $0.jobs[index].end = .works } }
            add { $0.jobs[index].drips = false }
        }
        for index in workers.indices {
            add { $0.workers[index].lie = nil }
            add { $0.workers[index].startsAt = 1 }
            add { $0.workers[index].fetchSlots = 1 }
            add { $0.workers[index].renderSlots = 1 }
        }
        return made
    }

    /// Whether two scenarios differ, by what ``simpler()`` changes.
    private var measure: [AnyHashable] {
        [
            AnyHashable(links), AnyHashable(coordinator), AnyHashable(faultsUntil), AnyHashable(jobs),
            AnyHashable(workers),
        ]
    }
}
