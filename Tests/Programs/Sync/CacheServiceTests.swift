import Foundation
import LarderCache
import LarderHashing
import LarderModel
import LarderProtocol
import LarderTransport
import Testing

@testable import LarderSync

@Suite("Files for workers without the folder") struct CacheServiceTests {
    private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

    /// A service over a new cache; `ask` sends a request and waits for its answer.
    private struct Fixture {
        let cache: DiskCache
        let service: CacheService

        func ask(_ action: FileRequest.Action, _ name: Digest, of session: SessionID = 1) async -> FileAnswer.Outcome? {
            let (answers, answer) = AsyncStream.makeStream(of: FileAnswer.self)
            let request = FileRequest(number: 7, area: CacheFile.Area.blobs.rawValue, name: name, action)
            guard service.take(request, of: session, answer: { answer.yield($0) }) else { return nil }
            for await answer in answers { return answer.number == 7 ? answer.outcome : nil }
            return nil
        }
    }

    private func withService(maxBytes: Int = 64 << 20, _ body: (Fixture) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cache-service-\(UUID().uuidString)").path
        // Only a temporary folder is left behind if this fails.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = try DiskCache(folder: folder)
        let service = try CacheService(cache, maxBytes: maxBytes)
        try await body(Fixture(cache: cache, service: service))
        await service.stop()
    }

    @Test func `a file comes and goes in parts`() async throws {
        try await withService { (fixture) async throws in
            let name = Digest(of: Self.bytes)
            #expect(await fixture.ask(.read(from: 0), name) == .missing)
            var offset = 0
            while offset < Self.bytes.count {
                let part = Array(Self.bytes[offset...].prefix(ProtocolLimits.maxFilePartBytes))
                let outcome = await fixture.ask(.write(part, from: offset, length: Self.bytes.count), name)
                #expect(outcome == .written(offset + part.count))
                offset += part.count
            }
            #expect(try fixture.cache.blob(name) == Self.bytes)
            let last = await fixture.ask(.read(from: Self.bytes.count - 3), name)
            #expect(last == .read(Array(Self.bytes.suffix(3)), length: Self.bytes.count))
            #expect(await fixture.ask(.read(from: .max), name) == .read([], length: Self.bytes.count))
        }
    }

    @Test func `bytes of another name are not stored`() async throws {
        try await withService { (fixture) async throws in
            let name = Digest(of: [1])
            guard case .failed(let code, _) = await fixture.ask(.write([2], from: 0, length: 1), name) else {
                Issue.record("It was stored")
                return
            }
            #expect(code == CacheError.Code.corrupt.rawValue)
            #expect(try fixture.cache.length(of: name) == nil)
        }
    }

    @Test func `above the limit of waiting bytes a worker is told that nothing came`() async throws {
        try await withService(maxBytes: 2) { (fixture) async throws in
            #expect(await fixture.ask(.write([1, 2, 3], from: 0, length: 3), Digest(of: [1, 2, 3])) == .written(0))
            #expect(await fixture.ask(.write([1, 2], from: 0, length: 2), Digest(of: [1, 2])) == .written(2))
            #expect(await fixture.ask(.write([3, 4], from: 0, length: 2), Digest(of: [3, 4])) == .written(2))
        }
    }

    @Test func `a session that does not wait for answers is refused, whatever it says`() {
        let bounds = WaitingBounds(maxBytes: 100)
        let request = FileRequest(area: 1, name: Digest(of: [1]), .write([1], from: 0, length: 2))
        for _ in 0..<WaitingBounds.maxOpen { #expect(bounds.take(request, of: 1) == true) }
        #expect(bounds.take(request, of: 1) == nil)
        #expect(bounds.take(request, of: 2) == true)
        bounds.answered(WaitingRequest(request: request, session: 1) { _ in })
        #expect(bounds.take(request, of: 1) == true)
        #expect(bounds.take(request, of: 1) == nil)
    }

    @Test func `sessions are answered in turn, and those that are over not at all`() {
        var queue = RequestQueue()
        func add(_ number: UInt64, _ session: SessionID) {
            let request = FileRequest(number: number, area: 1, name: Digest(of: [1]), .remove)
            queue.add(WaitingRequest(request: request, session: session) { _ in })
        }
        for number in 1...4 as ClosedRange<UInt64> { add(number, 1) }
        add(5, 2)
        add(6, 3)
        add(7, 3)
        #expect(queue.forget(3).map(\.request.number) == [6, 7])
        var order: [UInt64] = []
        while let next = queue.next() { order.append(next.request.number) }
        #expect(order == [1, 5, 2, 3, 4] && queue.isEmpty)
    }
}
