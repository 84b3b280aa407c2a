import LarderCache
import LarderHashing
import LarderModel
import Testing

@Suite("Hashing of blobs") struct DigestHashingTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ]) func `it is the SHA-256 of FIPS 180`(text: String, hex: String) throws {
        let digest = Digest(of: text)
        #expect(digest.hex == hex)
        #expect("\(digest)" == hex)
        #expect(digest == Digest(of: Array(text.utf8)))
        #expect(Digest(hex: hex) == digest)
        #expect(Digest(bytes: digest.bytes) == digest)
        #expect(Set([digest, try #require(Digest(hex: hex))]).count == 1)
    }

    @Test func `other texts are no digest`() {
        let hex = Digest(of: "x").hex
        for wrong in [
            "", "ab", hex + "0", String(hex.dropLast()), hex.uppercased(), String(hex.dropLast()) + "g",
            String(hex.dropLast()) + "é",
        ] {
            #expect(Digest(hex: wrong) == nil)
        }
        #expect(Digest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
        #expect(Digest(bytes: [UInt8](repeating: 0, count: 33)) == nil)
    }

    @Test func `the order is that of the digits`() {
        let digests = (0..<100).map { Digest(of: "\($0)") }
        #expect(digests.sorted().map(\.hex) == digests.map(\.hex).sorted())
        #expect(digests.sorted().map(\.bytes).map { $0[0] } == digests.map { $0.bytes[0] }.sorted())
    }
}
