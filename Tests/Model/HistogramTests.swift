import Foundation
import LarderModel
import Testing

@Suite("Histograms") struct HistogramTests {
    @Test func `a duration falls into the first range that reaches it`() {
        for (place, bound) in Histogram.bounds.enumerated() {
            var histogram = Histogram()
            histogram.add(.seconds(bound))
            histogram.add(.seconds(bound * 1.001))
            let counts = histogram.counts.enumerated().filter { $0.element > 0 }.map(\.offset)
            #expect(counts == [place, place + 1], "\(bound)")
        }
    }

    @Test func `counts and sum are those of all durations`() throws {
        let seed = UInt64.random(in: 0...(.max))
        var numbers = SeededGenerator(seed: seed)
        var histogram = Histogram()
        var sum = 0.0
        for _ in 0..<1_000 {
            let seconds = numbers.unit() * numbers.pick([0.001, 1, 100])
            histogram.add(.seconds(seconds))
            sum += seconds
        }
        #expect(histogram.count == 1_000 && abs(histogram.sum - sum) < 1e-6, "seed \(seed)")
        histogram.add(.zero)
        #expect(histogram.counts[0] > 0 && histogram.count == 1_001)
        #expect(try JSONDecoder().decode(Histogram.self, from: JSONEncoder().encode(histogram)) == histogram)
    }
}
