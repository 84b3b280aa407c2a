internal import Foundation

/// A larder's cache folder that can go away and come back, with what is in it.
package struct CacheFolder: Sendable {
    /// How it goes.
    package enum Loss: String, Sendable, CaseIterable {
        case unmounted = "is unmounted"
        case moved = "is moved away"
    }

    /// It did not go or come.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    private let loss: Loss
    private let path: String
    private let store: String

    /// Makes the folder; one that is to be unmounted lies on a mount of its own from the beginning.
    ///
    /// - Parameter store: Where the files are, or go when they are moved away.
    /// - Throws: ``Failure``.
    package init(_ path: String, store: String, _ loss: Loss) throws {
        self.loss = loss
        self.path = path
        self.store = store
        let folders =
            loss == .unmounted ? [path, store] : [URL(fileURLWithPath: path).deletingLastPathComponent().path]
        for folder in folders {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        if loss == .unmounted { _ = try comeBack() }
    }

    /// Takes it away, also while files of it are open.
    package func goAway() throws {
        switch loss {
        case .unmounted: try Self.run("umount", "--lazy", path)
        case .moved: try FileManager.default.moveItem(atPath: path, toPath: store)
        }
    }

    /// Brings it back.
    ///
    /// - Returns: The names of what was made in its place meanwhile, which is lost now.
    /// - Throws: ``Failure``.
    package func comeBack() throws -> [String] {
        let strangers = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        switch loss {
        case .unmounted: try Self.run("mount", "--bind", store, path)
        case .moved:
            try? FileManager.default.removeItem(atPath: path)  // mostly there is nothing
            try FileManager.default.moveItem(atPath: store, toPath: path)
        }
        return strangers.sorted()
    }

    /// Takes the mount away for good.
    package func takeAway() {
        guard loss == .unmounted else { return }
        try? Self.run("umount", "--lazy", path)  // it may be away already
    }

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(
                description: "\(command.joined(separator: " ")): " + String(decoding: said, as: UTF8.self)
            )
        }
    }
}
