import LarderFetch
import LarderModel
import Testing

@Suite("Validators") struct ValidatorsTests {
    @Test func `validators become conditions, hostile ones are left out`() {
        #expect(Validators(etag: "", lastModified: "").isEmpty)
        #expect(Validators().requestFields.isEmpty)
        #expect(Validators(etag: "\"a\"").requestFields == [HeaderField(name: "If-None-Match", value: "\"a\"")])
        #expect(
            Validators(etag: "\"a\"\r\nX: y", lastModified: "then").requestFields == [
                HeaderField(name: "If-Modified-Since", value: "then")
            ]
        )
    }
}
