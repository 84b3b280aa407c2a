import LarderModel
import Testing

@Suite("Seeded generator") struct SeededGeneratorTests {
    /// The first numbers of SplitMix64 as other implementations have them: no compiler and no platform may change them.
    @Test func `it is SplitMix64`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ]
        )
    }

    @Test func `numbers stay in their range and reach both ends`() {
        var generator = SeededGenerator(seed: 1)
        #expect(Set((0..<200).map { _ in generator.below(5) }) == Set(0..<5))
        #expect(Set((0..<200).map { _ in generator.number(-2...2) }) == Set(-2...2))
        #expect(Set((0..<200).map { _ in generator.pick(Array("abc")) }) == Set("abc"))
        #expect((0..<200).allSatisfy { _ in 0..<1 ~= generator.unit() })
        #expect(generator.below(0) == 0)
        #expect(generator.number(7...7) == 7)
        let all = (0..<200).map { _ in generator.number(0...UInt64.max) }
        #expect(all.contains { $0 > UInt64.max / 2 } && all.contains { $0 < UInt64.max / 2 })
    }
}
