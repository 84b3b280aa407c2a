import LarderFetch
import Testing

/// Bodies that decode to too much, come too slowly, or end in the middle of their coding.
extension FailureTests {
    @Test func `a decompression bomb is stopped at the limit`() async throws {
        let bomb = Gzip.bomb(of: 0, runs: 400_000)  // 650 kB that decode to 103 MB
        #expect(bomb.count < 1_000_000)
        let code = try await code({ $0.maxBodyBytes = 1 << 20 }) { _, connection in
            connection.answer("200 OK", ["Content-Encoding: gzip"], body: bomb)
        }
        #expect(code == .tooLarge)
    }

    @Test func `compressed bytes that decode to nothing are stopped at the limit`() async throws {
        let nothing = Gzip.emptyBlocks(2_000)
        let code = try await code({ $0.maxBodyBytes = 100_000 }) { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
            connection.send(Gzip.head)
            while connection.send(nothing) {}
        }
        #expect(code == .tooLarge)
    }

    @Test func `an answer that comes at less than the least rate is given up`() async throws {
        let code = try await code({ request in
            request.timeouts.silence = .seconds(1)
            request.timeouts.rateTime = .seconds(1)
        }) { _, connection in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while connection.send("x"), !connection.waitForEnd(milliseconds: 100) {}
        }
        #expect(code == .tooSlow)
    }

    @Test func `a body that ends in the middle of its coding is cut, wherever that is`() async throws {
        let plain = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let sent = Gzip.stored(plain) + Gzip.stored(Array(plain.reversed()))
        for count in [5, 12, 2_000, sent.count / 2 - 3, sent.count / 2 + 11, sent.count - 1] {
            let code = try await code { _, connection in
                connection.answer("200 OK", ["Content-Encoding: gzip"], body: Array(sent.prefix(count)))
            }
            #expect(code == .bodyCut, "\(count) of \(sent.count) bytes")
        }
        for count in [0, sent.count / 2, sent.count] {
            let code = try await code { _, connection in
                connection.answer(
                    "200 OK",
                    ["Content-Encoding: gzip"],
                    body: Array(sent.prefix(count)) + (count > 0 ? [0, 0] : [])
                )
            }
            #expect(code == nil, "\(count) of \(sent.count) bytes")
        }
    }

    @Test(arguments: [false, true]) func `a broken or unknown encoding is refused`(isUnknown: Bool) async throws {
        let code = try await code { _, connection in
            let coding = isUnknown ? "Content-Encoding: larder-zip" : "Content-Encoding: gzip"
            connection.answer("200 OK", [coding], body: isUnknown ? [1, 2, 3] : Gzip.head + [0xFF, 0xFF, 0xFF, 0xFF])
        }
        #expect(code == .badEncoding)
    }
}
