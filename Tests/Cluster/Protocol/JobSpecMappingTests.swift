import Foundation
import LarderModel
import Testing

@testable import LarderProtocol

@Suite("Job descriptions as bytes") struct JobSpecMappingTests {
    @Test(arguments: SampleRecords.specs) func `a description comes out of its bytes as it went in`(spec: JobSpec)
        throws
    {
        #expect(try JobSpec(serializedBytes: spec.serializedBytes()) == spec)
    }

    /// What ``LarderModel/JobSpec`` keeps apart by its cases, the bytes must keep apart too.
    @Test func `works without a word in them stay what they are`() throws {
        let works: [JobSpec.Work] = [
            .discover(DiscoverWork(target: "")), .search(SearchWork(page: 0)), .search(SearchWork()),
            .record(RecordWork(recordID: "", itemURN: "")),
            .record(RecordWork(recordID: "7", itemURN: "article:t:7", freshSince: 1_709_629_501_000)),
            .page(PageWork(itemURN: "", url: "x")),
            .imageDownload(ImageDownloadWork(imageURN: "", url: "")),
            .imageDownload(ImageDownloadWork(imageURN: "u", url: "a", alternatives: ["b", "c"])),
            .imageDecode(ImageDecodeWork(imageURN: "", digest: .zero)),
            .text(
                TextWork(itemURN: "", digest: .zero, contentType: "", baseURL: "", role: .body)
            ),
        ]
        for work in works {
            let spec = JobSpec(source: "", work: work)
            #expect(try JobSpec(serializedBytes: spec.serializedBytes()) == spec)
        }
    }

    @Test func `a description is pinned bytes`() throws {
        let spec = JobSpec(source: "t", work: .record(RecordWork(recordID: "", itemURN: "u")))
        #expect(spec.serializedBytes() == [10, 1, 0x74, 34, 3, 18, 1, 0x75])
    }

    @Test func `a description of no known work is refused`() {
        var spec = WireJobSpec()
        #expect(refused(protobufBytes(spec)) == .malformed)
        spec.source = "sample"
        #expect(refused(protobufBytes(spec)) == .malformed)
        // A work of a later release: field 15, one byte long.
        #expect(refused(protobufBytes(spec) + [0x7A, 1, 0]) == .malformed)
    }

    @Test func `a further page without an address or a page before it is refused`() {
        var spec = WireJobSpec()
        spec.furtherPage.page.url = "http://a.test/2"
        #expect(refused(protobufBytes(spec)) == .malformed)
        var page = WireCachedPage()
        page.digest = Data(count: 32)
        spec.furtherPage.earlier = [page]
        #expect(refused(protobufBytes(spec)) == nil)
        spec.furtherPage.clearPage()
        #expect(refused(protobufBytes(spec)) == .malformed)
    }

    @Test(arguments: [0, 1, 31, 33, 64]) func `a digest of the wrong length is refused`(count: Int) {
        var decode = WireJobSpec()
        decode.imageDecode.imageUrn = "image:sample:1"
        decode.imageDecode.digest = Data(repeating: 1, count: count)
        #expect(refused(protobufBytes(decode)) == .malformed)
        var text = WireJobSpec()
        text.text.role = "body"
        text.text.digest = Data(repeating: 1, count: count)
        #expect(refused(protobufBytes(text)) == .malformed)
    }

    @Test(arguments: SampleRecords.specs) func `a description that is cut short is refused`(spec: JobSpec) {
        #expect(refused(spec.serializedBytes().dropLast()) == .malformed)
    }

    private func refused(_ bytes: [UInt8]) -> ProtocolError.Code? {
        refusal { () throws(ProtocolError) in _ = try JobSpec(serializedBytes: bytes) }
    }
}
