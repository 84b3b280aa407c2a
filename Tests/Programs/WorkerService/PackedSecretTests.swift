import Foundation
import LarderCache
import LarderModel
import LarderProtocol
import LarderSourceDefinitions
import Testing

/// What a site packs is stored as it came; what is read of it holds no secret all the same.
@Suite("Secrets in packed files") struct PackedSecretTests {
    /// `<urlset><url><loc>http://127.0.0.1:8080/feed/a-secret-key</loc></url></urlset>`, packed.
    private static let sitemap =
        "H4sIAAAAAAACA7MpLcopTi2xswHSdjY5+cl2GSUlBVb6+oZG5noGQGhoZWFgYaCflpqaop+oW5yaXJRaopudWmmjD1"
        + "Jsow/Wpw81BQCrCMDQTgAAAA=="

    /// A picture of one pixel with the key in a packed comment, a `zTXt` chunk.
    private static let picture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAAHXpUWHRDb21tZW50AAB4nEvULU5NLkot0c1OrQQAHK"
        + "IEi8zYQBIAAAAKSURBVHicY2AAAAACAAFIr6RxAAAAAElFTkSuQmCC"

    private static let imageWork = ImageDownloadWork(imageURN: "image:s:1", url: FetchFixture.page)

    @Test(
        arguments: [
            (sitemap, "application/gzip", .discover(DiscoverWork(target: "sitemap:x:0", url: FetchFixture.page))),
            (picture, "image/png", .imageDownload(imageWork)),
        ] as [(String, String, JobSpec.Work)]
    ) func `a packed file is stored as it came, and the result holds no secret`(
        text: String,
        type: String,
        work: JobSpec.Work
    ) async throws {
        let body = [UInt8](try #require(Data(base64Encoded: text)))
        let answer = ScriptedFetcher.Answer.scripted(200, ["content-type": type], body: body)
        try await FetchFixture.with(kind: .sitemap, [answer]) { fixture in
            guard case .done(let bytes) = await fixture.run(JobSpec(source: "s", work: work)).outcome else {
                throw FetchFixture.Failed(reason: nil)
            }
            let record = try #require(fixture.record)
            #expect(try fixture.cache.blob(record.body) == body)
            #expect(!String(decoding: bytes, as: UTF8.self).contains(FetchFixture.key))
            guard case .discover = work else { return }
            #expect(String(decoding: bytes, as: UTF8.self).contains("/feed/************"))
        }
    }
}
