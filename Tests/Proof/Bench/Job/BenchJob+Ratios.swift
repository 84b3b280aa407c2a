internal import LarderSync

extension BenchJob.Figures {
    /// Figures of this run by figures of the same run, which say the same on any machine: a name, and processor time by
    /// processor time.
    package var ratios: [(name: String, value: Double)] {
        var ratios: [(String, Double)] = []
        let first = BenchJob.Figures.median(rounds).cpu / recipes
        func add(_ name: String, _ ours: Duration, _ theirs: Duration) {
            if theirs > .zero { ratios.append((name, (ours / theirs * 100).rounded() / 100)) }
        }
        if let curl {
            let request = curl.run.cpu / max(1, curl.requests)
            add("first-sync:curl", first, request)
            for (option, run) in unchanged {
                guard let requests = run.summary?.requests else { continue }
                add("unchanged\(option):curl", run.cpu / max(1, requests), request)
            }
        }
        for peer in BenchPeer.allCases {
            if let runs = peers[peer] { add("first-sync:\(peer)", first, BenchJob.Figures.median(runs).cpu / recipes) }
        }
        return ratios
    }

    /// What a ratio may be over the table's: curl's time is counted in steps of 10 ms, and machines differ.
    private static let tolerance = 1.25

    /// Compares the ratios with those of a table: lines of a name and a number, `#` before a remark.
    ///
    /// - Returns: A sentence for each ratio that is too high or was not measured.
    /// - Throws: ``CoordinatorError`` for a line that is none.
    package func excess(over table: String) throws -> [String] {
        let measured = Dictionary(ratios.map { ($0.name, $0.value) }) { first, _ in first }
        var excess: [String] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let most = Double(parts[1]), most > 0 else {
                throw CoordinatorError(.badSetting, "\"\(line)\" is no line of ratios. Write a name and a number.")
            }
            guard let value = measured[String(parts[0])] else {
                excess.append("\(parts[0]) was not measured.")
                continue
            }
            if value > most * Self.tolerance {
                excess.append("\(parts[0]) is \(value), more than \(Self.tolerance) times \(parts[1]).")
            }
        }
        return excess
    }
}
