import LarderModel
import Testing

@Suite("Digest") struct DigestTests {
    @Test func `a digest reads its own hexadecimal digits and bytes`() throws {
        let bytes = (0..<32).map { UInt8($0 * 8 % 256) }
        let digest = try #require(Digest(bytes: bytes))
        #expect(digest.bytes == bytes)
        #expect(Digest(hex: digest.hex) == digest)
        #expect(digest.hex == "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8")
    }

    @Test(arguments: [0, 31, 33, 64]) func `any other count of bytes is no digest`(count: Int) {
        #expect(Digest(bytes: [UInt8](repeating: 7, count: count)) == nil)
        #expect(Digest(hex: String(repeating: "7", count: 2 * count)) == nil)
    }

    @Test(arguments: ["A", "g", " ", "ä"]) func `hexadecimal digits are in lower case`(character: String) {
        #expect(Digest(hex: character + String(repeating: "0", count: 64 - character.utf8.count)) == nil)
    }

    @Test func `digests order as their digits do`() throws {
        let digests = try ["00", "7f", "80", "ff"].map {
            try #require(Digest(hex: $0 + String(repeating: "0", count: 62)))
        }
        #expect(digests.reversed().sorted() == digests)
    }
}
