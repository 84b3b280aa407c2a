internal import Foundation
internal import GRDB

/// What other programs and users do to the larder's folder while it is in use.
extension Nemesis {
    /// Nothing may be read, written, moved or removed behind the link.
    func linkCache(_ area: String, during time: Duration) async throws {
        let files = FileManager.default
        let (place, aside) = (larder.folder + "/cache/" + area, scratch.path("aside-" + area))
        let foreign = scratch.path("foreign-" + area)
        guard files.fileExists(atPath: place) else { return }
        try files.createDirectory(atPath: foreign + "/00", withIntermediateDirectories: true)
        let names = ["letter", "00/letter"]
        for name in names { _ = try scratch.write("dear", to: "foreign-\(area)/\(name)") }
        try files.moveItem(atPath: place, toPath: aside)
        try files.createSymbolicLink(atPath: place, withDestinationPath: foreign)
        let lasted: Result<Void, any Error>
        do { lasted = .success(try await pass(time)) } catch { lasted = .failure(error) }
        try? files.removeItem(atPath: place)  // the program may have removed the link
        try files.moveItem(atPath: aside, toPath: place)
        let found = (try? files.subpathsOfDirectory(atPath: foreign))?.sorted() ?? []
        let areWhole = names.allSatisfy { files.contents(atPath: "\(foreign)/\($0)") == Data("dear".utf8) }
        if found != ["00", "00/letter", "letter"] || !areWhole {
            printError("The foreign folder behind \(area)/ was changed: it holds \(found)")
        }
        try files.removeItem(atPath: foreign)
        try lasted.get()
        try excuseEnd()
    }

    /// The lock is waited for: no coordinator may end for it.
    func lockCatalog(during time: Duration) async throws {
        guard FileManager.default.fileExists(atPath: larder.catalogPath) else { return }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .timeout(60)
        let queue = try DatabaseQueue(path: larder.catalogPath, configuration: configuration)
        try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let lasted: Result<Void, any Error>
        do { lasted = .success(try await pass(time)) } catch { lasted = .failure(error) }
        try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try queue.close()
        try lasted.get()
    }
}
