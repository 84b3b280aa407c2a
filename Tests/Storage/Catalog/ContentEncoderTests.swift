import Foundation
import GRDB
import LarderCatalog
import LarderModel
import Testing

@testable import LarderCatalogWriting

@Suite("Content encoder") struct ContentEncoderTests {
    private func bytes(_ values: DatabaseValue...) -> [UInt8] {
        var encoder = ContentEncoder()
        for value in values { encoder.add(value) }
        return encoder.bytes
    }

    @Test func `fields cannot be shifted into each other`() {
        let different = [
            bytes("ab".databaseValue, "c".databaseValue), bytes("a".databaseValue, "bc".databaseValue),
            bytes("abc".databaseValue, "".databaseValue), bytes("abc".databaseValue, .null),
        ]
        #expect(Set(different).count == different.count)
    }

    /// The bytes are under every catalog's digest and every fingerprint that a file keeps: they may not change.
    @Test func `each field is its tag, its length and its bytes`() {
        #expect(bytes(.null) == [0])
        #expect(bytes((-2).databaseValue) == [1, 255, 255, 255, 255, 255, 255, 255, 254])
        #expect(bytes(1.5.databaseValue) == [2, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0])
        #expect(bytes("é".databaseValue) == [3, 0, 0, 0, 0, 0, 0, 0, 2, 0xC3, 0xA9])
        #expect(bytes(Data([7, 0]).databaseValue) == [4, 0, 0, 0, 0, 0, 0, 0, 2, 7, 0])
        var encoder = ContentEncoder()
        encoder.beginList(3)
        encoder.beginRow("ab")
        #expect(encoder.bytes == [5, 0, 0, 0, 0, 0, 0, 0, 3, 6, 0, 0, 0, 0, 0, 0, 0, 2, 0x61, 0x62])
        encoder.removeAll()
        #expect(encoder.bytes.isEmpty)
    }

    /// Reference values by Python's `hashlib` over the tag, the length and the text.
    @Test(
        arguments: [
            (nil, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("", "dc4c8669df128318c5790c414c870cc76c585268552851e78d3ee8604dbec0e3"),
            ("abc", "f28c80b1fea5426346b69f698e57d56e2af5d0efd28b34d184684cd204b271a3"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "a242f5930784db45a022b07b7f7b290e92006190f7304faaeef973b24abaef5e"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "1c95ad50800b94401e8e38f3b8ed3dc3d795aa86ef629452787283033db10a6b"
            ),
        ] as [(String?, String)]
    )
    func `a fingerprint is the SHA-256 of the fields`(text: String?, expected: String) throws {
        try withCatalog { catalog in
            try catalog.write { db in
                let writer = CatalogWriter(db)
                // What an earlier record left must not count.
                _ = writer.fingerprint { $0.add(1.databaseValue) }
                let fingerprint = writer.fingerprint { encoder in
                    if let text { encoder.add(text.databaseValue) }
                }
                #expect(fingerprint.hex == expected)
            }
        }
    }
}
