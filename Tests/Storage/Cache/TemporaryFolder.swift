import Foundation

/// Runs `body` with a folder of its own and takes it away after.
func withFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("larder-cache-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // Only a temporary folder is left behind if this fails.
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
}

/// Every file below `folder`, as paths relative to it.
func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
        var isFolder: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
            && !isFolder.boolValue
    }.sorted()
}

func overwrite(_ path: String, with bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
}
