import LarderModel
import LarderSourceDefinitions
import LarderSourceReaders
import Testing

extension FailureReason {
    /// What a worker tells of an API that answers with a web page.
    static func otherForm() throws -> FailureReason {
        let definition = try SourceDefinition.parse(
            yaml: "name: t\nkind: food2fork\nbase: http://a.test\nqueries: [a]",
            file: "t.yaml"
        )
        let reader = SourceReaders.reader(for: definition, apiKey: nil)
        let job = try #require(reader.firstJobs().first)
        let answer = SourceAnswer(status: 200, body: Array("<html>".utf8), redactedURL: "http://a.test/")
        let thrown = #expect(throws: ReadFailure.self) { _ = try reader.read(answer, for: job.spec) }
        let failure = try #require(thrown)
        return FailureReason(.retryable, code: failure.code.rawValue, message: failure.message)
    }
}
