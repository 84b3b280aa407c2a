import Foundation
import LarderModel

/// The recipe pages, unpacked by Python into a temporary folder, read as UTF-8.
enum Recipes {
    static let isAvailable = Corpus.recipes != nil && Python.runs("import gzip")

    /// Pages by the order of a hash of their name, so that a few of them are of all sorts.
    static func pages(limit: Int? = nil) throws -> [(name: String, bytes: [UInt8])] {
        let files = Corpus.files(in: Corpus.recipes, suffix: ".html.gz")
        let chosen = files.sorted { hash($0) < hash($1) }.prefix(limit ?? files.count)
        return try TemporaryFolder.with { folder in
            let script = """
                import gzip, os, sys
                for page in sys.stdin.read().split('\\n'):
                    name = os.path.basename(page)[:-3]
                    text = gzip.open(page).read().decode('utf-8', 'replace')
                    open(os.path.join(sys.argv[1], name), 'wb').write(text.encode())
                """
            try Python.run(script, [folder.path], input: chosen.map(\.path).joined(separator: "\n"))
            return try chosen.map { file in
                let name = String(file.lastPathComponent.dropLast(3))
                return (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
            }
        }
    }

    private static func hash(_ file: URL) -> UInt64 {
        StableHash.Short(file.lastPathComponent).value
    }
}

enum TemporaryFolder {
    static func with<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "larder-html-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }  // A folder left behind is no failure of the test.
        return try body(folder)
    }
}

/// Python, where there is one.
enum Python {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Whether a program runs without an error.
    static func runs(_ program: String) -> Bool {
        (try? run(program, [])) != nil
    }

    static func run(_ program: String, _ arguments: [String], input: String = "") throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try pipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "python3 ended with \(process.terminationStatus) for: \(program)")
        }
    }
}
