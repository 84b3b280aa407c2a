import LarderModel
import LarderSourceProbe
import Testing

/// What a probe says of answers from which no source can be made.
@Suite("Refusals of the source probe") struct ProbeRefusalTests {
    @Test(arguments: [
        ("/", "text/html", "", 404, "is empty"),
        ("/api", "application/json", #"{"hits": [{"id": 1}, {"id"#, 404, "is none that can be read"),
        ("/", "text/html", "<p>Soup</p>", 503, "cannot be had now"),
    ])
    func `an answer that is nothing is told as what it is`(
        path: String,
        type: String,
        body: String,
        robots: Int,
        told: String
    ) async throws {
        let address = try #require(WebAddress("https://stew.example" + path))
        let error = await #expect(throws: ProbeError.self) {
            try await SourceProbe.proposal(
                for: address,
                nowMs: 0,
                ask: { url, _ in
                    guard !url.hasSuffix("/robots.txt") else { return ProbeAnswer(status: robots, body: [], url: url) }
                    let headers = [HeaderField(name: "Content-Type", value: type)]
                    return ProbeAnswer(status: 200, headers: headers, body: Array(body.utf8), url: url)
                },
                tell: { _ in }
            )
        }
        #expect(error?.message.contains(told) == true, "\(error as Any)")
    }
}
