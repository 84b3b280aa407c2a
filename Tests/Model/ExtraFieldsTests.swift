import LarderModel
import LarderTestSupport
import Testing

@Suite("Extra fields") struct ExtraFieldsTests {
    private let one = ExtraField(name: "a", json: "1")
    private let two = ExtraField(name: "b", json: "2")

    @Test func `the order does not matter`() {
        let (fields, turned): (ExtraFields, ExtraFields) = ([one, two], [two, one])
        #expect(fields == turned)
        #expect(fields.hashValue == turned.hashValue)
        #expect(fields != [one])
    }

    @Test func `names that only look the same are two names`() {
        #expect(
            ([ExtraField(name: "\u{E9}", json: "1")] as ExtraFields) != [ExtraField(name: "e\u{301}", json: "1")]
        )
    }

    /// In a normal form they would cost a minute.
    @Test func `half a million combining marks cost little`() {
        let name = "a" + String(repeating: "\u{301}\u{316}", count: 250_000)
        let fields: ExtraFields = [one, ExtraField(name: name, json: "1")]
        let seconds = ProcessorTime.seconds {
            #expect(Set([fields, [ExtraField(name: name, json: "1"), one]]).count == 1)
        }
        #expect(seconds < 10)
    }
}
