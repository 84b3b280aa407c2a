import GRDB
import LarderCache
import LarderCatalog
import LarderHashing
import LarderModel
import LarderProtocol
import Testing

@testable import LarderLedger
@testable import LarderSync

/// A result ends the job that it is one of, and no other.
@Suite("Matched results") struct MatchedResultTests {
    private static let digest = Digest(of: "a")

    private static let specs: [JobSpec] = [
        JobSpec(source: "t", work: .imageDownload(ImageDownloadWork(imageURN: "image:t:a", url: "http://api.test/a"))),
        JobSpec(source: "t", work: .imageDecode(ImageDecodeWork(imageURN: "image:t:a", digest: digest))),
        JobSpec(
            source: "t",
            work: .text(
                TextWork(
                    itemURN: "recipe:t:a",
                    digest: digest,
                    contentType: "",
                    baseURL: "",
                    role: .body
                )
            )
        ),
    ]

    private static func effect(_ spec: JobSpec, suffix: String, _ digest: Digest) -> JobEffect {
        var effect = JobEffect()
        switch spec.work {
        case .imageDownload(let work):
            effect.images = [ImageOriginal(urn: work.imageURN + suffix, url: work.url, digest: digest, byteCount: 1)]
        case .imageDecode(let work):
            effect.decodings = [ImageDecoding(urn: work.imageURN + suffix, digest: digest, readerVersion: 1)]
        case .text(let work):
            effect.texts = [
                RenderedText(
                    urn: work.textURN + suffix,
                    itemURN: work.itemURN,
                    role: work.role,
                    htmlDigest: digest,
                    plain: "",
                    runs: #"{"v":1}"#,
                    readerVersion: 1
                )
            ]
        default: break
        }
        return effect
    }

    /// The state of the job after the effect came twice: 1 is done, 2 dead.
    private func state(_ spec: JobSpec, _ effect: JobEffect) async throws -> Int {
        var state = 0
        try await OneJobCatalog.with(spec.kind, spec: spec) { table, _ in
            let entry = CommitEntry(
                lease: JobLease(job: table.job, attempt: 1),
                session: nil,
                kind: spec.kind,
                source: table.source,
                outcome: .done(effect: PackedEffect.inline(effect).serializedBytes())
            )
            table.committer.submit([entry, entry])
            table.committer.finish()
            try await table.committer.run { _ in }
            state = try await table.database.read { try Int.fetchOne($0, sql: "SELECT state FROM job") ?? 0 }
        }
        return state
    }

    @Test(arguments: specs) func `a job's own result ends it`(spec: JobSpec) async throws {
        #expect(try await state(spec, Self.effect(spec, suffix: "", Self.digest)) == 1)
    }

    @Test(arguments: specs, ["b", "\0b", ":0\0"])
    func `what names another picture or text ends the job as a bad result`(spec: JobSpec, suffix: String) async throws {
        #expect(try await state(spec, Self.effect(spec, suffix: suffix, Self.digest)) == 2)
    }

    @Test(arguments: specs) func `other bytes than were asked for are matched by name`(spec: JobSpec) async throws {
        #expect(try await state(spec, Self.effect(spec, suffix: "", Digest(of: "b"))) == 1)
    }

    @Test(arguments: specs) func `two results for one job are refused`(spec: JobSpec) async throws {
        var effect = Self.effect(spec, suffix: "", Self.digest)
        let other = Self.effect(spec, suffix: "b", Self.digest)
        effect.images += other.images
        effect.decodings += other.decodings
        effect.texts += other.texts
        #expect(try await state(spec, effect) == 2)
    }
}
