import Foundation
import Hummingbird
import Testing

@testable import LarderServer

@Suite("Marks of readers") struct ReaderMarksTests {
    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "marks \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test func `there is no file before the first mark`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let marks = ReaderMarks(folder: folder.path(percentEncoded: false))
        #expect(try await marks.snapshot().read.isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)) == [])
        try await marks.set([(.read, true)], of: ["a"])
        #expect(try await marks.snapshot().read == ["a"])
        #expect(
            FileManager.default.fileExists(atPath: folder.appending(path: "reader.sqlite").path(percentEncoded: false))
        )
    }

    @Test func `marks are set and taken away, one kind without the other`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let marks = ReaderMarks(folder: folder.path(percentEncoded: false))
        try await marks.set([(.read, true), (.starred, true)], of: ["a", "b"])
        try await marks.set([(.read, true)], of: ["c", "a"])
        try await marks.set([(.starred, false)], of: ["a", "never"])
        try await marks.set([(.read, false)], of: ["b"])
        try await marks.set([], of: ["d"])
        let snapshot = try await marks.snapshot()
        #expect(snapshot.read == ["a", "c"] && snapshot.starred == ["b"])
        try await marks.set([(.read, true)], of: (0..<10_000).map { "item \($0)" })
        #expect(try await marks.snapshot().read.count == 10_002)
    }

    @Test func `what another program marks is seen`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, second) = (
            ReaderMarks(folder: folder.path(percentEncoded: false)),
            ReaderMarks(folder: folder.path(percentEncoded: false))
        )
        #expect(try await first.snapshot().read.isEmpty)
        for number in 0..<20 {
            try await (number % 2 == 0 ? first : second).set([(.read, true)], of: ["\(number)"])
            #expect(try await first.snapshot().read.count == number + 1)
            #expect(try await second.snapshot().read.count == number + 1)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await (number % 2 == 0 ? first : second).set([(.starred, true)], of: ["s\(number)"])
                }
            }
            try await group.waitForAll()
        }
        #expect(try await second.snapshot().starred.count == 50)
    }

    @Test func `where marks cannot be kept, that is said`() async throws {
        let folder = try folder()
        try FileManager.default.removeItem(at: folder)
        let marks = ReaderMarks(folder: folder.path(percentEncoded: false))
        #expect(try await marks.snapshot().starred.isEmpty)
        let error = await #expect(throws: HTTPError.self) { try await marks.set([(.read, true)], of: ["a"]) }
        #expect(error?.status == .forbidden && error?.body?.contains("cannot be written") == true)
    }

    @Test func `a file that is no database costs the marks, with a sentence`() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(repeating: 0x41, count: 8_192).write(to: folder.appending(path: "reader.sqlite"))
        let marks = ReaderMarks(folder: folder.path(percentEncoded: false))
        let error = await #expect(throws: HTTPError.self) { _ = try await marks.snapshot() }
        #expect(error?.status == .serviceUnavailable && error?.body?.contains("reader.sqlite") == true)
    }
}
