import Foundation

/// The pages as UTF-8 in memory, whole and without script, style and svg.
struct Pages {
    let folder: URL
    var whole: [[UInt8]] = []
    var bare: [[UInt8]] = []

    init(corpus: String, count: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "larder-html-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let prepare = try Peer.start(["prepare", corpus, folder.path, String(count)])
        prepare.waitUntilExit()
        whole = try Self.read(folder.appending(path: "whole"))
        bare = try Self.read(folder.appending(path: "bare"))
        guard !whole.isEmpty else {
            throw BenchmarkError("No page was unpacked: is \(corpus) a folder with *.html.gz?")
        }
    }

    private static func read(_ folder: URL) throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
            [UInt8](try Data(contentsOf: folder.appending(path: $0)))
        }
    }

    func remove() throws {
        try FileManager.default.removeItem(at: folder)
    }
}

struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The Python process that measures selectolax.
final class Peer {
    private let process: Process
    private let input = Pipe()
    private let output = Pipe()

    static func start(_ arguments: [String], input: Pipe? = nil, output: Pipe? = nil) throws -> Process {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Scripts/peer.py").standardizedFileURL
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path] + arguments
        if let input { process.standardInput = input }
        if let output { process.standardOutput = output }
        try process.run()
        return process
    }

    /// `nil` where Python has no selectolax.
    init?(folder: URL) throws {
        process = try Self.start(["measure", folder.path], input: input, output: output)
        guard readLine() == "ready" else { return nil }
    }

    func seconds(for set: String) throws -> Double {
        try input.fileHandleForWriting.write(contentsOf: Data("\(set)\n".utf8))
        guard let seconds = Double(readLine()) else { throw BenchmarkError("selectolax stopped measuring.") }
        return seconds
    }

    func stop() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    private func readLine() -> String {
        var line = Data()
        while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte.first != 0x0A {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
