import LarderCache
import LarderModel
import LarderProtocol
import Testing

@testable import LarderCoordinator

/// A worker that is wrong or lies must not bring into the catalog what cannot be.
@Suite("Effect check") struct EffectCheckTests {
    private static func text(_ plain: String, _ runs: String) -> JobEffect {
        effect {
            $0.texts = [
                RenderedText(
                    urn: "text:t:1:page",
                    itemURN: "recipe:t:1",
                    htmlDigest: Digest(of: []),
                    plain: plain,
                    runs: runs,
                    readerVersion: 1
                )
            ]
        }
    }

    private static func effect(_ change: (inout JobEffect) -> Void) -> JobEffect {
        var effect = JobEffect()
        change(&effect)
        return effect
    }

    private static func found(_ source: String, _ work: JobSpec.Work) -> JobEffect {
        effect { $0.found = [FoundJob(spec: JobSpec(source: source, work: work))] }
    }

    static let right: [JobEffect] = [
        JobEffect(), text("", #"{"v":1}"#), text("ab\u{1F600}", #"{"v":1,"runs":[1,[2,{"w":700}]]}"#),
        text(
            "ab",
            #"{"v":1,"runs":[2],"links":[["\u00e9\"",1,1,1]],"attachments":[{"b":99999999999999999999}],"tables":[[-1.05,[]]]}"#
        ),
        effect { $0.recipes = [Recipe(urn: "recipe:t:1", recordID: "1", title: "a")] },
        found("t", .search(SearchWork(query: "a"))),
        found("t", .record(RecordWork(recordID: "1", itemURN: "recipe:t:1"))),
    ]

    @Test(arguments: right) func `what can be is believed`(effect: JobEffect) {
        #expect(EffectCheck(source: "t").fault(in: effect) == nil)
    }

    static let wrong: [JobEffect] = [
        effect { $0.images = [ImageOriginal(urn: "image:t:1\0x", url: "", digest: Digest(of: []), byteCount: 0)] },
        effect { $0.recipes = [Recipe(urn: "recipe:t:1\0", recordID: "1", title: "a")] },
        found("t", .imageDownload(ImageDownloadWork(imageURN: "image:t:1\0x", url: "http://a.test/"))),
        effect { $0.recipes = [Recipe(urn: "", recordID: "1", title: "a")] },
        effect { $0.recipes = [Recipe(urn: "recipe:t:", recordID: "1", title: "a")] },
        effect { $0.recipes = [Recipe(urn: "recipe:other:1", recordID: "1", title: "a")] },
        effect { $0.recipes = [Recipe(urn: "article:t:1", recordID: "1", title: "a")] },
        effect { $0.provenance["image:other:1"] = Provenance(url: "", fetchedAt: 0, readerVersion: 0) },
        effect { $0.provenance[""] = Provenance(url: "", fetchedAt: 0, readerVersion: 0) },
        effect { $0.decodings = [ImageDecoding(urn: "", digest: Digest(of: []), readerVersion: 1)] },
        found("other", .search(SearchWork(query: "a"))),
        found("t", .page(PageWork(itemURN: "", url: "http://a.test/"))),
        found("t", .imageDownload(ImageDownloadWork(imageURN: "image:other:1", url: "http://a.test/"))),
        text("ab", ""), text("ab", "[]"), text("ab", #"{"v":2,"runs":[2]}"#), text("ab", #"{"v":1}"#),
        text("ab", #"{"v":1,"runs":[3]}"#), text("ab", #"{"v":1,"runs":[1]}"#), text("ab", #"{"v":1,"runs":[-1,3]}"#),
        text("ab", #"{"v":1,"runs":[0,2]}"#), text("ab", #"{"v":1,"runs":[9223372036854775807,9223372036854775807]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",1,2]]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",-1,1]]}"#), text("ab", #"{"v":1,"runs":[2],"links":["u"]}"#),
        text("ab", #"{"v":1,"runs":[2],"\u0072uns":[9]}"#), text("ab", #"{"v":1,"runs":[2],"runs":[2]}"#),
        text("ab", #"{"v":1,"runs":[2],"v":2}"#), text("ab", #"{"v":1,"runs":[2],"l\u0069nks":[["u",9,9]]}"#),
        text("ab", #"{"v":1,"runs":[02]}"#), text("ab", #"{"v":1,"runs":[[2,{"s":1.-5}]]}"#),
        text("ab", #"{"v":1,"runs":[2],"tables":[00]}"#), text("ab", #"{"v":1,"runs":[[2,{"s":1.}]]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",2,1]]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["u",9223372036854775807,9223372036854775807]]}"#),
        text("ab", #"{"v":1,"runs":[2]}x"#), text("ab", #"{"v":1,"runs":[2]"#), text("ab", #"{"v":10,"runs":[2]}"#),
        text("ab", #"{"v":1,"runs":[2],"links":[["\x",0,1]]}"#), text("ab", "{\"v\":1,\"runs\":[2],\"a\":\"\n\"}"),
        text("ab", #"{"v":1,"runs":[2,]}"#), text("ab", #"{"v":1,"runs":[2],"attachments":}"#),
        text(
            "ab",
            #"{"v":1,"runs":[2],"tables":\#(String(repeating: "[", count: 20) + String(repeating: "]", count: 20))}"#
        ),
    ]

    @Test(arguments: wrong) func `what cannot be is told`(effect: JobEffect) {
        #expect(EffectCheck(source: "t").fault(in: effect) != nil)
    }

    @Test func `more jobs than an answer can name are none`() {
        let work = SearchWork(query: "a")
        let found = (0...30_000).map { _ in FoundJob(spec: JobSpec(source: "t", work: .search(work))) }
        #expect(EffectCheck(source: "t").fault(in: Self.effect { $0.found = found }) != nil)
        #expect(EffectCheck(source: "t").fault(in: Self.effect { $0.found = found.dropLast() }) == nil)
    }

    @Test func `a job brings what it was asked for`() {
        let decode = JobSpec(
            source: "t",
            work: .imageDecode(ImageDecodeWork(imageURN: "image:t:1", digest: Digest(of: [])))
        ).serializedBytes()
        let own = Self.effect {
            $0.decodings = [ImageDecoding(urn: "image:t:1", digest: Digest(of: []), readerVersion: 1)]
        }
        let other = Self.effect {
            $0.decodings = [ImageDecoding(urn: "image:t:2", digest: Digest(of: []), readerVersion: 1)]
        }
        let recipe = Self.effect { $0.recipes = [Recipe(urn: "recipe:t:1", recordID: "1", title: "a")] }
        #expect(EffectCheck.fault(in: own, for: { decode }, .imageDecode) == nil)
        for wrong in [other, recipe, JobEffect()] {
            #expect(EffectCheck.fault(in: wrong, for: { decode }, .imageDecode) != nil)
        }
        #expect(EffectCheck.fault(in: recipe, for: { [] }, .detail) == nil)
        #expect(EffectCheck.fault(in: own, for: { [] }, .text) != nil)
    }
}
