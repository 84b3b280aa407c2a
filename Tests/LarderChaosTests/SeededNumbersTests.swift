import LarderChaos
import Testing

@Suite("Seeded numbers") struct SeededNumbersTests {
    @Test func `the same seed gives the same numbers`() {
        var first = SeededNumbers(seed: 7)
        var second = SeededNumbers(seed: 7)
        #expect((0..<10).map { _ in first.next() } == (0..<10).map { _ in second.next() })
    }
}
