import Foundation
import LarderThreading
import Testing

@Suite("Marks of larders that are read") struct ReadingMarkTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/larder-mark-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test func `a mark holds as long as any of its readers`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(!ReadingMark.isSet(in: folder))
        var readers = [ReadingMark(in: folder), ReadingMark(in: folder)]
        #expect(readers.allSatisfy { $0 != nil } && ReadingMark.isSet(in: folder))
        readers.removeLast()
        #expect(ReadingMark.isSet(in: folder))
        readers.removeAll()
        #expect(!ReadingMark.isSet(in: folder))
    }

    @Test func `a symbolic link is no mark, and keeps nobody from reading`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(ReadingMark(in: folder + "/none") == nil && !ReadingMark.isSet(in: folder + "/none"))
        let path = folder + "/" + ReadingMark.fileName
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/elsewhere")
        #expect(ReadingMark(in: folder) == nil && !ReadingMark.isSet(in: folder))
        #expect(!FileManager.default.fileExists(atPath: folder + "/elsewhere"))
    }
}
